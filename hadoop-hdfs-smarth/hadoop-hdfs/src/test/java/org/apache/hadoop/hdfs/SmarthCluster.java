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

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.net.BindException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeInsides;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.Replica;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet;
import org.apache.hadoop.hdfs.smarth.client.plan.auto.AutoPlan;
import org.apache.hadoop.hdfs.smarth.client.plan.auto.PipelineControl;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.util.Timer;
import org.awaitility.Awaitility;
import org.mockito.stubbing.Answer;

import static org.assertj.core.api.Assertions.assertThat;

/** A small cluster of two racks, and what the tests ask of it. */
final class SmarthCluster implements Closeable {
  static final int BLOCK = 1 << 20;

  /** The thread in which stock shuts down for an upgrade. */
  private static final String SHUTDOWN = "Async datanode shutdown thread";

  private final MiniDFSCluster cluster;
  private final DistributedFileSystem fs;

  SmarthCluster(int datanodes) throws IOException {
    this(datanodes, new HdfsConfiguration());
  }

  SmarthCluster(int datanodes, Configuration conf) throws IOException {
    this(datanodes, impatient(conf), racks(datanodes));
  }

  /** Where neither dead datanodes nor copies that failed are noticed soon. */
  static SmarthCluster patient(int datanodes, Configuration conf)
      throws IOException {
    return new SmarthCluster(datanodes, conf, racks(datanodes));
  }

  private static Configuration impatient(Configuration conf) {
    // A datanode that is stopped is known to be dead within seconds.
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_KEY,
        500);
    // Nor is it waited for as the target of a copy.
    conf.setInt("dfs.namenode.replication.pending.timeout-sec", 3);
    return conf;
  }

  private static String[] racks(int datanodes) {
    String[] racks = new String[datanodes];
    for (int i = 0; i < datanodes; i++) {
      racks[i] = i * 9 < datanodes * 5 ? "/a" : "/b";
    }
    return racks;
  }

  private SmarthCluster(int datanodes, Configuration conf, String[] racks)
      throws IOException {
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, BLOCK);
    conf.setInt(DFSConfigKeys.DFS_REPLICATION_KEY, 3);
    conf.setInt("dfs.namenode.replication.interval", 1);
    conf.setInt(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, 1);
    // Scanners hold their volumes, and cached connections outlive their use.
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SCANNER_VOLUME_BYTES_PER_SECOND, 0);
    conf.setInt(HdfsClientConfigKeys.DFS_CLIENT_SOCKET_CACHE_CAPACITY_KEY, 0);
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(datanodes)
        .racks(racks).build();
    cluster.waitActive();
    fs = cluster.getFileSystem();
  }

  MiniDFSCluster getCluster() {
    return cluster;
  }

  DistributedFileSystem getFs() {
    return fs;
  }

  static byte[] bytes(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  /** Of mocks; Hadoop's Mockito has none. */
  static Answer<Object> delegatesTo(ClientProtocol namenode) {
    return call -> {
      try {
        return call.getMethod().invoke(namenode, call.getArguments());
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    };
  }

  /** The stream below what FileSystem.create returns. */
  static DFSOutputStream stream(FSDataOutputStream out) {
    return (DFSOutputStream) out.getWrappedStream();
  }

  /**
   * Where all downstreams stall no pipeline brings anything: lets a file open
   * pipelines all the same, for tests of what happens to them.
   *
   * @return its pipelines
   */
  static PipelineSet withPipelinesInVain(FSDataOutputStream out) {
    SmarthFile file = ((SmarthOutputStream) stream(out)).getFile();
    if (file.getPlan() instanceof AutoPlan) {
      DataNodeInsides.set(file.getPlan(), "control", eager());
    }
    return file.getPipelines();
  }

  private static PipelineControl eager() {
    return new PipelineControl(new Timer(), 0) {
      @Override
      public int limit(int ceiling, long block,
          Supplier<Map<Long, Long>> progress) {
        return ceiling;
      }
    };
  }

  /** Likewise lets a client send a file though those before it all stall. */
  static void sendAheadInVain(FileSystem fs) {
    DataNodeInsides.set(((DistributedFileSystem) fs).getClient().smarth,
        "control", eager());
  }

  byte[] read(Path path) throws IOException {
    try (InputStream in = fs.open(path)) {
      byte[] bytes = new byte[(int) fs.getFileStatus(path).getLen()];
      IOUtils.readFully(in, bytes, 0, bytes.length);
      assertThat(in.read()).isEqualTo(-1);
      return bytes;
    }
  }

  List<LocatedBlock> blocks(Path path) throws IOException {
    return fs.getClient().getLocatedBlocks(path.toString(), 0, Long.MAX_VALUE)
        .getLocatedBlocks();
  }

  /** At its old address, once no connection that is ending has its ports. */
  static void restart(MiniDFSCluster cluster,
      MiniDFSCluster.DataNodeProperties stopped) {
    Awaitility.await().atMost(60, TimeUnit.SECONDS)
        .ignoreException(BindException.class)
        .until(() -> cluster.restartDataNode(stopped, true));
  }

  /** Its clients hear of it, and it keeps what was being written. */
  static void restartForUpgrade(MiniDFSCluster cluster, DataNode node)
      throws IOException {
    int index = cluster.getDataNodes().indexOf(node);
    MiniDFSCluster.DataNodeProperties properties =
        cluster.stopDataNodeForUpgrade(index);
    Awaitility.await().atMost(20, TimeUnit.SECONDS)
        .until(() -> !node.isDatanodeUp() && hasEnded(SHUTDOWN));
    restart(cluster, properties);
  }

  private static boolean hasEnded(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .noneMatch(thread -> thread.getName().equals(name));
  }

  /**
   * @return the datanodes of a file's last block, which is being written, in
   *     the order of its pipeline, which is its client's choice
   */
  List<DataNode> lastPipeline(DFSOutputStream stream) {
    List<DataNode> pipeline = new ArrayList<>();
    for (DatanodeInfo node : newest(
        ((SmarthOutputStream) stream).getFile().getPipelines())) {
      pipeline.add(datanode(node));
    }
    return pipeline;
  }

  /** @return the datanodes of the newest open pipeline, in their order. */
  static List<DatanodeInfo> newest(PipelineSet pipelines) {
    List<DatanodeInfo> newest = Collections.emptyList();
    for (List<DatanodeInfo> targets : pipelines.getTargets()) {
      newest = targets.isEmpty() ? newest : targets;
    }
    return newest;
  }

  /** @return how many copies datanodes made because the namenode said so. */
  static long copies(MiniDFSCluster cluster) {
    return cluster.getDataNodes().stream().mapToLong(
        node -> DataNodeInsides.counter(node, "BlocksReplicated")).sum();
  }

  DataNode datanode(DatanodeInfo node) {
    return cluster.getDataNode(node.getIpcPort());
  }

  /**
   * Every block has its replicas, each finalized, of full length and equal: on
   * the datanodes; the namenode may hear of it a moment later.
   */
  void assertReplicas(Path path, byte[] expected, int replication)
      throws IOException {
    int offset = 0;
    for (LocatedBlock located : blocks(path)) {
      ExtendedBlock block = located.getBlock();
      byte[] part = Arrays.copyOfRange(expected, offset,
          offset + (int) located.getBlockSize());
      assertThat(finalized(block, part, block.getGenerationStamp()))
          .as("%s", located).isEqualTo(replication);
      offset += part.length;
    }
    assertThat(offset).isEqualTo(expected.length);
  }

  /** The same for the replicas that the namenode knows. */
  void assertLocated(Path path, byte[] expected, int replication)
      throws IOException {
    int offset = 0;
    for (LocatedBlock block : blocks(path)) {
      byte[] part = Arrays.copyOfRange(expected, offset,
          offset + (int) block.getBlockSize());
      assertThat(block.getLocations()).as("%s", block).hasSize(replication);
      for (DatanodeInfo node : block.getLocations()) {
        assertReplica(node, block.getBlock(), part);
      }
      offset += part.length;
    }
    assertThat(offset).isEqualTo(expected.length);
  }

  /**
   * As {@link #assertLocated}, once the namenode has seen to it.
   *
   * @param stopped of which the namenode is to know; else that takes it ten
   *     seconds
   */
  void awaitReplicas(Path path, byte[] expected, int replication,
      DatanodeInfo... stopped) throws IOException {
    for (DatanodeInfo node : stopped) {
      cluster.setDataNodeDead(node);
    }
    Awaitility.await().atMost(60, TimeUnit.SECONDS)
        .untilAsserted(() -> assertLocated(path, expected, replication));
  }

  /**
   * @return how many datanodes that run have the whole block, finalized at a
   *     generation stamp; the bytes of each are compared
   */
  int replicas(Path path, int index, byte[] expected, long stamp)
      throws IOException {
    LocatedBlock located = blocks(path).get(index);
    ExtendedBlock block = located.getBlock();
    byte[] part = Arrays.copyOfRange(expected, (int) located.getStartOffset(),
        (int) Math.min(expected.length, located.getStartOffset() + BLOCK));
    return finalized(block, part, stamp);
  }

  /** @return how many datanodes that run have it so; its bytes are compared. */
  private int finalized(ExtendedBlock block, byte[] part, long stamp)
      throws IOException {
    int found = 0;
    for (DataNode datanode : cluster.getDataNodes()) {
      Replica replica = DataNodeTestUtils.fetchReplicaInfo(datanode,
          block.getBlockPoolId(), block.getBlockId());
      if (replica != null && replica.getState() == ReplicaState.FINALIZED
          && replica.getGenerationStamp() == stamp) {
        assertReplica(datanode, block, part);
        found++;
      }
    }
    return found;
  }

  private void assertReplica(DatanodeInfo node, ExtendedBlock block,
      byte[] expected) throws IOException {
    DataNode datanode = datanode(node);
    assertThat(datanode).as("%s runs", node).isNotNull();
    assertReplica(datanode, block, expected);
  }

  private void assertReplica(DataNode datanode, ExtendedBlock block,
      byte[] expected) throws IOException {
    Replica replica =
        DataNodeTestUtils.fetchReplicaInfo(datanode, block.getBlockPoolId(),
            block.getBlockId());
    assertThat(replica.getState()).isEqualTo(ReplicaState.FINALIZED);
    assertThat(replica.getGenerationStamp())
        .isEqualTo(block.getGenerationStamp());
    byte[] stored = new byte[expected.length];
    try (InputStream in =
        DataNodeTestUtils.getFSDataset(datanode).getBlockInputStream(block,
            0)) {
      IOUtils.readFully(in, stored, 0, stored.length);
      assertThat(in.read()).isEqualTo(-1);
    }
    assertThat(stored).isEqualTo(expected);
  }

  /** @return the names of the client's threads that still run. */
  static List<String> clientThreads() {
    List<String> names = new ArrayList<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      String name = thread.getName();
      if (name.startsWith("DataStreamer for")
          || name.startsWith("ResponseProcessor for")) {
        names.add(name);
      }
    }
    return names;
  }

  @Override
  public void close() throws IOException {
    fs.close();
    cluster.shutdown();
  }
}
