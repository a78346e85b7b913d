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
import java.io.InterruptedIOException;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketReceiver;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.smarth.datanode.ChunkVerifier;
import org.apache.hadoop.hdfs.smarth.datanode.FirstNodeProgress;
import org.apache.hadoop.hdfs.smarth.datanode.FirstNodeProgress.State;
import org.apache.hadoop.hdfs.smarth.datanode.ForwardedPacket;
import org.apache.hadoop.util.Daemon;
import org.apache.hadoop.util.DataChecksum;
import org.slf4j.Logger;

/**
 * What BlockReceiver does differently once FNFA is granted: this datanode
 * verifies each packet itself, sends downstream what the next datanode takes at
 * once, stores the packet, and leaves the rest to a forwarder. At the end of the
 * block it finalizes and reports its replica, tells the client (FNFA), and from
 * then on owns the delivery.
 *
 * <p>Made by FirstNodeService, owned by the BlockReceiver. Three threads use
 * it: the receiver (the DataXceiver, which starts and stops it), the stock
 * PacketResponder and the forwarder. No ack leaves while the replica is
 * finalized. Hence a client that learns of an error before FNFA knows that the
 * replica here was not finalized early, and stock recovery fits it.
 */
@InterfaceAudience.Private
final class FirstNodeWrite extends ReceiverHooks {
  private static final Logger LOG = DataNode.LOG;

  private final ClientWrite write;
  private final ExtendedBlock block;
  private final FirstNodeService service;
  private final FirstNodeProgress progress = new FirstNodeProgress();
  private final FirstNodeReplies replies;
  private final long startNanos = System.nanoTime();

  // All below belong to the receiver's thread.
  private final BlockSpeeds speeds;
  private final ChunkVerifier verifier;
  /** Whether the packet at hand is. */
  private boolean verified;
  /** How many bytes of it, as on the wire, the next datanode has. */
  private int sent;
  /** Null until start(). */
  private FirstNodeForwarding forwarding;

  FirstNodeWrite(ClientWrite write, FirstNodeService service) {
    this.write = write;
    this.block = write.getBlock();
    this.service = service;
    this.replies = new FirstNodeReplies(write, progress);
    this.speeds = new BlockSpeeds(write, false);
    this.verifier = new ChunkVerifier(write.getChecksum());
  }

  /**
   * @return whether the block can have FNFA. The replica of a new one has the
   *     client's kind of checksum
   */
  static boolean isPossible(ClientWrite write) {
    Replica replica = write.getReceiver().getReplica();
    return write.isNew() && write.hasMirror()
        && StockReceiver.hasFiles(replica)
        && !replica.isOnTransientStorage()
        && write.getChecksum().getChecksumSize() > 0;
  }

  // ---- The receiver's thread. ----

  @Override
  DataOutputStream start(Daemon responder, DataOutputStream mirrorOut,
      DataInputStream mirrorIn, DataOutputStream upstream,
      boolean dropsBehind) throws IOException {
    replies.start(responder, upstream);
    forwarding = new FirstNodeForwarding(write, replies, progress, service,
        mirrorOut, mirrorIn, dropsBehind);
    forwarding.start();
    return null;
  }

  /**
   * As in stock, a packet goes on before the disk has it. So a flush or a sync
   * does not wait for one disk after the other. Only what the next datanode
   * takes at once goes on here. The end of the block follows after FNFA.
   */
  @Override
  void packetArrived(PacketReceiver packet) throws IOException {
    speeds.packetArrived(packet);
    verified = false;
    sent = 0;
    if (!packet.getHeader().isLastPacketInBlock() && forwarding.isIdle()) {
      check(packet);
      if (isValid(packet)) {
        sendAtOnce(packet);
      }
    }
  }

  private boolean isValid(PacketReceiver packet) {
    try {
      verify(packet);
      return true;
    } catch (ChecksumException e) {
      // Stock finds it again where it can be refused.
      LOG.debug("{}: {}", block, e.getMessage());
      return false;
    }
  }

  private void verify(PacketReceiver packet) throws ChecksumException {
    if (!verified) {
      verifier.verify(packet.getDataSlice(), packet.getChecksumSlice(),
          write.getClientAddress(), 0);
      verified = true;
    }
  }

  private void sendAtOnce(PacketReceiver packet) {
    long begin = System.nanoTime();
    sent = forwarding.sendAtOnce(packet);
    speeds.mirrored(System.nanoTime() - begin);
  }

  /** Of a packet that fails, the client learns at once. */
  @Override
  void verify(PacketReceiver packet, DataChecksum checksum, String client)
      throws ChecksumException {
    try {
      verify(packet);
    } catch (ChecksumException e) {
      refuse(packet.getHeader().getSeqno());
      // Stock waits for its responder to tell the client and do this.
      Thread.currentThread().interrupt();
      throw e;
    }
  }

  /** The responder would wait for a downstream ack that cannot come. */
  private void refuse(long seqno) {
    try {
      replies.hold();
      try {
        replies.sayLast(seqno, Status.ERROR_CHECKSUM);
      } finally {
        replies.release();
      }
    } catch (IOException e) {
      LOG.info("{}: cannot refuse packet {}", block, seqno, e);
    } catch (InterruptedException e) {
      LOG.info("{}: interrupted while refusing packet {}", block, seqno);
    }
  }

  @Override
  void packetStored(PacketReceiver packet) throws IOException {
    speeds.packetStored(packet);
    check(packet);
    try {
      if (packet.getHeader().isLastPacketInBlock()) {
        finish();
        sendAtOnce(packet);
      }
      if (sent < wireLength(packet)) {
        forwarding.add(ForwardedPacket.of(packet.getHeader(),
            packet.getChecksumSlice(),
            write.getChecksum().getBytesPerChecksum(), sent));
      }
    } catch (InterruptedException e) {
      throw (IOException) new InterruptedIOException("Interrupted while "
          + block + " was finalized or waited to be forwarded").initCause(e);
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
      throw new IOException("Packet " + header.getSeqno() + " of " + block
          + " from " + write.getClientAddress()
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
        throw new IOException("No longer receiving " + block);
      }
      if (replies.isErrorKnown() || service.hasFewThreads()) {
        progress.become(State.AS_STOCK);
        return;
      }
      progress.become(State.FINALIZING);
      replies.getResponder().finalizeBlock(startNanos);
      progress.become(State.DELIVERING);
      forwarding.drains();
      if (replies.sendFirstNodeAck()) {
        service.getMetrics().firstNodeAckSent();
      }
    } finally {
      replies.release();
    }
  }

  /** Returns when nothing writes to the mirror any more. */
  @Override
  void stop() {
    if (forwarding != null) {
      forwarding.stop();
    }
    if (progress.end() == State.UNDELIVERED
        && !forwarding.isUnwanted()) {
      service.getMetrics().deliveryFailed();
      LOG.warn("{} is final here, but was not delivered to {}", block,
          write.getMirrorAddress());
    }
  }

  // ---- The responder's thread, or the one that holds its mutex. ----

  @Override
  void acknowledge(PipelineAck ack, DataOutputStream upstream)
      throws IOException {
    replies.write(ack, upstream);
  }

  @Override
  boolean endDelivery(PipelineAck ack) {
    if (!progress.get().isReplicaFinal()) {
      return true;
    }
    forwarding.releaseVolume();
    if (!ack.isSuccess()) {
      LOG.warn("{}: {} answered the last packet with {}", block,
          write.getMirrorAddress(), ack);
    } else if (progress.becomeIfPossible(State.DELIVERED)) {
      delivered();
    }
    return false;
  }

  private void delivered() {
    service.getMetrics().delivered(forwarding.delivered());
    if (replies.hasClientLeft()) {
      service.getMetrics().deliveredAfterClientLeft();
      LOG.info("{}: delivered to {} after the client had left", block,
          write.getMirrorAddress());
    }
  }
}
