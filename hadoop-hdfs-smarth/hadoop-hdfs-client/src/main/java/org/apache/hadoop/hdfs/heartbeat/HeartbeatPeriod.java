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
package org.apache.hadoop.hdfs.heartbeat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.smarth.conf.RangedConf;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The period of a datanode's heartbeats, <code>dfs.heartbeat.interval</code>:
 * in seconds, as in stock, or with a time suffix, also below a second.
 * <p>
 * What stock takes ({@link StockPeriod}) means what it means to stock: a daemon
 * that starts with stock's jars also starts with these. A value of those that
 * makes no sense is logged as a warning. Only others have a range.
 * <p>
 * Stock derives other times from this key in whole seconds: when a silent
 * datanode is stale or dead, when a block recovery is tried again, and when a
 * lifeline is sent. They must not shrink with the period, or become 0. So for
 * them a period below a second, which stock does not have, counts as the
 * default of 3 seconds. Thread-safe.
 */
@InterfaceAudience.Private
public final class HeartbeatPeriod {
  public static final String KEY = "dfs.heartbeat.interval";
  public static final long DEFAULT_MS = 3_000;
  /** The shortest period that makes sense, and is taken with a suffix. */
  public static final long MIN_MS = 10;
  /** The longest period that makes sense, and is taken with a suffix. */
  public static final long MAX_MS = TimeUnit.DAYS.toMillis(1);

  private static final Logger LOG =
      LoggerFactory.getLogger(HeartbeatPeriod.class);
  // The last value that was warned of, as a daemon reads the key many times.
  private static final AtomicReference<String> WARNED_OF =
      new AtomicReference<>();

  private HeartbeatPeriod() {
  }

  /**
   * @param conf where to read
   * @return how often a datanode sends a heartbeat, in milliseconds: 10 to a
   *     day, or what stock takes the value for, 0 and less included
   * @throws HadoopIllegalArgumentException naming the key, its value and its
   *     range if the value is wrong, and nothing for stock
   */
  public static long getMillis(Configuration conf) {
    String value = conf.get(KEY);
    if (value == null) {
      return DEFAULT_MS;
    }
    StockPeriod period = stock(value);
    return period == null ? parse(value) : period.getMillis();
  }

  /**
   * @param conf where to read
   * @return the period that times of liveness are multiples of, in seconds: at
   *     least 1, or what stock takes the value for if it is 0 or less
   * @throws HadoopIllegalArgumentException as {@link #getMillis}
   */
  public static long getLivenessSeconds(Configuration conf) {
    String value = conf.get(KEY);
    return value == null ? DEFAULT_MS / 1_000 : livenessSeconds(value);
  }

  /**
   * As {@link #getLivenessSeconds}, of a value that an operator sets at run
   * time.
   *
   * @throws NumberFormatException if the value is wrong, the exception of
   *     which stock makes a ReconfigurationException
   */
  public static long reconfiguredLivenessSeconds(String value) {
    try {
      return livenessSeconds(value);
    } catch (HadoopIllegalArgumentException e) {
      NumberFormatException wrong = new NumberFormatException(e.getMessage());
      wrong.initCause(e);
      throw wrong;
    }
  }

  /**
   * @return what a configuration is to have once an operator has set this value
   *     at run time
   */
  public static String reconfiguredValue(String value) {
    StockPeriod period = StockPeriod.of(value);
    return period == null ? value.trim() : period.getReconfigured(value);
  }

  /**
   * As {@link #getLivenessSeconds}, of a period that stock has read itself, as
   * it does where it takes suffixes.
   *
   * @param periodMs in milliseconds
   * @return in seconds, cut off as by stock
   */
  public static long livenessSeconds(long periodMs) {
    return (0 < periodMs && periodMs < 1_000 ? DEFAULT_MS : periodMs) / 1_000;
  }

  private static long livenessSeconds(String value) {
    StockPeriod period = stock(value);
    return period == null ? livenessSecondsOf(parse(value))
        : period.getLivenessSeconds();
  }

  /** @return those of a period above 0, as above. */
  static long livenessSecondsOf(long periodMs) {
    long basis = periodMs < 1_000 ? DEFAULT_MS : periodMs;
    // Rounded up; without a sum, which may overflow.
    return basis / 1_000 + (basis % 1_000 == 0 ? 0 : 1);
  }

  private static long parse(String value) {
    return RangedConf.parseMillis(KEY, value, TimeUnit.SECONDS, MIN_MS, MAX_MS);
  }

  /** @return null if stock refuses it. */
  private static StockPeriod stock(String value) {
    StockPeriod period = StockPeriod.of(value);
    if (period == null) {
      LOG.debug("{} = {} is no period for stock", KEY, value);
    } else if (!period.makesSense()
        && !value.equals(WARNED_OF.getAndSet(value))) {
      LOG.warn("{} = {} is taken as stock Hadoop takes it, but makes no sense:"
          + " the period should be {} ms to {} ms", KEY, value.trim(), MIN_MS,
          MAX_MS);
    }
    return period;
  }
}
