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

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.smarth.hadoop.benchmarks.result.Results;
import org.smarth.hadoop.benchmarks.scenario.Chart;
import org.smarth.hadoop.benchmarks.scenario.Comparison;
import org.smarth.hadoop.benchmarks.scenario.Scenario;

/** A scenario's comparisons, as its reports tell them. */
final class Comparisons {
  private Comparisons() {
  }

  /** The chart and the point that a comparison is of. */
  static String what(Scenario scenario, Comparison comparison) {
    return scenario.charts().stream().filter(c -> c.points().contains(comparison.point()))
        .map(Chart::title).findFirst().orElse("") + ": " + comparison.point().x();
  }

  static void write(Scenario scenario, Results results, ArrayNode json) {
    for (Comparison comparison : scenario.comparisons()) {
      ObjectNode one = json.addObject().put("what", what(scenario, comparison))
          .put("from", comparison.from().id()).put("to", comparison.to().id());
      comparison.paper().ifPresent(p -> one.put("paperImprovementPercent", p));
      results.ratio(comparison.from(), comparison.to(), comparison.point())
          .ifPresent(r -> ResultJson.ratio(one.putObject("ratio"), r));
    }
  }
}
