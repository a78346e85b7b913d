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

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * For how long a rate has been about the same, and so for how long it may be
 * believed when nothing new is measured. A datanode that became slow a minute
 * ago may be fast again in another minute; one that was slow for an hour will
 * hardly be. To try a slow datanode costs a slow block, and so it is tried
 * less and less often. Immutable.
 */
@InterfaceAudience.Private
public final class SteadyTime {
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
