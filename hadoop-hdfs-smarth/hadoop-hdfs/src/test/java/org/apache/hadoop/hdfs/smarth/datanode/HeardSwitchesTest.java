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
package org.apache.hadoop.hdfs.smarth.datanode;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

public class HeardSwitchesTest {
  private final HeardSwitches switches = new HeardSwitches();

  private boolean hear(String namenode, long txid, boolean on) {
    return switches.hear("pool", namenode, txid, Optional.of(on));
  }

  @Test(timeout = 60_000)
  public void whereNobodyHasAnsweredYetItIsNeitherOnNorOff() {
    // The first one waits a second, no other does.
    assertThat(switches.isOn("pool")).isFalse();
    long begin = System.nanoTime();
    assertThat(switches.isOn("pool")).isFalse();
    assertThat(System.nanoTime() - begin)
        .isLessThan(TimeUnit.MILLISECONDS.toNanos(900));
    assertThat(switches.isOff("pool")).isFalse();
    assertThat(switches.get("pool")).isEmpty();
    assertThat(hear("nn1", 1, true)).isFalse();
    assertThat(switches.isOn("pool")).isTrue();
    assertThat(switches.get("pool")).contains(true);
  }

  @Test(timeout = 60_000)
  public void aStandbyIsBelievedUntilAnActiveOneHasSpoken() {
    switches.hearStandby("pool", Optional.empty());
    switches.hearStandby("pool", Optional.of(true));
    assertThat(switches.isOn("pool")).isTrue();
    assertThat(switches.get("pool")).isEmpty();
    switches.hearStandby("pool", Optional.of(false));
    assertThat(switches.isOff("pool")).isTrue();
    // What a standby said does not outlast the active one's silence.
    assertThat(switches.hear("pool", "nn1", 1, Optional.empty())).isTrue();
    assertThat(switches.isOn("pool")).isTrue();
    switches.hearStandby("pool", Optional.of(false));
    assertThat(switches.isOn("pool")).isTrue();
  }

  @Test(timeout = 60_000)
  public void aNameserviceThatIsRemovedMayComeBackFromAnOlderImage() {
    hear("nn1", 10, false);
    assertThat(hear("nn2", 5, true)).isFalse();
    switches.forget("pool");
    assertThat(switches.isOff("pool")).isFalse();
    hear("nn2", 5, true);
    assertThat(switches.isOn("pool")).isTrue();
  }

  @Test(timeout = 60_000)
  public void blocksWaitAnewForWhoComesBack() {
    assertThat(switches.isOn("pool")).isFalse();
    switches.forget("pool");
    long begin = System.nanoTime();
    assertThat(switches.isOn("pool")).isFalse();
    assertThat(System.nanoTime() - begin)
        .isGreaterThanOrEqualTo(TimeUnit.SECONDS.toNanos(1));
  }

  @Test(timeout = 60_000)
  public void aBlockWaitsForTheFirstAnswer() throws Exception {
    CompletableFuture<Boolean> on =
        CompletableFuture.supplyAsync(() -> switches.isOn("pool"));
    switches.hear("pool", "nn1", 1, Optional.empty());
    assertThat(on.get()).isTrue();
  }

  @Test(timeout = 60_000)
  public void aBlockWaitsASecondForAnAnswer() {
    long begin = System.nanoTime();
    assertThat(switches.isOn("pool")).isFalse();
    assertThat(System.nanoTime() - begin)
        .isGreaterThanOrEqualTo(TimeUnit.SECONDS.toNanos(1));
  }

  @Test(timeout = 60_000)
  public void anAnswerThatComesAmidTheWaitCounts() throws Exception {
    FutureTask<Boolean> on = new FutureTask<>(() -> switches.isOn("pool"));
    Thread block = new Thread(on);
    // Whoever answers has the monitor, so the block has found no answer yet.
    synchronized (switches) {
      block.start();
      await().until(() -> block.getState() == Thread.State.BLOCKED);
      hear("nn1", 1, true);
    }
    assertThat(on.get()).isTrue();
  }

  @Test(timeout = 60_000)
  public void anInterruptionEndsTheWaitAndIsKept() {
    Thread.currentThread().interrupt();
    assertThat(switches.isOn("pool")).isFalse();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test(timeout = 60_000)
  public void eachAnswerOfTheActiveNameNodeCounts() {
    assertThat(hear("nn1", 5, false)).isTrue();
    assertThat(hear("nn1", 5, false)).isFalse();
    assertThat(switches.isOn("pool")).isFalse();
    // It was started from an older image.
    assertThat(hear("nn1", 3, true)).isTrue();
    assertThat(switches.isOn("pool")).isTrue();
  }

  @Test(timeout = 60_000)
  public void ofTwoThatClaimToBeActiveTheLaterClaimCounts() {
    hear("nn1", 5, false);
    assertThat(hear("nn2", 5, true)).isFalse();
    assertThat(hear("nn2", 4, true)).isFalse();
    assertThat(switches.isOn("pool")).isFalse();
    assertThat(hear("nn2", 6, true)).isTrue();
    assertThat(hear("nn1", 6, false)).isFalse();
    assertThat(switches.isOn("pool")).isTrue();
  }

  @Test(timeout = 60_000)
  public void anActiveStockNameNodeLeavesItAsItWas() {
    assertThat(switches.hear("pool", "nn1", 4, Optional.empty())).isFalse();
    assertThat(switches.isOn("pool")).isTrue();
    hear("nn1", 5, false);
    assertThat(switches.hear("pool", "nn2", 6, Optional.empty())).isFalse();
    assertThat(switches.isOff("pool")).isTrue();
    assertThat(hear("nn2", 6, true)).isTrue();
    assertThat(switches.isOn("pool")).isTrue();
  }

  @Test(timeout = 60_000)
  public void eachNameserviceHasItsOwn() {
    hear("nn1", 5, false);
    switches.hear("other", "nn3", 1, Optional.of(true));
    assertThat(switches.isOn("pool")).isFalse();
    assertThat(switches.isOn("other")).isTrue();
  }
}
