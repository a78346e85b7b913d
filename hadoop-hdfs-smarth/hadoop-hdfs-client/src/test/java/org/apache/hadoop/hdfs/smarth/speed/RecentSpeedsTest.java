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

import java.util.concurrent.TimeUnit;

import com.google.common.base.Strings;
import org.apache.hadoop.hdfs.smarth.speed.RecentSpeeds.SpeedMean;
import org.apache.hadoop.util.FakeTimer;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

public class RecentSpeedsTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  @Rule
  public final Timeout timeout = Timeout.seconds(30);

  private final FakeTimer timer = new FakeTimer();
  private final RecentSpeeds speeds = speeds(SpeedMean.OF_RATES);

  private RecentSpeeds speeds(SpeedMean mean) {
    return new RecentSpeeds(3, 1000, mean, timer);
  }

  @Test
  public void aPeerThatWasNotMeasuredHasNoRate() {
    assertThat(speeds.get("a")).isZero();
    assertThat(speeds.newestFirst()).isEmpty();
  }

  @Test
  public void theNewestMeasurementHasHalfOfTheWeight() {
    speeds.record("a", 100, SECOND);
    assertThat(speeds.get("a")).isEqualTo(100);
    speeds.record("a", 400, 2 * SECOND);
    assertThat(speeds.get("a")).isEqualTo(150);
    speeds.record("a", 50, SECOND);
    assertThat(speeds.get("a")).isEqualTo(100);
  }

  @Test
  public void whatDiffersByMoreThanNoiseIsAChangeAndReplacesTheRate() {
    speeds.record("limps", 300, SECOND);
    speeds.record("limps", 100, SECOND);
    assertThat(speeds.get("limps")).isEqualTo(200);
    speeds.record("limps", 66, SECOND);
    assertThat(speeds.get("limps")).isEqualTo(66);
    speeds.record("limps", 199, SECOND);
    assertThat(speeds.get("limps")).isEqualTo(199);
  }

  @Test
  public void aRateThatIsOldForWhatItIsIsKnownButDoubted() {
    speeds.record("limps", 300, SECOND);
    timer.advance(100);
    speeds.record("limps", 50, SECOND);
    timer.advance(9);
    assertThat(speeds.getUndoubted("limps", 10)).isEqualTo(50);
    timer.advance(1);
    assertThat(speeds.getUndoubted("limps", 10)).isZero();
    assertThat(speeds.get("limps")).isEqualTo(50);
    assertThat(speeds.getUndoubted("other", 10)).isZero();
  }

  @Test
  public void meansOfTimesBelieveInSlownessAtOnceAndInSpeedLate() {
    RecentSpeeds ofTimes = speeds(SpeedMean.OF_TIMES);
    ofTimes.record("a", 1_000_000_000, SECOND);
    ofTimes.record("a", 10, SECOND);
    assertThat(ofTimes.get("a")).isEqualTo(20);
    ofTimes.record("a", 1_000_000_000, SECOND);
    assertThat(ofTimes.get("a")).isEqualTo(40);
  }

  @Test
  public void whatIsTooOldIsForgottenAndDoesNotWeighOnWhatComesLater() {
    speeds.record("a", 100, SECOND);
    timer.advance(1000);
    assertThat(speeds.get("a")).isEqualTo(100);
    timer.advance(1);
    assertThat(speeds.get("a")).isZero();
    assertThat(speeds.newestFirst()).isEmpty();
    speeds.record("a", 300, SECOND);
    assertThat(speeds.get("a")).isEqualTo(300);
  }

  @Test
  public void ofTooManyPeersTheOneMeasuredLongestAgoIsForgotten() {
    speeds.record("a", 1, SECOND);
    speeds.record("b", 2, SECOND);
    speeds.record("c", 3, SECOND);
    speeds.record("a", 1, SECOND);
    speeds.record("d", 4, SECOND);

    assertThat(speeds.newestFirst()).extracting(Speed::getPeer)
        .containsExactly("d", "a", "c");
  }

  @Test
  public void theNewestComesFirstWithItsAge() {
    speeds.record("a", 100, SECOND);
    timer.advance(300);
    speeds.record("b", 200, SECOND);
    timer.advance(5);

    assertThat(speeds.newestFirst()).containsExactly(
        new Speed("b", 200, 5), new Speed("a", 100, 305));
  }

  @Test
  public void aPeerAtAnotherAddressIsAnotherOne() {
    speeds.record("a", "h:1", 0, 100, SECOND);
    speeds.record("a", "h:2", 0, 200, SECOND);
    speeds.record("a", 300, SECOND);
    speeds.record("a", "h:1", 0, 200, SECOND);
    assertThat(speeds.get("a")).isEqualTo(300);
    assertThat(speeds.newestFirst()).containsExactly(
        new Speed("a", 150, 0).at("h:1"), new Speed("a", 300, 0),
        new Speed("a", 200, 0).at("h:2"));
  }

  /** @return whose the rate is alone, when that writer has measured. */
  private int onlyWriterAfter(int writer, long bytes) {
    speeds.record("host", null, writer, bytes, SECOND);
    return speeds.newestFirst().get(0).getOnlyWriter();
  }

  @Test
  public void aRateThatOneWriterAloneHasIsItsOwn() {
    assertThat(onlyWriterAfter(1, 1000)).isEqualTo(1);
    assertThat(onlyWriterAfter(1, 900)).isEqualTo(1);
    assertThat(onlyWriterAfter(2, 1000)).isZero();
    assertThat(onlyWriterAfter(2, 100)).isEqualTo(2);
    assertThat(onlyWriterAfter(2, 110)).isEqualTo(2);
    assertThat(onlyWriterAfter(3, 90)).isZero();
    assertThat(onlyWriterAfter(3, 90)).isZero();
    assertThat(onlyWriterAfter(2, 1000)).isEqualTo(2);
    assertThat(onlyWriterAfter(1, 1000)).isZero();
  }

  @Test
  public void aWriterThatSlowsDownStepByStepIsSlowAlone() {
    onlyWriterAfter(1, 900);
    assertThat(onlyWriterAfter(2, 900)).isZero();
    long rate = 900;
    while (rate >= 300) {
      int only = onlyWriterAfter(2, rate / 2);
      rate = speeds.get("host");
      assertThat(only).isEqualTo(rate < 300 ? 2 : 0);
    }
    assertThat(onlyWriterAfter(1, rate)).isZero();
  }

  @Test
  public void absurdMeasurementsNeverBecomeRates() {
    speeds.record("stopped", 0, SECOND);
    speeds.record("backwards", -1000, SECOND);
    speeds.record("standing still", 1, Long.MAX_VALUE);
    speeds.record("", 100, SECOND);
    speeds.record(null, 100, SECOND);
    speeds.record(Strings.repeat("x", Speed.MAX_PEER_LENGTH + 1), 1, SECOND);
    speeds.record("a", Strings.repeat("x", Speed.MAX_ADDRESS_LENGTH + 1), 0,
        1, SECOND);
    assertThat(speeds.newestFirst()).isEmpty();

    speeds.record("at once", 100, 0);
    assertThat(speeds.get("at once")).isEqualTo(Speed.MAX_BYTES_PER_SECOND);
  }
}
