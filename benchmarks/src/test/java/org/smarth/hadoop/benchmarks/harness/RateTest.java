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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class RateTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  @Test
  public void numbersAreMegabitsOfTenToTheSix() {
    assertThat(Rate.parse("50").bytesPerSecond()).isEqualTo(6_250_000);
    assertThat(Rate.parse("0.5").bytesPerSecond()).isEqualTo(62_500);
    assertThat(Rate.parse("8").seconds(3_000_000)).isEqualTo(3);
  }

  @Test
  public void noneTakesNoTimeAndIsTheLargest() {
    assertThat(Rate.parse("none").isLimited()).isFalse();
    assertThat(Rate.parse("NONE").seconds(1e12)).isZero();
    assertThat(Rate.NONE.min(new Rate(5))).isEqualTo(new Rate(5));
    assertThat(Rate.NONE.times(4)).isEqualTo(Rate.NONE);
  }

  @Test
  public void textRoundTrips() {
    for (String text : new String[] {"50", "0.5", "none", "376"}) {
      assertThat(Rate.parse(text).toString()).isEqualTo(text);
    }
  }

  @Test
  public void whatIsNoRateIsRefusedWithTheRange() {
    for (String text : new String[] {"0", "-1", "fast", "", "NaN", "1e9", "5d", "100001"}) {
      assertThatThrownBy(() -> Rate.parse(text)).as("'%s'", text)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("'" + text + "' is no rate; give Mbps above 0 and up to 100000, or none");
    }
  }
}
