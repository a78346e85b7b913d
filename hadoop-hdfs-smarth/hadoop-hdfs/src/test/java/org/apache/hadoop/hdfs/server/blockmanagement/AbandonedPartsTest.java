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

import java.util.concurrent.TimeUnit;

import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.hadoop.util.FakeTimer;
import org.junit.Test;
import org.mockito.ArgumentCaptor;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

/** What becomes of replicas that no pipeline finishes. */
public class AbandonedPartsTest extends PendingReplicasTestBase {
  private final BlockInfo block = block();
  private final DatanodeDescriptor target = target();
  private final FakeTimer timer = timer();
  private final INodeFile file = file();
  private final BlockManager manager = manager();
  private final PendingPipelineReplicas pending = pending();
  private final PipelineReplicas replicas = pending.getReplicas();

  private boolean isLeftOver(int live, int onStaleNodes) {
    replicas(live, onStaleNodes);
    return replicas.isLeftOver(StockBlocks.corrupt(block,
        CorruptReplicasMap.Reason.INVALID_STATE), target);
  }

  private void isKnown(boolean corrupt) {
    when(block.findStorageInfo(target)).thenReturn(
        new DatanodeStorageInfo(target, new DatanodeStorage("s")));
    when(manager.isReplicaCorrupt(block, target)).thenReturn(corrupt);
  }

  @Test
  public void anUnfinishedReplicaCountsForNothingWhereTheBlockLacksReplicas() {
    assertThat(isLeftOver(1, 0)).isTrue();
    assertThat(isLeftOver(2, 2)).isTrue();
    verify(manager, never()).removeStoredBlock(any(), any());
  }

  @Test
  public void anUnfinishedReplicaOfALostBlockIsShownAsInStock() {
    assertThat(isLeftOver(0, 0)).isFalse();
  }

  @Test
  public void anUnfinishedReplicaIsDeletedWhereEnoughOthersLive() {
    assertThat(isLeftOver(3, 0)).isFalse();
    // Stock would not delete it, but keep it as a corrupt one.
    assertThat(isLeftOver(3, 1)).isTrue();
  }

  @Test
  public void anUnfinishedReplicaThatACopyIsToReplaceIsNotDeleted() {
    heartbeat(0);
    StockBlocks.order(pending, block, target);
    assertThat(isLeftOver(3, 0)).isTrue();
    assertThat(pending.getTimedOutBlocks()).isNull();
  }

  /** Others were found since, and stock would never copy to this datanode. */
  @Test
  public void whatCountedAsCorruptCountsForNothingOnceOthersLive() {
    isKnown(true);
    assertThat(isLeftOver(0, 0)).isFalse();
    assertThat(isLeftOver(1, 0)).isTrue();
    verify(manager).removeStoredBlock(block, target);
  }

  @Test
  public void aReplicaThatCountedAsGoodIsMarkedAsInStock() {
    isKnown(false);
    assertThat(isLeftOver(2, 0)).isFalse();
  }

  @Test
  public void whatAStandbyHeardLaterThanOfTheUnfinishedReplicaCounts() {
    when(manager.isPopulatingReplQueues()).thenReturn(false);
    isKnown(false);
    assertThat(isLeftOver(2, 0)).isTrue();
    verify(manager, never()).removeStoredBlock(any(), any());
  }

  @Test
  public void otherCorruptReplicasAreMarkedAsInStock() {
    assertThat(replicas.isLeftOver(StockBlocks.corrupt(block,
        CorruptReplicasMap.Reason.SIZE_MISMATCH), target)).isFalse();
  }

  @Test
  public void anUnfinishedReplicaOfAnOpenFileIsNotWaitedFor() {
    when(file.isUnderConstruction()).thenReturn(true);
    heartbeat(0);
    replicas.expect(block, target);
    assertThat(isLeftOver(2, 0)).isTrue();
    assertThat(pending.getTimedOutBlocks()).containsExactly(block);
  }

  @Test
  public void whatNobodyWritesIsDeletedWhereEnoughReplicasLive() {
    timer.advance(TimeUnit.HOURS.toMillis(2));
    replicas(2, 0);
    replicas.reportedAsWritten(block, target);
    replicas(3, 1);
    replicas.reportedAsWritten(block, target);
    verify(manager, never()).addToInvalidates(any(), any());
    replicas(3, 0);
    replicas.reportedAsWritten(block, target);
    ArgumentCaptor<Block> deleted = ArgumentCaptor.forClass(Block.class);
    verify(manager).addToInvalidates(deleted.capture(), eq(target));
    assertThat(deleted.getValue()).as("no append changes its stamp")
        .isExactlyInstanceOf(Block.class);
    assertThat(replicas.countDraining()).isZero();
  }

  @Test
  public void ofEachPartThatIsDeletedTheLogTellsOnce() {
    timer.advance(TimeUnit.HOURS.toMillis(2));
    replicas(3, 0);
    GenericTestUtils.LogCapturer log = GenericTestUtils.LogCapturer
        .captureLogs(LoggerFactory.getLogger(AbandonedParts.class));
    replicas.reportedAsWritten(block, target);
    when(manager.isToBeDeleted(block, target)).thenReturn(true);
    replicas.reportedAsWritten(block, target);
    pending.getTimedOutBlocks();
    pending.getTimedOutBlocks();
    log.stopCapturing();
    assertThat(log.getOutput()).containsOnlyOnce("is to delete 1 parts")
        .contains("blk_0_0");
  }

  @Test
  public void whatACopyIsToReplaceIsNotDeletedThoughNobodyWritesIt() {
    timer.advance(TimeUnit.HOURS.toMillis(2));
    heartbeat(0);
    StockBlocks.order(pending, block, target);
    replicas(3, 0);
    replicas.reportedAsWritten(block, target);
    verify(manager, never()).addToInvalidates(any(), any());
  }
}
