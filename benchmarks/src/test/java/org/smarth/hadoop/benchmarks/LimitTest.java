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

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class LimitTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  @Test
  public void aTimeMayBe5PercentLongerAndARate5PercentLower() {
    assertThat(Limit.time().holds(100, 105)).isTrue();
    assertThat(Limit.time().holds(100, 105.1)).isFalse();
    assertThat(Limit.time().holds(100, 1)).isTrue();
    assertThat(Limit.rate().holds(100, 95)).isTrue();
    assertThat(Limit.rate().holds(100, 94.9)).isFalse();
    assertThat(Limit.rate().holds(100, 1000)).isTrue();
  }

  @Test
  public void aCountMayHaveSoManyMore() {
    assertThat(Limit.atMost(1, 64).holds(10, 74)).isTrue();
    assertThat(Limit.atMost(1, 64).holds(10, 75)).isFalse();
    assertThat(Limit.atMost(1.05, 0).holds(100, 106)).isFalse();
    assertThat(Limit.noLess().holds(100, 99.9)).isFalse();
    assertThat(Limit.noLess().holds(0, 0)).isTrue();
  }

  @Test
  public void itIsSaidInWords() {
    assertThat(Limit.time()).hasToString("at most 1.05 times");
    assertThat(Limit.rate()).hasToString("at least 0.95 times");
    assertThat(Limit.atMost(1, 64)).hasToString("at most stock's plus 64.00, exactly");
    assertThat(Limit.atMost(1.05, 0)).hasToString("at most 1.05 times, exactly");
    assertThat(Limit.noLess()).hasToString("at least stock's, exactly");
  }
}
