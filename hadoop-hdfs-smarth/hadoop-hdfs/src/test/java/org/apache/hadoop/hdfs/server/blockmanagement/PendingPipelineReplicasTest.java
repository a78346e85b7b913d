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

import java.util.Collections;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.util.FakeTimer;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

/** What becomes of replicas that pipelines are to deliver. */
public class PendingPipelineReplicasTest extends PendingReplicasTestBase {
  private final BlockInfo block = block();
  private final DatanodeDescriptor target = target();
  private final FakeTimer timer = timer();
  private final INodeFile file = file();
  private final BlockManager manager = manager();
  private final PendingPipelineReplicas pending = pending();
  private final PipelineReplicas replicas = pending.getReplicas();

  /** Its death is no matter of a heartbeat that is late. */
  @Test
  public void whatADeadDatanodeWasToStoreIsGivenUpThoughTheNamenodePaused() {
    when(file.isUnderConstruction()).thenReturn(true);
    heartbeat(0);
    replicas.expect(block, target);
    target.setAlive(false);
    timer.advance(STALE_MILLIS);
    assertThat(pending.getTimedOutBlocks()).containsExactly(block);
  }

  @Test
  public void whatTheWriterSaysIsLostIsGivenUpThoughTheNamenodePaused() {
    when(file.isUnderConstruction()).thenReturn(true);
    heartbeat(0);
    replicas.expect(block, target);
    replicas.delivered(block, Collections.emptySet());
    timer.advance(STALE_MILLIS);
    assertThat(pending.getTimedOutBlocks()).containsExactly(block);
  }

  /** @return how many looks it takes until the replica is given up; 99: many */
  private int looksAfterTheClose(Runnable life) {
    when(file.isUnderConstruction()).thenReturn(true);
    when(file.getBlocks()).thenReturn(new BlockInfo[] {block});
    heartbeat(0);
    replicas.expect(block, target);
    when(file.isUnderConstruction()).thenReturn(false);
    replicas.fileClosed(file);
    for (int look = 1; look < 99; look++) {
      timer.advance(1_000);
      life.run();
      if (pending.getTimedOutBlocks() != null) {
        return look;
      }
    }
    return 99;
  }

  @Test
  public void whoSendsHeartbeatsHasReportedHalfAMinuteAfterTheClose() {
    assertThat(looksAfterTheClose(this::heartbeatOfTarget)).isEqualTo(30);
  }

  /** Lifelines go on while a heartbeat, and the reports behind it, wait. */
  @Test
  public void whoSendsLifelinesAloneMayStillHaveAReplicaToReport() {
    AtomicLong lifeline = new AtomicLong(target.getLastUpdateMonotonic());
    assertThat(looksAfterTheClose(() ->
        target.setLastUpdateMonotonic(lifeline.incrementAndGet())))
        .isEqualTo(99);
    heartbeatOfTarget();
    assertThat(pending.getTimedOutBlocks()).isNull();
    heartbeatOfTarget();
    assertThat(pending.getTimedOutBlocks()).containsExactly(block);
  }

  /** Stock then waits for nothing, and copies at once. */
  @Test
  public void afterFailoversNoHeartbeatIsWaitedFor() {
    assertThat(looksAfterTheClose(pending::clear)).isEqualTo(30);
  }

  private void fileIsOpenWithOneReplicaToCome() {
    when(file.isUnderConstruction()).thenReturn(true);
    when(file.getBlocks()).thenReturn(new BlockInfo[] {block});
    heartbeat(0);
    replicas.expect(block, target);
  }

  private void halfAMinuteOfHeartbeats() {
    for (int second = 0; second < 31; second++) {
      timer.advance(1_000);
      heartbeatOfTarget();
      if (second < 30) {
        pending.getTimedOutBlocks();
      }
    }
  }

  /** It comes back, and its report names the part that it has. */
  @Test
  public void whatTheWriterHasLostIsNotWaitedForAgain() {
    fileIsOpenWithOneReplicaToCome();
    replicas.delivered(block, Collections.emptySet());
    assertThat(pending.getTimedOutBlocks()).containsExactly(block);
    replicas.reportedAsWritten(block, target);
    assertThat(pending.getNumReplicas(block)).isZero();

    replicas.fileClosed(file);
    replicas.reportedAsWritten(block, target);
    assertThat(pending.getNumReplicas(block)).as("appended to").isEqualTo(1);
  }

  /** Stock keeps such a file open for ever. */
  @Test
  public void whatOnlyASnapshotKeepsIsWaitedForAsWhatIsClosed() {
    fileIsOpenWithOneReplicaToCome();
    replicas.fileClosed(file);
    when(manager.isInSnapshot(block)).thenReturn(true);
    halfAMinuteOfHeartbeats();
    assertThat(replicas.countDraining()).isZero();
    replicas.reportedAsWritten(block, target);
    assertThat(replicas.countDraining()).isZero();
  }

  @Test
  public void afterAFailoverWhatOnlyASnapshotKeepsIsNotWaitedForLong() {
    fileIsOpenWithOneReplicaToCome();
    when(manager.isInSnapshot(block)).thenReturn(true);
    pending.clear();
    halfAMinuteOfHeartbeats();
    assertThat(replicas.countDraining()).isZero();
  }

  @Test
  public void ofAnOpenFileThatIsDeletedAndGoneNothingIsAsked() {
    replicas.fileClosed(null);
    assertThat(replicas.countDraining()).isZero();
  }

  @Test
  public void whatAStaleDatanodeWasToStoreOfAnOpenFileIsGivenUp() {
    when(file.isUnderConstruction()).thenReturn(true);
    heartbeat(STALE_MILLIS / 2);
    replicas.expect(block, target);
    assertThat(pending.getTimedOutBlocks()).isNull();
    heartbeat(STALE_MILLIS);
    assertThat(pending.getTimedOutBlocks()).containsExactly(block);
    assertThat(pending.getNumReplicas(block)).isZero();
  }

  @Test
  public void whatACompleteBlockOfAClosedFileLacksIsStocks() {
    heartbeat(0);
    replicas.expect(block, target);
    assertThat(pending.getTimedOutBlocks()).isNull();
    assertThat(pending.getNumReplicas(block)).isEqualTo(1);
  }

  private BlockInfo blockOfAnOpenFile() {
    BlockInfo other = blockUnderConstruction();
    BlockCollection open = mock(INodeFile.class);
    when(open.isUnderConstruction()).thenReturn(true);
    when(manager.getBlockCollection(other)).thenReturn(open);
    return other;
  }

  /** @return how many blocks are waited for a few minutes after a close. */
  private int expectedLongAfterAClose() {
    BlockInfo other = blockOfAnOpenFile();
    when(file.isUnderConstruction()).thenReturn(true);
    heartbeat(0);
    replicas.expect(block, target);
    when(file.isUnderConstruction()).thenReturn(false);
    for (int minutes = 0; minutes < 3; minutes++) {
      timer.advance(TimeUnit.MINUTES.toMillis(1));
      replicas.expect(other, target);
    }
    return replicas.countDraining();
  }

  @Test
  public void aStandbyDoesNotWaitForEverForReplicasOfAClosedFile() {
    when(manager.isPopulatingReplQueues()).thenReturn(false);
    assertThat(expectedLongAfterAClose()).isEqualTo(1);
  }

  @Test
  public void onTheActiveNamenodeReplicasOfAClosedFileAreGivenUpElsewhere() {
    assertThat(expectedLongAfterAClose()).isEqualTo(2);
  }

  @Test
  public void aStandbyWaitsAMinuteAfterAFileIsClosed() {
    when(manager.isPopulatingReplQueues()).thenReturn(false);
    when(file.isUnderConstruction()).thenReturn(true);
    heartbeat(0);
    replicas.expect(block, target);
    BlockInfo other = blockOfAnOpenFile();
    when(file.isUnderConstruction()).thenReturn(false);
    timer.advance(TimeUnit.MINUTES.toMillis(2));
    replicas.expect(other, target);
    replicas.expect(other, target);
    assertThat(replicas.isExpected(block, target)).isTrue();
  }

  @Test
  public void askingForAReplicaDoesNotMakeItExpected() {
    when(file.isUnderConstruction()).thenReturn(true);
    assertThat(replicas.isExpected(block, target)).isFalse();
    assertThat(replicas.countDraining()).isZero();
    replicas.reportedAsWritten(block, target);
    assertThat(replicas.isExpected(block, target)).isTrue();
    assertThat(replicas.countDraining()).isEqualTo(1);
  }

  @Test
  public void aReplicaThatIsWrittenOfAClosedFileIsNotExpected() {
    replicas.reportedAsWritten(block, target);
    assertThat(replicas.countDraining()).isZero();
  }

  /** Or two replicas would be there, and three be counted. */
  @Test
  public void whoIsSentACopyOfWhatAPipelineAlsoDeliversCountsOnce() {
    when(file.isUnderConstruction()).thenReturn(true);
    replicas.expect(block, target);
    StockBlocks.order(pending, block, target, datanode(2, 0));
    assertThat(pending.getNumReplicas(block)).isEqualTo(2);
    StockBlocks.report(pending, block, target);
    assertThat(pending.getNumReplicas(block)).isEqualTo(1);
    replicas.expect(block, datanode(3, 0));
    assertThat(pending.getNumReplicas(block)).isEqualTo(2);
  }

  /** It was replaced in the pipeline, started again, and has told its part. */
  private void targetHasAnOldGenerationStamp() {
    when(file.isUnderConstruction()).thenReturn(true);
    when(block.getUnderConstructionFeature()).thenReturn(
        StockBlocks.underConstruction(new Block(1, 0, 1),
            new DatanodeStorageInfo(target, new DatanodeStorage("s"))));
    when(block.getGenerationStamp()).thenReturn(2L);
    heartbeat(0);
  }

  /** Or the report is older than the pipeline's recovery: nobody can tell. */
  @Test
  public void aReplicaOfAnOldGenerationStampIsWaitedForAsInStock() {
    targetHasAnOldGenerationStamp();
    DatanodeDescriptor other = datanode(2, 0);
    replicas.expect(block, target, other);
    assertThat(replicas.isExpected(block, target)).isFalse();
    assertThat(replicas.isExpected(block, other)).isTrue();
    assertThat(pending.getNumReplicas(block)).isEqualTo(2);
    replicas.delivered(block, Collections.singleton(other));
    StockBlocks.report(pending, block, other);
    assertThat(pending.getNumReplicas(block)).isEqualTo(1);
  }

  @Test
  public void aStandbyExpectsNoReplicaOfAnOldGenerationStamp() {
    targetHasAnOldGenerationStamp();
    when(manager.isPopulatingReplQueues()).thenReturn(false);
    replicas.expect(block, target);
    assertThat(replicas.countDraining()).isZero();
  }

  /** It may come back with its part, and tell it before the block is complete. */
  @Test
  public void whatTheWriterIsDoneWithIsWaitedForAsInStock() {
    targetHasToldAPart(ReplicaState.RBW);
    replicas.delivered(block, Collections.singleton(datanode(2, 0)));
    replicas.expect(block, target);
    assertThat(replicas.isExpected(block, target)).isFalse();
    assertThat(pending.getNumReplicas(block)).isEqualTo(1);
  }

  @Test
  public void aStandbyExpectsNoPartOfADatanodeThatWasStartedAgain() {
    targetHasToldAPart(ReplicaState.RWR);
    when(manager.isPopulatingReplQueues()).thenReturn(false);
    replicas.expect(block, target);
    assertThat(replicas.countDraining()).isZero();
  }

  /** The standby had heard of it while it was written. */
  @Test
  public void aStandbyExpectsNoPartOfADatanodeThatIsStartedAgain() {
    targetHasToldAPart(ReplicaState.RBW, ReplicaState.RWR);
    when(manager.isPopulatingReplQueues()).thenReturn(false);
    replicas.expect(block, target);
    assertThat(replicas.countDraining()).isZero();
  }

  @Test
  public void aStandbyExpectsAPartWithWhichItsPipelineGoesOn() {
    targetHasToldAPart(ReplicaState.RWR, ReplicaState.RBW);
    when(manager.isPopulatingReplQueues()).thenReturn(false);
    replicas.expect(block, target);
    assertThat(replicas.isExpected(block, target)).isTrue();
  }

  private void targetHasToldAPart(ReplicaState... states) {
    when(file.isUnderConstruction()).thenReturn(true);
    DatanodeStorageInfo storage =
        new DatanodeStorageInfo(target, new DatanodeStorage("s"));
    for (ReplicaState state : states) {
      block.getUnderConstructionFeature().addReplicaIfNotPresent(storage,
          new Block(1, 0, 0), state);
    }
    heartbeat(0);
  }

  /** Only reported replicas make a block safe, one after the other. */
  @Test
  public void inSafeModeWhatIsToComeDoesNotCount() {
    fileIsOpenWithOneReplicaToCome();
    when(manager.isPopulatingReplQueues()).thenReturn(false);
    assertThat(pending.getNumReplicas(block)).isZero();
    when(manager.isPopulatingReplQueues()).thenReturn(true);
    assertThat(pending.getNumReplicas(block)).isEqualTo(1);
  }

  /** As where dfs.namenode.replqueue.threshold-pct is low, without HA. */
  @Test
  public void inSafeModeWhatIsToComeDoesNotCountThoughQueuesAreThere() {
    fileIsOpenWithOneReplicaToCome();
    when(manager.isInSafeMode()).thenReturn(true);
    assertThat(pending.getNumReplicas(block)).isZero();
  }

  /** Stock waits for these before a dead datanode is decommissioned. */
  @Test
  public void whatDrainsIsNoCopyThatIsPending() {
    fileIsOpenWithOneReplicaToCome();
    assertThat(pending.size()).isZero();
  }

  /** Hadoop's TestReplication counts them in the metric. */
  @Test
  public void whatAClosedFileLacksIsPendingAsInStock() {
    fileIsOpenWithOneReplicaToCome();
    assertThat(pending.size()).isZero();
    when(file.isUnderConstruction()).thenReturn(false);
    replicas.fileClosed(file);
    assertThat(pending.size()).isEqualTo(1);
    StockBlocks.report(pending, block, target);
    assertThat(pending.size()).isZero();
  }

  /** Its volume was taken away, before it could report the replica. */
  @Test
  public void whatADatanodeHasDeletedIsNotWaitedFor() {
    fileIsOpenWithOneReplicaToCome();
    replicas.deleted(block, datanode(2, 0));
    assertThat(pending.getTimedOutBlocks()).isNull();
    replicas.deleted(block, target);
    assertThat(pending.getTimedOutBlocks()).containsExactly(block);
    replicas.deleted(null, target);
  }

  @Test
  public void aBlockThatNobodyHasReportedYetIsNotShownAsMissing() {
    fileIsOpenWithOneReplicaToCome();
    replicas(0, 0);
    assertThat(pending.getNumReplicas(block)).isEqualTo(1);
  }

  /** As when the first datanode and the writer are lost at once. */
  @Test
  public void aBlockWithoutAUsableReplicaIsShownAsMissing() {
    fileIsOpenWithOneReplicaToCome();
    assertThat(pending.getNumReplicas(block)).isEqualTo(1);
    // Its first datanode had reported it.
    when(block.isComplete()).thenReturn(true);
    replicas(0, 0);
    assertThat(pending.getNumReplicas(block)).isZero();
    // The datanode that had it comes back.
    replicas(1, 0);
    assertThat(pending.getNumReplicas(block)).isEqualTo(1);
  }

  /** A drain takes an hour at most: it is a part that its writer has lost. */
  @Test
  public void whatIsReportedAsWrittenIsExpectedForAnHourOfTheNamenode() {
    when(file.isUnderConstruction()).thenReturn(true);
    timer.advance(TimeUnit.HOURS.toMillis(1));
    replicas.reportedAsWritten(block, target);
    assertThat(replicas.countDraining()).isZero();
    pending.clear();
    replicas.reportedAsWritten(block, target);
    assertThat(replicas.isExpected(block, target)).isTrue();
  }

  @Test
  public void aStandbyExpectsWhatIsReportedAsWrittenAtAnyTime() {
    when(file.isUnderConstruction()).thenReturn(true);
    when(manager.isPopulatingReplQueues()).thenReturn(false);
    timer.advance(TimeUnit.HOURS.toMillis(1));
    replicas.reportedAsWritten(block, target);
    assertThat(replicas.isExpected(block, target)).isTrue();
  }

  /** It would hide the loss of another one. */
  @Test
  public void ofWhatIsReplicatedEnoughNoPartIsExpected() {
    when(file.isUnderConstruction()).thenReturn(true);
    when(manager.isPopulatingReplQueues()).thenReturn(false);
    replicas(3, 1);
    replicas.reportedAsWritten(block, target);
    assertThat(replicas.countDraining()).isZero();
  }

  /** The part was reported before all the replicas were. */
  @Test
  public void onceABlockIsReplicatedEnoughItsPartsAreExpectedNoMore() {
    when(file.isUnderConstruction()).thenReturn(true);
    when(manager.isPopulatingReplQueues()).thenReturn(false);
    replicas(2, 0);
    replicas.reportedAsWritten(block, target);
    replicas(3, 0);
    pending.getNumReplicas(block);
    when(manager.isPopulatingReplQueues()).thenReturn(true);
    replicas(2, 0);
    assertThat(pending.getNumReplicas(block)).isZero();
  }
}
