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

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * The memory that a process may hold in packets retained for recovery. Every
 * file has an account with an allowance of its own, so that none starves: only
 * what goes beyond the allowance is taken from the shared limit, first come
 * first served. Thread-safe; the lock guards all fields, those of the accounts
 * too.
 */
@InterfaceAudience.Private
public final class RetentionBudget {
  /** Tells a waiter that it waits in vain. */
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

  private static final long CHECK_MILLIS = 200;
  private static final ConcurrentMap<Long, RetentionBudget> SHARED =
      new ConcurrentHashMap<>();

  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Condition> waiters = new ArrayDeque<>();
  private final long limit;
  private long used;
  private long peak;

  /** @param limit how many bytes may be held beyond the allowances. */
  public RetentionBudget(long limit) {
    if (limit <= 0) {
      throw new IllegalArgumentException("limit = " + limit + ": must be > 0");
    }
    this.limit = limit;
  }

  /**
   * @param limit in bytes
   * @return the one budget of this process with that limit
   */
  public static RetentionBudget shared(long limit) {
    return SHARED.computeIfAbsent(limit, RetentionBudget::new);
  }

  /** @return bytes held beyond the allowances now. */
  public long getUsed() {
    lock.lock();
    try {
      return used;
    } finally {
      lock.unlock();
    }
  }

  /** @return the most bytes ever held beyond the allowances. */
  public long getPeak() {
    lock.lock();
    try {
      return peak;
    } finally {
      lock.unlock();
    }
  }

  /**
   * @param allowance how many bytes the file may hold in any case
   * @return a new account
   */
  public Account open(long allowance) {
    return new Account(allowance);
  }

  private void wakeFirst() {
    Condition first = waiters.peekFirst();
    if (first != null) {
      first.signal();
    }
  }

  /** What one file holds. */
  public final class Account {
    private final long allowance;
    private long held;

    private Account(long allowance) {
      this.allowance = allowance;
    }

    /**
     * Takes memory, waiting for as long as there is too little.
     *
     * @param bytes how much, at least 0
     * @param liveness asked now and then while waiting
     * @param relief asked, before each wait, to make some free
     * @throws InterruptedException if interrupted while waiting; nothing is
     *     taken then
     * @throws IOException what liveness throws; nothing is taken then
     */
    public void reserve(long bytes, Liveness liveness, Relief relief)
        throws IOException, InterruptedException {
      Condition memory = lock.newCondition();
      if (isTakenOrQueued(memory, bytes)) {
        return;
      }
      try {
        liveness.check();
        while (!isTaken(memory, bytes, !relief.relieve())) {
          liveness.check();
        }
      } finally {
        leave(memory);
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
    private boolean isTakenOrQueued(Condition memory, long bytes) {
      lock.lock();
      try {
        if (!waiters.isEmpty() && charge(bytes) > 0 || !fits(bytes)) {
          waiters.addLast(memory);
          return false;
        }
        take(bytes);
        return true;
      } finally {
        lock.unlock();
      }
    }

    private boolean isTaken(Condition memory, long bytes, boolean mayWait)
        throws InterruptedException {
      lock.lock();
      try {
        if (mayWait && mustWait(memory, bytes)
            && !memory.await(CHECK_MILLIS, TimeUnit.MILLISECONDS)
            || mustWait(memory, bytes)) {
          return false;
        }
        take(bytes);
        return true;
      } finally {
        lock.unlock();
      }
    }

    private boolean mustWait(Condition memory, long bytes) {
      return charge(bytes) > 0
          && (waiters.peekFirst() != memory || !fits(bytes));
    }

    private void take(long bytes) {
      used += charge(bytes);
      peak = Math.max(peak, used);
      held += bytes;
    }

    private void leave(Condition memory) {
      lock.lock();
      try {
        waiters.remove(memory);
        wakeFirst();
      } finally {
        lock.unlock();
      }
    }

    /** Gives memory back. @param bytes how much, at most what is held. */
    public void release(long bytes) {
      lock.lock();
      try {
        if (bytes > held) {
          throw new IllegalStateException(
              "releasing " + bytes + " of " + held + " bytes held");
        }
        long before = shared(held);
        held -= bytes;
        used -= before - shared(held);
        for (Condition waiter : waiters) {
          waiter.signal();
        }
      } finally {
        lock.unlock();
      }
    }

    /** @return bytes held, the allowance included. */
    public long getHeld() {
      lock.lock();
      try {
        return held;
      } finally {
        lock.unlock();
      }
    }

    private long shared(long bytesHeld) {
      return Math.max(0, bytesHeld - allowance);
    }

    private long charge(long bytes) {
      return shared(held + bytes) - shared(held);
    }

    private boolean fits(long bytes) {
      // A packet larger than the whole limit passes when nothing else does.
      return used + charge(bytes) <= limit || used == 0;
    }
  }
}
