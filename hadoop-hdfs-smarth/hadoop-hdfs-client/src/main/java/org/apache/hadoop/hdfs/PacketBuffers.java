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

import java.util.ArrayDeque;
import java.util.Deque;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.util.ByteArrayManager;

/**
 * Uses the packet buffers of one file again. Buffers that are kept for
 * recovery live long enough to be promoted by the garbage collector, so that
 * new ones for every packet would fill the heap with old ones. Takes the place
 * of stock's manager, which is off by default, and falls back to it. In this
 * package because the streamer is, which hands its manager to packets.
 * Thread-safe; the monitor guards all fields.
 */
@InterfaceAudience.Private
final class PacketBuffers extends ByteArrayManager {
  private final ByteArrayManager manager;
  private final int most;
  private final Deque<byte[]> free = new ArrayDeque<>();
  /** Of all buffers that are free; a file has few sizes, one at a time. */
  private int size;
  private boolean closed;

  /**
   * @param manager where buffers come from and go to
   * @param most how many free ones are kept
   */
  PacketBuffers(ByteArrayManager manager, int most) {
    this.manager = manager;
    this.most = most;
  }

  @Override
  public byte[] newByteArray(int wanted) throws InterruptedException {
    synchronized (this) {
      if (wanted != size) {
        dropAll();
        size = wanted;
      }
      byte[] buffer = free.poll();
      if (buffer != null) {
        return buffer;
      }
    }
    // It may wait, if stock's limit is on.
    return manager.newByteArray(wanted);
  }

  /**
   * @return a buffer; if interrupted while the manager makes the caller wait,
   *     one beyond the manager's limit, and the caller stays interrupted
   */
  byte[] newByteArrayAnyway(int wanted) {
    try {
      return newByteArray(wanted);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      // The manager counts those whose size is a power of two.
      return new byte[Integer.bitCount(wanted) == 1 ? wanted + 1 : wanted];
    }
  }

  @Override
  public synchronized int release(byte[] buffer) {
    if (closed || buffer.length != size || free.size() >= most) {
      return manager.release(buffer);
    }
    free.push(buffer);
    return free.size();
  }

  private void dropAll() {
    for (byte[] buffer : free) {
      manager.release(buffer);
    }
    free.clear();
  }

  /** Keeps none any more. */
  synchronized void close() {
    closed = true;
    dropAll();
  }
}
