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

import java.io.Closeable;
import java.nio.ByteBuffer;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.util.DirectBufferPool;

/**
 * Where a forwarder puts the packet that it is about to send. Belongs to the
 * forwarder's thread, which closes it.
 */
@InterfaceAudience.Private
final class PacketBuffer implements Closeable {
  /** All forwarders of the process use the same few sizes, one each. */
  private static final DirectBufferPool POOL = new DirectBufferPool();
  private static final int MIN_BYTES = 4 << 10;

  private final boolean direct;
  private ByteBuffer buffer = ByteBuffer.allocate(0);

  /** @param direct whether the buffer is to be a direct one. */
  PacketBuffer(boolean direct) {
    this.direct = direct;
  }

  /** @return a buffer of this length, from position 0 to its limit. */
  ByteBuffer ofLength(int bytes) {
    if (buffer.capacity() < bytes) {
      close();
      // A power of two, so that the pool has it for the next block.
      int size = Math.max(MIN_BYTES, Integer.highestOneBit(bytes - 1) << 1);
      buffer = direct ? POOL.getBuffer(size) : ByteBuffer.allocate(size);
    }
    buffer.clear();
    buffer.limit(bytes);
    return buffer;
  }

  @Override
  public void close() {
    if (buffer.isDirect()) {
      POOL.returnBuffer(buffer);
    }
    buffer = ByteBuffer.allocate(0);
  }
}
