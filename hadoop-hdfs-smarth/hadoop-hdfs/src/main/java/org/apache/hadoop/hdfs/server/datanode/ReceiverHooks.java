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

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketReceiver;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.apache.hadoop.hdfs.smarth.datanode.ChunkVerifier;
import org.apache.hadoop.util.Daemon;
import org.apache.hadoop.util.DataChecksum;

/**
 * The points at which a BlockReceiver may do something else than stock; these
 * methods do as stock does. The receiver's thread calls them, unless they say
 * otherwise.
 */
@InterfaceAudience.Private
class ReceiverHooks {
  static final ReceiverHooks STOCK = new ReceiverHooks();

  /**
   * The responder of a client's write runs, no packet is read yet.
   *
   * @param responder its thread
   * @param mirrorOut to the next datanode; null if there is none
   * @param mirrorIn from the next datanode; null if there is none
   * @param upstream to the client
   * @param dropsBehind whether the replica is to leave the page cache
   * @return where the receiver writes the packets to; if that is not
   *     <code>mirrorOut</code>, it drops nothing from the page cache either.
   *     Where it is null, the receiver verifies packets
   */
  DataOutputStream start(Daemon responder, DataOutputStream mirrorOut,
      DataInputStream mirrorIn, DataOutputStream upstream,
      boolean dropsBehind) throws IOException {
    return mirrorOut;
  }

  /** Writes a packet to the next datanode. */
  void mirror(PacketReceiver packet, DataOutputStream out)
      throws IOException {
    packet.mirrorPacketTo(out);
    out.flush();
  }

  /** A packet is here. The receiver has mirrored it, but not yet stored it. */
  void packetArrived(PacketReceiver packet) throws IOException {
  }

  /** Verifies a packet: what a last datanode does most, without a library. */
  void verify(PacketReceiver packet, DataChecksum checksum, String client)
      throws ChecksumException {
    new ChunkVerifier(checksum).verify(packet.getDataSlice(),
        packet.getChecksumSlice(), client, 0);
  }

  /** A packet is on disk, and the responder awaits its ack. */
  void packetStored(PacketReceiver packet) throws IOException {
  }

  /** The write is over, whether it failed or not. */
  void stop() {
  }

  /**
   * The responder's thread calls this.
   *
   * @param ack of the last packet, from the next datanode
   * @return whether the responder is to finalize the replica
   */
  boolean endDelivery(PipelineAck ack) {
    return true;
  }

  /** Writes an ack to the client. The responder's mutex is held. */
  void acknowledge(PipelineAck ack, DataOutputStream upstream)
      throws IOException {
    ack.write(upstream);
    upstream.flush();
  }
}
