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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.smarth.hadoop.benchmarks.model.LinkRate;
import org.smarth.hadoop.benchmarks.result.Outcome;
import org.smarth.hadoop.benchmarks.result.Results;
import org.smarth.hadoop.benchmarks.scenario.Entrant;
import org.smarth.hadoop.benchmarks.scenario.Scenario;

/** Every run of a scenario as a line of its page, and how many uploads failed. */
final class RunsTable {
  private static final String FAILED = "failed";
  /** Heads by the metrics below them. */
  private static final Map<String, String> ALWAYS = heads("seconds", "seconds", "pipelines",
      "pipelines", "load", "load before");
  /** Those that only some scenarios have. */
  private static final Map<String, String> SOMETIMES = heads("repairSeconds", "close to full "
      + "replication, s", "shortAtClose", "blocks short at close", "copies", "copies asked for",
      "drainSeconds", "first to last replica, s");

  private final Scenario scenario;
  private final Results results;
  private final StringBuilder out = new StringBuilder();

  RunsTable(Scenario scenario, Results results) {
    this.scenario = scenario;
    this.results = results;
  }

  private static Map<String, String> heads(String... metricsAndHeads) {
    Map<String, String> heads = new LinkedHashMap<>();
    for (int i = 0; i < metricsAndHeads.length; i += 2) {
      heads.put(metricsAndHeads[i], metricsAndHeads[i + 1]);
    }
    return heads;
  }

  String html() {
    Map<String, String> shown = new LinkedHashMap<>(ALWAYS);
    SOMETIMES.forEach((metric, head) -> {
      if (results.all().stream().anyMatch(o -> o.metrics().find(metric).isPresent())) {
        shown.put(metric, head);
      }
    });
    boolean remarks = results.all().stream().anyMatch(o -> !o.remark().isEmpty());
    element("h2", "Runs");
    element("p", failures());
    out.append("<table>\n<tr>");
    List<String> heads = new ArrayList<>(List.of("case", "contender", "pair", "started"));
    heads.addAll(shown.values());
    heads.add("links");
    heads.forEach(head -> element("th", head));
    if (remarks) {
      element("th", "what happened");
    }
    out.append("</tr>\n");
    results.all().forEach(o -> row(o, shown.keySet(), remarks));
    out.append("</table>\n");
    element("p", "Everything that was measured of each run is in raw.csv, blocks.csv and "
        + "result.json beside this page.");
    return out.toString();
  }

  private void row(Outcome outcome, Iterable<String> metrics, boolean remarks) {
    out.append(outcome.isMarked() ? "<tr class=\"mark\">" : "<tr>");
    element("td", RawCsv.label(scenario, outcome.key().setup()));
    element("td", outcome.key().entrant().title());
    element("td", Integer.toString(outcome.key().pair()));
    element("td", outcome.started());
    for (String metric : metrics) {
      Double value = outcome.metrics().asMap().get(metric);
      element("td", value == null ? "-" : Html.number(value));
    }
    element("td", links(outcome));
    if (remarks) {
      element("td", outcome.remark());
    }
    out.append("</tr>\n");
  }

  /** Empty where no upload may fail. */
  private String failures() {
    List<String> counts = new ArrayList<>();
    for (Entrant entrant : results.entrants()) {
      List<Double> failed = results.all().stream()
          .filter(o -> o.key().entrant() == entrant)
          .flatMap(o -> o.metrics().find(FAILED).stream().boxed()).collect(Collectors.toList());
      if (!failed.isEmpty()) {
        counts.add(entrant.title() + " " + failed.stream().filter(f -> f > 0).count() + " of "
            + failed.size());
      }
    }
    return counts.isEmpty() ? "" : "Uploads that failed: " + String.join(", ", counts) + ".";
  }

  private static String links(Outcome outcome) {
    if (outcome.rates().isEmpty()) {
      return "not measured";
    }
    List<String> off = outcome.rates().stream().filter(LinkRate::isOff).map(LinkRate::toString)
        .toList();
    return off.isEmpty() ? outcome.rates().size() + " as asked, the worst off by "
        + Html.number(Math.abs(outcome.metrics().find("worstRateOffPercent").orElse(0))) + "%"
        : String.join("; ", off);
  }

  private void element(String tag, String text) {
    Html.element(out, tag, text);
  }
}
