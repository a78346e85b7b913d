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

package org.smarth.hadoop.benchmarks.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;
import org.smarth.hadoop.benchmarks.model.ByteSize;
import org.smarth.hadoop.benchmarks.scenario.Entrant;
import org.smarth.hadoop.benchmarks.scenario.Scale;
import org.smarth.hadoop.benchmarks.scenario.Scenario;
import org.smarth.hadoop.benchmarks.scenario.Scenarios;

public class PlannedRunTest {
  private static final Scenarios FULL =
      new Scenarios(Scale.full(ByteSize.GIB, Scale.DEFAULT_BLOCK_BYTES));

  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  private static List<PlannedRun> plan(String name, int pairs, Entrant... entrants) {
    Scenario scenario = FULL.of(List.of(name)).get(0);
    return PlannedRun.of(scenario, List.of(entrants), pairs);
  }

  @Test
  public void theOrderIsReversedInEveryOtherRepetition() {
    List<PlannedRun> runs = plan("cpu", 3, Entrant.STOCK, Entrant.SMARTH, Entrant.SETREP);
    assertThat(runs).extracting(PlannedRun::entrant).containsExactly(
        Entrant.STOCK, Entrant.SMARTH, Entrant.SETREP,
        Entrant.SETREP, Entrant.SMARTH, Entrant.STOCK,
        Entrant.STOCK, Entrant.SMARTH, Entrant.SETREP);
    assertThat(runs).extracting(PlannedRun::pair).containsExactly(1, 1, 1, 2, 2, 2, 3, 3, 3);
  }

  @Test
  public void aPairIsMadeNextToEachOtherAndARepetitionBeforeTheNext() {
    List<PlannedRun> runs = plan("fig7", 2, Entrant.STOCK, Entrant.SMARTH);
    assertThat(runs).hasSize(16);
    for (int i = 0; i < runs.size(); i += 2) {
      assertThat(runs.get(i).setup()).isEqualTo(runs.get(i + 1).setup());
    }
    assertThat(runs.subList(0, 8)).allMatch(r -> r.pair() == 1);
  }

  @Test
  public void whoDoesNotFitAScenarioIsLeftOut() {
    assertThat(plan("limping", 1, Entrant.STOCK, Entrant.SMARTH, Entrant.SETREP))
        .extracting(PlannedRun::entrant).containsExactly(Entrant.STOCK, Entrant.SMARTH);
  }
}
