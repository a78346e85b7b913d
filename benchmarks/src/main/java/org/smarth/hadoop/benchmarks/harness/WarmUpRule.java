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

import java.util.List;
import java.util.Locale;

/**
 * When DataNodes are warm: their rate no longer rises. The same for whoever is measured.
 *
 * @param most rounds; 0 for none
 */
public record WarmUpRule(int most) {
  private static final int WINDOW = 3;
  private static final double RISE = 0.03;

  /** Whether no round is wanted after those with these rates. */
  public boolean isEnough(List<Double> rates) {
    return rates.size() >= most || isSteady(rates);
  }

  /** Whether the last rounds were hardly faster than those before them. */
  public static boolean isSteady(List<Double> rates) {
    int rounds = rates.size();
    return rounds >= 2 * WINDOW && mean(rates.subList(rounds - WINDOW, rounds))
        < (1 + RISE) * mean(rates.subList(rounds - 2 * WINDOW, rounds - WINDOW));
  }

  private static double mean(List<Double> rates) {
    return rates.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  /** What a warm-up of rounds with these rates says of itself. */
  public static Metrics toMetrics(List<Double> rates) {
    return new Metrics().put("rounds", rates.size()).put("firstRate", rates.get(0))
        .put("lastRate", rates.get(rates.size() - 1)).put("steady", isSteady(rates) ? 1 : 0);
  }

  /** For the reader of a report. */
  public static String text() {
    return String.format(Locale.ROOT, "DataNodes are warmed by rounds of writing, until the mean "
        + "rate of the last %d rounds is less than %.0f%% above that of the %d before, for "
        + "everyone by this same rule. A run in which the most rounds that are allowed were not "
        + "enough says so.", WINDOW, 100 * RISE, WINDOW);
  }
}
