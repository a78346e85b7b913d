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
package org.apache.hadoop.hdfs.tools;

import java.util.concurrent.TimeUnit;

import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

public class RecentIncreaseTest {
  private final JmxReader.RecentIncrease increase = new JmxReader.RecentIncrease();

  private void add(long seconds, long value) {
    increase.add(TimeUnit.SECONDS.toNanos(seconds), value);
  }

  @Test(timeout = 60_000)
  public void untilThereIsASecondValueTheCounterItselfIsKnown() {
    add(5, 70);
    assertThat(increase.isKnown()).isFalse();
    assertThat(increase.get()).isEqualTo(70);
  }

  @Test(timeout = 60_000)
  public void theIncreaseIsThatOfTheLastTwentySeconds() {
    for (int i = 0; i <= 30; i++) {
      add(2 * i, 100 + i * i);
    }
    assertThat(increase.isKnown()).isTrue();
    assertThat(increase.get()).isEqualTo(900 - 400);
    assertThat(increase.getSeconds()).isEqualTo(20);
  }

  @Test(timeout = 60_000)
  public void ofRareValuesTheIncreaseIsThatBetweenTheLastTwo() {
    add(0, 1);
    add(60, 5);
    add(120, 7);
    assertThat(increase.get()).isEqualTo(2);
    assertThat(increase.getSeconds()).isEqualTo(60);
  }

  @Test(timeout = 60_000)
  public void aDaemonThatWasRestartedBeginsAnew() {
    add(0, 100);
    add(2, 130);
    add(4, 3);
    assertThat(increase.isKnown()).isFalse();
    add(6, 8);
    assertThat(increase.get()).isEqualTo(5);
    assertThat(increase.getSeconds()).isEqualTo(2);
  }
}
