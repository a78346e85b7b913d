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

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.smarth.hadoop.benchmarks.Chart.Form;
import org.smarth.hadoop.benchmarks.Scenario.Cluster;
import org.smarth.hadoop.benchmarks.harness.ByteSize;
import org.smarth.hadoop.benchmarks.harness.Links;
import org.smarth.hadoop.benchmarks.harness.Rate;

/**
 * The experiments of section V of "SMARTH: Enabling Multi-pipeline Data Transfer in HDFS": 9
 * DataNodes, replication 3, blocks of 64 MB. Its medium and large machines have the same NIC, so
 * here they are one cluster. Figures that differ only in the machine share their runs.
 */
record PaperFigures(Scale scale) {
  static final Rate SMALL = new Rate(216);
  static final Rate MEDIUM = new Rate(376);
  static final String SECONDS = "seconds";
  private static final Rate SLOW = new Rate(50);
  private static final Rate LESS_SLOW = new Rate(150);
  private static final int MAX_SLOW_NODES = 5;
  private static final int SMALL_IN_MIXED = 3;
  private static final String UPLOADING = "uploading time (s)";
  private static final String BETWEEN_RACKS = "bandwidth between racks (Mbps)";
  private static final String SAME_NIC =
      "The paper's medium and large machines have the same NIC: here they are one cluster.";
  /** Figure 5 gives sizes from 1 to 8 GB. */
  private static final List<Integer> EIGHTHS = List.of(1, 2, 4, 8);

  List<Scenario> all() {
    return List.of(fig5(), throttled("fig6", "small", SMALL, Map.of("50", 130.0, "150", 27.0)),
        throttled("fig7", "medium", MEDIUM, Map.of("50", 225.0)),
        throttled("fig8", "large", MEDIUM, Map.of("50", 245.0)), fig9(), fig10(), fig11(), fig12(),
        fig13());
  }

  private Scenario scenario(String name, String title, String note, Chart... charts) {
    return new Scenario(name, title, note, Cluster.ANY, scale.some(List.of(charts)));
  }

  private Chart chart(String id, String title, String xTitle, Form form, List<Point> points) {
    return new Chart(id, title, xTitle, UPLOADING, form, scale.some(points));
  }

  private Scenario fig5() {
    Rate hundred = new Rate(100);
    return scenario("fig5", "Figure 5: uploading time by file size, with and without throttling",
        SAME_NIC + " Its figures 5(e) and 5(f) are 5(c) and 5(d).",
        sizes("a", "small, default bandwidth", scale.links(SMALL, Rate.NONE)),
        sizes("b", "small, 100 Mbps between racks", scale.links(SMALL, hundred)),
        sizes("c", "medium and large, default bandwidth", scale.links(MEDIUM, Rate.NONE)),
        sizes("d", "medium and large, 100 Mbps between racks", scale.links(MEDIUM, hundred)));
  }

  private Chart sizes(String id, String title, Links links) {
    List<Point> points = new ArrayList<>();
    for (int eighths : EIGHTHS) {
      long bytes = scale.bytes() / EIGHTHS.get(EIGHTHS.size() - 1) * eighths;
      points.add(Point.of(gigabytes(bytes),
          scale.setup(new Work.Upload(), links, bytes, scale.blockBytes()), SECONDS));
    }
    return chart(id, title, "file size (GiB)", Form.LINES, points);
  }

  /** "0.125", "8": without a unit, as the axis names it. */
  private static String gigabytes(long bytes) {
    return new BigDecimal((double) bytes / ByteSize.GIB, new MathContext(3))
        .stripTrailingZeros().toPlainString();
  }

  private Scenario throttled(String name, String machines, Rate nic, Map<String, Double> paper) {
    return scenario(name, "Figure " + name.substring(3) + ": " + machines
        + " machines (" + nic + " Mbps), bandwidth between two racks throttled",
        machines.equals("small") ? "" : SAME_NIC,
        chart("time", machines + " (" + nic + " Mbps)", BETWEEN_RACKS, Form.BARS,
            throttlings(nic, paper)));
  }

  private List<Point> throttlings(Rate nic, Map<String, Double> paper) {
    List<Point> points = new ArrayList<>();
    for (Rate cross : List.of(SLOW, new Rate(100), LESS_SLOW, Rate.NONE)) {
      Point point = Point.of(cross.toString(), scale.upload(scale.links(nic, cross)), SECONDS);
      Double stated = paper.get(cross.toString());
      points.add(stated == null ? point : point.withPaper(stated));
    }
    return points;
  }

  private Scenario fig9() {
    return scenario("fig9", "Figure 9: throttling between racks and improvement, all machines",
        SAME_NIC + " The runs are those of figures 6 to 8.",
        chart("small", "small (216 Mbps)", BETWEEN_RACKS, Form.LINES,
            throttlings(SMALL, Map.of("50", 130.0, "150", 27.0))),
        chart("medium", "medium (376 Mbps)", BETWEEN_RACKS, Form.LINES,
            throttlings(MEDIUM, Map.of("50", 225.0))),
        chart("large", "large (376 Mbps)", BETWEEN_RACKS, Form.LINES,
            throttlings(MEDIUM, Map.of("50", 245.0))));
  }

  private Scenario fig10() {
    return scenario("fig10", "Figure 10: small machines, some of them at 50 Mbps", "",
        slowNodes("time", "small (216 Mbps)", SMALL, SLOW, 78));
  }

  private Scenario fig11() {
    return scenario("fig11", "Figure 11: medium and large machines, some of them at 50 Mbps",
        SAME_NIC, slowNodes("time", "medium and large (376 Mbps)", MEDIUM, SLOW, 167));
  }

  private Scenario fig12() {
    return scenario("fig12", "Figure 12: machines of which some are at 150 Mbps", "",
        slowNodes("a", "small (216 Mbps)", SMALL, LESS_SLOW, 19),
        slowNodes("b", "medium (376 Mbps)", MEDIUM, LESS_SLOW, 59));
  }

  /** @param paper the improvement with one slow node, in percent */
  private Chart slowNodes(String id, String title, Rate nic, Rate slow, double paper) {
    List<Point> points = new ArrayList<>();
    // One slow node comes first: it is what a smoke run takes, and what the paper has numbers of.
    for (int nodes = 1; nodes <= MAX_SLOW_NODES; nodes++) {
      Links links = scale.links(nic, Rate.NONE).withNodesAt(nodes, slow);
      Point point = Point.of(Integer.toString(nodes), scale.upload(links), SECONDS);
      points.add(nodes == 1 ? point.withPaper(paper) : point);
    }
    if (!scale.quick()) {
      points.add(0, Point.of("0", scale.upload(scale.links(nic, Rate.NONE)), SECONDS));
    }
    return chart(id, title + ", slow nodes at " + slow + " Mbps", "number of slow nodes",
        Form.LINES, points);
  }

  private Scenario fig13() {
    Links mixed = scale.links(MEDIUM, Rate.NONE).withNodesAt(SMALL_IN_MIXED, SMALL);
    Chart sizes = sizes("time", "3 small, 3 medium and 3 large DataNodes", mixed);
    List<Point> points = new ArrayList<>(sizes.points());
    int last = points.size() - 1;
    // The paper gives 289 s and 205 s for 8 GB; time is proportional to size.
    points.set(last, points.get(last).withPaper(41));
    return scenario("fig13", "Figure 13: a heterogeneous cluster by file size",
        "The NameNode and the client are medium machines.",
        chart("time", sizes.title(), sizes.xTitle(), Form.LINES, points));
  }
}
