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

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.smarth.hadoop.benchmarks.result.Ratio;
import org.smarth.hadoop.benchmarks.result.Results;
import org.smarth.hadoop.benchmarks.scenario.Chart;
import org.smarth.hadoop.benchmarks.scenario.Entrant;
import org.smarth.hadoop.benchmarks.scenario.Point;
import org.smarth.hadoop.benchmarks.scenario.Scenario;

/**
 * A scenario's result in one line: how many times as long stock takes at each point, or how many
 * figures are worse where there are limits.
 */
final class Headline {
  private Headline() {
  }

  /** Against SMARTH or event-driven heartbeats if they were measured, else the first other. */
  static String of(Scenario scenario, Results results) {
    Verdicts verdicts = new Verdicts(scenario, results);
    if (!verdicts.isEmpty()) {
      return verdicts.headline();
    }
    List<Entrant> challengers = results.challengers();
    return challengers.stream().filter(e -> e == Entrant.SMARTH || e == Entrant.EVENT_DRIVEN)
        .findFirst().or(() -> challengers.stream().findFirst())
        .map(e -> "stock / " + e.title() + " " + ratios(scenario.charts().get(0), results, e))
        .orElse("stock alone");
  }

  private static String ratios(Chart chart, Results results, Entrant entrant) {
    List<String> ratios = new ArrayList<>();
    for (Point point : chart.points()) {
      Optional<Ratio> ratio = results.stockTo(entrant, point);
      ratio.ifPresent(r -> ratios.add(point.x() + ": " + r));
    }
    return ratios.isEmpty() ? "unknown" : String.join(", ", ratios);
  }
}
