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

import java.util.Optional;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class VerdictTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  private static Verdict of(Limit limit, double low, double high) {
    return Verdict.ofInterval(limit, Optional.of(new Ratio((low + high) / 2, low, high, 5)));
  }

  @Test
  public void worseIsWhatLiesBeyondTheLimitWithTheWholeInterval() {
    assertThat(of(Limit.time(), 1.06, 1.2)).isEqualTo(Verdict.WORSE);
    assertThat(of(Limit.rate(), 0.8, 0.94)).isEqualTo(Verdict.WORSE);
  }

  @Test
  public void noWorseIsWhatLiesWithinItWithTheWholeInterval() {
    assertThat(of(Limit.time(), 0.9, 1.05)).isEqualTo(Verdict.NO_WORSE);
    assertThat(of(Limit.time(), 0.2, 0.3)).isEqualTo(Verdict.NO_WORSE);
    assertThat(of(Limit.rate(), 0.96, 3)).isEqualTo(Verdict.NO_WORSE);
  }

  @Test
  public void anIntervalOnBothSidesDecidesNothing() {
    assertThat(of(Limit.time(), 1.04, 1.06)).isEqualTo(Verdict.OPEN);
    assertThat(of(Limit.rate(), 0.9, 1.1)).isEqualTo(Verdict.OPEN);
  }

  @Test
  public void onePairDecidesNothingAndNoneIsUnknown() {
    Ratio one = Ratio.of(new double[] {9}, new double[] {1});
    assertThat(Verdict.ofInterval(Limit.time(), Optional.of(one))).isEqualTo(Verdict.OPEN);
    assertThat(Verdict.ofInterval(Limit.time(), Optional.empty())).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  public void countsAreComparedExactlyByTheMeansOfAllRuns() {
    double[] stock = {100, 100, 100};
    assertThat(Verdict.ofMeans(Limit.noLess(), stock, stock)).isEqualTo(Verdict.NO_WORSE);
    assertThat(Verdict.ofMeans(Limit.noLess(), stock, new double[] {100, 100, 90}))
        .isEqualTo(Verdict.WORSE);
    assertThat(Verdict.ofMeans(Limit.atMost(1.05, 0), stock, new double[] {105, 105, 105}))
        .isEqualTo(Verdict.NO_WORSE);
    assertThat(Verdict.ofMeans(Limit.atMost(1.05, 0), stock, new double[] {106}))
        .isEqualTo(Verdict.WORSE);
    assertThat(Verdict.ofMeans(Limit.noLess(), stock, new double[0])).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  public void countsOfNothingAreFiguresToo() {
    assertThat(Verdict.ofMeans(Limit.atMost(1.05, 0), new double[] {0}, new double[] {0}))
        .isEqualTo(Verdict.NO_WORSE);
    assertThat(Verdict.ofMeans(Limit.atMost(1.05, 0), new double[] {0}, new double[] {1}))
        .isEqualTo(Verdict.WORSE);
  }
}
