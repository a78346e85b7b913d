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

import java.io.IOException;
import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.security.PrivilegedExceptionAction;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.service.Service;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.AMRMClient;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.apache.hadoop.yarn.client.api.NMClient;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.client.api.YarnClientApplication;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.fastheartbeat.RpcCalls;
import org.apache.hadoop.yarn.fastheartbeat.SmallCluster;
import org.apache.hadoop.yarn.fastheartbeat.NodeHeartbeatConf;
import org.apache.hadoop.yarn.server.MiniYARNCluster;
import org.apache.hadoop.yarn.server.nodemanager.NodeStatusUpdaterImpl;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.After;
import org.junit.Test;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * How often heartbeats of a NodeManager reach a ResourceManager, as the
 * latter's RPC server counts them.
 */
public class NodeHeartbeatsIT {
  private static final Resource CONTAINER = Resource.newInstance(512, 1);
  /** The longest: no heartbeat comes by itself while a test lasts. */
  private static final int NEVER = 600_000;

  private final Configuration conf = new YarnConfiguration();
  private MiniYARNCluster cluster;
  private YarnClient client;
  private AMRMClient<ContainerRequest> master;
  private RpcCalls heartbeats;

  private void start() throws Exception {
    // Else NodeManagers call the ResourceManager's methods directly.
    conf.setBoolean(YarnConfiguration.YARN_MINICLUSTER_USE_RPC, true);
    conf.setBoolean(YarnConfiguration.YARN_MINICLUSTER_FIXED_PORTS, true);
    SmallCluster.configure(conf);
    conf.setInt(YarnConfiguration.YARN_MINICLUSTER_NM_PMEM_MB, 4_096);
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, 512);
    cluster = new MiniYARNCluster("heartbeats", 1, 1, 1);
    cluster.init(conf);
    cluster.start();
    assertThat(cluster.waitForNodeManagersToConnect(60_000)).isTrue();
    InetSocketAddress tracker = cluster.getConfig().getSocketAddr(
        YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS, "", 0);
    heartbeats = new RpcCalls(tracker, "NodeHeartbeat");
  }

  @After
  public void stop() {
    for (Service service : new Service[] {master, client, cluster}) {
      if (service != null) {
        service.stop();
      }
    }
  }

  /** An application whose master is this test. */
  private void register() throws Exception {
    client = YarnClient.createYarnClient();
    client.init(cluster.getConfig());
    client.start();
    YarnClientApplication application = client.createApplication();
    ApplicationSubmissionContext context =
        application.getApplicationSubmissionContext();
    context.setUnmanagedAM(true);
    context.setPriority(Priority.newInstance(0));
    context.setQueue("default");
    context.setResource(CONTAINER);
    context.setAMContainerSpec(ContainerLaunchContext.newInstance(null, null,
        null, null, null, null));
    ApplicationId id = client.submitApplication(context);
    Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() ->
        client.getApplicationReport(id).getYarnApplicationState()
            == YarnApplicationState.ACCEPTED && client.getAMRMToken(id) != null);
    UserGroupInformation user =
        UserGroupInformation.createRemoteUser("master");
    user.addToken(client.getAMRMToken(id));
    master = user.doAs(
        (PrivilegedExceptionAction<AMRMClient<ContainerRequest>>) () -> {
          AMRMClient<ContainerRequest> amrm = AMRMClient.createAMRMClient();
          amrm.init(cluster.getConfig());
          amrm.start();
          amrm.registerApplicationMaster("localhost", 0, "");
          return amrm;
        });
  }

  private void ask(int containers) throws Exception {
    for (int i = 0; i < containers; i++) {
      master.addContainerRequest(new ContainerRequest(CONTAINER, null, null,
          Priority.newInstance(1)));
    }
    master.allocate(0);
  }

  private Container awaitContainer() {
    return Awaitility.await().pollInterval(10, TimeUnit.MILLISECONDS)
        .atMost(60, TimeUnit.SECONDS).until(() -> {
          List<Container> allocated =
              master.allocate(0).getAllocatedContainers();
          return allocated.isEmpty() ? null : allocated.get(0);
        }, container -> container != null);
  }

  /** @return milliseconds to its next heartbeat, as the node was told last. */
  private long told() throws ReflectiveOperationException {
    Field told =
        NodeStatusUpdaterImpl.class.getDeclaredField("nextHeartBeatInterval");
    told.setAccessible(true);
    return told.getLong(cluster.getNodeManager(0).getNodeStatusUpdater());
  }

  /** The scheduler may not have heard of the node when its first one came. */
  private void beatOnce() {
    NodeStatusUpdaterImpl updater =
        (NodeStatusUpdaterImpl) cluster.getNodeManager(0).getNodeStatusUpdater();
    long before = heartbeats.count();
    // A call while a heartbeat is on its way brings no other.
    Awaitility.await().pollDelay(0, TimeUnit.SECONDS)
        .pollInterval(1, TimeUnit.SECONDS).atMost(60, TimeUnit.SECONDS)
        .until(() -> {
          boolean came = heartbeats.count() > before;
          if (!came) {
            updater.sendOutofBandHeartBeat();
          }
          return came;
        });
  }

  /** What is so sooner or later: a machine may be too busy at first. */
  private static ConditionFactory await() {
    return Awaitility.await().atMost(120, TimeUnit.SECONDS);
  }

  @Test(timeout = 180_000)
  public void aFixedPeriodIsSeenOnTheWire() throws Exception {
    conf.setBoolean(NodeHeartbeatConf.ADAPTIVE_KEY, false);
    conf.setInt(NodeHeartbeatConf.INTERVAL_KEY, 50);
    start();
    double period = heartbeats.meanPeriod(40);
    assertThat(told()).isEqualTo(50);
    assertThat(period).isGreaterThanOrEqualTo(49);
  }

  @Test(timeout = 180_000)
  public void anIdleNodeSendsAtTheIntervalAndOneWithRequestsAtTheShortest()
      throws Exception {
    conf.setInt(NodeHeartbeatConf.MIN_KEY, 50);
    // Else a request does not wait.
    conf.setBoolean(NodeHeartbeatConf.OFFER_KEY, false);
    start();
    register();
    await().until(() -> told() == 1000);
    assertThat(heartbeats.meanPeriod(2)).isGreaterThanOrEqualTo(999);
    await().until(() -> {
      ask(1);
      ContainerId container = awaitContainer().getId();
      long next = heartbeats.count() + 3;
      long shortest = told();
      while (heartbeats.count() < next && shortest > 50) {
        shortest = Math.min(shortest, told());
      }
      master.releaseAssignedContainer(container);
      return shortest;
    }, shortest -> shortest == 50);
    assertThat(HeartbeatMetrics.get().getNodeHeartbeatsPerSecond())
        .isPositive();
  }

  /** @return how many heartbeats come from a request to its container. */
  private long heartbeatsToContainer() throws Exception {
    long before = heartbeats.count();
    ask(1);
    ContainerId container = awaitContainer().getId();
    long after = heartbeats.count();
    master.releaseAssignedContainer(container);
    master.allocate(0);
    return after - before;
  }

  @Test(timeout = 180_000)
  public void aNodeWithRoomIsOfferedWithoutItsHeartbeat() throws Exception {
    conf.setInt(NodeHeartbeatConf.INTERVAL_KEY, NEVER);
    conf.setInt(NodeHeartbeatConf.MIN_KEY, NEVER);
    start();
    register();
    beatOnce();
    long offers = HeartbeatMetrics.get().getNodeOffers();
    await().untilAsserted(() -> {
      assertThat(heartbeatsToContainer()).isZero();
      // The scheduler may not have been done with the heartbeat before.
      assertThat(HeartbeatMetrics.get().getNodeOffers())
          .isGreaterThan(offers);
    });
  }

  @Test(timeout = 180_000)
  public void aNodeIsOfferedWithItsHeartbeatIfThatIsConfigured()
      throws Exception {
    conf.setInt(NodeHeartbeatConf.INTERVAL_KEY, 3_000);
    conf.setInt(NodeHeartbeatConf.MIN_KEY, 3_000);
    conf.setBoolean(NodeHeartbeatConf.OFFER_KEY, false);
    start();
    register();
    long offers = HeartbeatMetrics.get().getNodeOffers();
    long needed = 0;
    for (int tries = 0; needed == 0 && tries < 10; tries++) {
      heartbeats.awaitNext();
      // None if the scheduler was not done with that one.
      needed = heartbeatsToContainer();
    }
    assertThat(needed).isPositive();
    assertThat(HeartbeatMetrics.get().getNodeOffers()).isEqualTo(offers);
  }

  @Test(timeout = 180_000)
  public void requestsThatDoNotFitDoNotKeepAFullNodeBusy() throws Exception {
    conf.setInt(NodeHeartbeatConf.MIN_KEY, 50);
    start();
    register();
    ask(100);
    awaitContainer();
    for (int i = 0; i < 2; i++) {
      heartbeats.awaitNext();
      await().until(() -> told() >= 1000);
    }
  }

  @Test(timeout = 180_000)
  public void aContainerThatFinishesIsStillReportedOutOfBandAndOneMoreFollowsSoon()
      throws Exception {
    conf.setInt(NodeHeartbeatConf.INTERVAL_KEY, NEVER);
    conf.setInt(NodeHeartbeatConf.MIN_KEY, 50);
    start();
    register();
    beatOnce();
    ask(1);
    Container container = awaitContainer();
    long before = heartbeats.count();
    finish(container);
    heartbeats.awaitFrom(before + 2);
  }

  /** Runs a process in it that ends at once. */
  private void finish(Container container) throws Exception {
    NMClient nodes = NMClient.createNMClient();
    nodes.setNMTokenCache(master.getNMTokenCache());
    nodes.init(cluster.getConfig());
    nodes.start();
    try {
      nodes.startContainer(container, ContainerLaunchContext.newInstance(null,
          null, Collections.singletonList("true"), null, null, null));
    } finally {
      nodes.stop();
    }
  }

  @Test(timeout = 180_000)
  public void aWrongPeriodStopsTheResourceManager() throws IOException {
    assertRefused(NodeHeartbeatConf.INTERVAL_KEY, "fast", "a whole number");
    assertRefused(NodeHeartbeatConf.MIN_KEY, "2000",
        "a whole number from 10 to 1000");
    // Stock's own check, which names keys and values.
    conf.setInt(NodeHeartbeatConf.INTERVAL_KEY, 600_001);
    assertThatThrownBy(this::initResourceManager).hasMessage(
        "Nodemanager expiry interval should be no less than heartbeat"
            + " interval, yarn.nm.liveness-monitor.expiry-interval-ms=600000, "
            + NodeHeartbeatConf.INTERVAL_KEY + "=600001");
    conf.setInt(NodeHeartbeatConf.INTERVAL_KEY, 0);
    StockTracker.initWithIntervalZero(this::initResourceManager);
  }

  @Test(timeout = 180_000)
  public void aPeriodOfOneMillisecondIsStocks() {
    LogCapturer log = LogCapturer.captureLogs(
        LoggerFactory.getLogger(NodeHeartbeats.class));
    try {
      conf.setInt(NodeHeartbeatConf.INTERVAL_KEY, 1);
      initResourceManager();
      assertThat(log.getOutput()).containsOnlyOnce(
          NodeHeartbeatConf.INTERVAL_KEY + " = 1 makes no sense");
    } finally {
      log.stopCapturing();
    }
  }

  private void assertRefused(String key, String value, String range) {
    conf.set(key, value);
    assertThatThrownBy(this::initResourceManager).as(value)
        .hasStackTraceContaining(key + " = " + value + ": must be " + range);
    conf.unset(key);
  }

  private void initResourceManager() {
    ResourceManager resourceManager = new ResourceManager();
    try {
      resourceManager.init(new YarnConfiguration(conf));
    } finally {
      resourceManager.stop();
    }
  }
}
