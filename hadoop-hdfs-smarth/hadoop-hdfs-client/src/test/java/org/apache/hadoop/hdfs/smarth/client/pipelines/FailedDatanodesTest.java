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
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.client.impl.DfsClientConf;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet.Pipeline;
import org.apache.hadoop.util.FakeTimer;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Which datanodes a file leaves out because they failed, and for how long. */
public class FailedDatanodesTest extends BlockAllocatorTestCase {
  private final Configuration conf = getConf();
  private final FakeTimer timer = getTimer();
  private final List<DatanodeInfo> live = getLive();
  private final List<List<DatanodeInfo>> excluded = getExcluded();
  private final FailedDatanodes failures =
      new FailedDatanodes(TimeUnit.MINUTES.toMillis(10), timer);

  private LocatedBlock allocate(BlockAllocator allocator,
      DatanodeInfo... failed) throws IOException {
    Pipeline pipeline = pipelines().add();
    allocator.awaitTurn(pipeline);
    LocatedBlock block = allocator.allocate(pipeline, null, failed);
    pipeline.connected(() -> 0);
    pipeline.firstFinished(64L << 20);
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

  @Test
  public void aDatanodeThatADrainingBlockLostIsTriedAgainIfItIsNeeded()
      throws IOException {
    for (boolean mode : new boolean[] {false, true}) {
      setAuto(mode);
      BlockAllocator allocator = allocatorForThreeDatanodes();
      assertThat(targets(allocate(allocator))).hasSize(3);
      allocator.avoid(live.get(1));
      assertThat(targets(allocate(allocator))).hasSize(2)
          .doesNotContain(live.get(1));
      timer.advance(FailedDatanodes.MIN_MILLIS);
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
    long pause = FailedDatanodes.MIN_MILLIS;
    for (int tries = 1; tries < 5; tries++) {
      timer.advance(pause - 1);
      assertThat(targets(allocate(allocator))).hasSize(2);
      timer.advance(1);
      Pipeline pipeline = pipelines().add();
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
    Pipeline pipeline = pipelines().add();
    allocator.awaitTurn(pipeline);
    allocator.allocate(pipeline, null, NONE);
    // A host that does not answer.
    timer.advance(TimeUnit.MINUTES.toMillis(1));
    DatanodeInfo[] failed = {live.get(1)};
    assertThat(targets(allocator.allocate(pipeline, null, failed))).hasSize(2);
    pipeline.connected(() -> 0);
    pipeline.firstFinished(64L << 20);
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
    timer.advance(FailedDatanodes.MIN_MILLIS);
    assertThat(targets(allocate(allocator))).hasSize(3)
        .doesNotContain(live.get(1));
    assertAbandoned(0);
  }

  @Test
  public void whereDrainingBlocksLostAllDatanodesAllAreTriedAtOnce()
      throws IOException {
    for (boolean mode : new boolean[] {false, true}) {
      setAuto(mode);
      BlockAllocator allocator = allocatorForThreeDatanodes();
      allocate(allocator);
      live.forEach(allocator::avoid);
      assertThat(targets(allocate(allocator))).hasSize(3);
    }
    assertAbandoned(0);
  }

  @Test
  public void failedDatanodesStayExcludedForLaterBlocks() throws IOException {
    answerWithFreeDatanodes(3);
    BlockAllocator allocator = allocator();
    Pipeline first = pipelines().add();
    allocator.awaitTurn(first);
    allocator.allocate(first, null, new DatanodeInfo[] {live.get(0)});
    first.connected(() -> 0);
    first.firstFinished(64L << 20);
    next(allocator);
    assertThat(excluded.get(0)).containsExactly(live.get(0));
    assertThat(excluded.get(1)).contains(live.get(0));
  }

  @Test
  public void aPipelineThatCouldNotConnectExcludesOnlyTheDatanodeThatFailed()
      throws IOException {
    answerWithFreeDatanodes(3);
    BlockAllocator allocator = allocator();
    Pipeline first = pipelines().add();
    allocator.awaitTurn(first);
    allocator.allocate(first, null, NONE);
    allocator.allocate(first, null, new DatanodeInfo[] {live.get(1)});
    assertThat(excluded.get(1)).containsExactly(live.get(1));
  }

  @Test
  public void whereThereIsNoOtherOnlyThoseThatDrainingBlocksLostNeedNotWait() {
    failures.refused(live.get(0), 1, false);
    assertThat(failures.mayBeWell()).isFalse();
    failures.lost(live.get(1));
    assertThat(failures.mayBeWell()).isTrue();
    failures.tryLostAgain();
    assertThat(failures.get()).containsExactly(live.get(0));
    timer.advance(FailedDatanodes.MIN_MILLIS);
    assertThat(failures.mayBeWell()).isTrue();
    failures.tryLostAgain();
    assertThat(failures.get()).isEmpty();
  }

  @Test
  public void oneThatFailedLongAgoFailsForTheFirstTimeAgain() {
    failures.refused(live.get(0), 1, false);
    timer.advance(TimeUnit.MINUTES.toMillis(10));
    assertThat(failures.get()).isEmpty();
    failures.refused(live.get(0), 1, false);
    assertThat(failures.get()).containsExactly(live.get(0));
    timer.advance(FailedDatanodes.MIN_MILLIS);
    assertThat(failures.tryAgain()).isTrue();
  }

  @Test
  public void aTrialEndsForThoseThatTookABlockAndForTheOthers() {
    failures.refused(live.get(0), 1, false);
    failures.refused(live.get(1), 1, false);
    timer.advance(FailedDatanodes.MIN_MILLIS);
    assertThat(failures.tryAgain()).isTrue();
    assertThat(failures.isTrial(new HashSet<>(live))).isTrue();
    failures.endTrial(Collections.singletonList(live.get(1)));
    assertThat(failures.get()).containsExactly(live.get(0));
    assertThat(failures.isTrial(new HashSet<>(live))).isFalse();
  }
}
