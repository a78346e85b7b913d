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

package org.smarth.hadoop.benchmarks.rolling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import org.smarth.hadoop.benchmarks.rolling.RollingRestart.Outcome;

public class OutcomeTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  private static Outcome outcome(int failed, int differing, long acks) {
    return new Outcome("upgrade", 10, new LoadClient.Counts(5, 7, failed, differing, 1.5),
        new WritableProbe.Gaps(3, 2), 0, acks);
  }

  @Test
  public void smarthMayFailAsOftenAsStockAndLosesNothing() {
    Outcome stock = outcome(1, 0, 0);
    assertThat(outcome(0, 0, 4).isNoWorseThan(stock)).isTrue();
    assertThat(outcome(1, 0, 4).isNoWorseThan(stock)).isTrue();
    assertThat(outcome(2, 0, 4).isNoWorseThan(stock)).isFalse();
    assertThat(outcome(0, 1, 4).isNoWorseThan(outcome(0, 1, 0))).isFalse();
    assertThat(outcome(0, 0, 0).isNoWorseThan(stock)).isFalse();
  }

  @Test
  public void twoAreOne() {
    Outcome later = new Outcome("finalize", 4, new LoadClient.Counts(1, 2, 0, 0, 0.5),
        new WritableProbe.Gaps(1, 1), 0, 9);
    assertThat(outcome(1, 0, 4).plus(later)).isEqualTo(new Outcome("upgrade", 14,
        new LoadClient.Counts(6, 9, 1, 0, 2), new WritableProbe.Gaps(4, 2), 0, 9));
  }
}
