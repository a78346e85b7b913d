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

import java.io.IOException;
import java.nio.ByteBuffer;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.datanode.MirrorForwarder;
import org.apache.hadoop.util.Time;

/**
 * Drops a replica from the page cache behind the forwarder that reads it. Stock
 * drops it behind the receiver that writes it, by the same rule
 * (BlockReceiver.manageWriterOsCache). The forwarder would then have to read
 * from the disk. Only where the datanode or the client wants it. Belongs to the
 * forwarder's thread.
 */
@InterfaceAudience.Private
final class DropBehindForwarder implements MirrorForwarder.Source {
  private final ReplicaFile replica;
  private final ClientWrite write;
  /** Where the forwarder was when the cache was last seen to, in bytes. */
  private long lastPosition;

  DropBehindForwarder(ReplicaFile replica, ClientWrite write) {
    this.replica = replica;
    this.write = write;
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
      long stored = write.getReceiver().getReplica().getBytesOnDisk();
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
      replica.dropFromCache(write.getBlock().getBlockName(), length);
      long duration = Time.monotonicNow() - begin;
      if (duration > write.getSlowMillis()) {
        DataNode.LOG.warn("Slow dropping of {} from the page cache took {}ms"
            + " (threshold={}ms), volume={}", write.getBlock(), duration,
            write.getSlowMillis(), replica.getVolume());
      }
    } catch (IOException | RuntimeException e) {
      DataNode.LOG.warn("Cannot drop {} from the page cache behind the"
          + " forwarder", write.getBlock(), e);
    }
  }
}
