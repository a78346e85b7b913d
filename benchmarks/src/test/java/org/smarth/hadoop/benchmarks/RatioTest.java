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
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class RatioTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(60);

  @Test
  public void theIntervalIsThatOfStudentsTOverTheLogarithms() {
    // Logarithms ln 2, ln 4, ln 8: mean ln 4, deviation ln 2, t of 2 degrees of freedom 4.3027.
    Ratio ratio = Ratio.of(new double[] {2, 4, 8}, new double[] {1, 1, 1});
    double factor = Math.pow(2, 4.302652729911275 / Math.sqrt(3));
    assertThat(ratio.median()).isEqualTo(4);
    assertThat(ratio.low()).isEqualTo(4 / factor, within(1e-6));
    assertThat(ratio.high()).isEqualTo(4 * factor, within(1e-6));
  }

  @Test
  public void aDriftThatHitsBothRunsOfAPairCancelsOut() {
    Ratio ratio = Ratio.of(new double[] {20, 40, 60}, new double[] {10, 20, 30});
    assertThat(ratio.median()).isEqualTo(2);
    assertThat(ratio.low()).isEqualTo(2, within(1e-9));
    assertThat(ratio.high()).isEqualTo(2, within(1e-9));
    assertThat(ratio).hasToString("2.00 (2.00 to 2.00)");
  }

  @Test
  public void onePairHasNoInterval() {
    Ratio ratio = Ratio.of(new double[] {3}, new double[] {2});
    assertThat(ratio.hasInterval()).isFalse();
    assertThat(ratio).hasToString("1.50");
  }

  @Test
  public void theIntervalCoversTheTrueRatioAboutAsOftenAsItSays() {
    Random random = new Random(1);
    int covered = 0;
    int trials = 2000;
    for (int i = 0; i < trials; i++) {
      double[] stock = new double[3];
      double[] smarth = new double[3];
      for (int pair = 0; pair < 3; pair++) {
        stock[pair] = 2.5 * Math.exp(0.1 * random.nextGaussian());
        smarth[pair] = Math.exp(0.1 * random.nextGaussian());
      }
      Ratio ratio = Ratio.of(stock, smarth);
      covered += ratio.low() <= 2.5 && ratio.high() >= 2.5 ? 1 : 0;
    }
    assertThat((double) covered / trials).isBetween(0.93, 0.97);
  }

  @Test
  public void aRatioOfTwoPointThreeIsAnImprovementOf130Percent() {
    assertThat(Ratio.percent(2.3)).isEqualTo(130, within(1e-9));
  }

  @Test
  public void nothingOrUnequalNumbersHaveNoRatio() {
    assertThatThrownBy(() -> Ratio.of(new double[0], new double[0]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Ratio.of(new double[1], new double[2]))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
