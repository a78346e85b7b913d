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
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.apache.commons.lang3.ArrayUtils;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeInsides;
import org.awaitility.Awaitility;

import static org.apache.hadoop.hdfs.SmarthCluster.BLOCK;

/** Writes a file, stops where a fault is to come, and goes on. */
final class FaultyWrite implements Closeable {
  private static final int SOME = FaultCase.SOME;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final SmarthCluster cluster;
  private final FaultCase fault;
  private final DatanodeFaults faults;
  private final Path path;
  private final byte[] data;

  private FSDataOutputStream out;
  private CompletableFuture<Void> background;
  private int written;
  private int flushed;
  private boolean closing;
  private ExtendedBlock block;
  private List<DataNode> pipeline;
  private DataNodeProperties alsoStopped;

  FaultyWrite(SmarthCluster cluster, FaultCase fault, DatanodeFaults faults,
      Path path) {
    this.cluster = cluster;
    this.fault = fault;
    this.faults = faults;
    this.path = path;
    this.data = SmarthCluster.bytes(fault.getLength(), fault.getSeed());
  }

  // What the fault needs to know.

  /** @return the block to hit. */
  ExtendedBlock getBlock() {
    return block;
  }

  /** @return how the datanodes' threads call the block. */
  String getBlockName() {
    return block.getBlockName() + "_";
  }

  /** @return the datanodes of the block to hit, in their order. */
  List<DataNode> getPipeline() {
    return pipeline;
  }

  DFSOutputStream getStream() {
    return SmarthCluster.stream(out);
  }

  Path getPath() {
    return path;
  }

  byte[] getData() {
    return data;
  }

  /** @return how many bytes a flush has promised. */
  int getFlushed() {
    return flushed;
  }

  // Up to the fault.

  /** Returns when the moment has come, and lasts. */
  void reach() throws IOException {
    out = create();
    SmarthCluster.withPipelinesInVain(out);
    writeTo(fault.getTarget() * BLOCK);
    if (written > 0) {
      flush();
    }
    switch (fault.getMoment()) {
    case BEFORE_FIRST_PACKET:
      beforeFirstPacket();
      break;
    case MID_BLOCK:
      beginBlock();
      stalled(SOME);
      break;
    case LAST_PACKET_SENT:
      lastPacketSent();
      break;
    case AFTER_FNFA:
      afterFirstNodeAck();
      break;
    case AFTER_LAST_FNFA:
      beginBlock();
      stall();
      writeTo(data.length);
      closeInBackground();
      await(() -> DataNodeInsides.isFinalized(pipeline.get(0), block));
      break;
    case DURING_HFLUSH:
      beginBlock();
      stalled(SOME);
      int end = written;
      background = run(out::hflush);
      await(() -> onFirst() == end % BLOCK);
      break;
    case DURING_CLOSE:
      duringClose();
      break;
    default:
      duringRecovery();
    }
  }

  private FSDataOutputStream create() throws IOException {
    DistributedFileSystem fs = cluster.getFs();
    if (fault.getNode() != FaultNode.SHARED) {
      return fs.create(path);
    }
    InetSocketAddress[] favored = cluster.getCluster().getDataNodes().stream()
        .limit(3).map(DataNode::getXferAddress)
        .toArray(InetSocketAddress[]::new);
    return fs.create(path, FsPermission.getFileDefault(), true, 4096,
        (short) 3, BLOCK, null, favored);
  }

  /** Some bytes of the block are on all its datanodes. */
  private void beginBlock() throws IOException {
    writeTo(written + fault.getFlushed());
    flush();
    locate();
  }

  /**
   * The same where the next block is to begin while this one drains, which it
   * does not after a flush.
   */
  private void beginBlockUnflushed() throws IOException {
    writeTo(written + fault.getFlushed() + (64 << 10));
    awaitBlocks(fault.getTarget() + 1);
    await(() -> getStream().getPipeline() != null);
    locate();
    await(() -> onFirst() > 0);
  }

  private void locate() throws IOException {
    List<LocatedBlock> blocks = cluster.blocks(path);
    block = blocks.get(blocks.size() - 1).getBlock();
    pipeline = cluster.lastPipeline(getStream());
  }

  private void stall() {
    faults.stall(getBlockName(), pipeline.get(fault.getStalledPlace()));
  }

  private void stalled(int more) throws IOException {
    stall();
    writeTo(written + more);
    // The writer keeps less than a packet.
    int most = written % BLOCK - (64 << 10);
    await(() -> onFirst() >= most);
  }

  private long onFirst() {
    return DataNodeInsides.onDisk(pipeline.get(0), block);
  }

  private void beforeFirstPacket() throws IOException {
    DatanodeFaults.Gate connecting = faults.holdConnect(null);
    writeTo(written + fault.getFlushed() + (64 << 10));
    await(connecting::hasArrived);
    locate();
  }

  private void lastPacketSent() throws IOException {
    beginBlock();
    stall();
    DatanodeFaults.Gate acknowledging =
        faults.holdFirstNodeAck(getBlockName());
    writeTo((fault.getTarget() + 1) * BLOCK + SOME);
    await(acknowledging::hasArrived);
  }

  private void afterFirstNodeAck() throws IOException {
    beginBlockUnflushed();
    stall();
    writeTo((fault.getTarget() + 1) * BLOCK + SOME);
    awaitBlocks(fault.getTarget() + 2);
  }

  private void duringClose() throws IOException {
    beginBlockUnflushed();
    faults.stallAll();
    writeTo(data.length);
    closeInBackground();
    awaitBlocks(3);
    List<LocatedBlock> blocks = cluster.blocks(path);
    ExtendedBlock last = blocks.get(2).getBlock();
    DataNode first = cluster.lastPipeline(getStream()).get(0);
    await(() -> DataNodeInsides.isFinalized(first, last));
  }

  private void duringRecovery() throws IOException {
    beginBlock();
    stalled(SOME);
    DatanodeFaults.Gate recovering = faults.holdConnect(getBlockName());
    alsoStopped = cluster.getCluster().stopDataNode(pipeline.get(
        placeNotHit()).getDatanodeId().getXferAddr());
    faults.releasePackets();
    await(recovering::hasArrived);
  }

  private int placeNotHit() {
    int place = 2;
    while (ArrayUtils.contains(fault.getPlaces(), place)) {
      place--;
    }
    return place;
  }

  /** @return the datanode that was lost to have a recovery, or null. */
  DataNodeProperties getAlsoStopped() {
    return alsoStopped;
  }

  private void awaitBlocks(int count) {
    await(() -> ((SmarthOutputStream) getStream()).getFile().getPipelines()
        .getBlocks() >= count);
  }

  // After the fault.

  /** @throws IOException what the writer sees of the fault. */
  void finish() throws IOException {
    faults.release();
    if (background != null) {
      join();
    }
    if (!closing) {
      writeTo(data.length);
      out.close();
    }
    flushed = data.length;
  }

  private void join() throws IOException {
    int promised = closing ? data.length : written;
    try {
      background.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof IOException) {
        throw (IOException) e.getCause();
      }
      throw e;
    }
    flushed = promised;
  }

  @Override
  public void close() throws IOException {
    if (out != null) {
      out.close();
    }
  }

  // The writer.

  private void writeTo(int end) throws IOException {
    out.write(data, written, end - written);
    written = end;
  }

  private void flush() throws IOException {
    out.hflush();
    flushed = written;
  }

  private void closeInBackground() {
    closing = true;
    background = run(out::close);
  }

  /** What may throw. */
  private interface Action {
    void run() throws IOException;
  }

  private static CompletableFuture<Void> run(Action action) {
    return CompletableFuture.runAsync(() -> {
      try {
        action.run();
      } catch (IOException e) {
        throw new CompletionException(e);
      }
    }, task -> new Thread(task, "writer").start());
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(10))
        .until(condition);
  }

  @Override
  public String toString() {
    List<String> nodes = new ArrayList<>();
    if (pipeline != null) {
      pipeline.forEach(node -> nodes.add(node.getDisplayName()));
    }
    return block + " on " + nodes + ", " + written + " of " + data.length
        + " bytes written, " + flushed + " flushed; hit "
        + Arrays.toString(fault.getPlaces()) + " of block "
        + fault.getTarget() + ", stalled before "
        + fault.getStalledPlace();
  }
}
