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
package org.apache.hadoop.hdfs.smarth.datanode;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * The account of what all blocks of a datanode keep for packets that are on
 * disk and not yet forwarded. When it is used up, those who want some are
 * served in the order of their coming, each woken when it has its memory.
 * Thread-safe; there is no lock for as long as nobody waits.
 */
@InterfaceAudience.Private
public final class ForwardMemory {
  private final long limit;
  private final AtomicLong used = new AtomicLong();
  private final AtomicLong peak = new AtomicLong();
  private final AtomicLong backlog = new AtomicLong();
  private final AtomicLong waits = new AtomicLong();
  private final AtomicLong waitNanos = new AtomicLong();
  /** Those that wait, first come first. Guarded by itself. */
  private final Set<Claim> claims = new LinkedHashSet<>();
  /** Their number, for those without the lock, under which it is written. */
  private volatile int waiting;

  /** @param limit the most heap that may be taken, in bytes. */
  public ForwardMemory(long limit) {
    this.limit = limit;
  }

  /**
   * @param bytes of heap
   * @param entitled whether the caller may have them in any case; if not,
   *     those that wait come first
   * @return whether they are taken
   */
  boolean take(long bytes, boolean entitled) {
    if (entitled) {
      add(bytes);
      return true;
    }
    return waiting == 0 && addWithinLimit(bytes);
  }

  private void add(long bytes) {
    long now = used.addAndGet(bytes);
    peak.accumulateAndGet(now, Math::max);
  }

  private boolean addWithinLimit(long bytes) {
    long before = used.get();
    while (before + bytes <= limit) {
      if (used.compareAndSet(before, before + bytes)) {
        peak.accumulateAndGet(before + bytes, Math::max);
        return true;
      }
      before = used.get();
    }
    return false;
  }

  void giveBack(long bytes) {
    used.addAndGet(-bytes);
    if (waiting > 0) {
      synchronized (claims) {
        grantInTurn();
      }
    }
  }

  /** Asks for memory that could not be taken at once. */
  Claim claim(long bytes) {
    Claim claim = new Claim(bytes);
    synchronized (claims) {
      claims.add(claim);
      // Before the limit is looked at, or what is given back now wakes nobody.
      waiting = claims.size();
      grantInTurn();
    }
    return claim;
  }

  /** Takes the memory, out of turn, if the claim is not yet decided. */
  void grant(Claim claim) {
    synchronized (claims) {
      if (claims.remove(claim)) {
        add(claim.bytes);
        claim.decide(true);
        grantInTurn();
      }
    }
  }

  /** Ends the claim if it is not yet decided. */
  void withdraw(Claim claim) {
    synchronized (claims) {
      if (claims.remove(claim)) {
        claim.decide(false);
        grantInTurn();
      }
    }
  }

  /** Called with the lock of the claims. */
  private void grantInTurn() {
    Iterator<Claim> inTurn = claims.iterator();
    boolean more = true;
    while (more && inTurn.hasNext()) {
      Claim first = inTurn.next();
      more = addWithinLimit(first.bytes);
      if (more) {
        inTurn.remove();
        first.decide(true);
      }
    }
    waiting = claims.size();
  }

  /** @param bytes of data that wait now, negative for those that do not. */
  void addBacklog(long bytes) {
    backlog.addAndGet(bytes);
  }

  /** @param nanos how long a packet waited for memory. */
  void addWait(long nanos) {
    waits.incrementAndGet();
    waitNanos.addAndGet(nanos);
  }

  /** @return the heap in use, in bytes. */
  public long getUsed() {
    return used.get();
  }

  /** @return the most heap that was ever in use, in bytes. */
  public long getPeak() {
    return peak.get();
  }

  /** @return the data on disk that waits to be forwarded, in bytes. */
  public long getBacklog() {
    return backlog.get();
  }

  /** @return how many packets had to wait for memory, and their clients. */
  public long getWaits() {
    return waits.get();
  }

  /** @return how long they waited, together, in milliseconds. */
  public long getWaitMillis() {
    return TimeUnit.NANOSECONDS.toMillis(waitNanos.get());
  }

  /**
   * Memory that a thread waits for. It is granted or refused once. Thread-safe.
   */
  final class Claim {
    private final long bytes;
    private final CountDownLatch decided = new CountDownLatch(1);
    /** Written once, before the latch opens. */
    private volatile boolean granted;

    private Claim(long bytes) {
      this.bytes = bytes;
    }

    long getBytes() {
      return bytes;
    }

    boolean isGranted() {
      return granted;
    }

    private void decide(boolean grant) {
      granted = grant;
      decided.countDown();
    }

    /**
     * Waits until it is decided. A thread that is interrupted here has no
     * memory.
     *
     * @return whether the memory is taken; false if the claim was withdrawn
     */
    boolean await() throws InterruptedException {
      try {
        decided.await();
      } catch (InterruptedException e) {
        withdraw(this);
        if (granted) {
          giveBack(bytes);
        }
        throw e;
      }
      return granted;
    }
  }
}
