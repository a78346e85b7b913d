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

import java.util.Locale;

/**
 * How far a contender's figure may be from stock's without being worse.
 *
 * @param lessIsBetter whether it is a time or a cost, not a rate or a share
 * @param factor how many times stock's figure it may be
 * @param extra what it may be beside that, in the figure's unit; for exact limits alone
 * @param exact whether the means of all runs are compared as they are, as those of counts; else the
 *     95% interval of the ratio decides
 */
public record Limit(boolean lessIsBetter, double factor, double extra, boolean exact) {
  private static final double TOLERANCE = 0.05;

  /** Of a time: not longer by more than 5%. */
  public static Limit time() {
    return time(1 + TOLERANCE);
  }

  /** @param factor how many times as long it may be */
  public static Limit time(double factor) {
    return new Limit(true, factor, 0, false);
  }

  /** Of a rate: not lower by more than 5%. */
  public static Limit rate() {
    return new Limit(false, 1 - TOLERANCE, 0, false);
  }

  /** Of a count: at most factor times stock's, and extra more, exactly. */
  public static Limit atMost(double factor, double extra) {
    return new Limit(true, factor, extra, true);
  }

  /** Of a share or a count: no less than stock's, exactly. */
  public static Limit noLess() {
    return new Limit(false, 1, 0, true);
  }

  /** Whether a figure is good beside stock's, as they are. */
  public boolean holds(double stock, double value) {
    double bound = factor * stock + extra;
    return lessIsBetter ? value <= bound : value >= bound;
  }

  /** "at most 1.05 times", "at most stock's plus 64.00, exactly". */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(lessIsBetter ? "at most " : "at least ")
        .append(factor == 1 ? "stock's" : String.format(Locale.ROOT, "%.2f times", factor));
    if (extra > 0) {
      text.append(String.format(Locale.ROOT, " plus %.2f", extra));
    }
    return text.append(exact ? ", exactly" : "").toString();
  }
}
