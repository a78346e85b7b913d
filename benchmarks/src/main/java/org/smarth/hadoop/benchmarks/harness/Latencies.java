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

package org.smarth.hadoop.benchmarks.harness;

import java.util.concurrent.TimeUnit;

import org.HdrHistogram.Histogram;

/** Durations of one kind of operation, and what is said of them. Used by one thread. */
final class Latencies {
  private static final int DIGITS = 3;
  private static final double MICROS_PER_MILLI = 1000;

  private final Histogram micros = new Histogram(TimeUnit.HOURS.toMicros(1), DIGITS);

  void add(long nanos) {
    micros.recordValue(Math.min(TimeUnit.NANOSECONDS.toMicros(nanos),
        micros.getHighestTrackableValue()));
  }

  /** Forgets all that was added. */
  void clear() {
    micros.reset();
  }

  /** In milliseconds, all under names with this prefix. */
  Metrics toMetrics(String prefix) {
    return new Metrics().put(prefix + ".p50Ms", at(50)).put(prefix + ".p90Ms", at(90))
        .put(prefix + ".p99Ms", at(99))
        .put(prefix + ".maxMs", micros.getMaxValue() / MICROS_PER_MILLI)
        .put(prefix + ".meanMs", micros.getMean() / MICROS_PER_MILLI)
        .put(prefix + ".count", micros.getTotalCount());
  }

  private double at(double percentile) {
    return micros.getValueAtPercentile(percentile) / MICROS_PER_MILLI;
  }
}
