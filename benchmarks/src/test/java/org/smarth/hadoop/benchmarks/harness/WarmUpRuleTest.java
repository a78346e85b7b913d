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

package org.smarth.hadoop.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class WarmUpRuleTest {
  private static final WarmUpRule RULE = new WarmUpRule(12);

  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  /** How many of these rounds are made. */
  private static int rounds(WarmUpRule rule, double... rates) {
    List<Double> made = new ArrayList<>();
    while (!rule.isEnough(made)) {
      made.add(rates[made.size()]);
    }
    return made.size();
  }

  @Test
  public void aRateThatNeverRisesIsEnoughAfterTwiceThreeRounds() {
    assertThat(rounds(RULE, 100, 100, 100, 100, 100, 100, 1)).isEqualTo(6);
    assertThat(rounds(RULE, 100, 99, 98, 97, 96, 95, 1)).isEqualTo(6);
  }

  @Test
  public void aRateThatRisesIsFollowedUntilItIsLevel() {
    // The last three of nine are 6% above those before, of ten 1.7%.
    assertThat(rounds(RULE, 40, 60, 80, 90, 95, 100, 101, 100, 101, 100, 1)).isEqualTo(10);
  }

  @Test
  public void threePercentAreARise() {
    assertThat(WarmUpRule.isSteady(List.of(100.0, 100.0, 100.0, 103.1, 103.1, 103.1))).isFalse();
    assertThat(WarmUpRule.isSteady(List.of(100.0, 100.0, 100.0, 102.9, 102.9, 102.9))).isTrue();
    assertThat(WarmUpRule.isSteady(List.of(100.0, 100.0, 100.0, 100.0, 100.0))).isFalse();
  }

  @Test
  public void oneRoundThatWasSlowByChanceDoesNotEndIt() {
    assertThat(WarmUpRule.isSteady(List.of(50.0, 60.0, 70.0, 80.0, 40.0, 100.0))).isFalse();
  }

  @Test
  public void theMostRoundsEndItAndThatIsSaid() {
    double[] rates = new double[12];
    List<Double> all = new ArrayList<>();
    for (int i = 0; i < rates.length; i++) {
      rates[i] = Math.pow(1.1, i);
      all.add(rates[i]);
    }
    assertThat(rounds(RULE, rates)).isEqualTo(12);
    assertThat(WarmUpRule.toMetrics(all).get("steady")).isZero();
    assertThat(WarmUpRule.toMetrics(all).get("rounds")).isEqualTo(12);
  }

  @Test
  public void noRoundIsMadeWhereNoneIsAllowed() {
    assertThat(rounds(new WarmUpRule(0))).isZero();
    assertThat(WarmUpRule.text()).contains("last 3 rounds", "3% above");
  }
}
