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
package org.apache.hadoop.hdfs.smarth.speed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.util.Timer;

/**
 * The rates of one process to or from its peers, each an exponentially
 * weighted mean, in which the newest measurement has half of the weight. What
 * is too old is forgotten; of too many peers the one that was measured longest
 * ago. Thread-safe; the monitor guards the map.
 */
@InterfaceAudience.Private
public final class RecentSpeeds {
  private final int limit;
  private final long expiryMillis;
  private final SpeedMean mean;
  private final Timer timer;
  /** By peer and address; from the one measured longest ago to the newest. */
  private final Map<List<String>, Rate> rates = new LinkedHashMap<>();

  /**
   * @param limit the most peers, more than 0
   * @param expiryMillis how long a rate is known after its last measurement
   * @param mean what is averaged
   * @param timer for ages
   */
  public RecentSpeeds(int limit, long expiryMillis, SpeedMean mean,
      Timer timer) {
    this.limit = limit;
    this.expiryMillis = expiryMillis;
    this.mean = mean;
    this.timer = timer;
  }

  /**
   * Adds a measurement; one that is no plausible {@link Speed} is ignored.
   *
   * @param peer a datanode's UUID or a client's IP address
   * @param bytes how many
   * @param nanos how long they took, in nanoseconds
   */
  public void record(String peer, long bytes, long nanos) {
    record(peer, null, 0, bytes, nanos);
  }

  /**
   * Adds a measurement of a peer at an address; the same one at another, or at
   * none, is another peer.
   *
   * @param peer as in the other method
   * @param address host and port; null for none
   * @param writer the id of the peer's writer; 0 if that does not matter
   * @param bytes how many
   * @param nanos how long they took, in nanoseconds
   */
  public synchronized void record(String peer, String address, int writer,
      long bytes, long nanos) {
    long bytesPerSecond = Speed.bytesPerSecond(bytes, nanos);
    if (!Speed.isPlausible(peer, bytesPerSecond, 0)
        || !Speed.isPlausibleAddress(address)) {
      return;
    }
    List<String> key = Arrays.asList(peer, address);
    Rate known = find(key);
    long now = timer.monotonicNow();
    rates.remove(key);
    rates.put(key, known == null
        ? new Rate(bytesPerSecond, SteadyTime.first(now), writer, 0)
        : new Rate(mean.of(known.bytesPerSecond, bytesPerSecond),
            known.steady.next(now,
                SpeedMean.isChange(known.bytesPerSecond, bytesPerSecond)),
            writer, known.withoutStreakOf(writer)));
    if (rates.size() > limit) {
      Iterator<List<String>> oldest = rates.keySet().iterator();
      oldest.next();
      oldest.remove();
    }
  }

  /**
   * @param peer whose rate
   * @return in bytes per second, at no address; 0 if it is not known
   */
  public synchronized long get(String peer) {
    Rate rate = find(Arrays.asList(peer, null));
    return rate == null ? 0 : rate.rounded();
  }

  /**
   * @param peer whose rate
   * @param min for how long any rate is believed, in milliseconds
   * @return in bytes per second; 0 if it is not known, or was not measured for
   *     as long as it may be believed
   */
  public synchronized long getUndoubted(String peer, long min) {
    Rate rate = find(Arrays.asList(peer, null));
    return rate == null || rate.steady.isDoubtful(timer.monotonicNow(), min)
        ? 0 : rate.rounded();
  }

  /** @return all that is known, the newest first. */
  public synchronized List<Speed> newestFirst() {
    long now = timer.monotonicNow();
    rates.values().removeIf(rate -> isExpired(rate, now));
    List<Speed> speeds = new ArrayList<>(rates.size());
    for (Map.Entry<List<String>, Rate> rate : rates.entrySet()) {
      speeds.add(new Speed(rate.getKey().get(0), rate.getValue().rounded(),
          Math.max(0, now - rate.getValue().steady.getMeasuredAt()))
          .at(rate.getKey().get(1)).ofOnly(rate.getValue().onlyWriter()));
    }
    Collections.reverse(speeds);
    return speeds;
  }

  private Rate find(List<String> key) {
    Rate rate = rates.get(key);
    return rate == null || isExpired(rate, timer.monotonicNow()) ? null : rate;
  }

  private boolean isExpired(Rate rate, long now) {
    return now - rate.steady.getMeasuredAt() > expiryMillis;
  }

  /** Immutable. */
  private static final class Rate {
    private final double bytesPerSecond;
    private final SteadyTime steady;
    /** Whose measurement is the newest. */
    private final int writer;
    /** As it was when that writer's streak began; 0: there was none. */
    private final double before;

    private Rate(double bytesPerSecond, SteadyTime steady, int writer,
        double before) {
      this.bytesPerSecond = bytesPerSecond;
      this.steady = steady;
      this.writer = writer;
      this.before = before;
    }

    /** @return the rate before the newest measurements, if all are of it. */
    private double withoutStreakOf(int another) {
      return another == writer ? before : bytesPerSecond;
    }

    /** @return whose it is alone: others had one that differs; 0: nobody's. */
    private int onlyWriter() {
      return before > 0 && !SpeedMean.isChange(before, bytesPerSecond)
          ? 0 : writer;
    }

    /** Means of plausible rates are plausible. */
    private long rounded() {
      return Math.round(bytesPerSecond);
    }
  }

  /** How a new measurement of a rate changes what was known. */
  public enum SpeedMean {
    /**
     * The mean of the rates; but what differs from it by more than noise does is
     * a change, and replaces it. A datanode that begins to limp is avoided after
     * one block, and one block proves that it has recovered.
     */
    OF_RATES {
      @Override
      public double of(double known, double measured) {
        return isChange(known, measured) ? measured : (known + measured) / 2;
      }
    },
    /**
     * The mean of the times for a byte (the harmonic mean of the rates): for
     * measurements that prove slowness, but not speed.
     */
    OF_TIMES {
      @Override
      public double of(double known, double measured) {
        return 2 * known * measured / (known + measured);
      }
    };

    /** The factor between a fast and a limping datanode, about. */
    private static final double CHANGE = 3;

    /**
     * @param known a rate, more than 0
     * @param measured a newer one, more than 0
     * @return whether they differ by more than noise does
     */
    public static boolean isChange(double known, double measured) {
      return measured > known * CHANGE || known > measured * CHANGE;
    }

    /**
     * @param known a rate, more than 0
     * @param measured a newer one, more than 0
     * @return the rate that is known now
     */
    public abstract double of(double known, double measured);
  }

  /**
   * For how long a rate has been about the same, and so for how long it may be
   * believed when nothing new is measured. A datanode that became slow a minute
   * ago may be fast again in another minute; one that was slow for an hour will
   * hardly be. To try a slow datanode costs a slow block, and so it is tried
   * less and less often. Immutable.
   */
  public static final class SteadyTime {
    /** A rate that was never different is believed longer, by this factor. */
    private static final int NEVER_DIFFERENT = 6;

    private final long began;
    private final long measuredAt;
    private final boolean different;

    private SteadyTime(long began, long measuredAt, boolean different) {
      this.began = began;
      this.measuredAt = measuredAt;
      this.different = different;
    }

    /**
     * @param measuredAt in milliseconds of a monotonic clock
     * @return that of a rate measured for the first time
     */
    public static SteadyTime first(long measuredAt) {
      return new SteadyTime(measuredAt, measuredAt, false);
    }

    /**
     * @param at when the rate was measured again, in milliseconds
     * @param change whether it changed by more than noise does
     * @return that of the new rate
     */
    public SteadyTime next(long at, boolean change) {
      long latest = Math.max(measuredAt, at);
      return change ? new SteadyTime(latest, latest, true)
          : new SteadyTime(began, latest, different);
    }

    /** @return when the rate was last measured, in milliseconds. */
    public long getMeasuredAt() {
      return measuredAt;
    }

    /**
     * @param now in milliseconds of the same clock
     * @param min for how long any rate is believed, in milliseconds
     * @return whether the rate was measured too long ago to be believed
     */
    public boolean isDoubtful(long now, long min) {
      long believed = Math.max(different ? min : NEVER_DIFFERENT * min,
          measuredAt - began);
      return now - measuredAt >= believed;
    }
  }
}
