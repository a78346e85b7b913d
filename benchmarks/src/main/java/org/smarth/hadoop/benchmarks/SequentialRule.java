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

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * When a line has its verdict, set before the first run. At each look Student's interval of the
 * ratio to stock's is drawn from the pairs until then. All looks at all lines share the errors that
 * are allowed, evenly (Bonferroni), which holds however looks and lines depend on each other.
 *
 * @param lines that are judged by intervals, of all contenders
 */
public record SequentialRule(int lines) {
  /** After so many pairs. */
  static final List<Integer> LOOKS = List.of(5, 10, 20, 40, 60);
  /** What no difference is. */
  static final double SAME_FROM = 0.95;
  static final double SAME_TO = 1.05;
  /** How likely any wrong verdict of a whole run may be. */
  private static final double ERROR = 0.05;

  public SequentialRule {
    if (lines < 1) {
      throw new IllegalArgumentException("lines: " + lines + " is less than 1");
    }
  }

  /** A line's verdict, after so many pairs. */
  record Judgement(Verdict verdict, int pairs, Optional<Ratio> ratio) {
    /** Whether more pairs change nothing. */
    boolean isFinal() {
      return verdict != Verdict.UNDECIDED && verdict != Verdict.UNKNOWN || pairs >= mostPairs();
    }

    @Override
    public String toString() {
      return verdict + " after " + pairs + (pairs == 1 ? " pair" : " pairs")
          + ratio.filter(Ratio::hasInterval)
              .map(r -> String.format(Locale.ROOT, " (%.3f to %.3f)", r.low(), r.high()))
              .orElse("");
    }
  }

  static SequentialRule of(Scenario scenario, List<Contender> contenders) {
    long lines = scenario.charts().stream().flatMap(c -> c.points().stream())
        .filter(p -> p.limit().isPresent() && !p.limit().get().exact())
        .mapToLong(p -> contenders.stream()
            .filter(e -> e != Contender.STOCK && p.setup().allows(e)).count())
        .sum();
    return new SequentialRule((int) Math.max(1, lines));
  }

  static int mostPairs() {
    return LOOKS.get(LOOKS.size() - 1);
  }

  /** Of each interval. */
  double confidence() {
    return 1 - ERROR / (LOOKS.size() * lines);
  }

  /** Of a point with a limit: an exact one is compared at the first look. */
  Judgement judge(Point point, Contender contender, Results results) {
    Limit limit = point.limit().orElseThrow();
    if (!limit.exact()) {
      return judge(limit.lessIsBetter(), results.pairs(contender, Contender.STOCK, point));
    }
    double[] stock = results.values(point, Contender.STOCK);
    double[] others = results.values(point, contender);
    int pairs = Math.min(stock.length, others.length);
    int used = Math.min(pairs, LOOKS.get(0));
    return new Judgement(used < LOOKS.get(0) ? Verdict.UNDECIDED
        : Verdict.ofMeans(limit, Arrays.copyOf(stock, used), Arrays.copyOf(others, used)), used,
        Optional.empty());
  }

  /**
   * The verdict of the first look that gives one.
   *
   * @param pairs the contender's figure and stock's, in the order of time
   */
  Judgement judge(boolean lessIsBetter, List<double[]> pairs) {
    Optional<Ratio> last = Optional.empty();
    for (int look : LOOKS) {
      if (look <= pairs.size()) {
        Ratio ratio = Ratio.of(pairs.subList(0, look), confidence());
        last = Optional.of(ratio);
        Verdict verdict = of(lessIsBetter, ratio);
        if (verdict != Verdict.UNDECIDED) {
          return new Judgement(verdict, look, last);
        }
      }
    }
    return new Judgement(Verdict.UNDECIDED, Math.min(pairs.size(), mostPairs()), last);
  }

  static Verdict of(boolean lessIsBetter, Ratio ratio) {
    if (ratio.low() >= SAME_FROM && ratio.high() <= SAME_TO) {
      return Verdict.SAME;
    }
    if (ratio.low() > 1 || ratio.high() < 1) {
      return ratio.high() < 1 == lessIsBetter ? Verdict.BETTER : Verdict.WORSE;
    }
    return Verdict.UNDECIDED;
  }

  /** For who reads along, and for the reader of a report. */
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "The rule, set before the first run: looks after %s pairs; "
        + "at each, Student's interval of the ratio to stock's over the logarithms of the pairs' "
        + "ratios, with a confidence of %.4f%% (all verdicts of a run are right with %.0f%%: "
        + "%.0f%% are divided by %d looks and %d lines). The same: the interval lies within %.2f "
        + "to %.2f. Else better or worse: it lies beyond 1. Else the next look; after the last one "
        + "undecided. A line that has its verdict stops. Counts with exact limits are compared by "
        + "their means, at the first look.",
        LOOKS.stream().map(String::valueOf).collect(Collectors.joining(", ")), 100 * confidence(),
        100 * (1 - ERROR), 100 * ERROR, LOOKS.size(), lines, SAME_FROM, SAME_TO);
  }
}
