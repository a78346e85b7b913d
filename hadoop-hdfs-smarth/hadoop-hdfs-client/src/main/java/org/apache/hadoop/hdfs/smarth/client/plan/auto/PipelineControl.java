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

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.util.Timer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many pipelines a file may have open, from how fast its bytes arrive at
 * all their datanodes. The limit is asked for when a first datanode has
 * finished its block (FNFA) while the pipelines before it still drain: the
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
 * whenever it was in vain.
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
public class PipelineControl {
  private static final Logger LOG =
      LoggerFactory.getLogger(PipelineControl.class);

  /** What is left when nothing is acknowledged. */
  static final int MIN_PIPELINES = 2;
  private static final int STEP_DIVISOR = 3;
  /**
   * What must not be taken from the others, as part of what added pipelines
   * bring. Where a link is shared, this client had the rest of the link.
   */
  private static final double MIN_GAIN = 0.55;
  /** The mean of pipelines must be higher by this to be judged. */
  private static final double MIN_MORE = 0.1;
  /** A rate below this part of what it was means that something changed. */
  private static final double FALLEN = 0.75;

  private static final double NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long MIN_WINDOW = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long HELD_WINDOW = TimeUnit.SECONDS.toNanos(2);
  private static final long STALL = TimeUnit.SECONDS.toNanos(3);
  private static final long FIRST_HOLD = TimeUnit.SECONDS.toNanos(5);
  private static final long MAX_HOLD = TimeUnit.SECONDS.toNanos(80);

  private final Timer timer;
  private final int most;
  /** Bytes that all datanodes have; needs no lock. */
  private final LongAdder acked = new LongAdder();

  /** When each pipeline that is open was opened, by its number. */
  private final Map<Long, Long> opened = new HashMap<>();
  private boolean asked;
  private int limit = 1;
  /** How many were open at once since the limit changed. */
  private int reached;
  private Window window;
  /** What the pipelines up to a former limit brought; null at first. */
  private Reference reference;
  private boolean held;
  private long holdNanos = FIRST_HOLD;
  /** When a limit that is held is tried again. */
  private long retryNanos;
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
    window = new Window(now, Collections.<Long, Long>emptyMap());
    progressNanos = now;
  }

  /** @return the most pipelines; 0 if only the cluster limits them. */
  int getMost() {
    return most;
  }

  /** All datanodes of a pipeline have acknowledged more bytes. */
  public void acked(long bytes) {
    acked.add(bytes);
  }

  /**
   * Told whenever a pipeline is opened or ends.
   *
   * @param progress by the number of each pipeline that is open from now on,
   *     how many bytes all its datanodes have
   */
  public synchronized void openIs(Map<Long, Long> progress) {
    long now = timer.monotonicNowNanos();
    window.advance(now, opened.size());
    if (opened.isEmpty()) {
      progressNanos = now;
    }
    boolean tooMany = opened.size() > limit;
    opened.keySet().retainAll(progress.keySet());
    progress.keySet().forEach(pipeline -> opened.putIfAbsent(pipeline, now));
    if (held && tooMany && opened.size() <= limit) {
      // Those that were in vain are done.
      window = new Window(now, progress);
    }
    if (opened.size() > reached) {
      reached = opened.size();
      window = new Window(now, progress);
    }
  }

  /**
   * Asked when a pipeline would be opened, and again while it may not.
   *
   * @param ceiling how many there may be in any case, at least 1
   * @param progress as in {@link #openIs}
   * @return how many may be open now, from 1 to the ceiling
   */
  public synchronized int limit(int ceiling, Map<Long, Long> progress) {
    long now = timer.monotonicNowNanos();
    window.advance(now, opened.size());
    if (!asked) {
      // Those were not asked for: the first ones of several files.
      asked = true;
      limit = Math.max(limit, opened.size());
    }
    if (isStalled(now)) {
      fallBack(now, progress);
    } else if (opened.size() >= Math.min(limit, ceiling)) {
      if (held) {
        reconsider(now, progress);
      } else if (limit < ceiling || isTrial()) {
        grow(now, progress);
      }
      limit = Math.min(limit, ceiling);
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
    limit = Math.max(MIN_PIPELINES, Math.min(limit, opened.size()) / 2);
    LOG.debug("Nothing is acknowledged: {} open, limit {}", opened.size(),
        limit);
    progressNanos = now;
    reference = null;
    // The next acks end it.
    held = false;
    window = new Window(now, progress);
  }

  private void grow(long now, Map<Long, Long> progress) {
    if (window.nanos() < MIN_WINDOW || window.bytes() == 0) {
      return;
    }
    if (opened.size() > limit) {
      // There was a stall, and acks come again.
      limit = Math.min(opened.size(), limit + step());
      window = new Window(now, progress);
      return;
    }
    Reference measured = new Reference(progress);
    if (reference == null) {
      growFrom(measured, now, progress);
    } else {
      judge(measured, now, progress);
    }
  }

  private void judge(Reference measured, long now,
      Map<Long, Long> progress) {
    double gain = measured.gainOver(reference);
    if (gain >= MIN_GAIN) {
      holdNanos = FIRST_HOLD;
      growFrom(measured, now, progress);
    } else if (Double.isNaN(gain)) {
      if (window.nanos() > HELD_WINDOW) {
        hold(now, 0, progress);
      }
    } else {
      LOG.debug("{} are in vain beside {}", measured, reference);
      hold(now, holdNanos, progress);
      holdNanos = Math.min(MAX_HOLD, 2 * holdNanos);
    }
  }

  private void hold(long now, long nanos, Map<Long, Long> progress) {
    limit = reference.limit;
    held = true;
    retryNanos = now + nanos;
    window = new Window(now, progress);
  }

  private int step() {
    return Math.max(1, (limit + STEP_DIVISOR - 1) / STEP_DIVISOR);
  }

  private void growFrom(Reference measured, long now,
      Map<Long, Long> progress) {
    reference = measured;
    limit += step();
    LOG.debug("{}: limit {}", measured, limit);
    held = false;
    reached = opened.size();
    window = new Window(now, progress);
  }

  private void reconsider(long now, Map<Long, Long> progress) {
    boolean full = opened.size() <= limit;
    boolean again = full && now - retryNanos >= 0;
    if (window.nanos() < (again ? MIN_WINDOW : HELD_WINDOW)) {
      return;
    }
    Reference measured = new Reference(progress);
    if (again || measured.rate < FALLEN * reference.rate) {
      limit = Math.max(limit, opened.size());
      growFrom(measured, now, progress);
      return;
    }
    if (full && measured.rate > reference.rate) {
      // Others tried when this was measured, or have gone.
      reference = measured;
    }
    window = new Window(now, progress);
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
    /** The mean number of open ones. */
    private final double pipelines;
    /** Of all, in bytes per second, as those that follow. */
    private final double rate;
    private final double growth = window.growth();
    private final double middle = window.middleOfAll();
    /** Of those that are open at the end, by their numbers. */
    private final Map<Long, Double> rates = new HashMap<>();

    private Reference(Map<Long, Long> progress) {
      pipelines = window.pipelineNanos / window.nanos();
      rate = window.bytes() * NANOS / window.nanos();
      for (Map.Entry<Long, Long> pipeline : progress.entrySet()) {
        Long number = pipeline.getKey();
        long since = Math.max(window.began,
            opened.getOrDefault(number, window.until));
        if (window.until > since) {
          rates.put(number, (pipeline.getValue()
              - window.progress.getOrDefault(number, 0L)) * NANOS
              / (window.until - since));
        }
      }
    }

    /**
     * @return the part of what the pipelines bring that were added since that
     *     was not taken from the others; NaN if nothing can be said
     */
    private double gainOver(Reference before) {
      double was = 0;
      double is = 0;
      double added = 0;
      for (Map.Entry<Long, Double> pipeline : rates.entrySet()) {
        Double then = before.rates.get(pipeline.getKey());
        was += then == null ? 0 : then;
        is += then == null ? 0 : pipeline.getValue();
        added += then == null ? pipeline.getValue() : 0;
      }
      if (was > 0 && added > 0) {
        return 1 - (1 - is / was) * before.rate / added;
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
