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
package org.apache.hadoop.hdfs.server.datanode;

import java.io.DataOutputStream;
import java.io.IOException;

import com.google.common.annotations.VisibleForTesting;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.server.datanode.BlockReceiver.PacketResponder;
import org.apache.hadoop.hdfs.smarth.protocol.FirstNodeAckProtocol;
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

  private final BlockReceiver receiver;

  /** Set once, before the forwarder's thread starts. */
  private PacketResponder responder;

  // Written by whoever holds the mutex.
  private boolean errorReported;
  private boolean restartAnnounced;
  private volatile boolean clientLeft;

  FirstNodeReplies(BlockReceiver receiver) {
    this.receiver = receiver;
  }

  @VisibleForTesting
  static void setFaultInjector(FirstNodeFaultInjector injector) {
    faultInjector = injector;
  }

  /** The responder was made, and writes acks from now on. */
  void speakThrough(PacketResponder speaker) {
    responder = speaker;
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

  /** Held. @return whether the client is there, as far as is known. */
  boolean isClientThere() {
    return !clientLeft && responder.running;
  }

  /** Held. @return whether the client was told that a datanode restarts. */
  boolean isRestartAnnounced() {
    return restartAnnounced;
  }

  /** Held. @return whether the client was or will be told of an error. */
  boolean isErrorKnown() {
    return errorReported || receiver.mirrorError;
  }

  /**
   * Held; the replica is final.
   *
   * @return whether the FNFA was sent; false if the client has left
   */
  boolean sendFirstNodeAck() throws IOException {
    faultInjector.beforeFirstNodeAck(receiver.inAddr);
    // Not through the responder, which takes it for the ack of a packet.
    write(ack(FirstNodeAckProtocol.FNFA_SEQNO, Status.SUCCESS),
        responder.upstreamOut, true);
    return !clientLeft;
  }

  /** Held. Tells the client that this datanode is at fault, and no more. */
  void sayLast(long seqno, Status status) throws IOException {
    try {
      // Through stock, which comes back to write().
      responder.sendAckUpstreamUnprotected(null, seqno, 0L, 0L,
          header(status));
    } finally {
      responder.running = false;
    }
  }

  private PipelineAck ack(long seqno, Status status) {
    return new PipelineAck(seqno, new int[] {header(status)});
  }

  private int header(Status status) {
    return PipelineAck.combineHeader(receiver.getDataNode().getECN(), status);
  }

  /**
   * Held. Writes any ack to the client. Its absence is an error as in stock,
   * except once the replica is final, as long as the block can be delivered to
   * all datanodes downstream.
   */
  void write(PipelineAck ack, DataOutputStream upstream, boolean replicaFinal)
      throws IOException {
    if (!replicaFinal) {
      writeAsStock(ack, upstream);
    } else if (!clientLeft) {
      try {
        send(ack, upstream);
      } catch (IOException e) {
        clientLeft = true;
        LOG.info("{}: the client at {} left after FNFA; delivering to {} all"
            + " the same", receiver.block, receiver.inAddr,
            receiver.mirrorAddr, e);
      }
    }
    // With an error further down, stock repeats it until it is cut off.
    if (clientLeft && (receiver.mirrorError || !ack.isSuccess())) {
      throw new IOException("Neither client nor mirror is left for "
          + receiver.block);
    }
  }

  private void writeAsStock(PipelineAck ack, DataOutputStream upstream)
      throws IOException {
    errorReported |= !ack.isSuccess();
    restartAnnounced |= ack.getOOBStatus() != null;
    try {
      send(ack, upstream);
    } catch (IOException e) {
      clientLeft = true;
      throw e;
    }
  }

  static void send(PipelineAck ack, DataOutputStream upstream)
      throws IOException {
    ack.write(upstream);
    upstream.flush();
  }

  boolean hasClientLeft() {
    return clientLeft;
  }
}
