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

import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import org.apache.commons.math3.stat.StatUtils;
import org.smarth.hadoop.benchmarks.model.LinkRate;
import org.smarth.hadoop.benchmarks.result.Outcome;
import org.smarth.hadoop.benchmarks.result.Ratio;
import org.smarth.hadoop.benchmarks.result.Results;
import org.smarth.hadoop.benchmarks.scenario.Chart;
import org.smarth.hadoop.benchmarks.scenario.Comparison;
import org.smarth.hadoop.benchmarks.scenario.Entrant;
import org.smarth.hadoop.benchmarks.scenario.Point;
import org.smarth.hadoop.benchmarks.scenario.Scenario;
import org.smarth.hadoop.benchmarks.scenario.Setup;

/** A scenario's page: one file with everything in it. */
final class Page {
  private static final String BOUND = "Bound: the least seconds that the links allow, whatever the "
      + "software, by a fluid model of the client's NIC, the slowest hop of each block, all NICs "
      + "together and all links between the racks; without headers (4.4% of full Ethernet frames) "
      + "and checksums (0.8%). A contender's share of it is bound / its median.";

  private final Scenario scenario;
  private final Results results;
  private final Map<String, String> facts;
  private final StringBuilder out = new StringBuilder();

  Page(Scenario scenario, Results results, Map<String, String> facts) {
    this.scenario = scenario;
    this.results = results;
    this.facts = facts;
  }

  /** @param pictures PNGs by the ids of charts, as far as there are any, and of the timelines */
  String html(Map<String, byte[]> pictures) {
    out.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<title>")
        .append(Html.escape(scenario.title())).append("</title>\n<style>\n").append(STYLE)
        .append("</style></head>\n<body>\n");
    element("h1", scenario.title());
    element("p", scenario.note());
    marks();
    out.append(new Verdicts(scenario, results).html());
    for (Chart chart : scenario.charts()) {
      element("h2", chart.title());
      picture(chart.title(), pictures.get(chart.id()));
      table(chart);
    }
    comparisons();
    if (pictures.containsKey(LimpTimeline.ID)) {
      element("h2", "First datanodes");
      picture("the first datanode of every block over time", pictures.get(LimpTimeline.ID));
    }
    if (pictures.containsKey(MemoryTimeline.ID)) {
      element("h2", "The client over time");
      picture("memory and disk space that the client had in use over time",
          pictures.get(MemoryTimeline.ID));
    }
    contenders();
    element("h2", "How to read this");
    element("p", "Values are medians of the runs, with the least and the most of them. Stock / it "
        + "is how many times as much stock takes: above 1, stock takes more. " + Ratio.METHOD);
    element("p", BOUND);
    out.append(new RunsTable(scenario, results).html());
    environment();
    return out.append("</body></html>\n").toString();
  }

  private void marks() {
    List<Outcome> marked = results.all().stream().filter(Outcome::isMarked).toList();
    if (!marked.isEmpty()) {
      element("p class=\"mark\"", String.format(Locale.ROOT, "%d of %d runs had links that were "
          + "more than %.0f%% off what was asked; they are marked below.", marked.size(),
          results.all().size(), 100 * LinkRate.TOLERANCE));
    }
  }

  /** @param png null for none */
  private void picture(String alternative, byte[] png) {
    if (png == null) {
      return;
    }
    out.append("<img alt=\"").append(Html.escape(alternative))
        .append("\" src=\"data:image/png;base64,")
        .append(Base64.getEncoder().encodeToString(png)).append("\">\n");
  }

  private void table(Chart chart) {
    out.append("<table>\n<tr>");
    element("th", chart.xTitle());
    for (Entrant entrant : results.entrants()) {
      element("th", entrant.title() + ", " + chart.yTitle());
      if (entrant != Entrant.STOCK) {
        element("th", "stock / it (95%)");
      }
      if (hasBound(chart)) {
        element("th", "share of bound");
      }
    }
    if (hasBound(chart)) {
      element("th", "bound s");
    }
    if (chart.hasPaper()) {
      element("th", "paper's stock / SMARTH");
    }
    out.append("</tr>\n");
    chart.points().forEach(p -> row(chart, p));
    out.append("</table>\n");
  }

  private void comparisons() {
    if (scenario.comparisons().isEmpty()) {
      return;
    }
    element("h2", "Against each other");
    element("p", "How many times as much one takes as the other, and in the paper.");
    out.append("<table>\n<tr>");
    for (String head : List.of("what", "one", "other", "one / other (95%)", "paper's")) {
      element("th", head);
    }
    out.append("</tr>\n");
    for (Comparison comparison : scenario.comparisons()) {
      out.append("<tr>");
      element("th", Comparisons.what(scenario, comparison));
      element("td", comparison.from().title());
      element("td", comparison.to().title());
      Optional<Ratio> ratio =
          results.ratio(comparison.from(), comparison.to(), comparison.point());
      element("td class=\"ratio\"", ratio.map(Ratio::toString).orElse("-"));
      element("td", comparison.paper().isPresent()
          ? String.format(Locale.ROOT, "%.3f", 1 + comparison.paper().getAsDouble() / 100) : "-");
      out.append("</tr>\n");
    }
    out.append("</table>\n");
  }

  private static boolean hasBound(Chart chart) {
    return chart.points().stream()
        .anyMatch(p -> p.metric().equals("seconds") && p.setup().hasBound());
  }

  private void row(Chart chart, Point point) {
    out.append("<tr>");
    element("th", point.x());
    for (Entrant entrant : results.entrants()) {
      double[] values = results.values(point, entrant);
      element("td", values(values));
      if (entrant != Entrant.STOCK) {
        Optional<Ratio> ratio = results.stockTo(entrant, point);
        element("td class=\"ratio\"", ratio.map(Ratio::toString).orElse("-"));
      }
      if (hasBound(chart)) {
        element("td", share(point.setup(), values));
      }
    }
    if (hasBound(chart)) {
      element("td", point.setup().hasBound() ? Html.number(point.setup().bound()) : "none");
    }
    if (chart.hasPaper()) {
      element("td", point.paper().isPresent() ? Html.number(1 + point.paper().getAsDouble() / 100)
          : "-");
    }
    out.append("</tr>\n");
  }

  private static String share(Setup setup, double[] seconds) {
    return seconds.length == 0 || !setup.hasBound() ? "-" : String.format(Locale.ROOT, "%.0f%%",
        100 * setup.bound() / StatUtils.percentile(seconds, 50));
  }

  private static String values(double[] values) {
    if (values.length == 0) {
      return "-";
    }
    String median = Html.number(StatUtils.percentile(values, 50));
    return values.length == 1 ? median : median + " (" + Html.number(StatUtils.min(values)) + " to "
        + Html.number(StatUtils.max(values)) + ")";
  }

  private void contenders() {
    element("h2", "Contenders");
    for (Entrant entrant : results.entrants()) {
      element("p", entrant.title() + ": " + entrant.description() + ".");
    }
  }

  private void environment() {
    element("h2", "Environment");
    out.append("<table>\n");
    facts.forEach((name, value) -> {
      out.append("<tr>");
      element("th", name);
      element("td", value);
      out.append("</tr>\n");
    });
    out.append("</table>\n");
  }

  /** @param tag may have attributes */
  private void element(String tag, String text) {
    Html.element(out, tag, text);
  }

  private static final String STYLE = """
      body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 84em;
        padding: 0 1em; color: #222; }
      h1 { font-size: 1.5em; } h2 { font-size: 1.15em; margin-top: 2em; }
      img { max-width: 100%; border: 1px solid #ddd; }
      table { border-collapse: collapse; margin: 1em 0; font-size: 0.92em; }
      th, td { border: 1px solid #ccc; padding: 0.25em 0.6em; text-align: right; }
      th { background: #f3f3f3; font-weight: 600; }
      td:first-child, th:first-child { text-align: left; }
      .ratio { font-weight: 600; }
      .mark { background: #fff0d6; }
      """;
}
