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

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import com.google.common.annotations.VisibleForTesting;
import com.google.common.util.concurrent.ThreadFactoryBuilder;

/**
 * The copies of a command that go on at the same time. Of those that wait the
 * biggest one begins first. One thread adds copies; any may cancel them.
 */
public final class CopyQueue {
  private static final long AGAIN_MILLIS = 1000;

  private final ThreadPoolExecutor workers;
  // As many as copies may wait or go on.
  private final Semaphore places;
  private final int size;
  private final AtomicLong added = new AtomicLong();

  /** A copy that waits. Of equal sizes the first one added begins first. */
  private static final class Waiting implements Runnable, Comparable<Waiting> {
    private final long bytes;
    private final long number;
    private final Runnable copy;

    Waiting(long bytes, long number, Runnable copy) {
      this.bytes = bytes;
      this.number = number;
      this.copy = copy;
    }

    @Override
    public void run() {
      copy.run();
    }

    @Override
    public int compareTo(Waiting other) {
      return bytes == other.bytes ? Long.compare(number, other.number)
          : Long.compare(other.bytes, bytes);
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(number);
    }
  }

  /**
   * @param threads how many copies go on at once, 1 or more
   * @param capacity how many more may wait, 1 or more
   */
  public CopyQueue(int threads, int capacity) {
    this(threads, capacity, new ThreadFactoryBuilder()
        .setNameFormat("copy-%d").setDaemon(true).build());
  }

  /** @param factory makes the threads. */
  @VisibleForTesting
  CopyQueue(int threads, int capacity, ThreadFactory factory) {
    size = threads + capacity;
    places = new Semaphore(size);
    workers = new ThreadPoolExecutor(threads, threads, 0, TimeUnit.SECONDS,
        new PriorityBlockingQueue<>(), factory) {
      @Override
      protected void afterExecute(Runnable copy, Throwable failure) {
        places.release();
      }
    };
  }

  /**
   * Waits while the queue is full.
   *
   * @param bytes how much there is to copy
   * @param copy what to run; it reports its own failures
   * @throws IOException if the thread was interrupted, or copies are cancelled
   */
  public void add(long bytes, Runnable copy) throws IOException {
    try {
      places.acquire();
      execute(new Waiting(bytes, added.incrementAndGet(), copy));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw interrupted(e);
    } catch (RejectedExecutionException e) {
      places.release();
      throw interrupted(e);
    }
  }

  /** Without another thread, those that there are copy it, or this one does. */
  private void execute(Waiting copy) {
    try {
      workers.execute(copy);
    } catch (OutOfMemoryError e) {
      if (workers.getPoolSize() > 0) {
        workers.getQueue().add(copy);
        return;
      }
      try {
        copy.run();
      } finally {
        places.release();
      }
    }
  }

  /** Returns when all copies have ended that were added. More may be added. */
  public void drain() throws IOException {
    try {
      places.acquire(size);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw interrupted(e);
    }
    places.release(size);
  }

  /** Returns when all copies have ended. No other may be added. */
  public void finish() throws InterruptedIOException {
    workers.shutdown();
    try {
      workers.awaitTermination(Long.MAX_VALUE, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw interrupted(e);
    }
  }

  /**
   * Interrupts the copies that go on, and lets no other begin.
   *
   * @param millis how long to wait for those that go on
   * @return how many did not begin
   */
  public int cancel(long millis) {
    int waiting = workers.shutdownNow().size();
    try {
      workers.awaitTermination(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return waiting;
  }

  /**
   * The same, however long the copies that go on take, and whatever interrupts
   * the thread that waits.
   */
  public int cancelAll() {
    int waiting = 0;
    boolean interrupted = false;
    do {
      // Again: a copy may have lost the interrupt.
      waiting += cancel(AGAIN_MILLIS);
      interrupted |= Thread.interrupted();
    } while (!workers.isTerminated());
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return waiting;
  }

  private static InterruptedIOException interrupted(Exception cause) {
    InterruptedIOException e = new InterruptedIOException("interrupted");
    e.initCause(cause);
    return e;
  }
}
