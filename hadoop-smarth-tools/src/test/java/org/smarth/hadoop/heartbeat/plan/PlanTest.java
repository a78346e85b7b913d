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
package org.smarth.hadoop.heartbeat.plan;

import java.util.EnumMap;
import java.util.Map;

import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

public class PlanTest {
  private static Plan plan(int nodes, double processingSeconds) {
    Map<Heartbeat, HeartbeatCost> costs = new EnumMap<>(Heartbeat.class);
    for (Heartbeat heartbeat : Heartbeat.values()) {
      costs.put(heartbeat, new HeartbeatCost(400, processingSeconds, 0));
    }
    return new Plan(new ClusterSize(nodes, 5, 1e9), costs, 0.2);
  }

  @Test(timeout = 60_000)
  public void aSmallClusterGetsWhatIsWanted() {
    Plan plan = plan(10, 50e-6);
    assertThat(plan.get(Heartbeat.DATANODE).getPeriodMs()).isEqualTo(1_000);
    assertThat(plan.get(Heartbeat.NODE_MANAGER).getPeriodMs()).isEqualTo(100);
    assertThat(plan.get(Heartbeat.APPLICATION_MASTER).getPeriodMs())
        .isEqualTo(200);
    assertThat(plan.get(Heartbeat.NODE_MANAGER).rate()).isEqualTo(100);
    assertThat(plan.get(Heartbeat.NODE_MANAGER).processingShare())
        .isCloseTo(0.005, within(1e-9));
  }

  @Test(timeout = 60_000)
  public void aLargeClusterGetsPeriodsWithinTheShare() {
    Plan plan = plan(4_000, 50e-6);
    // 4,000 * 50 us / 0.2 = 1 s; and of DataNodes no less than they may.
    assertThat(plan.get(Heartbeat.NODE_MANAGER).getPeriodMs())
        .isEqualTo(1_000);
    assertThat(plan.get(Heartbeat.DATANODE).getPeriodMs()).isEqualTo(1_000);
    for (Heartbeat heartbeat : Heartbeat.values()) {
      assertThat(plan.get(heartbeat).processingShare())
          .isLessThanOrEqualTo(0.2 + 1e-9);
    }
  }

  @Test(timeout = 60_000)
  public void periodsAreRoundedUpToTwoFigures() {
    assertThat(Plan.roundUp(0.01)).isEqualTo(1);
    assertThat(Plan.roundUp(99.2)).isEqualTo(100);
    assertThat(Plan.roundUp(101)).isEqualTo(110);
    assertThat(Plan.roundUp(1_230)).isEqualTo(1_300);
  }

  @Test(timeout = 60_000)
  public void theReportHasTheSettingsAndSaysWhatIsNotMeasured() {
    assertThat(PlanReport.of(plan(4_000, 50e-6), 0.2))
        .contains("dfs.heartbeat.interval = 1" + System.lineSeparator())
        .contains("adaptive-heartbeat.min-ms = 1000")
        .contains("adaptive-heartbeat.max-rate = 4000")
        .doesNotContain("--measure");
    assertThat(PlanReport.of(plan(4_000, 0), 0.2)).contains("unknown")
        .contains("adaptive-heartbeat.max-rate = 1000")
        .contains("--measure");
  }

  @Test(timeout = 60_000)
  public void timesAreInTheUnitThatSuits() {
    assertThat(PlanReport.time(2.5)).isEqualTo("2.50 s");
    assertThat(PlanReport.time(0.02)).isEqualTo("20.0 ms");
    assertThat(PlanReport.time(50e-6)).isEqualTo("50.0 us");
  }
}
