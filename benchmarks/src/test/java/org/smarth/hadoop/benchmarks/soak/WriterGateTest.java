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

package org.smarth.hadoop.benchmarks.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;

import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class WriterGateTest {
  // Each test runs in the thread of this rule, which nobody else interrupts.
  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  private final WriterGate gate = new WriterGate();

  @After
  public void nobodyElseIsInterrupted() {
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  public void aWriterInACallIsInterruptedAtOnce() throws Exception {
    gate.enter();
    Thread other = new Thread(gate::interrupt);
    other.start();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      assertThat(gate.wasHit()).isTrue();
    }
    gate.leave();
    other.join();
  }

  @Test
  public void aWriterBetweenTwoCallsIsInterruptedInTheNext() {
    gate.interrupt();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    gate.enter();
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
    gate.leave();
    gate.enter();
    assertThat(gate.wasHit()).isFalse();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    gate.leave();
  }

  @Test
  public void theFlagThatACallLeavesIsTakenBack() {
    gate.enter();
    gate.interrupt();
    gate.leave();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(gate.wasHit()).isTrue();
  }
}
