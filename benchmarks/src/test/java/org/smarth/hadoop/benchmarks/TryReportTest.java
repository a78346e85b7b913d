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

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import org.smarth.hadoop.benchmarks.harness.BlockStart;
import org.smarth.hadoop.benchmarks.harness.Installation;
import org.smarth.hadoop.benchmarks.harness.Links;
import org.smarth.hadoop.benchmarks.harness.Metrics;
import org.smarth.hadoop.benchmarks.harness.Racks;
import org.smarth.hadoop.benchmarks.harness.Rate;

public class TryReportTest {
  private static final long SIZE = 100_000_000;
  private static final Contender STOCK = Contender.STOCK;
  private static final Contender SMARTH = Contender.SMARTH_AUTO;

  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  private static Outcome run(Contender contender, double seconds, int pipelines) {
    return run(contender, new Metrics().put("seconds", seconds), pipelines, List.of());
  }

  /** The setup and the pair are put right by {@link #report}. */
  private static Outcome run(Contender contender, Metrics metrics, int pipelines,
      List<BlockStart> starts) {
    metrics.put("replicas", 6);
    if (pipelines > 0) {
      metrics.put("pipelines", pipelines);
    }
    return new Outcome(new RunKey(null, contender, "", 0), "", metrics, List.of(), starts,
        List.of(), "");
  }

  private static String report(Rate nic, Rate cross, Outcome... runs) {
    return report(Links.uniform(new Racks(9, 0), nic, cross), runs);
  }

  private static String report(Links links, Outcome... runs) {
    Setup setup = new Setup(new Work.PlainUpload(), links, SIZE, SIZE / 2, 3, 0);
    List<Outcome> outcomes = new ArrayList<>();
    for (Outcome run : runs) {
      Contender contender = run.key().contender();
      int pair = 1 + (int) outcomes.stream().filter(o -> o.key().contender() == contender).count();
      outcomes.add(new Outcome(new RunKey(setup, contender, "", pair), "", run.metrics(), List.of(),
          run.starts(), List.of(), ""));
    }
    return new TryReport(Point.of("upload", setup, "seconds"), new Results(outcomes),
        Map.of(STOCK, new Installation("stock", "a"), SMARTH, new Installation("SMARTH", "b")),
        false).toString();
  }

  private static List<String> row(String report, String name) {
    List<String> cells = new ArrayList<>();
    report.lines().filter(l -> l.startsWith("  " + name + " ")).findFirst()
        .ifPresent(l -> cells.addAll(List.of(l.trim().split("\\s+"))));
    return cells;
  }

  @Test
  public void aPairGivesSecondsRateRatioPipelinesAndBound() {
    String report = report(new Rate(800), new Rate(80), run(STOCK, 12, 1), run(SMARTH, 6, 2));
    assertThat(row(report, "stock")).containsExactly("stock", "12.00", "8.33", "1.00", "1",
        "10.00");
    // The second of two blocks starts after 0.5 s on the client's NIC and takes 5 s.
    assertThat(row(report, "SMARTH")).containsExactly("SMARTH", "6.00", "16.67", "2.00", "2",
        "5.50");
    assertThat(report).contains("12 of 12", "800 Mbps", "80 Mbps", "client outside them");
  }

  @Test
  public void severalPairsGiveMediansAndTheSpreadOfTheRatios() {
    String report = report(Rate.NONE, Rate.NONE, run(STOCK, 10, 1), run(SMARTH, 10, 3),
        run(SMARTH, 10, 2), run(STOCK, 8, 1), run(STOCK, 12, 1), run(SMARTH, 8, 3));
    assertThat(row(report, "stock")).contains("10.00", "none");
    assertThat(row(report, "SMARTH")).contains("10.00", "1.00", "3", "none");
    assertThat(report).contains("3 alternating pairs", "0.80 to 1.50", "stock seconds: 10.00 8.00");
  }

  @Test
  public void pipelinesThatNoLogLineTellsAreNotInvented() {
    assertThat(row(report(new Rate(800), new Rate(80), run(STOCK, 12, 1), run(SMARTH, 12, 0)),
        "SMARTH")).contains("?", "-");
  }

  /** Nodes 1 and 6 are slow. */
  private static Outcome startingAt(Contender contender, int... firstNodes) {
    List<BlockStart> starts = new ArrayList<>();
    for (int i = 0; i < firstNodes.length; i++) {
      starts.add(new BlockStart(i, 2 * i, firstNodes[i]));
    }
    return run(contender, new Metrics().put("seconds", 9), 1, starts);
  }

  @Test
  public void withSlowNodesTheShareOfBlocksThatBeganThereIsSaid() {
    Links links = Links.uniform(new Racks(9, 0), new Rate(800), new Rate(80))
        .withNodesAt(2, new Rate(50));
    String report = report(links, startingAt(STOCK, 1, 2, 6, 6), startingAt(SMARTH, 3, 1, 4, 5),
        startingAt(SMARTH, 3, 4, 5), startingAt(STOCK, 2, 2, 2));
    assertThat(report).contains("NIC 800 Mbps (of 2 slow DataNodes 50 Mbps), between racks 80")
        .contains("  stock        3 of 7 (43%); before 1 of 4 (25%), after 2 of 3 (67%); "
            + "by upload 75% 0%")
        .contains("  SMARTH       1 of 7 (14%); before 1 of 4 (25%), after 0 of 3 (0%); "
            + "by upload 25% 0%");
  }

  @Test
  public void withoutSlowNodesNothingIsSaidOfFirstDatanodes() {
    assertThat(report(new Rate(800), new Rate(80), startingAt(STOCK, 1), startingAt(SMARTH, 2)))
        .doesNotContain("first datanode", "slow");
  }
}
