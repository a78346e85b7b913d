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
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.client.retention.SpillSpace.SpillStore;

/**
 * Packets of one file that are out of memory, each in a slot of a store, which
 * is made when the first one comes. Slots that are free are used again; the
 * space is given back when none is in use, and on close. When the store fails
 * to take something, no more is put into it; what it has can be read.
 * Thread-safe; the monitor guards all fields and is never held while the store
 * is read, written or asked.
 */
@InterfaceAudience.Private
final class SpillFile implements Closeable {
  /** There is no room. */
  static final long NONE = -1;
  private static final int UNIT = 4096;

  private final SpillSpace space;
  private final Map<Integer, Deque<Long>> freeBySize = new HashMap<>();
  private SpillStore store;
  private long end;
  /** Slots in use. */
  private int slots;
  /** Size of the largest slot so far. */
  private int largest = UNIT;
  private long spilled;
  private boolean failed;
  private boolean closed;

  SpillFile(SpillSpace space) {
    this.space = space;
    space.join();
  }

  private boolean isUsable() {
    return space.isOn() && !failed && !closed;
  }

  /** @return whether a packet as large as any so far has room here now. */
  boolean hasRoom() {
    int size;
    synchronized (this) {
      size = largest;
      if (!isUsable()) {
        return false;
      }
      if (hasFree(size)) {
        return true;
      }
    }
    return space.hasRoom(size) && diskHasRoom(size);
  }

  private boolean hasFree(int size) {
    Deque<Long> free = freeBySize.get(size);
    return free != null && !free.isEmpty();
  }

  private boolean diskHasRoom(int size) {
    try {
      SpillStore open = openStore();
      return open != null && open.hasRoom(size);
    } catch (IOException | RuntimeException e) {
      fail(e);
      return false;
    }
  }

  /** @return bytes put here in total. */
  synchronized long getSpilled() {
    return spilled;
  }

  /**
   * @return where it is; {@link #NONE} if there is no room, or the store does
   *     not take it
   */
  long put(byte[] from, int offset, int length) {
    long position = takeSlot(sizeOf(length));
    if (position == NONE) {
      return NONE;
    }
    boolean written = false;
    try {
      SpillStore open = openStore();
      if (open == null) {
        return NONE;
      }
      open.write(position, from, offset, length);
      count(length);
      written = true;
      return position;
    } catch (IOException | RuntimeException e) {
      fail(e);
      return NONE;
    } finally {
      if (!written) {
        free(position, length);
      }
    }
  }

  private static int sizeOf(int length) {
    return (length + UNIT - 1) / UNIT * UNIT;
  }

  private long takeSlot(int size) {
    synchronized (this) {
      if (!isUsable()) {
        return NONE;
      }
      largest = Math.max(largest, size);
      if (hasFree(size)) {
        slots++;
        return freeBySize.get(size).pop();
      }
    }
    if (!space.take(size)) {
      return NONE;
    }
    long position = NONE;
    try {
      if (diskHasRoom(size)) {
        position = grow(size);
      }
      return position;
    } finally {
      if (position == NONE) {
        space.give(size);
      }
    }
  }

  private synchronized long grow(int size) {
    if (!isUsable()) {
      return NONE;
    }
    long position = end;
    end += size;
    slots++;
    return position;
  }

  private synchronized SpillStore openStore() throws IOException {
    if (closed) {
      throw new IOException("closed");
    }
    if (store == null) {
      store = space.makeStore();
    }
    return store;
  }

  private synchronized void count(int length) {
    spilled += length;
  }

  private synchronized void fail(Exception cause) {
    failed = true;
    if (!closed) {
      space.failed(cause);
    }
  }

  /** @throws IOException if what was put there cannot be read. */
  void get(long position, byte[] to, int offset, int length)
      throws IOException {
    openStore().read(position, to, offset, length);
  }

  /** What was put there is not needed any more. */
  synchronized void free(long position, int length) {
    if (!closed) {
      slots--;
      freeBySize.computeIfAbsent(sizeOf(length), size -> new ArrayDeque<>())
          .push(position);
    }
  }

  /** Gives the space back if none of it is in use. */
  void trim() throws IOException {
    SpillStore unused;
    synchronized (this) {
      if (closed || slots > 0) {
        return;
      }
      space.give(end);
      unused = reset();
    }
    close(unused);
  }

  @Override
  public void close() throws IOException {
    SpillStore made;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      space.leave(end);
      made = reset();
    }
    close(made);
  }

  private SpillStore reset() {
    SpillStore made = store;
    store = null;
    end = 0;
    freeBySize.clear();
    return made;
  }

  private static void close(SpillStore made) throws IOException {
    if (made != null) {
      made.close();
    }
  }
}
