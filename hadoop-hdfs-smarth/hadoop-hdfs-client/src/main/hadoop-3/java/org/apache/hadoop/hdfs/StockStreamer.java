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

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.smarth.client.pipelines.ReplicaTarget;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.tracing.Span;
import org.apache.hadoop.util.Time;

/** Stock's streamer, for that of one block to extend. */
@InterfaceAudience.Private
abstract class StockStreamer extends StreamerThread {
  private static final long RECHECK_MILLIS = 1000;
  /** As stock, where the pipeline is not known. */
  private static final int DATANODES = 3;

  private final SmarthFile file;
  /** Stock forgets it before each attempt to get a block. */
  private volatile boolean toldToEnd;

  /** @param file that the block belongs to. */
  StockStreamer(SmarthFile file) {
    super(file);
    this.file = file;
  }

  // What the streamer of one block does. This thread's.

  /**
   * @param excluded datanodes that failed this block; null if none did
   * @return a new block
   * @throws IOException if there is none
   */
  abstract LocatedBlock allocate(DatanodeInfo[] excluded) throws IOException;

  /** @param nodes of the new block, where it goes on with some of them. */
  abstract void occupies(DatanodeInfo[] nodes);

  /** The datanodes of the new block are connected. */
  abstract void connected();

  /**
   * Recovers the pipeline, or closes this.
   *
   * @throws IOException if this is to end
   */
  abstract void recover() throws IOException;

  /**
   * All packets are acknowledged; this ends after it.
   *
   * @throws IOException if the block is not complete
   */
  abstract void allAcked() throws IOException;

  /** @return whether a thread takes acks; those of others may have to end. */
  abstract boolean takesAcks();

  // What stock does.

  @Override
  void close(boolean force) {
    toldToEnd = true;
    super.close(force);
  }

  /** Without a block there is no pipeline to recover, and stock would try. */
  @Override
  protected void setupPipelineForCreate() throws IOException {
    try {
      super.setupPipelineForCreate();
      connected();
    } catch (Throwable e) {
      getLastException().set(e);
      close(false);
      throw e;
    }
  }

  @Override
  LocatedBlock locateFollowingBlock(DatanodeInfo[] excluded,
      ExtendedBlock ignored) throws IOException {
    if (toldToEnd) {
      // Stock has forgotten why.
      file.getPipelines().check();
      throw new ClosedChannelException();
    }
    return allocate(excluded);
  }

  /** The datanodes of a new block may be fewer than the namenode gave. */
  @Override
  boolean createBlockOutputStream(DatanodeInfo[] nodes, StorageType[] types,
      String[] storages, long stamp, boolean recovers) {
    if (stage == BlockConstructionStage.PIPELINE_SETUP_CREATE) {
      occupies(nodes);
    }
    return super.createBlockOutputStream(nodes, types, storages, stamp,
        recovers);
  }

  @Override
  boolean setupPipelineForAppendOrRecovery() throws IOException {
    if (stage == BlockConstructionStage.PIPELINE_SETUP_CREATE) {
      return setupPipelineAgain();
    }
    recover();
    return !streamerClosed();
  }

  /** @return whether a new block goes on without the datanode that failed. */
  private boolean setupPipelineAgain() throws IOException {
    if (errorState.getBadNodeIndex() < 0) {
      // One that restarts; stock would not know then which one to leave out.
      errorState.setBadNodeIndex(
          Math.max(0, errorState.getRestartingNodeIndex()));
      return false;
    }
    try {
      // Without any left, stock says for a while that the stream is closed.
      return getNodes().length > 1
          && super.setupPipelineForAppendOrRecovery();
    } finally {
      file.failed(failed);
    }
  }

  /**
   * Recovers the pipeline under a new generation stamp.
   *
   * @throws IOException if this is to end
   */
  void recoverAsStock() throws IOException {
    super.setupPipelineForAppendOrRecovery();
  }

  /** Errors of other streamers are those of striped files only. */
  @Override
  final boolean processDatanodeOrExternalError() throws IOException {
    return processDatanodeError();
  }

  /**
   * @return whether to sleep for a while after it
   * @throws IOException if this is to end
   */
  boolean processDatanodeError() throws IOException {
    return super.processDatanodeOrExternalError();
  }

  /** Streamers of striped files may throw nothing here, so none may. */
  @Override
  protected void endBlock() {
    try {
      allAcked();
    } catch (IOException e) {
      LOG.warn("{} of {} is not complete", this, file.getSrc(), e);
      getLastException().set(e);
      close(false);
      return;
    }
    super.endBlock();
    close(false);
  }

  /**
   * Stock's time-out is for what stock may have on its way, the packets of some
   * megabytes. Here it may be a block, at the pace of its slowest hop. So the
   * time counts from the last ack, and while acks can come.
   *
   * @param seqno of a packet of the block
   * @throws IOException if it may not be acknowledged any more
   */
  void awaitAcked(long seqno) throws IOException {
    long began = Time.monotonicNow();
    try {
      synchronized (dataQueue) {
        long acked = lastAckedSeqno;
        long since = began;
        while (!streamerClosed() && lastAckedSeqno < seqno) {
          checkClosed();
          if (acked != lastAckedSeqno || !takesAcks()
              || stage == BlockConstructionStage.PIPELINE_SETUP_CREATE) {
            acked = lastAckedSeqno;
            since = Time.monotonicNow();
          }
          checkTimeout(Time.monotonicNow() - since);
          dataQueue.wait(RECHECK_MILLIS);
        }
      }
      checkClosed();
    } catch (ClosedChannelException e) {
      // As stock: the next call finds the stream closed.
      LOG.debug("{} is closed", this, e);
    } catch (InterruptedException e) {
      throw (InterruptedIOException) new InterruptedIOException(
          "Interrupted while waiting for acks of " + this).initCause(e);
    }
    long millis = Time.monotonicNow() - began;
    if (millis > file.getClient().getConf().getSlowIoWarningThresholdMs()) {
      LOG.warn("Slow: {} ms until all of {} of {} was acknowledged by {}",
          millis, this, file.getSrc(), getNodes());
    }
  }

  private void checkTimeout(long millis) throws InterruptedIOException {
    DatanodeInfo[] nodes = getNodes();
    int most = file.getClient().getDatanodeWriteTimeout(
        nodes == null ? DATANODES : nodes.length);
    if (most > 0 && millis > most) {
      throw new InterruptedIOException("No ack of " + this + " of "
          + file.getSrc() + " for " + millis + " ms, with a timeout of " + most
          + " ms");
    }
  }

  /**
   * @return whether this goes on though the thread that takes acks has died: it
   *     has told of an error before, which stock recovers from, whatever it is
   */
  boolean outlivesResponder() {
    return errorState.hasError();
  }

  /** @return what has ended this streamer, or was said to; null if nothing. */
  IOException cause() {
    return getLastException().get();
  }

  // What the recovery of a final block needs. This thread's.

  /**
   * @return whether whoever fails now is replaced by the namenode. It never is:
   *     stock replaces it also where only the end of the block is unacknowledged
   */
  boolean isClosing() {
    return false;
  }

  /**
   * Connects the datanodes of the pipeline, which have a part of the block.
   *
   * @param stamp that they have, and are to keep
   * @return whether they are connected; else the errorState says who is not
   */
  boolean reconnect(long stamp) {
    return createBlockOutputStream(getNodes(), storageTypes, storageIDs, stamp,
        true);
  }

  /**
   * Makes a datanode copy the block to another.
   *
   * @param token for this
   * @throws IOException if it did not
   */
  void copy(ReplicaTarget from, ReplicaTarget to,
      Token<BlockTokenIdentifier> token) throws IOException {
    transfer(from.getNode(), new DatanodeInfo[] {to.getNode()},
        new StorageType[] {to.getStorageType()},
        new String[] {to.getStorageId()}, token);
  }

  /**
   * Asks a datanode to close its replica, at the generation stamp there is.
   * Without its storage: the token may be older than a replacement.
   *
   * @param out to the datanode
   * @param whole the block with its full length
   * @throws IOException if it cannot be sent
   */
  void askToClose(DataOutputStream out, ExtendedBlock whole,
      ReplicaTarget target, Token<BlockTokenIdentifier> token)
      throws IOException {
    new Sender(out).writeBlock(whole, target.getStorageType(), token,
        file.getClient().clientName, new DatanodeInfo[] {target.getNode()},
        new StorageType[] {target.getStorageType()}, null,
        BlockConstructionStage.PIPELINE_CLOSE_RECOVERY, 1,
        whole.getNumBytes(), whole.getNumBytes(), whole.getGenerationStamp(),
        file.getChecksum(), file.getCachingStrategy().get(), false, false,
        null, null, null);
  }

  /** @param packet that is acknowledged, and not sent any more. */
  static void endTrace(DFSPacket packet) {
    Span span = packet.getSpan();
    if (span != null) {
      span.finish();
      packet.setSpan(null);
    }
  }
}
