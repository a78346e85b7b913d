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

import java.io.IOException;
import java.util.Arrays;

import org.apache.hadoop.hdfs.smarth.client.retention.SpillSpace.SpillStore;

/** A store in memory, which fails when it is told to. Thread-safe. */
public final class FakeStore implements SpillStore {
  private byte[] bytes = new byte[0];
  private int room = Integer.MAX_VALUE;
  private long diskFree = Long.MAX_VALUE;
  private boolean readFails;
  private boolean damaging;
  private boolean closed;
  private volatile Runnable beforeRead = () -> { };

  /** @param task done, without a lock, before each read. */
  public void beforeRead(Runnable task) {
    beforeRead = task;
  }

  public synchronized void setRoom(int most) {
    room = most;
  }

  public synchronized void setDiskFree(long most) {
    diskFree = most;
  }

  public synchronized void failReads() {
    readFails = true;
  }

  public synchronized void damage() {
    damaging = true;
  }

  public synchronized boolean isClosed() {
    return closed;
  }

  public synchronized int getLength() {
    return bytes.length;
  }

  @Override
  public synchronized boolean hasRoom(long more) {
    return more <= diskFree;
  }

  @Override
  public synchronized void write(long position, byte[] from, int offset,
      int length) throws IOException {
    int end = (int) position + length;
    if (end > room) {
      throw new IOException("No space left on device");
    }
    if (bytes.length < end) {
      bytes = Arrays.copyOf(bytes, end);
    }
    System.arraycopy(from, offset, bytes, (int) position, length);
  }

  @Override
  public void read(long position, byte[] to, int offset, int length)
      throws IOException {
    beforeRead.run();
    copy(position, to, offset, length);
  }

  private synchronized void copy(long position, byte[] to, int offset,
      int length) throws IOException {
    if (readFails) {
      throw new IOException("Input/output error");
    }
    System.arraycopy(bytes, (int) position, to, offset, length);
    if (damaging) {
      to[offset + length - 1] ^= 1;
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
  }
}
