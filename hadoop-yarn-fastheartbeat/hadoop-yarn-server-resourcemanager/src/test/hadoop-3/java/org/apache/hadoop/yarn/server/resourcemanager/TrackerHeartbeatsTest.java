/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.apache.hadoop.yarn.server.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.Collections;

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.fastheartbeat.NodeHeartbeatConf;
import org.apache.hadoop.yarn.fastheartbeat.SmallCluster;
import org.apache.hadoop.yarn.server.api.records.NodeHealthStatus;
import org.apache.hadoop.yarn.server.api.records.NodeStatus;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNodeReport;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.junit.Test;

public class TrackerHeartbeatsTest {
  /** What stock would say. */
  private static final long STOCKS = 1_234;

  private final Configuration conf = new Configuration(false);
  private final RMContext context = mock(RMContext.class);
  private final TrackerHeartbeats heartbeats = new TrackerHeartbeats();

  private static NodeStatus status() {
    return NodeStatus.newInstance(NodeId.newInstance("a", 1), 0,
        Collections.emptyList(), Collections.emptyList(),
        NodeHealthStatus.newInstance(true, "", 0), null, null, null);
  }

  private long next() {
    return heartbeats.nextPeriod(status(), STOCKS);
  }

  @Test(timeout = 60_000)
  public void whereStockScalesPeriodsOursDoNotCount() {
    heartbeats.configure(context, conf, 1_000, true);
    assertThat(next()).isEqualTo(STOCKS);
    heartbeats.configure(context, conf, 700, false);
    assertThat(next()).isEqualTo(700);
    heartbeats.configure(context, conf, 700, true);
    assertThat(next()).isEqualTo(STOCKS);
  }

  @Test(timeout = 60_000)
  public void whereStockScalesPeriodsNoNodeIsOffered() {
    CountedDispatcher dispatcher = new CountedDispatcher("test");
    CountedEventDispatcher<Event<?>> scheduler =
        CountedEventDispatcher.create(event -> { }, "scheduler");
    dispatcher.register(NodeState.class, scheduler);
    when(context.getDispatcher()).thenReturn(dispatcher);
    heartbeats.configure(context, conf, 1_000, false);
    dispatcher.offerNodes();
    assertThat(scheduler.length()).isEqualTo(1);
    heartbeats.configure(context, conf, 1_000, true);
    dispatcher.offerNodes();
    assertThat(scheduler.length()).isEqualTo(1);
  }

  /** Stock reads yarn-site.xml again, and nothing else. */
  @Test(timeout = 60_000)
  public void whatOtherSourcesSaidAtTheStartStillCounts() {
    CountedDispatcher dispatcher = new CountedDispatcher("test");
    CountedEventDispatcher<Event<?>> scheduler =
        CountedEventDispatcher.create(event -> { }, "scheduler");
    dispatcher.register(NodeState.class, scheduler);
    when(context.getDispatcher()).thenReturn(dispatcher);
    conf.setBoolean(NodeHeartbeatConf.ADAPTIVE_KEY, false);
    heartbeats.configure(context, conf, 1_000, false);
    heartbeats.configure(context, new Configuration(false), 1_000, false);
    dispatcher.offerNodes();
    assertThat(scheduler.length()).isZero();
  }

  @Test(timeout = 60_000)
  public void theIntervalIsWhatStockTakesItFor() {
    conf.setLong(NodeHeartbeatConf.INTERVAL_KEY, -1);
    heartbeats.configure(context, conf, 1_000, false);
    assertThat(next()).isEqualTo(1_000);
  }

  @Test(timeout = 60_000)
  public void whatIsWrongFailsTheStartAndLaterLeavesPeriodsToStock() {
    conf.set(NodeHeartbeatConf.MIN_KEY, "soon");
    assertThatThrownBy(() -> heartbeats.configure(context, conf, 1_000, false))
        .isInstanceOf(HadoopIllegalArgumentException.class)
        .hasMessageContaining(NodeHeartbeatConf.MIN_KEY + " = soon");
    conf.unset(NodeHeartbeatConf.MIN_KEY);
    heartbeats.configure(context, conf, 1_000, false);
    conf.set(NodeHeartbeatConf.MIN_KEY, "soon");
    heartbeats.configure(context, conf, 700, false);
    assertThat(next()).isEqualTo(STOCKS);
    conf.unset(NodeHeartbeatConf.MIN_KEY);
    // Stock takes an interval with which nodes expire.
    heartbeats.configure(context, conf, 700_000, false);
    assertThat(next()).isEqualTo(STOCKS);
    heartbeats.configure(context, conf, 700, false);
    assertThat(next()).isEqualTo(700);
  }

  /** @return the period of a full node, which is the longest. */
  private long longest(boolean async, boolean multiNode) {
    CapacityScheduler scheduler = mock(CapacityScheduler.class);
    CapacitySchedulerConfiguration configuration =
        new CapacitySchedulerConfiguration(new Configuration(false), false);
    configuration.setBoolean(
        CapacitySchedulerConfiguration.SCHEDULE_ASYNCHRONOUSLY_ENABLE, async);
    SchedulerNodeReport full = mock(SchedulerNodeReport.class);
    when(full.getAvailableResource()).thenReturn(Resource.newInstance(0, 0));
    when(scheduler.getConfiguration()).thenReturn(configuration);
    when(scheduler.isMultiNodePlacementEnabled()).thenReturn(multiNode);
    when(scheduler.getSkipNodeInterval()).thenReturn(5_000L);
    when(scheduler.getNodeReport(any(NodeId.class))).thenReturn(full);
    when(scheduler.getMinimumResourceCapability())
        .thenReturn(Resource.newInstance(1_024, 1));
    when(context.getScheduler()).thenReturn(scheduler);
    conf.setLong(NodeHeartbeatConf.MAX_KEY, 60_000);
    heartbeats.configure(context, conf, 1_000, false);
    next();
    return next();
  }

  @Test(timeout = 60_000)
  public void noPeriodIsAsLongAsASilenceThatTheSchedulerMinds() {
    assertThat(longest(false, false)).isGreaterThan(50_000);
    assertThat(longest(true, false)).isBetween(3_000L, 4_000L);
    assertThat(longest(false, true)).isBetween(3_000L, 4_000L);
  }

  @Test(timeout = 60_000)
  public void theTrackerReadsItsKeysAgain() throws Exception {
    YarnConfiguration site = new YarnConfiguration();
    SmallCluster.configure(site);
    ResourceManager manager = new ResourceManager();
    try {
      manager.init(site);
      ResourceTrackerService tracker = manager.getResourceTrackerService();
      assertThat(tracker.nodeHeartbeats.nextPeriod(status(), STOCKS))
          .isEqualTo(1_000);
      conf.setLong(NodeHeartbeatConf.INTERVAL_KEY, 300);
      tracker.updateHeartBeatConfiguration(conf);
      assertThat(tracker.nodeHeartbeats.nextPeriod(status(), STOCKS))
          .isEqualTo(300);
      conf.setBoolean(
          YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_SCALING_ENABLE, true);
      tracker.updateHeartBeatConfiguration(conf);
      assertThat(tracker.nodeHeartbeats.nextPeriod(status(), STOCKS))
          .isEqualTo(STOCKS);
    } finally {
      manager.stop();
    }
  }
}
