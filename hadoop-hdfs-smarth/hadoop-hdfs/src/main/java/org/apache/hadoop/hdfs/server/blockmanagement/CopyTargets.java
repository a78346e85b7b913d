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

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.net.Node;

/**
 * Who is no target of a copy that the namenode orders. In this package because
 * Hadoop's descriptors of datanodes are. Stateless; what is excluded is as of
 * the call.
 */
@InterfaceAudience.Private
final class CopyTargets {
  /** How often targets of a copy are chosen, with other ones excluded. */
  private static final int MOST_CHOICES = 5;

  private final BlockManager manager;
  private final SilentDatanodes silent;
  private final LongSupplier longMillis;
  private final Function<BlockInfo, Set<? extends Node>> holders;

  /**
   * @param manager of the blocks
   * @param silent the datanodes that may be dead
   * @param longMillis after which silence nothing is copied to a datanode
   * @param holders the datanodes that are to store a block without a copy more
   */
  CopyTargets(BlockManager manager, SilentDatanodes silent,
      LongSupplier longMillis,
      Function<BlockInfo, Set<? extends Node>> holders) {
    this.manager = manager;
    this.silent = silent;
    this.longMillis = longMillis;
    this.holders = holders;
  }

  /**
   * Adds the datanodes that may be dead, and those that are to store the block
   * without a copy more: stock may choose them again, and counts them twice.
   * Of very many that may be dead none is added, see {@link #check}.
   *
   * @param excluded the datanodes that get no copy of the block anyway
   * @param block that is to be copied
   */
  void exclude(Set<Node> excluded, BlockInfo block) {
    exclude(excluded, block, silent.isChoiceSlow());
  }

  private void exclude(Set<Node> excluded, BlockInfo block,
      boolean exceptSilent) {
    if (!exceptSilent) {
      // First: a replica that is to come needs no target.
      silent.exclude(excluded, block, longMillis.getAsLong());
    }
    excluded.addAll(holders.apply(block));
  }

  /**
   * Has others chosen for targets that have yet to delete a replica of the
   * block: they would delete the copy, and their reports count for nothing. And
   * for those that may be dead, where these are too many to exclude them
   * before. If all choices are in vain, the next round tries again.
   *
   * @param choice chooses targets that are none of these datanodes
   */
  void check(ReplicationWork work, Consumer<Set<Node>> choice) {
    Set<Node> bad = find(work);
    Set<Node> found = bad;
    for (int choices = 1; !found.isEmpty(); choices++) {
      if (choices == MOST_CHOICES) {
        work.resetTargets();
        return;
      }
      Set<Node> excluded = new HashSet<>(work.getContainingNodes());
      exclude(excluded, work.getBlock(),
          silent.isChoiceSlow() && choices < MOST_CHOICES - 1);
      excluded.addAll(bad);
      // Each choice takes it back.
      work.getSrcNode().incrementPendingReplicationWithoutTargets();
      choice.accept(excluded);
      found = find(work);
      bad.addAll(found);
    }
  }

  /** @return the targets that others are to be chosen for. */
  private Set<Node> find(ReplicationWork work) {
    Set<Node> bad = new HashSet<>(0);
    DatanodeStorageInfo[] targets = work.getTargets();
    if (targets != null) {
      for (DatanodeStorageInfo target : targets) {
        DatanodeDescriptor datanode = target.getDatanodeDescriptor();
        if (manager.isToBeDeleted(work.getBlock(), datanode)
            || silent.isChoiceSlow() && silent.isExcluded(datanode,
                work.getContainingNodes(), work.getBlock(),
                longMillis.getAsLong())) {
          bad.add(datanode);
        }
      }
    }
    return bad;
  }
}
