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

import org.apache.commons.math3.stat.StatUtils;

/** Whether a contender's figure is worse than stock's. */
public enum Verdict {
  NO_WORSE("no worse"),
  WORSE("worse"),
  /** The interval lies on both sides of the limit; more pairs tell. */
  OPEN("not decided"),
  /** By a {@link SequentialRule}, as the next two. */
  SAME("the same"),
  BETTER("better"),
  UNDECIDED("undecided"),
  UNKNOWN("not measured");

  private final String text;

  Verdict(String text) {
    this.text = text;
  }

  /** Of a point with a limit. */
  public static Verdict of(Point point, Contender contender, Results results) {
    Limit limit = point.limit().orElseThrow();
    return limit.exact()
        ? ofMeans(limit, results.values(point, Contender.STOCK), results.values(point, contender))
        : ofInterval(limit, results.ratio(contender, Contender.STOCK, point));
  }

  static Verdict ofMeans(Limit limit, double[] stock, double[] others) {
    if (stock.length == 0 || others.length == 0) {
      return UNKNOWN;
    }
    return limit.holds(StatUtils.mean(stock), StatUtils.mean(others)) ? NO_WORSE : WORSE;
  }

  /** @param toStock how many times stock's figure the contender's is */
  static Verdict ofInterval(Limit limit, Optional<Ratio> toStock) {
    if (toStock.isEmpty()) {
      return UNKNOWN;
    }
    Ratio ratio = toStock.get();
    if (!ratio.hasInterval() || limit.holds(1, ratio.low()) != limit.holds(1, ratio.high())) {
      return OPEN;
    }
    return limit.holds(1, ratio.low()) ? NO_WORSE : WORSE;
  }

  @Override
  public String toString() {
    return text;
  }
}
