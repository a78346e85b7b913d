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
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.FileUnderConstructionFeature;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

/** What a writer says of a block that its pipeline delivers no longer. */
public class DeliveredBlockTest {
  @Rule
  public final Timeout timeout = new Timeout(60, TimeUnit.SECONDS);

  private final FSNamesystem namesystem = LockedNamesystem.mocked();
  private final INodeFile file = mock(INodeFile.class);
  private final DatanodeDescriptor[] datanodes = {
      DFSTestUtil.getDatanodeDescriptor("10.0.0.1", "/rack"),
      DFSTestUtil.getDatanodeDescriptor("10.0.0.2", "/rack")};
  private BlockManager manager;

  @After
  public void after() {
    manager.close();
  }

  /** A datanode chooses its volume itself, and the one it did not is gone. */
  @Test
  public void aHolderIsKnownThoughTheStorageThatWasChosenIsNot()
      throws IOException {
    when(namesystem.getBlockCollection(anyLong())).thenReturn(file);
    when(file.isUnderConstruction()).thenReturn(true);
    FileUnderConstructionFeature writer =
        mock(FileUnderConstructionFeature.class);
    when(writer.getClientName()).thenReturn("client");
    when(file.getFileUnderConstructionFeature()).thenReturn(writer);
    manager = new BlockManager(namesystem, false, new HdfsConfiguration());
    BlockInfo block = new BlockInfoContiguous(
        new Block(4711, 1, 1001), (short) 3);
    block.convertToBlockUnderConstruction(BlockUCState.UNDER_CONSTRUCTION,
        null);
    manager.blocksMap.addBlockCollection(block, file);
    for (DatanodeDescriptor datanode : datanodes) {
      datanode.setAlive(true);
      manager.getDatanodeManager().addDatanode(datanode);
    }
    manager.pipelineReplicas.expect(block, datanodes);
    ExtendedBlock told = new ExtendedBlock("pool", block);
    assertThat(DeliveredBlock.accept(manager, "client", told, told,
        new DatanodeID[] {datanodes[0]}, new String[] {"gone"})).isTrue();
    assertThat(StockBlocks.pending(manager).getTimedOutBlocks())
        .containsExactly(block);
    assertThat(manager.pipelineReplicas.isExpected(block, datanodes[0]))
        .isTrue();
    assertThat(manager.pipelineReplicas.isExpected(block, datanodes[1]))
        .isFalse();
  }
}
