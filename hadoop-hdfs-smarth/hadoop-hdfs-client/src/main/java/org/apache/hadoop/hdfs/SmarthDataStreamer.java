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
import java.nio.channels.ClosedChannelException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.SmarthPacket.SpillCandidates;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.apache.hadoop.hdfs.smarth.client.pipelines.FinalBlockRecovery;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet.Pipeline;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineState;
import org.apache.hadoop.hdfs.smarth.client.pipelines.ReplicaTarget;
import org.apache.hadoop.hdfs.smarth.client.speeds.BlockMeter;

/**
 * The streamer of one block's pipeline: stock's thread, queues, ack processing
 * and recovery, with FIRST_NODE_FINISH_ACK where the first datanode grants it.
 * It ends with its block. In this package because DataStreamer is.
 *
 * <p>Threads as in DataStreamer: the writer queues under the stream's monitor,
 * this thread sends, the ResponseProcessor takes acks.
 */
@InterfaceAudience.Private
final class SmarthDataStreamer extends StockStreamer {
  /** The stream of the file, as far as its streamers need it to act. */
  interface Owner {
    /** The writer flushes. */
    void hflushed();

    /** The thread of a streamer is about to end. */
    void ended(SmarthDataStreamer which);

    /** @return whether nothing is written after what is queued now. */
    boolean isEnding();

    /** @return whether whoever closes the file has more to send then. */
    boolean isFollowed();

    /**
     * All first datanodes have their blocks. Asked by the one that closes.
     *
     * @return whether whoever has more to send was told to begin; false as long
     *     as it is not time
     */
    boolean letNextBegin();

    /** @return whether the threads are told to end. */
    boolean isClosing();
  }

  private static final long RECHECK_MILLIS = 1000;

  private final SmarthFile file;
  private final Owner owner;
  private final Pipeline pipeline;
  private final FirstNodeHooks firstNode;
  private final long firstSeqno;
  /** Guarded by the dataQueue. */
  private final SpillCandidates candidates = new SpillCandidates();
  /** The streamer of the block before; null at the start of the file. */
  private volatile SmarthDataStreamer previous;
  /** Bytes in the block once its last packet is queued, before that -1. */
  private volatile long fullLength = -1;
  /** Null until the first recovery after FNFA, as the next. This thread's. */
  private FinalBlockDatanodes datanodes;
  private FinalBlockRecovery recovery;
  /** Whether every packet is acknowledged. Written by this thread. */
  private volatile boolean finished;

  /**
   * @param file that the block belongs to
   * @param owner told what becomes of this
   * @param pipeline of this block
   * @param previous the streamer of the block before, or null
   */
  SmarthDataStreamer(SmarthFile file, Owner owner, Pipeline pipeline,
      SmarthDataStreamer previous) {
    super(file);
    this.file = file;
    this.owner = owner;
    this.pipeline = pipeline;
    this.previous = previous;
    this.firstSeqno = file.getNextSeqno().get();
    this.firstNode = new FirstNodeHooks(this, pipeline, file);
    this.hooks = firstNode;
  }

  // The writer's side.

  @Override
  long getAndIncCurrentSeqno() {
    return file.getNextSeqno().getAndIncrement();
  }

  @Override
  long getLastQueuedSeqno() {
    return file.getLastQueuedSeqno().get();
  }

  @Override
  void queuePacket(DFSPacket packet) {
    if (packet != null) {
      enqueue(packet);
      file.getThreads().begin(this);
    }
  }

  private void enqueue(DFSPacket packet) {
    if (packet.isLastPacketInBlock()) {
      fullLength = packet.getLastByteOffsetBlock();
    }
    file.getLastQueuedSeqno().set(packet.getSeqno());
    super.queuePacket(packet);
  }

  /** Without a thread the file fails; the writer's next call tells why. */
  void cannotBegin(Throwable cause) {
    try {
      died(cause);
    } finally {
      end();
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
        enqueue(packet);
        queued = true;
      }
      file.getThreads().begin(this);
    } catch (ClosedChannelException e) {
      // As stock: the next call finds the stream closed.
      LOG.debug("{} is closed", this, e);
    } finally {
      if (!queued) {
        packet.releaseBuffer(file.getByteArrayManager());
      }
    }
  }

  /** An interruption ends it: as in stock, a full packet is queued anyway. */
  private void awaitRoom() throws IOException {
    try {
      if (getState() == State.NEW) {
        // An interrupt may have ended the wait for the thread of that one.
        file.getThreads().beginLeft();
        pipeline.awaitPreviousTurn();
      }
      while (isFull()) {
        // An interrupt may have ended the wait for its thread.
        file.getThreads().begin(this);
        synchronized (dataQueue) {
          if (isFull()) {
            // Of another pipeline's failure nobody is notified here.
            dataQueue.wait(RECHECK_MILLIS);
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isFull() {
    synchronized (dataQueue) {
      return !streamerClosed() && file.getPipelines().getFailure() == null
          && dataQueue.size()
              > file.getClient().getConf().getWriteMaxPackets();
    }
  }

  @Override
  void waitForAckedSeqno(long seqno) throws IOException {
    file.getThreads().beginWaiting();
    if (owner.isEnding() && owner.isFollowed()) {
      boolean begun = fullLength >= 0;
      pipeline.awaitFirstFinished(begun);
      pipeline.awaitDoneOr(begun, owner::letNextBegin);
    }
    pipeline.awaitEarlierDone();
    if (seqno >= firstSeqno) {
      awaitAcked(seqno);
    }
    file.getPipelines().checkFailure();
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
    file.getPipelines().checkFailure();
    super.checkClosed();
  }

  /** What is in the block now is being flushed; its end is yet to come. */
  void flushing() {
    pipeline.flushing();
  }

  @Override
  void setHflush() {
    owner.hflushed();
  }

  @Override
  AtomicBoolean getPersistBlocks() {
    return file.getPersistBlocks();
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

  /** @return whether it has both of its threads. */
  @Override
  boolean takesAcks() {
    return firstNode.hasResponder();
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
    synchronized (dataQueue) {
      return candidates.take(most, ackQueue);
    }
  }

  /** @return bytes in the block once its last packet is queued, else -1. */
  long getFullLength() {
    return fullLength;
  }

  // This thread's side.

  /** Whatever ends this thread, the writer learns of it. */
  @Override
  public void work() {
    try {
      workAsStock();
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
      // First: the thread that takes acks ends of this, and would say so.
      failUnlessFinished();
      closeSocket();
    } catch (IOException e) {
      LOG.debug("{}: the connection cannot be closed", this, e);
    } finally {
      close(false);
      release();
    }
  }

  /** The thread that takes acks has died of something that is no Exception. */
  void responderDied(Throwable cause) {
    if (outlivesResponder()) {
      return;
    }
    try {
      note(cause);
      failUnlessFinished();
    } finally {
      // The streamer may be sending to a datanode that waits for us.
      close(true);
    }
  }

  /** The first failure is the cause of those that follow. */
  private void note(Throwable cause) {
    LOG.warn("The pipeline of {} ends, of {}", this, file.getSrc(), cause);
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
      firstNode.sendsNothing();
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
  void connected() {
    // The length of stock's block is the number of bytes acknowledged.
    pipeline.connected(block::getNumBytes);
    previous = null;
  }

  @Override
  void occupies(DatanodeInfo[] nodes) {
    pipeline.occupy(nodes);
  }

  @Override
  LocatedBlock allocate(DatanodeInfo[] excluded) throws IOException {
    if (pipeline.getState() == PipelineState.QUEUED) {
      file.getAllocator().awaitTurn(pipeline);
    } else {
      file.getMetrics().askingAgain();
    }
    ExtendedBlock before = null;
    if (previous != null) {
      before = previous.finalBlock();
      if (!previous.finished) {
        FinalBlockDatanodes.renewToken(file, previous,
            previous.firstNode.getConnectedMillis());
      }
    }
    return file.getAllocator().allocate(pipeline, before,
        excluded == null ? new DatanodeInfo[0] : excluded);
  }

  @Override
  boolean processDatanodeError() throws IOException {
    if (!errorState.hasDatanodeError()) {
      return false;
    }
    firstNode.sendsNothing();
    IOException lost = file.getRetention().getFailure();
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
      return firstNode.isEndSent() && dataQueue.isEmpty() && ackQueue.isEmpty();
    }
  }

  private boolean onlyLastPacketUnacked() {
    DFSPacket unacked = ackQueue.peekFirst();
    return unacked != null && unacked.isLastPacketInBlock();
  }

  /**
   * As stock, under a new generation stamp, until the first datanode has
   * finalized the block; from then on at the same one. If the end of the block
   * was sent, the first datanode may have finalized it though FNFA was lost.
   */
  @Override
  void recover() throws IOException {
    if (firstNode.isFirstNodeAckDue() && file.mayGoOn(getNodes()[0])
        && recovery().probeFinal(datanodes.targets().get(0))) {
      pipeline.firstFinished(fullLength);
      file.getThreads().beginWaiting();
    }
    if (pipeline.getState() != PipelineState.FIRST_FINISHED) {
      file.getMetrics().recoveringWhileStreaming();
      recoverAsStock();
      file.failed(failed);
      return;
    }
    file.getMetrics().recoveringWhileDraining();
    IOException cause = cause();
    try {
      if (!recovery().recover(datanodes.targets(),
          datanodes.suspect(firstNode.isFirstFaulty()))) {
        datanodes.acknowledgeAll();
      }
    } catch (IOException e) {
      if (cause != null) {
        e.addSuppressed(cause);
      }
      getLastException().set(e);
      close(false);
    }
    List<DatanodeInfo> lost = takeLost();
    lost.forEach(file.getAllocator()::avoid);
    file.failed(lost);
  }

  private List<DatanodeInfo> takeLost() {
    return Arrays.asList(ReplicaTarget.nodes(recovery.takeLost()));
  }

  private FinalBlockRecovery recovery() {
    if (recovery == null) {
      ExtendedBlock whole = finalBlock();
      datanodes = new FinalBlockDatanodes(file, this, whole);
      recovery = new FinalBlockRecovery(whole + " of " + file.getSrc(),
          datanodes);
    }
    return recovery;
  }

  @Override
  void allAcked() throws IOException {
    if (pipeline.getState() == PipelineState.FIRST_FINISHED
        && recovery != null) {
      block.setNumBytes(fullLength);
      recovery.complete(datanodes.targets());
      // Whether who took no copy is at fault, or its source, is not known.
      file.failed(takeLost());
    }
    firstNode.delivered();
    // As in stock, nobody waits until threads and connection have ended.
    pipeline.done();
    finished = true;
  }

  /**
   * After a flush the last chunk is sent once more. The first datanode lets no
   * ack through while it finalizes its replica, so with the end of the block
   * right behind, what all have would seem to be under way; and if the datanode
   * fails then, data would be sent again where stock only asks the others to
   * close their replicas.
   *
   * @return whether all data that is not acknowledged was so before
   */
  boolean isOnlyUnackedAgain() {
    synchronized (dataQueue) {
      DFSPacket last = ackQueue.peekLast();
      return last != null
          && last.getLastByteOffsetBlock() <= block.getNumBytes();
    }
  }

  /**
   * FNFA is for what follows the block. A file that is complete before its only
   * block has a pipeline needs no FNFA, and no forwarder at the first datanode;
   * unless other files follow, and it is no tiny one.
   *
   * @return whether this is such a file
   */
  boolean isShortFile() {
    return firstSeqno == 0 && owner.isEnding() && fullLength >= 0
        && fullLength < file.getStat().getBlockSize()
        && !(owner.isFollowed() && fullLength >= BlockMeter.MIN_BYTES);
  }
}
