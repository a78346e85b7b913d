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
package org.apache.hadoop.hdfs.smarth.client.speeds;

import java.util.OptionalLong;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.util.Timer;

/**
 * How long one block takes to its first datanode: from the first packet sent
 * to FIRST_NODE_FINISH_ACK (paper, section III.B). Thread-safe; the monitor
 * guards all fields.
 */
@InterfaceAudience.Private
public final class BlockMeter {
  /** What is smaller says more about latency than about the link. */
  public static final long MIN_BYTES = 1 << 20;
  /** Of the time, a link that waits for data longer was not measured. */
  private static final int MAX_WAIT_DIVISOR = 5;

  private final Timer timer;
  private final SharedClock clock;
  private boolean begun;
  private long beganNanos;
  /** The same by the clock. */
  private double beganAt;
  /** Whether the clock knows that the block is sent. */
  private boolean sending;
  private boolean waiting;
  private long waitBeganNanos;
  private long waitedNanos;
  private long aloneNanos;

  /**
   * @param timer monotonic
   * @param clock of all blocks of the process, told when this one is sent
   */
  public BlockMeter(Timer timer, SharedClock clock) {
    this.timer = timer;
    this.clock = clock;
  }

  /** The first packet is sent now. */
  public synchronized void begin() {
    begun = true;
    beganNanos = timer.monotonicNowNanos();
    sends(true);
    beganAt = clock.now();
    waitedNanos = 0;
    waiting = false;
  }

  private void sends(boolean now) {
    if (now && !sending) {
      clock.sendingBegins();
    } else if (!now && sending) {
      clock.sendingEnds();
    }
    sending = now;
  }

  /** Nothing is left to be sent, and more will come. */
  public synchronized void waitBegins() {
    sends(false);
    waiting = true;
    waitBeganNanos = timer.monotonicNowNanos();
  }

  /** There may be something to be sent. */
  public synchronized void waitEnds() {
    if (waiting) {
      sends(begun);
      waitedNanos += timer.monotonicNowNanos() - waitBeganNanos;
      waiting = false;
    }
  }

  /**
   * The first datanode has the whole block.
   *
   * @param bytes of the block
   * @return how long it took, in nanoseconds; empty if that is no measure of
   *     the link, because the block is small or its writer was slower
   */
  public synchronized OptionalLong finish(long bytes) {
    long nanos = timer.monotonicNowNanos() - beganNanos;
    aloneNanos = Math.round(clock.now() - beganAt);
    end();
    return begun && bytes >= MIN_BYTES
        && waitedNanos <= nanos / MAX_WAIT_DIVISOR
        ? OptionalLong.of(nanos) : OptionalLong.empty();
  }

  /**
   * @return how long it would have taken if no other block had been sent, in
   *     nanoseconds; once {@link #finish} was called
   */
  public synchronized long getAloneNanos() {
    return aloneNanos;
  }

  /** The block is not sent any more, or not until it {@link #begin begins}. */
  public synchronized void end() {
    sends(false);
    waiting = false;
  }

  /**
   * A clock of a process that runs n times slower while n of its blocks are sent.
   * If they share a NIC alike, each takes as long by this clock as it would
   * alone. If something else is their limit, a block seems up to n times as fast
   * as it is. Source: the virtual time of "Analysis and Simulation of a Fair
   * Queueing Algorithm" (Demers, Keshav and Shenker). Thread-safe; the monitor
   * guards all fields.
   */
  public static final class SharedClock {
    private final Timer timer;
    private int sent;
    private double nanos;
    private long readAt;

    /** @param timer monotonic. */
    public SharedClock(Timer timer) {
      this.timer = timer;
      this.readAt = timer.monotonicNowNanos();
    }

    /** A block is sent from now on. */
    synchronized void sendingBegins() {
      now();
      sent++;
    }

    /** One of these is not, from now on. */
    synchronized void sendingEnds() {
      now();
      sent--;
    }

    /** @return how many blocks are sent now. */
    public synchronized int getSent() {
      return sent;
    }

    /** @return in nanoseconds. */
    synchronized double now() {
      long now = timer.monotonicNowNanos();
      nanos += (now - readAt) / (double) Math.max(1, sent);
      readAt = now;
      return nanos;
    }
  }
}
