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

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.FakeTimer;
import org.apache.hadoop.util.Timer;
import org.awaitility.Awaitility;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

public class AllocatePacerTest {
  private final Configuration conf = new Configuration(false);

  private AllocatePacer pacer(Timer timer) {
    return new AllocatePacer(new AllocateHeartbeatConf(conf), timer);
  }

  @Test(timeout = 60_000)
  public void anEventEndsALongWait() throws Exception {
    conf.setInt(AllocateHeartbeatConf.INTERVAL_KEY, 600_000);
    AllocatePacer pacer = pacer(new Timer());
    CompletableFuture<Void> turn = new CompletableFuture<>();
    Thread caller = new Thread(() -> {
      try {
        pacer.awaitTurn();
        turn.complete(null);
      } catch (InterruptedException e) {
        turn.completeExceptionally(e);
      }
    });
    caller.start();
    Awaitility.await().atMost(30, TimeUnit.SECONDS).until(
        () -> caller.getState() == Thread.State.TIMED_WAITING);
    pacer.somethingToSay();
    turn.get(30, TimeUnit.SECONDS);
  }

  @Test(timeout = 60_000)
  public void anInterruptEndsAWait() throws Exception {
    conf.setInt(AllocateHeartbeatConf.INTERVAL_KEY, 600_000);
    AllocatePacer pacer = pacer(new Timer());
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Thread caller = new Thread(() -> {
      try {
        pacer.awaitTurn();
        interrupted.complete(false);
      } catch (InterruptedException e) {
        interrupted.complete(true);
      }
    });
    caller.start();
    caller.interrupt();
    assertThat(interrupted.get(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test(timeout = 60_000)
  public void aTurnIsTakenOnlyWhenItIsDue() {
    FakeTimer timer = new FakeTimer();
    AllocatePacer pacer = pacer(timer);
    assertThat(pacer.tryTurn()).isFalse();
    timer.advance(1_000);
    assertThat(pacer.tryTurn()).isTrue();
    pacer.callSucceeded(false, 0);
    pacer.somethingToSay();
    assertThat(pacer.tryTurn()).isFalse();
    timer.advance(20);
    assertThat(pacer.tryTurn()).isTrue();
  }

  @Test(timeout = 60_000)
  public void aCallThatDidNotSucceedIsMadeAgainAfterTheInterval() {
    FakeTimer timer = new FakeTimer();
    AllocatePacer pacer = pacer(timer);
    timer.advance(1_000);
    assertThat(pacer.tryTurn()).isTrue();
    pacer.somethingToSay();
    timer.advance(500);
    assertThat(pacer.tryTurn()).isFalse();
    timer.advance(999);
    assertThat(pacer.tryTurn()).isFalse();
    timer.advance(1);
    assertThat(pacer.tryTurn()).isTrue();
  }

  @Test(timeout = 60_000)
  public void aTurnThatWasWaitedForIsACallThatMayFail() throws Exception {
    FakeTimer timer = new FakeTimer();
    AllocatePacer pacer = pacer(timer);
    timer.advance(1_000);
    pacer.awaitTurn();
    pacer.somethingToSay();
    timer.advance(500);
    assertThat(pacer.tryTurn()).isFalse();
    timer.advance(1_000);
    assertThat(pacer.tryTurn()).isTrue();
  }

  @Test(timeout = 60_000)
  public void afterACallThatFailedAnEventDoesNotEndTheWait()
      throws Exception {
    FakeTimer timer = new FakeTimer();
    conf.setInt(AllocateHeartbeatConf.INTERVAL_KEY, 600_000);
    AllocatePacer pacer = pacer(timer);
    timer.advance(600_000);
    assertThat(pacer.tryTurn()).isTrue();
    pacer.somethingToSay();
    timer.advance(20);
    FutureTask<Void> turn = new FutureTask<>(() -> {
      pacer.awaitTurn();
      return null;
    });
    Thread caller = new Thread(turn);
    caller.start();
    Awaitility.await().atMost(30, TimeUnit.SECONDS).until(
        () -> caller.getState() == Thread.State.TIMED_WAITING);
    caller.interrupt();
    assertThatThrownBy(turn::get)
        .hasCauseInstanceOf(InterruptedException.class);
  }

  @Test(timeout = 60_000)
  public void retriesComeLaterEachTimeUpToTheInterval() {
    AllocatePacer pacer = pacer(new FakeTimer());
    assertThat(pacer.nextRetryDelay()).isEqualTo(20);
    assertThat(pacer.nextRetryDelay()).isEqualTo(40);
    for (int i = 0; i < 100; i++) {
      pacer.nextRetryDelay();
    }
    assertThat(pacer.nextRetryDelay()).isEqualTo(1_000);
  }

  @Test(timeout = 60_000)
  public void inFixedModeARetryComesAfterTheInterval() {
    conf.setBoolean(AllocateHeartbeatConf.EVENT_DRIVEN_KEY, false);
    assertThat(pacer(new FakeTimer()).nextRetryDelay()).isEqualTo(1_000);
  }
}
