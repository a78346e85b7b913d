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
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

import freemarker.template.Configuration;
import freemarker.template.TemplateException;
import org.apache.commons.math3.stat.StatUtils;

import org.smarth.hadoop.benchmarks.harness.LinkRate;

/** What a scenario's page says, in one file with everything in it; page.ftlh is its form. */
public record Page(Scenario scenario, Results results) {
  private static final String FAILED = "failed";
  /** Heads by the metrics below them. */
  private static final Map<String, String> ALWAYS = heads("seconds", "seconds", "pipelines",
      "pipelines", "load", "load before");
  /** Those that only some scenarios have. */
  private static final Map<String, String> SOMETIMES = heads("repairSeconds", "close to full "
      + "replication, s", "shortAtClose", "blocks short at close", "copies", "copies asked for",
      "drainSeconds", "first to last replica, s");

  private static final Configuration TEMPLATES = templates();

  private static Map<String, String> heads(String... metricsAndHeads) {
    Map<String, String> heads = new LinkedHashMap<>();
    for (int i = 0; i < metricsAndHeads.length; i += 2) {
      heads.put(metricsAndHeads[i], metricsAndHeads[i + 1]);
    }
    return heads;
  }

  private static Configuration templates() {
    Configuration templates = new Configuration(Configuration.VERSION_2_3_34);
    templates.setClassForTemplateLoading(Page.class, "");
    templates.setDefaultEncoding("UTF-8");
    return templates;
  }

  /** @param pictures PNGs by the ids of charts, as far as there are any, and of the timelines */
  static String html(Scenario scenario, Results results, Map<String, String> facts,
      Map<String, byte[]> pictures) throws IOException {
    Verdicts verdicts = new Verdicts(scenario, results);
    StringWriter out = new StringWriter();
    try {
      TEMPLATES.getTemplate("page.ftlh").process(Map.ofEntries(
          Map.entry("page", new Page(scenario, results)), Map.entry("scenario", scenario),
          Map.entry("results", results), Map.entry("facts", facts),
          Map.entry("stock", Contender.STOCK), Map.entry("method", Ratio.METHOD),
          Map.entry("tolerance", LinkRate.TOLERANCE),
          Map.entry("verdicts", verdicts.rows()), Map.entry("verdictHeads", Verdicts.HEADS),
          Map.entry("verdictNote", verdicts.note()), Map.entry("blocks", Timelines.BLOCKS),
          Map.entry("memory", Timelines.MEMORY),
          Map.entry("costs", new CostTable(scenario, results).rows()),
          Map.entry("costHeads", CostTable.HEADS), Map.entry("costNote", Costs.NOTE),
          Map.entry("pictures", pictures.entrySet().stream().collect(Collectors.toMap(
              Map.Entry::getKey, p -> Base64.getEncoder().encodeToString(p.getValue()))))), out);
    } catch (TemplateException e) {
      throw new IOException("page.ftlh: " + e.getMessage(), e);
    }
    return out.toString();
  }

  static String number(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.1f", value);
  }

  public boolean hasBound(Chart chart) {
    return chart.points().stream()
        .anyMatch(p -> p.metric().equals("seconds") && p.setup().hasBound());
  }

  public String bound(Point point) {
    return point.setup().hasBound() ? number(point.setup().bound()) : "none";
  }

  /** How much of the time of a contender the links need. */
  public String share(Point point, Contender contender) {
    OptionalDouble seconds = results.median(point, contender);
    return seconds.isEmpty() || !point.setup().hasBound() ? "-" : String.format(Locale.ROOT,
        "%.0f%%", 100 * point.setup().bound() / seconds.getAsDouble());
  }

  /** The median, and the least and the most of several. */
  public String values(Point point, Contender contender) {
    double[] values = results.values(point, contender);
    if (values.length == 0) {
      return "-";
    }
    String median = number(StatUtils.percentile(values, 50));
    return values.length == 1 ? median : median + " (" + number(StatUtils.min(values)) + " to "
        + number(StatUtils.max(values)) + ")";
  }

  /** The ratio that the paper gives. */
  public String paper(Point point) {
    return point.paper().isPresent() ? number(1 + point.paper().getAsDouble() / 100) : "-";
  }

  /** Likewise, more exactly: they differ by little. */
  public String paper(Scenario.Comparison comparison) {
    return comparison.paper().isPresent()
        ? String.format(Locale.ROOT, "%.3f", 1 + comparison.paper().getAsDouble() / 100) : "-";
  }

  public String what(Scenario.Comparison comparison) {
    return ResultJson.what(scenario, comparison);
  }

  /** Heads by the metrics of every run that are shown. */
  public Map<String, String> shown() {
    Map<String, String> shown = new LinkedHashMap<>(ALWAYS);
    SOMETIMES.forEach((metric, head) -> {
      if (results.all().stream().anyMatch(o -> o.metrics().find(metric).isPresent())) {
        shown.put(metric, head);
      }
    });
    return shown;
  }

  /** The cells of a run. */
  public List<String> run(Outcome outcome) {
    List<String> cells = new ArrayList<>(List.of(RawCsv.label(scenario, outcome.key().setup()),
        outcome.key().contender().title(), Integer.toString(outcome.key().pair()),
        outcome.started()));
    for (String metric : shown().keySet()) {
      OptionalDouble value = outcome.metrics().find(metric);
      cells.add(value.isPresent() ? number(value.getAsDouble()) : "-");
    }
    cells.add(links(outcome));
    return cells;
  }

  /** Empty where no upload may fail. */
  public String failures() {
    List<String> counts = new ArrayList<>();
    for (Contender contender : results.contenders()) {
      List<Double> failed = results.all().stream()
          .filter(o -> o.key().contender() == contender)
          .flatMap(o -> o.metrics().find(FAILED).stream().boxed()).collect(Collectors.toList());
      if (!failed.isEmpty()) {
        counts.add(contender.title() + " " + failed.stream().filter(f -> f > 0).count() + " of "
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
        + number(Math.abs(outcome.metrics().find("worstRateOffPercent").orElse(0))) + "%"
        : String.join("; ", off);
  }
}
