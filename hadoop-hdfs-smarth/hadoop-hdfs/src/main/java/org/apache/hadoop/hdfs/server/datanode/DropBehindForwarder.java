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

import java.io.IOException;
import java.nio.ByteBuffer;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.datanode.ReplicaSource;
import org.apache.hadoop.util.Time;

/**
 * Drops a replica from the page cache behind the forwarder that reads it, by
 * the rule by which stock drops it behind the receiver that writes it
 * (BlockReceiver.manageWriterOsCache): what is not forwarded yet would
 * otherwise have to be read from the disk. Only where the datanode or the
 * client wants it. Belongs to the forwarder's thread.
 */
@InterfaceAudience.Private
final class DropBehindForwarder implements ReplicaSource {
  private final ReplicaFile replica;
  private final BlockReceiver receiver;
  /** Where the forwarder was when the cache was last seen to, in bytes. */
  private long lastPosition;

  private DropBehindForwarder(ReplicaFile replica, BlockReceiver receiver) {
    this.replica = replica;
    this.receiver = receiver;
  }

  /**
   * Called by the receiver's thread before the first packet, and relieves it
   * of dropping.
   *
   * @return what the forwarder is to read: the replica itself if nothing of it
   *     is to be dropped
   */
  static ReplicaSource of(ReplicaFile replica, BlockReceiver receiver) {
    if (!receiver.dropCacheBehindWrites) {
      return replica;
    }
    receiver.dropCacheBehindWrites = false;
    return new DropBehindForwarder(replica, receiver);
  }

  @Override
  public void readData(long position, ByteBuffer buffer) throws IOException {
    int length = buffer.remaining();
    replica.readData(position, buffer);
    long now = position + length;
    // As in stock: the kernel gets two windows' time to write the pages.
    if (now > lastPosition + BlockReceiver.CACHE_DROP_LAG_BYTES) {
      drop(lastPosition - BlockReceiver.CACHE_DROP_LAG_BYTES);
      lastPosition = now;
    }
  }

  @Override
  public void readChecksums(long position, ByteBuffer buffer)
      throws IOException {
    replica.readChecksums(position, buffer);
  }

  /** What is never forwarded now is dropped like the rest. */
  @Override
  public void close() throws IOException {
    try {
      long stored = receiver.replicaInfo.getBytesOnDisk();
      if (stored > lastPosition + BlockReceiver.CACHE_DROP_LAG_BYTES) {
        drop(stored - 2 * BlockReceiver.CACHE_DROP_LAG_BYTES);
      }
    } finally {
      replica.close();
    }
  }

  /** A failure costs cache and no more, and is logged as in stock. */
  private void drop(long length) {
    if (length <= 0) {
      return;
    }
    try {
      long begin = Time.monotonicNow();
      replica.dropFromCache(receiver.block.getBlockName(), length);
      long duration = Time.monotonicNow() - begin;
      if (duration > receiver.datanodeSlowLogThresholdMs) {
        DataNode.LOG.warn("Slow dropping of {} from the page cache took {}ms"
            + " (threshold={}ms), volume={}", receiver.block, duration,
            receiver.datanodeSlowLogThresholdMs, replica.getVolume());
      }
    } catch (IOException | RuntimeException e) {
      DataNode.LOG.warn("Cannot drop {} from the page cache behind the"
          + " forwarder", receiver.block, e);
    }
  }
}
