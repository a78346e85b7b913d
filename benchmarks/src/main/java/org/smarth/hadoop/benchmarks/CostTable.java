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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A line for each cost of each contender, beside stock's. */
record CostTable(Scenario scenario, Results results) {
  static final List<String> HEADS = List.of("work", "cost", "contender", "stock", "it",
      "it / stock (95%)", "pairs");

  /** One cost of one contender. */
  private record Line(String work, Point cost, Contender contender) {
  }

  private List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    for (Setup setup : scenario.setups()) {
      Set<String> metrics = new LinkedHashSet<>();
      results.all().stream().filter(o -> o.key().setup().equals(setup))
          .forEach(o -> metrics.addAll(o.metrics().asMap().keySet()));
      metrics.removeIf(m -> !m.contains(Costs.MARK));
      String group = scenario.charts().stream()
          .filter(c -> c.points().stream().anyMatch(p -> p.setup().equals(setup)))
          .map(Chart::group).findFirst().orElseThrow();
      for (String metric : metrics) {
        int mark = metric.indexOf(Costs.MARK);
        String part = mark == 0 ? "" : " " + metric.substring(0, mark - 1);
        String name = metric.substring(mark + Costs.MARK.length());
        results.challengers().stream().filter(setup::allows)
            .forEach(e -> lines.add(new Line(group + part, Point.of(name, setup, metric), e)));
      }
    }
    return lines;
  }

  /** The cells of each line; empty where no cost was measured. */
  List<List<String>> rows() {
    return lines().stream().map(l -> List.of(l.work(), l.cost().x(), l.contender().title(),
        value(l, Contender.STOCK), value(l, l.contender()),
        results.ratioText(l.contender(), Contender.STOCK, l.cost()),
        Integer.toString(results.pairs(l.contender(), Contender.STOCK, l.cost()).size())))
        .toList();
  }

  private String value(Line line, Contender contender) {
    double[] values = results.values(line.cost(), contender);
    return values.length == 0 ? "-"
        : Page.number(results.median(line.cost(), contender).getAsDouble());
  }

  String tsv() {
    StringBuilder out = new StringBuilder(String.join("\t", HEADS)).append('\n');
    rows().forEach(r -> out.append(String.join("\t", r)).append('\n'));
    return out.toString();
  }

  void write(ArrayNode json) {
    for (Line line : lines()) {
      ObjectNode one = json.addObject().put("work", line.work()).put("cost", line.cost().x())
          .put("contender", line.contender().id());
      results.median(line.cost(), Contender.STOCK).ifPresent(m -> one.put("stock", m));
      results.median(line.cost(), line.contender()).ifPresent(m -> one.put("it", m));
      results.ratio(line.contender(), Contender.STOCK, line.cost())
          .ifPresent(r -> ResultJson.ratio(one.putObject("toStock"), r));
    }
  }
}
