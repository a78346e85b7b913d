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

package org.apache.hadoop.fs.smarth.copy;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** How far the copies of a command have come. Thread-safe. */
public final class CopyCounts {
  private final AtomicInteger filesFound = new AtomicInteger();
  private final AtomicInteger filesCopied = new AtomicInteger();
  private final AtomicInteger filesFailed = new AtomicInteger();
  private final LongAdder bytesFound = new LongAdder();
  private final LongAdder bytesCopied = new LongAdder();
  private final LongAdder bytesResumed = new LongAdder();
  private volatile boolean allFound;

  /** @param bytes the size of a file that is to be copied. */
  public void found(long bytes) {
    filesFound.incrementAndGet();
    bytesFound.add(bytes);
  }

  /** What was taken is all that there was to be found. */
  public void foundWhatWasTaken() {
    bytesFound.add(getBytesCopied());
  }

  /** No other file will be found. */
  public void foundAll() {
    allFound = true;
  }

  /** A file is copied. */
  public void copied() {
    filesCopied.incrementAndGet();
  }

  /** A file cannot be copied. */
  public void failed() {
    filesFailed.incrementAndGet();
  }

  /** @param bytes were taken from a source; negative: have to be again. */
  public void taken(long bytes) {
    bytesCopied.add(bytes);
  }

  /** @param bytes that an earlier upload had sent already. */
  public void resumed(long bytes) {
    bytesResumed.add(bytes);
  }

  /**
   * @return the same stream; what is read from it counts as copied. It ends
   *     when its thread is interrupted: else what is read would fill memory, as
   *     a writer that is interrupted waits for no room
   */
  public InputStream counting(InputStream in) {
    return new FilterInputStream(in) {
      @Override
      public int read() throws IOException {
        checkNotInterrupted();
        int read = super.read();
        if (read >= 0) {
          taken(1);
        }
        return read;
      }

      @Override
      public int read(byte[] bytes, int from, int length) throws IOException {
        checkNotInterrupted();
        int read = super.read(bytes, from, length);
        if (read > 0) {
          taken(read);
        }
        return read;
      }
    };
  }

  static void checkNotInterrupted() throws InterruptedIOException {
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("interrupted while copying");
    }
  }

  /** @return how many files there are, as far as is known. */
  public int getFilesFound() {
    return filesFound.get();
  }

  /** @return how many files are copied. */
  public int getFilesCopied() {
    return filesCopied.get();
  }

  /** @return how many files could not be copied. */
  public int getFilesFailed() {
    return filesFailed.get();
  }

  /** @return the size of all files, as far as is known. */
  public long getBytesFound() {
    return bytesFound.sum();
  }

  /** @return how many bytes were taken from the sources. */
  public long getBytesCopied() {
    return bytesCopied.sum();
  }

  /** @return how many of these were in HDFS already. */
  public long getBytesResumed() {
    return bytesResumed.sum();
  }

  /** @return whether all files are known. */
  public boolean isAllFound() {
    return allFound;
  }

  /** @return all counts by name, for JSON. */
  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("bytesCopied", getBytesCopied());
    map.put("bytesResumed", getBytesResumed());
    map.put("bytesFound", getBytesFound());
    map.put("allFound", isAllFound());
    map.put("filesCopied", getFilesCopied());
    map.put("filesFailed", getFilesFailed());
    map.put("filesFound", getFilesFound());
    return map;
  }
}
