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
package org.apache.hadoop.hdfs.smarth.client.speeds;

import java.util.OptionalLong;

import org.apache.hadoop.hdfs.smarth.client.speeds.BlockMeter.SharedClock;
import org.apache.hadoop.util.FakeTimer;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

public class BlockMeterTest {
  private static final long BLOCK = BlockMeter.MIN_BYTES;

  @Rule
  public final Timeout timeout = Timeout.seconds(30);

  private final FakeTimer timer = new FakeTimer();
  private final SharedClock clock = new SharedClock(timer);
  private final BlockMeter meter = new BlockMeter(timer, clock);

  private void stream(long nanos) {
    timer.advanceNanos(nanos);
  }

  private void starve(long nanos) {
    meter.waitBegins();
    timer.advanceNanos(nanos);
    meter.waitEnds();
  }

  @Test
  public void theTimeIsThatFromTheFirstPacketToTheAck() {
    starve(1_000_000);
    meter.begin();
    stream(1234);
    assertThat(meter.finish(BLOCK)).isEqualTo(OptionalLong.of(1234));
  }

  @Test
  public void aBlockThatSharesTheLinkIsMeasuredAsIfItHadItAlone() {
    BlockMeter other = new BlockMeter(timer, clock);
    BlockMeter failed = new BlockMeter(timer, clock);
    meter.begin();
    stream(1000);
    other.begin();
    failed.begin();
    stream(300);
    failed.end();
    failed.end();
    stream(200);
    other.waitBegins();
    stream(1000);
    assertThat(meter.finish(BLOCK)).isEqualTo(OptionalLong.of(2500));
    assertThat(meter.getAloneNanos()).isEqualTo(1000 + 100 + 100 + 1000);
    other.waitEnds();
    stream(500);
    assertThat(other.finish(BLOCK - 1)).isEmpty();
    assertThat(other.getAloneNanos()).isEqualTo(100 + 100 + 1000 + 500);
  }

  @Test
  public void aSmallBlockIsNoMeasure() {
    meter.begin();
    stream(1000);
    assertThat(meter.finish(BLOCK - 1)).isEmpty();
  }

  @Test
  public void aBlockThatWaitedForItsWriterAFifthOfTheTimeIsAMeasure() {
    meter.begin();
    stream(400);
    starve(100);
    stream(400);
    starve(100);
    assertThat(meter.finish(BLOCK)).isEqualTo(OptionalLong.of(1000));
  }

  @Test
  public void aBlockThatWaitedLongerIsNone() {
    meter.begin();
    stream(799);
    starve(101);
    starve(100);
    assertThat(meter.finish(BLOCK)).isEmpty();
  }

  @Test
  public void aBlockThatNeverBeganIsNone() {
    stream(1000);
    assertThat(meter.finish(BLOCK)).isEmpty();
  }

  @Test
  public void anotherAttemptBeginsAnew() {
    meter.begin();
    starve(1000);
    meter.begin();
    stream(10);
    assertThat(meter.finish(BLOCK)).isEqualTo(OptionalLong.of(10));
  }
}
