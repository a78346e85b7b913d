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

/** A period as stock Hadoop 2.10 takes it: a number of seconds. Immutable. */
final class StockPeriod {
  private final long seconds;

  private StockPeriod(long seconds) {
    this.seconds = seconds;
  }

  /** @return null if stock refuses the value. */
  static StockPeriod of(String value) {
    Configuration parser = new Configuration(false);
    parser.set(HeartbeatPeriod.KEY, value);
    try {
      return new StockPeriod(parser.getLong(HeartbeatPeriod.KEY, 0));
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** @return the period in milliseconds; it overflows as stock does. */
  long getMillis() {
    return seconds * 1_000;
  }

  /** @return the seconds that times of liveness are multiples of. */
  long getLivenessSeconds() {
    return seconds;
  }

  /** @return what stock's configuration has once it is set at run time. */
  String getReconfigured(String value) {
    return value.trim();
  }

  /** @return whether it is one of {@link HeartbeatPeriod}'s range. */
  boolean makesSense() {
    return seconds >= 1
        && seconds <= TimeUnit.MILLISECONDS.toSeconds(HeartbeatPeriod.MAX_MS);
  }
}
