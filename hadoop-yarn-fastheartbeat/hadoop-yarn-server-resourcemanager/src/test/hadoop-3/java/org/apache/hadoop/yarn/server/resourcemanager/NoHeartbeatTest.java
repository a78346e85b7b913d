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
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.Collections;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.fastheartbeat.rm.NodeLook;
import org.apache.hadoop.yarn.metrics.EventTypeMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEventType;
import org.junit.Test;

/** What Hadoop 3 counts, and what our offers must leave as it is. */
public class NoHeartbeatTest {
  @Test(timeout = 60_000)
  public void anOfferIsNoHeartbeatOfTheNode() throws Exception {
    RMNode node = mock(RMNode.class);
    when(node.getTotalCapability()).thenReturn(Resource.newInstance(1_024, 1));
    when(node.getNodeID()).thenReturn(NodeId.newInstance("a", 1));
    FiCaSchedulerNode known = new FiCaSchedulerNode(node, false);
    known.notifyNodeUpdate();
    long before = known.getLastHeartbeatMonotonicTime();
    await().until(() -> Time.monotonicNow() > before);
    NodeLook.offer(known::notifyNodeUpdate);
    assertThat(known.getLastHeartbeatMonotonicTime()).isEqualTo(before);
    known.notifyNodeUpdate();
    assertThat(known.getLastHeartbeatMonotonicTime()).isGreaterThan(before);
  }

  @Test(timeout = 60_000)
  public void aTaskAmongTheSchedulersEventsIsNoneForItsMetrics()
      throws Exception {
    CountDownLatch ran = new CountDownLatch(1);
    CountedEventDispatcher<SchedulerEvent> scheduler =
        CountedEventDispatcher.create(event -> ran.countDown(), "scheduler");
    EventTypeMetrics<SchedulerEventType> metrics = GenericEventTypeMetricsManager
        .create("NoHeartbeatTest", SchedulerEventType.class);
    scheduler.setMetrics(metrics);
    scheduler.init(new Configuration(false));
    scheduler.start();
    try {
      scheduler.run(() -> { });
      scheduler.handle(new SchedulerEvent(SchedulerEventType.NODE_UPDATE));
      assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
    } finally {
      scheduler.stop();
    }
    long counted = 0;
    for (SchedulerEventType type : SchedulerEventType.values()) {
      counted += metrics.get(type);
    }
    assertThat(counted).isEqualTo(1);
  }

  @Test(timeout = 60_000)
  public void requestsWithConstraintsAreDemand() {
    AllocateRequest request = mock(AllocateRequest.class);
    assertThat(Demand.isIn(request)).isFalse();
    when(request.getSchedulingRequests()).thenReturn(
        Collections.singletonList(mock(SchedulingRequest.class)));
    assertThat(Demand.isIn(request)).isTrue();
    when(request.getSchedulingRequests()).thenReturn(null);
    when(request.getAskList()).thenReturn(null);
    assertThat(Demand.isIn(request)).isFalse();
  }
}
