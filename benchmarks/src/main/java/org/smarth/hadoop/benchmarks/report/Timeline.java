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
import java.util.function.Function;
import java.util.function.Predicate;

import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.smarth.hadoop.benchmarks.result.Outcome;
import org.smarth.hadoop.benchmarks.result.Results;
import org.smarth.hadoop.benchmarks.scenario.Entrant;

/** What happened during uploads: a chart for each contender's first one, side by side. */
final class Timeline {
  private Timeline() {
  }

  /**
   * Empty when there is nothing to show.
   *
   * @param isShown whether there is a chart of an upload
   */
  static Optional<byte[]> png(Results results, Predicate<Outcome> isShown,
      Function<Outcome, XYChart> chart) throws IOException {
    List<XYChart> charts = new ArrayList<>();
    for (Entrant entrant : results.entrants()) {
      for (Outcome outcome : results.all()) {
        if (outcome.key().entrant() == entrant && outcome.key().pair() == 1
            && isShown.test(outcome)) {
          charts.add(chart.apply(outcome));
        }
      }
    }
    return charts.isEmpty() ? Optional.empty() : Optional.of(Pictures.png(charts));
  }

  /** A chart without series yet. */
  static XYChart chart(Outcome outcome, String yAxisTitle) {
    XYChart chart = new XYChartBuilder().width(Pictures.WIDTH).height(Pictures.HEIGHT)
        .title(outcome.key().entrant().title()).xAxisTitle("seconds since the upload began")
        .yAxisTitle(yAxisTitle).build();
    chart.getStyler().setLegendPosition(LegendPosition.OutsideS)
        .setLegendLayout(LegendLayout.Horizontal).setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setYAxisMin(0.0);
    return chart;
  }
}
