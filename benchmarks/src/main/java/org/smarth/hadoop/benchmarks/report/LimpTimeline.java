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

import java.awt.Color;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.smarth.hadoop.benchmarks.model.BlockStart;
import org.smarth.hadoop.benchmarks.result.Outcome;
import org.smarth.hadoop.benchmarks.result.Results;
import org.smarth.hadoop.benchmarks.scenario.Entrant;
import org.smarth.hadoop.benchmarks.scenario.Work;

/** When blocks began at which DataNode while one of these limped: each contender's first upload. */
final class Timeline {
  /** Names its file, and is no chart's id. */
  static final String ID = "blocks";
  private static final String NODE_METRIC = "limp.node";

  private Timeline() {
  }

  /** Empty when no node limped. */
  static Optional<byte[]> png(Results results) throws IOException {
    List<XYChart> charts = new ArrayList<>();
    for (Entrant entrant : results.entrants()) {
      for (Outcome outcome : results.all()) {
        if (outcome.key().entrant() == entrant && outcome.key().pair() == 1
            && outcome.key().setup().work() instanceof Work.Limp) {
          charts.add(chart(outcome));
        }
      }
    }
    return charts.isEmpty() ? Optional.empty() : Optional.of(Pictures.png(charts));
  }

  private static XYChart chart(Outcome outcome) {
    Entrant entrant = outcome.key().entrant();
    XYChart chart = new XYChartBuilder().width(Pictures.WIDTH).height(Pictures.HEIGHT)
        .title(entrant.title()).xAxisTitle("seconds since the upload began")
        .yAxisTitle("first datanode of a block").build();
    chart.getStyler().setLegendPosition(LegendPosition.OutsideS)
        .setLegendLayout(LegendLayout.Horizontal).setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setYAxisMin(0.0)
        .setYAxisMax((double) outcome.key().setup().links().racks().dataNodes());
    chart.getStyler().setYAxisDecimalPattern("0");
    if (!outcome.starts().isEmpty()) {
      XYSeries blocks = chart.addSeries("blocks",
          outcome.starts().stream().mapToDouble(BlockStart::seconds).toArray(),
          outcome.starts().stream().mapToDouble(BlockStart::firstNode).toArray());
      blocks.setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
      blocks.setMarkerColor(Pictures.COLOURS.get(entrant));
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
}
