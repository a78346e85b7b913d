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

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.util.Timer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many pipelines a file may have open, from how fast its bytes arrive at
 * all their datanodes. The limit is asked for when a first datanode has
 * finished its block (FNFA) while the pipelines before it still drain: the
 * client is faster than what comes after its first datanodes. So it is
 * optimistic:
 * <ul>
 * <li>A few pipelines are always allowed.
 * <li>Beyond, the limit grows by a third at a time. Once that many pipelines
 * are open, the added ones must bring at least half of what those before
 * brought, each for each; else the limit goes back to where it was, and is
 * held. Half, because whoever has more than half of a link that several share
 * gains less by one more pipeline, and the others more: two clients that do
 * not know each other come to equal shares.
 * <li>A limit that is held is tried again when the rate has fallen, since
 * others may have come, and otherwise after a time that doubles whenever it
 * was in vain.
 * <li>When nothing at all is acknowledged for some seconds, the limit is
 * halved, and again if that goes on; it grows when acks come again.
 * </ul>
 * A file whose blocks are acknowledged by all datanodes soon after FNFA never
 * has many pipelines, whatever the limit. Origin: the additive increase and
 * multiplicative decrease of TCP; the paper has a constant instead (Algorithm
 * 1). Thread-safe; the monitor guards all fields, except those that say
 * otherwise.
 */
@InterfaceAudience.Private
public final class PipelineControl {
  private static final Logger LOG =
      LoggerFactory.getLogger(PipelineControl.class);

  /** So many pipelines need not prove that they bring something. */
  static final int FREE = 6;
  /** What is left when nothing is acknowledged. */
  static final int LEAST = 2;
  private static final int STEP_DIVISOR = 3;
  /** What a new pipeline must bring, as part of what one brings. */
  private static final double LEAST_GAIN = 0.5;
  /** A rate below this part of what it was means that something changed. */
  private static final double FALLEN = 0.75;
  /** The mean of pipelines must be this many times higher to be judged. */
  private static final double MORE_PIPELINES = 1.1;

  private static final long LEAST_WINDOW = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long HELD_WINDOW = TimeUnit.SECONDS.toNanos(2);
  private static final long STALL = TimeUnit.SECONDS.toNanos(3);
  private static final long FIRST_HOLD = TimeUnit.SECONDS.toNanos(10);
  private static final long MOST_HOLD = TimeUnit.SECONDS.toNanos(80);

  private final Timer timer;
  private final int most;
  /** Bytes that all datanodes have; needs no lock. */
  private final LongAdder acked = new LongAdder();

  private int open;
  private int limit = FREE;
  private Window window;
  /** What the pipelines up to a former limit brought; null at first. */
  private Reference reference;
  private boolean held;
  private long holdNanos = FIRST_HOLD;
  private long heldSince;
  private long progressSeen;
  private long progressNanos;

  /**
   * @param timer monotonic
   * @param most pipelines; 0 if only the cluster limits them
   */
  public PipelineControl(Timer timer, int most) {
    this.timer = timer;
    this.most = most;
    long now = timer.monotonicNowNanos();
    window = new Window(now);
    progressNanos = now;
  }

  /** @return the most pipelines; 0 if only the cluster limits them. */
  int getMost() {
    return most;
  }

  /** All datanodes of a pipeline have acknowledged so many bytes more. */
  public void acked(long bytes) {
    acked.add(bytes);
  }

  /** @param pipelines how many are open from now on. */
  public synchronized void openIs(int pipelines) {
    long now = timer.monotonicNowNanos();
    window.advance(now, open);
    if (pipelines > open) {
      progressNanos = now;
      if (!held) {
        window = new Window(now);
      }
    }
    open = pipelines;
  }

  /**
   * Asked when a pipeline would be opened, and again while it may not.
   *
   * @param ceiling how many there may be in any case, at least 1
   * @return how many may be open now, from 1 to the ceiling
   */
  public synchronized int limit(int ceiling) {
    long now = timer.monotonicNowNanos();
    window.advance(now, open);
    if (isStalled(now)) {
      fallBack(now);
    } else if (open >= limit && limit < ceiling) {
      if (held) {
        reconsider(now);
      } else {
        grow(now);
      }
    }
    return Math.min(limit, ceiling);
  }

  private boolean isStalled(long now) {
    long sum = acked.sum();
    if (sum != progressSeen || open == 0) {
      progressSeen = sum;
      progressNanos = now;
    }
    return now - progressNanos > STALL;
  }

  private void fallBack(long now) {
    limit = Math.max(LEAST, Math.min(limit, open) / 2);
    LOG.debug("Nothing is acknowledged: {} open, limit {}", open, limit);
    progressNanos = now;
    reference = null;
    // The next acks end it.
    held = false;
    window = new Window(now);
  }

  private void grow(long now) {
    if (window.nanos() < LEAST_WINDOW || window.bytes() == 0) {
      return;
    }
    if (open > limit) {
      // There was a stall, and acks come again.
      limit = Math.min(open, limit + step());
      window = new Window(now);
      return;
    }
    Reference measured = new Reference(limit, window);
    if (reference == null) {
      growFrom(measured, now);
    } else if (measured.isOfMoreThan(reference)) {
      judge(measured, now);
    }
  }

  private void judge(Reference measured, long now) {
    if (measured.isWorthMoreThan(reference)) {
      holdNanos = FIRST_HOLD;
      growFrom(measured, now);
    } else {
      LOG.debug("{} are in vain beside {}", measured, reference);
      limit = reference.limit;
      hold(now);
    }
  }

  private int step() {
    return Math.max(1, (limit + STEP_DIVISOR - 1) / STEP_DIVISOR);
  }

  private void growFrom(Reference measured, long now) {
    reference = measured;
    limit += step();
    LOG.debug("{}: limit {}", measured, limit);
    held = false;
    window = new Window(now);
  }

  private void hold(long now) {
    held = true;
    heldSince = now;
    window = new Window(now);
  }

  private void reconsider(long now) {
    if (open > limit) {
      // Those that were in vain still drain.
      window = new Window(now);
      return;
    }
    if (window.nanos() < HELD_WINDOW) {
      return;
    }
    Reference measured = new Reference(limit, window);
    if (now - heldSince >= holdNanos) {
      holdNanos = Math.min(MOST_HOLD, 2 * holdNanos);
      growFrom(measured, now);
    } else if (measured.rate < FALLEN * reference.rate) {
      growFrom(measured, now);
    } else {
      window = new Window(now);
    }
  }

  /** A stretch of time until now. Guarded by the monitor. */
  private final class Window {
    private final long began;
    private final long ackedBefore = acked.sum();
    private long until;
    private double pipelineNanos;

    private Window(long now) {
      began = now;
      until = now;
    }

    private void advance(long now, int pipelines) {
      pipelineNanos += (double) pipelines * (now - until);
      until = now;
    }

    private long nanos() {
      return until - began;
    }

    private long bytes() {
      return acked.sum() - ackedBefore;
    }
  }

  /** What so many pipelines brought. */
  private static final class Reference {
    private final int limit;
    /** The mean number of open ones. */
    private final double pipelines;
    /** In bytes per second. */
    private final double rate;

    private Reference(int limit, Window window) {
      this.limit = limit;
      this.pipelines = window.pipelineNanos / window.nanos();
      this.rate = (double) window.bytes() * TimeUnit.SECONDS.toNanos(1)
          / window.nanos();
    }

    private boolean isOfMoreThan(Reference before) {
      return pipelines > MORE_PIPELINES * before.pipelines;
    }

    private boolean isWorthMoreThan(Reference before) {
      double more = pipelines / before.pipelines - 1;
      return rate >= before.rate * (1 + LEAST_GAIN * more);
    }

    @Override
    public String toString() {
      return String.format("%.1f pipelines with %.1f MB/s", pipelines,
          rate / 1e6);
    }
  }
}
