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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.client.impl.DfsClientConf;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DSQuotaExceededException;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.namenode.NotReplicatedYetException;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf;
import org.apache.hadoop.hdfs.smarth.client.datanodes.Datanodes;
import org.apache.hadoop.hdfs.smarth.client.pipelines.BlockAllocator.FileUnderWrite;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet.Pipeline;
import org.apache.hadoop.hdfs.smarth.client.plan.auto.ModelCluster;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.awaitility.Awaitility;
import org.junit.Test;
import org.mockito.stubbing.OngoingStubbing;

import static org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType.LIVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

/** What a file asks of the namenode, with a scripted namenode. */
public class BlockAllocatorTest extends BlockAllocatorTestCase {
  private final ClientProtocol namenode = getNamenode();
  private final Configuration conf = getConf();
  private final List<DatanodeInfo> live = getLive();
  private final List<List<DatanodeInfo>> excluded = getExcluded();

  private static final int PIPELINES = 6;

  @Test
  public void theFirstBlockAsksNoMoreThanStock() throws IOException {
    answerWithFreeDatanodes(3);
    next(allocator());
    verify(namenode, never()).getDatanodeReport(any());
    assertThat(excluded).containsExactly(Collections.emptyList());
  }

  @Test
  public void whereTargetsCannotBeArrangedTheyStayAsTheNamenodeHasThem()
      throws IOException {
    answerWithFreeDatanodes(3);
    PipelinePlan plan = mock(PipelinePlan.class);
    doThrow(new OutOfMemoryError("expected by the test"))
        .when(plan).arrange(any(), any());
    Pipeline pipeline = next(new BlockAllocator(namenode,
        new FileUnderWrite("/f", 7, "client", 3, null,
            EnumSet.noneOf(AddBlockFlag.class), false),
        new DfsClientConf(conf), Long.MAX_VALUE, plan, pipelines()));
    assertThat(pipeline.getTargets()).isEqualTo(live.subList(0, 3));
  }

  /** A quota counts whole blocks of a file until that is complete. */
  private void assertWaitsForFilesThatDrain(RemoteException refusal)
      throws Exception {
    AtomicInteger refusals = new AtomicInteger(1);
    OpenPipelines others = openOfAll();
    PipelineSet first = new PipelineSet(others);
    PipelineSet second = new PipelineSet(others);
    PipelineSet late = new PipelineSet(others);
    onAddBlock().thenAnswer(call -> {
      if (refusals.getAndDecrement() > 0) {
        // Another begins to drain each time; it is not waited for.
        others.drains(late, 64);
        throw refusal;
      }
      return block(live.subList(0, 3).toArray(NONE));
    });
    assertThatThrownBy(() -> next(allocator())).as("none drains")
        .hasMessageContaining(refusal.getMessage());
    others.ends(late);
    beginFile();
    others.drains(first, 64);
    others.drains(second, 64);
    refusals.set(2);
    CompletableFuture<Throwable> block = nextInBackground();
    Awaitility.await().until(() -> refusals.get() == 1);
    assertThat(block).isNotDone();
    others.ends(second);
    Awaitility.await().until(() -> refusals.get() == 0);
    assertThat(block).isNotDone();
    others.ends(first);
    assertThat(block.get()).isNull();
    others.ends(late);
    beginFile();
    others.drains(first, 64);
    refusals.set(2);
    CompletableFuture<Throwable> refused = nextInBackground();
    Awaitility.await().until(() -> refusals.get() == 1);
    others.ends(first);
    assertThat(refused.get()).hasMessageContaining(refusal.getMessage());
  }

  private CompletableFuture<Throwable> nextInBackground() {
    BlockAllocator allocator = allocator();
    return CompletableFuture.supplyAsync(
        () -> catchThrowable(() -> next(allocator)));
  }

  @Test
  public void aBlockThatFindsNoQuotaWaitsForOtherFilesThatDrain()
      throws Exception {
    assertWaitsForFilesThatDrain(new RemoteException(
        DSQuotaExceededException.class.getName(), "quota"));
  }

  @Test
  public void aBlockThatFindsNoDatanodeWaitsForThemToo() throws Exception {
    assertWaitsForFilesThatDrain(new RemoteException(
        IOException.class.getName(), "could only be replicated to 0 nodes"));
  }

  @Test
  public void soItDoesWhereANamenodeOfHadoop3FindsNone() throws Exception {
    assertWaitsForFilesThatDrain(new RemoteException(
        IOException.class.getName(),
        "could only be written to 0 of the 1 minReplication nodes"));
  }

  @Test
  public void whereOnlyTheNamenodeKnowsWhichStoragesFitItChooses()
      throws IOException {
    answerWithFreeDatanodes(3);
    setStoragePolicy();
    BlockAllocator allocator = allocator();
    next(allocator).firstFinished(64L << 20);
    next(allocator);
    assertThat(excluded).containsExactly(Collections.emptyList(),
        Collections.emptyList());
  }

  @Test
  public void openPipelinesShareNoDatanodes() throws IOException {
    answerWithFreeDatanodes(3);
    BlockAllocator allocator = allocator();
    next(allocator).firstFinished(64L << 20);
    List<DatanodeInfo> busy =
        new ArrayList<>(pipelines().busyDatanodes());
    next(allocator);
    assertThat(excluded.get(1)).containsAll(busy);
    assertThat(pipelines().busyDatanodes()).hasSize(6);
  }

  /** @return a thread that waits, or has waited, for a pipeline's turn. */
  private static Thread turn(BlockAllocator allocator, Pipeline pipeline) {
    Thread turn = new Thread(() -> {
      try {
        allocator.awaitTurn(pipeline);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    });
    turn.setDaemon(true);
    turn.start();
    Awaitility.await().until(() -> !turn.isAlive()
        || turn.getState() == Thread.State.TIMED_WAITING);
    return turn;
  }

  @Test
  public void atMostLiveByReplicationPipelinesAreOpen() throws Exception {
    answerWithFreeDatanodes(3);
    BlockAllocator allocator = allocator();
    Pipeline first = next(allocator);
    first.firstFinished(64L << 20);
    next(allocator).firstFinished(64L << 20);
    next(allocator).firstFinished(64L << 20);
    Pipeline fourth = pipelines().add();
    Thread turn = turn(allocator, fourth);
    assertThat(fourth.getState()).isEqualTo(PipelineState.QUEUED);
    first.done();
    turn.join();
    assertThat(fourth.getState()).isEqualTo(PipelineState.CONNECTING);
    assertThat(pipelines().getMaxOpen()).isEqualTo(3);
  }

  @Test
  public void aConfiguredNumberOfPipelinesIsKept() throws Exception {
    conf.setInt(SmarthClientConf.PIPELINES_MAX_KEY, 1);
    answerWithFreeDatanodes(3);
    BlockAllocator allocator = allocator();
    Pipeline first = next(allocator);
    first.firstFinished(64L << 20);
    Pipeline second = pipelines().add();
    Thread turn = turn(allocator, second);
    assertThat(second.getState()).isEqualTo(PipelineState.QUEUED);
    first.done();
    turn.join();
    assertThat(second.getState()).isEqualTo(PipelineState.CONNECTING);
  }

  @Test
  public void favoredNodesAreNeverExcluded() throws IOException {
    answerWithFreeDatanodes(3);
    BlockAllocator allocator = allocator("host:1");
    next(allocator).firstFinished(64L << 20);
    next(allocator);
    assertThat(excluded.get(1)).isEmpty();
  }

  @Test
  public void tooFewTargetsAreGivenBackAndAskedForAgainWithoutExclusion()
      throws IOException {
    // The namenode knows of fewer datanodes than its list told.
    live.subList(5, 9).clear();
    answerWithFreeDatanodes(3);
    BlockAllocator allocator = allocator();
    next(allocator).firstFinished(64L << 20);
    next(allocator);
    verify(namenode).abandonBlock(any(), eq(7L), eq("/f"), eq("client"));
    assertThat(excluded.get(excluded.size() - 1)).isEmpty();
    assertThat(pipelines().getBlocks()).isEqualTo(2);
  }

  private static CompletableFuture<LocatedBlock> allocate(
      BlockAllocator allocator, Pipeline pipeline) {
    return CompletableFuture.supplyAsync(() -> {
      try {
        return allocator.allocate(pipeline, null, NONE);
      } catch (IOException e) {
        throw new CompletionException(e);
      }
    });
  }

  private CompletableFuture<LocatedBlock> thirdPipelineOfAnOrdinaryUser(
      int datanodes) throws Exception {
    when(namenode.getDatanodeReport(LIVE)).thenThrow(new RemoteException(
        AccessControlException.class.getName(), "superusers only"));
    live.subList(datanodes, 9).clear();
    answerWithFreeDatanodes(3);
    BlockAllocator allocator = allocator();
    Pipeline first = next(allocator);
    first.firstFinished(64L << 20);
    next(allocator).firstFinished(64L << 20);
    Pipeline third = pipelines().add();
    allocator.awaitTurn(third);
    CompletableFuture<LocatedBlock> allocated = allocate(allocator, third);
    Awaitility.await().until(() -> excluded.size() == 3);
    assertThat(allocated).isNotDone();
    first.done();
    return allocated;
  }

  @Test
  public void aUserWhoMayNotListDatanodesLearnsHowManyThereAre()
      throws Exception {
    // Seven datanodes have room for two pipelines: the third waits for one.
    assertThat(thirdPipelineOfAnOrdinaryUser(7).get().getLocations())
        .hasSize(3);
    verify(namenode).abandonBlock(any(), anyLong(), anyString(), anyString());
    verify(namenode, times(1)).getDatanodeReport(LIVE);
  }

  @Test
  public void aUserWhoMayNotListDatanodesWaitsWhenNoneIsLeft()
      throws Exception {
    assertThat(thirdPipelineOfAnOrdinaryUser(6).get().getLocations())
        .hasSize(3);
  }

  @Test
  public void withoutAnyDatanodeTheNamenodesRefusalReachesTheWriter()
      throws IOException {
    live.clear();
    answerWithFreeDatanodes(3);
    Pipeline first = pipelines().add();
    BlockAllocator allocator = allocator();
    allocator.awaitTurn(first);
    assertThatThrownBy(() -> allocator.allocate(first, null, NONE))
        .hasMessageContaining("could only be replicated to 0 nodes");
  }

  @Test
  public void aQuotaThatIsExceededIsToldOnceEarlierBlocksAreDone()
      throws Exception {
    RemoteException refusal = new RemoteException(
        DSQuotaExceededException.class.getName(), "no room");
    AtomicInteger asked = new AtomicInteger();
    BlockAllocator allocator = allocator();
    onAddBlock().thenReturn(block(live.get(0))).thenAnswer(call -> {
      asked.incrementAndGet();
      throw refusal;
    });
    Pipeline first = next(allocator);
    first.firstFinished(64L << 20);
    Pipeline second = pipelines().add();
    allocator.awaitTurn(second);
    CompletableFuture<LocatedBlock> allocated = allocate(allocator, second);
    Awaitility.await().until(() -> asked.get() > 0);
    // Whoever closes the file hears of the refusal, and completes it.
    assertThat(allocated).isNotDone();
    first.done();
    assertThatThrownBy(allocated::get)
        .hasCauseInstanceOf(DSQuotaExceededException.class);
    assertThat(asked.get()).as("as stock, which asks then").isEqualTo(2);
  }

  /** As stock's, which finds as many datanodes as are left. */
  private void answerAsTheNamenode(long seed) throws IOException {
    ModelCluster cluster = new ModelCluster(live, 1, seed);
    onAddBlock().thenAnswer(call -> {
      DatanodeInfo[] without = (DatanodeInfo[]) call.getArguments()[3];
      excluded.add(without == null ? Collections.emptyList()
          : Arrays.asList(without));
      return cluster.addBlock(
          new HashSet<>(excluded.get(excluded.size() - 1)), 3);
    });
  }

  @Test
  public void inAutoModePipelinesShareDatanodesWhenNoneIsLeft()
      throws IOException {
    setAuto(true);
    answerAsTheNamenode(1);
    BlockAllocator allocator = allocator();
    for (int i = 0; i < PIPELINES; i++) {
      next(allocator).firstFinished(64L << 20);
    }
    assertThat(pipelines().getOpen()).isEqualTo(PIPELINES);
    assertAbandoned(0);
    DatanodeUse use = DatanodeUse.of(openOfAll().beside(null),
        Collections.emptyList());
    assertThat(live).allMatch(
        node -> use.sends(node) <= 1 && use.receives(node) <= 1);
    // Its pipelines cover the cluster.
    verify(namenode, times(1)).getDatanodeReport(any());
    assertThat(excluded).hasSize(PIPELINES);
    assertThat(excluded.get(PIPELINES - 1)).isNotEmpty();
  }

  @Test
  public void inAutoModeAFileInALargeClusterAsksForNoList()
      throws IOException {
    setAuto(true);
    live.clear();
    live.addAll(Datanodes.racks(500, 500));
    for (int file = 0; file < 20; file++) {
      answerAsTheNamenode(file);
      beginFile();
      BlockAllocator allocator = allocator();
      for (int i = 0; i < PIPELINES; i++) {
        next(allocator).firstFinished(64L << 20);
      }
    }
    assertAbandoned(0);
    verify(namenode, never()).getDatanodeReport(any());
  }

  @Test
  public void inAutoModeAUserWhoMayNotListDatanodesNeedsNoList()
      throws IOException {
    setAuto(true);
    when(namenode.getDatanodeReport(LIVE)).thenThrow(new RemoteException(
        AccessControlException.class.getName(), "superusers only"));
    answerAsTheNamenode(1);
    BlockAllocator allocator = allocator();
    for (int i = 0; i < PIPELINES; i++) {
      next(allocator).firstFinished(64L << 20);
    }
    assertAbandoned(0);
    verify(namenode, times(1)).getDatanodeReport(LIVE);
    assertThat(excluded).hasSize(PIPELINES);
    assertThat(excluded.get(PIPELINES - 1)).isNotEmpty();
  }

  @Test
  public void inAutoModeADatanodeThatHasGoneIsFoundOutOnce()
      throws IOException {
    setAuto(true);
    answerAsTheNamenode(1);
    BlockAllocator allocator = allocator();
    for (int i = 0; i < PIPELINES; i++) {
      next(allocator).firstFinished(64L << 20);
    }
    Set<DatanodeInfo> gone = new HashSet<>();
    onAddBlock().thenAnswer(call -> {
      List<DatanodeInfo> left = new ArrayList<>(live);
      DatanodeInfo[] without = (DatanodeInfo[]) call.getArguments()[3];
      if (without != null) {
        left.removeAll(Arrays.asList(without));
      }
      if (gone.isEmpty()) {
        gone.add(left.get(0));
      }
      left.removeAll(gone);
      return block(left.subList(0, Math.min(3, left.size())).toArray(NONE));
    });
    Pipeline pipeline = pipelines().add();
    for (int i = 0; i < 9; i++) {
      assertThat(targets(allocator.allocate(pipeline, null, NONE))).hasSize(3);
      assertAbandoned(1);
    }
  }

  @Test
  public void inAutoModeAFileOfOneBlockAsksNoMoreThanStock()
      throws IOException {
    setAuto(true);
    theFirstBlockAsksNoMoreThanStock();
  }

  @Test
  public void inAutoModeTheConfiguredNumberOfPipelinesIsTheMost()
      throws Exception {
    setAuto(true);
    conf.setInt(SmarthClientConf.PIPELINES_MAX_KEY, 1);
    aConfiguredNumberOfPipelinesIsKept();
  }

  /** The namenode gives two targets for a block, whatever is excluded. */
  private void answerWithTwo(long seed) throws IOException {
    ModelCluster cluster = new ModelCluster(live, 1, seed);
    onAddBlock().thenAnswer(call -> {
      DatanodeInfo[] without = (DatanodeInfo[]) call.getArguments()[3];
      excluded.add(without == null ? Collections.emptyList()
          : Arrays.asList(without));
      DatanodeInfo[] targets = cluster.addBlock(new HashSet<>(
          excluded.get(excluded.size() - 1)), 3).getLocations();
      return block(Arrays.copyOf(targets, 2));
    });
  }

  /** Blocks that drain until the fourth after them begins. */
  private void write(BlockAllocator allocator, Deque<Pipeline> draining,
      int blocks) throws IOException {
    for (int i = 0; i < blocks; i++) {
      draining.add(next(allocator));
      draining.getLast().firstFinished(64L << 20);
      if (draining.size() > 3) {
        draining.remove().done();
      }
    }
  }

  @Test
  public void fewerReplicasThanAtTheBeginningCostNoCallsForEachBlock()
      throws IOException {
    setAuto(true);
    answerAsTheNamenode(1);
    BlockAllocator allocator = allocator();
    Deque<Pipeline> draining = new ArrayDeque<>();
    write(allocator, draining, 4);
    // setReplication(2), or a policy of storage that few datanodes have.
    answerWithTwo(2);
    excluded.clear();
    write(allocator, draining, 9);
    assertThat(excluded).hasSize(9 + 1);
    assertAbandoned(1);
    // Nor do the pipelines meet because good datanodes are held for useless.
    assertThat(excluded.get(9)).isNotEmpty();
    getTimer().advance(BlockAllocator.FEWER_MILLIS);
    write(allocator, draining, 2);
    assertAbandoned(2);
  }

  @Test
  public void whenThereAreEnoughTargetsAgainExclusionsGetNoFewer()
      throws IOException {
    setAuto(true);
    answerAsTheNamenode(1);
    BlockAllocator allocator = allocator();
    Deque<Pipeline> draining = new ArrayDeque<>();
    write(allocator, draining, 4);
    answerWithTwo(2);
    write(allocator, draining, 2);
    assertAbandoned(1);
    answerAsTheNamenode(3);
    write(allocator, draining, 1);
    answerWithTwo(4);
    write(allocator, draining, 1);
    assertAbandoned(2);
  }

  @Test
  public void notReplicatedYetIsRetriedForAsLongAsAnEarlierPipelineIsOpen()
      throws IOException {
    onAddBlock().thenReturn(
        block(live.get(0), live.get(5), live.get(6)));
    BlockAllocator allocator = allocator();
    next(allocator).firstFinished(64L << 20);
    RemoteException notYet = new RemoteException(
        NotReplicatedYetException.class.getName(), "wait");
    OngoingStubbing<LocatedBlock> stub = onAddBlock();
    for (int i = 0; i < 8; i++) {
      stub = stub.thenThrow(notYet);
    }
    stub.thenReturn(block(live.get(1), live.get(7), live.get(8)));
    next(allocator);
    verify(namenode, times(10)).addBlock(anyString(), anyString(), any(),
        any(), anyLong(), any(), any());
  }

  @Test
  public void withoutEarlierPipelinesNotReplicatedYetEndsAsInStock()
      throws IOException {
    onAddBlock().thenThrow(new RemoteException(
        NotReplicatedYetException.class.getName(), "wait"));
    Pipeline first = pipelines().add();
    BlockAllocator allocator = allocator();
    allocator.awaitTurn(first);
    assertThatThrownBy(() -> allocator.allocate(first, null, NONE))
        .isInstanceOf(RemoteException.class).hasMessageContaining("wait");
  }

  @Test
  public void manyRetriesAreNoFurtherApartThanHadoopAllows()
      throws IOException {
    getConf().setInt(HdfsClientConfigKeys.BlockWrite
        .LOCATEFOLLOWINGBLOCK_RETRIES_KEY, 40);
    setMaxRetryMillis(1);
    OngoingStubbing<LocatedBlock> stub = onAddBlock();
    for (int i = 0; i < 40; i++) {
      stub = stub.thenThrow(new RemoteException(
          NotReplicatedYetException.class.getName(), "wait"));
    }
    stub.thenReturn(block(live.get(0), live.get(1), live.get(2)));
    assertThat(next(allocator()).getTargets())
        .isEqualTo(live.subList(0, 3));
  }

  @Test
  public void aQuotaErrorIsGivenToTheWriterAsItIs() throws IOException {
    onAddBlock().thenThrow(new RemoteException(
        DSQuotaExceededException.class.getName(), "full"));
    Pipeline first = pipelines().add();
    BlockAllocator allocator = allocator();
    allocator.awaitTurn(first);
    assertThatThrownBy(() -> allocator.allocate(first, null, NONE))
        .isInstanceOf(DSQuotaExceededException.class);
  }
}
