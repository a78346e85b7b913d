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
import java.util.Iterator;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * The memory that a process may hold in packets retained for recovery. Every
 * file has an account with an allowance of its own, so that none starves: only
 * what goes beyond the allowance is taken from the shared limit, first come
 * first served. The limit is the largest that an open file asks for.
 *
 * <p>Buffers that are given back are used again. Those that are free count
 * within the limit, are never more than those in use, and yield to packets.
 *
 * <p>Thread-safe; the lock guards all fields, those of accounts and waiters
 * too.
 */
@InterfaceAudience.Private
public final class RetentionBudget {
  /** Tells a waiter that nothing is left to wait for. */
  @FunctionalInterface
  public interface Liveness {
    /** @throws IOException if the file can no longer be written. */
    void check() throws IOException;
  }

  /** Makes memory free that the caller holds. Called without a lock. */
  @FunctionalInterface
  public interface Relief {
    /** @return whether some was released. */
    boolean relieve();
  }

  static final long CHECK_MILLIS = 200;

  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Waiter> waiters = new ArrayDeque<>();
  private final LargestLimit limit = new LargestLimit();
  private final FreeBuffers free = new FreeBuffers();
  /** Bytes that accounts hold, their allowances included. */
  private long held;
  private long used;
  private long peak;
  private long waits;

  /** @return bytes held beyond the allowances now. */
  public long getUsed() {
    return get(() -> used);
  }

  /** @return bytes held now, those within the allowances included. */
  public long getHeld() {
    return get(() -> held);
  }

  /** @return bytes in buffers that are free, kept to be used again. */
  public long getFree() {
    return get(free::getBytes);
  }

  /**
   * @return the most bytes held beyond the allowances since files have been
   *     open
   */
  public long getPeak() {
    return get(() -> peak);
  }

  /** @return how often a file waited, since it could make none free itself. */
  public long getWaits() {
    return get(() -> waits);
  }

  private long get(LongSupplier number) {
    lock.lock();
    try {
      return number.getAsLong();
    } finally {
      lock.unlock();
    }
  }

  /**
   * @param allowance how many bytes the file may hold in any case
   * @param max how many bytes all files may hold beyond their allowances,
   *     more than 0, if no other open file asks for more
   * @param reusing whether the file's buffers may be used again
   * @return a new account, to be closed
   */
  public Account open(long allowance, long max, boolean reusing) {
    if (max <= 0) {
      throw new IllegalArgumentException("limit = " + max + ": must be > 0");
    }
    lock.lock();
    try {
      if (limit.get() == 0) {
        peak = used;
      }
      limit.add(max);
      wakeWhoCanGoOn(null);
      return new Account(allowance, max, reusing);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Wakes only who may go on: the first waiter comes before the others, unless
   * these are within their own allowance now.
   *
   * @param giver the account that holds less than before, or null
   */
  private void wakeWhoCanGoOn(Account giver) {
    for (Waiter waiter : waiters) {
      boolean first = waiter == waiters.peekFirst();
      if (!first && giver == null) {
        return;
      }
      if ((first || waiter.account == giver) && !waiter.mustWait()) {
        waiter.turn.signal();
      }
    }
  }

  private void trimFree() {
    free.trim(Math.min(held, Math.max(0, limit.get() - used)));
  }

  /** A thread that waits for memory. */
  private final class Waiter {
    private final Account account;
    private final long bytes;
    private final Condition turn = lock.newCondition();
    /** Whether its relief may have become able to make some free. */
    private boolean relievable;
    private boolean counted;
    /** A free buffer of that length, if there was one when it was taken. */
    private byte[] buffer;

    private Waiter(Account account, long bytes) {
      this.account = account;
      this.bytes = bytes;
    }

    private boolean mustWait() {
      return account.charge(bytes) > 0
          && (!waiters.isEmpty() && waiters.peekFirst() != this
              || !account.fits(bytes));
    }

    private void count() {
      waits += counted ? 0 : 1;
      counted = true;
    }

    private void take() {
      buffer = account.reusing ? free.take(bytes).orElse(null) : null;
      account.take(bytes);
    }
  }

  /** What one file holds. */
  public final class Account implements Closeable {
    private final long allowance;
    private final long max;
    private final boolean reusing;
    private long accountHeld;
    private boolean closed;

    private Account(long allowance, long max, boolean reusing) {
      this.allowance = allowance;
      this.max = max;
      this.reusing = reusing;
    }

    /**
     * Takes memory, waiting for as long as there is too little.
     *
     * @param bytes how much, at least 0
     * @param liveness asked now and then while waiting
     * @param relief asked, before each wait, to make some free
     * @return a buffer of that length to use again; null if there is none
     * @throws InterruptedException if interrupted while waiting; nothing is
     *     taken then
     * @throws IOException what liveness throws; nothing is taken then
     */
    public byte[] reserve(long bytes, Liveness liveness, Relief relief)
        throws IOException, InterruptedException {
      Waiter waiter = new Waiter(this, bytes);
      if (isTakenOrQueued(waiter)) {
        return waiter.buffer;
      }
      try {
        liveness.check();
        while (!isTaken(waiter, !relief.relieve())) {
          liveness.check();
        }
        return waiter.buffer;
      } finally {
        leave(waiter);
      }
    }

    /**
     * Takes memory at once, even if there is too little; others wait then
     * until that much more is given back.
     *
     * @param bytes how much, at least 0
     */
    public void reserveAnyway(long bytes) {
      lock.lock();
      try {
        take(bytes);
      } finally {
        lock.unlock();
      }
    }

    /** @return false if this is a waiter now. */
    private boolean isTakenOrQueued(Waiter waiter) {
      lock.lock();
      try {
        if (waiter.mustWait()) {
          waiters.addLast(waiter);
          return false;
        }
        waiter.take();
        return true;
      } finally {
        lock.unlock();
      }
    }

    private boolean isTaken(Waiter waiter, boolean mayWait)
        throws InterruptedException {
      lock.lock();
      try {
        if (mayWait && waiter.mustWait() && !waiter.relievable) {
          waiter.count();
          if (!waiter.turn.await(CHECK_MILLIS, TimeUnit.MILLISECONDS)) {
            return false;
          }
        }
        waiter.relievable = false;
        if (waiter.mustWait()) {
          return false;
        }
        waiter.take();
        return true;
      } finally {
        lock.unlock();
      }
    }

    private void take(long bytes) {
      used += charge(bytes);
      peak = Math.max(peak, used);
      accountHeld += bytes;
      held += bytes;
      trimFree();
    }

    private void leave(Waiter waiter) {
      lock.lock();
      try {
        waiters.remove(waiter);
        wakeWhoCanGoOn(null);
      } finally {
        lock.unlock();
      }
    }

    /**
     * Gives memory back.
     *
     * @param bytes how much, at most what is held
     * @param buffer that is used no more, or null
     */
    public void release(long bytes, byte[] buffer) {
      lock.lock();
      try {
        if (bytes > accountHeld) {
          throw new IllegalStateException(
              "releasing " + bytes + " of " + accountHeld + " bytes held");
        }
        long before = shared(accountHeld);
        accountHeld -= bytes;
        held -= bytes;
        used -= before - shared(accountHeld);
        if (reusing && buffer != null) {
          free.give(buffer);
        }
        trimFree();
        wakeWhoCanGoOn(this);
      } finally {
        lock.unlock();
      }
    }

    /** Relief may have become possible: whoever waits asks it once more. */
    public void relievable() {
      lock.lock();
      try {
        for (Waiter waiter : waiters) {
          if (waiter.account == this) {
            waiter.relievable = true;
            waiter.turn.signal();
          }
        }
      } finally {
        lock.unlock();
      }
    }

    /** The file's limit ends; what it holds may be released later. */
    @Override
    public void close() {
      lock.lock();
      try {
        if (!closed) {
          closed = true;
          limit.remove(max);
          trimFree();
        }
      } finally {
        lock.unlock();
      }
    }

    /** @return bytes held, the allowance included. */
    public long getHeld() {
      return get(() -> accountHeld);
    }

    /** @return bytes held beyond the allowance. */
    public long getShared() {
      return get(() -> shared(accountHeld));
    }

    private long shared(long bytesHeld) {
      return Math.max(0, bytesHeld - allowance);
    }

    private long charge(long bytes) {
      return shared(accountHeld + bytes) - shared(accountHeld);
    }

    private boolean fits(long bytes) {
      // A packet larger than the whole limit passes when nothing else does.
      return used + charge(bytes) <= limit.get() || used == 0;
    }
  }

  /**
   * The limits that the open files of a process ask for, by their
   * configurations; the largest holds for all. Guarded by its owner's lock.
   */
  static final class LargestLimit {
    private final SortedMap<Long, Integer> files = new TreeMap<>();

    void add(long limit) {
      files.put(limit, files.getOrDefault(limit, 0) + 1);
    }

    void remove(long limit) {
      Integer left = files.remove(limit);
      if (left != null && left > 1) {
        files.put(limit, left - 1);
      }
    }

    /** @return 0 if no file is open. */
    long get() {
      return files.isEmpty() ? 0 : files.lastKey();
    }
  }

  /**
   * Packet buffers that are free, to be used again. Buffers kept for recovery
   * live long enough for the garbage collector to promote them. A new buffer for
   * every packet would fill the old generation. Owned by the {@link
   * RetentionBudget}, whose lock guards it.
   */
  static final class FreeBuffers {
    /** As many packets as stock has in flight, of stock's size. */
    private static final int MAX_BUFFERS = 80;
    private static final long MAX_BYTES = 5L << 20;

    /** The one that came last first, which is most likely in a cache. */
    private final Deque<byte[]> free = new ArrayDeque<>();
    private long bytes;

    /** @return a buffer of just that length. */
    Optional<byte[]> take(long length) {
      for (Iterator<byte[]> all = free.iterator(); all.hasNext();) {
        byte[] buffer = all.next();
        if (buffer.length == length) {
          all.remove();
          bytes -= length;
          return Optional.of(buffer);
        }
      }
      return Optional.empty();
    }

    /** To be followed by {@link #trim}. */
    void give(byte[] buffer) {
      free.addFirst(buffer);
      bytes += buffer.length;
    }

    /** Leaves those that are too many to the garbage collector, oldest first. */
    void trim(long max) {
      while (!free.isEmpty()
          && (bytes > Math.min(max, MAX_BYTES) || free.size() > MAX_BUFFERS)) {
        bytes -= free.removeLast().length;
      }
    }

    /** @return bytes in all of them. */
    long getBytes() {
      return bytes;
    }
  }
}
