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
package org.apache.hadoop.hdfs.smarth.client.pipelines;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.smarth.client.datanodes.Datanodes;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet.Pipeline;
import org.awaitility.Awaitility;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

public class PipelineSetTest {
  @Rule
  public final Timeout timeout = new Timeout(20, TimeUnit.SECONDS);

  private final PipelineSet set =
      new PipelineSet(new OpenPipelines((progress, granted) -> { }));
  private Thread waiter;

  private CompletableFuture<Void> inBackground(Callable<Void> call) {
    CompletableFuture<Void> result = new CompletableFuture<>();
    waiter = new Thread(() -> {
      try {
        result.complete(call.call());
      } catch (Throwable e) {
        result.completeExceptionally(e);
      }
    });
    waiter.setDaemon(true);
    waiter.start();
    Awaitility.await().until(() -> result.isDone()
        || waiter.getState() == Thread.State.TIMED_WAITING);
    return result;
  }

  private CompletableFuture<Void> turn(Pipeline pipeline, int limit) {
    return inBackground(() -> {
      pipeline.awaitTurn(() -> limit, () -> limit);
      return null;
    });
  }

  private Pipeline streaming(int limit) throws IOException {
    Pipeline pipeline = set.add();
    pipeline.awaitTurn(() -> limit, () -> limit);
    pipeline.connected(() -> 0);
    return pipeline;
  }

  @Test
  public void theNextBlockWaitsForTheFirstDatanodeOfTheOneBefore()
      throws Exception {
    Pipeline first = streaming(3);
    Pipeline second = set.add();
    CompletableFuture<Void> turn = turn(second, 3);
    assertThat(turn).isNotDone();
    first.firstFinished(64L << 20);
    turn.get();
    assertThat(second.getState()).isEqualTo(PipelineState.CONNECTING);
    assertThat(set.getOpen()).isEqualTo(2);
  }

  @Test
  public void afterAFlushTheNextBlockWaitsForEveryDatanodeOfTheOneBefore()
      throws Exception {
    Pipeline first = streaming(3);
    first.flushing();
    CompletableFuture<Void> turn = turn(set.add(), 3);
    first.firstFinished(64L << 20);
    // One that was not flushed would be followed now.
    Awaitility.await().during(500, TimeUnit.MILLISECONDS)
        .until(() -> !turn.isDone());
    first.done();
    turn.get();
    assertThat(set.getMaxOpen()).isEqualTo(1);
  }

  @Test
  public void aStockPipelineLetsTheNextBlockGoWhenItIsDone()
      throws Exception {
    Pipeline first = streaming(3);
    CompletableFuture<Void> turn = turn(set.add(), 3);
    assertThat(turn).isNotDone();
    first.done();
    turn.get();
    assertThat(set.getMaxOpen()).isEqualTo(1);
  }

  @Test
  public void noMorePipelinesOpenThanTheLimit() throws Exception {
    Pipeline first = streaming(2);
    first.firstFinished(64L << 20);
    Pipeline second = streaming(2);
    second.firstFinished(64L << 20);
    CompletableFuture<Void> turn = turn(set.add(), 2);
    assertThat(turn).isNotDone();
    second.done();
    turn.get();
    assertThat(set.getMaxOpen()).isEqualTo(2);
    assertThat(set.getBlocks()).isEqualTo(2);
  }

  @Test
  public void theWriterIsAtMostOneBlockAheadOfTheOpenPipelines()
      throws Exception {
    Pipeline first = streaming(1);
    Pipeline second = set.add();
    second.awaitPreviousTurn();
    Pipeline third = set.add();
    CompletableFuture<Void> writer = inBackground(() -> {
      third.awaitPreviousTurn();
      return null;
    });
    assertThat(writer).isNotDone();
    first.done();
    second.awaitTurn(() -> 1, () -> 1);
    writer.get();
  }

  @Test
  public void flushWaitsForEveryEarlierPipelineButNotForItsOwn()
      throws Exception {
    Pipeline first = streaming(3);
    first.firstFinished(64L << 20);
    Pipeline second = streaming(3);
    second.firstFinished(64L << 20);
    Pipeline third = streaming(3);
    CompletableFuture<Void> flushed = inBackground(() -> {
      third.awaitEarlierDone();
      return null;
    });
    second.done();
    assertThat(flushed).isNotDone();
    first.done();
    flushed.get();
    assertThat(third.getState()).isEqualTo(PipelineState.STREAMING);
  }

  @Test
  public void closeWaitsForAnEarlierPipelineThoughItsOwnIsDone()
      throws Exception {
    Pipeline first = streaming(3);
    first.firstFinished(64L << 20);
    Pipeline second = streaming(3);
    second.firstFinished(64L << 20);
    second.done();
    CompletableFuture<Void> closed = inBackground(() -> {
      second.awaitEarlierDone();
      return null;
    });
    assertThat(closed).isNotDone();
    first.done();
    closed.get();
  }

  @Test
  public void aFailureReachesEverybodyWhoWaitsNowOrLater() throws Exception {
    Pipeline first = streaming(3);
    first.firstFinished(64L << 20);
    Pipeline second = streaming(3);
    CompletableFuture<Void> flushed = inBackground(() -> {
      second.awaitEarlierDone();
      return null;
    });
    IOException cause = new IOException("datanode lost");
    first.failed(cause);
    second.failed(new IOException("a later one"));
    assertThatThrownBy(flushed::get).hasCause(cause);
    assertThatThrownBy(() -> set.add().awaitTurn(() -> 3, () -> 3)).hasCause(cause)
        .hasMessage(cause.getMessage());
    assertThatThrownBy(set::check).hasCause(cause)
        .hasMessage(cause.getMessage());
    assertThat(set.getOpen()).isZero();
  }

  /** Also where nothing has to be waited for. */
  @Test
  public void afterAFailureNoPipelineHasItsTurn() throws Exception {
    Pipeline first = set.add();
    Pipeline second = set.add();
    IOException cause = new IOException("datanode lost");
    set.fail(cause);
    set.fail(new IOException("a later one"));
    assertThatThrownBy(() -> first.awaitTurn(() -> 3, () -> 3)).hasCause(cause);
    assertThatThrownBy(first::awaitPreviousTurn).hasCause(cause);
    assertThatThrownBy(() -> set.awaitChange(1)).hasCause(cause);
    assertThat(set.getFailure()).isSameAs(cause);
    assertThat(second.getState()).isEqualTo(PipelineState.QUEUED);
    assertThat(set.getOpen()).isZero();
  }

  @Test
  public void afterAFailureThatTheLimitsViewCausesNoPipelineHasItsTurn() {
    Pipeline first = set.add();
    assertThatThrownBy(() -> first.awaitTurn(() -> {
      set.fail(new IOException("datanode lost"));
      return 3;
    }, () -> 3)).hasMessage("datanode lost");
    assertThat(first.getState()).isEqualTo(PipelineState.QUEUED);
  }

  @Test
  public void closingWakesWhoeverWaits() throws Exception {
    streaming(3);
    CompletableFuture<Void> turn = turn(set.add(), 3);
    set.close(null);
    assertThatThrownBy(turn::get)
        .hasCauseInstanceOf(ClosedChannelException.class);
  }

  @Test
  public void whoWaitsWhenItIsClosedLearnsWhy() throws Exception {
    streaming(3);
    Pipeline waiting = set.add();
    CompletableFuture<Void> turn = turn(waiting, 3);
    set.close(new IOException("expected by the test"));
    set.close(null);
    assertThatThrownBy(turn::get).hasCauseInstanceOf(IOException.class)
        .hasMessageEndingWith("expected by the test");
    assertThatThrownBy(waiting::awaitDone).hasMessage("expected by the test");
  }

  @Test
  public void whatIsDoneIsDoneThoughTheFileIsClosed() throws Exception {
    Pipeline first = streaming(3);
    first.firstFinished(64L << 20);
    Pipeline second = streaming(3);
    CompletableFuture<Void> earlier = inBackground(() -> {
      second.awaitEarlierDone();
      return null;
    });
    synchronized (set) {
      first.done();
      set.close(null);
    }
    earlier.get();
    first.awaitDone();
    assertThatThrownBy(second::awaitDone)
        .isInstanceOf(ClosedChannelException.class);
  }

  @Test
  public void soItIsForWhoWaitsUntilTheNextFileMayBegin() throws Exception {
    Pipeline only = streaming(1);
    only.firstFinished(64L << 20);
    CompletableFuture<Void> delivered = inBackground(() -> {
      only.awaitDoneOr(true, () -> false);
      return null;
    });
    synchronized (set) {
      only.done();
      set.close(null);
    }
    delivered.get();
  }

  @Test
  public void interruptsEndAWaitAndLeaveThePipelineQueued() {
    Pipeline first;
    try {
      first = streaming(3);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    Pipeline second = set.add();
    CompletableFuture<Void> turn = turn(second, 3);
    waiter.interrupt();
    assertThatThrownBy(turn::get)
        .hasCauseInstanceOf(InterruptedIOException.class);
    assertThat(second.getState()).isEqualTo(PipelineState.QUEUED);
    assertThat(first.getState()).isEqualTo(PipelineState.STREAMING);
  }

  @Test
  public void datanodesAreBusyUntilTheirPipelineIsDone() throws Exception {
    DatanodeInfo one = Datanodes.node("a", 1);
    DatanodeInfo two = Datanodes.node("b", 2);
    Pipeline first = streaming(3);
    first.occupy(new DatanodeInfo[] {one});
    first.firstFinished(64L << 20);
    Pipeline second = streaming(3);
    second.occupy(new DatanodeInfo[] {two});
    assertThat(set.busyDatanodes()).containsExactlyInAnyOrder(one, two);
    first.done();
    assertThat(set.busyDatanodes()).containsExactly(two);
  }

  @Test
  public void openPipelinesAreCountedUntilTheFileIsClosed() throws Exception {
    AtomicInteger counted = new AtomicInteger();
    PipelineSet file = new PipelineSet(
        new OpenPipelines((progress, granted) -> { }), counted::addAndGet);
    Pipeline first = file.add();
    first.awaitTurn(() -> 2, () -> 2);
    first.connected(() -> 0);
    first.firstFinished(64L << 20);
    Pipeline second = file.add();
    second.awaitTurn(() -> 2, () -> 2);
    assertThat(counted.get()).isEqualTo(2);
    first.done();
    assertThat(counted.get()).isEqualTo(1);
    file.close(null);
    file.close(null);
    assertThat(counted.get()).isZero();
    second.failed(new IOException("expected by the test"));
    assertThat(counted.get()).isZero();
  }

  @Test
  public void onlyTheTransitionsOfTheTableAreAllowed() throws Exception {
    Pipeline pipeline = set.add();
    assertThatThrownBy(() -> pipeline.firstFinished(1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a pipeline that is QUEUED cannot become FIRST_FINISHED");
    pipeline.awaitTurn(() -> 1, () -> 1);
    pipeline.connected(() -> 0);
    pipeline.done();
    assertThatThrownBy(pipeline::done)
        .isInstanceOf(IllegalStateException.class);
    for (PipelineState state : PipelineState.values()) {
      assertThat(PipelineState.DONE.mayBecome(state)).isFalse();
      assertThat(PipelineState.FAILED.mayBecome(state)).isFalse();
    }
  }
}
