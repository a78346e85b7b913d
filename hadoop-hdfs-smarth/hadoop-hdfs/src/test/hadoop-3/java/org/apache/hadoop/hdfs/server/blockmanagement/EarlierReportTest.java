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
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.server.blockmanagement.CorruptReplicasMap.Reason;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;
import org.apache.hadoop.hdfs.server.datanode.ReplicaBeingWritten;
import org.apache.hadoop.hdfs.server.namenode.CacheManager;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Answers.RETURNS_DEEP_STUBS;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

/**
 * A datanode's report from before its pipeline's recovery comes after the
 * recovery. Stock then takes the replica for a corrupt one, and for a good one
 * as soon as the datanode tells that it goes on with it.
 */
public class EarlierReportTest {
  private static final long ID = 4711;
  private static final long BEFORE = 1001;
  private static final long NOW = 1002;

  @Rule
  public final Timeout timeout = new Timeout(60, TimeUnit.SECONDS);

  private final DatanodeStorageInfo storage =
      DFSTestUtil.createDatanodeStorageInfos(1)[0];
  private final DatanodeDescriptor datanode = storage.getDatanodeDescriptor();
  private final BlockInfo block =
      new BlockInfoContiguous(new Block(ID, 0, NOW), (short) 3);
  private BlockManager manager;

  @Before
  public void before() throws IOException {
    FSNamesystem namesystem = LockedNamesystem.mocked();
    INodeFile file = mock(INodeFile.class);
    when(namesystem.getCacheManager()).thenReturn(
        mock(CacheManager.class, RETURNS_DEEP_STUBS));
    when(namesystem.getBlockCollection(anyLong())).thenReturn(file);
    when(file.isUnderConstruction()).thenReturn(true);
    manager = new BlockManager(namesystem, false, new HdfsConfiguration());
    manager.blocksMap.addBlockCollection(block, file);
    block.convertToBlockUnderConstruction(BlockUCState.UNDER_CONSTRUCTION,
        new DatanodeStorageInfo[] {storage});
  }

  @After
  public void after() {
    manager.close();
  }

  private void isBeingWritten(long stamp) throws IOException {
    BlockListAsLongs.Builder replicas = BlockListAsLongs.builder();
    replicas.add(new ReplicaBeingWritten(ID, stamp, null, null, 0));
    manager.processReport(storage, replicas.build());
  }

  @Test
  public void whoGoesOnWithItsReplicaIsExpectedToDeliverIt()
      throws IOException {
    isBeingWritten(BEFORE);
    assertThat(manager.isReplicaCorrupt(block, datanode)).isTrue();
    isBeingWritten(NOW);
    assertThat(manager.isReplicaCorrupt(block, datanode)).isFalse();
    assertThat(manager.countNodes(block).liveReplicas()).isZero();
    manager.addExpectedReplicasToPending(block);
    assertThat(manager.pipelineReplicas.isExpected(block, datanode)).isTrue();
  }

  @Test
  public void whatAReaderFoundCorruptStaysCorrupt() throws IOException {
    storage.addBlock(block, block);
    manager.corruptReplicas.addToCorruptReplicasMap(block, datanode,
        "damaged", Reason.CORRUPTION_REPORTED, false);
    isBeingWritten(NOW);
    assertThat(manager.isReplicaCorrupt(block, datanode)).isTrue();
  }
}
