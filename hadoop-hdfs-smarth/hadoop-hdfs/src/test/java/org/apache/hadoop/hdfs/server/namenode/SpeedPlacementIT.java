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
package org.apache.hadoop.hdfs.server.namenode;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.security.PrivilegedExceptionAction;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import javax.management.ObjectName;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicySmarth;
import org.apache.hadoop.hdfs.server.blockmanagement.ScheduledBlocks;
import org.apache.hadoop.hdfs.server.blockmanagement.SmarthPlacement;
import org.apache.hadoop.hdfs.server.datanode.InternalDataNodeTestUtils;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.smarth.namenode.ClusterSwitch;
import org.apache.hadoop.hdfs.smarth.namenode.placement.Counters;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementConf;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeSpeeds;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.GetSpeedsResponseProto;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.apache.hadoop.util.ServicePlugin;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Test;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a NameNode is told of speeds, and what comes of it. */
public class SpeedPlacementIT {
  private static final String CLIENT = "127.0.0.1";
  private static final int BLOCKS = 30;

  private final Configuration conf = new HdfsConfiguration();
  private final LogCapturer log = LogCapturer.captureLogs(
      LoggerFactory.getLogger(SmarthPlacement.class));
  private MiniDFSCluster cluster;

  public SpeedPlacementIT() {
    // All datanodes are on the client's host here.
    conf.setBoolean(DFSConfigKeys
        .DFS_NAMENODE_BLOCKPLACEMENTPOLICY_DEFAULT_PREFER_LOCAL_NODE_KEY,
        false);
    conf.setInt(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, 1);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_KEY,
        500);
  }

  @After
  public void stop() {
    log.stopCapturing();
    if (cluster != null) {
      cluster.shutdown();
    }
  }

  private void start() throws IOException {
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(6)
        .racks(new String[] {"/a", "/a", "/a", "/b", "/b", "/b"}).build();
    cluster.waitActive();
  }

  private void startPair() throws IOException {
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(6)
        .nnTopology(MiniDFSNNTopology.simpleHATopology()).build();
    cluster.waitActive();
    cluster.transitionToActive(0);
  }

  private SpeedTeller teller(int namenode) throws IOException {
    return new SpeedTeller(cluster.getNameNode(namenode).getNameNodeAddress());
  }

  private static String logLines(LogCapturer log, String part) {
    StringBuilder lines = new StringBuilder();
    for (String line : log.getOutput().split("\n")) {
      if (line.contains(part)) {
        lines.append(line).append('\n');
      }
    }
    return lines.toString();
  }

  private long count(String name) {
    return Counters.get(((BlockPlacementPolicySmarth) cluster.getNamesystem(0)
        .getBlockManager().getBlockPlacementPolicy()).getSpeeds().getMetrics()
        ::addTo, name);
  }

  private Set<Integer> firsts(int namenode) throws IOException {
    return firsts(namenode, BLOCKS, true);
  }

  /** @return the first datanodes of blocks, stored at once or being written */
  private Set<Integer> firsts(int namenode, int blocks, boolean stored)
      throws IOException {
    try (DistributedFileSystem fs = cluster.getFileSystem(namenode)) {
      return firsts(namenode, fs, blocks, stored);
    }
  }

  private Set<Integer> firsts(int namenode, DistributedFileSystem fs,
      int blocks, boolean stored) throws IOException {
    Set<Integer> firsts = new TreeSet<>();
    for (int i = 0; i < blocks; i++) {
      LocatedBlock block = addBlock(fs);
      firsts.add(SpeedTeller.first(cluster, block));
      if (stored) {
        ScheduledBlocks.stored(cluster.getNamesystem(namenode), block);
      }
    }
    return firsts;
  }

  /** A new block of a new file; nothing is written. */
  private static LocatedBlock addBlock(DistributedFileSystem fs)
      throws IOException {
    String path = "/file";
    String client = fs.getClient().getClientName();
    ClientProtocol namenode = fs.getClient().getNamenode();
    long id = StockCalls.create(namenode, path, client);
    LocatedBlock block =
        namenode.addBlock(path, client, null, null, id, null, null);
    namenode.delete(path, false);
    return block;
  }

  @Test(timeout = 120_000)
  public void datanodesThatAreBeingWrittenToGiveWay() throws Exception {
    start();
    try (SpeedTeller teller = teller(0)) {
      teller.report(SpeedTeller.speeds(cluster, 30, 48, 30, 30, 48, 30));
    }
    assertThat(firsts(0)).containsExactlyInAnyOrder(1, 4);
    assertThat(firsts(0, 4 * BLOCKS, false)).contains(1, 4)
        .hasSizeGreaterThan(2);
  }

  private Speed fromClient(double megabytes) {
    return new Speed(CLIENT, Math.round(megabytes * 1e6), 0);
  }

  @Test(timeout = 120_000)
  public void whatAClientReportsDecidesTheFirstDatanode() throws Exception {
    start();
    assertThat(firsts(0)).hasSizeGreaterThan(2);
    assertThat(count("FirstByStockNoRecords")).isEqualTo(BLOCKS);
    try (SpeedTeller teller = teller(0)) {
      teller.report(SpeedTeller.speeds(cluster, 10, 40, 11, 12, 45, 5));
    }
    assertThat(firsts(0)).containsExactlyInAnyOrder(1, 4);
    assertThat(count("FirstBySpeed")).isEqualTo(BLOCKS);
    assertThat(logLines(log, "peeds")).isEmpty();
  }

  /** Each datanode is on the client's host here, and local in its turn. */
  @Test(timeout = 120_000)
  public void forgedReportsLeaveTheFirstReplicaLocalAndMeasuredLimpingDoesNot()
      throws Exception {
    conf.setBoolean(DFSConfigKeys
        .DFS_NAMENODE_BLOCKPLACEMENTPOLICY_DEFAULT_PREFER_LOCAL_NODE_KEY,
        true);
    start();
    try (SpeedTeller teller = teller(0)) {
      teller.report(SpeedTeller.speeds(cluster, 40, 40, 40, 40, 40, 0.001));
      // A sixth of these blocks are local to the last datanode.
      assertThat(firsts(0, 4 * BLOCKS, true)).contains(5);
      assertThat(count("FirstBySpeed")).isZero();
      teller.report(SpeedTeller.speeds(cluster, 0, 0, 0, 0, 0, 40));
    }
    datanodesMeasure(0, 40, 40, 40, 40, 40, 4);
    firsts(0, 4 * BLOCKS, true);
    assertThat(count("FirstBySpeed")).isPositive();
  }

  /** @param writer whose blocks these are alone; 0: of several */
  private void datanodesMeasure(int writer, double... rates)
      throws IOException {
    for (int i = 0; i < rates.length; i++) {
      SpeedTeller.heartbeat(cluster, 0, i,
          fromClient(rates[i]).ofOnly(writer));
    }
  }

  /** As above. */
  @Test(timeout = 120_000)
  public void slowBlocksOfAWriterLeaveTheFirstReplicaOfAnotherLocal()
      throws Exception {
    conf.setBoolean(DFSConfigKeys
        .DFS_NAMENODE_BLOCKPLACEMENTPOLICY_DEFAULT_PREFER_LOCAL_NODE_KEY,
        true);
    start();
    try (DistributedFileSystem fs =
        (DistributedFileSystem) cluster.getNewFileSystemInstance(0)) {
      datanodesMeasure(Speed.writerId(fs.getClient().getClientName()), 40, 40,
          40, 40, 40, 4);
      // A sixth of these blocks are local to the last datanode.
      assertThat(firsts(0, 4 * BLOCKS, true)).contains(5);
      assertThat(count("FirstBySpeed")).isZero();
      firsts(0, fs, 4 * BLOCKS, true);
      assertThat(count("FirstBySpeed")).isPositive();
    }
  }

  @Test(timeout = 120_000)
  public void ratesThatNoLinkHasAreRefusedAndCounted() throws Exception {
    start();
    try (SpeedTeller teller = teller(0)) {
      teller.reportRates(cluster, 0, -1, 125_000_000_001L, Long.MAX_VALUE);
      assertThat(teller.getSpeeds().getClientsList()).isEmpty();
      teller.reportRates(cluster, 1, 125_000_000_000L);
      assertThat(teller.getSpeeds().getClients(0).getDatanodesList())
          .hasSize(2);
    }
    assertThat(count("DroppedImplausibleRecords")).isEqualTo(4);
  }

  @Test(timeout = 120_000)
  public void whatDatanodesMeasureOfAStockClientDecidesForMostBlocks()
      throws Exception {
    start();
    double[] rates = {10, 40, 11, 12, 45, 5};
    for (int i = 0; i < rates.length; i++) {
      SpeedTeller.heartbeat(cluster, 0, i, fromClient(rates[i]));
    }
    firsts(0);
    assertThat(count("DatanodeReports")).isEqualTo(6);
    assertThat(count("FirstBySpeed")).isGreaterThan(BLOCKS / 2);
    // A stock client does not try others itself.
    assertThat(count("FirstBySpeed")
        + count("FirstByStockExploration")).isEqualTo(BLOCKS);
  }

  @Test(timeout = 120_000)
  public void whoDoesNotExistChangesNothing() throws Exception {
    start();
    try (SpeedTeller teller = teller(0)) {
      teller.report(
          Collections.singletonList(new Speed("nobody", 1_000_000, 0)));
    }
    DatanodeRegistration known =
        InternalDataNodeTestUtils.getDNRegistrationForBP(
            cluster.getDataNodes().get(0),
            cluster.getNamesystem().getBlockPoolId());
    DatanodeRegistration nobody = new DatanodeRegistration(
        "00000000-0000-4000-8000-000000000000", known);
    SpeedTeller.heartbeat(cluster, 0, new DatanodeSpeeds(
        Collections.singletonList(fromClient(40)),
        Collections.<Speed>emptyList()), nobody);
    try (SpeedTeller teller = teller(0)) {
      GetSpeedsResponseProto speeds = teller.getSpeeds();
      assertThat(speeds.getUsed()).isTrue();
      assertThat(speeds.getClientsList()).isEmpty();
      assertThat(speeds.getMirrorsList()).isEmpty();
    }
    assertThat(count("DroppedUnknownDatanodeRecords")).isEqualTo(1);
  }

  @Test(timeout = 120_000)
  public void whatAWriterCallsADatanodeCountsOnlyWhereThatOneIs()
      throws Exception {
    start();
    DatanodeID mirror = cluster.getDataNodes().get(1).getDatanodeId();
    Speed hop = new Speed(mirror.getDatanodeUuid(), 40_000_000, 0);
    SpeedTeller.forwarded(cluster, 0, hop.at(cluster.getDataNodes().get(2)
        .getDatanodeId().getXferAddr(false)));
    try (SpeedTeller teller = teller(0)) {
      assertThat(teller.getSpeeds().getMirrorsList()).isEmpty();
      assertThat(count("DroppedUnknownDatanodeRecords")).isEqualTo(1);
      for (boolean byName : new boolean[] {false, true}) {
        SpeedTeller.forwarded(cluster, byName ? 2 : 0,
            hop.at(mirror.getXferAddr(byName)));
      }
      assertThat(teller.getSpeeds().getMirrorsList()).hasSize(2);
    }
    assertThat(count("DroppedUnknownDatanodeRecords")).isEqualTo(1);
  }

  @Test(timeout = 120_000)
  public void aDeadDatanodeIsNotShownAndNotTakenAndComesBack()
      throws Exception {
    start();
    try (SpeedTeller teller = teller(0)) {
      teller.report(SpeedTeller.speeds(cluster, 10, 40, 11, 12, 45, 13));
      DatanodeID id = cluster.getDataNodes().get(4).getDatanodeId();
      String uuid = id.getDatanodeUuid();
      MiniDFSCluster.DataNodeProperties dead = cluster.stopDataNode(4);
      cluster.setDataNodeDead(id);
      assertThat(teller.getSpeeds().getClients(0).getDatanodesList())
          .hasSize(5).noneMatch(speed -> speed.getPeer().equals(uuid));
      assertThat(firsts(0)).contains(1).hasSize(1);

      cluster.restartDataNode(dead, true);
      cluster.waitActive();
      teller.report(SpeedTeller.speeds(cluster, 10, 40, 11, 12, 13, 46));
      assertThat(cluster.getDataNodes().get(5).getDatanodeUuid())
          .isEqualTo(uuid);
      assertThat(firsts(0)).containsExactlyInAnyOrder(1, 5);
    }
  }

  @Test(timeout = 120_000)
  public void aStandbyLearnsAndUsesItWhenItBecomesActive() throws Exception {
    startPair();
    try (SpeedTeller teller = teller(1)) {
      teller.report(SpeedTeller.speeds(cluster, 10, 40, 11, 12, 45, 5));
      assertThat(teller.getSpeeds().getActive()).isFalse();
      assertThat(teller.getSpeeds().getClients(0).getDatanodesCount())
          .isEqualTo(6);
    }
    SpeedTeller.heartbeat(cluster, 1, 1, fromClient(40));
    cluster.transitionToStandby(0);
    cluster.transitionToActive(1);
    assertThat(firsts(1)).containsExactlyInAnyOrder(1, 4);
    try (SpeedTeller teller = teller(1)) {
      assertThat(teller.getSpeeds().getActive()).isTrue();
    }
    assertThat(count("FirstBySpeed")).isZero();
  }

  @Test(timeout = 120_000)
  public void aRestartedNameNodeLearnsFromTheNextHeartbeats()
      throws Exception {
    start();
    SpeedTeller.heartbeat(cluster, 0, 2, fromClient(40));
    cluster.restartNameNode(true);
    assertThat(count("DatanodeReports")).isZero();
    SpeedTeller.heartbeat(cluster, 0, 2, fromClient(40));
    try (SpeedTeller teller = teller(0)) {
      assertThat(teller.getSpeeds().getClients(0).getSource())
          .isEqualTo(CLIENT);
    }
  }

  @Test(timeout = 120_000)
  public void withASitesOwnPluginsReportsAreRefusedAndTheLogSaysSoOnce()
      throws Exception {
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY,
        SitesOwn.class.getName());
    start();
    assertThat(SitesOwn.started).isTrue();
    try (SpeedTeller teller = teller(0)) {
      assertThatThrownBy(() -> teller.report(
          SpeedTeller.speeds(cluster, 10, 40)))
          .isInstanceOf(RemoteException.class)
          .hasMessageContaining("Unknown protocol");
    }
    SpeedTeller.heartbeat(cluster, 0, 2, fromClient(40));
    assertThat(count("DatanodeReports")).isEqualTo(1);
    firsts(0);
    assertThat(logLines(log, "reports of speeds are refused"))
        .contains(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY + " = "
            + SitesOwn.class.getName()).containsOnlyOnce("\n");
  }

  @Test(timeout = 120_000)
  public void aSitesOwnPluginBesideOursIsStartedToo() throws Exception {
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, SitesOwn.class.getName()
        + ", " + SmarthNameNodePlugin.class.getName());
    start();
    assertThat(SitesOwn.started).isTrue();
    try (SpeedTeller teller = teller(0)) {
      teller.report(SpeedTeller.speeds(cluster, 10));
    }
    assertThat(count("ClientReports")).isEqualTo(1);
    assertThat(logLines(log, "peeds")).isEmpty();
  }

  @Test(timeout = 120_000)
  public void withASitesOwnPolicyNothingIsUsedAndTheLogSaysSoOnce()
      throws Exception {
    conf.set(DFSConfigKeys.DFS_BLOCK_REPLICATOR_CLASSNAME_KEY,
        BlockPlacementPolicyDefault.class.getName());
    start();
    String reason = DFSConfigKeys.DFS_BLOCK_REPLICATOR_CLASSNAME_KEY + " = "
        + BlockPlacementPolicyDefault.class.getName();
    assertUnused(reason);
    assertThat(logLines(log, "are not used to place blocks"))
        .contains(reason).containsOnlyOnce("\n");
  }

  @Test(timeout = 120_000)
  public void switchedOffNothingIsUsedAndTheLogSaysSoOnce() throws Exception {
    conf.setBoolean(ClusterSwitch.ENABLED_KEY, false);
    start();
    assertUnused(ClusterSwitch.ENABLED_KEY + " = false");
    assertThat(logLines(log, "are not used to place blocks"))
        .contains(ClusterSwitch.ENABLED_KEY).containsOnlyOnce("\n");
  }

  private void assertUnused(String reason) throws IOException {
    try (SpeedTeller teller = teller(0)) {
      teller.report(SpeedTeller.speeds(cluster, 10, 40, 11, 12, 45, 5));
      SpeedTeller.heartbeat(cluster, 0, 2, fromClient(40));
      GetSpeedsResponseProto speeds = teller.getSpeeds();
      assertThat(speeds.getUsed()).isFalse();
      assertThat(speeds.getUnusedBecause()).isEqualTo(reason);
      assertThat(speeds.getClientsList()).isEmpty();
    }
    assertThat(firsts(0)).hasSizeGreaterThan(2);
  }

  @Test(timeout = 120_000)
  public void aKeyOutOfRangeStopsTheNameNode() {
    conf.set(PlacementConf.EXPIRY_KEY, "0s");
    assertThatThrownBy(this::start).hasStackTraceContaining(
        "dfs.namenode.smarth.speed.expiry = 0s: must be a time from 1s to"
            + " 7d");
  }

  @Test(timeout = 120_000)
  public void withServiceAuthorizationThoseWhoMayUseHdfsMayReport()
      throws Exception {
    conf.setBoolean(CommonConfigurationKeys.HADOOP_SECURITY_AUTHORIZATION,
        true);
    conf.set(CommonConfigurationKeys.SECURITY_CLIENT_PROTOCOL_ACL,
        UserGroupInformation.getCurrentUser().getShortUserName() + ",alice");
    start();
    reportAs("alice");
    assertThat(count("ClientReports")).isEqualTo(1);
    assertThatThrownBy(() -> reportAs("bob"))
        .hasMessageContaining("bob").hasMessageContaining("not authorized");
  }

  @Test(timeout = 120_000)
  public void everyoneMayReportButOnlyASuperuserMayAsk() throws Exception {
    start();
    reportAs("bob");
    assertThat(count("ClientReports")).isEqualTo(1);
    assertThatThrownBy(() -> as("bob", teller -> teller.getSpeeds()))
        .isInstanceOf(RemoteException.class)
        .hasMessageContaining("Superuser privilege is required");
  }

  private void reportAs(String user) throws Exception {
    as(user, teller -> teller.report(
        SpeedTeller.speeds(cluster, 10, 40, 11, 12, 45, 5)));
  }

  /** Something that is done with a NameNode. */
  private interface Call {
    void with(SpeedTeller teller) throws IOException;
  }

  private void as(String user, Call call) throws Exception {
    UserGroupInformation.createUserForTesting(user, new String[] {"users"})
        .doAs((PrivilegedExceptionAction<Void>) () -> {
          try (SpeedTeller teller = teller(0)) {
            call.with(teller);
          }
          return null;
        });
  }

  @Test(timeout = 120_000)
  public void aServiceRpcServerTakesReportsToo() throws Exception {
    conf.set(DFSConfigKeys.DFS_NAMENODE_SERVICE_RPC_ADDRESS_KEY,
        "127.0.0.1:0");
    start();
    InetSocketAddress service = ((NameNodeRpcServer) cluster.getNameNodeRpc())
        .getServiceRpcAddress();
    try (SpeedTeller teller = new SpeedTeller(service)) {
      teller.report(SpeedTeller.speeds(cluster, 10));
    }
    assertThat(count("ClientReports")).isEqualTo(1);
  }

  @Test(timeout = 120_000)
  public void theBeansGoWithTheNameNode() throws Exception {
    start();
    ObjectName info =
        new ObjectName("Hadoop:service=NameNode,name=SmarthPlacementInfo");
    ObjectName counts =
        new ObjectName("Hadoop:service=NameNode,name=SmarthPlacement");
    SpeedTeller.heartbeat(cluster, 0, 2, fromClient(40));
    // The values of both are read once in ten seconds.
    Awaitility.await().atMost(60, TimeUnit.SECONDS).untilAsserted(() ->
        assertThat(ManagementFactory.getPlatformMBeanServer()
            .getAttribute(info, "ClientPairs")).isEqualTo(1L));
    assertThat(ManagementFactory.getPlatformMBeanServer()
        .getAttribute(counts, "DatanodeReports")).isNotNull();
    cluster.shutdown();
    cluster = null;
    for (ObjectName name : new ObjectName[] {info, counts}) {
      assertThat(ManagementFactory.getPlatformMBeanServer().isRegistered(name))
          .as("%s", name).isFalse();
    }
  }

  /** A plugin that a site has already. */
  public static class SitesOwn implements ServicePlugin {
    // Written by the thread that starts the NameNode, the test's.
    private static boolean started;

    @Override
    public void start(Object namenode) {
      started = true;
    }

    @Override
    public void stop() {
      started = false;
    }

    @Override
    public void close() {
      stop();
    }
  }
}
