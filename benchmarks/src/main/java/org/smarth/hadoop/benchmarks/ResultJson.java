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

import java.io.IOException;
import java.util.Map;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Everything about a scenario's runs, for other programs. */
final class ResultJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ResultJson() {
  }

  static String of(Scenario scenario, Results results, Map<String, String> facts)
      throws IOException {
    ObjectNode json = JSON.createObjectNode();
    json.put("scenario", scenario.name()).put("title", scenario.title());
    ObjectNode environment = json.putObject("environment");
    facts.forEach(environment::put);
    json.put("ratioMethod", Ratio.METHOD);
    scenario.rule().ifPresent(r -> json.put("rule", r.toString())
        .put("confidence", r.confidence()));
    ArrayNode charts = json.putArray("charts");
    for (Chart chart : scenario.charts()) {
      ObjectNode one = charts.addObject().put("id", chart.id()).put("title", chart.title())
          .put("x", chart.xTitle()).put("y", chart.yTitle());
      ArrayNode points = one.putArray("points");
      chart.points().forEach(p -> point(points.addObject(), scenario, p, results));
    }
    comparisons(scenario, results, json.putArray("comparisons"));
    new CostTable(scenario, results).write(json.putArray("costs"));
    ArrayNode runs = json.putArray("runs");
    for (Outcome outcome : results.all()) {
      runs.add(OutcomeJson.write(outcome));
    }
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n";
  }

  private static void point(ObjectNode json, Scenario scenario, Point point, Results results) {
    json.put("x", point.x()).put("metric", point.metric());
    point.paper().ifPresent(p -> json.put("paperImprovementPercent", p));
    point.limit().ifPresent(l -> json.put("limit", l.toString()));
    if (point.setup().hasBound()) {
      json.put("boundSeconds", point.setup().bound());
    }
    for (Contender contender : results.contenders()) {
      ObjectNode one = json.putObject(contender.id());
      ArrayNode values = one.putArray("values");
      for (double value : results.values(point, contender)) {
        values.add(value);
      }
      results.median(point, contender).ifPresent(m -> one.put("median", m));
      results.stockTo(contender, point).ifPresent(r -> ratio(one.putObject("stockTo"), r));
      if (contender != Contender.STOCK && point.limit().isPresent()) {
        scenario.rule().map(r -> r.judge(point, contender, results)).ifPresentOrElse(j -> {
          one.put("verdict", j.verdict().toString()).put("verdictPairs", j.pairs());
          j.ratio().ifPresent(r -> ratio(one.putObject("verdictRatio"), r));
        }, () -> one.put("verdict", Verdict.of(point, contender, results).toString()));
      }
    }
  }

  private static void comparisons(Scenario scenario, Results results, ArrayNode json) {
    for (Scenario.Comparison comparison : scenario.comparisons()) {
      ObjectNode one = json.addObject().put("what", what(scenario, comparison))
          .put("from", comparison.from().id()).put("to", comparison.to().id());
      comparison.paper().ifPresent(p -> one.put("paperImprovementPercent", p));
      results.ratio(comparison.from(), comparison.to(), comparison.point())
          .ifPresent(r -> ratio(one.putObject("ratio"), r));
    }
  }

  /** The chart and the point that a comparison is of. */
  static String what(Scenario scenario, Scenario.Comparison comparison) {
    return scenario.charts().stream().filter(c -> c.points().contains(comparison.point()))
        .map(Chart::title).findFirst().orElse("") + ": " + comparison.point().x();
  }

  static void ratio(ObjectNode json, Ratio ratio) {
    json.put("median", ratio.median()).put("pairs", ratio.pairs());
    if (ratio.hasInterval()) {
      json.put("low", ratio.low()).put("high", ratio.high());
    }
  }
}
