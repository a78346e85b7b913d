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

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.client.retention.RetentionBudget.LargestLimit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The disk space that the files of one client may use for packets that are
 * kept for recovery: its places, and its part in the quota of the process.
 * Thread-safe.
 */
@InterfaceAudience.Private
public final class SpillSpace {
  private static final Logger LOG = LoggerFactory.getLogger(SpillSpace.class);

  private final SpillStore.Maker maker;
  private final SpillQuota quota;
  private final long limit;

  /**
   * @param maker of what holds the packets of one file
   * @param quota that the files share
   * @param limit in bytes; 0: none is used
   */
  public SpillSpace(SpillStore.Maker maker, SpillQuota quota, long limit) {
    this.maker = maker;
    this.quota = quota;
    this.limit = limit;
  }

  /** @return whether there may ever be some. */
  boolean isOn() {
    return limit > 0;
  }

  /** A file is opened. */
  void join() {
    quota.join(limit);
  }

  /** A file is closed. @param bytes that it has. */
  void leave(long bytes) {
    quota.give(bytes);
    quota.leave(limit);
  }

  /** @return a store for one file; null if no place has room now. */
  SpillStore makeStore() throws IOException {
    return maker.make();
  }

  /** @return whether that number of bytes is left of the quota. */
  boolean hasRoom(long bytes) {
    return quota.hasRoom(bytes);
  }

  /** @return false if fewer bytes are left; then none is taken. */
  boolean take(long bytes) {
    return quota.take(bytes);
  }

  void give(long bytes) {
    quota.give(bytes);
  }

  /** @return bytes that this process uses now. */
  public long getUsed() {
    return quota.getUsed();
  }

  /** @return the most bytes that this process ever used. */
  public long getPeak() {
    return quota.getPeak();
  }

  /** Says, once for all files, that packets cannot be kept here. */
  void failed(Exception cause) {
    if (quota.isFirstFailure()) {
      LOG.warn("Packets cannot be spilled to {}. Files that need more memory"
          + " for unacknowledged packets than there is are written at the pace"
          + " of their datanodes. This is said once", maker, cause);
    } else {
      LOG.debug("Packets cannot be spilled to {}", maker, cause);
    }
  }

  /**
   * How much disk space the files of a process may use for packets that are kept
   * for recovery, wherever their directories are: the largest limit that an open
   * file asks for. Thread-safe; the monitor guards the numbers.
   */
  public static final class SpillQuota {
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

  /** Where bytes are kept outside of memory. Thread-safe. */
  public interface SpillStore extends Closeable {
    /** Makes a store, empty and gone when it is closed or the process ends. */
    @FunctionalInterface
    interface Maker {
      /**
       * @return null if there is no room for any now
       * @throws IOException if it cannot be made
       */
      SpillStore make() throws IOException;
    }

    /**
     * @param bytes to be written beyond what was written
     * @return whether the place may take them now
     */
    boolean hasRoom(long bytes);

    /** @throws IOException if not all bytes are written. */
    void write(long position, byte[] from, int offset, int length)
        throws IOException;

    /** @throws IOException if not all bytes are read. */
    void read(long position, byte[] to, int offset, int length)
        throws IOException;
  }
}
