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
import java.util.Map;
import java.util.OptionalDouble;

/** The ratios of several scenarios beside the paper's, as a Markdown table. */
final class Summary {
  private static final String HEAD = "| scenario | figure | point | contender | stock | it "
      + "| stock / it (95%) | the paper's SMARTH | shares of the bound |\n"
      + "|---|---|---|---|---|---|---|---|---|\n";

  private Summary() {
  }

  static String of(Map<Scenario, Results> all) {
    StringBuilder out = new StringBuilder(HEAD);
    all.forEach((scenario, results) -> {
      for (Chart chart : scenario.charts()) {
        for (Contender contender : results.challengers()) {
          chart.points().forEach(p -> out.append(row(scenario, chart, p, contender, results)));
        }
      }
    });
    return out.append("\n").append(Ratio.METHOD).append("\n").toString();
  }

  private static String row(Scenario scenario, Chart chart, Point point, Contender contender,
      Results results) {
    OptionalDouble stock = results.median(point, Contender.STOCK);
    OptionalDouble other = results.median(point, contender);
    boolean bound = point.metric().equals("seconds") && point.setup().hasBound();
    boolean paper = point.paper().isPresent() && contender != Contender.SETREP;
    return String.format(Locale.ROOT, "| %s | %s | %s | %s | %s | %s | %s | %s | %s |%n",
        scenario.name(), chart.title(), point.x(), contender.title(), value(stock, chart),
        value(other, chart), results.ratioText(Contender.STOCK, contender, point),
        paper ? number(1 + point.paper().getAsDouble() / 100) : "",
        bound ? share(point, stock) + ", " + share(point, other) : "");
  }

  private static String value(OptionalDouble value, Chart chart) {
    String unit = chart.yTitle().contains("(s)") ? "s" : chart.yTitle();
    return value.isPresent() ? number(value.getAsDouble()) + " " + unit : "-";
  }

  private static String share(Point point, OptionalDouble seconds) {
    return seconds.isPresent() ? String.format(Locale.ROOT, "%.0f%%",
        100 * point.setup().bound() / seconds.getAsDouble()) : "-";
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
