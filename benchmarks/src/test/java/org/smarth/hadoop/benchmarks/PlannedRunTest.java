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

import java.util.List;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import org.smarth.hadoop.benchmarks.harness.ByteSize;

public class PlannedRunTest {
  private static final Scenarios FULL =
      new Scenarios(Scale.full(ByteSize.GIB, Scale.DEFAULT_BLOCK_BYTES));

  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  private static List<PlannedRun> plan(String name, int pairs, Contender... contenders) {
    Scenario scenario = FULL.of(List.of(name)).get(0);
    return PlannedRun.of(scenario, List.of(contenders), pairs);
  }

  @Test
  public void theOrderIsReversedInEveryOtherRepetition() {
    List<PlannedRun> runs = plan("cpu", 3, Contender.STOCK, Contender.SMARTH, Contender.SETREP);
    assertThat(runs).extracting(PlannedRun::contender).containsExactly(
        Contender.STOCK, Contender.SMARTH, Contender.SETREP,
        Contender.SETREP, Contender.SMARTH, Contender.STOCK,
        Contender.STOCK, Contender.SMARTH, Contender.SETREP);
    assertThat(runs).extracting(PlannedRun::pair).containsExactly(1, 1, 1, 2, 2, 2, 3, 3, 3);
  }

  @Test
  public void aPairIsMadeNextToEachOtherAndARepetitionBeforeTheNext() {
    List<PlannedRun> runs = plan("fig7", 2, Contender.STOCK, Contender.SMARTH);
    assertThat(runs).hasSize(16);
    for (int i = 0; i < runs.size(); i += 2) {
      assertThat(runs.get(i).setup()).isEqualTo(runs.get(i + 1).setup());
    }
    assertThat(runs.subList(0, 8)).allMatch(r -> r.pair() == 1);
  }

  @Test
  public void whoDoesNotFitAScenarioIsLeftOut() {
    assertThat(plan("limping", 1, Contender.STOCK, Contender.SMARTH, Contender.SETREP))
        .extracting(PlannedRun::contender).containsExactly(Contender.STOCK, Contender.SMARTH);
  }
}
