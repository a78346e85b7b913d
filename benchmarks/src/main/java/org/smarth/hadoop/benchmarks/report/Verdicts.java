/*
 * Licensed to the Apache Software Foundation (ASF) under one or more
 * contributor license agreements.  See the NOTICE file distributed with
 * this work for additional information regarding copyright ownership.
 * The ASF licenses this file to You under the Apache License, Version 2.0
 * (the "License"); you may not use this file except in compliance with
 * the License.  You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.smarth.hadoop.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

import org.smarth.hadoop.benchmarks.result.Ratio;
import org.smarth.hadoop.benchmarks.result.Results;
import org.smarth.hadoop.benchmarks.result.Verdict;
import org.smarth.hadoop.benchmarks.scenario.Chart;
import org.smarth.hadoop.benchmarks.scenario.Entrant;
import org.smarth.hadoop.benchmarks.scenario.Point;
import org.smarth.hadoop.benchmarks.scenario.Scenario;

/** A line for each figure that has a limit: whether it is worse than stock's. */
final class Verdicts {
  private static final List<String> HEADS = List.of("figure", "contender", "stock", "it",
      "it / stock (95%)", "limit", "verdict");
  private static final String NOTE = "Worse: with 95% confidence beyond the limit. Not decided: "
      + "the interval lies on both sides of it, or there is one pair alone. Exact limits compare "
      + "the means of all runs.";

  private final List<Line> lines = new ArrayList<>();

  Verdicts(Scenario scenario, Results results) {
    for (Entrant entrant : results.challengers()) {
      for (Chart chart : scenario.charts()) {
        chart.points().stream().filter(p -> p.limit().isPresent())
            .forEach(p -> lines.add(line(chart, p, entrant, results)));
      }
    }
  }

  private record Line(Entrant entrant, Verdict verdict, List<String> cells) {
    String figure() {
      return cells.get(0);
    }
  }

  private static Line line(Chart chart, Point point, Entrant entrant, Results results) {
    Verdict verdict = Verdict.of(point, entrant, results);
    return new Line(entrant, verdict, List.of(chart.title() + ": " + point.x(), entrant.title(),
        value(chart, results.median(point, Entrant.STOCK)),
        value(chart, results.median(point, entrant)),
        results.ratio(entrant, Entrant.STOCK, point).map(Ratio::toString).orElse("-"),
        point.limit().orElseThrow().toString(), verdict.toString()));
  }

  private static String value(Chart chart, OptionalDouble value) {
    return value.isPresent() ? Html.number(value.getAsDouble()) + " " + chart.yTitle() : "-";
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  /** For each contender, how many figures are worse or open, and which. */
  String headline() {
    return lines.stream().map(Line::entrant).distinct()
        .map(e -> e.title() + ": " + counts(lines.stream().filter(l -> l.entrant == e).toList()))
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

  /** Empty without a limit. */
  String html() {
    if (lines.isEmpty()) {
      return "";
    }
    StringBuilder out = new StringBuilder();
    Html.element(out, "h2", "Worse than stock?");
    Html.element(out, "p", NOTE);
    out.append("<table>\n<tr>");
    HEADS.forEach(head -> Html.element(out, "th", head));
    out.append("</tr>\n");
    for (Line line : lines) {
      out.append(line.verdict == Verdict.WORSE ? "<tr class=\"mark\">" : "<tr>");
      line.cells.forEach(cell -> Html.element(out, "td", cell));
      out.append("</tr>\n");
    }
    return out.append("</table>\n").toString();
  }

  /** The same for those who read no page. */
  String markdown() {
    StringBuilder out = new StringBuilder(row(HEADS));
    out.append("|---".repeat(HEADS.size())).append("|\n");
    lines.forEach(l -> out.append(row(l.cells)));
    return out.append('\n').append(NOTE).append('\n').toString();
  }

  private static String row(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }
}
