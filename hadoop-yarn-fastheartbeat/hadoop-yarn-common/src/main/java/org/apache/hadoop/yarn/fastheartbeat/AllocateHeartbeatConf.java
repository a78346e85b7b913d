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
package org.apache.hadoop.yarn.fastheartbeat;

import java.util.Collections;
import java.util.List;

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * The keys for the allocate calls of a MapReduce application master, of each
 * job its own, read and checked when it starts. Stock's key takes what it takes
 * in stock. All periods are in milliseconds. Immutable.
 */
@InterfaceAudience.Private
public final class AllocateHeartbeatConf {
  private static final String PREFIX =
      "yarn.app.mapreduce.am.scheduler.heartbeat.";

  /** Stock's key: the time between calls while there is nothing to say. */
  public static final String INTERVAL_KEY = PREFIX + "interval-ms";
  public static final long INTERVAL_DEFAULT = 1_000;
  private static final long INTERVAL_MIN = 1;

  /**
   * Whether calls are made as soon as there is something to say. false is
   * stock: a call each interval, whatever happens.
   */
  public static final String EVENT_DRIVEN_KEY = PREFIX + "event-driven";
  public static final boolean EVENT_DRIVEN_DEFAULT = true;

  /**
   * The least time from the end of a call to the next. What happens meanwhile
   * is said with one call. At most the interval, which it is if that is less
   * than the default.
   */
  public static final String MIN_GAP_KEY = PREFIX + "min-gap-ms";
  public static final long MIN_GAP_DEFAULT = 20;
  private static final long MIN_GAP_MIN = 1;

  private static final String EXPIRY_KEY =
      YarnConfiguration.RM_AM_EXPIRY_INTERVAL_MS;

  private final long interval;
  private final List<String> warnings;
  private final boolean eventDriven;
  private final long minGap;

  /**
   * @throws HadoopIllegalArgumentException naming the key, its value and its
   *     range if a value is wrong
   */
  public AllocateHeartbeatConf(Configuration conf) {
    Long configured =
        RangedKeys.stockLong(conf, INTERVAL_KEY, INTERVAL_DEFAULT);
    if (configured == null || configured != configured.intValue()) {
      throw RangedKeys.wrong(INTERVAL_KEY, conf.getTrimmed(INTERVAL_KEY),
          "a whole number from " + INTERVAL_MIN + " to " + Integer.MAX_VALUE);
    }
    // Stock starts with less than 0, too, but its thread ends at once.
    interval = Math.max(0, configured);
    warnings = warnings(conf, configured);
    eventDriven = RangedKeys.getBoolean(conf, EVENT_DRIVEN_KEY,
        EVENT_DRIVEN_DEFAULT);
    minGap = interval < INTERVAL_MIN ? 0 : RangedKeys.getLongOrShortDefault(
        conf, MIN_GAP_KEY, MIN_GAP_DEFAULT, MIN_GAP_MIN, interval);
  }

  private static List<String> warnings(Configuration conf, long interval) {
    if (interval < INTERVAL_MIN) {
      return Collections.singletonList(RangedKeys.senseless(conf, INTERVAL_KEY,
          "at least " + INTERVAL_MIN + "; there is no pause"));
    }
    // The ResourceManager's, which no application master of stock's reads.
    Long expiry = RangedKeys.stockLong(conf, EXPIRY_KEY,
        YarnConfiguration.DEFAULT_RM_AM_EXPIRY_INTERVAL_MS);
    return expiry == null || expiry < 1 || interval <= expiry
        ? Collections.emptyList()
        : Collections.singletonList(RangedKeys.senseless(conf, INTERVAL_KEY,
            "at most " + expiry + ", the expiry (" + EXPIRY_KEY + ")"));
  }

  private AllocateHeartbeatConf(long minGap, long interval) {
    this.minGap = minGap;
    this.interval = interval;
    warnings = Collections.emptyList();
    eventDriven = true;
  }

  /**
   * For application masters other than MapReduce's.
   *
   * @param minGap as {@link #MIN_GAP_KEY}, 1 to interval
   * @param interval as {@link #INTERVAL_KEY}, at least 1
   * @return event-driven calls
   * @throws HadoopIllegalArgumentException if either is out of range
   */
  public static AllocateHeartbeatConf eventDriven(long minGap, long interval) {
    if (interval < INTERVAL_MIN) {
      throw RangedKeys.wrong("interval", interval,
          "at least " + INTERVAL_MIN + " ms");
    }
    if (minGap < MIN_GAP_MIN || minGap > interval) {
      throw RangedKeys.wrong("minGap", minGap,
          MIN_GAP_MIN + " to " + interval + " ms");
    }
    return new AllocateHeartbeatConf(minGap, interval);
  }

  /** @return the time between calls without anything to say; 0: no pause. */
  public long getInterval() {
    return interval;
  }

  public boolean isEventDriven() {
    return eventDriven;
  }

  /** @return the least gap between calls, at most the interval. */
  public long getMinGap() {
    return minGap;
  }

  /** @return what makes no sense, and is used as stock uses it. */
  public List<String> getWarnings() {
    return warnings;
  }
}
