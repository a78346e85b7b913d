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
package org.apache.hadoop.hdfs.smarth.speed;

import org.apache.hadoop.hdfs.smarth.speed.RecentSpeeds.SteadyTime;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

public class SteadyTimeTest {
  private static final long MIN = 10;

  /** @return after how long without a measurement it is doubtful. */
  private static long believed(SteadyTime steady) {
    long after = 0;
    while (!steady.isDoubtful(steady.getMeasuredAt() + after, MIN)) {
      after++;
    }
    return after;
  }

  @Test(timeout = 60_000)
  public void aRateThatWasNeverDifferentIsBelievedForLong() {
    assertThat(believed(SteadyTime.first(100))).isEqualTo(60);
    assertThat(believed(SteadyTime.first(100).next(130, false))).isEqualTo(60);
  }

  @Test(timeout = 60_000)
  public void aRateThatHasJustChangedIsBelievedForTheLeastTime() {
    assertThat(believed(SteadyTime.first(100).next(900, true)))
        .isEqualTo(MIN);
  }

  @Test(timeout = 60_000)
  public void theLongerARateStaysTheLongerItIsBelieved() {
    SteadyTime changed = SteadyTime.first(0).next(100, true);
    assertThat(believed(changed.next(105, false))).isEqualTo(MIN);
    assertThat(believed(changed.next(120, false))).isEqualTo(20);
    assertThat(believed(changed.next(120, false).next(180, false)))
        .isEqualTo(80);
    assertThat(believed(SteadyTime.first(0).next(1_000, false)))
        .isEqualTo(1_000);
  }

  @Test(timeout = 60_000)
  public void aMeasurementToldLateDoesNotMakeARateOlder() {
    SteadyTime steady = SteadyTime.first(100).next(300, true);
    assertThat(steady.next(200, false).getMeasuredAt()).isEqualTo(300);
    assertThat(steady.next(200, true).getMeasuredAt()).isEqualTo(300);
  }
}
