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

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

import org.apache.commons.math3.stat.StatUtils;

/** The finished runs of one scenario. */
public record Results(List<Outcome> all) {
  public Results {
    all = List.copyOf(all);
  }

  /** Who has at least one run. */
  public List<Contender> contenders() {
    return all.stream().map(o -> o.key().contender()).distinct().sorted().toList();
  }

  /** Who stands against stock. */
  public List<Contender> challengers() {
    return contenders().stream().filter(e -> e != Contender.STOCK).toList();
  }

  /** In the order of the pairs. */
  public List<Outcome> of(Setup setup, Contender contender) {
    return all.stream()
        .filter(o -> o.key().setup().equals(setup) && o.key().contender() == contender)
        .sorted(Comparator.comparingInt(o -> o.key().pair())).toList();
  }

  /** The values of a point's metric, of the runs that have it. */
  public double[] values(Point point, Contender contender) {
    return of(point.setup(), contender).stream().map(o -> o.metrics().find(point.metric()))
        .filter(OptionalDouble::isPresent).mapToDouble(OptionalDouble::getAsDouble).toArray();
  }

  /** Empty when no run has the point's metric. */
  public OptionalDouble median(Point point, Contender contender) {
    double[] values = values(point, contender);
    return values.length == 0 ? OptionalDouble.empty()
        : OptionalDouble.of(StatUtils.percentile(values, 50));
  }

  /** How many times as much stock takes; empty without a pair of values above 0. */
  public Optional<Ratio> stockTo(Contender contender, Point point) {
    return ratio(Contender.STOCK, contender, point);
  }

  /** How many times as much one takes as another; empty without a pair of values above 0. */
  public Optional<Ratio> ratio(Contender from, Contender to, Point point) {
    List<double[]> pairs = pairs(from, to, point);
    return pairs.isEmpty() ? Optional.empty()
        : Optional.of(Ratio.of(pairs.stream().mapToDouble(p -> p[0]).toArray(),
            pairs.stream().mapToDouble(p -> p[1]).toArray()));
  }

  /** As tables have it: "-" where there is none. */
  public String ratioText(Contender from, Contender to, Point point) {
    return ratio(from, to, point).map(Ratio::toString).orElse("-");
  }

  /** The figures of both, above 0, in the order of the pairs. */
  List<double[]> pairs(Contender from, Contender to, Point point) {
    List<double[]> pairs = new ArrayList<>();
    for (Outcome one : of(point.setup(), from)) {
      for (Outcome other : of(point.setup(), to)) {
        double a = one.metrics().find(point.metric()).orElse(0);
        double b = other.metrics().find(point.metric()).orElse(0);
        if (one.key().pair() == other.key().pair() && a > 0 && b > 0) {
          pairs.add(new double[] {a, b});
        }
      }
    }
    return pairs;
  }
}
