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

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.ExtendedBlockId;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketReceiver;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeReference;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.metrics.DataNodePeerMetrics;
import org.apache.hadoop.hdfs.smarth.datanode.ChunkVerifier;
import org.apache.hadoop.hdfs.smarth.datanode.FirstNodeProgress;
import org.apache.hadoop.hdfs.smarth.datanode.ForwardedPacket;
import org.apache.hadoop.hdfs.smarth.datanode.MirrorForwarder;
import org.apache.hadoop.io.IOUtils;
import org.slf4j.Logger;

/**
 * The forwarder of one block, connected to the datanode: where it reads and
 * writes, and what its failures mean. Owned by FirstNodeWrite, whose receiver
 * thread starts, feeds and stops it; the observer's methods are called by the
 * forwarder's thread.
 */
@InterfaceAudience.Private
final class FirstNodeForwarding
    implements MirrorForwarder.Observer, RunningForwardings.Forwarding {
  private static final Logger LOG = DataNode.LOG;
  private static final long MIN_PATIENCE_MILLIS = 1000;

  private final ClientWrite write;
  private final ExtendedBlock block;
  private final String address;
  private final FirstNodeReplies replies;
  private final FirstNodeProgress progress;
  private final RunningForwardings running;
  private final ExtendedBlockId blockId;
  /** The volume that is kept, also known when it is not. */
  private final FsVolumeSpi storedOn;

  private final Thread receiverThread = Thread.currentThread();
  private final DataInputStream mirrorIn;
  /** Keeps the volume until the block is delivered; then null. */
  private final AtomicReference<FsVolumeReference> volume;
  private final ReplicaFile replicaFile;
  private final MirrorStream mirror;
  private final MirrorForwarder forwarder;

  /** Guarded by the mutex of the replies. */
  private boolean failed;
  private volatile boolean unwanted;
  /** As System.nanoTime(); 0 before, and when the block is delivered. */
  private volatile long drainingSince;

  /**
   * Opens the replica; called by the receiver's thread.
   *
   * @param service has the memory for waiting packets
   * @param mirrorOut from now on written to by the forwarder alone
   * @param mirrorIn closed if nothing else stops the forwarder
   * @param dropsBehind whether the replica is to leave the page cache
   */
  FirstNodeForwarding(ClientWrite write, FirstNodeReplies replies,
      FirstNodeProgress progress, FirstNodeService service,
      DataOutputStream mirrorOut, DataInputStream mirrorIn,
      boolean dropsBehind) throws IOException {
    this.write = write;
    this.block = write.getBlock();
    this.address = write.getMirrorAddress();
    this.replies = replies;
    this.progress = progress;
    this.running = service.getForwardings();
    this.blockId = ExtendedBlockId.fromExtendedBlock(block);
    this.mirrorIn = mirrorIn;
    ReplicaInfo replica = (ReplicaInfo) write.getReceiver().getReplica();
    storedOn = replica.getVolume();
    volume = new AtomicReference<>(storedOn.obtainReference());
    // Not in the xceivers' own group: its size is the load that the namenode
    // sees and the datanode limits, and must mean what it means in stock.
    ThreadGroup group = receiverThread.getThreadGroup().getParent();
    ReplicaFile opened = null;
    boolean complete = false;
    try {
      // Granted only if the client's checksum is that on disk.
      opened = new ReplicaFile(replica, write.getChecksum(),
          write.getDataNode().getFileIoProvider());
      replicaFile = opened;
      // Only the forwarder drops from the page cache what it has sent.
      mirror = new MirrorStream(write, mirrorOut, !dropsBehind);
      forwarder = new MirrorForwarder(block.toString(),
          task -> service.newThread(group, task), service.getMemory(),
          dropsBehind ? new ReplicaFile.DropBehind(opened, write) : opened,
          new ChunkVerifier(write.getChecksum()), mirror, this);
      complete = true;
    } finally {
      if (!complete) {
        IOUtils.cleanupWithLogger(LOG, opened);
        releaseVolume();
      }
    }
  }

  /** From now on it can be ended; before, stock ends the replica's writer. */
  void start() {
    running.add(this);
  }

  @Override
  public ExtendedBlockId getBlockId() {
    return blockId;
  }

  @Override
  public long getGenerationStamp() {
    return block.getGenerationStamp();
  }

  @Override
  public boolean isOn(FsVolumeSpi other) {
    return storedOn == other;
  }

  /** As stock ends the write of a replica that is not final. */
  @Override
  public void end(String why) {
    LOG.info("{}: ending the write, which is forwarded to {}: {}", block,
        address, why);
    receiverThread.interrupt();
  }

  @Override
  public void endUnwanted() {
    unwanted = true;
    end("the replica is deleted");
  }

  @Override
  public long getDrainingSince() {
    return drainingSince;
  }

  /** The replica is final. Called before any datanode has the block's end. */
  void drains() {
    drainingSince = System.nanoTime();
  }

  /** @return how long that took since the replica was final, in nanoseconds. */
  long delivered() {
    long since = drainingSince;
    drainingSince = 0;
    return System.nanoTime() - since;
  }

  boolean isUnwanted() {
    return unwanted;
  }

  /** @return whether packets can be sent before they are on disk. */
  boolean isIdle() {
    return forwarder.isIdle();
  }

  /**
   * Sends what the next datanode takes at once.
   *
   * @param packet whose data match their checksums
   * @return how many of its bytes were sent, as on the wire
   */
  int sendAtOnce(PacketReceiver packet) {
    return forwarder.sendAtOnce(packet);
  }

  /** The packet is on disk. Without a mirror it is dropped, as in stock. */
  void add(ForwardedPacket packet) throws InterruptedException {
    forwarder.start();
    forwarder.add(packet);
  }

  /** Returns when nothing writes to the mirror any more. */
  void stop() {
    running.remove(this);
    forwarder.stop();
    long patience = Math.max(MIN_PATIENCE_MILLIS, write.getDataNode()
        .getDnConf().getXceiverStopTimeout() / 10);
    if (!forwarder.join(patience)) {
      // Without a write timeout a socket ignores interruption.
      replies.interruptResponder();
      IOUtils.cleanupWithLogger(LOG, mirrorIn);
      if (!forwarder.join(patience)) {
        LOG.error("{}: the forwarder to {} does not end", block, address);
      }
    }
    releaseVolume();
  }

  /** The block is delivered, or over: until now no volume could be removed. */
  void releaseVolume() {
    IOUtils.cleanupWithLogger(LOG, volume.getAndSet(null));
  }

  /** Replies are held. @return whether this datanode is at fault. */
  boolean hasFailed() {
    return failed;
  }

  /** As BlockReceiver.handleMirrorOutError. */
  @Override
  public void mirrorFailed(IOException cause) {
    LOG.info("{}: cannot write to {}", block, address, cause);
    if (Thread.interrupted()) {
      LOG.warn("{}: ending the write", block);
      receiverThread.interrupt();
    } else {
      write.getReceiver().mirrorError = true;
    }
  }

  /** This datanode is at fault: says so, and ends the write. */
  @Override
  public void forwardFailed(long seqno, Throwable cause) {
    try {
      LOG.error("{}: cannot forward packet {} to {}", block, seqno, address,
          cause);
      replies.hold();
      try {
        failed = true;
        if (progress.get().isReplicaFinal() && cause instanceof IOException) {
          reportBadReplica();
        }
        replies.sayLast(seqno, Status.ERROR);
      } finally {
        replies.release();
      }
    } catch (IOException | InterruptedException e) {
      LOG.warn("{}: cannot tell client or namenode that the replica here"
          + " failed", block, e);
    } finally {
      receiverThread.interrupt();
    }
  }

  /** Only if it is still this one, at its old generation stamp. */
  private void reportBadReplica() throws IOException {
    DataNode datanode = write.getDataNode();
    Block stored = datanode.data.getStoredBlock(block.getBlockPoolId(),
        block.getBlockId());
    if (stored != null
        && stored.getGenerationStamp() == block.getGenerationStamp()) {
      datanode.reportBadBlocks(block, replicaFile.getVolume());
    }
  }

  @Override
  public void forwarderEnds() {
    mirror.ended();
    DataNodePeerMetrics peers = write.getDataNode().getPeerMetrics();
    if (peers != null && write.getDataNode().getDnConf().peerStatsEnabled) {
      peers.collectThreadLocalStates();
    }
  }
}
