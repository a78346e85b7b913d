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

import java.io.DataOutputStream;
import java.io.IOException;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.server.datanode.BlockReceiver.PacketResponder;
import org.apache.hadoop.hdfs.smarth.datanode.FirstNodeProgress;
import org.apache.hadoop.hdfs.smarth.protocol.FirstNodeAckProtocol;
import org.apache.hadoop.util.Daemon;
import org.slf4j.Logger;

/**
 * What the first datanode says to its client. The receiver, the stock
 * PacketResponder and the forwarder speak in turn, ordered by the responder's
 * <code>sending</code> mutex, which stock takes around each ack and which
 * {@link #hold()} takes for longer. Owned by FirstNodeWrite.
 */
@InterfaceAudience.Private
class FirstNodeReplies {
  private static final Logger LOG = DataNode.LOG;

  private static volatile FirstNodeFaultInjector faultInjector =
      FirstNodeFaultInjector.NONE;

  private final ClientWrite write;
  private final FirstNodeProgress progress;

  // Null until start(), before the first packet and the forwarder.
  private Daemon responderThread;
  private PacketResponder responder;
  private DataOutputStream upstream;

  // Written with the mutex held.
  private boolean lastIsSaid;
  private boolean errorReported;
  private boolean restartAnnounced;
  private volatile boolean clientLeft;

  FirstNodeReplies(ClientWrite write, FirstNodeProgress progress) {
    this.write = write;
    this.progress = progress;
  }

  static void setFaultInjector(FirstNodeFaultInjector injector) {
    faultInjector = injector;
  }

  /** The responder runs, and writes acks from now on. */
  void start(Daemon thread, DataOutputStream out) {
    responderThread = thread;
    responder = (PacketResponder) thread.getRunnable();
    upstream = out;
  }

  PacketResponder getResponder() {
    return responder;
  }

  void interruptResponder() {
    if (responderThread != null) {
      responderThread.interrupt();
    }
  }

  /** Waits for the mutex; no ack leaves until its release. */
  void hold() throws InterruptedException {
    synchronized (responder) {
      while (responder.sending) {
        responder.wait();
      }
      responder.sending = true;
    }
  }

  void release() {
    synchronized (responder) {
      responder.sending = false;
      responder.notifyAll();
    }
  }

  /**
   * Held, by the receiver's thread. A responder that fails interrupts it and
   * ends.
   *
   * @return whether the client is there, as far as is known
   */
  boolean isClientThere() {
    return !clientLeft && !lastIsSaid
        && responderThread != null && responderThread.isAlive()
        && !Thread.currentThread().isInterrupted();
  }

  /** Held. @return whether the client was told that a datanode restarts. */
  boolean isRestartAnnounced() {
    return restartAnnounced;
  }

  /** Held. @return whether the client was or will be told of an error. */
  boolean isErrorKnown() {
    return errorReported || write.getReceiver().mirrorError;
  }

  /**
   * Held; the replica is final.
   *
   * @return whether the FNFA was sent; false if the client has left
   */
  boolean sendFirstNodeAck() throws IOException {
    faultInjector.beforeFirstNodeAck(write.getClientAddress());
    write(FirstNodeAckProtocol.FNFA_SEQNO, Status.SUCCESS);
    return !clientLeft;
  }

  /** Held. Tells the client that this datanode is at fault, and no more. */
  void sayLast(long seqno, Status status) throws IOException {
    try {
      write(seqno, status);
    } finally {
      lastIsSaid = true;
    }
  }

  private void write(long seqno, Status status) throws IOException {
    write(new PipelineAck(seqno, new int[] {
        StockReceiver.ackHeader(write.getDataNode(),
            write.getBlock().getBlockPoolId(), status)}),
        upstream);
  }

  /**
   * Held. Writes any ack to the client. A client that is gone is an error as in
   * stock. Once the replica is final it is none, as long as the block can still
   * reach all datanodes downstream. After the last reply nothing is written.
   */
  void write(PipelineAck ack, DataOutputStream out) throws IOException {
    if (lastIsSaid) {
      return;
    }
    if (!progress.get().isReplicaFinal()) {
      writeAsStock(ack, out);
    } else if (!clientLeft) {
      try {
        ReceiverHooks.STOCK.acknowledge(ack, out);
      } catch (IOException e) {
        clientLeft = true;
        LOG.info("{}: the client at {} left after FNFA; delivering to {} all"
            + " the same", write.getBlock(), write.getClientAddress(),
            write.getMirrorAddress(), e);
      }
    }
    // With an error further down, stock repeats it until it is cut off.
    if (clientLeft && (write.getReceiver().mirrorError || !ack.isSuccess())) {
      throw new IOException("Neither client nor mirror is left for "
          + write.getBlock());
    }
  }

  private void writeAsStock(PipelineAck ack, DataOutputStream out)
      throws IOException {
    errorReported |= !ack.isSuccess();
    restartAnnounced |= ack.getOOBStatus() != null;
    try {
      ReceiverHooks.STOCK.acknowledge(ack, out);
    } catch (IOException e) {
      clientLeft = true;
      throw e;
    }
  }

  boolean hasClientLeft() {
    return clientLeft;
  }
}
