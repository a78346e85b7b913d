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
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.smarth.namenode.placement.Candidates;
import org.apache.hadoop.net.Node;

/**
 * The datanodes that stock's loop is to try for one replica, in place of those
 * that it would draw. Used by one thread.
 */
final class Proposals {
  private final ClusterDatanodes datanodes;
  private final Candidates candidates;
  private final Set<StorageType> types;
  private final Predicate<DatanodeDescriptor> inScope;
  private final Consumer<String> gone;
  /** Given to the loop, which excludes each. */
  private final List<DatanodeDescriptor> tried = new ArrayList<>(2);
  /** Drawn, but without the storage type that was asked for. */
  private final List<DatanodeDescriptor> passedOver = new ArrayList<>(0);

  /**
   * @param types that the block still needs; any of them will do
   * @param inScope whether the rack rule allows a datanode
   * @param gone is told the UUID of a candidate that has left the cluster
   */
  Proposals(ClusterDatanodes datanodes, Candidates candidates,
      Set<StorageType> types, Predicate<DatanodeDescriptor> inScope,
      Consumer<String> gone) {
    this.datanodes = datanodes;
    this.candidates = candidates;
    this.types = types;
    this.inScope = inScope;
    this.gone = gone;
    candidates.compareWrites(datanodes::blocksScheduled);
  }

  /** @return whether there is none from the beginning. */
  boolean isEmpty() {
    return candidates.isEmpty();
  }

  /** @return those that the loop has tried. */
  List<DatanodeDescriptor> getTried() {
    return tried;
  }

  /** @return null if there is none left. */
  DatanodeDescriptor next(Collection<Node> excluded) {
    DatanodeDescriptor datanode = draw(excluded);
    while (datanode != null && !hasAnyType(datanode)) {
      candidates.replaceLast();
      datanode = draw(excluded);
    }
    return toTry(datanode);
  }

  /** @return null if there is none left that has the storage type. */
  DatanodeDescriptor next(Collection<Node> excluded, StorageType type) {
    for (Iterator<DatanodeDescriptor> again = passedOver.iterator();
        again.hasNext();) {
      DatanodeDescriptor datanode = again.next();
      if (datanode.hasStorageType(type)) {
        again.remove();
        return toTry(datanode);
      }
    }
    DatanodeDescriptor datanode = draw(excluded);
    while (datanode != null && !datanode.hasStorageType(type)) {
      if (hasAnyType(datanode)) {
        passedOver.add(datanode);
      } else {
        candidates.replaceLast();
      }
      datanode = draw(excluded);
    }
    return toTry(datanode);
  }

  private DatanodeDescriptor toTry(DatanodeDescriptor datanode) {
    if (datanode != null) {
      tried.add(datanode);
    }
    return datanode;
  }

  private DatanodeDescriptor draw(Collection<Node> excluded) {
    for (String uuid = candidates.next(); uuid != null;
        uuid = candidates.next()) {
      DatanodeDescriptor datanode = datanodes.find(uuid);
      if (datanode == null) {
        gone.accept(uuid);
      } else if (excluded.contains(datanode)) {
        continue;
      } else if (inScope.test(datanode)) {
        return datanode;
      }
      candidates.replaceLast();
    }
    return null;
  }

  private boolean hasAnyType(DatanodeDescriptor datanode) {
    for (StorageType type : types) {
      if (datanode.hasStorageType(type)) {
        return true;
      }
    }
    return false;
  }
}
