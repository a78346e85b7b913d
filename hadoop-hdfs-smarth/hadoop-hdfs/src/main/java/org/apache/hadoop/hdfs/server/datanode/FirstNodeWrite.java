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

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketReceiver;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.server.datanode.BlockReceiver.PacketResponder;
import org.apache.hadoop.hdfs.smarth.datanode.ChunkVerifier;
import org.apache.hadoop.hdfs.smarth.datanode.FirstNodeProgress;
import org.apache.hadoop.hdfs.smarth.datanode.FirstNodeState;
import org.apache.hadoop.hdfs.smarth.datanode.ForwardedPacket;
import org.slf4j.Logger;

/**
 * What BlockReceiver does differently once FNFA is granted: this datanode
 * verifies each packet itself, sends downstream what the next datanode takes at
 * once, stores the packet, and leaves the rest to a forwarder. At the end of the
 * block it finalizes and reports its replica, tells the client (FNFA), and from
 * then on owns the delivery.
 *
 * <p>Made by FirstNodeService, owned by the BlockReceiver, which calls it from
 * its hooks. Three threads use it: the receiver (the DataXceiver, which starts
 * and stops it), the stock PacketResponder and the forwarder. No ack leaves
 * while the replica is finalized. Hence a client that learns of an error
 * before FNFA knows that the replica here was not finalized early, and stock
 * recovery fits it.
 */
@InterfaceAudience.Private
class FirstNodeWrite {
  private static final Logger LOG = DataNode.LOG;

  private final BlockReceiver receiver;
  private final FirstNodeService service;
  private final FirstNodeProgress progress = new FirstNodeProgress();
  private final FirstNodeReplies replies;
  private final long startNanos = System.nanoTime();
  /** Belongs to the receiver's thread. */
  private final ChunkVerifier verifier;
  /** Whether the packet at hand is. The receiver's thread's, as the next. */
  private boolean verified;
  /** How many bytes of it, as on the wire, the next datanode has. */
  private int sent;

  // Belong to the receiver's thread; null until start().
  private PacketResponder responder;
  private FirstNodeForwarding forwarding;

  FirstNodeWrite(BlockReceiver receiver, FirstNodeService service) {
    this.receiver = receiver;
    this.service = service;
    this.replies = new FirstNodeReplies(receiver);
    this.verifier = new ChunkVerifier(receiver.clientChecksum);
  }

  /** @return whether a block that is received this way can have FNFA. */
  static boolean isPossible(BlockReceiver receiver) {
    return receiver.stage == BlockConstructionStage.PIPELINE_SETUP_CREATE
        && receiver.isClient
        && receiver.replicaInfo instanceof ReplicaInfo
        && !receiver.replicaInfo.isOnTransientStorage()
        && receiver.clientChecksum.getChecksumSize() > 0
        && !receiver.needsChecksumTranslation;
  }

  // ---- The receiver's thread. ----

  /** The responder runs, the first packet is not yet read. */
  void start(DataOutputStream out, DataInputStream in) throws IOException {
    responder = (PacketResponder) receiver.responder.getRunnable();
    replies.speakThrough(responder);
    forwarding = new FirstNodeForwarding(receiver, replies, progress,
        service, out, in);
    forwarding.start();
  }

  /**
   * Verifies a packet from the client.
   *
   * @param write null for a write that is all stock's
   */
  static void verify(FirstNodeWrite write, BlockReceiver receiver,
      ByteBuffer data, ByteBuffer sums) throws ChecksumException {
    if (write == null) {
      receiver.clientChecksum.verifyChunkedSums(data, sums,
          receiver.clientname, 0);
    } else {
      write.verify(data, sums);
    }
  }

  private void verify(ByteBuffer data, ByteBuffer sums)
      throws ChecksumException {
    if (!verified) {
      verifier.verify(data, sums, receiver.clientname, 0);
      verified = true;
    }
  }

  /**
   * A packet is here, and not on disk yet. As in stock, it goes on before the
   * disk has it, so that nobody who flushes or syncs waits for one disk after
   * the other; but only what the next datanode takes at once, and not the end
   * of the block, which comes after FNFA.
   */
  void packetArrived(PacketReceiver packet) throws IOException {
    verified = false;
    sent = 0;
    if (!packet.getHeader().isLastPacketInBlock() && forwarding.isIdle()) {
      check(packet);
      if (isValid(packet)) {
        sent = forwarding.sendAtOnce(packet);
      }
    }
  }

  private boolean isValid(PacketReceiver packet) {
    try {
      verify(packet.getDataSlice(), packet.getChecksumSlice());
      return true;
    } catch (ChecksumException e) {
      // Stock finds it again where it can be refused.
      LOG.debug("{}: {}", receiver.block, e.getMessage());
      return false;
    }
  }

  /**
   * A packet failed verification: tells the client at once. Stock leaves that
   * to the responder, which would wait for a downstream ack that cannot come.
   *
   * @return true, so that the caller need not
   */
  boolean refuse(long seqno) {
    try {
      replies.hold();
      try {
        replies.sayLast(seqno, Status.ERROR_CHECKSUM);
      } finally {
        replies.release();
      }
    } catch (IOException e) {
      // Stock throws also after it was sent, to end the responder.
      LOG.info("{}: {}", receiver.block, e.getMessage());
    } catch (InterruptedException e) {
      LOG.info("{}: interrupted while refusing packet {}", receiver.block,
          seqno);
      Thread.currentThread().interrupt();
    }
    return true;
  }

  /** The end of the block is on disk, its ack not yet enqueued. */
  void blockStored(PacketReceiver packet) throws IOException {
    check(packet);
    try {
      finish();
    } catch (InterruptedException e) {
      throw (IOException) new InterruptedIOException("Interrupted at the end of "
          + receiver.block).initCause(e);
    }
  }

  /** A packet is on disk and its ack enqueued: none can come too early. */
  void packetStored(PacketReceiver packet) throws IOException {
    check(packet);
    if (packet.getHeader().isLastPacketInBlock()) {
      sent = forwarding.sendAtOnce(packet);
    }
    if (sent >= wireLength(packet)) {
      return;
    }
    try {
      forwarding.add(ForwardedPacket.of(packet.getHeader(),
          packet.getChecksumSlice(),
          receiver.clientChecksum.getBytesPerChecksum(), sent));
    } catch (InterruptedException e) {
      throw (IOException) new InterruptedIOException("Interrupted while "
          + receiver.block + " waited to be forwarded").initCause(e);
    }
  }

  private static int wireLength(PacketReceiver packet) {
    return packet.getHeader().getSerializedSize()
        + packet.getChecksumSlice().remaining()
        + packet.getDataSlice().remaining();
  }

  private void check(PacketReceiver packet) throws IOException {
    PacketHeader header = packet.getHeader();
    if (header.getDataLen() > 0 && (header.isLastPacketInBlock()
        || packet.getChecksumSlice().remaining() == 0)) {
      throw new IOException("Packet " + header.getSeqno() + " of "
          + receiver.block + " from " + receiver.inAddr
          + " has data without checksums, or data in a last packet");
    }
  }

  /** The whole block is on disk: its early end, if that is still possible. */
  private void finish() throws IOException, InterruptedException {
    replies.hold();
    try {
      // After a restart is announced the client recovers the block as in stock:
      // the others must not get its end, and finalize it.
      if (forwarding.hasFailed() || !replies.isClientThere()
          || replies.isRestartAnnounced()) {
        throw new IOException("No longer receiving " + receiver.block);
      }
      if (replies.isErrorKnown()) {
        progress.become(FirstNodeState.AS_STOCK);
        return;
      }
      progress.become(FirstNodeState.FINALIZING);
      responder.finalizeBlock(startNanos);
      progress.become(FirstNodeState.DELIVERING);
      if (replies.sendFirstNodeAck()) {
        service.getMetrics().firstNodeAckSent();
      }
    } finally {
      replies.release();
    }
  }

  /** The block is over. Returns when nothing writes to the mirror any more. */
  void stop() {
    if (forwarding != null) {
      forwarding.stop();
    }
    if (progress.end() == FirstNodeState.UNDELIVERED
        && !forwarding.isUnwanted()) {
      service.getMetrics().deliveryFailed();
      LOG.warn("{} is final here, but was not delivered to {}",
          receiver.block, receiver.mirrorAddr);
    }
  }

  // ---- The responder's thread, or whoever holds its mutex. ----

  /** @return whether the replica's length can no longer change. */
  private boolean isReplicaFinal() {
    return progress.get().isReplicaFinal();
  }

  /**
   * Writes an ack to the client.
   *
   * @param write null for a write that is all stock's
   */
  static void acknowledge(FirstNodeWrite write, PipelineAck ack,
      DataOutputStream upstream) throws IOException {
    if (write == null) {
      FirstNodeReplies.send(ack, upstream);
    } else {
      write.replies.write(ack, upstream, write.isReplicaFinal());
    }
  }

  /**
   * The last packet was acknowledged downstream.
   *
   * @param write null for a write that is all stock's
   * @return whether the replica is still to be finalized, as in stock
   */
  static boolean mustFinalize(FirstNodeWrite write, PipelineAck ack) {
    return write == null || write.lastAckArrived(ack);
  }

  private boolean lastAckArrived(PipelineAck ack) {
    if (!isReplicaFinal()) {
      return true;
    }
    forwarding.releaseVolume();
    if (!ack.isSuccess()) {
      LOG.warn("{}: {} answered the last packet with {}", receiver.block,
          receiver.mirrorAddr, ack);
    } else if (progress.becomeIfPossible(FirstNodeState.DELIVERED)
        && replies.hasClientLeft()) {
      service.getMetrics().deliveredAfterClientLeft();
      LOG.info("{}: delivered to {} after the client had left",
          receiver.block, receiver.mirrorAddr);
    }
    return false;
  }
}
