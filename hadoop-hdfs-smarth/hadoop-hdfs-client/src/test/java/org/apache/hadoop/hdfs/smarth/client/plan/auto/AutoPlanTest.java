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
package org.apache.hadoop.hdfs.smarth.client.plan.auto;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf;
import org.apache.hadoop.hdfs.smarth.client.datanodes.ClusterView;
import org.apache.hadoop.hdfs.smarth.client.datanodes.Datanodes;
import org.apache.hadoop.hdfs.smarth.client.datanodes.LiveDatanodes;
import org.apache.hadoop.hdfs.smarth.client.pipelines.DatanodeUse;
import org.apache.hadoop.hdfs.smarth.client.pipelines.OpenPipelines;
import org.apache.hadoop.hdfs.smarth.client.pipelines.OpenPipelines.PipelineProgress;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet.Pipeline;
import org.apache.hadoop.util.FakeTimer;
import org.awaitility.Awaitility;
import org.junit.Before;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

public class AutoPlanTest {
  private static final Set<DatanodeInfo> NONE = Collections.emptySet();
  private static final long BLOCK = 64L << 20;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final FakeTimer timer = new FakeTimer();
  private final ClientProtocol namenode = mock(ClientProtocol.class);
  private final ClusterView view = new ClusterView(
      new LiveDatanodes(namenode, timer, new Random(1)), timer);
  private final OpenPipelines openOfAll = new OpenPipelines((progress, granted) -> { });
  private final PipelineSet pipelines =
      new PipelineSet(openOfAll);
  private final PipelineSet otherFile =
      new PipelineSet(openOfAll);
  private final List<DatanodeInfo> live = Datanodes.racks(5, 4);
  private final AutoPlan plan = plan(0);
  private Pipeline asking;

  @Before
  public void before() {
    view.see(live.toArray(new DatanodeInfo[0]), false);
  }

  private AutoPlan plan(int most) {
    SpreadOrder order = anyOrder();
    return new AutoPlan(view, pipelines, openOfAll,
        new SpreadExclusion(3, Datanodes.NONE_OWN, order, new Random(1)),
        eager(most), order, true);
  }

  /** That of a client that knows no speeds. */
  public static SpreadOrder anyOrder() {
    return new SpreadOrder(node -> 0, node -> 0, node -> 0, node -> false, 1,
        new Random(1));
  }

  /** What lets a file have as many pipelines as there may be in any case. */
  public static PipelineControl eager(int most) {
    PipelineControl control = mock(PipelineControl.class);
    when(control.getMost()).thenReturn(most);
    when(control.limit(anyInt(), anyLong(), any()))
        .thenAnswer(call -> call.getArguments()[0]);
    return control;
  }

  /** @return a pipeline whose first datanode has its block. */
  private Pipeline open(LongSupplier acked, int... numbers)
      throws IOException {
    return open(pipelines, acked, numbers);
  }

  private Pipeline open(PipelineSet file, LongSupplier acked, int... numbers)
      throws IOException {
    Pipeline pipeline = file.add();
    pipeline.awaitTurn(() -> 64, () -> 64);
    pipeline.occupy(nodes(numbers));
    pipeline.connected(acked);
    pipeline.firstFinished(BLOCK);
    return pipeline;
  }

  /** The next block is not the first one of its file. */
  private void oneBlockIsDone() throws IOException {
    open(() -> BLOCK, 0, 5, 6).done();
  }

  /** The one that asks has its turn, and no datanodes yet. */
  private void begin() throws IOException {
    asking = pipelines.add();
    asking.awaitTurn(() -> 64, () -> 64);
  }

  private Set<DatanodeInfo> exclude() {
    Pipeline pipeline = asking == null ? pipelines.add() : asking;
    return plan.exclude(pipeline, NONE);
  }

  private DatanodeInfo[] nodes(int... numbers) {
    return Arrays.stream(numbers).mapToObj(live::get)
        .toArray(DatanodeInfo[]::new);
  }

  @Test(timeout = 60_000)
  public void datanodesThroughWhichNoBlockArrivesFastAreLeftOut()
      throws IOException {
    oneBlockIsDone();
    plan.arrived(nodes(0, 5, 6), BLOCK, SECOND);
    plan.arrived(nodes(1, 7, 8), BLOCK, SECOND);
    plan.arrived(nodes(2, 5, 6), BLOCK, 10 * SECOND);
    assertThat(exclude()).containsExactlyInAnyOrder(nodes(2));
  }

  @Test(timeout = 60_000)
  public void aBlockThatStillArrivesCountsIfItsWriterKeptUp()
      throws IOException {
    plan.arrived(nodes(0, 5, 6), BLOCK, SECOND);
    Pipeline slow = open(() -> BLOCK / 10, 1, 7, 8);
    begin();
    assertThat(exclude())
        .containsExactlyInAnyOrder(nodes(1, 7, 8));
    assertThat(view.getDrainRates().slow()).isEmpty();
    slow.measure(System.nanoTime() - 5 * SECOND);
    assertThat(exclude())
        .containsExactlyInAnyOrder(nodes(1, 7, 8));
    assertThat(view.getDrainRates().slow())
        .containsExactlyInAnyOrder(nodes(1, 7, 8));
    slow.done();
    assertThat(exclude())
        .containsExactlyInAnyOrder(nodes(1, 7, 8));
  }

  @Test(timeout = 60_000)
  public void theNamenodeIsToldNothingWhileABlockIsDeliveredAsSoonAsWritten()
      throws IOException {
    AtomicLong acked = new AtomicLong(BLOCK * 95 / 100);
    open(acked::get, 1, 7, 8);
    begin();
    assertThat(exclude()).isEmpty();
    acked.set(BLOCK / 2);
    assertThat(exclude())
        .containsExactlyInAnyOrder(nodes(1, 7, 8));
  }

  @Test(timeout = 60_000)
  public void aPipelineThatStandsStillIsKeptOffThoughItsWriterIsSlow()
      throws IOException {
    open(() -> 0, 0, 5, 1);
    begin();
    assertThat(exclude())
        .containsExactlyInAnyOrder(nodes(0, 5, 1));
  }

  @Test(timeout = 60_000)
  public void theFirstBlockOfAFileKeepsOffWhatAnotherFileUses()
      throws IOException {
    begin();
    assertThat(exclude()).isEmpty();
    Pipeline other = open(otherFile, () -> 0, 1, 7, 8);
    awaitLag(1);
    assertThat(exclude())
        .containsExactlyInAnyOrder(nodes(1, 7, 8));
    other.done();
    assertThat(exclude()).isEmpty();
  }

  @Test(timeout = 60_000)
  public void inALargeClusterTheFirstBlockOfAFileAsksNoMoreThanStock()
      throws IOException {
    open(otherFile, () -> 0, 1, 7, 8);
    awaitLag(1);
    begin();
    assertThat(exclude()).isNotEmpty();
    view.see(Datanodes.racks(200, 200).toArray(new DatanodeInfo[0]), false);
    assertThat(exclude()).isEmpty();
  }

  @Test(timeout = 60_000)
  public void theFirstBlockOfAFileLeavesNoSlowDatanodeOut()
      throws IOException {
    plan.arrived(nodes(0, 5, 6), BLOCK, SECOND);
    plan.arrived(nodes(2, 5, 6), BLOCK, 10 * SECOND);
    open(otherFile, () -> 0, 1, 7, 8);
    awaitLag(1);
    assertThat(exclude()).containsExactlyInAnyOrder(nodes(1, 7, 8));
  }

  /** Blocks of other files drain only when their first datanodes wait. */
  private void awaitLag(int blocks) {
    Awaitility.await().until(() -> openOfAll.beside(null).stream()
        .filter(PipelineProgress::isDraining).count() == blocks);
  }

  @Test(timeout = 60_000)
  public void whoChoosesAtTheSameTimeTakesOtherLinks() throws IOException {
    // All links but two from each rack to the other are taken.
    open(otherFile, () -> 0, 0, 5, 6);
    open(otherFile, () -> 0, 5, 0, 1);
    open(otherFile, () -> 0, 1, 6, 7);
    open(otherFile, () -> 0, 6, 1, 2);
    awaitLag(4);
    begin();
    Set<DatanodeInfo> left = Datanodes.set(nodes(0, 1, 2, 3, 4, 5, 6, 7, 8));
    left.removeAll(exclude());
    assertThat(left).hasSize(3);
    assertThat(asking.getTargets()).containsExactlyInAnyOrderElementsOf(left);
    Pipeline first = asking;
    // It has no block yet, when this one chooses.
    asking = new PipelineSet(openOfAll).add();
    asking.awaitTurn(() -> 64, () -> 64);
    exclude();
    DatanodeUse use =
        DatanodeUse.of(openOfAll.beside(null), Collections.emptyList());
    assertThat(live).allMatch(
        node -> use.sends(node) <= 1 && use.receives(node) <= 1);
    assertThat(asking.getTargets()).isNotEqualTo(first.getTargets());
  }

  @Test(timeout = 60_000)
  public void theFirstBlockOfALoneFileAsksNoMoreThanStock() {
    plan.arrived(nodes(0, 5, 6), BLOCK, SECOND);
    plan.arrived(nodes(1, 7, 8), BLOCK, 10 * SECOND);
    assertThat(exclude()).isEmpty();
  }

  private List<DatanodeInfo> seen() {
    return view.getKnown(0, 3);
  }

  @Test(timeout = 60_000)
  public void whatTheNamenodeDidNotChooseThoughItNeededItIsForgotten()
      throws IOException {
    oneBlockIsDone();
    exclude();
    Set<DatanodeInfo> excluded = Datanodes.set(nodes(0, 1, 2, 5, 6));
    assertThat(plan.handleTooFew(excluded, nodes(3, 7))).isFalse();
    plan.arrange(null, block(0, 5, 6));
    assertThat(seen()).containsExactlyInAnyOrder(nodes(0, 1, 2, 3, 5, 6, 7));
    exclude();
    plan.handleTooFew(excluded, new DatanodeInfo[0]);
    plan.arrange(null, block(0, 5, 6));
    assertThat(seen()).containsExactlyInAnyOrder(nodes(0, 1, 2, 5, 6));
    plan.arrange(null, block(0, 5, 7));
    assertThat(seen())
        .containsExactlyInAnyOrder(nodes(0, 1, 2, 5, 6, 7));
  }

  @Test(timeout = 60_000)
  public void whereNoMoreDatanodesAreFoundWithoutExclusionsNoneIsForgotten() {
    exclude();
    plan.handleTooFew(Datanodes.set(nodes(0, 1, 2, 5, 6)), nodes(3, 7));
    plan.arrange(null, block(0, 5));
    assertThat(seen()).containsExactlyInAnyOrderElementsOf(live);
  }

  private LocatedBlock block(int... numbers) {
    return new LocatedBlock(new ExtendedBlock("pool", 1), nodes(numbers));
  }

  @Test(timeout = 60_000)
  public void aDatanodeThatWasNotChosenForMinutesIsForgotten() {
    timer.advance(TimeUnit.MINUTES.toMillis(6));
    view.see(nodes(0, 1, 5), false);
    timer.advance(TimeUnit.MINUTES.toMillis(6));
    assertThat(seen()).containsExactlyInAnyOrder(nodes(0, 1, 5));
  }

  @Test(timeout = 60_000)
  public void theListIsAskedForWhereThePipelinesCouldCoverASmallCluster()
      throws IOException {
    when(namenode.getDatanodeReport(DatanodeReportType.LIVE))
        .thenReturn(live.toArray(new DatanodeInfo[0]));
    ClusterView fresh = new ClusterView(
        new LiveDatanodes(namenode, timer, new Random(1)), timer);
    fresh.see(nodes(0, 5, 6), false);
    fresh.see(nodes(1, 2, 7), false);
    assertThat(fresh.getKnown(3, 3)).hasSize(6);
    fresh.see(nodes(3, 8, 7), false);
    // The pipelines take few of them, or have nothing on its way.
    assertThat(fresh.getKnown(1, 3)).hasSize(8);
    assertThat(fresh.getKnown(0, 3)).hasSize(8);
    verify(namenode, never()).getDatanodeReport(any());
    assertThat(fresh.getKnown(2, 3)).hasSize(9);
    fresh.forget(Arrays.asList(nodes(8)));
    assertThat(fresh.getKnown(2, 3)).hasSize(8);
    timer.advance(TimeUnit.MINUTES.toMillis(1) + 1);
    assertThat(fresh.getKnown(2, 3)).hasSize(9);
    verify(namenode, times(1)).getDatanodeReport(any());
  }

  @Test(timeout = 60_000)
  public void theWritersOwnDatanodeSaysNothingOfTheClustersSize()
      throws IOException {
    ClusterView fresh = new ClusterView(
        new LiveDatanodes(namenode, timer, new Random(1)), timer);
    for (int i = 0; i < 4; i++) {
      fresh.see(nodes(0, 2 * i + 1, 2 * i + 2), true);
    }
    assertThat(fresh.getKnown(8, 3)).hasSize(9);
    verify(namenode, never()).getDatanodeReport(any());
  }

  @Test(timeout = 60_000)
  public void slowDatanodesAreUsedIfTheOthersHaveNoRoom()
      throws IOException {
    oneBlockIsDone();
    plan.arrived(nodes(0, 1, 2, 3, 4), BLOCK, SECOND);
    plan.arrived(nodes(5, 6, 7, 8), BLOCK, 10 * SECOND);
    // All fast ones are on one rack.
    assertThat(exclude()).isEmpty();
  }

  @Test(timeout = 60_000)
  public void thereAreNoMorePipelinesThanDatanodesOrConfigured() {
    assertThat(plan.limit()).isEqualTo(SmarthClientConf.PIPELINES_MAX_LIMIT);
    // A block that shows no other datanode.
    view.see(nodes(0, 5, 6), false);
    assertThat(plan.limit()).isEqualTo(9);
    assertThat(plan(2).limit()).isEqualTo(2);
    view.forget(live.subList(3, 9));
    view.see(nodes(0, 1, 2), false);
    assertThat(plan.limit()).isEqualTo(3);
  }
}
