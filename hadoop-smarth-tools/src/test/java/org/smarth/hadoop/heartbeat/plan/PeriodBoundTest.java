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

import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

public class PeriodBoundTest {
  private static final double GIGABIT = 1e9;

  @Test(timeout = 60_000)
  public void thePapersEquationGivesTwoMillisecondsForItsOwnExample() {
    PeriodBound bound =
        new PeriodBound(100, GIGABIT, new HeartbeatCost(2_000, 0, 0));
    // The text there says two seconds.
    assertThat(bound.seconds()).isCloseTo(0.002, within(1e-12));
  }

  @Test(timeout = 60_000)
  public void theTimeForProcessingBoundsThePeriodIfItIsLonger() {
    PeriodBound bound =
        new PeriodBound(100, GIGABIT, new HeartbeatCost(2_000, 50e-6, 0));
    assertThat(bound.seconds()).isCloseTo(0.005, within(1e-12));
    PeriodBound slowLink =
        new PeriodBound(100, GIGABIT / 100, new HeartbeatCost(2_000, 50e-6, 0));
    assertThat(slowLink.seconds()).isCloseTo(0.2, within(1e-12));
  }

  @Test(timeout = 60_000)
  public void atTheBoundTheReceiverIsSaturatedAndAtAShareItHasThatMuchToDo() {
    PeriodBound bound =
        new PeriodBound(40, GIGABIT, new HeartbeatCost(500, 80e-6, 0));
    assertThat(bound.processingShare(bound.seconds()))
        .isCloseTo(1, within(1e-9));
    assertThat(bound.processingShare(bound.seconds(0.2)))
        .isCloseTo(0.2, within(1e-9));
    assertThat(bound.linkShare(bound.seconds())).isLessThan(0.1);
    assertThat(bound.rateWithin(0.2)).isCloseTo(2_500, within(1e-6));
  }

  @Test(timeout = 60_000)
  public void aSenderWaitsForItsAnswerBeforeItSendsAgain() {
    HeartbeatCost cost = new HeartbeatCost(500, 50e-6, 200e-6);
    PeriodBound alone = new PeriodBound(1, GIGABIT, cost);
    assertThat(alone.seconds()).isCloseTo(200e-6, within(1e-12));
    assertThat(alone.processingShare(alone.seconds()))
        .isCloseTo(0.25, within(1e-9));
    assertThat(alone.seconds(0.2)).isCloseTo(250e-6, within(1e-12));
    assertThat(alone.rateWithin(0.2)).isCloseTo(4_000, within(1e-6));
    assertThat(new PeriodBound(10, GIGABIT, cost).seconds())
        .isCloseTo(500e-6, within(1e-12));
  }

  @Test(timeout = 60_000)
  public void whatIsNoClusterIsRefused() {
    HeartbeatCost cost = HeartbeatCost.ofPaper();
    assertThatThrownBy(() -> new PeriodBound(0, GIGABIT, cost))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new PeriodBound(1, 0, cost))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new HeartbeatCost(0, 1, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new PeriodBound(1, 1, cost).seconds(1.1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
