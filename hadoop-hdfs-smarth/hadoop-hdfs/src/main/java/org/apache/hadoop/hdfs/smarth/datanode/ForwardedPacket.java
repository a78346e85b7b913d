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
package org.apache.hadoop.hdfs.smarth.datanode;

import java.nio.ByteBuffer;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;

/**
 * What the first datanode keeps of a packet that it has yet to forward: all
 * but the data, which is in the replica file. Immutable.
 */
@InterfaceAudience.Private
public final class ForwardedPacket {
  /**
   * What a waiting packet costs in heap beside the bytes of its header and
   * checksums, in bytes: this object, its array's head, its place in the
   * queue, and the entry that stock keeps for its ack.
   */
  static final int OVERHEAD = 160;

  /** Header and checksums as they are on the wire. */
  private final byte[] head;
  private final int headerLength;
  private final long seqno;
  private final long offset;
  private final int dataLength;
  private final boolean last;

  private ForwardedPacket(PacketHeader header, byte[] head, int headerLength) {
    this.head = head;
    this.headerLength = headerLength;
    this.seqno = header.getSeqno();
    this.offset = header.getOffsetInBlock();
    this.dataLength = header.getDataLen();
    this.last = header.isLastPacketInBlock();
  }

  /**
   * @param header of a packet that the client sent
   * @param checksums that it sent, copied; its position is left as it is
   * @return the packet as it waits
   */
  public static ForwardedPacket of(PacketHeader header, ByteBuffer checksums) {
    byte[] headerBytes = header.getBytes();
    byte[] head = new byte[headerBytes.length + checksums.remaining()];
    System.arraycopy(headerBytes, 0, head, 0, headerBytes.length);
    checksums.duplicate().get(head, headerBytes.length,
        checksums.remaining());
    return new ForwardedPacket(header, head, headerBytes.length);
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

  int getWireLength() {
    return head.length + dataLength;
  }

  /** @return the length of header and checksums, after which data follows. */
  int getHeadLength() {
    return head.length;
  }

  void copyHead(byte[] to) {
    System.arraycopy(head, 0, to, 0, head.length);
  }

  ByteBuffer getChecksums() {
    return ByteBuffer.wrap(head, headerLength, head.length - headerLength);
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
