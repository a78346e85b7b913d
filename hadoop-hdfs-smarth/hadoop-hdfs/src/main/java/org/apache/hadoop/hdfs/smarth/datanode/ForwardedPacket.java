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

import java.nio.ByteBuffer;
import java.util.Arrays;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;

/**
 * What the first datanode keeps of a packet that it has yet to forward: its
 * header, and its checksums if they are not to be read back from disk as the
 * data are. Immutable.
 */
@InterfaceAudience.Private
public final class ForwardedPacket {
  /**
   * What a waiting packet costs in heap beside the bytes of its header and
   * checksums, in bytes: this object, its array's head, its place in the
   * queue, and the entry that stock keeps for its ack.
   */
  static final int OVERHEAD = 160;

  /** As on the wire: the header, and the checksums if they are kept. */
  private final byte[] head;
  private final int headerLength;
  private final int checksumLength;
  private final long seqno;
  private final long offset;
  private final int dataLength;
  private final boolean last;
  /** Whether the file of checksums has, for ever, those of this packet. */
  private final boolean wholeChunks;
  /** How many bytes, as on the wire, need not be sent any more. */
  private final int sent;

  private ForwardedPacket(PacketHeader header, byte[] head,
      int checksumLength, int bytesPerChecksum, int sent) {
    this.head = head;
    this.headerLength = head.length - checksumLength;
    this.checksumLength = checksumLength;
    this.seqno = header.getSeqno();
    this.offset = header.getOffsetInBlock();
    this.dataLength = header.getDataLen();
    this.last = header.isLastPacketInBlock();
    this.wholeChunks = dataLength > 0 && offset % bytesPerChecksum == 0
        && dataLength % bytesPerChecksum == 0;
    this.sent = sent;
  }

  private ForwardedPacket(ForwardedPacket packet) {
    this.head = Arrays.copyOf(packet.head, packet.headerLength);
    this.headerLength = packet.headerLength;
    this.checksumLength = packet.checksumLength;
    this.seqno = packet.seqno;
    this.offset = packet.offset;
    this.dataLength = packet.dataLength;
    this.last = packet.last;
    this.wholeChunks = true;
    this.sent = packet.sent;
  }

  /**
   * @param header of a packet that the client sent
   * @param checksums that it sent, copied; its position is left as it is
   * @param bytesPerChecksum the size of a chunk
   * @param sent how many of its bytes the next datanode has, as on the wire
   * @return the packet as it waits
   */
  public static ForwardedPacket of(PacketHeader header, ByteBuffer checksums,
      int bytesPerChecksum, int sent) {
    byte[] headerBytes = header.getBytes();
    byte[] head = new byte[headerBytes.length + checksums.remaining()];
    System.arraycopy(headerBytes, 0, head, 0, headerBytes.length);
    checksums.duplicate().get(head, headerBytes.length,
        checksums.remaining());
    return new ForwardedPacket(header, head, checksums.remaining(),
        bytesPerChecksum, sent);
  }

  /**
   * @return this packet with its checksums left to the file that has them. A
   *     packet with a part of a chunk keeps them: as the chunk grows, the file
   *     gets the checksum of the longer one
   */
  ForwardedPacket withoutChecksums() {
    return hasChecksums() && wholeChunks ? new ForwardedPacket(this) : this;
  }

  /** @return whether it has all its checksums, which may be none. */
  boolean hasChecksums() {
    return head.length == headerLength + checksumLength;
  }

  public long getSeqno() {
    return seqno;
  }

  /** @return where its data begins in the block. */
  public long getOffset() {
    return offset;
  }

  public int getDataLength() {
    return dataLength;
  }

  /** @return whether it ends the block. */
  public boolean isLast() {
    return last;
  }

  int getChecksumLength() {
    return checksumLength;
  }

  int getWireLength() {
    return headerLength + checksumLength + dataLength;
  }

  int getSent() {
    return sent;
  }

  void putHeader(ByteBuffer to) {
    to.put(head, 0, headerLength);
  }

  /** Only if it has them. */
  void putChecksums(ByteBuffer to) {
    to.put(head, headerLength, checksumLength);
  }

  /** @return the heap that it takes while it waits, in bytes. */
  int getCost() {
    return OVERHEAD + head.length;
  }

  @Override
  public String toString() {
    return "packet " + seqno + " at " + offset + " of " + dataLength
        + " bytes" + (last ? ", the last" : "");
  }
}
