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
package org.apache.hadoop.hdfs.smarth.client.retention;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * Packet buffers that are free, to be used again. Buffers kept for recovery
 * live long enough for the garbage collector to promote them. A new buffer for
 * every packet would fill the old generation. Owned by the {@link
 * RetentionBudget}, whose lock guards it.
 */
@InterfaceAudience.Private
final class FreeBuffers {
  /** As many packets as stock has in flight, of stock's size. */
  private static final int MAX_BUFFERS = 80;
  private static final long MAX_BYTES = 5L << 20;

  /** The one that came last first, which is most likely in a cache. */
  private final Deque<byte[]> free = new ArrayDeque<>();
  private long bytes;

  /** @return a buffer of just that length. */
  Optional<byte[]> take(long length) {
    for (Iterator<byte[]> all = free.iterator(); all.hasNext();) {
      byte[] buffer = all.next();
      if (buffer.length == length) {
        all.remove();
        bytes -= length;
        return Optional.of(buffer);
      }
    }
    return Optional.empty();
  }

  /** To be followed by {@link #trim}. */
  void give(byte[] buffer) {
    free.addFirst(buffer);
    bytes += buffer.length;
  }

  /** Leaves those that are too many to the garbage collector, oldest first. */
  void trim(long max) {
    while (!free.isEmpty()
        && (bytes > Math.min(max, MAX_BYTES) || free.size() > MAX_BUFFERS)) {
      bytes -= free.removeLast().length;
    }
  }

  /** @return bytes in all of them. */
  long getBytes() {
    return bytes;
  }
}
