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

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** Which lines have had their verdicts said. Used by one thread. */
final class Decided {
  private final Set<String> said = new HashSet<>();

  /**
   * Whether more pairs of a setup change none of a contender's verdicts.
   *
   * @param say gets each verdict once
   */
  boolean isFinal(Scenario scenario, Setup setup, Contender contender, Results results,
      Consumer<String> say) {
    SequentialRule rule = scenario.rule().orElseThrow();
    boolean all = true;
    for (Chart chart : scenario.charts()) {
      for (Point point : chart.points()) {
        if (point.limit().isPresent() && point.setup().equals(setup)) {
          SequentialRule.Judgement judged = rule.judge(point, contender, results);
          String line = scenario.name() + ": " + chart.title() + ": " + point.x() + ": "
              + contender.title() + " / stock: " + judged;
          if (judged.isFinal() && said.add(line)) {
            say.accept(line);
          }
          all &= judged.isFinal();
        }
      }
    }
    return all;
  }
}
