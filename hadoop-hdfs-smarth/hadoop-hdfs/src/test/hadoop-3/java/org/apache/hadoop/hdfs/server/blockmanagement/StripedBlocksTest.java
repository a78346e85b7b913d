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

import java.io.IOException;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;
import org.apache.hadoop.hdfs.server.datanode.Replica;
import org.apache.hadoop.hdfs.server.datanode.ReplicaBeingWritten;
import org.apache.hadoop.hdfs.server.datanode.ReplicaWaitingToBeRecovered;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.FileUnderConstructionFeature;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.util.Time;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

/** Erasure-coded files are written as in stock: nothing of theirs is ours. */
public class StripedBlocksTest {
  private static final int DATANODES = 9;
  private static final long ID = BlockIdManager.convertToStripedID(-1024);

  @Rule
  public final Timeout timeout = new Timeout(60, TimeUnit.SECONDS);

  private final DatanodeStorageInfo[] storages =
      DFSTestUtil.createDatanodeStorageInfos(DATANODES);
  private final INodeFile file = mock(INodeFile.class);
  private final BlockInfoStriped block = new BlockInfoStriped(
      new Block(ID, 64 << 20, 1001), SystemErasureCodingPolicies
          .getByID(SystemErasureCodingPolicies.RS_6_3_POLICY_ID));
  private BlockManager manager;

  @Before
  public void before() throws IOException {
    FSNamesystem namesystem = LockedNamesystem.mocked();
    when(namesystem.getFSDirectory()).thenReturn(mock(FSDirectory.class));
    when(namesystem.getBlockCollection(anyLong())).thenReturn(file);
    when(file.isUnderConstruction()).thenReturn(true);
    FileUnderConstructionFeature writer =
        mock(FileUnderConstructionFeature.class);
    when(writer.getClientName()).thenReturn("client");
    when(file.getFileUnderConstructionFeature()).thenReturn(writer);
    manager = new BlockManager(namesystem, false, new HdfsConfiguration());
    manager.blocksMap.addBlockCollection(block, file);
    for (DatanodeStorageInfo storage : storages) {
      storage.getDatanodeDescriptor().setAlive(true);
      storage.getDatanodeDescriptor()
          .setLastUpdateMonotonic(Time.monotonicNow());
    }
    block.convertToBlockUnderConstruction(BlockUCState.UNDER_CONSTRUCTION,
        storages);
  }

  @After
  public void after() {
    manager.close();
  }

  private void store(int index) {
    storages[index].addBlock(block, new Block(ID + index, 0, 1001));
  }

  private void report(int index, Replica replica) throws IOException {
    BlockListAsLongs.Builder replicas = BlockListAsLongs.builder();
    replicas.add(replica);
    manager.processReport(storages[index], replicas.build());
  }

  private void assertNothingIsOurs() {
    assertThat(manager.pipelineReplicas.countDraining()).isZero();
    for (DatanodeStorageInfo storage : storages) {
      assertThat(manager.pipelineReplicas.isExpected(block,
          storage.getDatanodeDescriptor())).isFalse();
    }
  }

  @Test
  public void whatIsNotReportedYetTimesOutAsInStock() {
    store(0);
    manager.addExpectedReplicasToPending(block);
    assertNothingIsOurs();
    assertThat(manager.pendingReconstruction.getNumReplicas(block))
        .isEqualTo(DATANODES - 1);
    manager.pendingReconstruction.decrement(block, storages[1]);
    assertThat(manager.pendingReconstruction.getNumReplicas(block))
        .isEqualTo(DATANODES - 2);
  }

  @Test
  public void onceAllAreReportedNothingIsPending() {
    for (int i = 0; i < DATANODES; i++) {
      store(i);
    }
    manager.addExpectedReplicasToPending(block);
    assertThat(manager.pendingReconstruction.size()).isZero();
  }

  /** Its targets may be dead, and stock's time-out is waited for. */
  @Test
  public void whatIsReconstructedIsNotOrderedAnewBeforeStockDoes() {
    manager.pendingReconstruction.increment(block, storages[0]);
    storages[0].getDatanodeDescriptor().setAlive(false);
    assertThat(manager.pendingReconstruction.getTimedOutBlocks()).isNull();
    assertThat(manager.pendingReconstruction.getNumReplicas(block))
        .isEqualTo(1);
    assertThat(manager.pendingReconstruction.remove(block).getTargets())
        .containsExactly(storages[0]);
  }

  @Test
  public void aSilentDatanodeIsASourceAsInStock() {
    DatanodeDescriptor[] all = new DatanodeDescriptor[DATANODES];
    for (int i = 0; i < DATANODES; i++) {
      store(i);
      all[i] = storages[i].getDatanodeDescriptor();
    }
    all[0].setLastUpdateMonotonic(
        Time.monotonicNow() - TimeUnit.SECONDS.toMillis(10));
    manager.pipelineReplicas.getSilent().look(all);
    assertThat(manager.chooseSourceDatanodes(block, new ArrayList<>(),
        new ArrayList<>(), new NumberReplicas(), new ArrayList<>(),
        new ArrayList<>(), new ArrayList<>(),
        LowRedundancyBlocks.QUEUE_LOW_REDUNDANCY)).contains(all[0]);
  }

  @Test
  public void whatAWriterSaysOfItIsStocksToJudge() throws IOException {
    ExtendedBlock told = new ExtendedBlock("pool", block);
    assertThat(DeliveredBlock.accept(manager, "client", told, told,
        new DatanodeID[] {storages[0].getDatanodeDescriptor()},
        new String[] {storages[0].getStorageID()})).isFalse();
  }

  @Test
  public void whatIsReportedAsWrittenIsNotExpected() throws IOException {
    manager.forceCompleteBlock(block);
    report(8, new ReplicaBeingWritten(ID + 8, 1001, null, null, 0));
    assertNothingIsOurs();
  }

  /** As in stock, which counts nothing as pending there. */
  @Test
  public void whatAStandbyCompletesIsNotPending() throws IOException {
    store(0);
    manager.forceCompleteBlock(block);
    assertThat(block.isComplete()).isTrue();
    assertThat(manager.pendingReconstruction.size()).isZero();
    assertNothingIsOurs();
  }

  /** A part after a restart is not left over, but corrupt. */
  @Test
  public void anUnfinishedReplicaIsMarkedAsInStock() throws IOException {
    DatanodeDescriptor holder = storages[8].getDatanodeDescriptor();
    for (int i = 0; i < 8; i++) {
      store(i);
    }
    manager.forceCompleteBlock(block);
    report(8, new ReplicaWaitingToBeRecovered(ID + 8, 0, 1001, null, null));
    assertThat(manager.isReplicaCorrupt(block, holder)).isTrue();
  }
}
