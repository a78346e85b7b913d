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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.StockBlocks;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.StockCalls;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.apache.hadoop.util.Time;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.apache.hadoop.hdfs.SmarthCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * When the namenode copies a block that its pipeline has still to deliver: not
 * while it drains, and soon after its file is closed without all replicas.
 */
public class DrainRepairIT {
  /** In seconds; the namenode looks for work once a second. */
  private static final int PENDING_TIMEOUT = 1;
  private static final int ROUNDS = 4 * PENDING_TIMEOUT;
  /** Until then who sends no heartbeat is known to be silent. */
  private static final int SILENT_ROUNDS = 9;

  @Rule
  public final Timeout timeout = new Timeout(180, TimeUnit.SECONDS);

  private final Path path = new Path("/file");
  private final byte[] data = SmarthCluster.bytes(4 * BLOCK + 4321, 1);
  private final Configuration conf = new HdfsConfiguration();
  private SmarthCluster cluster;

  @After
  public void stop() {
    IOUtils.cleanupWithLogger(null, cluster);
  }

  /** Where a copy that was ordered and did not come is soon ordered again. */
  private void startImpatient() throws IOException {
    conf.setInt("dfs.namenode.replication.pending.timeout-sec",
        PENDING_TIMEOUT);
    cluster = SmarthCluster.patient(9, conf);
  }

  private DrainingFile begin() throws IOException {
    return new DrainingFile(cluster.getFs(), path, data);
  }

  private static void end(DrainingFile file) throws IOException {
    file.writeRest();
    file.getOut().close();
  }

  private static void awaitRounds(MiniDFSCluster cluster, int namenode,
      int rounds) {
    BlockManager manager =
        cluster.getNamesystem(namenode).getBlockManager();
    Set<Long> seen = new HashSet<>();
    Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> {
      seen.add(StockBlocks.lastRound(manager));
      return seen.size() > rounds;
    });
  }

  /** The second datanode loses what it has of the first block. */
  private void loseSecond(int datanodes, boolean comesBack)
      throws IOException {
    cluster = SmarthCluster.patient(datanodes, conf);
    DrainingFile file;
    try (StalledMirror stalled = new StalledMirror()) {
      file = begin();
      MiniDFSCluster.DataNodeProperties second =
          cluster.getCluster().stopDataNode(file.first(1).getXferAddr());
      if (comesBack) {
        SmarthCluster.restart(cluster.getCluster(), second);
      }
    }
    end(file);
  }

  private void assertCopiedWhenClosed(boolean comesBack) throws IOException {
    loseSecond(9, comesBack);
    Awaitility.await().atMost(30, TimeUnit.SECONDS)
        .untilAsserted(() -> cluster.assertLocated(path, data, 3));
  }

  @Test
  public void whatADatanodeLostInTheDrainLacksIsCopiedWhenTheFileIsClosed()
      throws IOException {
    assertCopiedWhenClosed(false);
  }

  @Test
  public void aReplicaThatALiveDatanodeDroppedIsCopiedWhenTheFileIsClosed()
      throws IOException {
    assertCopiedWhenClosed(true);
  }

  /** It has an unfinished replica, with the generation stamp of the block. */
  @Test
  public void aDatanodeThatDroppedAReplicaGetsItWhereThereIsNoOther()
      throws IOException {
    loseSecond(3, true);
    cluster.awaitReplicas(path, data, 3);
  }

  /** Such as a cut leaves amid a drain: no tool shows it. */
  @Test
  public void aPartThatNobodyWritesIsDeletedAnHourAfterTheFileIsClosed()
      throws Exception {
    cluster = SmarthCluster.patient(4, conf);
    DFSTestUtil.createFile(cluster.getFs(), path, BLOCK, (short) 3, 1);
    DFSTestUtil.waitReplication(cluster.getFs(), path, (short) 3);
    LocatedBlock block = cluster.blocks(path).get(0);
    Set<String> holders = Arrays.stream(block.getLocations())
        .map(DatanodeInfo::getDatanodeUuid).collect(Collectors.toSet());
    DataNode other = cluster.getCluster().getDataNodes().stream()
        .filter(node -> !holders.contains(node.getDatanodeUuid()))
        .findFirst().get();
    FsDatasetSpi<?> dataset = DataNodeTestUtils.getFSDataset(other);
    StockCalls.createRbw(dataset, block.getBlock()).close();
    DataNodeTestUtils.triggerBlockReport(other);
    awaitRounds(cluster.getCluster(), 0, ROUNDS);
    assertThat(dataset.contains(block.getBlock())).isTrue();

    cluster.getFs().setTimes(path,
        Time.now() - TimeUnit.HOURS.toMillis(2), -1);
    DataNodeTestUtils.triggerBlockReport(other);
    Awaitility.await().atMost(30, TimeUnit.SECONDS)
        .until(() -> !dataset.contains(block.getBlock()));
    assertThat(cluster.blocks(path).get(0).getLocations()).hasSize(3);
  }

  /** As in stock, where the writer says who is left in a pipeline. */
  @Test
  public void whatADatanodeLostInTheDrainLacksIsCopiedWhileTheFileIsOpen()
      throws IOException {
    cluster = SmarthCluster.patient(9, conf);
    DrainingFile file;
    try (StalledMirror stalled = new StalledMirror()) {
      file = begin();
      cluster.getCluster().stopDataNode(file.first(1).getXferAddr());
    }
    Awaitility.await().atMost(30, TimeUnit.SECONDS)
        .untilAsserted(() -> assertThat(
            cluster.blocks(path).get(0).getLocations()).hasSize(3));
    end(file);
    Awaitility.await().atMost(30, TimeUnit.SECONDS)
        .untilAsserted(() -> cluster.assertLocated(path, data, 3));
  }

  /** Of one that has just died the namenode does not know that it is dead. */
  @Test
  public void noCopyWaitsForADatanodeThatIsSilent() throws Exception {
    cluster = SmarthCluster.patient(5, conf);
    List<Path> files = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      files.add(new Path("/silent-" + i));
      DFSTestUtil.createFile(cluster.getFs(), files.get(i), BLOCK, (short) 2,
          i);
    }
    cluster.getCluster().stopDataNode(0);
    awaitRounds(cluster.getCluster(), 0, SILENT_ROUNDS);
    for (Path file : files) {
      cluster.getFs().setReplication(file, (short) 3);
    }
    Awaitility.await().atMost(20, TimeUnit.SECONDS).untilAsserted(() -> {
      for (Path file : files) {
        assertThat(cluster.blocks(file).get(0).getLocations()).hasSize(3);
      }
    });
  }

  /** Stock tells of each replica that comes after its block is complete. */
  @Test
  public void theNamenodesLogIsSilentOfReplicasThatDrain() throws Exception {
    cluster = new SmarthCluster(9, conf);
    LogCapturer log = LogCapturer.captureLogs(BlockManager.LOG);
    DrainingFile file;
    try (StalledMirror stalled = new StalledMirror()) {
      file = begin();
      cluster.getCluster().triggerHeartbeats();
      cluster.getCluster().triggerBlockReports();
    }
    end(file);
    log.stopCapturing();
    assertThat(log.getOutput()).doesNotContain("RBW");
  }

  @Test
  public void aBlockThatStillDrainsIsNotCopied() throws Exception {
    startImpatient();
    DrainingFile file;
    try (StalledMirror stalled = new StalledMirror()) {
      file = begin();
      awaitRounds(cluster.getCluster(), 0, ROUNDS);
    }
    end(file);
    cluster.awaitReplicas(path, data, 3);
    assertThat(SmarthCluster.copies(cluster.getCluster())).isZero();
  }

  @Test
  public void aBlockThatDrainsIsNotCopiedAfterARestartOfTheNamenode()
      throws Exception {
    startImpatient();
    DrainingFile file;
    try (StalledMirror stalled = new StalledMirror()) {
      file = begin();
      // Until all datanodes have reported, what they have is missing.
      cluster.getCluster().getConfiguration(0).setInt(
          DFSConfigKeys.DFS_NAMENODE_SAFEMODE_MIN_DATANODES_KEY, 10);
      cluster.getCluster().setWaitSafeMode(false);
      cluster.getCluster().restartNameNode();
      assertThat(cluster.getFs().isInSafeMode()).isTrue();
      cluster.getCluster().triggerBlockReports();
      cluster.getFs().setSafeMode(SafeModeAction.SAFEMODE_LEAVE);
      awaitRounds(cluster.getCluster(), 0, ROUNDS);
    }
    end(file);
    cluster.awaitReplicas(path, data, 3);
    assertThat(SmarthCluster.copies(cluster.getCluster())).isZero();
  }

  @Test
  public void aBlockThatDrainsIsNotCopiedAfterAFailover() throws Exception {
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, BLOCK);
    conf.setInt("dfs.namenode.replication.interval", 1);
    conf.setInt(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, 1);
    conf.setInt("dfs.namenode.replication.pending.timeout-sec",
        PENDING_TIMEOUT);
    conf.setInt(DFSConfigKeys.DFS_HA_TAILEDITS_PERIOD_KEY, 1);
    try (MiniDFSCluster pair = new MiniDFSCluster.Builder(conf)
        .nnTopology(MiniDFSNNTopology.simpleHATopology()).numDataNodes(9)
        .build()) {
      pair.waitActive();
      pair.transitionToActive(0);
      try (FileSystem client = HATestUtil.configureFailoverFs(pair, conf)) {
        DrainingFile file;
        try (StalledMirror stalled = new StalledMirror()) {
          file = new DrainingFile(client, path, data);
          HATestUtil.waitForStandbyToCatchUp(pair.getNameNode(0),
              pair.getNameNode(1));
          pair.transitionToStandby(0);
          pair.transitionToActive(1);
          awaitRounds(pair, 1, ROUNDS);
        }
        end(file);
        Awaitility.await().atMost(60, TimeUnit.SECONDS).untilAsserted(
            () -> DFSTestUtil.waitReplication(client, path, (short) 3));
        assertThat(SmarthCluster.copies(pair)).isZero();
      }
    }
  }
}
