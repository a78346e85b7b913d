/*
 * Licensed to the Apache Software Foundation (ASF) under one
 * or more contributor license agreements.  See the NOTICE file
 * distributed with this work for additional information
 * regarding copyright ownership.  The ASF licenses this file
 * to you under the Apache License, Version 2.0 (the
 * "License"); you may not use this file except in compliance
 * with the License.  You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.apache.hadoop.hdfs.smarth.client;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.awaitility.Awaitility;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

public class RetentionBudgetTest {
  private static final RetentionBudget.Liveness ALIVE = () -> { };
  private static final RetentionBudget.Relief NONE = () -> false;

  @Rule
  public final Timeout timeout = new Timeout(20, TimeUnit.SECONDS);

  private final RetentionBudget budget = new RetentionBudget(100);

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
    Awaitility.await().until(
        () -> thread.getState() == Thread.State.TIMED_WAITING);
  }

  @Test
  public void withinTheAllowanceNothingIsTakenFromTheSharedLimit()
      throws Exception {
    RetentionBudget.Account account = budget.open(50);
    account.reserve(50, ALIVE, NONE);
    assertThat(budget.getUsed()).isZero();
    account.reserve(30, ALIVE, NONE);
    assertThat(budget.getUsed()).isEqualTo(30);
    account.release(40);
    assertThat(budget.getUsed()).isZero();
    assertThat(account.getHeld()).isEqualTo(40);
    assertThat(budget.getPeak()).isEqualTo(30);
  }

  @Test
  public void beyondTheLimitAWriterWaitsUntilMemoryIsReleased()
      throws Exception {
    RetentionBudget.Account account = budget.open(0);
    account.reserve(100, ALIVE, NONE);
    CompletableFuture<Void> waiting = new CompletableFuture<>();
    awaitWaiting(start(waiting, account, 10, ALIVE));
    assertThat(waiting).isNotDone();
    account.release(10);
    waiting.get();
    assertThat(budget.getUsed()).isEqualTo(100);
    assertThat(budget.getPeak()).isEqualTo(100);
  }

  @Test
  public void aFileWithinItsAllowanceDoesNotQueueBehindOthers()
      throws Exception {
    RetentionBudget.Account big = budget.open(0);
    big.reserve(100, ALIVE, NONE);
    CompletableFuture<Void> waiting = new CompletableFuture<>();
    awaitWaiting(start(waiting, big, 10, ALIVE));
    budget.open(20).reserve(20, ALIVE, NONE);
    assertThat(waiting).isNotDone();
    big.release(100);
    waiting.get();
  }

  @Test
  public void waitersAreServedInTheOrderInWhichTheyCame() throws Exception {
    RetentionBudget.Account account = budget.open(0);
    account.reserve(100, ALIVE, NONE);
    CompletableFuture<Void> first = new CompletableFuture<>();
    awaitWaiting(start(first, account, 60, ALIVE));
    CompletableFuture<Void> second = new CompletableFuture<>();
    awaitWaiting(start(second, account, 10, ALIVE));
    // Enough for the second, but it came later.
    account.release(20);
    assertThat(second).isNotDone();
    account.release(50);
    CompletableFuture.allOf(first, second).get();
    assertThat(budget.getUsed()).isEqualTo(100);
  }

  @Test
  public void aWriterWhoseFileFailedStopsWaitingAndTakesNothing()
      throws Exception {
    RetentionBudget.Account account = budget.open(0);
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
    account.release(100);
    assertThat(budget.getUsed()).isZero();
  }

  @Test
  public void anInterruptedWriterTakesNothingAndLetsOthersPass()
      throws Exception {
    RetentionBudget.Account account = budget.open(0);
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
    RetentionBudget.Account account = budget.open(0);
    account.reserve(100, ALIVE, NONE);
    account.reserveAnyway(30);
    assertThat(budget.getUsed()).isEqualTo(130);
    CompletableFuture<Void> waiting = new CompletableFuture<>();
    awaitWaiting(start(waiting, budget.open(0), 10, ALIVE));
    account.release(35);
    assertThat(waiting).isNotDone();
    account.release(5);
    waiting.get();
    assertThat(budget.getUsed()).isEqualTo(100);
  }

  @Test
  public void aPacketLargerThanTheLimitPassesWhenNothingElseIsHeld()
      throws Exception {
    RetentionBudget.Account account = budget.open(0);
    account.reserve(150, ALIVE, NONE);
    account.release(150);
    assertThat(budget.getUsed()).isZero();
  }

  @Test
  public void beforeItWaitsAWriterIsAskedToMakeMemoryFree()
      throws Exception {
    RetentionBudget.Account account = budget.open(0);
    account.reserve(100, ALIVE, NONE);
    AtomicInteger asked = new AtomicInteger();
    account.reserve(50, ALIVE, () -> {
      asked.incrementAndGet();
      account.release(20);
      return true;
    });
    assertThat(asked.get()).isEqualTo(3);
    assertThat(budget.getUsed()).isEqualTo(90);
    assertThat(budget.getPeak()).isEqualTo(100);
  }

  @Test
  public void aReliefThatFailsLeavesTheOrderOfWaiters() throws Exception {
    RetentionBudget.Account account = budget.open(0);
    account.reserve(100, ALIVE, NONE);
    CompletableFuture<Void> first = new CompletableFuture<>();
    awaitWaiting(start(first, account, 10, ALIVE));
    assertThatThrownBy(() -> account.reserve(10, ALIVE, () -> {
      throw new IllegalStateException("a bug");
    })).hasMessage("a bug");
    account.release(10);
    first.get();
    assertThat(budget.getUsed()).isEqualTo(100);
  }

  @Test
  public void releasingMoreThanIsHeldIsRefused() throws Exception {
    RetentionBudget.Account account = budget.open(10);
    account.reserve(5, ALIVE, NONE);
    assertThatThrownBy(() -> account.release(6))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("releasing 6 of 5 bytes held");
  }

  @Test
  public void oneBudgetIsSharedByAllFilesWithTheSameLimit() {
    assertThat(RetentionBudget.shared(12345))
        .isSameAs(RetentionBudget.shared(12345))
        .isNotSameAs(RetentionBudget.shared(54321));
  }
}
