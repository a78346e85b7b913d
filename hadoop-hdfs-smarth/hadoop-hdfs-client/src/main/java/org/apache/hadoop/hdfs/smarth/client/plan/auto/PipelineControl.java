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
package org.apache.hadoop.hdfs.smarth.client.plan.auto;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.util.Timer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many pipelines the files of a client may have open, from how fast their
 * bytes arrive at all datanodes. Each file may have one; so of all files but
 * one, one is not counted here. The limit is asked for when a first datanode
 * has finished its block (FNFA) while the pipelines before it still drain: the
 * client is faster than what comes after its first datanodes. Every pipeline
 * beyond the first must prove that it brings something:
 * <ul>
 * <li>The limit grows by a third at a time, by one at first. Once that many
 * pipelines are open, those that were there before tell what the added ones
 * take from them. If that is little, the limit grows again; else it goes back
 * to where it was, and is held. Little means that others have most of the
 * links: a client has no more of a link that it shares than its neighbours.
 * <li>More than a held limit is tried again when the rate has fallen, since
 * others may have come. Otherwise it is tried after a time that doubles
 * whenever it was in vain. Blocks of several files share the links: there it is
 * at least twice as long as the trial, but for this reason no more than 20 s.
 * <li>When nothing at all is acknowledged for some seconds, the limit is
 * halved, and again if that goes on; it grows when acks come again.
 * <li>What of a limit is not used for some seconds is given up.
 * </ul>
 * A file whose blocks are acknowledged by all datanodes soon after FNFA never
 * has many pipelines, whatever the limit. Origin: the additive increase and
 * multiplicative decrease of TCP; the paper has a constant instead (Algorithm
 * 1). Thread-safe; the monitor guards all fields, except those that say
 * otherwise.
 */
@InterfaceAudience.Private
public class PipelineControl {
  private static final Logger LOG =
      LoggerFactory.getLogger(PipelineControl.class);

  /** What is left when nothing is acknowledged. */
  static final int MIN_PIPELINES = 2;
  private static final int STEP_DIVISOR = 3;
  /** Pipelines with less than this part of the rate do not speak for all. */
  private static final double TELLING = 0.25;
  /**
   * What must not be taken from the others, as part of what added pipelines
   * bring. Where a link is shared, this client had the rest of the link.
   */
  private static final double MIN_GAIN = 0.55;
  /** The mean of pipelines must be higher by this to be judged. */
  private static final double MIN_MORE = 0.1;
  /** A rate below this part of what it was means that something changed. */
  private static final double FALLEN = 0.75;

  /** Seconds of a block that make no long trial. */
  private static final double SOON = 5;
  private static final double NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long MIN_WINDOW = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long HELD_WINDOW = TimeUnit.SECONDS.toNanos(2);
  private static final long STALL = TimeUnit.SECONDS.toNanos(3);
  private static final long FIRST_HOLD = TimeUnit.SECONDS.toNanos(5);
  private static final long MAX_HOLD = TimeUnit.SECONDS.toNanos(80);
  /** A trial of several files in vain is followed by so many times its time. */
  private static final long HOLD_OF_TRIAL = 2;
  private static final long MAX_HOLD_OF_TRIAL = MAX_HOLD / 4;
  /** By then others may use the links, or what is to be sent has changed. */
  private static final long FORGOTTEN = TimeUnit.SECONDS.toNanos(5);

  private final Timer timer;
  private final int most;
  /** Bytes that all datanodes have; needs no lock. */
  private final LongAdder acked = new LongAdder();

  /** When each pipeline that is open was opened, by its number. */
  private final Map<Long, Long> opened = new HashMap<>();
  /** How many of these are not counted. */
  private int granted;
  private int limit = 1;
  /** How many were open at once lately, and since the limit changed. */
  private int reached;
  private Window window;
  /** What the pipelines up to a former limit brought; null at first. */
  private Reference reference;
  private boolean held;
  /** Whether more than that are open, since the last trial. */
  private boolean inVain;
  private long holdNanos = FIRST_HOLD;
  /** When a limit that is held is tried again. */
  private long retryNanos;
  /** When the limit grew last. */
  private long grewNanos;
  /** Of those that were counted, and of all. */
  private final Peak countedLately = new Peak();
  private final Peak openLately = new Peak();
  private long progressSeen;
  private long progressNanos;

  /**
   * @param timer monotonic
   * @param most pipelines of a file; 0 if only the cluster limits them
   */
  public PipelineControl(Timer timer, int most) {
    this.timer = timer;
    this.most = most;
    long now = timer.monotonicNowNanos();
    window = new Window(now, Collections.<Long, Long>emptyMap());
    progressNanos = now;
  }

  /** @return the most pipelines of a file; 0 if only the cluster limits them. */
  int getMost() {
    return most;
  }

  /** All datanodes of a pipeline have acknowledged more bytes. */
  public void acked(long bytes) {
    acked.add(bytes);
  }

  /**
   * Told whenever a pipeline is opened or ends, and when a file is sent.
   *
   * @param progress by the number of each pipeline that is open from now on,
   *     how many bytes all its datanodes have
   * @param notCounted how many of these are the ones that other files may have
   *     in any case
   */
  public synchronized void openIs(Map<Long, Long> progress, int notCounted) {
    long now = timer.monotonicNowNanos();
    window.advance(now, opened.size());
    if (opened.isEmpty()) {
      progressNanos = now;
    }
    boolean tooMany = counted() > limit;
    opened.keySet().retainAll(progress.keySet());
    progress.keySet().forEach(pipeline -> opened.putIfAbsent(pipeline, now));
    granted = notCounted;
    forgetUnused(now);
    if (held && tooMany && counted() <= limit) {
      // Those that were in vain are done.
      window = new Window(now, progress);
      if (inVain && granted > 0) {
        // Each file has a pipeline all the same; neighbours paid for more.
        retryNanos = Math.max(retryNanos, now
            + Math.min(MAX_HOLD_OF_TRIAL, HOLD_OF_TRIAL * (now - grewNanos)));
      }
      inVain = false;
    }
    // What was open before a pause is no measure of what is open after it.
    reached = Math.min(reached, openLately.most(now));
    openLately.see(now, opened.size());
    if (opened.size() > reached) {
      reached = opened.size();
      window = new Window(now, progress);
    }
  }

  private void forgetUnused(long now) {
    countedLately.see(now, counted());
    int used = Math.max(1, countedLately.most(now));
    if (used < limit && now - grewNanos > FORGOTTEN) {
      limit = used;
      if (!held || limit == 1) {
        reference = null;
        held = false;
        holdNanos = FIRST_HOLD;
      }
    }
  }

  private int counted() {
    return opened.size() - granted;
  }

  /**
   * Asked when a pipeline would be opened, and again while it may not.
   *
   * @param ceiling how many there may be in any case, at least 1
   * @param block bytes that a further pipeline is likely to carry
   * @param progress as in {@link #openIs}
   * @return how many that are counted may be open now, from 1 to the ceiling
   */
  public synchronized int limit(int ceiling, long block,
      Supplier<Map<Long, Long>> progress) {
    long now = timer.monotonicNowNanos();
    window.advance(now, opened.size());
    forgetUnused(now);
    if (isStalled(now)) {
      fallBack(now, progress.get());
    } else if (counted() >= Math.min(limit, ceiling)) {
      if (held) {
        reconsider(now, ceiling, block, progress);
      } else if (limit < ceiling || isTrial()) {
        grow(now, ceiling, block, progress);
      }
    }
    return Math.min(limit, ceiling);
  }

  /** Whether the limit is higher than what has been proved. */
  private boolean isTrial() {
    return reference != null && reference.limit < limit;
  }

  private boolean isStalled(long now) {
    long sum = acked.sum();
    if (sum != progressSeen || opened.isEmpty()) {
      progressSeen = sum;
      progressNanos = now;
    }
    return now - progressNanos > STALL;
  }

  private void fallBack(long now, Map<Long, Long> progress) {
    limit = Math.max(MIN_PIPELINES, Math.min(limit, counted()) / 2);
    LOG.debug("Nothing is acknowledged: {} open, limit {}", opened.size(),
        limit);
    progressNanos = now;
    reference = null;
    // The next acks end it.
    held = false;
    window = new Window(now, progress);
  }

  private void grow(long now, int ceiling, long block,
      Supplier<Map<Long, Long>> progress) {
    if (window.nanos() < MIN_WINDOW || window.bytes() == 0) {
      return;
    }
    Map<Long, Long> is = progress.get();
    Reference measured = new Reference(is);
    if (counted() > limit) {
      // There was a stall, and acks come again.
      limit = Math.min(counted(), limit + step(measured, block));
      window = new Window(now, is);
    } else if (reference == null) {
      growFrom(measured, now, ceiling, block, is);
    } else {
      judge(measured, now, ceiling, block, is);
    }
  }

  private void judge(Reference measured, long now, int ceiling, long block,
      Map<Long, Long> progress) {
    double gain = measured.gainOver(reference);
    if (gain >= MIN_GAIN) {
      holdNanos = FIRST_HOLD;
      growFrom(measured, now, ceiling, block, progress);
    } else if (Double.isNaN(gain)) {
      if (window.nanos() > HELD_WINDOW) {
        // With one more of many files nothing can be said for long.
        hold(now, granted > 0 ? holdNanos : 0, progress);
      }
    } else {
      LOG.debug("{} are in vain beside {}", measured, reference);
      hold(now, holdNanos, progress);
      inVain = true;
      holdNanos = Math.min(MAX_HOLD, 2 * holdNanos);
    }
  }

  private void hold(long now, long nanos, Map<Long, Long> progress) {
    limit = reference.limit;
    held = true;
    retryNanos = now + nanos;
    window = new Window(now, progress);
  }

  /**
   * A third more; of all pipelines, too, if their blocks are soon done: so is a
   * trial in vain, and a few more could not be told from none.
   */
  private int step(Reference measured, long block) {
    return Math.max(third(limit),
        measured.isSoonDone(block) ? third(measured.active) : 0);
  }

  private static int third(int number) {
    return (number + STEP_DIVISOR - 1) / STEP_DIVISOR;
  }

  private void growFrom(Reference measured, long now, int ceiling, long block,
      Map<Long, Long> progress) {
    reference = measured;
    limit = Math.max(limit, Math.min(ceiling, limit + step(measured, block)));
    grewNanos = now;
    LOG.debug("{}: limit {}", measured, limit);
    held = false;
    reached = opened.size();
    window = new Window(now, progress);
  }

  private void reconsider(long now, int ceiling, long block,
      Supplier<Map<Long, Long>> progress) {
    boolean full = counted() <= limit;
    boolean again = full && now - retryNanos >= 0;
    if (window.nanos() < (again ? MIN_WINDOW : HELD_WINDOW)) {
      return;
    }
    Map<Long, Long> is = progress.get();
    Reference measured = new Reference(is);
    if (again || measured.isFallenBelow(reference)) {
      limit = Math.max(limit, counted());
      growFrom(measured, now, ceiling, block, is);
      return;
    }
    if (full && measured.sum > reference.sum) {
      // Others tried when this was measured, or have gone.
      reference = measured;
    }
    window = new Window(now, is);
  }

  /** The largest of the numbers of some seconds until now. */
  private static final class Peak {
    private long period;
    private int last;
    private int now;
    private int before;

    private void see(long nanos, int number) {
      most(nanos);
      last = number;
      now = Math.max(now, number);
    }

    private int most(long nanos) {
      long current = nanos / FORGOTTEN;
      if (current != period) {
        before = current == period + 1 ? now : last;
        now = last;
        period = current;
      }
      return Math.max(before, now);
    }
  }

  /** A stretch of time until now. Guarded by the monitor. */
  private final class Window {
    private final long began;
    private final long ackedBefore = acked.sum();
    /** As it was when the window began. */
    private final Map<Long, Long> progress;
    private long until;
    private double pipelineNanos;
    /** When about half of the shortest window was over, and bytes until then. */
    private long middle;
    private long bytesBefore;

    private Window(long now, Map<Long, Long> progress) {
      this.began = now;
      this.until = now;
      this.progress = progress;
    }

    private void advance(long now, int pipelines) {
      pipelineNanos += (double) pipelines * (now - until);
      until = now;
      if (middle == 0 && 2 * nanos() >= MIN_WINDOW) {
        middle = now;
        bytesBefore = bytes();
      }
    }

    /** @return by how much the rate grew in a nanosecond; at least 0. */
    private double growth() {
      if (middle == 0 || until == middle) {
        return 0;
      }
      double before = bytesBefore * NANOS / (middle - began);
      double after = (bytes() - bytesBefore) * NANOS / (until - middle);
      return Math.max(0, 2 * (after - before) / nanos());
    }

    private double middleOfAll() {
      return began + nanos() / 2.0;
    }

    private long nanos() {
      return until - began;
    }

    private long bytes() {
      return acked.sum() - ackedBefore;
    }
  }

  /** What the pipelines of the window brought. Immutable. */
  private final class Reference {
    private final int limit = PipelineControl.this.limit;
    /** The mean number of those that were open and not idle. */
    private final double pipelines;
    /** Of all, in bytes per second, as those that follow. */
    private final double rate;
    private final double growth = window.growth();
    private final double middle = window.middleOfAll();
    /** Of those that are open at the end, by their numbers. */
    private final Map<Long, Double> rates = new HashMap<>();
    /** Of these: more than the rate after a pause, less if one has just begun. */
    private final double sum;
    /** How many of these had bytes to send. */
    private final int active;

    private Reference(Map<Long, Long> progress) {
      int idle = 0;
      for (Map.Entry<Long, Long> pipeline : progress.entrySet()) {
        Long number = pipeline.getKey();
        long bytes = pipeline.getValue()
            - window.progress.getOrDefault(number, 0L);
        long since = Math.max(window.began,
            opened.getOrDefault(number, window.until));
        if (window.until > since) {
          rates.put(number, bytes * NANOS / (window.until - since));
        }
        idle += bytes == 0 && window.progress.containsKey(number) ? 1 : 0;
      }
      active = progress.size() - idle;
      sum = rates.values().stream().mapToDouble(Double::doubleValue).sum();
      pipelines = window.pipelineNanos / window.nanos() - idle;
      rate = window.bytes() * NANOS / window.nanos();
    }

    /** Whether so many blocks are on all their datanodes within seconds. */
    private boolean isSoonDone(long block) {
      return block * active <= SOON * Math.max(rate, sum);
    }

    /** Not because fewer have something to send. */
    private boolean isFallenBelow(Reference before) {
      return active >= before.active && sum < FALLEN * before.sum
          && rate < FALLEN * before.rate;
    }

    /**
     * @return the part of what the pipelines bring that were added since that
     *     was not taken from the others; NaN if nothing can be said
     */
    private double gainOver(Reference before) {
      double was = 0;
      double is = 0;
      double isNew = 0;
      for (Map.Entry<Long, Double> pipeline : rates.entrySet()) {
        Double then = before.rates.get(pipeline.getKey());
        was += then == null ? 0 : then;
        is += then == null ? 0 : pipeline.getValue();
        isNew += then == null ? pipeline.getValue() : 0;
      }
      // Some of these came for those that have ended.
      double added = isNew - is / was * (before.sum - was);
      double of = Math.max(before.rate, before.sum);
      if (was > TELLING * of && added > 0) {
        return 1 - (1 - is / was) * of / added;
      }
      if (before.rate < TELLING * before.sum) {
        // It was measured over a pause.
        return Double.NaN;
      }
      // Those that could tell have ended: by what one brings in the mean.
      double more = pipelines / before.pipelines - 1;
      // A client whose code is still being compiled gets faster by itself.
      double times =
          rate / (before.rate + before.growth * (middle - before.middle));
      return more < MIN_MORE ? Double.NaN
          : (times - 1) / more * (1 + more) / times;
    }

    @Override
    public String toString() {
      return String.format("%.1f pipelines with %.1f MB/s", pipelines,
          rate / 1e6);
    }
  }
}
