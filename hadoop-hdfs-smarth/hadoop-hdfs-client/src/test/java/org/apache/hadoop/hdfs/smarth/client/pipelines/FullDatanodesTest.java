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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet.Pipeline;
import org.apache.hadoop.util.FakeTimer;
import org.awaitility.Awaitility;
import org.junit.Before;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Datanodes that take no connection beside the other pipelines of a file, as
 * one does that is at its limit of threads.
 */
public class FullDatanodesTest extends BlockAllocatorTestCase {
  private final FakeTimer timer = getTimer();
  private final List<DatanodeInfo> live = getLive();
  private final List<List<DatanodeInfo>> excluded = getExcluded();

  @Before
  public void shareDatanodes() {
    setAuto(true);
  }

  private BlockAllocator allocatorFor(int datanodes) throws IOException {
    live.subList(datanodes, live.size()).clear();
    before();
    answerWithFreeDatanodes(3);
    return allocator();
  }

  private Pipeline begin(BlockAllocator allocator) throws IOException {
    Pipeline pipeline = pipelines().add();
    allocator.awaitTurn(pipeline);
    allocator.allocate(pipeline, null, NONE);
    return pipeline;
  }

  private static CompletableFuture<LocatedBlock> again(
      BlockAllocator allocator, Pipeline pipeline, DatanodeInfo... failed) {
    return CompletableFuture.supplyAsync(() -> {
      try {
        return allocator.allocate(pipeline, null, failed);
      } catch (IOException e) {
        throw new CompletionException(e);
      }
    });
  }

  /** @return the block of a pipeline that waits for the others to end. */
  private CompletableFuture<LocatedBlock> waits(BlockAllocator allocator,
      Pipeline pipeline) {
    int asked = excluded.size();
    CompletableFuture<LocatedBlock> block =
        again(allocator, pipeline, live.get(1));
    Awaitility.await().until(() -> excluded.size() > asked);
    assertThat(excluded.get(asked)).contains(live.get(1));
    assertThat(block).isNotDone();
    return block;
  }

  @Test
  public void oneThatIsNeededIsTriedAgainWhenTheOtherPipelinesHaveEnded()
      throws Exception {
    BlockAllocator allocator = allocatorFor(3);
    Pipeline first = next(allocator);
    first.firstFinished(64L << 20);
    CompletableFuture<LocatedBlock> block =
        waits(allocator, begin(allocator));
    first.done();
    assertThat(targets(block.get())).hasSize(3).contains(live.get(1));
    // The one with two targets.
    assertAbandoned(1);
  }

  /** @return a pipeline whose datanodes are tried again, alone. */
  private Pipeline tryAgain(BlockAllocator allocator) throws Exception {
    Pipeline first = next(allocator);
    first.firstFinished(64L << 20);
    Pipeline second = begin(allocator);
    CompletableFuture<LocatedBlock> block = waits(allocator, second);
    first.done();
    assertThat(targets(block.get())).hasSize(3);
    return second;
  }

  @Test
  public void thenThereIsOnePipelineAtATimeForAWhile() throws Exception {
    BlockAllocator allocator = allocatorFor(3);
    Pipeline second = tryAgain(allocator);
    second.connected(() -> 0);
    second.firstFinished(64L << 20);
    Pipeline third = pipelines().add();
    CompletableFuture<Void> turn = CompletableFuture.runAsync(() -> {
      try {
        allocator.awaitTurn(third);
      } catch (IOException e) {
        throw new CompletionException(e);
      }
    });
    Awaitility.await().pollDelay(400, TimeUnit.MILLISECONDS)
        .until(() -> third.getState() == PipelineState.QUEUED);
    timer.advance(FailedDatanodes.MIN_MILLIS);
    turn.get();
    assertThat(third.getState()).isEqualTo(PipelineState.CONNECTING);
    assertThat(second.getState()).isEqualTo(PipelineState.FIRST_FINISHED);
  }

  @Test
  public void whereThereAreOthersNothingIsWaitedFor() throws Exception {
    BlockAllocator allocator = allocatorFor(9);
    next(allocator).firstFinished(64L << 20);
    Pipeline second = begin(allocator);
    DatanodeInfo full = second.getTargets().get(0);
    assertThat(targets(again(allocator, second, full).get())).hasSize(3)
        .doesNotContain(full);
    assertThat(pipelines().getOpen()).isEqualTo(2);
    assertAbandoned(0);
  }

  @Test
  public void beforeStockGivesUpTheOtherPipelinesAreWaitedFor()
      throws Exception {
    BlockAllocator allocator = allocatorFor(9);
    Pipeline first = next(allocator);
    first.firstFinished(64L << 20);
    Pipeline second = begin(allocator);
    DatanodeInfo full = second.getTargets().get(0);
    again(allocator, second, full).get();
    DatanodeInfo another = second.getTargets().get(0);
    int asked = excluded.size();
    CompletableFuture<LocatedBlock> block =
        again(allocator, second, full, another);
    Awaitility.await().pollDelay(100, TimeUnit.MILLISECONDS)
        .until(() -> excluded.size() == asked && !block.isDone());
    first.done();
    assertThat(targets(block.get())).hasSize(3);
    assertThat(excluded.get(asked)).contains(full, another);
  }

  @Test
  public void oneThatRefusesAloneIsLeftOutAsInStock() throws Exception {
    BlockAllocator allocator = allocatorFor(3);
    Pipeline alone = tryAgain(allocator);
    assertThat(targets(allocator.allocate(alone, null,
        new DatanodeInfo[] {live.get(1)})))
        .containsExactly(live.get(0), live.get(2));
  }

  @Test
  public void onlyTheOneThatFailedLastIsToBlame() throws Exception {
    BlockAllocator allocator = allocatorFor(3);
    Pipeline alone = tryAgain(allocator);
    // The streamer tells of the first one as long as it has this block.
    assertThat(targets(allocator.allocate(alone, null,
        new DatanodeInfo[] {live.get(1), live.get(2)})))
        .containsExactlyInAnyOrder(live.get(0), live.get(1));
  }

  @Test
  public void oneThatDoesNotAnswerIsNotWaitedFor() throws Exception {
    BlockAllocator allocator = allocatorFor(3);
    next(allocator).firstFinished(64L << 20);
    Pipeline second = begin(allocator);
    timer.advance(FailedDatanodes.MIN_MILLIS);
    assertThat(targets(again(allocator, second, live.get(1)).get()))
        .hasSize(2);
    assertThat(pipelines().getOpen()).isEqualTo(2);
  }

  @Test
  public void oneThatAnOpenPipelineLostIsLeftOut() throws Exception {
    BlockAllocator allocator = allocatorFor(3);
    Pipeline first = next(allocator);
    first.firstFinished(64L << 20);
    CompletableFuture<LocatedBlock> block =
        waits(allocator, begin(allocator));
    allocator.avoid(live.get(1));
    first.done();
    assertThat(targets(block.get())).hasSize(2)
        .doesNotContain(live.get(1));
  }

  /** In each order in which the namenode may have its datanodes. */
  private interface FileInOrder {
    void write(BlockAllocator allocator) throws Exception;
  }

  private void inAllOrders(int datanodes, FileInOrder file) throws Exception {
    allocatorFor(datanodes);
    permute(datanodes, file);
  }

  /** The first ones are permuted; the others stay. */
  private void permute(int first, FileInOrder file) throws Exception {
    if (first == 0) {
      beginFile();
      file.write(allocator());
      return;
    }
    for (int i = 0; i < first; i++) {
      Collections.swap(live, i, first - 1);
      permute(first - 1, file);
      Collections.swap(live, i, first - 1);
    }
  }

  /** @return the first datanodes by name, whatever their order is now. */
  private List<DatanodeInfo> named(int datanodes) {
    List<DatanodeInfo> named = new ArrayList<>(live);
    named.sort(Comparator.comparing(DatanodeInfo::getXferAddr));
    return named.subList(0, datanodes);
  }

  /**
   * As stock's streamer has it: four attempts, and each tells of all that
   * failed so far. Of each pipeline the first dead datanode is found.
   *
   * @return the targets of the attempts; the last ones took the block
   */
  private List<List<DatanodeInfo>> connect(BlockAllocator allocator,
      Pipeline pipeline, Collection<DatanodeInfo> dead) throws Exception {
    allocator.awaitTurn(pipeline);
    Set<DatanodeInfo> failed = new HashSet<>();
    List<List<DatanodeInfo>> attempts = new ArrayList<>();
    while (attempts.size() < 4) {
      List<DatanodeInfo> targets = Arrays.asList(targets(
          allocator.allocate(pipeline, null, failed.toArray(NONE))));
      attempts.add(targets);
      List<DatanodeInfo> bad = new ArrayList<>(targets);
      bad.retainAll(dead);
      if (bad.isEmpty()) {
        pipeline.connected(() -> 0);
        pipeline.firstFinished(64L << 20);
        pipeline.done();
        return attempts;
      }
      failed.add(bad.get(0));
    }
    throw new AssertionError("Unable to create new block: " + attempts);
  }

  /** Another block drains until the thread waits for it. */
  private List<List<DatanodeInfo>> connectBesideADrain(
      BlockAllocator allocator, Collection<DatanodeInfo> dead)
      throws Exception {
    Pipeline drain = next(allocator);
    drain.firstFinished(64L << 20);
    Thread streamer = Thread.currentThread();
    CompletableFuture<Boolean> connected = new CompletableFuture<>();
    CompletableFuture<Void> drained = CompletableFuture.runAsync(() -> {
      while (streamer.getState() != Thread.State.TIMED_WAITING
          && !connected.isDone()) {
        Thread.yield();
      }
      drain.done();
    });
    try {
      return connect(allocator, pipelines().add(), dead);
    } finally {
      connected.complete(true);
      drained.join();
    }
  }

  @Test
  public void twoThatAreDeadAreLeftOutAsInStockWhereThereAreOthers()
      throws Exception {
    inAllOrders(5, allocator -> {
      List<DatanodeInfo> dead = named(2);
      List<List<DatanodeInfo>> attempts =
          connectBesideADrain(allocator, dead);
      for (List<DatanodeInfo> targets
          : attempts.subList(Math.min(2, attempts.size()), attempts.size())) {
        assertThat(targets).hasSize(3).doesNotContainAnyElementsOf(dead);
      }
      timer.advance(FailedDatanodes.MIN_MILLIS);
      if (attempts.size() > 2) {
        // Nor do they cost the next block anything.
        assertThat(connect(allocator, pipelines().add(), dead)).hasSize(1);
      }
    });
  }

  @Test
  public void theDeadCostABlockOneAttemptAtMostWhereOthersAreTooFew()
      throws Exception {
    inAllOrders(4, allocator -> {
      List<DatanodeInfo> dead = named(2);
      connectBesideADrain(allocator, dead);
      // Then each turns out to refuse a file without other pipelines, too.
      for (int i = 0; i < 2; i++) {
        assertThat(connect(allocator, pipelines().add(), dead).size())
            .isLessThanOrEqualTo(2);
      }
      assertThat(connect(allocator, pipelines().add(), dead)).hasSize(1);
    });
  }

  @Test
  public void theLastAttemptIsAsInStock() throws Exception {
    inAllOrders(5,
        allocator -> connectBesideADrain(allocator, named(3)));
  }

  @Test
  public void thoseThatFailedEarlierBlocksDoNotFailThisOne()
      throws Exception {
    for (long pause : new long[] {0, FailedDatanodes.MIN_MILLIS}) {
      inAllOrders(5, allocator -> {
        connectBesideADrain(allocator, named(2));
        timer.advance(pause);
        connect(allocator, pipelines().add(), named(3));
      });
    }
  }
}
