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
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

/** Of which datanodes a block is expected that has just become complete. */
public class CompletedBlockTest {
  @Rule
  public final Timeout timeout = new Timeout(60, TimeUnit.SECONDS);

  private final DatanodeStorageInfo[] storages =
      DFSTestUtil.createDatanodeStorageInfos(4);
  private final DatanodeStorageInfo lost = storages[0];
  private final DatanodeStorageInfo delivering = storages[1];
  private final BlockInfo block =
      new BlockInfoContiguous(new Block(4711, 1, 1001), (short) 3);
  private BlockManager manager;

  @Before
  public void before() throws IOException {
    FSNamesystem namesystem = LockedNamesystem.mocked();
    INodeFile file = mock(INodeFile.class);
    when(namesystem.isRunning()).thenReturn(true);
    when(namesystem.getBlockCollection(anyLong())).thenReturn(file);
    when(file.isUnderConstruction()).thenReturn(true);
    manager = new BlockManager(namesystem, false, new HdfsConfiguration());
    manager.blocksMap.addBlockCollection(block, file);
    block.convertToBlockUnderConstruction(BlockUCState.UNDER_CONSTRUCTION,
        new DatanodeStorageInfo[] {delivering});
  }

  @After
  public void after() {
    manager.close();
  }

  private boolean isExpected(DatanodeStorageInfo storage) {
    return manager.pipelineReplicas.isExpected(block,
        storage.getDatanodeDescriptor());
  }

  /** Its replica makes up for none of the pipeline's. */
  @Test
  public void aDatanodeDeliversBesideOneThatThePipelineHasLost() {
    StockBlocks.store(lost, block);
    manager.addExpectedReplicasToPending(block);
    assertThat(isExpected(delivering)).isTrue();
    assertThat(isExpected(lost)).isFalse();
  }

  @Test
  public void whoHasReportedIsNotExpected() {
    StockBlocks.store(delivering, block);
    manager.addExpectedReplicasToPending(block);
    assertThat(manager.pipelineReplicas.countDraining()).isZero();
  }

  /** While it starts nobody asks how many replicas are to come. */
  @Test
  public void aNamenodeThatStartsExpectsNoPartOfWhatHasEnough() {
    manager.addExpectedReplicasToPending(block);
    for (DatanodeStorageInfo storage : storages) {
      if (storage != delivering) {
        StockBlocks.store(storage, block);
      }
    }
    block.convertToCompleteBlock();
    assertThat(isExpected(delivering)).isTrue();
    manager.processMisReplicatedBlocks();
    Awaitility.await().until(() -> !isExpected(delivering));
  }
}
