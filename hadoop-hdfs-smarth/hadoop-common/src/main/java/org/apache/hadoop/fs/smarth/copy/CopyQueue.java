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
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.hadoop.util.Daemon;

/**
 * The copies of a command that go on at the same time. Of those that wait the
 * biggest one begins first. A copy that is sent, and waits until datanodes have
 * stored it, leaves its place to another. One thread adds copies; any may cancel
 * them.
 */
public final class CopyQueue {
  private static final long AGAIN_MILLIS = 1000;

  private static final int STORED_PER_THREAD = 3;
  private static final int STORED_MOST = 64;
  /** Of the heap, for all that are being stored. */
  private static final int HEAP_DIVISOR = 8;

  private final ThreadPoolExecutor workers;
  private final int threads;
  private final long memory;
  // As many as copies may wait or be sent.
  private final Semaphore places;
  private final AtomicLong added = new AtomicLong();
  // What this thread copies.
  private final ThreadLocal<Waiting> current = new ThreadLocal<>();
  // How many have not ended. Guarded by this, as what follows.
  private int unended;
  // How many are sent and have left their places, and what these hold.
  private int stored;
  private long held;
  // Those that are sent and have places, because there was no room.
  private final Queue<Waiting> leaving = new ArrayDeque<>();

  /** A copy that waits. Of equal sizes the first one added begins first. */
  private final class Waiting implements Runnable, Comparable<Waiting> {
    private final long bytes;
    private final long number;
    private final Runnable copy;
    // Guarded by the queue.
    private boolean sent;
    private boolean hasLeft;
    private long heldBytes;

    Waiting(long bytes, long number, Runnable copy) {
      this.bytes = bytes;
      this.number = number;
      this.copy = copy;
    }

    @Override
    public void run() {
      current.set(this);
      try {
        copy.run();
      } finally {
        current.remove();
        end(this);
      }
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
   * @param threads how many copies are sent at once, 1 or more; up to three
   *     times as many more, and 64, are being stored, if an eighth of the heap
   *     has room
   * @param capacity how many more may wait, 1 or more
   */
  public CopyQueue(int threads, int capacity) {
    this(threads, capacity, Runtime.getRuntime().maxMemory() / HEAP_DIVISOR,
        newThreads());
  }

  private static ThreadFactory newThreads() {
    AtomicInteger made = new AtomicInteger();
    return task -> {
      // Stock's, which acts for the caller's user on every Java.
      Thread thread = new Daemon(task);
      thread.setName("copy-" + made.getAndIncrement());
      return thread;
    };
  }

  /**
   * @param memory for copies that are being stored, in bytes
   * @param factory makes the threads
   */
  CopyQueue(int threads, int capacity, long memory, ThreadFactory factory) {
    this.threads = threads;
    this.memory = memory;
    places = new Semaphore(threads + capacity);
    workers = new ThreadPoolExecutor(threads, threads, 0, TimeUnit.SECONDS,
        new PriorityBlockingQueue<>(), factory);
  }

  /**
   * Waits while the queue is full.
   *
   * @param bytes how much there is to copy
   * @param copy what to run; it reports its own failures
   * @throws IOException if the thread was interrupted, or copies are cancelled
   */
  public void add(long bytes, Runnable copy) throws IOException {
    Waiting waiting = new Waiting(bytes, added.incrementAndGet(), copy);
    try {
      places.acquire();
      begun();
      execute(waiting);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw interrupted(e);
    } catch (RejectedExecutionException e) {
      end(waiting);
      throw interrupted(e);
    }
  }

  private synchronized void begun() {
    unended++;
  }

  private synchronized void end(Waiting copy) {
    unended--;
    leaving.remove(copy);
    if (copy.hasLeft) {
      stored--;
      held -= copy.heldBytes;
      resize(threads + stored);
    } else {
      places.release();
    }
    letLeave();
    notifyAll();
  }

  /**
   * Told by a copy, in its thread, that it is sent, and only has to be stored.
   *
   * @param most bytes of memory that it may hold until then
   */
  public void sent(long most) {
    Waiting copy = current.get();
    if (copy != null) {
      leave(copy, most);
    }
  }

  private synchronized void leave(Waiting copy, long most) {
    if (!copy.sent) {
      copy.sent = true;
      copy.heldBytes = Math.min(copy.bytes, most);
      leaving.add(copy);
      letLeave();
    }
  }

  /** Each that leaves its place leaves it to another, which needs a thread. */
  private void letLeave() {
    while (!leaving.isEmpty() && stored < Math.min(STORED_MOST, STORED_PER_THREAD * threads)
        && held + leaving.peek().heldBytes <= memory
        && resize(threads + stored + 1)) {
      Waiting copy = leaving.remove();
      copy.hasLeft = true;
      stored++;
      held += copy.heldBytes;
      places.release();
    }
  }

  /** @return false if there is no thread more; later there may be. */
  private boolean resize(int size) {
    int before = workers.getMaximumPoolSize();
    try {
      setSize(size);
      return true;
    } catch (OutOfMemoryError e) {
      setSize(before);
      return false;
    }
  }

  private void setSize(int size) {
    // The core is never to be above the maximum.
    workers.setCorePoolSize(Math.min(size, workers.getMaximumPoolSize()));
    workers.setMaximumPoolSize(size);
    workers.setCorePoolSize(size);
  }

  /** Without another thread, those that there are copy it, or this one does. */
  private void execute(Waiting copy) {
    try {
      workers.execute(copy);
      // One more may have been allowed since it looked.
      startOneMore();
    } catch (OutOfMemoryError e) {
      if (workers.getPoolSize() > 0) {
        workers.getQueue().add(copy);
        return;
      }
      copy.run();
    }
  }

  private void startOneMore() {
    try {
      if (!workers.getQueue().isEmpty()) {
        workers.prestartCoreThread();
      }
    } catch (OutOfMemoryError e) {
      // Those that there are copy it.
      return;
    }
  }

  /** Returns when all copies have ended that were added. More may be added. */
  public void drain() throws IOException {
    try {
      awaitEnds();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw interrupted(e);
    }
  }

  private synchronized void awaitEnds() throws InterruptedException {
    while (unended > 0) {
      wait();
    }
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
