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
package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.hadoop.util.FakeTimer;
import org.apache.hadoop.util.Time;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;
import org.mockito.ArgumentCaptor;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyBoolean;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

/** What becomes of copies that the namenode has ordered. */
public class PendingCopiesTest {
  private static final long STALE_MILLIS = TimeUnit.SECONDS.toMillis(30);

  @Rule
  public final Timeout timeout = new Timeout(30, TimeUnit.SECONDS);

  private final BlockInfo block = mock(BlockInfo.class);
  private final DatanodeDescriptor target =
      DFSTestUtil.getLocalDatanodeDescriptor();
  private final FakeTimer timer = new FakeTimer();
  private final INodeFile file = mock(INodeFile.class);
  private final BlockManager manager = mock(BlockManager.class);
  private final DatanodeManager datanodes = mock(DatanodeManager.class);
  private final HeartbeatManager heartbeats = mock(HeartbeatManager.class);
  private final PendingPipelineReplicas pending =
      new PendingPipelineReplicas(manager, new Configuration(), timer);

  @Before
  public void before() {
    when(manager.getBlockCollection(any(BlockInfo.class))).thenReturn(file);
    when(datanodes.getHeartbeatInterval()).thenReturn(3L);
    when(datanodes.getStaleInterval()).thenReturn(STALE_MILLIS);
    when(manager.getDatanodeManager()).thenReturn(datanodes);
    when(datanodes.getHeartbeatManager()).thenReturn(heartbeats);
    when(heartbeats.getDatanodes()).thenReturn(new DatanodeDescriptor[0]);
  }

  private void heartbeat(long millisAgo) {
    target.setAlive(true);
    target.setLastUpdateMonotonic(Time.monotonicNow() - millisAgo);
  }

  @Test
  public void aCopyToADatanodeThatIsNotStaleIsWaitedFor() {
    heartbeat(STALE_MILLIS / 2);
    pending.increment(block, target);
    assertThat(pending.getTimedOutBlocks()).isNull();
    assertThat(pending.getNumReplicas(block)).isEqualTo(1);
    assertThat(pending.size()).isEqualTo(1);
  }

  @Test
  public void aCopyToADatanodeThatHasBecomeStaleIsOrderedAnew() {
    heartbeat(STALE_MILLIS);
    pending.increment(block, target);
    assertThat(pending.getTimedOutBlocks()).containsExactly(block);
    assertThat(pending.getNumReplicas(block)).isZero();
    assertThat(pending.size()).isZero();
    assertThat(pending.getTimedOutBlocks()).isNull();
  }

  @Test
  public void aCopyFromADatanodeThatHasBecomeStaleIsOrderedAnew() {
    heartbeat(0);
    pending.increment(block, target);
    pending.copiedFrom(block, stale());
    assertThat(pending.getTimedOutBlocks()).containsExactly(block);
    assertThat(pending.getNumReplicas(block)).isZero();
    assertThat(pending.getTimedOutBlocks()).isNull();
  }

  @Test
  public void aCopyToADatanodeThatWillDeleteItIsOrderedAnew() {
    heartbeat(0);
    pending.increment(block, target);
    when(manager.isToBeDeleted(block, target)).thenReturn(true);
    assertThat(pending.getTimedOutBlocks()).containsExactly(block);
    assertThat(pending.getNumReplicas(block)).isZero();
    assertThat(pending.getTimedOutBlocks()).isNull();
  }

  @Test
  public void whereACopyThatWasMadeCameFromDoesNotMatter() {
    heartbeat(0);
    pending.increment(block, target);
    pending.copiedFrom(block, stale());
    pending.decrement(block, target);
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
    pending.increment(block, target);
    timer.advance(STALE_MILLIS);
    assertThat(pending.getTimedOutBlocks()).isNull();
    assertThat(pending.getNumReplicas(block)).isEqualTo(1);
  }

  /** Its death is no matter of a heartbeat that is late. */
  @Test
  public void whatADeadDatanodeWasToStoreIsGivenUpThoughTheNamenodePaused() {
    when(file.isUnderConstruction()).thenReturn(true);
    heartbeat(0);
    pending.expect(block, target);
    target.setAlive(false);
    timer.advance(STALE_MILLIS);
    assertThat(pending.getTimedOutBlocks()).containsExactly(block);
  }

  @Test
  public void whatTheWriterSaysIsLostIsGivenUpThoughTheNamenodePaused() {
    when(file.isUnderConstruction()).thenReturn(true);
    heartbeat(0);
    pending.expect(block, target);
    pending.delivered(block, Collections.emptySet());
    timer.advance(STALE_MILLIS);
    assertThat(pending.getTimedOutBlocks()).containsExactly(block);
  }

  /** A namenode that is slow hears everybody late. */
  @Test
  public void aCopyToADatanodeThatIsLateAsOthersAreIsWaitedFor() {
    heartbeat(STALE_MILLIS + STALE_MILLIS / 2);
    pending.increment(block, target);
    DatanodeDescriptor[] all = {target, late(STALE_MILLIS / 2),
        late(STALE_MILLIS / 4), late(STALE_MILLIS), late(STALE_MILLIS)};
    when(heartbeats.getDatanodes()).thenReturn(all);
    assertThat(pending.getTimedOutBlocks()).isNull();
    heartbeat(4 * STALE_MILLIS);
    assertThat(pending.getTimedOutBlocks()).containsExactly(block);
  }

  private static DatanodeDescriptor late(long millis) {
    DatanodeDescriptor datanode = DFSTestUtil.getLocalDatanodeDescriptor();
    datanode.setLastUpdateMonotonic(Time.monotonicNow() - millis);
    return datanode;
  }

  private void heartbeatOfTarget() {
    target.updateHeartbeat(StorageReport.EMPTY_ARRAY, 0, 0, 0, 0, null);
  }

  /** @return how many looks it takes until the replica is given up; 99: many */
  private int looksAfterTheClose(Runnable life) {
    when(file.isUnderConstruction()).thenReturn(true);
    when(file.getBlocks()).thenReturn(new BlockInfo[] {block});
    heartbeat(0);
    pending.expect(block, target);
    when(file.isUnderConstruction()).thenReturn(false);
    pending.fileClosed(file);
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
    pending.expect(block, target);
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
    pending.delivered(block, Collections.emptySet());
    assertThat(pending.getTimedOutBlocks()).containsExactly(block);
    pending.reportedAsWritten(block, target);
    assertThat(pending.getNumReplicas(block)).isZero();

    pending.fileClosed(file);
    pending.reportedAsWritten(block, target);
    assertThat(pending.getNumReplicas(block)).as("appended to").isEqualTo(1);
  }

  /** Stock keeps such a file open for ever. */
  @Test
  public void whatOnlyASnapshotKeepsIsWaitedForAsWhatIsClosed() {
    fileIsOpenWithOneReplicaToCome();
    pending.fileClosed(file);
    when(manager.isInSnapshot(block)).thenReturn(true);
    halfAMinuteOfHeartbeats();
    assertThat(pending.size()).isZero();
    pending.reportedAsWritten(block, target);
    assertThat(pending.size()).isZero();
  }

  @Test
  public void afterAFailoverWhatOnlyASnapshotKeepsIsNotWaitedForLong() {
    fileIsOpenWithOneReplicaToCome();
    when(manager.isInSnapshot(block)).thenReturn(true);
    pending.clear();
    halfAMinuteOfHeartbeats();
    assertThat(pending.size()).isZero();
  }

  @Test
  public void ofAnOpenFileThatIsDeletedAndGoneNothingIsAsked() {
    pending.fileClosed(null);
    assertThat(pending.size()).isZero();
  }

  @Test
  public void whereACopyThatWasGivenUpCameFromDoesNotMatter() {
    heartbeat(STALE_MILLIS);
    pending.increment(block, target);
    DatanodeDescriptor source = late(0);
    source.setAlive(true);
    pending.copiedFrom(block, source);
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
    pending.increment(block, target, other);
    DatanodeDescriptor source = late(0);
    source.setAlive(true);
    pending.copiedFrom(block, source);
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
    pending.increment(block, target);
    assertThat(pending.getTimedOutBlocks()).isNull();
    heartbeat(3 * 20_000);
    late.setLastUpdateMonotonic(Time.monotonicNow());
    assertThat(pending.getTimedOutBlocks()).containsExactly(block);
  }

  private boolean spared(DatanodeDescriptor source) {
    pending.getTimedOutBlocks();
    return pending.getSilent().canBeSpared(source, Arrays.asList(
        new DatanodeStorageInfo(source, new DatanodeStorage("s1")),
        new DatanodeStorageInfo(target, new DatanodeStorage("s2"))), other -> true);
  }

  @Test
  public void aCopyThatWasMadeIsNotOrderedAnew() {
    heartbeat(0);
    pending.increment(block, target);
    assertThat(pending.decrement(block, target)).isTrue();
    heartbeat(STALE_MILLIS);
    assertThat(pending.getTimedOutBlocks()).isNull();
  }

  @Test
  public void whatAStaleDatanodeWasToStoreOfAnOpenFileIsGivenUp() {
    when(file.isUnderConstruction()).thenReturn(true);
    heartbeat(STALE_MILLIS / 2);
    pending.expect(block, target);
    assertThat(pending.getTimedOutBlocks()).isNull();
    heartbeat(STALE_MILLIS);
    assertThat(pending.getTimedOutBlocks()).containsExactly(block);
    assertThat(pending.getNumReplicas(block)).isZero();
  }

  @Test
  public void whatACompleteBlockOfAClosedFileLacksIsStocks() {
    heartbeat(0);
    pending.expect(block, target);
    assertThat(pending.getTimedOutBlocks()).isNull();
    assertThat(pending.getNumReplicas(block)).isEqualTo(1);
  }

  private BlockInfo blockOfAnOpenFile() {
    BlockInfo other = mock(BlockInfo.class);
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
    pending.expect(block, target);
    when(file.isUnderConstruction()).thenReturn(false);
    for (int minutes = 0; minutes < 3; minutes++) {
      timer.advance(TimeUnit.MINUTES.toMillis(1));
      pending.expect(other, target);
    }
    return pending.size();
  }

  @Test
  public void aStandbyDoesNotWaitForEverForReplicasOfAClosedFile() {
    assertThat(expectedLongAfterAClose()).isEqualTo(1);
  }

  @Test
  public void onTheActiveNamenodeReplicasOfAClosedFileAreGivenUpElsewhere() {
    when(manager.isPopulatingReplQueues()).thenReturn(true);
    assertThat(expectedLongAfterAClose()).isEqualTo(2);
  }

  @Test
  public void aStandbyWaitsAMinuteAfterAFileIsClosed() {
    when(file.isUnderConstruction()).thenReturn(true);
    heartbeat(0);
    pending.expect(block, target);
    BlockInfo other = blockOfAnOpenFile();
    when(file.isUnderConstruction()).thenReturn(false);
    timer.advance(TimeUnit.MINUTES.toMillis(2));
    pending.expect(other, target);
    pending.expect(other, target);
    assertThat(pending.isExpected(block, target)).isTrue();
  }

  @Test
  public void askingForAReplicaDoesNotMakeItExpected() {
    when(file.isUnderConstruction()).thenReturn(true);
    assertThat(pending.isExpected(block, target)).isFalse();
    assertThat(pending.size()).isZero();
    pending.reportedAsWritten(block, target);
    assertThat(pending.isExpected(block, target)).isTrue();
    assertThat(pending.size()).isEqualTo(1);
  }

  @Test
  public void aReplicaThatIsWrittenOfAClosedFileIsNotExpected() {
    pending.reportedAsWritten(block, target);
    assertThat(pending.size()).isZero();
  }

  private Set<Node> excluded(int replication, Node... before) {
    Set<Node> excluded = new HashSet<>(Arrays.asList(before));
    when(block.getReplication()).thenReturn((short) replication);
    pending.exclude(excluded, block);
    return excluded;
  }

  private static DatanodeDescriptor datanode(int number, long millisAgo) {
    DatanodeDescriptor datanode =
        DFSTestUtil.getDatanodeDescriptor("10.0.0." + number, "/rack");
    datanode.setAlive(true);
    datanode.setLastUpdateMonotonic(Time.monotonicNow() - millisAgo);
    return datanode;
  }

  @Test
  public void whoIsToStoreABlockAnywayIsNoTargetOfACopy() {
    when(file.isUnderConstruction()).thenReturn(true);
    DatanodeDescriptor copied = datanode(2, 0);
    pending.expect(block, target);
    pending.increment(block, copied);
    assertThat(excluded(3)).containsExactlyInAnyOrder(target, copied);
    pending.decrement(block, copied);
    assertThat(excluded(3)).containsExactly(target);
  }

  /** Or two replicas would be there, and three be counted. */
  @Test
  public void whoIsSentACopyOfWhatAPipelineAlsoDeliversCountsOnce() {
    when(file.isUnderConstruction()).thenReturn(true);
    pending.expect(block, target);
    pending.increment(block, target, datanode(2, 0));
    assertThat(pending.getNumReplicas(block)).isEqualTo(2);
    pending.decrement(block, target);
    assertThat(pending.getNumReplicas(block)).isEqualTo(1);
    pending.expect(block, datanode(3, 0));
    assertThat(pending.getNumReplicas(block)).isEqualTo(2);
  }

  /** It would be ordered again and again, each time in vain. */
  @Test
  public void whereTooFewAreLeftAStaleDatanodeIsStillNoTarget() {
    heartbeat(STALE_MILLIS);
    DatanodeDescriptor[] all = {target, datanode(2, 0), datanode(3, 0)};
    when(heartbeats.getDatanodes()).thenReturn(all);
    pending.getTimedOutBlocks();
    assertThat(excluded(3, all[1], all[2])).contains(target);
    heartbeat(STALE_MILLIS / 2);
    assertThat(excluded(3, all[1], all[2])).doesNotContain(target);
  }

  @Test
  public void whatIsToComeDoesNotMakeASilentDatanodeATarget() {
    heartbeat(STALE_MILLIS / 2);
    DatanodeDescriptor[] all = {target, datanode(2, 0), datanode(3, 0),
        datanode(4, 0)};
    when(heartbeats.getDatanodes()).thenReturn(all);
    pending.getTimedOutBlocks();
    pending.increment(block, all[2]);
    assertThat(excluded(3, all[1])).contains(target, all[2])
        .doesNotContain(all[3]);
  }

  /** @return those that a copy goes to at last; each choice excludes more */
  private DatanodeDescriptor[] chosen(List<DatanodeDescriptor> order,
      int copies, List<Set<Node>> choices) {
    BlockCollection of = mock(BlockCollection.class);
    ReplicationWork work = new ReplicationWork(block, of, target,
        Collections.singletonList(target), Collections.emptyList(), copies, 0);
    BlockPlacementPolicy policy = mock(BlockPlacementPolicy.class);
    when(policy.chooseTarget(any(), anyInt(), any(), any(), anyBoolean(),
        any(), anyLong(), any(), any())).thenAnswer(call -> {
          Set<Node> excluded = (Set<Node>) call.getArguments()[5];
          choices.add(new HashSet<>(excluded));
          return order.stream().filter(node -> !excluded.contains(node))
              .limit(copies)
              .map(node -> new DatanodeStorageInfo(node,
                  new DatanodeStorage("s")))
              .toArray(DatanodeStorageInfo[]::new);
        });
    BlockStoragePolicySuite policies =
        BlockStoragePolicySuite.createDefaultSuite();
    Set<Node> excluded = new HashSet<>(work.getContainingNodes());
    pending.exclude(excluded, block);
    work.chooseTargets(policy, policies, excluded);
    pending.checkTargets(work,
        others -> work.chooseTargets(policy, policies, others));
    assertThat(target.getNumberOfBlocksToBeReplicated()).isZero();
    return DatanodeStorageInfo.toDatanodeDescriptors(work.getTargets());
  }

  @Test
  public void aTargetThatIsToDeleteTheBlockIsReplacedAlone() {
    when(block.getReplication()).thenReturn((short) 3);
    List<DatanodeDescriptor> order =
        Arrays.asList(datanode(2, 0), datanode(3, 0), datanode(4, 0));
    when(manager.isToBeDeleted(block, order.get(0))).thenReturn(true);
    assertThat(chosen(order, 2, new ArrayList<>()))
        .containsExactly(order.get(1), order.get(2));
  }

  @Test
  public void whereNoOtherTargetIsLeftTheRestOfTheCopiesIsOrdered() {
    when(block.getReplication()).thenReturn((short) 3);
    List<DatanodeDescriptor> order =
        Arrays.asList(datanode(2, 0), datanode(3, 0));
    when(manager.isToBeDeleted(block, order.get(1))).thenReturn(true);
    assertThat(chosen(order, 2, new ArrayList<>()))
        .containsExactly(order.get(0));
  }

  /** As where all of the only other rack is, which stock prefers. */
  @Test
  public void whereVeryManyAreSilentWhoWasChosenIsReplaced() {
    when(block.getReplication()).thenReturn((short) 2);
    heartbeat(0);
    DatanodeDescriptor[] all = new DatanodeDescriptor[240];
    for (int i = 0; i < all.length; i++) {
      all[i] = datanode(i + 1, i < 100 ? STALE_MILLIS / 2 : 0);
    }
    when(heartbeats.getDatanodes()).thenReturn(all);
    pending.getTimedOutBlocks();
    List<Set<Node>> choices = new ArrayList<>();
    assertThat(chosen(Arrays.asList(all), 1, choices))
        .containsExactly(all[100]);
    assertThat(choices.get(0)).containsExactly(target);
    assertThat(choices.get(1)).containsExactlyInAnyOrder(target, all[0]);
    assertThat(choices.size()).isLessThan(9);
  }

  /** It has not looked for long, which is as after a pause. */
  @Test
  public void whoWasSilentBeforeAFailoverIsNoTargetAfterIt() {
    heartbeat(STALE_MILLIS);
    DatanodeDescriptor[] all = {target, datanode(2, 0), datanode(3, 0),
        datanode(4, 0)};
    when(heartbeats.getDatanodes()).thenReturn(all);
    timer.advance(10 * STALE_MILLIS);
    pending.clear();
    pending.increment(block, all[1]);
    pending.copiedFrom(block, target);
    assertThat(pending.getTimedOutBlocks()).isNull();
    assertThat(excluded(2, all[1])).contains(target).doesNotContain(all[3]);
  }

  private void replicas(int live, int onStaleNodes) {
    when(block.getReplication()).thenReturn((short) 3);
    NumberReplicas replicas = mock(NumberReplicas.class);
    when(replicas.liveReplicas()).thenReturn(live);
    when(replicas.replicasOnStaleNodes()).thenReturn(onStaleNodes);
    when(manager.countNodes(block)).thenReturn(replicas);
  }

  private boolean isLeftOver(int live, int onStaleNodes) {
    replicas(live, onStaleNodes);
    return pending.isLeftOver(new BlockToMarkCorrupt(block, "state",
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
    pending.increment(block, target);
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
    when(manager.isPopulatingReplQueues()).thenReturn(true);
    assertThat(isLeftOver(2, 0)).isFalse();
  }

  @Test
  public void whatAStandbyHeardLaterThanOfTheUnfinishedReplicaCounts() {
    isKnown(false);
    assertThat(isLeftOver(2, 0)).isTrue();
    verify(manager, never()).removeStoredBlock(any(), any());
  }

  @Test
  public void otherCorruptReplicasAreMarkedAsInStock() {
    assertThat(pending.isLeftOver(new BlockToMarkCorrupt(block, "length",
        CorruptReplicasMap.Reason.SIZE_MISMATCH), target)).isFalse();
  }

  @Test
  public void anUnfinishedReplicaOfAnOpenFileIsNotWaitedFor() {
    when(file.isUnderConstruction()).thenReturn(true);
    heartbeat(0);
    pending.expect(block, target);
    assertThat(isLeftOver(2, 0)).isTrue();
    assertThat(pending.getTimedOutBlocks()).containsExactly(block);
  }

  @Test
  public void whatNobodyWritesIsDeletedWhereEnoughReplicasLive() {
    when(manager.isPopulatingReplQueues()).thenReturn(true);
    timer.advance(TimeUnit.HOURS.toMillis(2));
    replicas(2, 0);
    pending.reportedAsWritten(block, target);
    replicas(3, 1);
    pending.reportedAsWritten(block, target);
    verify(manager, never()).addToInvalidates(any(), any());
    replicas(3, 0);
    pending.reportedAsWritten(block, target);
    ArgumentCaptor<Block> deleted = ArgumentCaptor.forClass(Block.class);
    verify(manager).addToInvalidates(deleted.capture(), eq(target));
    assertThat(deleted.getValue()).as("no append changes its stamp")
        .isExactlyInstanceOf(Block.class);
    assertThat(pending.size()).isZero();
  }

  @Test
  public void ofEachPartThatIsDeletedTheLogTellsOnce() {
    when(manager.isPopulatingReplQueues()).thenReturn(true);
    timer.advance(TimeUnit.HOURS.toMillis(2));
    replicas(3, 0);
    GenericTestUtils.LogCapturer log = GenericTestUtils.LogCapturer
        .captureLogs(LoggerFactory.getLogger(AbandonedParts.class));
    pending.reportedAsWritten(block, target);
    when(manager.isToBeDeleted(block, target)).thenReturn(true);
    pending.reportedAsWritten(block, target);
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
    pending.increment(block, target);
    replicas(3, 0);
    pending.reportedAsWritten(block, target);
    verify(manager, never()).addToInvalidates(any(), any());
  }
}
