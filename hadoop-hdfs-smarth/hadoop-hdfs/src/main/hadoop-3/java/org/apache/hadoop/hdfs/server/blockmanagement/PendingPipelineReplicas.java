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

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.util.Timer;

/**
 * Stock's bookkeeping of replicas to come, beside {@link PipelineReplicas}. All
 * of striped blocks is stock's. In this package because stock's class is.
 */
@InterfaceAudience.Private
final class PendingPipelineReplicas extends PendingReconstructionBlocks {
  private final PipelineReplicas replicas;

  /**
   * @param manager of the blocks, which may still be under construction
   * @param timeoutMillis of copies; stock's if it is not positive
   */
  PendingPipelineReplicas(BlockManager manager, Configuration conf,
      long timeoutMillis) {
    this(manager, conf, timeoutMillis, new Timer());
  }

  /** For tests: with another clock. */
  PendingPipelineReplicas(BlockManager manager, Configuration conf,
      Timer timer) {
    this(manager, conf, 0, timer);
  }

  private PendingPipelineReplicas(BlockManager manager, Configuration conf,
      long timeoutMillis, Timer timer) {
    super(timeoutMillis);
    replicas = new PipelineReplicas(manager, new Orders(manager), timer,
        getTimeout(), conf.getTimeDuration(
            DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_INTERVAL_SECONDS_KEY,
            DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_INTERVAL_SECONDS_DEFAULT,
            TimeUnit.SECONDS, TimeUnit.MILLISECONDS));
  }

  PipelineReplicas getReplicas() {
    return replicas;
  }

  @Override
  void start() {
    super.start();
    replicas.start();
  }

  @Override
  void stop() {
    replicas.stop();
    super.stop();
  }

  /** An operator changes it while the NameNode runs. */
  @Override
  public void setTimeout(long timeoutMillis) {
    super.setTimeout(timeoutMillis);
    replicas.setTimeout(timeoutMillis);
  }

  /**
   * A block is complete, and datanodes of its pipeline have not reported it.
   *
   * @param block whose file's lock is held
   * @param storages that its pipeline was to use there
   */
  void expect(BlockInfo block, DatanodeStorageInfo... storages) {
    if (block.isStriped()) {
      super.increment(block, storages);
    } else {
      replicas.expect(block,
          DatanodeStorageInfo.toDatanodeDescriptors(storages));
    }
  }

  @Override
  void increment(BlockInfo block, DatanodeStorageInfo... targets) {
    super.increment(block, targets);
    if (!block.isStriped()) {
      replicas.ordered(block,
          Arrays.asList(DatanodeStorageInfo.toDatanodeDescriptors(targets)));
    }
  }

  @Override
  boolean decrement(BlockInfo block, DatanodeStorageInfo storage) {
    return replicas.reported(block, storage.getDatanodeDescriptor())
        | super.decrement(block, storage);
  }

  /** @return the copies; a pipeline's replicas stay scheduled as in a write. */
  @Override
  PendingBlockInfo remove(BlockInfo block) {
    replicas.remove(block);
    return super.remove(block);
  }

  /** This namenode becomes the active or a standby one; pipelines go on. */
  @Override
  public void clear() {
    super.clear();
    replicas.failOver();
  }

  @Override
  int size() {
    return super.size() + replicas.countClosed();
  }

  @Override
  int getNumReplicas(BlockInfo block) {
    return super.getNumReplicas(block) + replicas.countDelivering(block);
  }

  @Override
  BlockInfo[] getTimedOutBlocks() {
    return replicas.takeLost(super::getTimedOutBlocks);
  }

  @Override
  void metaSave(PrintWriter out) {
    super.metaSave(out);
    replicas.metaSave(out);
  }

  /** The copies alone. */
  private final class Orders implements PipelineReplicas.Stock {
    private final BlockManager manager;

    Orders(BlockManager manager) {
      this.manager = manager;
    }

    /** Of a pipeline that completes the block: it knows the storages. */
    @Override
    public void order(BlockInfo block, Collection<DatanodeDescriptor> targets) {
      increment(block, Arrays.stream(block.getUnderConstructionFeature()
          .getExpectedStorageLocations())
          .filter(storage -> targets.contains(storage.getDatanodeDescriptor()))
          .toArray(DatanodeStorageInfo[]::new));
    }

    /** Stock forgets all that this datanode was to store of the block. */
    @Override
    public void forgetOrder(BlockInfo block, DatanodeDescriptor target) {
      List<DatanodeStorageInfo> ordered = getTargets(block);
      if (ordered != null) {
        ordered.stream()
            .filter(storage -> storage.getDatanodeDescriptor().equals(target))
            .findAny().ifPresent(storage ->
                PendingPipelineReplicas.super.decrement(block, storage));
      }
    }

    @Override
    public void forgetOrders(BlockInfo block) {
      PendingPipelineReplicas.super.remove(block);
    }

    @Override
    public int countOrders(BlockInfo block) {
      return PendingPipelineReplicas.super.getNumReplicas(block);
    }

    @Override
    public DatanodeDescriptor getSource(ReplicationWork work) {
      return work.getSrcNodes()[0];
    }

    @Override
    public boolean isInSnapshot(BlockInfo block) {
      return manager.isInSnapshot(block);
    }

    @Override
    public boolean isExcess(Block block, DatanodeDescriptor holder) {
      BlockInfo stored = manager.getStoredBlock(block);
      return stored != null && manager.isExcess(holder, stored);
    }
  }
}
