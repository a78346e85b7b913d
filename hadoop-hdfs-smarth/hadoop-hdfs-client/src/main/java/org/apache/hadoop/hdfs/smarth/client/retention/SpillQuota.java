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

import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * How much disk space the files of a process may use for packets that are kept
 * for recovery, wherever their directories are: the largest limit that an open
 * file asks for. Thread-safe; the monitor guards the numbers.
 */
@InterfaceAudience.Private
public final class SpillQuota {
  private final LargestLimit limit = new LargestLimit();
  private final AtomicBoolean warned = new AtomicBoolean();
  private long used;
  private long peak;
  private long total;

  synchronized void join(long max) {
    limit.add(max);
  }

  synchronized void leave(long max) {
    limit.remove(max);
  }

  /** @return whether that number of bytes is left. */
  synchronized boolean hasRoom(long bytes) {
    return used + bytes <= limit.get();
  }

  /** @return false if fewer bytes are left; then none is taken. */
  synchronized boolean take(long bytes) {
    if (!hasRoom(bytes)) {
      return false;
    }
    used += bytes;
    total += bytes;
    peak = Math.max(peak, used);
    return true;
  }

  synchronized void give(long bytes) {
    used -= bytes;
  }

  /** @return bytes used now. */
  public synchronized long getUsed() {
    return used;
  }

  /** @return all bytes that were ever taken. */
  public synchronized long getTotal() {
    return total;
  }

  /** @return the most bytes ever used. */
  synchronized long getPeak() {
    return peak;
  }

  /** @return whether this is the first failure that may be told. */
  boolean isFirstFailure() {
    return warned.compareAndSet(false, true);
  }
}
