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

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.protocol.datatransfer.FirstNodeAckSender;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.smarth.client.BlockMeter;
import org.apache.hadoop.hdfs.smarth.client.FinalBlockRecovery;
import org.apache.hadoop.hdfs.smarth.client.Measuring;
import org.apache.hadoop.hdfs.smarth.client.PipelineSet.Pipeline;
import org.apache.hadoop.hdfs.smarth.client.PipelineState;
import org.apache.hadoop.hdfs.smarth.client.ReplicaTarget;
import org.apache.hadoop.hdfs.smarth.client.Suspect;
import org.apache.hadoop.hdfs.smarth.protocol.FirstNodeAckProtocol;
import org.apache.hadoop.util.Timer;
import org.apache.htrace.core.TraceScope;

/**
 * The streamer of one block's pipeline: stock's thread, queues, ack processing
 * and recovery, with FIRST_NODE_FINISH_ACK where the first datanode grants it.
 * It ends with its block. In this package because DataStreamer is.
 *
 * <p>Threads as in DataStreamer: the writer queues under the stream's monitor,
 * this thread sends, the ResponseProcessor takes acks.
 */
@InterfaceAudience.Private
final class SmarthDataStreamer extends DataStreamer {
  /** Of this process: who writes many files is told once. */
  private static final AtomicBoolean STOCK_DATANODE_SEEN =
      new AtomicBoolean();

  private final SmarthOutputStream owner;
  private final Pipeline pipeline;
  private final long firstSeqno;
  /** The streamer of the block before; null at the start of the file. */
  private volatile SmarthDataStreamer previous;
  /** Bytes in the block once its last packet is queued, before that -1. */
  private volatile long fullLength = -1;
  /** Whether the first datanode promised FNFA on this connection. */
  private volatile boolean granted;
  /** Whether the last packet went out under that promise. This thread's. */
  private boolean lastPacketSent;
  /** Whether the first datanode said that it is at fault. */
  private volatile boolean firstFaulty;
  /** Null until the first recovery after FNFA. This thread's. */
  private FinalBlockRecovery recovery;
  /** When packets began to flow; 0 unless that says something of the links. */
  private volatile long measuredSince;
  /** Whether every packet is acknowledged. Written by this thread. */
  private volatile boolean finished;

  /**
   * @param owner the file
   * @param pipeline of this block
   * @param previous the streamer of the block before, or null
   */
  SmarthDataStreamer(SmarthOutputStream owner, Pipeline pipeline,
      SmarthDataStreamer previous) {
    super(owner.getStat(), null, owner.getClient(), owner.getSrc(),
        owner.getProgress(), owner.getChecksum(), owner.getCachingStrategy(),
        owner.getByteArrayManager(), owner.getFavoredNodes(),
        owner.getAddBlockFlags());
    this.owner = owner;
    this.pipeline = pipeline;
    this.previous = previous;
    this.firstSeqno = owner.getNextSeqno();
    this.hooks = new FirstNodeHooks();
    setArtificialSlowdown(owner.getArtificialSlowdown());
  }

  // The writer's side.

  @Override
  long getAndIncCurrentSeqno() {
    return owner.getAndIncNextSeqno();
  }

  @Override
  long getLastQueuedSeqno() {
    return owner.getLastQueuedSeqno();
  }

  @Override
  void queuePacket(DFSPacket packet) {
    if (packet == null) {
      return;
    }
    if (packet.isLastPacketInBlock()) {
      fullLength = packet.getLastByteOffsetBlock();
    }
    owner.setLastQueuedSeqno(packet.getSeqno());
    super.queuePacket(packet);
    if (getState() == State.NEW) {
      begin();
    }
  }

  /** Without a thread the file fails; the writer's next call tells why. */
  private void begin() {
    try {
      start();
    } catch (Throwable e) {
      try {
        died(e);
      } finally {
        end();
      }
    }
  }

  /** Stock's limit counts acked packets too; ours is the memory retained. */
  @Override
  void waitAndQueuePacket(DFSPacket packet) throws IOException {
    boolean queued = false;
    try {
      awaitRoom();
      synchronized (dataQueue) {
        checkClosed();
        queuePacket(packet);
        queued = true;
      }
    } catch (ClosedChannelException e) {
      // As stock: the next call finds the stream closed.
      LOG.debug("{} is closed", this, e);
    } finally {
      if (!queued) {
        owner.discard(packet);
      }
    }
  }

  /** An interruption ends it: as in stock, a full packet is queued anyway. */
  private void awaitRoom() throws IOException {
    try {
      if (getState() == State.NEW) {
        pipeline.awaitPreviousTurn();
      }
      synchronized (dataQueue) {
        while (!streamerClosed() && dataQueue.size()
            > owner.getClient().getConf().getWriteMaxPackets()) {
          dataQueue.wait();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  void waitForAckedSeqno(long seqno) throws IOException {
    pipeline.awaitEarlierDone();
    if (seqno >= firstSeqno) {
      super.waitForAckedSeqno(seqno);
    }
    owner.checkFailure();
    // The last ack may be followed by the replacement of a lost datanode; and
    // stock ends the wait without a word when the stream is closed.
    if (fullLength >= 0 || seqno >= firstSeqno && !isAcked(seqno)) {
      pipeline.awaitDone();
    }
  }

  private boolean isAcked(long seqno) {
    synchronized (dataQueue) {
      return lastAckedSeqno >= seqno;
    }
  }

  @Override
  void checkClosed() throws IOException {
    owner.checkFailure();
    super.checkClosed();
  }

  @Override
  void setHflush() {
    owner.hflushed();
  }

  @Override
  AtomicBoolean getPersistBlocks() {
    return owner.getPersistBlocks();
  }

  /** @return this block, or the one before as long as this one has none. */
  @Override
  ExtendedBlock getBlock() {
    ExtendedBlock block = super.getBlock();
    SmarthDataStreamer before = previous;
    return block != null || before == null ? block : before.finalBlock();
  }

  /** @return the same, with its full length if all of it is queued. */
  private ExtendedBlock finalBlock() {
    ExtendedBlock block = super.getBlock();
    if (block == null) {
      return getBlock();
    }
    if (fullLength >= 0) {
      block.setNumBytes(fullLength);
    }
    return block;
  }

  // The side of whoever needs memory.

  /** @return whether the first datanode has the whole block. */
  boolean isFirstFinished() {
    return pipeline.getState().isFirstFinished();
  }

  /** @return the number of the block's first packet. */
  long getFirstSeqno() {
    return firstSeqno;
  }

  /**
   * @param most how many
   * @return packets that could be moved out of memory; those that will be
   *     acknowledged last
   */
  List<SmarthPacket> spillable(int most) {
    List<SmarthPacket> found = new ArrayList<>();
    synchronized (dataQueue) {
      Iterator<DFSPacket> newestFirst = ackQueue.descendingIterator();
      while (newestFirst.hasNext() && found.size() < most) {
        DFSPacket packet = newestFirst.next();
        if (packet instanceof SmarthPacket
            && ((SmarthPacket) packet).isSpillable()) {
          found.add((SmarthPacket) packet);
        }
      }
    }
    return found;
  }

  // This thread's side.

  /** Whatever ends this thread, the writer learns of it. */
  @Override
  public void run() {
    try {
      super.run();
    } catch (Throwable e) {
      died(e);
    } finally {
      end();
    }
  }

  /** Does what stock's thread does when it ends by itself. */
  private void died(Throwable cause) {
    try {
      note(cause);
      // Ends the thread that takes acks, too.
      closeSocket();
    } catch (IOException e) {
      LOG.debug("{}: the connection cannot be closed", this, e);
    } finally {
      close(false);
      release();
    }
  }

  /** The first failure is the cause of those that follow. */
  private void note(Throwable cause) {
    LOG.warn("The pipeline of {} ends, of {}", this, owner.getSrc(), cause);
    IOException first = cause();
    if (first == null) {
      getLastException().set(cause);
    } else if (first != cause) {
      first.addSuppressed(cause);
    }
  }

  private void end() {
    try {
      failUnlessFinished();
    } finally {
      owner.ended(this);
    }
  }

  private void failUnlessFinished() {
    if (!finished && !owner.isClosing()) {
      IOException cause = cause();
      pipeline.failed(cause != null ? cause
          : new IOException("The pipeline of " + this + " was closed early"));
    }
  }

  @Override
  protected LocatedBlock nextBlockOutputStream() throws IOException {
    LocatedBlock block = super.nextBlockOutputStream();
    // The length of stock's block is the number of bytes acknowledged.
    pipeline.connected(this.block::getNumBytes);
    previous = null;
    return block;
  }

  @Override
  protected LocatedBlock locateFollowingBlock(DatanodeInfo[] excluded,
      ExtendedBlock ignored) throws IOException {
    if (pipeline.getState() == PipelineState.QUEUED) {
      owner.getAllocator().awaitTurn(pipeline);
    }
    ExtendedBlock before = null;
    if (previous != null) {
      before = previous.finalBlock();
      previous.renewToken();
    }
    return owner.getAllocator().allocate(pipeline, before,
        excluded == null ? new DatanodeInfo[0] : excluded);
  }

  @Override
  boolean processDatanodeError() throws IOException {
    if (!errorState.hasDatanodeError()) {
      return false;
    }
    IOException lost = owner.getRetention().getFailure();
    if (lost != null) {
      // No datanode is to blame, and none could be given what is lost.
      getLastException().set(lost);
      close(false);
      return false;
    }
    synchronized (dataQueue) {
      if (onlyLastPacketUnacked()) {
        // All data is acked, so this is where stock would be, too.
        stage = BlockConstructionStage.PIPELINE_CLOSE;
      }
    }
    if (isAllAcked()) {
      // The error came too late to matter; nothing is left to be recovered.
      errorState.reset();
      getLastException().clear();
      endBlock();
      return false;
    }
    boolean sleep = super.processDatanodeError();
    DatanodeInfo[] nodes = getNodes();
    if (nodes != null && pipeline.getState().isOpen()) {
      pipeline.occupy(nodes);
    }
    return sleep;
  }

  private boolean isAllAcked() {
    synchronized (dataQueue) {
      return lastPacketSent && dataQueue.isEmpty() && ackQueue.isEmpty();
    }
  }

  private boolean onlyLastPacketUnacked() {
    DFSPacket unacked = ackQueue.peekFirst();
    return unacked != null && unacked.isLastPacketInBlock();
  }

  /**
   * Once the next block is allocated, the namenode gives no more tokens to
   * write this one, and a recovery needs one.
   */
  private void renewToken() {
    try {
      if (!finished && BlockTokens.endsSoon(accessToken)) {
        accessToken = owner.getClient().namenode.updateBlockForPipeline(
            super.getBlock(), owner.getClient().clientName).getBlockToken();
      }
    } catch (IOException e) {
      LOG.info("{}: the token cannot be renewed", super.getBlock(), e);
    }
  }

  /**
   * As stock, under a new generation stamp, until the first datanode has
   * finalized the block; from then on at the same one. If the end of the block
   * was sent, the first datanode may have finalized it though FNFA was lost.
   */
  @Override
  boolean setupPipelineForAppendOrRecovery() throws IOException {
    if (pipeline.getState() == PipelineState.STREAMING && granted
        && lastPacketSent && !firstFaulty
        && recovery().isFinal(targets().get(0))) {
      pipeline.firstFinished();
    }
    if (pipeline.getState() != PipelineState.FIRST_FINISHED) {
      return super.setupPipelineForAppendOrRecovery();
    }
    IOException cause = cause();
    try {
      if (!recovery().recover(targets(), suspect())) {
        acknowledgeAll();
      }
    } catch (IOException e) {
      if (cause != null) {
        e.addSuppressed(cause);
      }
      getLastException().set(e);
      close(false);
    }
    for (ReplicaTarget lost : recovery().getLost()) {
      owner.getAllocator().avoid(lost.getNode());
    }
    return false;
  }

  private FinalBlockRecovery recovery() {
    if (recovery == null) {
      ExtendedBlock whole = finalBlock();
      recovery = new FinalBlockRecovery(whole + " of " + owner.getSrc(),
          new FinalBlockDatanodes(owner, this, whole));
    }
    return recovery;
  }

  private List<ReplicaTarget> targets() {
    List<ReplicaTarget> targets = new ArrayList<>();
    DatanodeInfo[] nodes = getNodes();
    for (int i = 0; i < nodes.length; i++) {
      targets.add(
          new ReplicaTarget(nodes[i], storageTypes[i], storageIDs[i]));
    }
    return targets;
  }

  private Suspect suspect() {
    int restarting = errorState.getRestartingNodeIndex();
    if (restarting >= 0) {
      return errorState.doWaitForRestart() ? Suspect.restarting(restarting)
          : Suspect.lost(restarting);
    }
    int bad = errorState.getBadNodeIndex();
    return bad == 0 && firstFaulty ? Suspect.faulty(bad) : Suspect.lost(bad);
  }

  /**
   * Connects to datanodes that have a part of the block.
   *
   * @param stamp the generation stamp, which stays as it is
   * @return the index of the datanode that failed; -1 if all are connected
   */
  int resume(List<ReplicaTarget> targets, long stamp) {
    setPipeline(ReplicaTarget.nodes(targets),
        ReplicaTarget.storageTypes(targets),
        ReplicaTarget.storageIds(targets));
    errorState.reset();
    stage = BlockConstructionStage.DATA_STREAMING;
    if (createBlockOutputStream(getNodes(), storageTypes, stamp, true)) {
      firstFaulty = false;
      return -1;
    }
    int bad = errorState.getBadNodeIndex();
    return Math.max(0, bad >= 0 ? bad : errorState.getRestartingNodeIndex());
  }

  /** The replicas that are left are final; only the end is left to be acked. */
  private void acknowledgeAll() {
    synchronized (dataQueue) {
      // Stock takes its number, and not its bytes, when it ends the block.
      DFSPacket end = dataQueue.removeLast();
      for (DFSPacket packet : dataQueue) {
        owner.discard(packet);
        TraceScope scope = packet.getTraceScope();
        if (scope != null) {
          scope.reattach();
          scope.close();
          packet.setTraceScope(null);
        }
      }
      dataQueue.clear();
      dataQueue.add(end);
      lastAckedSeqno = end.getSeqno() - 1;
    }
    setPipeline(new DatanodeInfo[0], new StorageType[0], new String[0]);
    errorState.reset();
    getLastException().clear();
    stage = BlockConstructionStage.PIPELINE_CLOSE;
  }

  @Override
  void endBlock() throws IOException {
    if (pipeline.getState() == PipelineState.FIRST_FINISHED
        && recovery != null) {
      block.setNumBytes(fullLength);
      recovery.complete(targets());
    }
    if (measuredSince != 0) {
      Measuring.attempt(() -> owner.getPlan().arrived(getNodes(), fullLength,
          System.nanoTime() - measuredSince));
    }
    // As in stock, nobody waits until threads and connection have ended.
    pipeline.done();
    finished = true;
    super.endBlock();
    close(false);
  }

  /**
   * FNFA is for what follows the block. A file that is all here before its
   * only block has a pipeline has no use for it, and the first datanode none
   * for what leads to it.
   *
   * @return whether this is such a file
   */
  private boolean isShortFile() {
    return firstSeqno == 0 && owner.isEnding() && fullLength >= 0
        && fullLength < owner.getStat().getBlockSize();
  }

  private IOException cause() {
    try {
      getLastException().check(false);
      return null;
    } catch (IOException e) {
      return e;
    }
  }

  /** What differs from stock while a block streams. */
  private final class FirstNodeHooks extends StreamerHooks {
    private final BlockMeter meter = new BlockMeter(new Timer());
    /** Written and read by the streamer's thread. */
    private boolean asked;

    @Override
    Sender newSender(DataOutputStream out, BlockConstructionStage stage) {
      // A recovered pipeline goes on as stock.
      asked = stage == BlockConstructionStage.PIPELINE_SETUP_CREATE
          && !isShortFile();
      return asked ? new FirstNodeAckSender(out) : super.newSender(out, stage);
    }

    @Override
    void connected(BlockOpResponseProto response) {
      granted = asked
          && FirstNodeAckProtocol.isGranted(response.getUnknownFields());
      if (asked && !granted && response.getStatus() == Status.SUCCESS
          && STOCK_DATANODE_SEEN.compareAndSet(false, true)) {
        LOG.info("The first datanode of {} does not promise"
            + " FIRST_NODE_FINISH_ACK: it is a stock one, or SMARTH is off"
            + " there. Blocks that go to such datanodes are written as in stock"
            + " Hadoop. This is said once", SmarthDataStreamer.this);
      }
      // The first packet is here already, and sent next.
      meter.begin();
    }

    @Override
    Thread.UncaughtExceptionHandler responderHandler() {
      return (thread, e) -> {
        try {
          note(e);
          failUnlessFinished();
        } finally {
          // The streamer may be sending to a datanode that waits for us.
          close(true);
        }
      };
    }

    @Override
    void waitBegins() {
      meter.waitBegins();
    }

    @Override
    void waitEnds() {
      meter.waitEnds();
    }

    @Override
    boolean lastPacketAwaitsAcks() {
      return !granted;
    }

    @Override
    BlockConstructionStage lastPacketStage() {
      lastPacketSent = true;
      return granted ? BlockConstructionStage.DATA_STREAMING
          : super.lastPacketStage();
    }

    @Override
    boolean consume(PipelineAck ack) throws IOException {
      if (ack.getNumOfReplies() > 0) {
        Status first = PipelineAck.getStatusFromHeader(ack.getHeaderFlag(0));
        firstFaulty |= first != Status.SUCCESS
            && !PipelineAck.isRestartOOBStatus(first);
      }
      if (ack.getSeqno() != FirstNodeAckProtocol.FNFA_SEQNO) {
        return false;
      }
      synchronized (dataQueue) {
        if (!granted || fullLength < 0 || !dataQueue.isEmpty()
            || pipeline.getState() != PipelineState.STREAMING) {
          throw new IOException("FIRST_NODE_FINISH_ACK before the end of "
              + SmarthDataStreamer.this);
        }
      }
      // First, for the next block is placed by how far this one has come.
      Measuring.attempt(this::measure);
      pipeline.firstFinished();
      return true;
    }

    private void measure() {
      OptionalLong nanos = meter.finish(fullLength);
      if (nanos.isPresent()) {
        measuredSince = System.nanoTime() - nanos.getAsLong();
        pipeline.measure(measuredSince);
        owner.getSpeeds().record(getNodes()[0].getDatanodeUuid(), fullLength,
            nanos.getAsLong());
      }
    }
  }
}
