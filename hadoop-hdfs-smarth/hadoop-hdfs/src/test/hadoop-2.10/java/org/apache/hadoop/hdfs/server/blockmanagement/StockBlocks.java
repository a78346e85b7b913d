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

import java.util.ArrayList;
import java.util.Collections;

import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.CorruptReplicasMap.Reason;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;
import org.apache.hadoop.hdfs.util.LightWeightHashSet;

/** What tests ask of stock's block management, as this Hadoop has it. */
public final class StockBlocks {
  private StockBlocks() {
  }

  /** @return when the thread that orders copies has begun its last round. */
  public static long lastRound(BlockManager manager) {
    return manager.getLastReplicationCycleTS();
  }

  /** @return for how many blocks copies were ordered, of one at most. */
  static int orderCopies(BlockManager manager) {
    return manager.computeReplicationWork(1);
  }

  /** @return what a block knows of the pipeline that writes it. */
  static BlockUnderConstructionFeature underConstruction(Block block,
      DatanodeStorageInfo... storages) {
    return new BlockUnderConstructionFeature(block,
        BlockUCState.UNDER_CONSTRUCTION, storages);
  }

  /** Copies of a block are to come. */
  static void order(PendingPipelineReplicas pending, BlockInfo block,
      DatanodeDescriptor... targets) {
    pending.increment(block, targets);
  }

  /** @return whether nothing of the block is to come any more. */
  static boolean report(PendingPipelineReplicas pending, BlockInfo block,
      DatanodeDescriptor holder) {
    return pending.decrement(block, holder);
  }

  static PendingPipelineReplicas pending(BlockManager manager) {
    return (PendingPipelineReplicas) manager.pendingReplications;
  }

  static BlockToMarkCorrupt corrupt(BlockInfo block, Reason reason) {
    return new BlockToMarkCorrupt(block, "of a test", reason);
  }

  static ReplicationWork copy(BlockInfo block, BlockCollection file,
      DatanodeDescriptor source, int copies) {
    return new ReplicationWork(block, file, source,
        Collections.singletonList(source), Collections.emptyList(), copies, 0);
  }

  /** @return from where a block would be copied; null: from nowhere. */
  static DatanodeDescriptor source(BlockManager manager, BlockInfo block) {
    return manager.chooseSourceDatanode(block, new ArrayList<>(),
        new ArrayList<>(), new NumberReplicas(),
        UnderReplicatedBlocks.QUEUE_UNDER_REPLICATED);
  }

  static void store(DatanodeStorageInfo storage, BlockInfo block) {
    storage.addBlock(block);
  }

  static void markCorrupt(BlockManager manager, BlockInfo block,
      DatanodeDescriptor holder) {
    manager.corruptReplicas.addToCorruptReplicasMap(block, holder, "damaged",
        Reason.CORRUPTION_REPORTED);
  }

  /** It is one too many. */
  static void markExcess(BlockManager manager, BlockInfo block,
      DatanodeDescriptor holder) {
    LightWeightHashSet<Block> excess = new LightWeightHashSet<>();
    excess.add(block);
    manager.excessReplicateMap.put(holder.getDatanodeUuid(), excess);
  }
}
