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
package org.apache.hadoop.hdfs.smarth.namenode.replicas;

import java.util.concurrent.TimeUnit;

import org.apache.hadoop.util.FakeTimer;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** When silent datanodes may be counted as lost. */
public class NamenodePauseTest {
  private static final long ROUND = 3_000;
  private static final long GRACE = 4_500;

  @Rule
  public final Timeout timeout = new Timeout(30, TimeUnit.SECONDS);

  private final FakeTimer timer = new FakeTimer();
  private final NamenodePause pause =
      new NamenodePause(timer, ROUND, () -> GRACE);

  @Test
  public void whoLooksInTimeMayTrustWhatItSees() {
    for (int round = 0; round < 10; round++) {
      timer.advance(ROUND + NamenodePause.TOLERANCE_MILLIS);
      assertThat(pause.isOver()).isTrue();
      assertThat(pause.isOver()).isTrue();
    }
  }

  @Test
  public void afterAPauseHeartbeatsHaveTimeToArrive() {
    timer.advance(ROUND + NamenodePause.TOLERANCE_MILLIS + 1);
    assertThat(pause.isOver()).isFalse();
    assertThat(pause.isOver()).isFalse();
    timer.advance(ROUND);
    assertThat(pause.isOver()).isFalse();
    timer.advance(GRACE - ROUND);
    assertThat(pause.isOver()).isTrue();
  }

  @Test
  public void aPauseJustAfterAnotherIsAPauseToo() {
    timer.advance(10 * ROUND);
    assertThat(pause.isOver()).isFalse();
    timer.advance(10 * ROUND);
    assertThat(pause.isOver()).isFalse();
    timer.advance(ROUND);
    assertThat(pause.isOver()).isFalse();
    timer.advance(GRACE - ROUND);
    assertThat(pause.isOver()).isTrue();
  }

  /** A round looks when it begins and when it ends. */
  @Test
  public void aPauseOfTheRoundAfterAPauseIsAPauseToo() {
    timer.advance(10 * ROUND);
    assertThat(pause.isOver()).isFalse();
    timer.advance(100);
    assertThat(pause.isOver()).isFalse();
    timer.advance(10 * ROUND);
    assertThat(pause.isOver()).isFalse();
    timer.advance(100);
    assertThat(pause.isOver()).isFalse();
    timer.advance(10 * ROUND);
    assertThat(pause.isOver()).isTrue();
  }

  /** Where there is much to copy, each round takes longer than this. */
  @Test
  public void roundsThatAreLongOneAfterAnotherAreNoPauseWithoutEnd() {
    for (long round : new long[] {4_001, 5_000, 10_000, 60_000}) {
      assertThat(longestPause(round, round))
          .isLessThanOrEqualTo(GRACE + 2 * round);
      assertThat(longestPause(round, ROUND))
          .isLessThanOrEqualTo(GRACE + round + ROUND);
    }
  }

  /** @return for how long no look counted, in rounds of two lengths. */
  private long longestPause(long oneRound, long nextRound) {
    long counted = timer.monotonicNow();
    long longest = 0;
    for (int i = 0; i < 100; i++) {
      timer.advance(i % 2 == 0 ? oneRound : nextRound);
      if (pause.isOver()) {
        counted = timer.monotonicNow();
      }
      longest = Math.max(longest, timer.monotonicNow() - counted);
    }
    return longest;
  }
}
