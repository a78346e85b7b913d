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

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class BeatLoadTest {
  private static final int SENDERS = 20;

  @Rule
  public final Timeout timeout = Timeout.seconds(60);

  private final AtomicIntegerArray beats = new AtomicIntegerArray(SENDERS);

  /** Answers each heartbeat after some time. */
  private ScriptedSenders senders(long answerMillis) {
    return new ScriptedSenders() {
      @Override
      public int count() {
        return SENDERS;
      }

      @Override
      public void beat(int sender) throws Exception {
        beats.incrementAndGet(sender);
        TimeUnit.MILLISECONDS.sleep(answerMillis);
      }

      @Override
      public void close() {
        // Nothing is open.
      }
    };
  }

  @Test
  public void everySenderSendsOnceAPeriod() throws Exception {
    BeatLoad.Sample sample = new BeatLoad(senders(0)).run(TimeUnit.MILLISECONDS.toNanos(250), 1);
    for (int i = 0; i < SENDERS; i++) {
      // A machine that is busy may skip the last, and never sends more.
      assertThat(beats.get(i)).as("sender " + i).isBetween(2, 4);
    }
    assertThat(sample.beats()).isLessThanOrEqualTo(4 * SENDERS);
  }

  @Test
  public void whatWaitsBehindSlowAnswersIsDelayedFromWhenItWasDue() throws Exception {
    // Twenty of them each 20 ms are more than eight threads get answered at 100 ms each.
    BeatLoad.Sample sample = new BeatLoad(senders(100)).run(TimeUnit.MILLISECONDS.toNanos(20), 1);
    assertThat(sample.perSecond()).isLessThan(100);
    assertThat(sample.delays().toMetrics("d").get("d.maxMs")).isGreaterThan(500);
  }

  @Test
  public void withoutAPeriodHeartbeatsFollowTheirAnswers() throws Exception {
    BeatLoad.Sample sample = new BeatLoad(senders(1)).run(0, 0.5);
    assertThat(sample.beats()).isGreaterThan(SENDERS);
  }

  @Test
  public void aHeartbeatThatFailsIsAFailure() {
    ScriptedSenders failing = new ScriptedSenders() {
      @Override
      public int count() {
        return 1;
      }

      @Override
      public void beat(int sender) {
        throw new IllegalStateException("refused");
      }

      @Override
      public void close() {
        // Nothing is open.
      }
    };
    assertThatThrownBy(() -> new BeatLoad(failing).run(0, 1)).isInstanceOf(Failure.class)
        .hasMessageContaining("refused");
  }
}
