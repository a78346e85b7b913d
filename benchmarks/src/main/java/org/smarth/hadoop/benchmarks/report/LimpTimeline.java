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

import java.io.IOException;
import java.util.Optional;

import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.smarth.hadoop.benchmarks.model.BlockStart;
import org.smarth.hadoop.benchmarks.result.Outcome;
import org.smarth.hadoop.benchmarks.result.Results;
import org.smarth.hadoop.benchmarks.scenario.Work;

/** When blocks began at which DataNode while one of these limped: each contender's first upload. */
final class LimpTimeline {
  /** Names its file, and is no chart's id. */
  static final String ID = "blocks";
  private static final String NODE_METRIC = "limp.node";

  private LimpTimeline() {
  }

  /** Empty when no node limped. */
  static Optional<byte[]> png(Results results) throws IOException {
    return Timeline.png(results, o -> o.key().setup().work() instanceof Work.Limp,
        LimpTimeline::chart);
  }

  private static XYChart chart(Outcome outcome) {
    XYChart chart = Timeline.chart(outcome, "first datanode of a block");
    chart.getStyler()
        .setYAxisMax((double) outcome.key().setup().links().racks().dataNodes());
    chart.getStyler().setYAxisDecimalPattern("0");
    if (!outcome.starts().isEmpty()) {
      XYSeries blocks = chart.addSeries("blocks",
          outcome.starts().stream().mapToDouble(BlockStart::seconds).toArray(),
          outcome.starts().stream().mapToDouble(BlockStart::firstNode).toArray());
      blocks.setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
      blocks.setMarkerColor(Pictures.COLOURS.get(outcome.key().entrant()));
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
