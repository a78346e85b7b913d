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

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.imageio.ImageIO;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

import org.smarth.hadoop.benchmarks.harness.ByteSize;
import org.smarth.hadoop.benchmarks.harness.Metrics;

public class ReportFilesTest {
  private static final Scenarios FULL =
      new Scenarios(Scale.full(ByteSize.GIB, Scale.DEFAULT_BLOCK_BYTES));
  private static final Scenario FIG7 = FULL.of(List.of("fig7")).get(0);

  @Rule
  public final Timeout timeout = Timeout.seconds(60);
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  private Path results;
  private ReportFiles files;

  @Before
  public void files() {
    results = folder.getRoot().toPath();
    files = new ReportFiles(results, Map.of("cpu", "a <fast> one"));
  }

  /**
   * Stock takes 2 and 2.2 times as long at each point of the first chart but the last of several,
   * where nothing was run.
   */
  private static List<Outcome> runs(Scenario scenario) {
    List<Outcome> runs = new ArrayList<>();
    List<Point> points = scenario.charts().get(0).points();
    for (Point point : points.subList(0, Math.max(1, points.size() - 1))) {
      for (int pair = 1; pair <= 2; pair++) {
        runs.add(Outcomes.seconds(point.setup(), Contender.STOCK, pair, pair == 1 ? 200 : 220));
        runs.add(Outcomes.seconds(point.setup(), Contender.SMARTH, pair, 100));
      }
    }
    return runs;
  }

  private String read(String file) throws Exception {
    return Files.readString(results.resolve("fig7").resolve(file));
  }

  @Test
  public void aLineTellsTheRatiosAndWhereThePageIs() throws Exception {
    assertThat(files.write(FIG7, new Results(runs(FIG7)))).startsWith("stock / SMARTH 50: 2.10 (")
        .endsWith("fig7/index.html");
  }

  @Test
  public void everyRunIsALineOfTheTable() throws Exception {
    files.write(FIG7, new Results(runs(FIG7)));
    List<String> lines = read("raw.csv").lines().toList();
    assertThat(lines).hasSize(13);
    assertThat(lines.get(0)).startsWith("case,contender,pair,").endsWith(",seconds,load");
    assertThat(lines.get(1)).isEqualTo("time 50,stock,1,2026-01-01T00:00:00Z,false,1073741824,"
        + "67108864,3,9,1,0,376,50,none,0,200.0,0.5");
    assertThat(read("blocks.csv")).contains("time 50,stock,1,1099511627776,0.25,7");
  }

  @Test
  public void theJsonHoldsEnvironmentRatiosAndRuns() throws Exception {
    files.write(FIG7, new Results(runs(FIG7)));
    JsonNode json = new ObjectMapper().readTree(read("result.json"));
    assertThat(json.at("/environment/cpu").asText()).isEqualTo("a <fast> one");
    JsonNode point = json.at("/charts/0/points/0");
    assertThat(point.at("/paperImprovementPercent").asDouble()).isEqualTo(225);
    assertThat(point.at("/smarth/stockTo/pairs").asInt()).isEqualTo(2);
    assertThat(point.at("/stock/values")).hasSize(2);
    assertThat(json.at("/runs")).hasSize(12);
    assertThat(json.at("/runs/0/rates/0/askedMbps").asDouble()).isEqualTo(50);
  }

  @Test
  public void thePageHoldsEverythingItself() throws Exception {
    files.write(FIG7, new Results(runs(FIG7)));
    String page = read("index.html");
    assertThat(page).contains("<img alt=\"medium (376 Mbps)\" src=\"data:image/png;base64,",
        "210.0 (200.0 to 220.0)", "a &lt;fast&gt; one", "Student&#39;s t",
        "<td>3.25</td>");
    assertThat(page).doesNotContain("<link", "<script", "src=\"http", "more than 10% off");
  }

  @Test
  public void uploadsThatFailedAreCountedAndTheirCausesShown() throws Exception {
    Scenario repair = FULL.of(List.of("repair")).get(0);
    Setup setup = repair.charts().get(0).points().get(0).setup();
    Outcome good = Outcomes.of(setup, Contender.STOCK, 1, new Metrics().put("seconds", 33)
        .put("failed", 0).put("repairSeconds", 7.25).put("copies", 2), 48);
    Outcome bad = Outcomes.of(setup, Contender.SMARTH_AUTO, 1, new Metrics().put("failed", 1), 48);
    files.write(repair, new Results(List.of(good, new Outcome(bad.key(), bad.started(),
        bad.metrics(), bad.rates(), bad.starts(), bad.memory(), "DataNode 4 at 30%; <why>"))));
    Path dir = results.resolve("repair");
    assertThat(Files.readString(dir.resolve("index.html"))).contains(
        "Uploads that failed: stock 2.10.2 0 of 1, SMARTH auto 1 of 1.",
        "<td>DataNode 4 at 30%; &lt;why&gt;</td>", "<th>close to full replication, s</th>",
        "<td>7.25</td>");
    assertThat(Files.readString(dir.resolve("raw.csv"))).contains(",copies,remark\n",
        "DataNode 4 at 30%; <why>");
  }

  @Test
  public void picturesOfThePapersFormCanBeSeen() throws Exception {
    for (Scenario scenario : FULL.all()) {
      files.write(scenario, new Results(runs(scenario)));
      for (File png : results.resolve(scenario.name()).toFile()
          .listFiles(f -> f.getName().endsWith(".png"))) {
        BufferedImage picture = ImageIO.read(png);
        assertThat(picture.getHeight()).as(png.toString()).isGreaterThan(300);
      }
    }
  }

  @Test
  public void ofANodeThatLimpedATimelineIsDrawn() throws Exception {
    Scenario limping = FULL.of(List.of("limping")).get(0);
    Point point = limping.charts().get(0).points().get(0);
    files.write(limping, new Results(List.of(
        Outcomes.of(point.setup(), Contender.STOCK, 1, new Metrics().put("seconds", 120)
            .put("limp.slowAt", 20).put("limp.recoveredAt", 60).put("limp.node7", 1), 48),
        Outcomes.of(point.setup(), Contender.SMARTH, 1, new Metrics().put("seconds", 100), 48))));
    BufferedImage picture = ImageIO.read(results.resolve("limping").resolve("blocks.png").toFile());
    assertThat(picture.getWidth()).isGreaterThan(1000);
    assertThat(results.resolve("limping").resolve("index.html")).content()
        .contains("First datanodes");
  }

  @Test
  public void ofAClientThatWasWatchedItsMemoryIsDrawnOverTime() throws Exception {
    Scenario memory = FULL.of(List.of("memory")).get(0);
    files.write(memory, new Results(runs(memory)));
    BufferedImage picture =
        ImageIO.read(results.resolve("memory").resolve("memory-over-time.png").toFile());
    assertThat(picture.getWidth()).isGreaterThan(1000);
    assertThat(results.resolve("memory").resolve("index.html")).content()
        .contains("The client over time");
    assertThat(results.resolve("memory").resolve("memory.csv")).content()
        .contains("smarth,1,1.0,314572800,268435456,41943040\n");
  }

  @Test
  public void runsOnLinksThatWereOffAreMarked() throws Exception {
    Point point = FIG7.charts().get(0).points().get(0);
    files.write(FIG7, new Results(List.of(
        Outcomes.seconds(point.setup(), Contender.STOCK, 1, 200), Outcomes.of(point.setup(),
            Contender.SMARTH, 1, new Metrics().put("seconds", 100), 40))));
    assertThat(read("index.html")).contains("1 of 2 runs had links that were more than 10% off",
        "<tr class=\"mark\">", "node 1 to node 6: 50 Mbps asked, 40.0 measured (-16%)");
    assertThat(read("raw.csv")).contains("smarth,1,2026-01-01T00:00:00Z,true");
  }

  @Test
  public void figuresWithALimitHaveALineEachThatTellsWhetherTheyAreWorse() throws Exception {
    Scenario everyday = FULL.of(List.of("everyday")).get(0).only(Set.of("local"));
    Setup setup = everyday.setups().iterator().next();
    List<Outcome> runs = new ArrayList<>();
    for (int pair = 1; pair <= 3; pair++) {
      runs.add(Outcomes.of(setup, Contender.STOCK, pair, local(4, 100, 550 + pair), 50));
      runs.add(Outcomes.of(setup, Contender.SMARTH_AUTO, pair, local(6, 50, 550), 50));
      runs.add(Outcomes.of(setup, Contender.SMARTH_EARLIER, pair, local(5, 100, 550), 50));
    }
    assertThat(files.write(everyday, new Results(runs))).startsWith("SMARTH auto: 1 no worse, "
        + "2 worse (writer on a datanode, time: writer, "
        + "writer on a datanode, blocks with a replica there: writer); ");
    Path dir = results.resolve("everyday");
    assertThat(Files.readString(dir.resolve("verdicts.md"))).contains(
        "| writer on a datanode, time: writer | SMARTH auto | 4.00 s | 6.00 s "
            + "| 1.50 (1.50 to 1.50) | 1.20 (1.20 to 1.20) | at most 1.05 times | worse |\n");
    assertThat(Files.readString(dir.resolve("index.html"))).contains("Worse than stock?",
        "<td>at least stock&#39;s, exactly</td>\n<td>worse</td>", "<td>no worse</td>");
    assertThat(new ObjectMapper().readTree(dir.resolve("result.json").toFile())
        .at("/charts/0/points/0/smarth-auto/verdict").asText()).isEqualTo("worse");
  }

  @Test
  public void theCostOfEachRoleStandsBesideStocksWithItsInterval() throws Exception {
    Scenario everyday = FULL.of(List.of("everyday")).get(0).only(Set.of("many"))
        .judgedBy(new SequentialRule(2));
    Setup setup = everyday.setups().iterator().next();
    List<Outcome> runs = new ArrayList<>();
    for (int pair = 1; pair <= 2; pair++) {
      runs.add(Outcomes.of(setup, Contender.STOCK, pair, many(100, 8 * pair), 50));
      runs.add(Outcomes.of(setup, Contender.SMARTH, pair, many(100, 9 * pair), 50));
    }
    files.write(everyday, new Results(runs));
    Path dir = results.resolve("everyday");
    assertThat(Files.readString(dir.resolve("costs.tsv"))).contains(
        "many 16\tdatanodes.cpuSeconds\tSMARTH\t12.0\t13.5\t1.13 (1.13 to 1.13)\t2\n");
    assertThat(Files.readString(dir.resolve("index.html"))).contains("Cost by role",
        "<td>datanodes.cpuSeconds</td>", "The rule, set before the first run");
    assertThat(Files.readString(dir.resolve("verdicts.md")))
        .contains("| the rule | undecided after 2 pairs |", "The rule, set before the first run");
    JsonNode json = new ObjectMapper().readTree(dir.resolve("result.json").toFile());
    assertThat(json.at("/costs/0/toStock/median").asDouble()).isEqualTo(1.125);
    assertThat(json.at("/rule").asText()).startsWith("The rule");
    assertThat(json.at("/charts/0/points/0/smarth/verdictPairs").asInt()).isEqualTo(2);
  }

  private static Metrics many(double rate, double cpu) {
    return new Metrics().put("16.megabytesPerSecond", rate).put("200.megabytesPerSecond", rate)
        .put("16.cost.datanodes.cpuSeconds", cpu);
  }

  private static Metrics local(double seconds, double percent, double megabytes) {
    return new Metrics().put("seconds", seconds).put("localPercent", percent)
        .put("sentMegabytes", megabytes);
  }

  @Test
  public void severalScenariosHaveOneTableOfAllRatios() throws Exception {
    String summary = Files.readString(files.summary(Map.of(FIG7, new Results(runs(FIG7)))));
    assertThat(summary)
        .contains("| fig7 | medium (376 Mbps) | 50 | SMARTH | 210.00 s | 100.00 s | 2.10 (")
        .contains(") | 3.25 | 15%, 32% |");
  }

  @Test
  public void whoIsComparedBesideStockStandsWithThePaperInPageAndJson() throws Exception {
    Scenario scenario = FULL.of(List.of("heartbeat-dfsio")).get(0);
    Point write = scenario.charts().get(0).points().get(0);
    List<Outcome> runs = new ArrayList<>();
    for (int pair = 1; pair <= 2; pair++) {
      runs.add(Outcomes.of(write.setup(), Contender.STOCK, pair,
          new Metrics().put("write.seconds", 110), 50));
      runs.add(Outcomes.of(write.setup(), Contender.CASE_2, pair,
          new Metrics().put("write.seconds", 105), 50));
      runs.add(Outcomes.of(write.setup(), Contender.CASE_6, pair,
          new Metrics().put("write.seconds", 100), 50));
      runs.add(Outcomes.of(write.setup(), Contender.EVENT_DRIVEN, pair,
          new Metrics().put("write.seconds", 55), 50));
    }
    assertThat(files.write(scenario, new Results(runs)))
        .startsWith("stock / event-driven write: 2.00");
    Path dir = results.resolve("heartbeat-dfsio");
    assertThat(Files.readString(dir.resolve("index.html"))).contains(
        "<th>execution time: write</th>\n<td>case 2: 3/0.2/0.2 s</td>\n"
            + "<td>case 6: 1/0.2/0.2 s</td>\n<td class=\"ratio\">1.05 (1.05 to 1.05)</td>\n"
            + "<td>1.008</td>");
    JsonNode comparison =
        new ObjectMapper().readTree(dir.resolve("result.json").toFile()).get("comparisons").get(1);
    assertThat(comparison.get("from").asText()).isEqualTo("case-2");
    assertThat(comparison.get("paperImprovementPercent").asDouble()).isEqualTo(0.8);
    assertThat(comparison.get("ratio").get("median").asDouble()).isEqualTo(1.05);
  }
}
