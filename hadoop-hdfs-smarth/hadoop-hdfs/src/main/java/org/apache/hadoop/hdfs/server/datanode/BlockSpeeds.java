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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketReceiver;
import org.apache.hadoop.hdfs.smarth.datanode.DatanodeSpeedMeter;
import org.apache.hadoop.hdfs.smarth.datanode.DatanodeSpeedMeter.Transfer;

/**
 * Measures how fast a client's block comes in and, where stock forwards it,
 * goes out. Otherwise all is stock's.
 */
@InterfaceAudience.Private
final class BlockSpeeds extends ReceiverHooks {
  /** Host name, IP address, port; Java 8 has no brackets around IPv6. */
  private static final Pattern SOCKET_ADDRESS = Pattern.compile(
      "[^/]*/(?:([0-9.]+)|\\[?([0-9a-f]*:[0-9a-f:.]+?)\\]?):\\d+");

  private final ClientWrite write;
  /** Null if this datanode is not the first of the pipeline. */
  private final String client;
  private final boolean forwarding;
  private final Transfer received = Transfer.ofReceiving();
  private final Transfer forwarded = Transfer.ofForwarding();
  /** Of the packet that is being received. */
  private long mirrorNanos;
  private long arrivalNanos;

  /** @param forwarding whether stock forwards the block, if anybody does. */
  BlockSpeeds(ClientWrite write, boolean forwarding) {
    this.write = write;
    // A recovered pipeline may begin anywhere in the block, and in the file. The
    // datanodes of an erasure-coded group get as much as its slowest one takes.
    this.client = write.isFirst() && write.isNew()
        && !StockReceiver.isStriped(write.getBlock().getLocalBlock())
        ? ip(write.getClientAddress()) : null;
    this.forwarding = forwarding && write.hasMirror();
  }

  /**
   * @param address of a socket, as Java and Hadoop write it
   * @return its IP address in text form; null if it has none
   */
  static String ip(String address) {
    Matcher matcher = SOCKET_ADDRESS.matcher(address);
    if (!matcher.matches()) {
      return null;
    }
    return matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
  }

  @Override
  void mirror(PacketReceiver packet, DataOutputStream out)
      throws IOException {
    long begin = System.nanoTime();
    super.mirror(packet, out);
    mirrored(System.nanoTime() - begin);
    forwarded.add(packet.getHeader().getDataLen(), mirrorNanos);
  }

  /** How long the packet took to be sent on; this is not the client's time. */
  void mirrored(long nanos) {
    mirrorNanos = nanos;
  }

  @Override
  void packetArrived(PacketReceiver packet) {
    // Stock mirrors it before; SMARTH may send it on after this.
    arrivalNanos = System.nanoTime() - packet.beganNanos - mirrorNanos;
  }

  @Override
  void packetStored(PacketReceiver packet) {
    PacketHeader header = packet.getHeader();
    if (header.isLastPacketInBlock()) {
      blockStored();
    } else if (client != null && !header.getSyncBlock()) {
      received.add(header.getDataLen(), arrivalNanos,
          System.nanoTime() - packet.beganNanos - mirrorNanos);
    }
    mirrorNanos = 0;
  }

  private void blockStored() {
    if (client != null) {
      meter(write).received(client, write.getClientName(), received);
    }
    if (forwarding) {
      forwarded(write, forwarded);
    }
  }

  /** The block, or what could be forwarded of it, was. */
  static void forwarded(ClientWrite write, Transfer meter) {
    meter(write).forwarded(write.getMirror().getDatanodeUuid(),
        write.getMirrorAddress(), meter);
  }

  private static DatanodeSpeedMeter meter(ClientWrite write) {
    return write.getDataNode().firstNodeService.getSpeeds();
  }
}
