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
import java.nio.charset.StandardCharsets;
import java.security.PrivilegedExceptionAction;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyRackFaultTolerant;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicySmarth;
import org.apache.hadoop.hdfs.server.blockmanagement.ScheduledBlocks;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.hdfs.server.namenode.ha.ObserverReadProxyProvider;
import org.apache.hadoop.hdfs.smarth.namenode.placement.Counters;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.StateProto;
import org.apache.hadoop.ipc.CallerContext;
import org.apache.hadoop.security.UserGroupInformation;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What NameNodes of Hadoop 3 have beside those of 2.10: observers, Routers that
 * say for whom they call, policies that are replaced, erasure-coded files.
 */
public class Hadoop3NameNodeIT {
  private static final int BLOCKS = 30;
  private static final String ELSEWHERE = "10.7.7.7";

  private final Configuration conf = new HdfsConfiguration();
  private MiniDFSCluster cluster;

  public Hadoop3NameNodeIT() {
    // All datanodes are on the client's host here.
    conf.setBoolean(DFSConfigKeys
        .DFS_NAMENODE_BLOCKPLACEMENTPOLICY_DEFAULT_PREFER_LOCAL_NODE_KEY,
        false);
    conf.setInt(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, 1);
    // A test that fails with a Router's words must not leave them to others.
    CallerContext.setCurrent(null);
  }

  @After
  public void stop() {
    CallerContext.setCurrent(null);
    if (cluster != null) {
      cluster.shutdown();
    }
  }

  private void start() throws IOException {
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(6)
        .racks(new String[] {"/a", "/a", "/a", "/b", "/b", "/b"}).build();
    cluster.waitActive();
  }

  private SpeedTeller teller(int namenode) throws IOException {
    return new SpeedTeller(cluster.getNameNode(namenode).getNameNodeAddress());
  }

  private BlockPlacementPolicySmarth policy(int namenode) {
    return (BlockPlacementPolicySmarth) cluster.getNamesystem(namenode)
        .getBlockManager().getBlockPlacementPolicy();
  }

  private long count(int namenode, String name) {
    return Counters.get(policy(namenode).getSpeeds().getMetrics()::addTo,
        name);
  }

  /** The active NameNode knows how fast a client's host sends to datanodes. */
  private void know(String host, double... rates) {
    policy(0).getSpeeds().getTable().learnFromClient(host,
        SpeedTeller.speeds(cluster, rates), policy(0).getKnownDatanodes());
  }

  private Set<Integer> firsts() throws IOException {
    Set<Integer> firsts = new TreeSet<>();
    try (DistributedFileSystem fs = cluster.getFileSystem(0)) {
      ClientProtocol namenode = fs.getClient().getNamenode();
      String client = fs.getClient().getClientName();
      for (int i = 0; i < BLOCKS; i++) {
        long id = StockCalls.create(namenode, "/file", client);
        LocatedBlock block =
            namenode.addBlock("/file", client, null, null, id, null, null);
        namenode.delete("/file", false);
        firsts.add(SpeedTeller.first(cluster, block));
        ScheduledBlocks.stored(cluster.getNamesystem(0), block);
      }
    }
    return firsts;
  }

  @Test(timeout = 120_000)
  public void anObserverTakesReportsAndIsSwitchedAsAStandby()
      throws Exception {
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(2)
        .nnTopology(MiniDFSNNTopology.simpleHATopology(3)).build();
    cluster.waitActive();
    cluster.transitionToActive(0);
    cluster.transitionToObserver(2);
    try (SpeedTeller observer = teller(2); SpeedTeller active = teller(0)) {
      observer.report(SpeedTeller.speeds(cluster, 40, 10));
      assertThat(count(2, "ClientReports")).isEqualTo(1);
      assertThat(observer.getSpeeds().getClientsCount()).isEqualTo(1);
      StateProto state = observer.turn(false);
      assertThat(state.getOn()).isFalse();
      assertThat(state.getActive()).isFalse();
      // Datanodes follow the active one.
      assertThat(active.turn(true).getOn()).isTrue();
      active.turn(false);
      Awaitility.await().atMost(60, TimeUnit.SECONDS).untilAsserted(() ->
          assertThat(observer.turn(false).getFollowing()).isEqualTo(2));
    }
  }

  private void routeFor(String client) {
    CallerContext.setCurrent(new CallerContext.Builder(
        CallerContext.CLIENT_IP_STR
            + CallerContext.Builder.KEY_VALUE_SEPARATOR + client)
        .setSignature("router".getBytes(StandardCharsets.UTF_8)).build());
  }

  @Test(timeout = 120_000)
  public void ofARoutersClientThatOnesSpeedsCount() throws Exception {
    conf.set(DFSConfigKeys.DFS_NAMENODE_IP_PROXY_USERS,
        UserGroupInformation.getCurrentUser().getShortUserName());
    start();
    know(ELSEWHERE, 10, 40, 11, 12, 45, 5);
    routeFor(ELSEWHERE);
    assertThat(firsts()).containsExactlyInAnyOrder(1, 4);
    assertThat(count(0, "FirstBySpeed")).isEqualTo(BLOCKS);
  }

  @Test(timeout = 120_000)
  public void whoIsNoRouterCallsForHimself() throws Exception {
    start();
    know(ELSEWHERE, 10, 40, 11, 12, 45, 5);
    routeFor(ELSEWHERE);
    firsts();
    assertThat(count(0, "FirstBySpeed")).isZero();
    assertThat(count(0, "FirstByStockNoRecords")).isEqualTo(BLOCKS);
  }

  @Test(timeout = 120_000)
  public void aPolicyInPlaceOfAnotherLearnsSpeeds() throws Exception {
    start();
    BlockPlacementPolicySmarth first = policy(0);
    NameNode namenode = cluster.getNameNode();
    namenode.reconfigureProperty(
        DFSConfigKeys.DFS_BLOCK_PLACEMENT_EC_CLASSNAME_KEY,
        BlockPlacementPolicyRackFaultTolerant.class.getName());
    BlockPlacementPolicySmarth second = policy(0);
    assertThat(second).isNotSameAs(first);
    try (SpeedTeller teller = teller(0)) {
      teller.report(SpeedTeller.speeds(cluster, 10, 40, 11, 12, 45, 5));
      assertThat(teller.getSpeeds().getUsed()).isTrue();
    }
    firsts();
    // Its configuration is read anew, from files that say nothing of this.
    assertThat(count(0, "FirstByStockLocalWriter")).isEqualTo(BLOCKS);
    assertThat(count(0, "FirstByStockNoRecords")).isZero();
  }

  @Test(timeout = 120_000)
  public void blocksOfErasureCodedFilesArePlacedByStocksPolicy()
      throws Exception {
    start();
    know("127.0.0.1", 10, 40, 11, 12, 45, 5);
    BlockPlacementPolicy striped = cluster.getNamesystem().getBlockManager()
        .getStriptedBlockPlacementPolicy();
    assertThat(striped).isInstanceOf(BlockPlacementPolicyDefault.class)
        .isNotInstanceOf(BlockPlacementPolicySmarth.class);
    DistributedFileSystem fs = cluster.getFileSystem();
    Path dir = new Path("/ec");
    fs.mkdirs(dir);
    fs.enableErasureCodingPolicy("XOR-2-1-1024k");
    fs.setErasureCodingPolicy(dir, "XOR-2-1-1024k");
    try (FSDataOutputStream out = fs.create(new Path(dir, "file"))) {
      out.write(new byte[3 << 20]);
    }
    assertThat(count(0, "FirstBySpeed")).isZero();
    try (FSDataOutputStream out = fs.create(new Path("/plain"))) {
      out.write(new byte[3 << 20]);
    }
    assertThat(count(0, "FirstBySpeed")).isEqualTo(1);
  }

  @Test(timeout = 120_000)
  public void aClientThatReadsFromObserversReportsToAllNameNodes()
      throws Exception {
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(3)
        .nnTopology(MiniDFSNNTopology.simpleHATopology(3)).build();
    cluster.waitActive();
    cluster.transitionToActive(0);
    cluster.transitionToObserver(2);
    Configuration client = new Configuration(conf);
    HATestUtil.setFailoverConfigurations(cluster, client, "ns", 0,
        ObserverReadProxyProvider.class);
    client.setInt(HdfsClientConfigKeys.DFS_REPLICATION_KEY, 3);
    client.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, 1 << 20);
    UserGroupInformation user =
        UserGroupInformation.createUserForTesting("writer", new String[0]);
    try (DistributedFileSystem fs = cluster.getFileSystem(0)) {
      fs.mkdirs(new Path("/out"));
      fs.setOwner(new Path("/out"), "writer", "writers");
    }
    user.doAs((PrivilegedExceptionAction<Void>) () -> {
      try (DistributedFileSystem fs = (DistributedFileSystem)
          new Path("hdfs://ns/").getFileSystem(client)) {
        try (FSDataOutputStream out = fs.create(new Path("/out/file"))) {
          for (int i = 0; i < 60; i++) {
            out.write(new byte[1 << 20]);
          }
        }
        Awaitility.await().atMost(60, TimeUnit.SECONDS).untilAsserted(() -> {
          for (int namenode = 0; namenode < 3; namenode++) {
            assertThat(count(namenode, "ClientReports")).isPositive();
          }
        });
      }
      return null;
    });
  }
}
