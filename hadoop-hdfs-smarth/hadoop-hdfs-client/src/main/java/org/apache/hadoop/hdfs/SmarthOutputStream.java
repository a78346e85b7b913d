/*
 * Licensed to the Apache Software Foundation (ASF) under one
 * or more contributor license agreements.  See the NOTICE file
 * distributed with this work for additional information
 * regarding copyright ownership.  The ASF licenses this file
 * to you under the Apache License, Version 2.0 (the
 * "License"); you may not use this file except in compliance
 * with the License.  You may obtain a copy of the License at
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
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.hdfs.smarth.client.AutoPlan;
import org.apache.hadoop.hdfs.smarth.client.BlockAllocator;
import org.apache.hadoop.hdfs.smarth.client.FileUnderWrite;
import org.apache.hadoop.hdfs.smarth.client.FlushBacklog;
import org.apache.hadoop.hdfs.smarth.client.OwnDatanodes;
import org.apache.hadoop.hdfs.smarth.client.PacketRetention;
import org.apache.hadoop.hdfs.smarth.client.PaperPlan;
import org.apache.hadoop.hdfs.smarth.client.PipelineControl;
import org.apache.hadoop.hdfs.smarth.client.PipelineMode;
import org.apache.hadoop.hdfs.smarth.client.PipelinePlan;
import org.apache.hadoop.hdfs.smarth.client.PipelineSet;
import org.apache.hadoop.hdfs.smarth.client.ReportWait;
import org.apache.hadoop.hdfs.smarth.client.SmarthClient;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf;
import org.apache.hadoop.hdfs.smarth.client.SpeedRecorder;
import org.apache.hadoop.hdfs.smarth.client.SpreadExclusion;
import org.apache.hadoop.hdfs.smarth.client.SpreadOrder;
import org.apache.hadoop.hdfs.smarth.client.TargetExclusion;
import org.apache.hadoop.hdfs.smarth.client.TargetOrder;
import org.apache.hadoop.hdfs.util.ByteArrayManager;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.util.DataChecksum;
import org.apache.hadoop.util.Progressable;
import org.apache.hadoop.util.Timer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A new file whose blocks go through a pipeline each: when the first datanode
 * has finalized a block, the next one goes into the next pipeline while the
 * old one drains. hflush, hsync and close promise what stock promises: they
 * wait for all pipelines. Source: "SMARTH: Enabling Multi-pipeline Data
 * Transfer in HDFS", section III.A. In this package because DFSOutputStream's
 * members are its package's.
 *
 * <p>Threads as in DFSOutputStream: its monitor serializes writers; the threads
 * of the pipelines never take it.
 */
@InterfaceAudience.Private
class SmarthOutputStream extends DFSOutputStream {
  private static final Logger SUMMARY =
      LoggerFactory.getLogger(PipelineSet.class);

  /** So many packets give the memory for the next ones. */
  private static final int SPILLED_AT_ONCE = 16;

  /** Of all files of this process. */
  private static final ReportWait REPORT_WAIT = new ReportWait();

  private final HdfsFileStatus stat;
  private final Progressable progress;
  private final DataChecksum checksum;
  private final String[] favoredNodes;
  private final PacketRetention retention;
  private final PipelineControl control;
  private final PipelineSet pipelines;
  private final PipelinePlan plan;
  private final BlockAllocator allocator;
  private final SpeedRecorder speeds;
  /** All streamers whose threads may run. */
  private final Set<SmarthDataStreamer> streamers =
      ConcurrentHashMap.newKeySet();
  /** The streamer that the writer fills. Written under the monitor. */
  private volatile SmarthDataStreamer current;
  /** Guarded by the monitor. */
  private long nextSeqno;
  private volatile long lastQueuedSeqno = -1;
  /** Whether blocks were allocated since the last flush told the namenode. */
  private final AtomicBoolean persistBlocks = new AtomicBoolean();
  private volatile long artificialSlowdown;
  /** Whether nothing more is written. */
  private volatile boolean ending;
  private volatile boolean closing;
  /** Whether the namenode has closed the file. Guarded by the monitor. */
  private boolean completed;

  SmarthOutputStream(DFSClient client, String src, HdfsFileStatus stat,
      EnumSet<CreateFlag> flag, Progressable progress, DataChecksum checksum,
      String[] favoredNodes) throws IOException {
    super(client, src, stat, flag, progress, checksum, favoredNodes);
    this.stat = stat;
    this.progress = progress;
    this.checksum = checksum;
    this.favoredNodes = favoredNodes;
    SmarthClient smarth = client.smarth;
    // What stock would hold, so that many files never starve each other.
    long allowance = (client.getConf().getWriteMaxPackets() + 1L)
        * (PacketHeader.PKT_MAX_HEADER_LEN + packetSize);
    this.control = new PipelineControl(new Timer(),
        smarth.getConf().getPipelinesMax(), new Random());
    this.pipelines = new PipelineSet(control::openIs);
    // A manager with a limit of its own is not kept from its buffers.
    boolean reusing = client.getConf().getWriteByteArrayManagerConf() == null;
    this.retention = new PacketRetention(
        smarth.getBudget().open(allowance,
            smarth.getConf().getRetainedMemory(), reusing),
        smarth.getSpillSpace(), this::spillSome,
        new FlushBacklog(new Timer(), allowance,
            smarth.getConf().getFlushBacklog()), control::acked);
    this.speeds = smarth.getSpeeds(new RpcNameNodes(client));
    this.plan = newPlan();
    this.allocator = new BlockAllocator(client.namenode,
        new FileUnderWrite(src, stat.getFileId(), client.clientName,
            stat.getReplication(), favoredNodes, getAddBlockFlags()),
        client.getConf(), plan, pipelines);
    fill(newStreamer(null));
  }

  private PipelinePlan newPlan() {
    SmarthClient smarth = dfsClient.smarth;
    SmarthClientConf conf = smarth.getConf();
    OwnDatanodes own =
        new OwnDatanodes(SmarthOutputStream::isLocal, getAddBlockFlags());
    if (conf.getPipelinesMode() == PipelineMode.PAPER) {
      return new PaperPlan(smarth.getLive(dfsClient.namenode), pipelines,
          new TargetExclusion(stat.getReplication(), own),
          conf.getPipelinesMax(), new TargetOrder(speeds::get,
              speeds::getUndoubted, SmarthOutputStream::isLocal,
              conf.getFirstNodeThreshold(), new Random()));
    }
    return new AutoPlan(smarth.getView(dfsClient.namenode), pipelines,
        new SpreadExclusion(stat.getReplication(), stat.getBlockSize(), own,
            new Random()),
        control, new SpreadOrder(speeds::get, speeds::getUndoubted,
            SmarthOutputStream::isLocal, conf.getFirstNodeThreshold(),
            new Random()));
  }

  private static boolean isLocal(DatanodeInfo node) {
    return DFSUtilClient.isLocalAddress(
        NetUtils.createSocketAddr(node.getXferAddr()));
  }

  private void fill(SmarthDataStreamer next) {
    current = next;
    streamer = next;
  }

  /**
   * @return a stream of several pipelines, or stock's own where SMARTH is off
   *     or has nothing to gain: one replica, or replicas in memory only
   */
  static DFSOutputStream create(DFSClient client, String src,
      HdfsFileStatus stat, EnumSet<CreateFlag> flag, Progressable progress,
      DataChecksum checksum, String[] favoredNodes) throws IOException {
    boolean several = client.smarth != null
        && client.smarth.getConf().isEnabled() && stat.getReplication() > 1
        && !DataStreamer.isLazyPersist(stat);
    return several
        ? new SmarthOutputStream(client, src, stat, flag, progress, checksum,
            favoredNodes)
        : new DFSOutputStream(client, src, stat, flag, progress, checksum,
            favoredNodes);
  }

  private SmarthDataStreamer newStreamer(SmarthDataStreamer previous) {
    SmarthDataStreamer next =
        new SmarthDataStreamer(this, pipelines.add(), previous);
    streamers.add(next);
    return next;
  }

  @Override
  protected SmarthDataStreamer getStreamer() {
    return current;
  }

  // Writing.

  /**
   * What is thrown amid a chunk leaves the chunks before it in the buffer of
   * FSOutputSummer, which would write them again: the file has failed.
   */
  @Override
  protected synchronized void writeChunk(byte[] b, int offset, int len,
      byte[] sums, int sumOffset, int sumLen) throws IOException {
    try {
      super.writeChunk(b, offset, len, sums, sumOffset, sumLen);
    } catch (Throwable e) {
      torn(e);
      throw e;
    }
  }

  /** Nothing can be written any more that fits to what was written before. */
  private void torn(Throwable cause) {
    if (!isClosed()) {
      pipelines.fail(cause instanceof IOException ? (IOException) cause
          : new IOException("A write of " + src + " was left unfinished: "
              + cause, cause));
    }
  }

  /** As in stock, an interruption ends a wait and no write. */
  @Override
  protected DFSPacket createPacket(int size, int chunks, long offsetInBlock,
      long seqno, boolean lastPacketInBlock) {
    try {
      return lastPacketInBlock ? new EndPacket(offsetInBlock, seqno)
          : newPacket(PacketHeader.PKT_MAX_HEADER_LEN + size,
              new SmarthPacket.Shape(chunks, getChecksumSize(), offsetInBlock,
                  seqno));
    } catch (Throwable e) {
      torn(e);
      throw e;
    }
  }

  private SmarthPacket newPacket(int size, SmarthPacket.Shape shape) {
    long reserved = size;
    byte[] free = null;
    try {
      free = retention.reserve(size, pipelines::check);
    } catch (InterruptedException e) {
      // A chunk cannot be refused, so the packet goes beyond the budget.
      Thread.currentThread().interrupt();
      retention.reserveAnyway(size);
    } catch (IOException e) {
      // The file has failed; the caller gets the cause when it queues this.
      reserved = 0;
    }
    SmarthPacket made = null;
    try {
      made = new SmarthPacket(free != null ? free
          : SmarthPacket.newBuffer(byteArrayManager, size), shape, retention,
          reserved);
      return made;
    } finally {
      if (made == null) {
        retention.release(reserved, free);
      }
    }
  }

  /** Gives back the buffer of a packet that was not queued. */
  void discard(DFSPacket packet) {
    packet.releaseBuffer(byteArrayManager);
  }

  /**
   * Moves some packets out of memory: those of blocks that their first
   * datanodes have finalized, which are needed only if these fail, and of the
   * newest such block, which drains longest; then those of the block being
   * sent. Called by the writer that needs memory.
   */
  private boolean spillSome() {
    List<SmarthDataStreamer> finished = new ArrayList<>();
    List<SmarthDataStreamer> others = new ArrayList<>();
    for (SmarthDataStreamer holder : streamers) {
      (holder.isFirstFinished() ? finished : others).add(holder);
    }
    return spillSome(finished) || spillSome(others);
  }

  private boolean spillSome(List<SmarthDataStreamer> holders) {
    holders.sort(Comparator.comparingLong(SmarthDataStreamer::getFirstSeqno)
        .reversed());
    for (SmarthDataStreamer holder : holders) {
      boolean some = false;
      for (SmarthPacket packet : holder.spillable(SPILLED_AT_ONCE)) {
        some |= packet.spill(byteArrayManager);
      }
      if (some) {
        return true;
      }
    }
    return false;
  }

  /** The end of a block is queued in its pipeline; writing goes on in a new. */
  @Override
  void enqueueCurrentPacket() throws IOException {
    try {
      SmarthDataStreamer filled = current;
      DFSPacket packet = currentPacket;
      if (packet.isLastPacketInBlock()) {
        // First the new one: the filled one may close as soon as it has the
        // end.
        fill(newStreamer(filled));
      }
      // It is queued, or given back.
      currentPacket = null;
      filled.waitAndQueuePacket(packet);
    } catch (Throwable e) {
      torn(e);
      throw e;
    }
  }

  // Failing and closing.

  /** @throws IOException the first failure of a pipeline. */
  void checkFailure() throws IOException {
    IOException failure = pipelines.getFailure();
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  protected void checkClosed() throws IOException {
    if (!closed) {
      checkFailure();
    }
    super.checkClosed();
  }

  /** What was flushed is replaced more eagerly, in all open pipelines. */
  void hflushed() {
    retention.flushed();
    for (SmarthDataStreamer streamer : streamers) {
      streamer.isHflushed = true;
    }
  }

  /** The thread of a streamer is about to end. */
  void ended(SmarthDataStreamer which) {
    streamers.remove(which);
    retention.trim();
    IOException failure = pipelines.getFailure();
    if (failure != null && !closing) {
      // Whoever waits for the pipeline being filled waits in vain.
      current.getLastException().set(failure);
      current.close(false);
    }
  }

  @Override
  protected synchronized void closeImpl() throws IOException {
    ending = true;
    boolean first = !closed;
    IOException failure = pipelines.getFailure();
    if (first && failure != null) {
      // The failed pipeline's thread may not have come to say so yet.
      current.getLastException().set(failure);
      current.close(false);
    }
    super.closeImpl();
    if (first) {
      // The streamer being filled need not know of another pipeline's failure.
      checkFailure();
      if (!completed) {
        // A streamer that has just ended has yet to say why.
        throw new ClosedChannelException();
      }
    }
  }

  /**
   * The datanodes' reports are sometimes a moment behind their acknowledgements.
   * Stock asks again after 400 ms; here a wait comes before that one that
   * mostly suffices, and twice that.
   */
  @Override
  protected void completeFile(ExtendedBlock last) throws IOException {
    long most =
        dfsClient.getConf().getBlockWriteLocateFollowingInitialDelayMs();
    long wait = REPORT_WAIT.getMillis();
    long waited = 0;
    while (wait < most && waited < most) {
      completed = dfsClient.namenode.complete(src, dfsClient.clientName, last,
          fileId);
      if (completed) {
        break;
      }
      wait = Math.min(wait, most - waited);
      sleep(wait);
      waited += wait;
      wait *= 2;
    }
    if (!completed) {
      super.completeFile(last);
      completed = true;
    }
    if (waited > 0) {
      REPORT_WAIT.sufficed(waited);
    }
  }

  /** As stock: a file that is all stored is closed, whatever comes. */
  private void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      SUMMARY.debug("{}: interrupted while it was closed", src, e);
    }
  }

  @Override
  protected void closeThreads(boolean force) throws IOException {
    closing = true;
    pipelines.close();
    try {
      closeOthers(force);
    } finally {
      try {
        super.closeThreads(force);
      } finally {
        giveBack();
      }
    }
  }

  /** Tells all before it waits for one: the wait may be interrupted. */
  private void closeOthers(boolean force) throws IOException {
    List<SmarthDataStreamer> others = new ArrayList<>(streamers);
    others.remove(current);
    for (SmarthDataStreamer other : others) {
      other.close(force);
    }
    try {
      for (SmarthDataStreamer other : others) {
        other.join();
      }
    } catch (InterruptedException e) {
      throw new IOException("Failed to shutdown streamer", e);
    }
  }

  private void giveBack() {
    try {
      // Those whose threads have ended hold none any more.
      for (SmarthDataStreamer holder : streamers) {
        holder.release();
      }
      if (currentPacket != null) {
        discard(currentPacket);
        currentPacket = null;
      }
    } finally {
      retention.close();
      SUMMARY.debug("SMARTH {}: blocks={} pipelines.max={} retained.peak={}"
              + " spilled={} spill.read={} spill.peak={}",
          src, pipelines.getBlocks(), pipelines.getOpenMost(),
          dfsClient.smarth.getBudget().getPeak(), retention.getSpilledBytes(),
          retention.getLoadedBytes(),
          dfsClient.smarth.getSpillSpace().getPeak());
    }
  }

  /** @return whether nothing is written after what is queued now. */
  boolean isEnding() {
    return ending;
  }

  /** @return whether the threads are told to end. */
  boolean isClosing() {
    return closing;
  }

  /** @return the pipelines, in the order of their blocks. */
  PipelineSet getPipelines() {
    return pipelines;
  }

  // What the streamers need.

  BlockAllocator getAllocator() {
    return allocator;
  }

  PipelinePlan getPlan() {
    return plan;
  }

  PacketRetention getRetention() {
    return retention;
  }

  SpeedRecorder getSpeeds() {
    return speeds;
  }

  DFSClient getClient() {
    return dfsClient;
  }

  HdfsFileStatus getStat() {
    return stat;
  }

  Progressable getProgress() {
    return progress;
  }

  DataChecksum getChecksum() {
    return checksum;
  }

  AtomicReference<CachingStrategy> getCachingStrategy() {
    return cachingStrategy;
  }

  ByteArrayManager getByteArrayManager() {
    return byteArrayManager;
  }

  AtomicBoolean getPersistBlocks() {
    return persistBlocks;
  }

  String[] getFavoredNodes() {
    return favoredNodes;
  }

  @Override
  protected final EnumSet<AddBlockFlag> getAddBlockFlags() {
    return super.getAddBlockFlags();
  }

  long getNextSeqno() {
    return nextSeqno;
  }

  long getAndIncNextSeqno() {
    return nextSeqno++;
  }

  long getLastQueuedSeqno() {
    return lastQueuedSeqno;
  }

  void setLastQueuedSeqno(long seqno) {
    lastQueuedSeqno = seqno;
  }

  @Override
  public void setArtificialSlowdown(long period) {
    artificialSlowdown = period;
    super.setArtificialSlowdown(period);
  }

  long getArtificialSlowdown() {
    return artificialSlowdown;
  }
}
