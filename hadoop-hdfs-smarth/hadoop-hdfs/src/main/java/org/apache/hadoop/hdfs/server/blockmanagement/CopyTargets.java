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

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
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
  private final Function<ReplicationWork, DatanodeDescriptor> source;

  /**
   * @param manager of the blocks
   * @param silent the datanodes that may be dead
   * @param longMillis after which silence nothing is copied to a datanode
   * @param holders the datanodes that are to store a block without a copy more
   * @param source the datanode that a copy is made from
   */
  CopyTargets(BlockManager manager, SilentDatanodes silent,
      LongSupplier longMillis,
      Function<BlockInfo, Set<? extends Node>> holders,
      Function<ReplicationWork, DatanodeDescriptor> source) {
    this.manager = manager;
    this.silent = silent;
    this.longMillis = longMillis;
    this.holders = holders;
    this.source = source;
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
    exclude(excluded, block, silent.isChoiceSlow(), false);
  }

  private void exclude(Set<Node> excluded, BlockInfo block,
      boolean exceptSilent, boolean onlyLost) {
    // First: a replica that is to come needs no target.
    if (!exceptSilent && onlyLost) {
      silent.excludeLost(excluded, longMillis.getAsLong());
    } else if (!exceptSilent) {
      silent.exclude(excluded, block, longMillis.getAsLong());
    }
    excluded.addAll(holders.apply(block));
  }

  /**
   * Has others chosen for targets that have yet to delete a replica of the
   * block: they would delete the copy, and their reports count for nothing. And
   * for those that may be dead, where these are too many to exclude them
   * before. If all choices are in vain, the next round tries again. Where only
   * those that may be dead have the kind of storage that the block is to have,
   * one of them is chosen, as in stock: nothing would move the copy back.
   *
   * @param policies of storages, by their numbers
   * @param choice chooses targets that are none of these datanodes
   */
  void check(ReplicationWork work, BlockStoragePolicySuite policies,
      Consumer<Set<Node>> choice) {
    replaceBad(work, choice, false);
    if (silent.isAny() && mayBeFallback(work.getTargets(),
        policies.getPolicy(work.getStoragePolicyID()))) {
      choose(work, choice, Collections.emptySet(), silent.isChoiceSlow(), true);
      replaceBad(work, choice, true);
    }
  }

  /** Of a policy with two kinds, what the other replicas have decides. */
  private static boolean mayBeFallback(DatanodeStorageInfo[] targets,
      BlockStoragePolicy policy) {
    Set<StorageType> types =
        new HashSet<>(Arrays.asList(policy.getStorageTypes()));
    return targets == null || targets.length == 0 || types.size() > 1
        || Arrays.stream(targets)
            .anyMatch(target -> !types.contains(target.getStorageType()));
  }

  private void choose(ReplicationWork work, Consumer<Set<Node>> choice,
      Set<Node> bad, boolean exceptSilent, boolean onlyLost) {
    Set<Node> excluded = new HashSet<>(work.getContainingNodes());
    exclude(excluded, work.getBlock(), exceptSilent, onlyLost);
    excluded.addAll(bad);
    // Each choice takes it back.
    source.apply(work).incrementPendingReplicationWithoutTargets();
    choice.accept(excluded);
  }

  /** @param onlyLost whether those that were not silent for long are good. */
  private void replaceBad(ReplicationWork work, Consumer<Set<Node>> choice,
      boolean onlyLost) {
    Set<Node> bad = findBad(work, onlyLost);
    Set<Node> found = bad;
    for (int choices = 1; !found.isEmpty(); choices++) {
      if (choices == MOST_CHOICES) {
        work.resetTargets();
        return;
      }
      choose(work, choice, bad,
          silent.isChoiceSlow() && choices < MOST_CHOICES - 1, onlyLost);
      found = findBad(work, onlyLost);
      bad.addAll(found);
    }
  }

  private Set<Node> findBad(ReplicationWork work, boolean onlyLost) {
    Set<Node> bad = new HashSet<>(0);
    DatanodeStorageInfo[] targets = work.getTargets();
    if (targets != null) {
      for (DatanodeStorageInfo target : targets) {
        DatanodeDescriptor datanode = target.getDatanodeDescriptor();
        if (manager.isToBeDeleted(work.getBlock(), datanode)
            || silent.isChoiceSlow() && isSilent(work, datanode, onlyLost)) {
          bad.add(datanode);
        }
      }
    }
    return bad;
  }

  private boolean isSilent(ReplicationWork work, DatanodeDescriptor datanode,
      boolean onlyLost) {
    return onlyLost ? silent.isLost(datanode, longMillis.getAsLong())
        : silent.isExcluded(datanode, work.getContainingNodes(),
            work.getBlock(), longMillis.getAsLong());
  }
}
