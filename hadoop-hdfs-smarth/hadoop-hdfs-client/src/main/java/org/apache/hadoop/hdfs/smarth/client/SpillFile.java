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
package org.apache.hadoop.hdfs.smarth.client;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * Packets of one file that are out of memory, each in a slot of a store, which
 * is made when the first one comes. Slots that are free are used again; the
 * space is given back on close. When the store fails to take something, no
 * more is put into it; what it has can be read. Thread-safe; the monitor
 * guards all fields and is never held while the store is read or written.
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
  private long spilled;
  private boolean failed;
  private boolean closed;

  SpillFile(SpillSpace space) {
    this.space = space;
  }

  /** @return whether it makes sense to put something here. */
  synchronized boolean isUsable() {
    return space.isOn() && !failed && !closed;
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
    try {
      openStore().write(position, from, offset, length);
      count(length);
      return position;
    } catch (IOException | RuntimeException e) {
      fail(e);
      free(position, length);
      return NONE;
    }
  }

  private static int sizeOf(int length) {
    return (length + UNIT - 1) / UNIT * UNIT;
  }

  private synchronized long takeSlot(int size) {
    if (!isUsable()) {
      return NONE;
    }
    Deque<Long> free = freeBySize.get(size);
    if (free != null && !free.isEmpty()) {
      return free.pop();
    }
    if (!space.take(size)) {
      return NONE;
    }
    long position = end;
    end += size;
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
    if (position != NONE && !closed) {
      freeBySize.computeIfAbsent(sizeOf(length), size -> new ArrayDeque<>())
          .push(position);
    }
  }

  @Override
  public void close() throws IOException {
    SpillStore made;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      freeBySize.clear();
      space.give(end);
      made = store;
    }
    if (made != null) {
      made.close();
    }
  }
}
