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
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.util.Timer;

/**
 * How far the writer of a file may be ahead of the datanodes. A flush waits
 * until all datanodes have everything, those of pipelines that drain, too. It
 * should not take minutes; nor should a close take so long that its task counts
 * as dead. So a file has a bound on the bytes under way, a lower one from its
 * first flush on. It is what its datanodes lately acknowledged in a given time,
 * or what stock allows. What stock allows is enough to learn a higher rate, so
 * the file is never slower than in stock. One per file. Thread-safe; the monitor
 * guards the fields that are not final.
 */
@InterfaceAudience.Private
public final class FlushBacklog {
  /** How long one measurement of the rate takes. */
  static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(1);
  /**
   * How long a close may wait at the rate of before. MapReduce ends a task that
   * told nothing for twice as long.
   */
  private static final double CLOSE_SECONDS = TimeUnit.MINUTES.toSeconds(5);

  private final Timer timer;
  private final long min;
  private final double seconds;
  private boolean flushed;
  /** Bytes that some datanode has not acknowledged. */
  private long pending;
  /** In bytes per second, while some were pending. */
  private double rate;
  private long windowBytes;
  private long windowNanos;
  /** The last time that counts for the window. */
  private long countedAt;

  /**
   * @param timer monotonic
   * @param min bytes that may be on their way in any case, as in stock
   * @param millis how long a flush may wait for the others, in milliseconds
   */
  public FlushBacklog(Timer timer, long min, long millis) {
    this.timer = timer;
    this.min = min;
    this.seconds = millis / 1e3;
  }

  /** The writer has flushed, and will probably again. */
  synchronized void flushed() {
    flushed = true;
  }

  /**
   * Waits until the writer may go on.
   *
   * @param bytes that it will write
   * @param liveness asked now and then while waiting
   * @throws InterruptedException if interrupted while waiting
   * @throws IOException what liveness throws
   */
  synchronized void awaitRoom(long bytes, RetentionBudget.Liveness liveness)
      throws IOException, InterruptedException {
    while (isFull(bytes)) {
      liveness.check();
      wait(RetentionBudget.CHECK_MILLIS);
    }
  }

  synchronized boolean isFull(long bytes) {
    if (pending == 0 || !flushed && rate == 0) {
      return false;
    }
    return pending + bytes
        > Math.max(min, rate * (flushed ? seconds : CLOSE_SECONDS));
  }

  /** A packet is on its way. @param bytes in it. */
  synchronized void taken(long bytes) {
    if (pending == 0) {
      countedAt = timer.monotonicNowNanos();
    }
    pending += bytes;
  }

  /** All datanodes of a pipeline have a packet. @param bytes in it. */
  synchronized void done(long bytes) {
    long now = timer.monotonicNowNanos();
    windowNanos += now - countedAt;
    countedAt = now;
    windowBytes += bytes;
    if (windowNanos >= WINDOW_NANOS) {
      double latest =
          windowBytes * (double) TimeUnit.SECONDS.toNanos(1) / windowNanos;
      // The latest measurement counts for a half.
      rate = rate == 0 ? latest : (rate + latest) / 2;
      windowNanos = 0;
      windowBytes = 0;
    }
    dropped(bytes);
  }

  /** A packet that was taken will never be sent. @param bytes in it. */
  synchronized void dropped(long bytes) {
    pending -= bytes;
    notifyAll();
  }
}
