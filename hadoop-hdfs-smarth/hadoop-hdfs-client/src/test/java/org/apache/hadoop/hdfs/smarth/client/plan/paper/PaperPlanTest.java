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
package org.apache.hadoop.hdfs.smarth.client.plan.paper;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.smarth.client.datanodes.Datanodes;
import org.apache.hadoop.hdfs.smarth.client.datanodes.LiveDatanodes;
import org.apache.hadoop.hdfs.smarth.client.datanodes.OwnDatanodes;
import org.apache.hadoop.hdfs.smarth.client.pipelines.OpenPipelines;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet.Pipeline;
import org.apache.hadoop.hdfs.smarth.client.plan.paper.PaperPlan.TargetExclusion;
import org.apache.hadoop.hdfs.smarth.client.plan.paper.PaperPlan.TargetOrder;
import org.apache.hadoop.util.FakeTimer;
import org.awaitility.Awaitility;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

public class PaperPlanTest {
  private static final Set<DatanodeInfo> NONE = Collections.emptySet();

  @Rule
  public final Timeout timeout = Timeout.seconds(60);

  private final PipelineSet pipelines =
      new PipelineSet(new OpenPipelines((progress, granted) -> { }));
  /** On the writer's host; null if none is. */
  private DatanodeInfo writer;

  private PaperPlan plan(int most, List<DatanodeInfo> live)
      throws IOException {
    ClientProtocol namenode = mock(ClientProtocol.class);
    when(namenode.getDatanodeReport(any(DatanodeReportType.class)))
        .thenReturn(live.toArray(new DatanodeInfo[0]));
    return new PaperPlan(
        new LiveDatanodes(namenode, new FakeTimer(), new Random(1)), pipelines,
        new TargetExclusion(3, new OwnDatanodes(
            node -> node.equals(writer), Collections.emptySet())), most,
        new TargetOrder(node -> 0, node -> 0, node -> node.equals(writer), 1,
            new Random(1)));
  }

  private Pipeline open(DatanodeInfo... nodes) throws IOException {
    Pipeline pipeline = pipelines.add();
    pipeline.awaitTurn(() -> 64, () -> 64);
    pipeline.occupy(nodes);
    pipeline.connected(() -> 0);
    pipeline.firstFinished(64L << 20);
    return pipeline;
  }

  /** Runs in a thread of its own, which then waits for a pipeline. */
  private static <T> FutureTask<T> waiting(Callable<T> call) {
    FutureTask<T> task = new FutureTask<>(call);
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
    Awaitility.await().until(
        () -> thread.getState() == Thread.State.TIMED_WAITING);
    return task;
  }

  @Test
  public void thereAreAsManyPipelinesAsFitIntoTheClusterOrAsAreAskedFor()
      throws IOException {
    List<DatanodeInfo> live = Datanodes.racks(5, 4);
    assertThat(plan(0, live).limit()).isEqualTo(3);
    assertThat(plan(1, live).limit()).isEqualTo(1);
    assertThat(plan(7, live).limit()).isEqualTo(7);
    assertThat(plan(0, Collections.emptyList()).limit()).isGreaterThan(100);
  }

  @Test
  public void thoseThatOtherPipelinesUseAreLeftOut() throws IOException {
    List<DatanodeInfo> live = Datanodes.racks(5, 4);
    open(live.get(0), live.get(5), live.get(6));
    open();
    assertThat(plan(2, live).exclude(null, NONE)).containsExactlyInAnyOrder(
        live.get(0), live.get(5), live.get(6));
    assertThat(plan(0, Collections.emptyList()).exclude(null, NONE))
        .hasSize(3);
  }

  @Test
  public void someAreKeptForThePipelinesToComeEachTimeOthers()
      throws IOException {
    List<DatanodeInfo> live = Datanodes.racks(5, 4);
    PaperPlan plan = plan(0, live);
    open();
    Set<DatanodeInfo> kept = new HashSet<>();
    for (int i = 0; i < 50; i++) {
      Set<DatanodeInfo> excluded = plan.exclude(null, NONE);
      // One of each rack for each of two pipelines.
      assertThat(excluded).hasSize(4);
      kept.addAll(excluded);
    }
    assertThat(kept).hasSize(9);
  }

  @Test
  public void whereTooFewAreLeftAPipelineEndsFirst() throws Exception {
    List<DatanodeInfo> live = Datanodes.racks(3, 2);
    PaperPlan plan = plan(2, live);
    Pipeline first = open(live.get(0), live.get(1), live.get(3));
    open();
    FutureTask<Set<DatanodeInfo>> excluded =
        waiting(() -> plan.exclude(null, NONE));
    first.done();
    // One of each rack is kept for a second pipeline.
    assertThat(excluded.get()).hasSize(2);
  }

  @Test
  public void aClusterThatIsTooSmallForOnePipelineIsLeftToTheNamenode()
      throws IOException {
    open();
    assertThat(plan(0, Datanodes.racks(1, 1)).exclude(null, NONE)).isEmpty();
  }

  @Test
  public void whoDoesNotKnowTheClusterLearnsFromWhatTheNamenodeGives()
      throws IOException {
    PaperPlan plan = plan(0, Collections.emptyList());
    open();
    DatanodeInfo[] targets = {Datanodes.node("a", 7), Datanodes.node("a", 8)};
    assertThat(plan.handleTooFew(new HashSet<>(Datanodes.racks(2, 2)), targets))
        .isFalse();
    assertThat(plan.limit()).isEqualTo(2);
  }

  @Test
  public void whereThereAreMorePipelinesThanFitSomeEndFirst()
      throws Exception {
    PaperPlan plan = plan(0, Collections.emptyList());
    Pipeline first = open();
    Pipeline second = open();
    open();
    DatanodeInfo[] targets = {Datanodes.node("a", 7)};
    FutureTask<Boolean> waited = waiting(() -> plan.handleTooFew(
        new HashSet<>(Datanodes.racks(3, 2)), targets));
    first.done();
    assertThat(waited.get()).isTrue();
    assertThat(plan.handleTooFew(new HashSet<>(Datanodes.racks(3, 2)), targets))
        .isFalse();
    second.done();
    // Of one pipeline nothing is waited for, however few there are.
    assertThat(plan.handleTooFew(NONE, targets)).isFalse();
  }

  @Test
  public void theWritersOwnDatanodeIsFirstAndSharedByItsPipelines()
      throws IOException {
    List<DatanodeInfo> live = Datanodes.racks(5, 4);
    writer = live.get(0);
    PaperPlan plan = plan(0, live);
    DatanodeInfo[] targets = {live.get(5), live.get(6), writer};
    LocatedBlock block =
        new LocatedBlock(new ExtendedBlock("pool", 1), targets.clone());
    plan.arrange(null, block);
    assertThat(block.getLocations()[0]).isEqualTo(writer);
    assertThat(Arrays.<DatanodeInfo>asList(block.getLocations()))
        .containsExactlyInAnyOrder(targets);
    // The namenode begins this one there.
    plan.arrange(null, new LocatedBlock(new ExtendedBlock("pool", 2),
        new DatanodeInfo[] {writer, live.get(5), live.get(6)}));
    open(block.getLocations());
    open();
    assertThat(plan.exclude(null, NONE)).contains(live.get(5), live.get(6))
        .doesNotContain(writer);
  }
}
