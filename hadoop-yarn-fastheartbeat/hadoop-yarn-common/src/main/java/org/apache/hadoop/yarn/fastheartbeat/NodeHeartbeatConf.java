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
 * The ResourceManager's keys for the period of NodeManagers' heartbeats, read
 * and checked when it starts. Keys of stock's have the range that stock gives
 * them. All periods are in milliseconds. Immutable.
 */
@InterfaceAudience.Private
public final class NodeHeartbeatConf {
  /**
   * Stock's key. The period of every node, or with adaptive periods of a node
   * that has room and nothing to do.
   */
  public static final String INTERVAL_KEY =
      YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS;
  public static final long INTERVAL_DEFAULT =
      YarnConfiguration.DEFAULT_RM_NM_HEARTBEAT_INTERVAL_MS;
  /** The least that makes sense. */
  public static final long INTERVAL_MIN = 10;
  private static final long STOCK_INTERVAL_MIN = 1;

  private static final String PREFIX =
      "yarn.resourcemanager.nodemanagers.adaptive-heartbeat.";

  /** Whether the ResourceManager chooses each node's period by its load. */
  public static final String ADAPTIVE_KEY = PREFIX + "enabled";
  public static final boolean ADAPTIVE_DEFAULT = true;

  /**
   * Whether nodes with room are offered to the scheduler as soon as containers
   * are asked for, and not only with their heartbeats.
   */
  public static final String OFFER_KEY = PREFIX + "offer-at-once";
  public static final boolean OFFER_DEFAULT = true;

  /**
   * The shortest period that it chooses; at most {@link #INTERVAL_KEY}, which
   * it is if that is less than the default.
   */
  public static final String MIN_KEY = PREFIX + "min-ms";
  public static final long MIN_DEFAULT = 100;

  /**
   * The longest period that it chooses, for a full node, or for every node
   * while its event queue is long; 0 is {@link #INTERVAL_KEY}. At most a third
   * of the time after which a node that says nothing is lost, so that two of
   * its heartbeats may fail.
   */
  public static final String MAX_KEY = PREFIX + "max-ms";
  public static final long MAX_DEFAULT = 0;
  private static final long EXPIRY_MAX_PERIODS = 3;

  /**
   * The most heartbeats a second that all nodes together may send because of
   * short periods. It is also the most nodes a second that are looked at to
   * offer them at once. With more nodes than this times {@link #MIN_KEY}, the
   * shortest period grows with their number.
   */
  public static final String RATE_KEY = PREFIX + "max-rate";
  public static final long RATE_DEFAULT = 1_000;
  private static final long RATE_MAX = 1_000_000;

  private static final String EXPIRY_KEY =
      YarnConfiguration.RM_NM_EXPIRY_INTERVAL_MS;

  private final long interval;
  private final List<String> warnings;
  private final boolean adaptive;
  private final boolean offerAtOnce;
  private final long min;
  private final long max;
  private final long rate;

  /**
   * @throws HadoopIllegalArgumentException naming the key, its value and its
   *     range if a value is wrong
   */
  public NodeHeartbeatConf(Configuration conf) {
    long expiry = RangedKeys.getStockLong(conf, EXPIRY_KEY,
        YarnConfiguration.DEFAULT_RM_NM_EXPIRY_INTERVAL_MS, 1,
        Integer.MAX_VALUE);
    interval = RangedKeys.getStockLong(conf, INTERVAL_KEY, INTERVAL_DEFAULT,
        STOCK_INTERVAL_MIN, expiry);
    warnings = interval >= INTERVAL_MIN ? Collections.emptyList()
        : Collections.singletonList(RangedKeys.senseless(conf, INTERVAL_KEY,
            "at least " + INTERVAL_MIN));
    adaptive = RangedKeys.getBoolean(conf, ADAPTIVE_KEY, ADAPTIVE_DEFAULT);
    offerAtOnce = RangedKeys.getBoolean(conf, OFFER_KEY, OFFER_DEFAULT);
    min = RangedKeys.getLongOrShortDefault(conf, MIN_KEY, MIN_DEFAULT,
        Math.min(INTERVAL_MIN, interval), interval);
    // The interval itself may be as long as in stock.
    long greatestMax = Math.max(interval, expiry / EXPIRY_MAX_PERIODS);
    long configuredMax =
        RangedKeys.getLong(conf, MAX_KEY, MAX_DEFAULT, 0, greatestMax);
    if (configuredMax != 0 && configuredMax < interval) {
      throw RangedKeys.wrong(MAX_KEY, configuredMax, "0, or a whole number from "
          + interval + " (" + INTERVAL_KEY + ") to " + greatestMax);
    }
    max = configuredMax == 0 ? interval : configuredMax;
    rate = RangedKeys.getLong(conf, RATE_KEY, RATE_DEFAULT, 1, RATE_MAX);
  }

  /**
   * For the first look at a configuration, before code of stock reads the key
   * and fails without its name.
   *
   * @throws HadoopIllegalArgumentException if the interval is no number
   */
  public static void checkInterval(Configuration conf) {
    if (RangedKeys.stockLong(conf, INTERVAL_KEY, INTERVAL_DEFAULT) == null) {
      throw RangedKeys.wrong(INTERVAL_KEY, conf.getTrimmed(INTERVAL_KEY),
          "a whole number");
    }
  }

  /** @return the period without a reason for another. */
  public long getInterval() {
    return interval;
  }

  public boolean isAdaptive() {
    return adaptive;
  }

  /** @return whether nodes are offered at once, as periods are adaptive. */
  public boolean isOfferedAtOnce() {
    return adaptive && offerAtOnce;
  }

  /** @return the shortest period, at most the interval. */
  public long getMin() {
    return min;
  }

  /** @return the longest period, at least the interval. */
  public long getMax() {
    return max;
  }

  /** @return heartbeats a second that all nodes together may cause. */
  public long getRate() {
    return rate;
  }

  /** @return what makes no sense, and is used as stock uses it. */
  public List<String> getWarnings() {
    return warnings;
  }
}
