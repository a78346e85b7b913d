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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes what came of a scenario into a directory of its name.
 *
 * @param facts about the machine and the versions, for every report
 */
public record ReportFiles(Path results, Map<String, String> facts) {
  /** Writes a table of the ratios of several scenarios, and returns where it is. */
  public Path summary(Map<Scenario, Results> all) throws IOException {
    return Files.writeString(results.resolve("summary.md"), Summary.of(all));
  }

  /** Replaces what is there; returns a line with the main result and where the page is. */
  public String write(Scenario scenario, Results outcomes) throws IOException {
    Path dir = Files.createDirectories(results.resolve(scenario.name()));
    Files.writeString(dir.resolve("raw.csv"), RawCsv.runs(scenario, outcomes));
    Files.writeString(dir.resolve("blocks.csv"), RawCsv.blocks(scenario, outcomes));
    Files.writeString(dir.resolve("memory.csv"), RawCsv.memory(scenario, outcomes));
    Files.writeString(dir.resolve("result.json"), ResultJson.of(scenario, outcomes, facts));
    Verdicts verdicts = new Verdicts(scenario, outcomes);
    if (!verdicts.isEmpty()) {
      Files.writeString(dir.resolve("verdicts.md"), verdicts.markdown());
    }
    CostTable costs = new CostTable(scenario, outcomes);
    if (!costs.rows().isEmpty()) {
      Files.writeString(dir.resolve("costs.tsv"), costs.tsv());
    }
    Map<String, byte[]> pictures = Pictures.arePossible() ? pictures(scenario, outcomes) : Map.of();
    for (Map.Entry<String, byte[]> picture : pictures.entrySet()) {
      Files.write(dir.resolve(picture.getKey() + ".png"), picture.getValue());
    }
    Path page = dir.resolve("index.html");
    Files.writeString(page, Page.html(scenario, outcomes, facts, pictures));
    return headline(scenario, outcomes) + "; " + page + (pictures.isEmpty()
        ? " (no pictures: Java finds no font here; install fontconfig and one)" : "");
  }

  private static Map<String, byte[]> pictures(Scenario scenario, Results outcomes)
      throws IOException {
    Map<String, byte[]> pictures = new LinkedHashMap<>();
    for (Chart chart : scenario.charts()) {
      pictures.put(chart.id(), Pictures.png(chart, outcomes));
    }
    pictures.putAll(Timelines.pngs(outcomes));
    return pictures;
  }

  /**
   * In one line, how many times as long stock takes at each point, or how many figures are worse
   * where there are limits. Against SMARTH or event-driven heartbeats if they were measured, else
   * the first other.
   */
  private static String headline(Scenario scenario, Results results) {
    Verdicts verdicts = new Verdicts(scenario, results);
    if (!verdicts.isEmpty()) {
      return verdicts.headline();
    }
    List<Contender> challengers = results.challengers();
    return challengers.stream().filter(e -> e == Contender.SMARTH || e == Contender.EVENT_DRIVEN)
        .findFirst().or(() -> challengers.stream().findFirst())
        .map(e -> "stock / " + e.title() + " " + ratios(scenario.charts().get(0), results, e))
        .orElse("stock alone");
  }

  private static String ratios(Chart chart, Results results, Contender contender) {
    List<String> ratios = new ArrayList<>();
    for (Point point : chart.points()) {
      Optional<Ratio> ratio = results.stockTo(contender, point);
      ratio.ifPresent(r -> ratios.add(point.x() + ": " + r));
    }
    return ratios.isEmpty() ? "unknown" : String.join(", ", ratios);
  }
}
