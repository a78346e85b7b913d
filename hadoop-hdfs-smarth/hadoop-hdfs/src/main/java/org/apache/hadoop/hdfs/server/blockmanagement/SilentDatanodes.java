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

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.net.Node;

/**
 * The datanodes that have missed a heartbeat, or sent none since they failed a
 * writer, and may be dead long before they count as such: nothing is copied
 * from or to them while there are others. With many pipelines a lost datanode
 * leaves many copies to order just then. In this package because Hadoop's
 * descriptors of datanodes are. Thread-safe: the set is replaced as a whole.
 */
@InterfaceAudience.Private
final class SilentDatanodes {
  private final long silenceMillis;
  /** Those that failed a writer, and when their last heartbeat was then. */
  private final Map<DatanodeDescriptor, Long> suspects =
      new ConcurrentHashMap<>();
  private volatile Set<Node> silent = Collections.emptySet();
  private volatile int live;
  /** Whether the namenode has heard whoever has said something. */
  private volatile boolean hearing;

  /** @param silenceMillis after which a datanode counts as silent. */
  SilentDatanodes(long silenceMillis) {
    this.silenceMillis = silenceMillis;
  }

  /** A writer says that a datanode has failed: until its next heartbeat. */
  void suspect(DatanodeDescriptor datanode) {
    suspects.put(datanode, datanode.getLastUpdateMonotonic());
  }

  /** @param datanodes all that do not count as dead. */
  void look(DatanodeDescriptor[] datanodes) {
    suspects.keySet().retainAll(Arrays.asList(datanodes));
    suspects.entrySet().removeIf(suspect ->
        suspect.getKey().getLastUpdateMonotonic() != suspect.getValue());
    Set<Node> found = new HashSet<>(suspects.keySet());
    for (DatanodeDescriptor datanode : datanodes) {
      if (datanode.isStale(silenceMillis)) {
        found.add(datanode);
      }
    }
    live = datanodes.length;
    silent = found;
    hearing = true;
  }

  /** Nobody's silence says anything now, but of who was silent before. */
  void lookAgain() {
    Set<Node> still = new HashSet<>(silent);
    still.removeIf(
        datanode -> !((DatanodeDescriptor) datanode).isStale(silenceMillis));
    silent = still;
    hearing = false;
  }

  /** @return whether it was silent for that time, as of the last look. */
  boolean isSilentFor(DatanodeDescriptor datanode, long millis) {
    return hearing && datanode.isStale(millis);
  }

  /**
   * @param holder of a replica
   * @param holders all storages with a replica of that block
   * @return whether it may be dead, and another one can be copied from, though
   *     perhaps not in this round
   */
  boolean canBeSpared(DatanodeDescriptor holder,
      Iterable<DatanodeStorageInfo> holders) {
    if (silent.contains(holder)) {
      for (DatanodeStorageInfo other : holders) {
        DatanodeDescriptor datanode = other.getDatanodeDescriptor();
        if (datanode.isInService() && !silent.contains(datanode)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Adds the silent datanodes, if enough others are left for as many copies as
   * a block can lack.
   *
   * @param excluded the datanodes that get no copy anyway
   * @param block that is to be copied
   */
  void exclude(Set<Node> excluded, BlockInfo block) {
    Set<Node> all = new HashSet<>(silent);
    all.addAll(excluded);
    if (live - all.size() >= block.getReplication() - 1) {
      excluded.addAll(silent);
    }
  }
}
