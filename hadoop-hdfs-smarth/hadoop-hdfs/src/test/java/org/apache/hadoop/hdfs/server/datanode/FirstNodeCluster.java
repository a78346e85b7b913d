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
package org.apache.hadoop.hdfs.server.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

import com.google.common.io.ByteStreams;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi.FsVolumeReferences;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.apache.hadoop.hdfs.smarth.datanode.FirstNodeMetrics;
import org.apache.hadoop.io.IOUtils;

/**
 * A MiniDFSCluster of three datanodes and one file that is written through
 * {@link RawClient}s. Closing it checks that nothing is left of the writes:
 * no thread, no reserved space, no memory of the forwarders, no volume
 * reference, no descriptor.
 */
final class FirstNodeCluster implements Closeable {
  static final String CLIENT = "DFSClient_raw";
  static final Duration PATIENCE = Duration.ofSeconds(60);
  static final long BLOCK = 128L << 20;

  private final MiniDFSCluster dfs;
  private final DistributedFileSystem fs;
  private final ClientProtocol namenode;

  FirstNodeCluster(Configuration conf, int datanodes) throws IOException {
    this(conf, datanodes, 1);
  }

  FirstNodeCluster(Configuration conf, int datanodes, int volumes)
      throws IOException {
    dfs = new MiniDFSCluster.Builder(conf,
        new File("target/test/dfs-" + System.nanoTime()))
        .numDataNodes(datanodes).storagesPerDatanode(volumes).build();
    dfs.waitActive();
    fs = dfs.getFileSystem();
    namenode = fs.getClient().getNamenode();
  }

  static FirstNodeCluster start() throws IOException {
    return new FirstNodeCluster(conf(), 3);
  }

  static Configuration conf() {
    Configuration conf = new HdfsConfiguration();
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, BLOCK);
    conf.setLong(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, 1);
    // By names that Hadoop 3 takes, too.
    conf.setInt("dfs.namenode.replication.pending.timeout-sec", 2);
    conf.setLong("dfs.namenode.replication.interval", 1);
    return conf;
  }

  MiniDFSCluster getDfs() {
    return dfs;
  }

  DistributedFileSystem getFs() {
    return fs;
  }

  void stopNode(LocatedBlock block, int index) {
    dfs.stopDataNode(block.getLocations()[index].getXferAddr());
  }

  /** The clients of the datanode are told that it restarts; it does not. */
  void announceRestart(LocatedBlock block, int index) {
    DataNode node = node(block, index);
    node.shutdownForUpgrade = true;
    try {
      node.getXferServer().sendOOBToPeers();
    } finally {
      node.shutdownForUpgrade = false;
    }
  }

  static byte[] randomBytes(int length) {
    byte[] data = new byte[length];
    new Random(length).nextBytes(data);
    return data;
  }

  // ---- The file. ----

  /** Creates a file with replication 3 and allocates its first block. */
  LocatedBlock createFile(String path) throws IOException {
    return createFile(path, BLOCK);
  }

  /** The same with another block size, which the NameNode reserves for long. */
  LocatedBlock createFile(String path, long blockSize) throws IOException {
    HdfsFileStatus file = StockCalls.create(namenode, path, CLIENT, blockSize);
    return addBlock(path, file.getFileId(), null);
  }

  /** Gives the block a new generation stamp, as stock recovery does. */
  LocatedBlock bump(LocatedBlock block) throws IOException {
    return namenode.updateBlockForPipeline(block.getBlock(), CLIENT);
  }

  LocatedBlock addBlock(String path, long fileId, ExtendedBlock previous)
      throws IOException {
    return namenode.addBlock(path, CLIENT, previous, null, fileId, null, null);
  }

  long fileId(String path) throws IOException {
    return fs.getClient().getFileInfo(path).getFileId();
  }

  void complete(String path, LocatedBlock block, long length)
      throws IOException {
    ExtendedBlock last = new ExtendedBlock(block.getBlock());
    last.setNumBytes(length);
    long id = fileId(path);
    await().atMost(PATIENCE)
        .until(() -> namenode.complete(path, CLIENT, last, id));
  }

  void recoverLease(String path) {
    await().atMost(PATIENCE).until(() -> fs.recoverLease(new Path(path)));
  }

  byte[] read(String path) throws IOException {
    byte[] data = new byte[(int) fs.getFileStatus(new Path(path)).getLen()];
    try (FSDataInputStream in = fs.open(new Path(path))) {
      in.readFully(data);
    }
    return data;
  }

  /** @return how many replicas were reported corrupt to the namenode. */
  int corruptReplicas(LocatedBlock block) {
    BlockManager manager = dfs.getNamesystem().getBlockManager();
    return manager.countNodes(manager.getStoredBlock(
        block.getBlock().getLocalBlock())).corruptReplicas();
  }

  /** @return how many finalized replicas the namenode knows of. */
  int liveReplicas(LocatedBlock block) {
    BlockManager manager = dfs.getNamesystem().getBlockManager();
    return manager.countNodes(manager.getStoredBlock(
        block.getBlock().getLocalBlock())).liveReplicas();
  }

  // ---- The datanodes. ----

  /** @return the block with the first datanode as its whole pipeline. */
  static LocatedBlock firstOnly(LocatedBlock block) {
    return new LocatedBlock(new ExtendedBlock(block.getBlock()),
        new DatanodeInfo[] {block.getLocations()[0]},
        new String[] {block.getStorageIDs()[0]},
        new StorageType[] {block.getStorageTypes()[0]});
  }

  /** @return the datanode at this place in the block's pipeline. */
  DataNode node(LocatedBlock block, int index) {
    DatanodeInfo wanted = block.getLocations()[index];
    for (DataNode node : dfs.getDataNodes()) {
      if (node.getDatanodeUuid().equals(wanted.getDatanodeUuid())) {
        return node;
      }
    }
    throw new IllegalStateException("no datanode " + wanted);
  }

  /** @return its replica; null if there is none. */
  @SuppressWarnings("deprecation")
  Replica replica(LocatedBlock block, int index) {
    return node(block, index).data.getReplica(
        block.getBlock().getBlockPoolId(), block.getBlock().getBlockId());
  }

  void awaitFinalized(LocatedBlock block, int index, long length) {
    await().atMost(PATIENCE).until(() ->
        node(block, index).data.isValidBlock(block.getBlock())
            && node(block, index).data.getLength(block.getBlock()) == length);
  }

  boolean isFinalized(LocatedBlock block, int index) {
    return node(block, index).data.isValidBlock(block.getBlock());
  }

  /** @return the replica's data as on disk. */
  byte[] stored(LocatedBlock block, int index) throws IOException {
    DataNode node = node(block, index);
    byte[] data = new byte[(int) node.data.getLength(block.getBlock())];
    try (InputStream in =
        node.data.getBlockInputStream(block.getBlock(), 0)) {
      IOUtils.readFully(in, data, 0, data.length);
    }
    return data;
  }

  /** @return the file of the replica's checksums. */
  byte[] storedChecksums(LocatedBlock block, int index) throws IOException {
    try (InputStream in =
        node(block, index).data.getMetaDataInputStream(block.getBlock())) {
      return ByteStreams.toByteArray(in);
    }
  }

  /** @return what the datanode's last heartbeat told of its load. */
  int reportedLoad(DataNode node) {
    return dfs.getNamesystem().getBlockManager().getDatanodeManager()
        .getDatanode(node.getDatanodeUuid()).getXceiverCount();
  }

  /** @return data on all datanodes that wait to be forwarded, in bytes. */
  long waitingToBeForwarded() {
    return dfs.getDataNodes().stream()
        .mapToLong(node -> node.firstNodeService.getMemory().getBacklog())
        .sum();
  }

  /** @return a counter of the datanode's stock metrics. */
  long counter(LocatedBlock block, int index, String name) {
    return DataNodeInsides.counter(node(block, index), name);
  }

  FirstNodeMetrics metrics(LocatedBlock block) {
    return node(block, 0).firstNodeService.getMetrics();
  }

  static List<String> writeThreads() {
    List<String> names = new ArrayList<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      String name = thread.getName();
      if (name.startsWith("MirrorForwarder") || name.contains("PacketRespond")
          || name.contains("Receiving block")) {
        names.add(name);
      }
    }
    return names;
  }

  /** Waits until the last packet was received, and only acks are missing. */
  static void awaitReceiverWaitsForAcks(LocatedBlock block) {
    await().atMost(PATIENCE).until(() -> {
      for (Map.Entry<Thread, StackTraceElement[]> thread
          : Thread.getAllStackTraces().entrySet()) {
        if (thread.getKey().getName().contains(
            block.getBlock().getBlockName())
            && Arrays.stream(thread.getValue()).anyMatch(frame ->
            frame.getClassName().endsWith("PacketResponder")
                && frame.getMethodName().equals("close"))) {
          return true;
        }
      }
      return false;
    });
  }

  /** Waits until no thread of any datanode writes this block. */
  static void awaitNoWriter(LocatedBlock block) {
    await().atMost(PATIENCE).until(() -> writeThreads().stream()
        .noneMatch(name -> name.contains(block.getBlock().getBlockName())));
  }

  private List<String> openReplicaFiles() {
    List<String> open = new ArrayList<>();
    String base = new File(dfs.getDataDirectory()).getAbsolutePath();
    File[] descriptors = new File("/proc/self/fd").listFiles();
    for (File descriptor : descriptors == null ? new File[0] : descriptors) {
      try {
        String target = java.nio.file.Files
            .readSymbolicLink(descriptor.toPath()).toString();
        if (target.startsWith(base) && target.contains("blk_")) {
          open.add(target);
        }
      } catch (IOException e) {
        // It was closed meanwhile.
      }
    }
    return open;
  }

  /** Waits until nothing is left of any write, and fails if something is. */
  void awaitClean() {
    await().atMost(PATIENCE).untilAsserted(() -> {
      assertThat(writeThreads()).isEmpty();
      assertThat(openReplicaFiles()).isEmpty();
      for (DataNode node : dfs.getDataNodes()) {
        if (node.data == null) {
          continue;
        }
        assertThat(node.firstNodeService.getMemory().getUsed()).isZero();
        assertThat(node.firstNodeService.getMemory().getBacklog()).isZero();
        assertNothingReserved(node);
      }
    });
  }

  private static void assertNothingReserved(DataNode node)
      throws IOException {
    assertThat(reserved(node)).as("reserved on " + node).isZero();
  }

  /** @return what this datanode reserves for replicas, on all volumes. */
  long reserved(LocatedBlock block, int index) throws IOException {
    return reserved(node(block, index));
  }

  private static long reserved(DataNode node) throws IOException {
    long sum = 0;
    try (FsVolumeReferences volumes = node.data.getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        sum += ((FsVolumeImpl) volume).getReservedForReplicas();
      }
    }
    return sum;
  }

  @Override
  public void close() throws IOException {
    Downstream.openAll();
    try {
      awaitClean();
    } finally {
      dfs.shutdown(true);
    }
  }
}
