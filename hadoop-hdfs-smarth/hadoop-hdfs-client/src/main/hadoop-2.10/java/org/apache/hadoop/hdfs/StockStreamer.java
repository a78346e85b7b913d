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
import org.apache.htrace.core.TraceScope;

/** Stock's streamer, for that of one block to extend. */
@InterfaceAudience.Private
abstract class StockStreamer extends DataStreamer {
  private final SmarthFile file;

  /** @param file that the block belongs to. */
  StockStreamer(SmarthFile file) {
    super(file.getStat(), null, file.getClient(), file.getSrc(),
        file.getProgress(), file.getChecksum(), file.getCachingStrategy(),
        file.getByteArrayManager(), file.getFavoredNodes(), file.getFlags());
    this.file = file;
  }

  // What the streamer of one block does. This thread's.

  /** All that this thread does. */
  public abstract void work();

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
  public final void run() {
    work();
  }

  /** What stock's thread does. */
  final void workAsStock() {
    super.run();
  }

  @Override
  protected LocatedBlock nextBlockOutputStream() throws IOException {
    LocatedBlock next = super.nextBlockOutputStream();
    connected();
    return next;
  }

  @Override
  protected LocatedBlock locateFollowingBlock(DatanodeInfo[] excluded,
      ExtendedBlock ignored) throws IOException {
    return allocate(excluded);
  }

  @Override
  boolean setupPipelineForAppendOrRecovery() throws IOException {
    recover();
    return false;
  }

  /**
   * Recovers the pipeline under a new generation stamp.
   *
   * @throws IOException if this is to end
   */
  void recoverAsStock() throws IOException {
    super.setupPipelineForAppendOrRecovery();
  }

  @Override
  void endBlock() throws IOException {
    allAcked();
    super.endBlock();
    close(false);
  }

  /**
   * @param seqno of a packet of the block
   * @throws IOException if it may not be acknowledged any more
   */
  void awaitAcked(long seqno) throws IOException {
    super.waitForAckedSeqno(seqno);
  }

  /**
   * @return whether this goes on though the thread that takes acks has died
   */
  boolean outlivesResponder() {
    return false;
  }

  /** @return what has ended this streamer, or was said to; null if nothing. */
  IOException cause() {
    synchronized (getLastException()) {
      return getLastException().thrown;
    }
  }

  // What the recovery of a final block needs. This thread's.

  /**
   * @return whether only the end of the block is unacknowledged; whoever fails
   *     then is replaced by the namenode
   */
  boolean isClosing() {
    synchronized (dataQueue) {
      // Stock has put back there what was unacknowledged.
      DFSPacket unacked = dataQueue.peekFirst();
      return unacked != null && unacked.isLastPacketInBlock();
    }
  }

  /**
   * Connects the datanodes of the pipeline, which have a part of the block.
   *
   * @param stamp that they have, and are to keep
   * @return whether they are connected; else the errorState says who is not
   */
  boolean reconnect(long stamp) {
    return createBlockOutputStream(getNodes(), storageTypes, stamp, true);
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
        new StorageType[] {to.getStorageType()}, token);
  }

  /**
   * Asks a datanode to close its replica, at the generation stamp there is.
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
        null);
  }

  /** @param packet that is acknowledged, and not sent any more. */
  static void endTrace(DFSPacket packet) {
    TraceScope scope = packet.getTraceScope();
    if (scope != null) {
      scope.reattach();
      scope.close();
      packet.setTraceScope(null);
    }
  }
}
