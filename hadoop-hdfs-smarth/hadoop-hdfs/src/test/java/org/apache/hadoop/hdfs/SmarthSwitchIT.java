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
package org.apache.hadoop.hdfs;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.blockmanagement.SmarthPlacement;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeInsides;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.hdfs.smarth.datanode.FirstNodeConf;
import org.apache.hadoop.hdfs.smarth.namenode.ClusterSwitch;
import org.apache.hadoop.hdfs.smarth.namenode.DatanodeStates;
import org.apache.hadoop.hdfs.tools.SmarthAdmin;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.util.ToolRunner;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.apache.hadoop.hdfs.SmarthCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** SMARTH is switched off and on while the cluster works. */
public class SmarthSwitchIT {
  private static final int UPLOADS = 20;
  private static final int SWITCHES = 10;

  @Rule
  public final Timeout timeout = new Timeout(300, TimeUnit.SECONDS);

  private final Configuration conf = new HdfsConfiguration();
  private final AtomicInteger files = new AtomicInteger();
  private MiniDFSCluster cluster;

  private void start(MiniDFSNNTopology topology, int datanodes)
      throws IOException {
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, BLOCK);
    conf.set(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, "200ms");
    cluster = new MiniDFSCluster.Builder(conf).nnTopology(topology)
        .numDataNodes(datanodes).build();
    cluster.waitActive();
  }

  private void start() throws IOException {
    start(MiniDFSNNTopology.simpleSingleNN(0, 0), 3);
  }

  @After
  public void stop() {
    if (cluster != null) {
      cluster.shutdown();
    }
  }

  private static void turn(Configuration client, boolean on) throws Exception {
    assertThat(ToolRunner.run(client, new SmarthAdmin(),
        new String[] {on ? "-on" : "-off"})).isZero();
  }

  private void awaitFollowed(int namenode, boolean on) {
    Awaitility.await().atMost(60, TimeUnit.SECONDS)
        .pollInterval(20, TimeUnit.MILLISECONDS).untilAsserted(() -> {
          assertThat(getSwitch(namenode).isOn()).isEqualTo(on);
          DatanodeStates followers = SmarthPlacement.getStates(
              cluster.getNamesystem(namenode).getBlockManager());
          assertThat(followers.getFollowing().getSize())
              .isEqualTo(cluster.getDataNodes().size());
        });
  }

  private ClusterSwitch getSwitch(int namenode) {
    return cluster.getNamesystem(namenode).getBlockManager()
        .getClusterSwitch();
  }

  private long firstNodeAcks() {
    return cluster.getDataNodes().stream()
        .mapToLong(DataNodeInsides::firstNodeAcks).sum();
  }

  /** Writes a file of four blocks, and compares what is read back. */
  private void upload(FileSystem fs) throws IOException {
    int seed = files.incrementAndGet();
    Path path = new Path("/file" + seed);
    byte[] data = SmarthCluster.bytes(4 * BLOCK - 4321, seed);
    try (OutputStream out = fs.create(path)) {
      out.write(data);
    }
    byte[] read = new byte[data.length];
    try (InputStream in = fs.open(path)) {
      IOUtils.readFully(in, read, 0, read.length);
      assertThat(in.read()).isEqualTo(-1);
    }
    assertThat(read).isEqualTo(data);
  }

  private long acksOfAnUpload(FileSystem fs) throws IOException {
    long before = firstNodeAcks();
    upload(fs);
    return firstNodeAcks() - before;
  }

  @Test
  public void uploadsGoOnWhileItIsSwitchedAndANameNodeFailsOver()
      throws Exception {
    start(MiniDFSNNTopology.simpleHATopology(), 6);
    cluster.transitionToActive(0);
    HATestUtil.setFailoverConfigurations(cluster, conf);
    AtomicBoolean enough = new AtomicBoolean();
    ExecutorService writers = Executors.newFixedThreadPool(UPLOADS);
    try (FileSystem fs = FileSystem.get(conf)) {
      List<Future<Integer>> uploads = new ArrayList<>();
      for (int i = 0; i < UPLOADS; i++) {
        uploads.add(writers.submit(() -> {
          int written = 0;
          do {
            upload(fs);
            written++;
          } while (!enough.get());
          return written;
        }));
      }
      int active = 0;
      for (int i = 1; i <= SWITCHES; i++) {
        boolean on = i % 2 == 0;
        turn(conf, on);
        if (i == SWITCHES / 2) {
          cluster.transitionToStandby(0);
          active = 1;
          cluster.transitionToActive(active);
        }
        awaitFollowed(active, on);
      }
      enough.set(true);
      for (Future<Integer> upload : uploads) {
        assertThat(upload.get()).isPositive();
      }
      assertThat(acksOfAnUpload(fs)).isPositive();
    } finally {
      writers.shutdownNow();
    }
  }

  @Test
  public void whileItIsOffNoBlockGetsFnfa() throws Exception {
    start();
    FileSystem fs = cluster.getFileSystem();
    Configuration admin = cluster.getConfiguration(0);
    assertThat(acksOfAnUpload(fs)).isPositive();
    for (int i = 0; i < 2; i++) {
      turn(admin, false);
      awaitFollowed(0, false);
      assertThat(acksOfAnUpload(fs)).isZero();
      turn(admin, true);
      awaitFollowed(0, true);
      assertThat(acksOfAnUpload(fs)).isPositive();
    }
  }

  @Test
  public void ofTwoNameservicesEachIsSwitchedForItsOwnBlocks()
      throws Exception {
    start(MiniDFSNNTopology.simpleFederatedTopology(2), 3);
    Configuration first = new Configuration(cluster.getConfiguration(0));
    FileSystem.setDefaultUri(first, cluster.getURI(0));
    turn(first, false);
    awaitFollowed(0, false);
    awaitFollowed(1, true);
    assertThat(acksOfAnUpload(cluster.getFileSystem(0))).isZero();
    assertThat(acksOfAnUpload(cluster.getFileSystem(1))).isPositive();
  }

  @Test
  public void aNameserviceThatComesBackIsHeardAnew() throws Exception {
    start(MiniDFSNNTopology.simpleFederatedTopology(2), 1);
    awaitFollowed(0, true);
    awaitFollowed(1, true);
    DataNode datanode = cluster.getDataNodes().get(0);
    Configuration both = new Configuration(datanode.getConf());
    Configuration one = new Configuration(both);
    one.set(DFSConfigKeys.DFS_NAMESERVICES,
        both.getTrimmedStrings(DFSConfigKeys.DFS_NAMESERVICES)[0]);
    datanode.refreshNamenodes(one);
    awaitHeard(datanode, 1);
    datanode.refreshNamenodes(both);
    awaitHeard(datanode, 2);
  }

  private void awaitHeard(DataNode datanode, int nameservices) {
    Awaitility.await().atMost(60, TimeUnit.SECONDS).untilAsserted(() ->
        assertThat(IntStream.range(0, 2).filter(i ->
            DataNodeInsides.knowsSwitch(datanode,
                cluster.getNamesystem(i).getBlockPoolId())).count())
            .isEqualTo(nameservices));
  }

  @Test
  public void aNameNodeThatStartsTakesTheValueOfItsKey() throws Exception {
    start();
    turn(cluster.getConfiguration(0), false);
    awaitFollowed(0, false);
    cluster.restartNameNode(0);
    cluster.waitActive();
    awaitFollowed(0, true);
    cluster.getConfiguration(0).setBoolean(ClusterSwitch.ENABLED_KEY, false);
    cluster.restartNameNode(0);
    cluster.waitActive();
    awaitFollowed(0, false);
    assertThat(acksOfAnUpload(cluster.getFileSystem())).isZero();
    // This process may still have a connection to the NameNode that was stopped.
    Awaitility.await().untilAsserted(
        () -> turn(cluster.getConfiguration(0), true));
    awaitFollowed(0, true);
    assertThat(acksOfAnUpload(cluster.getFileSystem())).isPositive();
  }

  @Test
  public void aDatanodeThatStartsHearsItWithItsFirstHeartbeats()
      throws Exception {
    start();
    turn(cluster.getConfiguration(0), false);
    awaitFollowed(0, false);
    assertThat(cluster.restartDataNode(0)).isTrue();
    cluster.waitActive();
    awaitFollowed(0, false);
    assertThat(acksOfAnUpload(cluster.getFileSystem())).isZero();
  }

  @Test
  public void theKeysAreReconfiguredWithoutARestart() throws Exception {
    start();
    FileSystem fs = cluster.getFileSystem();
    for (DataNode datanode : cluster.getDataNodes()) {
      assertThat(datanode.getReconfigurableProperties())
          .contains(FirstNodeConf.ENABLED_KEY);
      assertThatThrownBy(() -> datanode
          .reconfigureProperty(FirstNodeConf.ENABLED_KEY, "no"))
          .isInstanceOf(ReconfigurationException.class)
          .hasRootCauseMessage("dfs.datanode.smarth.enabled = no: must be true"
              + " or false");
      datanode.reconfigureProperty(FirstNodeConf.ENABLED_KEY, "false");
    }
    assertThat(acksOfAnUpload(fs)).isZero();
    for (DataNode datanode : cluster.getDataNodes()) {
      datanode.reconfigureProperty(FirstNodeConf.ENABLED_KEY, null);
    }
    assertThat(acksOfAnUpload(fs)).isPositive();

    assertThat(cluster.getNameNode().getReconfigurableProperties())
        .contains(ClusterSwitch.ENABLED_KEY);
    cluster.getNameNode()
        .reconfigureProperty(ClusterSwitch.ENABLED_KEY, "false");
    awaitFollowed(0, false);
    assertThat(acksOfAnUpload(fs)).isZero();
    cluster.getNameNode()
        .reconfigureProperty(ClusterSwitch.ENABLED_KEY, "true");
    awaitFollowed(0, true);
    assertThat(acksOfAnUpload(fs)).isPositive();
  }
}
