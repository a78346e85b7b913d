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
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.util.Timer;

/**
 * Stock's bookkeeping of replicas to come, beside {@link PipelineReplicas}. In
 * this package because stock's class is.
 */
@InterfaceAudience.Private
final class PendingPipelineReplicas extends PendingReplicationBlocks {
  /** Stock's, if none is set. */
  private static final long STOCK_TIMEOUT_MILLIS = TimeUnit.MINUTES.toMillis(5);

  private final PipelineReplicas replicas;

  /** @param manager of the blocks, which may still be under construction. */
  PendingPipelineReplicas(BlockManager manager, Configuration conf) {
    this(manager, conf, new Timer());
  }

  /** For tests: with another clock. */
  PendingPipelineReplicas(BlockManager manager, Configuration conf,
      Timer timer) {
    super(timeoutMillis(conf));
    long timeout = timeoutMillis(conf);
    replicas = new PipelineReplicas(manager, new Orders(manager), timer,
        timeout > 0 ? timeout : STOCK_TIMEOUT_MILLIS,
        TimeUnit.SECONDS.toMillis(conf.getInt(
            DFSConfigKeys.DFS_NAMENODE_REPLICATION_INTERVAL_KEY,
            DFSConfigKeys.DFS_NAMENODE_REPLICATION_INTERVAL_DEFAULT)));
  }

  private static long timeoutMillis(Configuration conf) {
    return TimeUnit.SECONDS.toMillis(conf.getInt(
        DFSConfigKeys.DFS_NAMENODE_REPLICATION_PENDING_TIMEOUT_SEC_KEY,
        DFSConfigKeys.DFS_NAMENODE_REPLICATION_PENDING_TIMEOUT_SEC_DEFAULT));
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

  @Override
  void increment(BlockInfo block, DatanodeDescriptor... targets) {
    super.increment(block, targets);
    replicas.ordered(block, Arrays.asList(targets));
  }

  @Override
  boolean decrement(BlockInfo block, DatanodeDescriptor holder) {
    return replicas.reported(block, holder) | super.decrement(block, holder);
  }

  @Override
  void remove(BlockInfo block) {
    replicas.remove(block);
    super.remove(block);
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

    @Override
    public void order(BlockInfo block, Collection<DatanodeDescriptor> targets) {
      increment(block, targets.toArray(new DatanodeDescriptor[0]));
    }

    @Override
    public void forgetOrder(BlockInfo block, DatanodeDescriptor target) {
      PendingPipelineReplicas.super.decrement(block, target);
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
      return work.getSrcNode();
    }

    @Override
    public boolean isInSnapshot(BlockInfo block) {
      return manager.isInSnapshot(block);
    }

    @Override
    public boolean isExcess(Block block, DatanodeDescriptor holder) {
      Collection<Block> excess =
          manager.excessReplicateMap.get(holder.getDatanodeUuid());
      return excess != null && excess.contains(block);
    }
  }
}
