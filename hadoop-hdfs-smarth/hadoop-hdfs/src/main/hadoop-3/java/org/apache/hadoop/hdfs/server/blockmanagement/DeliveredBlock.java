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
import java.util.List;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;

/**
 * A block whose pipeline lost a datanode after its first one had finalized the
 * block. Its writer says who has the block, with stock's update of a pipeline,
 * but at the generation stamp that there is: what the others lack is copied as
 * soon as in stock, not when the file is closed. In this package because what
 * is expected of pipelines is. Stateless.
 */
@InterfaceAudience.Private
public final class DeliveredBlock {
  private DeliveredBlock() {
  }

  /**
   * @param manager of the blocks, whose namesystem's lock is held
   * @param client that has the lease
   * @param nodes those that have the block, with their storages
   * @return whether this is said of a block of that client's; if not, it is for
   *     stock to take or to refuse
   * @throws IOException if one of the datanodes is not registered
   */
  public static boolean accept(BlockManager manager, String client,
      ExtendedBlock before, ExtendedBlock after, DatanodeID[] nodes,
      String[] storageIds) throws IOException {
    BlockInfo block = manager.getStoredBlock(after.getLocalBlock());
    if (block == null || block.isStriped() || nodes.length == 0
        || before.getGenerationStamp() != after.getGenerationStamp()
        || block.getGenerationStamp() != after.getGenerationStamp()
        || !isWrittenBy(client, manager.getBlockCollection(block))) {
      return false;
    }
    DatanodeStorageInfo[] storages = manager.getDatanodeManager()
        .getDatanodeStorageInfos(nodes, storageIds, "%s is left on these of"
            + " its pipeline", block);
    // By node: a storage that is unknown was chosen, and another one used.
    List<DatanodeDescriptor> holders = new ArrayList<>();
    for (DatanodeID node : nodes) {
      holders.add(manager.getDatanodeManager().getDatanode(node));
    }
    manager.pipelineReplicas.delivered(block, holders);
    if (!block.isComplete()) {
      block.getUnderConstructionFeature()
          .setExpectedLocations(block, storages, block.getBlockType());
    }
    return true;
  }

  private static boolean isWrittenBy(String client, BlockCollection file) {
    return file instanceof INodeFile && file.isUnderConstruction()
        && ((INodeFile) file).getFileUnderConstructionFeature().getClientName()
            .equals(client);
  }
}
