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
package org.apache.hadoop.hdfs;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.crypto.CryptoOutputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends files of HDFS while their last blocks drain. A program that writes many
 * files one after the other sends the next one meanwhile.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class BackgroundClose {
  private static final Logger LOG =
      LoggerFactory.getLogger(BackgroundClose.class);

  /** How many files of a process drain at the same time. */
  static final int MOST = 64;
  /** Of the heap, for what all of them may hold without asking. */
  private static final int HEAP_DIVISOR = 8;

  /** What they may hold, in bytes. Guarded by this, as the next one. */
  private static long held;
  private static int files;
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private BackgroundClose() {
  }

  private static synchronized boolean begin(long bytes) {
    if (files >= MOST
        || held + bytes > Runtime.getRuntime().maxMemory() / HEAP_DIVISOR) {
      return false;
    }
    files++;
    held += bytes;
    return true;
  }

  private static synchronized void end(long bytes) {
    files--;
    held -= bytes;
  }

  /**
   * Closes a file. Returns when the first datanodes have all of it: then the
   * next file may be sent. The file is complete, and promises what a close
   * does, when the future is.
   *
   * <p>Until then the file is open: its lease is renewed, a file system that is
   * closed waits for it, and so does a process whose main method returns. One
   * that is told to exit waits for hadoop.service.shutdown.timeout. Where that
   * would be too many files for the process, once it was refused a thread, and
   * for a file that has no pipelines of SMARTH, this returns when the file is
   * complete.
   *
   * @param out what the file is written to; nobody else uses it any more
   * @return completed when the file is; exceptionally with what close throws,
   *     which the log has, too. An interruption ends the wait for the first
   *     datanodes, and is kept
   */
  public static CompletableFuture<Void> close(FSDataOutputStream out) {
    CompletableFuture<Void> complete = new CompletableFuture<>();
    SmarthOutputStream file = fileOf(out);
    long bytes = file == null ? 0 : file.getFile().getAllowance();
    if (file == null || !begin(bytes)) {
      close(out, complete);
      return complete;
    }
    CountDownLatch sent = new CountDownLatch(1);
    file.whenSent(ignored -> sent.countDown());
    Thread closer = new Thread(() -> {
      try {
        close(out, complete);
      } finally {
        end(bytes);
        sent.countDown();
      }
    }, "close-" + NUMBER.incrementAndGet());
    closer.setDaemon(false);
    try {
      SpareThreads.tryToStart(closer);
    } catch (Throwable e) {
      // Without a thread for it this one closes.
      end(bytes);
      close(out, complete);
      return complete;
    }
    try {
      sent.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return complete;
  }

  private static void close(FSDataOutputStream out,
      CompletableFuture<Void> complete) {
    try {
      out.close();
      complete.complete(null);
    } catch (IOException | RuntimeException | Error e) {
      LOG.warn("A file that was closed in the background is not complete", e);
      complete.completeExceptionally(e);
    }
  }

  /**
   * Whoever closes a file has another to send then.
   *
   * @param out what the file is written to, not yet closed
   * @param listener told by the thread that closes it, as soon as the first
   *     datanodes have all of it, how many bytes of memory it may hold until it
   *     is complete; never if that is no sooner. Must return at once
   */
  public static void whenSent(OutputStream out, LongConsumer listener) {
    SmarthOutputStream file = fileOf(out);
    if (file != null) {
      file.whenSent(listener);
    }
  }

  private static SmarthOutputStream fileOf(OutputStream out) {
    OutputStream file = out;
    if (file instanceof FSDataOutputStream) {
      file = ((FSDataOutputStream) file).getWrappedStream();
    }
    if (file instanceof CryptoOutputStream) {
      file = ((CryptoOutputStream) file).getWrappedStream();
    }
    return file instanceof SmarthOutputStream ? (SmarthOutputStream) file
        : null;
  }
}
