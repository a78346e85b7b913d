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
import java.util.Arrays;
import java.util.Collections;

import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.BlockType;
import org.apache.hadoop.hdfs.server.blockmanagement.CorruptReplicasMap.Reason;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.test.Whitebox;

/** What tests ask of stock's block management, as this Hadoop has it. */
public final class StockBlocks {
  private StockBlocks() {
  }

  /** @return when the thread that orders copies has begun its last round. */
  public static long lastRound(BlockManager manager) {
    return manager.getLastRedundancyMonitorTS();
  }

  /** @return for how many blocks copies were ordered, of one at most. */
  static int orderCopies(BlockManager manager) {
    return manager.computeBlockReconstructionWork(1);
  }

  /** @return what a block knows of the pipeline that writes it. */
  static BlockUnderConstructionFeature underConstruction(Block block,
      DatanodeStorageInfo... storages) {
    return new BlockUnderConstructionFeature(block,
        BlockUCState.UNDER_CONSTRUCTION, storages, BlockType.CONTIGUOUS);
  }

  private static DatanodeStorageInfo storageOf(DatanodeDescriptor datanode) {
    return new DatanodeStorageInfo(datanode, new DatanodeStorage("s"));
  }

  /** Copies of a block are to come. */
  static void order(PendingPipelineReplicas pending, BlockInfo block,
      DatanodeDescriptor... targets) {
    pending.increment(block, Arrays.stream(targets)
        .map(StockBlocks::storageOf).toArray(DatanodeStorageInfo[]::new));
  }

  /** @return whether nothing of the block is to come any more. */
  static boolean report(PendingPipelineReplicas pending, BlockInfo block,
      DatanodeDescriptor holder) {
    return pending.decrement(block, storageOf(holder));
  }

  static PendingPipelineReplicas pending(BlockManager manager) {
    return (PendingPipelineReplicas) manager.pendingReconstruction;
  }

  static BlockToMarkCorrupt corrupt(BlockInfo block, Reason reason) {
    return new BlockToMarkCorrupt(new Block(block), block, "of a test",
        reason);
  }

  static ReplicationWork copy(BlockInfo block, BlockCollection file,
      DatanodeDescriptor source, int copies) {
    return new ReplicationWork(block, file, new DatanodeDescriptor[] {source},
        Collections.singletonList(source), Collections.emptyList(), copies, 0);
  }

  /** @return from where a block would be copied; null: from nowhere. */
  static DatanodeDescriptor source(BlockManager manager, BlockInfo block) {
    DatanodeDescriptor[] sources = manager.chooseSourceDatanodes(block,
        new ArrayList<>(), new ArrayList<>(), new NumberReplicas(),
        new ArrayList<>(), new ArrayList<>(), new ArrayList<>(),
        LowRedundancyBlocks.QUEUE_LOW_REDUNDANCY);
    return sources.length == 0 ? null : sources[0];
  }

  static void store(DatanodeStorageInfo storage, BlockInfo block) {
    storage.addBlock(block, block);
  }

  static void markCorrupt(BlockManager manager, BlockInfo block,
      DatanodeDescriptor holder) {
    manager.corruptReplicas.addToCorruptReplicasMap(block, holder, "damaged",
        Reason.CORRUPTION_REPORTED, false);
  }

  /** It is one too many. */
  static void markExcess(BlockManager manager, BlockInfo block,
      DatanodeDescriptor holder) {
    ((ExcessRedundancyMap) Whitebox.getInternalState(manager,
        "excessRedundancyMap")).add(holder, block);
  }
}
