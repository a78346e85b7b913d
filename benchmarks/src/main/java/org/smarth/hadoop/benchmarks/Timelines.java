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

import java.awt.Color;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

import org.smarth.hadoop.benchmarks.harness.BlockStart;
import org.smarth.hadoop.benchmarks.harness.ByteSize;
import org.smarth.hadoop.benchmarks.harness.ClientMemory;

/** What happened during uploads: a chart for each contender's first one, side by side. */
final class Timelines {
  /** Names a file, and is no chart's id. */
  static final String BLOCKS = "blocks";
  /** Names a file, and is no chart's id. */
  static final String MEMORY = "memory-over-time";
  private static final String NODE_METRIC = "limp.node";

  private Timelines() {
  }

  /**
   * When blocks began at which DataNode while one of these limped, and what clients had in use
   * while they uploaded, by name; none that show nothing.
   */
  static Map<String, byte[]> pngs(Results results) throws IOException {
    Map<String, byte[]> pngs = new LinkedHashMap<>();
    png(results, o -> o.key().setup().work() instanceof Work.Limp, Timelines::blocks)
        .ifPresent(png -> pngs.put(BLOCKS, png));
    png(results, o -> !o.memory().isEmpty(), Timelines::memory)
        .ifPresent(png -> pngs.put(MEMORY, png));
    return pngs;
  }

  /**
   * Empty when there is nothing to show.
   *
   * @param isShown whether there is a chart of an upload
   */
  private static Optional<byte[]> png(Results results, Predicate<Outcome> isShown,
      Function<Outcome, XYChart> chart) throws IOException {
    List<XYChart> charts = new ArrayList<>();
    for (Contender contender : results.contenders()) {
      for (Outcome outcome : results.all()) {
        if (outcome.key().contender() == contender && outcome.key().pair() == 1
            && isShown.test(outcome)) {
          charts.add(chart.apply(outcome));
        }
      }
    }
    return charts.isEmpty() ? Optional.empty() : Optional.of(Pictures.png(charts));
  }

  /** A chart without series yet. */
  private static XYChart chart(Outcome outcome, String yAxisTitle) {
    XYChart chart = new XYChartBuilder().width(Pictures.WIDTH).height(Pictures.HEIGHT)
        .title(outcome.key().contender().title()).xAxisTitle("seconds since the upload began")
        .yAxisTitle(yAxisTitle).build();
    chart.getStyler().setLegendPosition(LegendPosition.OutsideS)
        .setLegendLayout(LegendLayout.Horizontal).setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setYAxisMin(0.0);
    return chart;
  }

  private static XYChart blocks(Outcome outcome) {
    XYChart chart = chart(outcome, "first datanode of a block");
    chart.getStyler().setYAxisMax((double) outcome.key().setup().links().racks().dataNodes());
    chart.getStyler().setYAxisDecimalPattern("0");
    if (!outcome.starts().isEmpty()) {
      XYSeries blocks = chart.addSeries("blocks",
          outcome.starts().stream().mapToDouble(BlockStart::seconds).toArray(),
          outcome.starts().stream().mapToDouble(BlockStart::firstNode).toArray());
      blocks.setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
      blocks.setMarkerColor(new Color(outcome.key().contender().colour()));
    }
    outcome.metrics().asMap().keySet().stream().filter(m -> m.startsWith(NODE_METRIC))
        .forEach(m -> slowNode(chart, outcome, m.substring(NODE_METRIC.length())));
    return chart;
  }

  private static void slowNode(XYChart chart, Outcome outcome, String node) {
    double height = Integer.parseInt(node);
    XYSeries slow = chart.addSeries("node " + node + " slow", new double[] {
        outcome.metrics().get("limp.slowAt"), outcome.metrics().get("limp.recoveredAt")},
        new double[] {height, height});
    slow.setXYSeriesRenderStyle(XYSeriesRenderStyle.Line);
  }

  private static XYChart memory(Outcome outcome) {
    XYChart chart = chart(outcome, "MiB");
    add(chart, "heap in use", outcome.memory(), ClientMemory::heapBytes);
    add(chart, "retained in memory", outcome.memory(), ClientMemory::retainedBytes);
    add(chart, "spilled to disk", outcome.memory(), ClientMemory::spilledBytes);
    return chart;
  }

  private static void add(XYChart chart, String name, List<ClientMemory> memory,
      ToLongFunction<ClientMemory> bytes) {
    chart.addSeries(name, memory.stream().mapToDouble(ClientMemory::seconds).toArray(),
        memory.stream().mapToDouble(m -> (double) bytes.applyAsLong(m) / ByteSize.MIB).toArray())
        .setMarker(SeriesMarkers.NONE);
  }
}
