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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.junit.Test;

public class ForwardMemoryTest {
  private static final long LIMIT = 100;

  private final ForwardMemory memory = new ForwardMemory(LIMIT);

  @Test
  public void whoCameFirstIsServedFirstThoughALaterOneWantsLess() {
    memory.take(LIMIT, false);
    ForwardMemory.Claim first = memory.claim(60);
    ForwardMemory.Claim second = memory.claim(10);
    memory.giveBack(50);
    assertThat(first.isGranted()).isFalse();
    assertThat(second.isGranted()).isFalse();
    memory.giveBack(10);
    assertThat(first.isGranted()).isTrue();
    assertThat(second.isGranted()).isFalse();
    memory.giveBack(10);
    assertThat(second.isGranted()).isTrue();
    assertThat(memory.getUsed()).isEqualTo(LIMIT);
  }

  @Test
  public void whoComesLaterDoesNotOvertakeWhoWaitsUnlessItIsEntitled() {
    memory.take(LIMIT, false);
    memory.claim(60);
    memory.giveBack(50);
    assertThat(memory.take(1, false)).isFalse();
    assertThat(memory.take(1, true)).isTrue();
    assertThat(memory.getUsed()).isEqualTo(LIMIT - 49);
  }

  @Test
  public void oneReleaseServesAllThatFitIntoIt() {
    memory.take(LIMIT, false);
    ForwardMemory.Claim first = memory.claim(20);
    ForwardMemory.Claim second = memory.claim(20);
    ForwardMemory.Claim third = memory.claim(20);
    memory.giveBack(40);
    assertThat(first.isGranted()).isTrue();
    assertThat(second.isGranted()).isTrue();
    assertThat(third.isGranted()).isFalse();
    assertThat(memory.getPeak()).isEqualTo(LIMIT);
  }

  @Test
  public void nobodyWaitsAnyMoreOnceMemoryIsPlentiful() {
    memory.take(LIMIT, false);
    memory.claim(20);
    memory.giveBack(LIMIT);
    assertThat(memory.take(LIMIT - 20, false)).isTrue();
  }

  @Test
  public void aClaimForMemoryThatIsFreeByThenIsGrantedAtOnce() {
    assertThat(memory.claim(LIMIT).isGranted()).isTrue();
    assertThat(memory.getUsed()).isEqualTo(LIMIT);
  }

  @Test(timeout = 30_000)
  public void aWithdrawnClaimEndsItsWaitAndLetsTheNextGoOn()
      throws Exception {
    memory.take(60, false);
    ForwardMemory.Claim first = memory.claim(60);
    ForwardMemory.Claim second = memory.claim(40);
    memory.withdraw(first);
    assertThat(first.await()).isFalse();
    assertThat(second.await()).isTrue();
    assertThat(memory.getUsed()).isEqualTo(LIMIT);
  }

  @Test
  public void aClaimGrantedOutOfTurnTakesMemoryOnce() {
    memory.take(LIMIT, false);
    ForwardMemory.Claim claim = memory.claim(10);
    memory.grant(claim);
    memory.grant(claim);
    memory.withdraw(claim);
    assertThat(claim.isGranted()).isTrue();
    assertThat(memory.getUsed()).isEqualTo(LIMIT + 10);
  }

  @Test(timeout = 30_000)
  public void whoIsInterruptedHasNoMemoryThoughItWasGrantedBefore() {
    memory.take(LIMIT, false);
    ForwardMemory.Claim granted = memory.claim(10);
    ForwardMemory.Claim waiting = memory.claim(10);
    memory.giveBack(10);
    assertThat(granted.isGranted()).isTrue();
    assertInterrupted(granted);
    // What it had went to the next one.
    assertThat(waiting.isGranted()).isTrue();
    ForwardMemory.Claim last = memory.claim(10);
    assertInterrupted(last);
    memory.giveBack(LIMIT);
    assertThat(memory.getUsed()).isZero();
  }

  private static void assertInterrupted(ForwardMemory.Claim claim) {
    Thread.currentThread().interrupt();
    assertThatThrownBy(claim::await).isInstanceOf(InterruptedException.class);
  }

  /** A wake-up that is lost leaves a thread waiting for ever. */
  @Test(timeout = 60_000)
  public void threadsThatTakeAndGiveBackAtOnceAllGetTheirs()
      throws Exception {
    int threads = 8;
    CyclicBarrier start = new CyclicBarrier(threads);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> tasks = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        long bytes = 20 + i;
        tasks.add(pool.submit(() -> {
          start.await();
          for (int turn = 0; turn < 10_000; turn++) {
            assertThat(memory.take(bytes, false)
                || memory.claim(bytes).await()).isTrue();
            memory.giveBack(bytes);
          }
          return null;
        }));
      }
      for (Future<?> task : tasks) {
        task.get(50, TimeUnit.SECONDS);
      }
    } finally {
      pool.shutdownNow();
    }
    assertThat(memory.getUsed()).isZero();
    assertThat(memory.getPeak()).isLessThanOrEqualTo(LIMIT);
  }
}
