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

package org.smarth.hadoop.benchmarks.harness;

import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/** The links of an embedded cluster, each direction of each of them a bucket. */
public final class ShapedLinks {
  private final Racks racks;
  private final Clock clock;
  private final TokenBucket[] nicOut;
  private final TokenBucket[] nicIn;
  private final TokenBucket[] crossOut;
  private final TokenBucket[] crossIn;

  public ShapedLinks(Links links, Clock clock) {
    this.racks = links.racks();
    this.clock = clock;
    nicOut = buckets(links::nic);
    nicIn = buckets(links::nic);
    crossOut = buckets(node -> links.cross());
    crossIn = buckets(node -> links.cross());
  }

  private TokenBucket[] buckets(IntFunction<Rate> rateOf) {
    TokenBucket[] buckets = new TokenBucket[racks.dataNodes() + 1];
    for (int node = 0; node < buckets.length; node++) {
      Rate rate = rateOf.apply(node);
      buckets[node] = rate.isLimited() ? new TokenBucket(rate, clock.nanoTime()) : null;
    }
    return buckets;
  }

  /** What bytes from one node to another have to pass. */
  public Path path(int from, int to) {
    List<TokenBucket> hops = new ArrayList<>();
    add(hops, nicOut[from]);
    add(hops, nicIn[to]);
    if (racks.crosses(from, to)) {
      add(hops, crossOut[from]);
      add(hops, crossIn[to]);
    }
    return new Path(hops.toArray(new TokenBucket[0]), clock);
  }

  private static void add(List<TokenBucket> hops, TokenBucket bucket) {
    if (bucket != null) {
      hops.add(bucket);
    }
  }

  /** The buckets between two nodes. Thread-safe. */
  public static final class Path {
    private final TokenBucket[] hops;
    private final Clock clock;

    private Path(TokenBucket[] hops, Clock clock) {
      this.hops = hops;
      this.clock = clock;
    }

    boolean isLimited() {
      return hops.length > 0;
    }

    /** Returns when these bytes have passed every hop. */
    void pass(int bytes) throws InterruptedIOException {
      clock.waitUntil(book(bytes, clock.nanoTime()));
    }

    /** Books these bytes and returns the time at which the last has passed the last hop. */
    long book(int bytes, long now) {
      long passed = now;
      for (TokenBucket hop : hops) {
        passed = Math.max(passed, hop.book(bytes, now));
      }
      return passed;
    }
  }

  /**
   * One direction of one link. Bytes are booked in the order of arrival; a booking tells when they
   * have passed. What the link did not carry while idle is lost beyond a short burst.
   *
   * <p>Thread-safe. Time is the caller's, in nanoseconds.
   */
  static final class TokenBucket {
    /** Covers late wake-ups of the readers, as the burst of a tc class does. */
    static final long BURST_NANOS = 10_000_000;

    private final double nanosPerByte;
    /** When everything booked so far has passed. Guarded by this. */
    private double freeAt;

    TokenBucket(Rate rate, long now) {
      this.nanosPerByte = rate.isLimited() ? 1e9 / rate.bytesPerSecond() : 0;
      this.freeAt = now;
    }

    /** Books these bytes and returns the time at which the last of them has passed. */
    synchronized long book(int bytes, long now) {
      freeAt = Math.max(freeAt, now - BURST_NANOS) + bytes * nanosPerByte;
      return (long) freeAt;
    }
  }

  /** Time and waiting, injected so that tests need no real time. */
  public interface Clock {
    long nanoTime();

    /** Returns at that time, at the earliest. */
    void waitUntil(long nanoTime) throws InterruptedIOException;

    Clock SYSTEM = new Clock() {
      @Override
      public long nanoTime() {
        return System.nanoTime();
      }

      @Override
      public void waitUntil(long nanoTime) throws InterruptedIOException {
        for (long left = nanoTime - nanoTime(); left > 0; left = nanoTime - nanoTime()) {
          LockSupport.parkNanos(left);
          if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted while the link was busy");
          }
        }
      }
    };
  }
}
