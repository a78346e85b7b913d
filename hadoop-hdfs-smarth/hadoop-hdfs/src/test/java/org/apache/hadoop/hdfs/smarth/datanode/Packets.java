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
package org.apache.hadoop.hdfs.smarth.datanode;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketReceiver;
import org.apache.hadoop.util.DataChecksum;

/** Packets for the tests of this package. */
final class Packets {
  static final int CHUNK = 512;

  private Packets() {
  }

  static DataChecksum checksum() {
    return DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, CHUNK);
  }

  /** A packet with this part of the block. */
  static ForwardedPacket of(long seqno, byte[] block, int from, int to) {
    return ForwardedPacket.of(header(seqno, from, to - from),
        sums(block, from, to), CHUNK, 0);
  }

  /** The rest of it, after the bytes that were sent. */
  static ForwardedPacket restOf(long seqno, byte[] block, int from, int to,
      int sent) {
    return ForwardedPacket.of(header(seqno, from, to - from),
        sums(block, from, to), CHUNK, sent);
  }

  /** The same, as the datanode receives it. */
  static PacketReceiver received(long seqno, byte[] block, int from, int to)
      throws IOException {
    PacketReceiver receiver = new PacketReceiver(false);
    receiver.receiveNextPacket(
        new ByteArrayInputStream(wire(seqno, block, from, to)));
    return receiver;
  }

  /** What the client put on the wire for it. */
  static byte[] wire(long seqno, byte[] block, int from, int to) {
    byte[] header = header(seqno, from, to - from).getBytes();
    ByteBuffer sums = sums(block, from, to);
    ByteBuffer wire =
        ByteBuffer.allocate(header.length + sums.remaining() + to - from);
    wire.put(header).put(sums).put(block, from, to - from);
    return wire.array();
  }

  static ForwardedPacket heartbeat() {
    return ForwardedPacket.of(new PacketHeader(4, 0, -1, false, 0, false),
        ByteBuffer.allocate(0), CHUNK, 0);
  }

  static ForwardedPacket last(long seqno, long length) {
    return ForwardedPacket.of(
        new PacketHeader(4, length, seqno, true, 0, false),
        ByteBuffer.allocate(0), CHUNK, 0);
  }

  private static PacketHeader header(long seqno, int offset, int length) {
    return new PacketHeader(4 + checksum().getChecksumSize(length) + length,
        offset, seqno, false, length, true);
  }

  static ByteBuffer sums(byte[] block, int from, int to) {
    byte[] sums = new byte[checksum().getChecksumSize(to - from)];
    checksum().calculateChunkedSums(block, from, to - from, sums, 0);
    return ByteBuffer.wrap(sums);
  }
}
