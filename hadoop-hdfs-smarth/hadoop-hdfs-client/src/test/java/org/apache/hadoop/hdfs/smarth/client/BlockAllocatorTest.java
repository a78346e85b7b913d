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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.client.impl.DfsClientConf;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DSQuotaExceededException;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.namenode.NotReplicatedYetException;
import org.apache.hadoop.hdfs.smarth.client.PipelineSet.Pipeline;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.FakeTimer;
import org.awaitility.Awaitility;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;
import org.mockito.stubbing.OngoingStubbing;

import static org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType.LIVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

/** What a file asks of the namenode, with a scripted namenode. */
public class BlockAllocatorTest {
  private static final DatanodeInfo[] NONE = {};
  private static final long BLOCK = 64L << 20;
  private static final int PIPELINES = 6;

  @Rule
  public final Timeout timeout = new Timeout(20, TimeUnit.SECONDS);

  private final ClientProtocol namenode = mock(ClientProtocol.class);
  private PipelineSet pipelines = new PipelineSet();
  private final FakeTimer timer = new FakeTimer();
  private final Configuration conf = new Configuration(false);
  private final List<DatanodeInfo> live = Datanodes.racks(5, 4);
  private final List<List<DatanodeInfo>> excluded =
      Collections.synchronizedList(new ArrayList<>());
  private boolean auto;
  private long blockId;

  @Before
  public void before() throws IOException {
    conf.setInt(HdfsClientConfigKeys.BlockWrite
        .LOCATEFOLLOWINGBLOCK_INITIAL_DELAY_MS_KEY, 1);
    when(namenode.getDatanodeReport(LIVE))
        .thenReturn(live.toArray(NONE));
  }

  private BlockAllocator allocator(String... favored) {
    return new BlockAllocator(namenode,
        new FileUnderWrite("/f", 7, "client", 3,
            favored.length == 0 ? null : favored,
            EnumSet.noneOf(AddBlockFlag.class)),
        new DfsClientConf(conf), plan(new SmarthClient(conf)), pipelines,
        timer);
  }

  private PipelinePlan plan(SmarthClient smarth) {
    int most = smarth.getConf().getPipelinesMax();
    return auto
        ? new AutoPlan(smarth.getView(namenode), pipelines,
            new SpreadExclusion(3, BLOCK, Datanodes.NONE_OWN, new Random(1)),
            AutoPlanTest.eager(most),
            new SpreadOrder(node -> 0, node -> 0, node -> false, 1, new Random(1)))
        : new PaperPlan(smarth.getLive(namenode), pipelines,
            new TargetExclusion(3, Datanodes.NONE_OWN), most,
            new TargetOrder(node -> 0, node -> 0, node -> false, 1, new Random(1)));
  }

  private OngoingStubbing<LocatedBlock> onAddBlock() throws IOException {
    return when(namenode.addBlock(anyString(), anyString(), any(), any(),
        anyLong(), any(), any()));
  }

  private LocatedBlock block(DatanodeInfo... targets) {
    String[] ids = new String[targets.length];
    StorageType[] types = new StorageType[targets.length];
    Arrays.fill(ids, "s");
    Arrays.fill(types, StorageType.DISK);
    return new LocatedBlock(new ExtendedBlock("pool", ++blockId), targets, ids,
        types);
  }

  /**
   * The namenode takes the first datanodes that are not excluded, and refuses
   * if there are none.
   */
  private void answerWithFreeDatanodes(int most) throws IOException {
    onAddBlock().thenAnswer(call -> {
      DatanodeInfo[] without = call.getArgument(3);
      List<DatanodeInfo> out =
          without == null ? Collections.emptyList() : Arrays.asList(without);
      excluded.add(out);
      DatanodeInfo[] targets = live.stream()
          .filter(node -> !out.contains(node)).limit(most)
          .toArray(DatanodeInfo[]::new);
      if (targets.length == 0) {
        throw new RemoteException(IOException.class.getName(),
            "could only be replicated to 0 nodes");
      }
      return block(targets);
    });
  }

  private Pipeline next(BlockAllocator allocator) throws IOException {
    Pipeline pipeline = pipelines.add();
    allocator.awaitTurn(pipeline);
    allocator.allocate(pipeline, null, NONE);
    pipeline.connected(() -> 0);
    return pipeline;
  }

  @Test
  public void theFirstBlockAsksNoMoreThanStock() throws IOException {
    answerWithFreeDatanodes(3);
    next(allocator());
    verify(namenode, never()).getDatanodeReport(any());
    assertThat(excluded).containsExactly(Collections.emptyList());
  }

  @Test
  public void openPipelinesShareNoDatanodes() throws IOException {
    answerWithFreeDatanodes(3);
    BlockAllocator allocator = allocator();
    next(allocator).firstFinished();
    List<DatanodeInfo> busy =
        new ArrayList<>(pipelines.busyDatanodes());
    next(allocator);
    assertThat(excluded.get(1)).containsAll(busy);
    assertThat(pipelines.busyDatanodes()).hasSize(6);
  }

  @Test
  public void atMostLiveByReplicationPipelinesAreOpen() throws Exception {
    answerWithFreeDatanodes(3);
    BlockAllocator allocator = allocator();
    Pipeline first = next(allocator);
    first.firstFinished();
    next(allocator).firstFinished();
    next(allocator).firstFinished();
    Pipeline fourth = pipelines.add();
    CompletableFuture<Void> turn = CompletableFuture.runAsync(() -> {
      try {
        allocator.awaitTurn(fourth);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    });
    assertThat(fourth.getState()).isEqualTo(PipelineState.QUEUED);
    first.done();
    turn.get();
    assertThat(pipelines.getOpenMost()).isEqualTo(3);
  }

  @Test
  public void aConfiguredNumberOfPipelinesIsKept() throws Exception {
    conf.setInt(SmarthClientConf.PIPELINES_MAX_KEY, 1);
    answerWithFreeDatanodes(3);
    BlockAllocator allocator = allocator();
    Pipeline first = next(allocator);
    first.firstFinished();
    Pipeline second = pipelines.add();
    CompletableFuture<Void> turn = CompletableFuture.runAsync(() -> {
      try {
        allocator.awaitTurn(second);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    });
    assertThat(turn).isNotDone();
    first.done();
    turn.get();
  }

  @Test
  public void favoredNodesAreNeverExcluded() throws IOException {
    answerWithFreeDatanodes(3);
    BlockAllocator allocator = allocator("host:1");
    next(allocator).firstFinished();
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
    next(allocator).firstFinished();
    next(allocator);
    verify(namenode).abandonBlock(any(), eq(7L), eq("/f"), eq("client"));
    assertThat(excluded.get(excluded.size() - 1)).isEmpty();
    assertThat(pipelines.getBlocks()).isEqualTo(2);
  }

  private CompletableFuture<LocatedBlock> thirdPipelineOfAnOrdinaryUser(
      int datanodes) throws Exception {
    when(namenode.getDatanodeReport(LIVE)).thenThrow(new RemoteException(
        AccessControlException.class.getName(), "superusers only"));
    live.subList(datanodes, 9).clear();
    answerWithFreeDatanodes(3);
    BlockAllocator allocator = allocator();
    Pipeline first = next(allocator);
    first.firstFinished();
    next(allocator).firstFinished();
    Pipeline third = pipelines.add();
    allocator.awaitTurn(third);
    CompletableFuture<LocatedBlock> allocated =
        CompletableFuture.supplyAsync(() -> {
          try {
            return allocator.allocate(third, null, NONE);
          } catch (IOException e) {
            throw new CompletionException(e);
          }
        });
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
    Pipeline first = pipelines.add();
    BlockAllocator allocator = allocator();
    allocator.awaitTurn(first);
    assertThatThrownBy(() -> allocator.allocate(first, null, NONE))
        .hasMessageContaining("could only be replicated to 0 nodes");
  }

  @Test
  public void aPipelineThatCouldNotConnectExcludesOnlyTheDatanodeThatFailed()
      throws IOException {
    answerWithFreeDatanodes(3);
    BlockAllocator allocator = allocator();
    Pipeline first = pipelines.add();
    allocator.awaitTurn(first);
    allocator.allocate(first, null, NONE);
    allocator.allocate(first, null, new DatanodeInfo[] {live.get(1)});
    assertThat(excluded.get(1)).containsExactly(live.get(1));
  }

  /** As stock's, which finds as many datanodes as are left. */
  private void answerAsTheNamenode(long seed) throws IOException {
    ModelCluster cluster = new ModelCluster(live, 1, seed);
    onAddBlock().thenAnswer(call -> {
      DatanodeInfo[] without = call.getArgument(3);
      excluded.add(without == null ? Collections.emptyList()
          : Arrays.asList(without));
      return cluster.addBlock(
          new HashSet<>(excluded.get(excluded.size() - 1)), 3);
    });
  }

  @Test
  public void inAutoModePipelinesShareDatanodesWhenNoneIsLeft()
      throws IOException {
    auto = true;
    answerAsTheNamenode(1);
    BlockAllocator allocator = allocator();
    for (int i = 0; i < PIPELINES; i++) {
      next(allocator).firstFinished();
    }
    assertThat(pipelines.getOpen()).isEqualTo(PIPELINES);
    assertAbandoned(0);
    DatanodeUse use = pipelines.use(Collections.emptyList());
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
    auto = true;
    live.clear();
    live.addAll(Datanodes.racks(500, 500));
    for (int file = 0; file < 20; file++) {
      answerAsTheNamenode(file);
      PipelineSet before = pipelines;
      pipelines = new PipelineSet();
      BlockAllocator allocator = allocator();
      for (int i = 0; i < PIPELINES; i++) {
        next(allocator).firstFinished();
      }
      pipelines = before;
    }
    assertAbandoned(0);
    verify(namenode, never()).getDatanodeReport(any());
  }

  @Test
  public void inAutoModeAUserWhoMayNotListDatanodesNeedsNoList()
      throws IOException {
    auto = true;
    when(namenode.getDatanodeReport(LIVE)).thenThrow(new RemoteException(
        AccessControlException.class.getName(), "superusers only"));
    answerAsTheNamenode(1);
    BlockAllocator allocator = allocator();
    for (int i = 0; i < PIPELINES; i++) {
      next(allocator).firstFinished();
    }
    assertAbandoned(0);
    verify(namenode, times(1)).getDatanodeReport(LIVE);
    assertThat(excluded).hasSize(PIPELINES);
    assertThat(excluded.get(PIPELINES - 1)).isNotEmpty();
  }

  @Test
  public void inAutoModeADatanodeThatHasGoneIsFoundOutOnce()
      throws IOException {
    auto = true;
    answerAsTheNamenode(1);
    BlockAllocator allocator = allocator();
    for (int i = 0; i < PIPELINES; i++) {
      next(allocator).firstFinished();
    }
    Set<DatanodeInfo> gone = new HashSet<>();
    onAddBlock().thenAnswer(call -> {
      List<DatanodeInfo> left = new ArrayList<>(live);
      if (call.getArgument(3) != null) {
        left.removeAll(Arrays.asList((DatanodeInfo[]) call.getArgument(3)));
      }
      if (gone.isEmpty()) {
        gone.add(left.get(0));
      }
      left.removeAll(gone);
      return block(left.subList(0, Math.min(3, left.size())).toArray(NONE));
    });
    Pipeline pipeline = pipelines.add();
    for (int i = 0; i < 9; i++) {
      assertThat(targets(allocator.allocate(pipeline, null, NONE))).hasSize(3);
      assertAbandoned(1);
    }
  }

  @Test
  public void inAutoModeAFileOfOneBlockAsksNoMoreThanStock()
      throws IOException {
    auto = true;
    theFirstBlockAsksNoMoreThanStock();
  }

  @Test
  public void inAutoModeTheConfiguredNumberOfPipelinesIsTheMost()
      throws Exception {
    auto = true;
    conf.setInt(SmarthClientConf.PIPELINES_MAX_KEY, 1);
    aConfiguredNumberOfPipelinesIsKept();
  }

  @Test
  public void failedDatanodesStayExcludedForLaterBlocks() throws IOException {
    answerWithFreeDatanodes(3);
    BlockAllocator allocator = allocator();
    Pipeline first = pipelines.add();
    allocator.awaitTurn(first);
    allocator.allocate(first, null, new DatanodeInfo[] {live.get(0)});
    first.connected(() -> 0);
    first.firstFinished();
    next(allocator);
    assertThat(excluded.get(0)).containsExactly(live.get(0));
    assertThat(excluded.get(1)).contains(live.get(0));
  }

  private static DatanodeInfo[] targets(LocatedBlock block) {
    return block.getLocations();
  }

  private LocatedBlock allocate(BlockAllocator allocator,
      DatanodeInfo... failed) throws IOException {
    Pipeline pipeline = pipelines.add();
    allocator.awaitTurn(pipeline);
    LocatedBlock block = allocator.allocate(pipeline, null, failed);
    pipeline.connected(() -> 0);
    pipeline.firstFinished();
    pipeline.done();
    return block;
  }

  /** @return an allocator for a cluster with no datanode to spare. */
  private BlockAllocator allocatorForThreeDatanodes() throws IOException {
    live.subList(3, live.size()).clear();
    before();
    answerWithFreeDatanodes(3);
    return allocator();
  }

  private void assertAbandoned(int blocks) throws IOException {
    verify(namenode, times(blocks)).abandonBlock(any(), anyLong(),
        anyString(), anyString());
  }

  @Test
  public void aDatanodeThatADrainingBlockLostIsTriedAgainIfItIsNeeded()
      throws IOException {
    for (boolean mode : new boolean[] {false, true}) {
      auto = mode;
      BlockAllocator allocator = allocatorForThreeDatanodes();
      assertThat(targets(allocate(allocator))).hasSize(3);
      allocator.avoid(live.get(1));
      assertThat(targets(allocate(allocator))).hasSize(2)
          .doesNotContain(live.get(1));
      timer.advance(FailedDatanodes.LEAST_MILLIS);
      assertThat(targets(allocate(allocator))).hasSize(3);
      assertThat(targets(allocate(allocator))).hasSize(3);
    }
    // For each mode the one that had two targets.
    assertAbandoned(2);
  }

  @Test
  public void oneThatTakesNoConnectionEitherIsTriedMoreAndMoreSeldom()
      throws IOException {
    BlockAllocator allocator = allocatorForThreeDatanodes();
    allocator.avoid(live.get(1));
    long pause = FailedDatanodes.LEAST_MILLIS;
    for (int tries = 1; tries < 5; tries++) {
      timer.advance(pause - 1);
      assertThat(targets(allocate(allocator))).hasSize(2);
      timer.advance(1);
      Pipeline pipeline = pipelines.add();
      allocator.awaitTurn(pipeline);
      assertThat(targets(allocator.allocate(pipeline, null, NONE))).hasSize(3);
      DatanodeInfo[] failed = {live.get(1)};
      assertThat(targets(allocator.allocate(pipeline, null, failed)))
          .hasSize(2);
      pipeline.connected(() -> 0);
      pipeline.done();
      // Another block that drains has lost it, too.
      allocator.avoid(live.get(1));
      assertAbandoned(tries);
      pause *= 2;
    }
    long expiry = new DfsClientConf(conf).getExcludedNodesCacheExpiry();
    timer.advance(expiry);
    assertThat(targets(allocate(allocator))).hasSize(3);
    assertAbandoned(4);
  }

  @Test
  public void oneThatTakesNoConnectionForLongIsLeftOutForAsLongAsInStock()
      throws IOException {
    BlockAllocator allocator = allocatorForThreeDatanodes();
    Pipeline pipeline = pipelines.add();
    allocator.awaitTurn(pipeline);
    allocator.allocate(pipeline, null, NONE);
    // A host that does not answer.
    timer.advance(TimeUnit.MINUTES.toMillis(1));
    DatanodeInfo[] failed = {live.get(1)};
    assertThat(targets(allocator.allocate(pipeline, null, failed))).hasSize(2);
    pipeline.connected(() -> 0);
    pipeline.firstFinished();
    pipeline.done();
    long expiry = new DfsClientConf(conf).getExcludedNodesCacheExpiry();
    timer.advance(expiry - 1);
    assertThat(targets(allocate(allocator))).hasSize(2);
    timer.advance(1);
    assertThat(targets(allocate(allocator))).hasSize(3);
    assertAbandoned(0);
  }

  @Test
  public void ofManyDatanodesTheLostOneIsLeftOut() throws IOException {
    answerWithFreeDatanodes(3);
    BlockAllocator allocator = allocator();
    allocator.avoid(live.get(1));
    timer.advance(FailedDatanodes.LEAST_MILLIS);
    assertThat(targets(allocate(allocator))).hasSize(3)
        .doesNotContain(live.get(1));
    assertAbandoned(0);
  }

  @Test
  public void whereDrainingBlocksLostAllDatanodesAllAreTriedAtOnce()
      throws IOException {
    for (boolean mode : new boolean[] {false, true}) {
      auto = mode;
      BlockAllocator allocator = allocatorForThreeDatanodes();
      allocate(allocator);
      live.forEach(allocator::avoid);
      assertThat(targets(allocate(allocator))).hasSize(3);
    }
    assertAbandoned(0);
  }

  @Test
  public void notReplicatedYetIsRetriedForAsLongAsAnEarlierPipelineIsOpen()
      throws IOException {
    onAddBlock().thenReturn(
        block(live.get(0), live.get(5), live.get(6)));
    BlockAllocator allocator = allocator();
    next(allocator).firstFinished();
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
    Pipeline first = pipelines.add();
    BlockAllocator allocator = allocator();
    allocator.awaitTurn(first);
    assertThatThrownBy(() -> allocator.allocate(first, null, NONE))
        .isInstanceOf(RemoteException.class).hasMessageContaining("wait");
  }

  @Test
  public void aQuotaErrorIsGivenToTheWriterAsItIs() throws IOException {
    onAddBlock().thenThrow(new RemoteException(
        DSQuotaExceededException.class.getName(), "full"));
    Pipeline first = pipelines.add();
    BlockAllocator allocator = allocator();
    allocator.awaitTurn(first);
    assertThatThrownBy(() -> allocator.allocate(first, null, NONE))
        .isInstanceOf(DSQuotaExceededException.class);
  }
}
