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
package org.apache.hadoop.hdfs.smarth.client.retention;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.smarth.client.SmarthClient;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf;
import org.awaitility.Awaitility;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

public class RetentionBudgetTest {
  private static final RetentionBudget.Liveness ALIVE = () -> { };
  private static final RetentionBudget.Relief NONE = () -> false;

  private static final int LIMIT = 100;
  private static final int WRITERS = 20;

  @Rule
  public final Timeout timeout = new Timeout(20, TimeUnit.SECONDS);

  private final RetentionBudget budget = new RetentionBudget();

  private RetentionBudget.Account open(long allowance) {
    return budget.open(allowance, LIMIT, true);
  }

  private static Thread start(CompletableFuture<Void> result,
      RetentionBudget.Account account, long bytes,
      RetentionBudget.Liveness liveness) {
    Thread thread = new Thread(() -> {
      try {
        account.reserve(bytes, liveness, NONE);
        result.complete(null);
      } catch (Throwable e) {
        result.completeExceptionally(e);
      }
    });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void awaitWaiting(Thread thread) {
    Awaitility.await().pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(1))
        .until(() -> thread.getState() == Thread.State.TIMED_WAITING);
  }

  @Test
  public void withinTheAllowanceNothingIsTakenFromTheSharedLimit()
      throws Exception {
    RetentionBudget.Account account = open(50);
    account.reserve(50, ALIVE, NONE);
    assertThat(budget.getUsed()).isZero();
    account.reserve(30, ALIVE, NONE);
    assertThat(budget.getUsed()).isEqualTo(30);
    account.release(40, null);
    assertThat(budget.getUsed()).isZero();
    assertThat(account.getHeld()).isEqualTo(40);
    assertThat(budget.getPeak()).isEqualTo(30);
  }

  @Test
  public void beyondTheLimitAWriterWaitsUntilMemoryIsReleased()
      throws Exception {
    RetentionBudget.Account account = open(0);
    account.reserve(100, ALIVE, NONE);
    CompletableFuture<Void> waiting = new CompletableFuture<>();
    awaitWaiting(start(waiting, account, 10, ALIVE));
    assertThat(waiting).isNotDone();
    account.release(10, null);
    waiting.get();
    assertThat(budget.getUsed()).isEqualTo(100);
    assertThat(budget.getPeak()).isEqualTo(100);
  }

  @Test
  public void whoWaitsIsCountedOnceAndWhoMakesSomeFreeIsNot()
      throws Exception {
    RetentionBudget.Account account = open(0);
    account.reserve(100, ALIVE, NONE);
    account.reserve(10, ALIVE, () -> {
      account.release(10, null);
      return true;
    });
    assertThat(budget.getWaits()).isZero();
    CountDownLatch checkedAgain = new CountDownLatch(3);
    CompletableFuture<Void> waiting = new CompletableFuture<>();
    start(waiting, account, 10, checkedAgain::countDown);
    checkedAgain.await();
    account.release(10, null);
    waiting.get();
    assertThat(budget.getWaits()).isEqualTo(1);
  }

  @Test
  public void aFileWithinItsAllowanceDoesNotQueueBehindOthers()
      throws Exception {
    RetentionBudget.Account big = open(0);
    big.reserve(100, ALIVE, NONE);
    CompletableFuture<Void> waiting = new CompletableFuture<>();
    awaitWaiting(start(waiting, big, 10, ALIVE));
    open(20).reserve(20, ALIVE, NONE);
    assertThat(waiting).isNotDone();
    big.release(100, null);
    waiting.get();
  }

  @Test
  public void waitersAreServedInTheOrderInWhichTheyCame() throws Exception {
    RetentionBudget.Account account = open(0);
    account.reserve(100, ALIVE, NONE);
    CompletableFuture<Void> first = new CompletableFuture<>();
    awaitWaiting(start(first, account, 60, ALIVE));
    CompletableFuture<Void> second = new CompletableFuture<>();
    awaitWaiting(start(second, account, 10, ALIVE));
    // Enough for the second, but it came later.
    account.release(20, null);
    assertThat(second).isNotDone();
    account.release(50, null);
    CompletableFuture.allOf(first, second).get();
    assertThat(budget.getUsed()).isEqualTo(100);
  }

  @Test
  public void aWriterWhoseFileFailedStopsWaitingAndTakesNothing()
      throws Exception {
    RetentionBudget.Account account = open(0);
    account.reserve(100, ALIVE, NONE);
    AtomicReference<IOException> failure = new AtomicReference<>();
    CompletableFuture<Void> waiting = new CompletableFuture<>();
    awaitWaiting(start(waiting, account, 10, () -> {
      if (failure.get() != null) {
        throw failure.get();
      }
    }));
    failure.set(new IOException("pipeline lost"));
    assertThatThrownBy(waiting::get).isInstanceOf(ExecutionException.class)
        .hasRootCauseMessage("pipeline lost");
    account.release(100, null);
    assertThat(budget.getUsed()).isZero();
  }

  @Test
  public void anInterruptedWriterTakesNothingAndLetsOthersPass()
      throws Exception {
    RetentionBudget.Account account = open(0);
    account.reserve(95, ALIVE, NONE);
    CompletableFuture<Void> first = new CompletableFuture<>();
    Thread thread = start(first, account, 10, ALIVE);
    awaitWaiting(thread);
    CompletableFuture<Void> second = new CompletableFuture<>();
    awaitWaiting(start(second, account, 5, ALIVE));
    thread.interrupt();
    assertThatThrownBy(first::get)
        .hasCauseInstanceOf(InterruptedException.class);
    second.get();
    assertThat(budget.getUsed()).isEqualTo(100);
  }

  @Test
  public void whatIsTakenBeyondTheLimitIsPaidBackBeforeOthersTakeMore()
      throws Exception {
    RetentionBudget.Account account = open(0);
    account.reserve(100, ALIVE, NONE);
    account.reserveAnyway(30);
    assertThat(budget.getUsed()).isEqualTo(130);
    CompletableFuture<Void> waiting = new CompletableFuture<>();
    awaitWaiting(start(waiting, open(0), 10, ALIVE));
    account.release(35, null);
    assertThat(waiting).isNotDone();
    account.release(5, null);
    waiting.get();
    assertThat(budget.getUsed()).isEqualTo(100);
  }

  @Test
  public void aPacketLargerThanTheLimitPassesWhenNothingElseIsHeld()
      throws Exception {
    RetentionBudget.Account account = open(0);
    account.reserve(150, ALIVE, NONE);
    account.release(150, null);
    assertThat(budget.getUsed()).isZero();
  }

  @Test
  public void beforeItWaitsAWriterIsAskedToMakeMemoryFree()
      throws Exception {
    RetentionBudget.Account account = open(0);
    account.reserve(100, ALIVE, NONE);
    AtomicInteger asked = new AtomicInteger();
    account.reserve(50, ALIVE, () -> {
      asked.incrementAndGet();
      account.release(20, null);
      return true;
    });
    assertThat(asked.get()).isEqualTo(3);
    assertThat(budget.getUsed()).isEqualTo(90);
    assertThat(budget.getPeak()).isEqualTo(100);
  }

  @Test
  public void aReliefThatFailsLeavesTheOrderOfWaiters() throws Exception {
    RetentionBudget.Account account = open(0);
    account.reserve(100, ALIVE, NONE);
    CompletableFuture<Void> first = new CompletableFuture<>();
    awaitWaiting(start(first, account, 10, ALIVE));
    assertThatThrownBy(() -> account.reserve(10, ALIVE, () -> {
      throw new IllegalStateException("a bug");
    })).hasMessage("a bug");
    account.release(10, null);
    first.get();
    assertThat(budget.getUsed()).isEqualTo(100);
  }

  @Test
  public void releasingMoreThanIsHeldIsRefused() throws Exception {
    RetentionBudget.Account account = open(10);
    account.reserve(5, ALIVE, NONE);
    assertThatThrownBy(() -> account.release(6, null))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("releasing 6 of 5 bytes held");
  }

  @Test
  public void ofSeveralLimitsTheLargestOfAnOpenFileHolds() throws Exception {
    RetentionBudget.Account small = open(0);
    RetentionBudget.Account large = budget.open(0, 3 * LIMIT, true);
    small.reserve(3 * LIMIT, ALIVE, NONE);
    CompletableFuture<Void> waiting = new CompletableFuture<>();
    awaitWaiting(start(waiting, small, 10, ALIVE));
    large.close();
    large.close();
    small.release(2 * LIMIT, null);
    assertThat(waiting).isNotDone();
    small.release(10, null);
    waiting.get();
    assertThat(budget.getUsed()).isEqualTo(LIMIT);
  }

  @Test
  public void aFileWithALargerLimitLetsWaitersGoOn() throws Exception {
    RetentionBudget.Account account = open(0);
    account.reserve(LIMIT, ALIVE, NONE);
    CompletableFuture<Void> waiting = new CompletableFuture<>();
    awaitWaiting(start(waiting, account, 10, ALIVE));
    budget.open(0, 2 * LIMIT, true);
    waiting.get();
  }

  @Test
  public void thePeakIsOfTheFilesThatAreOpen() throws Exception {
    RetentionBudget.Account first = open(0);
    first.reserve(LIMIT, ALIVE, NONE);
    first.release(LIMIT, null);
    first.close();
    assertThat(budget.getPeak()).isEqualTo(LIMIT);
    open(0).reserve(10, ALIVE, NONE);
    assertThat(budget.getPeak()).isEqualTo(10);
  }

  @Test
  public void aLimitMustBePositive() {
    assertThatThrownBy(() -> budget.open(0, 0, true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("limit = 0: must be > 0");
  }

  @Test
  public void aReleaseWakesNobodyWhoCannotGoOn() throws Exception {
    // Each step gives way to all other work of the machine.
    int limit = 1_000;
    RetentionBudget.Account account = budget.open(0, limit, true);
    account.reserve(limit, ALIVE, NONE);
    AtomicInteger checks = new AtomicInteger();
    List<CompletableFuture<Void>> waiting = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      CompletableFuture<Void> result = new CompletableFuture<>();
      waiting.add(result);
      // The first of them needs all there is.
      awaitWaiting(start(result, open(0), i == 0 ? limit : 1,
          checks::incrementAndGet));
    }
    int before = checks.get();
    long began = System.nanoTime();
    for (int i = 1; i < limit; i++) {
      account.release(1, null);
      Thread.yield();
    }
    long ticks = 1 + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began)
        / RetentionBudget.CHECK_MILLIS;
    assertThat(checks.get() - before).isLessThanOrEqualTo(
        (int) (WRITERS * ticks));
    assertThat(waiting).noneMatch(CompletableFuture::isDone);
    account.release(1, null);
    waiting.get(0).get();
  }

  @Test
  public void aFileWithinItsAllowanceAgainGoesOnThoughAnotherCameBefore()
      throws Exception {
    RetentionBudget.Account big = open(0);
    big.reserve(LIMIT - 10, ALIVE, NONE);
    RetentionBudget.Account small = open(20);
    small.reserve(30, ALIVE, NONE);
    CompletableFuture<Void> first = new CompletableFuture<>();
    awaitWaiting(start(first, big, LIMIT, ALIVE));
    CompletableFuture<Void> second = new CompletableFuture<>();
    awaitWaiting(start(second, small, 10, ALIVE));
    small.release(20, null);
    second.get();
    assertThat(first).isNotDone();
    assertThat(small.getHeld()).isEqualTo(20);
  }

  /** Lets those that wait go on. */
  private interface Waking {
    void wake(RetentionBudget of, RetentionBudget.Account full);
  }

  /**
   * Who waits is woken, and also looks again by itself, which is slower.
   *
   * @return whether the last of some writers, which want 10 each, was woken
   *     in one of several rounds: a machine may be too busy for one
   */
  private static boolean wakesLast(int writers, Waking waking)
      throws Exception {
    boolean woken = false;
    for (int round = 0; round < 20 && !woken; round++) {
      RetentionBudget of = new RetentionBudget();
      RetentionBudget.Account full = of.open(0, LIMIT, true);
      full.reserveAnyway(LIMIT);
      AtomicInteger looks = new AtomicInteger();
      List<CompletableFuture<Void>> waiting = new ArrayList<>();
      for (int i = 0; i < writers; i++) {
        CompletableFuture<Void> result = new CompletableFuture<>();
        waiting.add(result);
        boolean last = i == writers - 1;
        awaitWaiting(start(result, full, 10,
            () -> looks.addAndGet(last ? 1 : 0)));
      }
      waking.wake(of, full);
      for (CompletableFuture<Void> result : waiting) {
        result.get();
      }
      woken = looks.get() == 1;
    }
    return woken;
  }

  @Test
  public void aReleaseWakesWhoCanGoOn() throws Exception {
    assertThat(wakesLast(1, (of, full) -> full.release(10, null))).isTrue();
  }

  @Test
  public void aFileWithALargerLimitWakesWhoCanGoOn() throws Exception {
    assertThat(wakesLast(1, (of, full) -> of.open(0, 2 * LIMIT, true)))
        .isTrue();
  }

  @Test
  public void whoGoesOnWakesTheNextOne() throws Exception {
    assertThat(wakesLast(2, (of, full) -> full.release(20, null))).isTrue();
  }

  @Test
  public void aFileThatHasFailedIsNotAskedToMakeMemoryFree() {
    RetentionBudget.Account account = open(0);
    account.reserveAnyway(LIMIT);
    assertThatThrownBy(() -> account.reserve(10, () -> {
      throw new IOException("pipeline lost");
    }, () -> {
      throw new AssertionError("asked");
    })).isInstanceOf(IOException.class).hasMessage("pipeline lost");
  }

  @Test
  public void afterTheLastFileNoBufferIsKept() throws Exception {
    RetentionBudget.Account account = open(0);
    account.reserve(50, ALIVE, NONE);
    account.release(10, new byte[10]);
    assertThat(budget.getFree()).isEqualTo(10);
    account.close();
    assertThat(budget.getFree()).isZero();
  }

  @Test
  public void whoWaitsAsksItsReliefAgainWhenThatMayHaveBecomePossible()
      throws Exception {
    RetentionBudget.Account account = open(0);
    account.reserve(LIMIT, ALIVE, NONE);
    AtomicInteger asked = new AtomicInteger();
    // The first time it becomes possible before the writer waits.
    account.reserve(10, ALIVE, () -> {
      if (asked.incrementAndGet() == 1) {
        account.relievable();
        return false;
      }
      account.release(10, null);
      return true;
    });
    assertThat(asked.get()).isEqualTo(2);
  }

  @Test
  public void whoWaitsAsksItsReliefAgainWhenAnotherThreadMadeItPossible()
      throws Exception {
    RetentionBudget.Account account = open(0);
    account.reserve(LIMIT, ALIVE, NONE);
    AtomicBoolean possible = new AtomicBoolean();
    FutureTask<byte[]> waiting = new FutureTask<>(
        () -> account.reserve(10, ALIVE, () -> {
          if (possible.get()) {
            account.release(10, null);
          }
          return possible.get();
        }));
    Thread thread = new Thread(waiting);
    thread.setDaemon(true);
    thread.start();
    awaitWaiting(thread);
    possible.set(true);
    account.relievable();
    waiting.get();
    assertThat(budget.getUsed()).isEqualTo(LIMIT);
  }

  @Test
  public void aLimitHoldsUntilTheLastFileThatHasItIsClosed()
      throws Exception {
    RetentionBudget.Account small = open(0);
    RetentionBudget.Account large = budget.open(0, 2 * LIMIT, true);
    RetentionBudget.Account asLarge = budget.open(0, 2 * LIMIT, true);
    large.close();
    small.reserve(2 * LIMIT, ALIVE, NONE);
    asLarge.close();
    small.release(1, null);
    assertThatThrownBy(() -> small.reserve(1, () -> {
      throw new IOException("it waits");
    }, NONE)).hasMessage("it waits");
  }

  @Test
  public void aBufferThatIsGivenBackIsUsedAgainByAnyFile() throws Exception {
    RetentionBudget.Account account = open(0);
    account.reserve(50, ALIVE, NONE);
    byte[] buffer = new byte[10];
    account.release(10, buffer);
    RetentionBudget.Account other = open(0);
    assertThat(other.reserve(11, ALIVE, NONE)).isNull();
    assertThat(other.reserve(10, ALIVE, NONE)).isSameAs(buffer);
    assertThat(other.reserve(10, ALIVE, NONE)).isNull();
  }

  @Test
  public void aWriterThatWaitedGetsTheBufferThatCameFree() throws Exception {
    RetentionBudget.Account account = open(0);
    account.reserve(LIMIT, ALIVE, NONE);
    byte[] buffer = new byte[10];
    assertThat(account.reserve(10, ALIVE, () -> {
      account.release(10, buffer);
      return true;
    })).isSameAs(buffer);
    assertThat(budget.getFree()).isZero();
  }

  @Test
  public void ofFilesThatHoldNothingNoBufferIsKept() throws Exception {
    RetentionBudget.Account account = open(50);
    for (int i = 0; i < 10; i++) {
      account.reserve(10, ALIVE, NONE);
    }
    for (int i = 0; i < 10; i++) {
      account.release(10, new byte[10]);
      assertThat(budget.getFree()).isLessThanOrEqualTo(budget.getHeld());
    }
    assertThat(budget.getHeld()).isZero();
    assertThat(budget.getFree()).isZero();
  }

  @Test
  public void freeBuffersCountWithinTheLimitAndYieldToPackets()
      throws Exception {
    RetentionBudget.Account account = open(0);
    for (int i = 0; i < 10; i++) {
      account.reserve(10, ALIVE, NONE);
    }
    for (int i = 0; i < 4; i++) {
      account.release(10, new byte[10]);
    }
    assertThat(budget.getFree()).isEqualTo(40);
    account.reserve(25, ALIVE, NONE);
    assertThat(budget.getFree()).isEqualTo(10);
    account.reserveAnyway(50);
    assertThat(budget.getFree()).isZero();
  }

  @Test
  public void noMoreBuffersAreKeptThanStockHasPacketsInFlight()
      throws Exception {
    RetentionBudget.Account account = budget.open(0, 1L << 30, true);
    int packet = 65_000;
    account.reserve(1000L * packet, ALIVE, NONE);
    for (int i = 0; i < 200; i++) {
      account.release(packet, new byte[packet]);
    }
    assertThat(budget.getFree()).isEqualTo(80L * packet);
    for (int i = 0; i < 200; i++) {
      account.release(packet, new byte[4 * packet]);
    }
    assertThat(budget.getFree()).isEqualTo(20L * 4 * packet);
    for (int i = 0; i < 200; i++) {
      account.release(0, new byte[1]);
    }
    assertThat(budget.getFree()).isEqualTo(80);
  }

  @Test
  public void whereBuffersHaveAManagerOfTheirOwnNoneIsKept() throws Exception {
    RetentionBudget.Account account = budget.open(0, LIMIT, false);
    account.reserve(50, ALIVE, NONE);
    account.release(10, new byte[10]);
    assertThat(budget.getFree()).isZero();
    RetentionBudget.Account other = open(0);
    other.release(0, new byte[10]);
    assertThat(account.reserve(10, ALIVE, NONE)).isNull();
  }

  @Test
  public void aProcessHasOneBudget() {
    Configuration conf = new Configuration(false);
    SmarthClient one = new SmarthClient(conf);
    conf.set(SmarthClientConf.RETAINED_MEMORY_KEY, "1m");
    conf.set(SmarthClientConf.SPILL_MAX_KEY, "1m");
    conf.set(SmarthClientConf.SPILL_DIR_KEY, "/elsewhere");
    SmarthClient another = new SmarthClient(conf);
    assertThat(another.getBudget()).isSameAs(one.getBudget());
    long used = one.getSpillSpace().getUsed();
    another.getSpillSpace().join();
    try {
      assertThat(another.getSpillSpace().take(4096)).isTrue();
      assertThat(one.getSpillSpace().getUsed()).isEqualTo(used + 4096);
    } finally {
      another.getSpillSpace().leave(4096);
    }
  }
}
