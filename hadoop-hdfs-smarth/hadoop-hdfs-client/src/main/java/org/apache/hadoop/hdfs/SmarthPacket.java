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
package org.apache.hadoop.hdfs;

import java.util.function.LongConsumer;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.client.RetentionBudget;
import org.apache.hadoop.hdfs.util.ByteArrayManager;

/**
 * A packet whose buffer is accounted for until it is released. In this package
 * because DFSPacket is. Thread-safe as DFSPacket: its monitor guards the bytes.
 */
@InterfaceAudience.Private
class SmarthPacket extends DFSPacket {
  private final RetentionBudget.Account account;
  private final LongConsumer acked;
  private long reserved;

  /**
   * @param buffer of this packet
   * @param shape what kind of packet it is
   * @param account where its memory was reserved
   * @param acked told of its bytes when they are acknowledged
   * @param reserved how many bytes
   */
  SmarthPacket(byte[] buffer, Shape shape, RetentionBudget.Account account,
      LongConsumer acked, long reserved) {
    super(buffer, shape.chunks, shape.offsetInBlock, shape.seqno,
        shape.checksumSize, false);
    this.account = account;
    this.acked = acked;
    this.reserved = reserved;
  }

  @Override
  synchronized void releaseBuffer(ByteArrayManager manager) {
    super.releaseBuffer(manager);
    account.release(reserved);
    acked.accept(reserved);
    reserved = 0;
  }

  /** Where a packet of data belongs and what fits into it. */
  static final class Shape {
    private final int chunks;
    private final int checksumSize;
    private final long offsetInBlock;
    private final long seqno;

    /**
     * @param chunks the most chunks
     * @param checksumSize bytes of checksum for a chunk
     * @param offsetInBlock of its first byte
     * @param seqno its number in the file
     */
    Shape(int chunks, int checksumSize, long offsetInBlock, long seqno) {
      this.chunks = chunks;
      this.checksumSize = checksumSize;
      this.offsetInBlock = offsetInBlock;
      this.seqno = seqno;
    }
  }
}
