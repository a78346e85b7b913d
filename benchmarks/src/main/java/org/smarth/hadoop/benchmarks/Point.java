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

package org.smarth.hadoop.benchmarks;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One place on a chart's axis.
 *
 * @param x its label
 * @param setup what is run for it
 * @param metric which of a run's metrics is shown
 * @param paper by how many percent stock takes longer than SMARTH in the paper; empty where it does
 *     not say
 * @param limit how far from stock's the metric may be; empty where nothing is demanded
 */
public record Point(String x, Setup setup, String metric, OptionalDouble paper,
    Optional<Limit> limit) {

  public static Point of(String x, Setup setup, String metric) {
    return new Point(x, setup, metric, OptionalDouble.empty(), Optional.empty());
  }

  Point withWarmUps(int count) {
    return new Point(x, setup.withWarmUps(count), metric, paper, limit);
  }

  public Point withPaper(double percent) {
    return new Point(x, setup, metric, OptionalDouble.of(percent), limit);
  }

  Point within(Limit most) {
    return new Point(x, setup, metric, paper, Optional.of(most));
  }
}
