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
package org.apache.hadoop.yarn.fastheartbeat.rm;

import org.apache.hadoop.util.FakeTimer;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

public class OfferBudgetTest {
  private final FakeTimer timer = new FakeTimer();
  private final OfferBudget budget = new OfferBudget(100, timer);

  private int takeAll() {
    int taken = 0;
    while (budget.take()) {
      taken++;
    }
    return taken;
  }

  @Test(timeout = 60_000)
  public void itIsOfOneSecondAtMostAndComesBackWithTime() {
    assertThat(budget.isSpent()).isFalse();
    assertThat(takeAll()).isEqualTo(100);
    assertThat(budget.isSpent()).isTrue();
    timer.advance(9);
    assertThat(takeAll()).isZero();
    timer.advance(21);
    assertThat(takeAll()).isEqualTo(3);
    timer.advance(60_000);
    assertThat(takeAll()).isEqualTo(100);
  }
}
