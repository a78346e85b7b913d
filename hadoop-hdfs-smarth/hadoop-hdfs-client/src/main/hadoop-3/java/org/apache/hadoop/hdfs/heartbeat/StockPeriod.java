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

import org.apache.hadoop.conf.Configuration;

/**
 * A period as stock Hadoop 3.4 takes it: a number of seconds, or of other units
 * with a suffix. Immutable.
 */
final class StockPeriod {
  private final long millis;
  /** What times of liveness are multiples of in stock: 0 below a second. */
  private final long seconds;

  private StockPeriod(long millis, long seconds) {
    this.millis = millis;
    this.seconds = seconds;
  }

  /** @return null if stock refuses the value. */
  static StockPeriod of(String value) {
    Configuration parser = new Configuration(false);
    parser.set(HeartbeatPeriod.KEY, value);
    try {
      return new StockPeriod(in(parser, TimeUnit.MILLISECONDS),
          in(parser, TimeUnit.SECONDS));
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static long in(Configuration parser, TimeUnit unit) {
    return parser.getTimeDuration(HeartbeatPeriod.KEY, 0, TimeUnit.SECONDS,
        unit);
  }

  /** @return the period in milliseconds. */
  long getMillis() {
    return millis;
  }

  /** @return the seconds that times of liveness are multiples of. */
  long getLivenessSeconds() {
    return millis > 0 && !isInSeconds()
        ? HeartbeatPeriod.livenessSecondsOf(millis) : seconds;
  }

  /** @return what stock's configuration has once it is set at run time. */
  String getReconfigured(String value) {
    // In seconds, as stock; but of a part of a second that would make nothing.
    return isInSeconds() ? String.valueOf(seconds) : value.trim();
  }

  private boolean isInSeconds() {
    return TimeUnit.SECONDS.toMillis(seconds) == millis;
  }

  /** @return whether it is one of {@link HeartbeatPeriod}'s range. */
  boolean makesSense() {
    return millis >= HeartbeatPeriod.MIN_MS
        && millis <= HeartbeatPeriod.MAX_MS;
  }
}
