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
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import com.google.common.util.concurrent.Uninterruptibles;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.smarth.client.datanodes.Datanodes;
import org.apache.hadoop.hdfs.smarth.client.pipelines.OpenPipelines.PipelineProgress;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet.Pipeline;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

public class OpenPipelinesTest {
  private final OpenPipelines open = new OpenPipelines((progress, granted) -> { });
  private final PipelineSet file = newFile();
  private final List<DatanodeInfo> nodes = Datanodes.racks(3, 3);

  private PipelineSet newFile() {
    return new PipelineSet(open);
  }

  private Pipeline begin(PipelineSet of, int... numbers) throws IOException {
    Pipeline pipeline = of.add();
    pipeline.awaitTurn(() -> 64, () -> 64);
    pipeline.occupy(Arrays.stream(numbers).mapToObj(nodes::get)
        .toArray(DatanodeInfo[]::new));
    return pipeline;
  }

  private DatanodeUse use() {
    return DatanodeUse.of(open.beside(null), nodes);
  }

  private List<DatanodeInfo> serving() {
    return new ArrayList<>(use().getServing());
  }

  private PipelineProgress only() {
    List<PipelineProgress> all = open.beside(null);
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  /** @return what the next block of the same file sees. */
  private PipelineProgress own() {
    List<PipelineProgress> all = open.beside(file.add());
    assertThat(all).hasSize(1);
    assertThat(all.get(0).isOwn()).isTrue();
    return all.get(0);
  }

  @Test(timeout = 60_000)
  public void allFilesAreSeenUntilTheirPipelinesEnd() throws IOException {
    Pipeline first = begin(file, 0, 1);
    PipelineSet other = newFile();
    Pipeline second = begin(other, 1, 4);
    assertThat(serving()).containsExactlyInAnyOrder(nodes.get(0), nodes.get(1),
        nodes.get(4));
    assertThat(use().serves(nodes.get(1))).isEqualTo(2);
    assertThat(use().sends(nodes.get(1))).isEqualTo(1);
    assertThat(open.beside(second)).hasSize(1);
    first.connected(() -> 0);
    first.done();
    second.failed(new IOException("expected by the test"));
    assertThat(serving()).isEmpty();
  }

  @Test(timeout = 60_000)
  public void aFileThatIsClosedLeavesNothing() throws IOException {
    Pipeline pipeline = begin(file, 0, 1);
    file.close(null);
    assertThat(serving()).isEmpty();
    pipeline.connected(() -> 0);
    assertThat(serving()).isEmpty();
  }

  @Test(timeout = 60_000)
  public void aWriterWhoFlushesTakesNoLinkUntilTheBlockIsWhole()
      throws IOException {
    Pipeline log = begin(file, 0, 1);
    log.connected(() -> 0);
    assertThat(serving()).hasSize(2);
    log.flushing();
    assertThat(serving()).isEmpty();
    log.firstFinished(1000);
    assertThat(serving()).hasSize(2);
  }

  @Test(timeout = 60_000)
  public void aFileThatWaitsTakesNoLink() throws IOException {
    AtomicLong acked = new AtomicLong();
    begin(file, 0, 1).connected(acked::get);
    assertThat(serving()).hasSize(2);
    Awaitility.await().until(() -> serving().isEmpty());
    acked.set(1);
    assertThat(serving()).hasSize(2);
  }

  @Test(timeout = 60_000)
  public void ofVeryManyPipelinesTheNewestCount() throws IOException {
    begin(file, 0, 1);
    for (int i = 0; i < 64; i++) {
      begin(newFile(), 2, 3);
    }
    assertThat(serving())
        .containsExactlyInAnyOrder(nodes.get(2), nodes.get(3));
  }

  @Test(timeout = 60_000)
  public void aBlockDrainsFromItsFirstDatanodeUntilAllHaveNearlyAll()
      throws IOException {
    AtomicLong acked = new AtomicLong();
    Pipeline pipeline = begin(file, 0, 1);
    pipeline.connected(acked::get);
    assertThat(only().isDraining()).isFalse();
    pipeline.firstFinished(1000);
    acked.set(899);
    assertThat(own().isDraining()).isTrue();
    // To another file it may be about to end.
    assertThat(only().isDraining()).isFalse();
    Awaitility.await().until(() -> only().isDraining());
    acked.set(900);
    assertThat(own().isDraining()).isFalse();
    assertThat(only().isDraining()).isFalse();
    assertThat(only().getBytes()).isEqualTo(900);
  }

  @Test(timeout = 60_000)
  public void ofABlockWhoseWriterWasSlowNoTimeIsTold() throws IOException {
    Pipeline pipeline = begin(file);
    pipeline.connected(() -> 700);
    assertThat(open.beside(null)).as("without datanodes").isEmpty();
    pipeline.occupy(new DatanodeInfo[] {nodes.get(0)});
    assertThat(only().getNanos()).isZero();
    long began = System.nanoTime();
    pipeline.measure(began);
    assertThat(only().getNanos()).isBetween(0L, System.nanoTime() - began);
  }

  @Test(timeout = 60_000)
  public void whoChoosesSeesWhatTheOthersHaveChosen() throws IOException {
    Pipeline first = begin(file);
    Pipeline second = begin(newFile());
    open.choose(first, others -> {
      assertThat(others).isEmpty();
      return nodes.subList(0, 2);
    });
    open.choose(second, others -> {
      assertThat(others).hasSize(1);
      assertThat(others.get(0).getNodes())
          .containsExactly(nodes.get(0), nodes.get(1));
      return Collections.emptyList();
    });
    assertThat(second.getTargets()).isEmpty();
  }

  @Test(timeout = 60_000)
  public void oneChoosesAtATime() throws Exception {
    Pipeline first = begin(newFile());
    Pipeline second = begin(newFile());
    CountDownLatch chosen = new CountDownLatch(1);
    CountDownLatch choosing = new CountDownLatch(1);
    CompletableFuture<Void> one = CompletableFuture.runAsync(() ->
        open.choose(first, others -> {
          choosing.countDown();
          Uninterruptibles.awaitUninterruptibly(chosen);
          return nodes.subList(0, 2);
        }));
    choosing.await();
    List<PipelineProgress> seen = new ArrayList<>();
    Thread other = new Thread(() -> open.choose(second, others -> {
      seen.addAll(others);
      return nodes.subList(2, 4);
    }));
    other.start();
    Awaitility.await().until(
        () -> other.getState() == Thread.State.BLOCKED);
    chosen.countDown();
    one.get();
    other.join();
    assertThat(seen).hasSize(1);
  }

  @Test(timeout = 60_000)
  public void whoNeedsRoomWaitsForFilesThatDrained() throws Exception {
    Set<PipelineSet> none = file.getDrainingFiles();
    assertThat(file.awaitDrainingFile(none)).as("none drains").isFalse();
    PipelineSet one = drains();
    PipelineSet two = drains();
    Set<PipelineSet> files = file.getDrainingFiles();
    PipelineSet three = drains();
    CompletableFuture<Boolean> waits = CompletableFuture.supplyAsync(() -> {
      try {
        return file.awaitDrainingFile(files);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    });
    open.ends(three);
    assertThat(waits).isNotDone();
    open.ends(one);
    assertThat(waits.get()).isTrue();
    assertThat(files).containsExactly(two);
    // What has ended meanwhile is not waited for.
    open.ends(two);
    assertThat(file.awaitDrainingFile(files)).isTrue();
    assertThat(file.awaitDrainingFile(files)).as("none is left").isFalse();
    drains();
    file.fail(new IOException("expected by the test"));
    assertThatThrownBy(() -> file.awaitDrainingFile(file.getDrainingFiles()))
        .hasMessage("expected by the test");
  }

  private PipelineSet drains() {
    PipelineSet sent = newFile();
    assertThat(open.drains(sent, 64)).isTrue();
    return sent;
  }

  @Test(timeout = 60_000)
  public void howFarAllAreIsToldWheneverOneOpensOrEnds() throws IOException {
    AtomicReference<Map<Long, Long>> told = new AtomicReference<>();
    AtomicInteger granted = new AtomicInteger();
    OpenPipelines observed = new OpenPipelines((progress, notCounted) -> {
      told.set(progress);
      granted.set(notCounted);
    });
    PipelineSet one = new PipelineSet(observed);
    Pipeline first = begin(one, 0, 1);
    assertThat(told.get()).containsOnly(entry(0L, 0L));
    first.connected(() -> 7);
    first.firstFinished(9);
    begin(one, 1, 2).connected(() -> 8);
    assertThat(told.get()).containsOnly(entry(0L, 7L), entry(1L, 0L));
    assertThat(granted.get()).isZero();
    Pipeline other = begin(new PipelineSet(observed), 2, 3);
    assertThat(told.get()).hasSize(3);
    assertThat(granted.get()).as("a second file").isEqualTo(1);
    assertThat(observed.drains(one, 2)).as("two are counted").isFalse();
    assertThat(observed.drains(one, 3)).isTrue();
    assertThat(granted.get()).as("one file is written").isZero();
    other.connected(() -> 5);
    other.done();
    assertThat(told.get()).hasSize(2);
    one.close(null);
    assertThat(told.get()).isEmpty();
  }

  @Test(timeout = 60_000)
  public void anObserverThatFailsHoldsNoPipelineUp() throws Exception {
    PipelineSet observed =
        new PipelineSet(new OpenPipelines((progress, granted) -> {
          throw new IllegalStateException("expected by the test");
        }));
    Pipeline pipeline = begin(observed, 0);
    assertThat(observed.getOpen()).isEqualTo(1);
    pipeline.connected(() -> 0);
    pipeline.done();
    pipeline.awaitDone();
    assertThat(observed.getOpen()).isZero();
  }

  /** @return a pipeline of the file whose first datanode has its block. */
  private static Pipeline sent(PipelineSet of, int limit) throws IOException {
    Pipeline pipeline = of.add();
    pipeline.awaitTurn(() -> 64, () -> limit);
    pipeline.connected(() -> 0);
    pipeline.firstFinished(1);
    return pipeline;
  }

  @Test(timeout = 60_000)
  public void filesShareOneLimitAndEachMayHaveOne() throws Exception {
    Pipeline first = sent(file, 2);
    sent(file, 2);
    // Two are counted, and the limit is reached.
    PipelineSet other = newFile();
    sent(other, 2);
    Pipeline waiting = other.add();
    AtomicInteger asked = new AtomicInteger();
    CompletableFuture<Void> turn = CompletableFuture.runAsync(() -> {
      try {
        waiting.awaitTurn(() -> 64, () -> {
          asked.incrementAndGet();
          return 2;
        });
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    });
    Awaitility.await().until(() -> asked.get() > 2);
    assertThat(turn).isNotDone();
    first.done();
    turn.get();
    assertThat(other.getOpen()).isEqualTo(2);
  }

  @Test(timeout = 60_000)
  public void whoWaitsForAPlaceIsWokenByEveryFile() throws Throwable {
    Pipeline pipeline = begin(file, 0);
    pipeline.connected(() -> 0);
    PipelineSet other = drains();
    for (ThrowingCallable change : Arrays.<ThrowingCallable>asList(
        pipeline::done, () -> open.ends(other),
        () -> file.fail(new IOException("expected")),
        () -> file.close(null))) {
      long known = open.getChanges();
      CompletableFuture<Void> woken = new CompletableFuture<>();
      Thread waiter = new Thread(() -> {
        try {
          open.awaitChange(known, Integer.MAX_VALUE);
          woken.complete(null);
        } catch (InterruptedException e) {
          woken.completeExceptionally(e);
        }
      });
      waiter.start();
      Awaitility.await().until(
          () -> waiter.getState() == Thread.State.TIMED_WAITING);
      change.call();
      woken.get();
    }
  }

  /** One whose datanodes are slow keeps what it gets for long. */
  @Test(timeout = 60_000)
  public void ofFilesThatWaitThoseWithTheFewestComeFirst() throws IOException {
    sent(file, 64);
    sent(file, 64);
    PipelineSet other = newFile();
    Pipeline ended = sent(other, 64);
    // One is granted, and three are open.
    assertThat(open.takePlace(other.add(), 2)).isFalse();
    assertThat(open.takePlace(file.add(), 64)).as("the other one waits")
        .isFalse();
    assertThat(open.takePlace(other.add(), 64)).isTrue();
    assertThat(open.takePlace(file.add(), 64)).isTrue();
    // Who has ended, or asks no more, waits no more.
    assertThat(open.takePlace(other.add(), 1)).isFalse();
    ended.done();
    other.close(null);
    Awaitility.await().until(() -> open.takePlace(file.add(), 64));
  }
}
