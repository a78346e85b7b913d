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
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.smarth.client.PipelineSet.Pipeline;
import org.apache.hadoop.util.FakeTimer;
import org.junit.Before;
import org.junit.Test;
import org.mockito.AdditionalAnswers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

public class AutoPlanTest {
  private static final Set<DatanodeInfo> NONE = Collections.emptySet();
  private static final long BLOCK = 64L << 20;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final ClientProtocol namenode = mock(ClientProtocol.class);
  private final FakeTimer timer = new FakeTimer();
  private final ClusterView view = new ClusterView(namenode, timer);
  private final PipelineSet pipelines = new PipelineSet();
  private final List<DatanodeInfo> live = Datanodes.racks(5, 4);
  private final AutoPlan plan = plan(0);

  @Before
  public void before() throws IOException {
    when(namenode.getDatanodeReport(DatanodeReportType.LIVE))
        .thenReturn(live.toArray(new DatanodeInfo[0]));
  }

  private AutoPlan plan(int most) {
    return new AutoPlan(view, pipelines,
        new SpreadExclusion(3, Datanodes.NONE_OWN, new Random(1)),
        eager(most),
        new SpreadOrder(node -> 0, node -> 0, node -> false, 1, new Random(1)));
  }

  /** What lets a file have as many pipelines as there may be in any case. */
  static PipelineControl eager(int most) {
    PipelineControl control = mock(PipelineControl.class);
    when(control.getMost()).thenReturn(most);
    when(control.limit(anyInt(), any()))
        .then(AdditionalAnswers.returnsFirstArg());
    return control;
  }

  private DatanodeInfo[] nodes(int... numbers) {
    return Arrays.stream(numbers).mapToObj(live::get)
        .toArray(DatanodeInfo[]::new);
  }

  @Test(timeout = 60_000)
  public void datanodesThroughWhichNoBlockArrivesFastAreLeftOut() {
    plan.arrived(nodes(0, 5, 6), BLOCK, SECOND);
    plan.arrived(nodes(1, 7, 8), BLOCK, SECOND);
    plan.arrived(nodes(2, 5, 6), BLOCK, 10 * SECOND);
    assertThat(plan.exclude(NONE)).containsExactlyInAnyOrder(nodes(2));
  }

  @Test(timeout = 60_000)
  public void aBlockThatStillArrivesCountsIfItsWriterKeptUp()
      throws IOException {
    plan.arrived(nodes(0, 5, 6), BLOCK, SECOND);
    Pipeline slow = pipelines.add();
    slow.awaitTurn(() -> 1);
    slow.occupy(nodes(1, 7, 8));
    slow.connected(() -> BLOCK / 10);
    assertThat(plan.exclude(NONE))
        .containsExactlyInAnyOrder(nodes(1, 7, 8));
    assertThat(view.getDrainRates().slow()).isEmpty();
    slow.measure(System.nanoTime() - 5 * SECOND);
    plan.exclude(NONE);
    assertThat(view.getDrainRates().slow())
        .containsExactlyInAnyOrder(nodes(1, 7, 8));
    slow.firstFinished();
    slow.done();
    assertThat(plan.exclude(NONE))
        .containsExactlyInAnyOrder(nodes(1, 7, 8));
  }

  @Test(timeout = 60_000)
  public void slowDatanodesAreUsedIfTheOthersHaveNoRoom() {
    plan.arrived(nodes(0, 1, 2, 3, 4), BLOCK, SECOND);
    plan.arrived(nodes(5, 6, 7, 8), BLOCK, 10 * SECOND);
    // All fast ones are on one rack.
    assertThat(plan.exclude(NONE)).isEmpty();
  }

  @Test(timeout = 60_000)
  public void thereAreNoMorePipelinesThanDatanodesOrConfigured() {
    assertThat(plan.limit()).isEqualTo(9);
    assertThat(plan(2).limit()).isEqualTo(2);
    live.subList(3, 9).clear();
    timer.advance(TimeUnit.MINUTES.toMillis(1));
    try {
      before();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    assertThat(plan.limit()).isEqualTo(3);
  }
}
