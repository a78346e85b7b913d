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
package org.apache.hadoop.yarn.fastheartbeat;

import org.apache.hadoop.util.FakeTimer;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

public class RateMeterTest {
  private final FakeTimer timer = new FakeTimer();
  private final RateMeter meter = new RateMeter(timer);

  private void markForSeconds(int seconds, int marksEach) {
    for (int i = 0; i < seconds; i++) {
      for (int j = 0; j < marksEach; j++) {
        meter.mark();
      }
      timer.advance(1_000);
    }
  }

  @Test(timeout = 60_000)
  public void itIsTheMeanOfTheLastTenWholeSeconds() {
    markForSeconds(20, 5);
    assertThat(meter.perSecond()).isEqualTo(5);
    assertThat(meter.perSecond()).isEqualTo(5);
    markForSeconds(5, 15);
    assertThat(meter.perSecond()).isEqualTo(10);
  }

  @Test(timeout = 60_000)
  public void theRunningSecondDoesNotCountYet() {
    markForSeconds(10, 1);
    for (int i = 0; i < 50; i++) {
      meter.mark();
    }
    assertThat(meter.perSecond()).isEqualTo(1);
    timer.advance(1_000);
    assertThat(meter.perSecond()).isEqualTo(5.9);
  }

  @Test(timeout = 60_000)
  public void afterSilenceItIsZero() {
    markForSeconds(10, 100);
    timer.advance(11_000);
    assertThat(meter.perSecond()).isZero();
    timer.advance(3_600_000);
    assertThat(meter.perSecond()).isZero();
  }
}
