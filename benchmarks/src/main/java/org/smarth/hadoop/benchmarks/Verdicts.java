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
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** A line for each figure that has a limit: whether it is worse than stock's. */
final class Verdicts {
  static final List<String> HEADS = List.of("figure", "contender", "stock", "it",
      "it / stock (95%)", "it / earlier (95%)", "limit", "verdict");
  private static final String NOTE = "Worse: with 95% confidence beyond the limit. Not decided: "
      + "the interval lies on both sides of it, or there is one pair alone. Exact limits compare "
      + "the means of all runs.";

  private final List<Line> lines = new ArrayList<>();
  private final String note;

  Verdicts(Scenario scenario, Results results) {
    note = scenario.rule().map(SequentialRule::toString).orElse(NOTE);
    for (Contender contender : results.challengers()) {
      for (Chart chart : scenario.charts()) {
        chart.points().stream().filter(p -> p.limit().isPresent())
            .forEach(p -> lines.add(line(scenario, chart, p, contender, results)));
      }
    }
  }

  private record Line(Contender contender, Verdict verdict, List<String> cells) {
    String figure() {
      return cells.get(0);
    }
  }

  private static Line line(Scenario scenario, Chart chart, Point point, Contender contender,
      Results results) {
    Optional<SequentialRule.Judgement> judged =
        scenario.rule().map(r -> r.judge(point, contender, results));
    Verdict verdict = judged.map(SequentialRule.Judgement::verdict)
        .orElseGet(() -> Verdict.of(point, contender, results));
    return new Line(contender, verdict, List.of(chart.title() + ": " + point.x(), contender.title(),
        value(chart, results.median(point, Contender.STOCK)),
        value(chart, results.median(point, contender)),
        results.ratioText(contender, Contender.STOCK, point),
        contender == Contender.SMARTH_EARLIER ? "-"
            : results.ratioText(contender, Contender.SMARTH_EARLIER, point),
        judged.isEmpty() || point.limit().orElseThrow().exact()
            ? point.limit().orElseThrow().toString() : "the rule",
        judged.map(SequentialRule.Judgement::toString).orElseGet(verdict::toString)));
  }

  private static String value(Chart chart, OptionalDouble value) {
    return value.isPresent() ? Page.number(value.getAsDouble()) + " " + chart.yTitle() : "-";
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  /** For each contender, how many figures are worse or open, and which. */
  String headline() {
    return lines.stream().map(Line::contender).distinct()
        .map(e -> e.title() + ": " + counts(lines.stream().filter(l -> l.contender == e).toList()))
        .collect(Collectors.joining("; "));
  }

  private static String counts(List<Line> lines) {
    List<String> parts = new ArrayList<>();
    for (Verdict verdict : Verdict.values()) {
      List<String> figures =
          lines.stream().filter(l -> l.verdict == verdict).map(Line::figure).toList();
      if (!figures.isEmpty()) {
        parts.add(figures.size() + " " + verdict
            + (verdict == Verdict.WORSE ? " (" + String.join(", ", figures) + ")" : ""));
      }
    }
    return String.join(", ", parts);
  }

  /** What the verdicts mean. */
  String note() {
    return note;
  }

  /** The cells of each line, the verdict last; empty without a limit. */
  List<List<String>> rows() {
    return lines.stream().map(Line::cells).toList();
  }

  /** The same for those who read no page. */
  String markdown() {
    StringBuilder out = new StringBuilder(row(HEADS));
    out.append("|---".repeat(HEADS.size())).append("|\n");
    lines.forEach(l -> out.append(row(l.cells)));
    return out.append('\n').append(note).append('\n').toString();
  }

  private static String row(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }
}
