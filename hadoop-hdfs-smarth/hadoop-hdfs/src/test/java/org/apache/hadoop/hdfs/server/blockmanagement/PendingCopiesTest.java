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
package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.Arrays;

import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.util.FakeTimer;
import org.apache.hadoop.util.Time;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.when;

/** What becomes of copies that the namenode has ordered. */
public class PendingCopiesTest extends PendingReplicasTestBase {
  private final BlockInfo block = block();
  private final DatanodeDescriptor target = target();
  private final FakeTimer timer = timer();
  private final BlockManager manager = manager();
  private final DatanodeManager datanodes = datanodes();
  private final HeartbeatManager heartbeats = heartbeats();
  private final PendingPipelineReplicas pending = pending();
  private final PipelineReplicas replicas = pending.getReplicas();

  @Test
  public void aCopyToADatanodeThatIsNotStaleIsWaitedFor() {
    heartbeat(STALE_MILLIS / 2);
    StockBlocks.order(pending, block, target);
    assertThat(pending.getTimedOutBlocks()).isNull();
    assertThat(pending.getNumReplicas(block)).isEqualTo(1);
    assertThat(pending.size()).isEqualTo(1);
  }

  @Test
  public void aCopyToADatanodeThatHasBecomeStaleIsOrderedAnew() {
    heartbeat(STALE_MILLIS);
    StockBlocks.order(pending, block, target);
    assertThat(pending.getTimedOutBlocks()).containsExactly(block);
    assertThat(pending.getNumReplicas(block)).isZero();
    assertThat(pending.size()).isZero();
    assertThat(pending.getTimedOutBlocks()).isNull();
  }

  @Test
  public void aCopyFromADatanodeThatHasBecomeStaleIsOrderedAnew() {
    heartbeat(0);
    StockBlocks.order(pending, block, target);
    replicas.copiedFrom(block, stale());
    assertThat(pending.getTimedOutBlocks()).containsExactly(block);
    assertThat(pending.getNumReplicas(block)).isZero();
    assertThat(pending.getTimedOutBlocks()).isNull();
  }

  @Test
  public void aCopyToADatanodeThatWillDeleteItIsOrderedAnew() {
    heartbeat(0);
    StockBlocks.order(pending, block, target);
    when(manager.isToBeDeleted(block, target)).thenReturn(true);
    assertThat(pending.getTimedOutBlocks()).containsExactly(block);
    assertThat(pending.getNumReplicas(block)).isZero();
    assertThat(pending.getTimedOutBlocks()).isNull();
  }

  @Test
  public void whereACopyThatWasMadeCameFromDoesNotMatter() {
    heartbeat(0);
    StockBlocks.order(pending, block, target);
    replicas.copiedFrom(block, stale());
    StockBlocks.report(pending, block, target);
    assertThat(pending.getTimedOutBlocks()).isNull();
  }

  private static DatanodeDescriptor stale() {
    DatanodeDescriptor source = DFSTestUtil.getLocalDatanodeDescriptor();
    source.setAlive(true);
    source.setLastUpdateMonotonic(Time.monotonicNow() - STALE_MILLIS);
    return source;
  }

  @Test
  public void justAfterAPauseOfTheNamenodeNoCopyIsOrderedAnew() {
    heartbeat(STALE_MILLIS);
    StockBlocks.order(pending, block, target);
    timer.advance(STALE_MILLIS);
    assertThat(pending.getTimedOutBlocks()).isNull();
    assertThat(pending.getNumReplicas(block)).isEqualTo(1);
  }

  /** A namenode that is slow hears everybody late. */
  @Test
  public void aCopyToADatanodeThatIsLateAsOthersAreIsWaitedFor() {
    heartbeat(STALE_MILLIS + STALE_MILLIS / 2);
    StockBlocks.order(pending, block, target);
    DatanodeDescriptor[] all = {target, late(STALE_MILLIS / 2),
        late(STALE_MILLIS / 4), late(STALE_MILLIS), late(STALE_MILLIS)};
    when(heartbeats.getDatanodes()).thenReturn(all);
    assertThat(pending.getTimedOutBlocks()).isNull();
    heartbeat(4 * STALE_MILLIS);
    assertThat(pending.getTimedOutBlocks()).containsExactly(block);
  }

  @Test
  public void whereACopyThatWasGivenUpCameFromDoesNotMatter() {
    heartbeat(STALE_MILLIS);
    StockBlocks.order(pending, block, target);
    DatanodeDescriptor source = late(0);
    source.setAlive(true);
    replicas.copiedFrom(block, source);
    assertThat(pending.getTimedOutBlocks()).containsExactly(block);
    source.setAlive(false);
    assertThat(pending.getTimedOutBlocks()).isNull();
  }

  @Test
  public void whereACopyThatIsStillMadeComesFromMattersThoughAnotherFailed() {
    heartbeat(0);
    DatanodeDescriptor other = DFSTestUtil.getDatanodeDescriptor("10.0.0.9",
        "/rack");
    other.setAlive(true);
    other.setLastUpdateMonotonic(Time.monotonicNow() - STALE_MILLIS);
    StockBlocks.order(pending, block, target, other);
    DatanodeDescriptor source = late(0);
    source.setAlive(true);
    replicas.copiedFrom(block, source);
    assertThat(pending.getTimedOutBlocks()).containsExactly(block);
    assertThat(pending.getNumReplicas(block)).isEqualTo(1);
    source.setAlive(false);
    assertThat(pending.getTimedOutBlocks()).containsExactly(block);
    assertThat(pending.getNumReplicas(block)).isZero();
  }

  /** As after a reconfiguration at run time. */
  @Test
  public void whatIsLateFollowsTheIntervalOfHeartbeatsThatIsSetNow() {
    heartbeat(0);
    DatanodeDescriptor late = late(10_000);
    DatanodeDescriptor[] all = {target, late};
    when(heartbeats.getDatanodes()).thenReturn(all);
    assertThat(spared(late)).isTrue();
    when(datanodes.getHeartbeatInterval()).thenReturn(20L);
    assertThat(spared(late)).isFalse();
    heartbeat(STALE_MILLIS);
    StockBlocks.order(pending, block, target);
    assertThat(pending.getTimedOutBlocks()).isNull();
    heartbeat(3 * 20_000);
    late.setLastUpdateMonotonic(Time.monotonicNow());
    assertThat(pending.getTimedOutBlocks()).containsExactly(block);
  }

  private boolean spared(DatanodeDescriptor source) {
    pending.getTimedOutBlocks();
    return replicas.getSilent().canBeSpared(source, Arrays.asList(
        new DatanodeStorageInfo(source, new DatanodeStorage("s1")),
        new DatanodeStorageInfo(target, new DatanodeStorage("s2"))), other -> true);
  }

  @Test
  public void aCopyThatWasMadeIsNotOrderedAnew() {
    heartbeat(0);
    StockBlocks.order(pending, block, target);
    assertThat(StockBlocks.report(pending, block, target)).isTrue();
    heartbeat(STALE_MILLIS);
    assertThat(pending.getTimedOutBlocks()).isNull();
  }
}
