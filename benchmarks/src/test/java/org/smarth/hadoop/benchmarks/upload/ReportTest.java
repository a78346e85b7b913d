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

package org.smarth.hadoop.benchmarks.upload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;
import org.smarth.hadoop.benchmarks.cluster.UploadResult;
import org.smarth.hadoop.benchmarks.model.BlockStart;
import org.smarth.hadoop.benchmarks.model.Links;
import org.smarth.hadoop.benchmarks.model.Racks;
import org.smarth.hadoop.benchmarks.model.Rate;
import org.smarth.hadoop.benchmarks.process.Contender;

public class ReportTest {
  private static final long SIZE = 100_000_000;
  private static final Contender STOCK = new Contender("stock", "a");
  private static final Contender SMARTH = new Contender("SMARTH", "b");

  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  private static UploadResult result(double seconds) {
    return new UploadResult(0, seconds, seconds, SIZE, 2, 6, 0, 0, 0);
  }

  private static Run run(Contender contender, double seconds, int pipelines) {
    return new Run(contender, result(seconds),
        pipelines == 0 ? OptionalInt.empty() : OptionalInt.of(pipelines), List.of());
  }

  private static String report(Rate nic, Rate cross, Run... runs) {
    return report(Links.uniform(new Racks(9, 0), nic, cross), runs);
  }

  private static String report(Links links, Run... runs) {
    Settings settings = new Settings(null, SIZE, SIZE / 2, 3, links, 0, 1, false, false);
    return new Report(settings).of(List.of(runs), STOCK, SMARTH);
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
  private static Run startingAt(Contender contender, int... firstNodes) {
    List<BlockStart> starts = new ArrayList<>();
    for (int i = 0; i < firstNodes.length; i++) {
      starts.add(new BlockStart(i, 2 * i, firstNodes[i]));
    }
    return new Run(contender, result(9), OptionalInt.of(1), starts);
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
