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
import java.util.Collections;
import java.util.List;

import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.SpeedTable.KnownDatanodes;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.Node;

/** The NameNode's datanodes by their UUIDs. Thread-safe. */
final class ClusterDatanodes implements KnownDatanodes {
  private final DatanodeManager manager;
  private final NetworkTopology clusterMap;

  ClusterDatanodes(DatanodeManager manager, NetworkTopology clusterMap) {
    this.manager = manager;
    this.clusterMap = clusterMap;
  }

  @Override
  public String rackOf(String datanode) {
    DatanodeDescriptor descriptor = find(datanode);
    return descriptor == null ? null : descriptor.getNetworkLocation();
  }

  /** By address, or by name where datanodes connect to names. */
  @Override
  public boolean isAt(String datanode, String address) {
    DatanodeDescriptor descriptor = manager.getDatanode(datanode);
    return descriptor != null && (address.equals(descriptor.getXferAddr(false))
        || address.equals(descriptor.getXferAddr(true)));
  }

  @Override
  public String nameOf(String datanode) {
    DatanodeDescriptor descriptor = manager.getDatanode(datanode);
    return descriptor == null ? datanode : descriptor.getDatanodeUuid();
  }

  @Override
  public String labelOf(String datanode) {
    DatanodeDescriptor descriptor = manager.getDatanode(datanode);
    return descriptor == null ? datanode
        : PipelineReplicas.label(descriptor);
  }

  /** @return null if it is not registered, or dead. */
  DatanodeDescriptor find(String datanode) {
    DatanodeDescriptor descriptor = manager.getDatanode(datanode);
    // The manager keeps dead ones; the map, from which stock draws, does not.
    return clusterMap.contains(descriptor) ? descriptor : null;
  }

  /**
   * @return about how many blocks are being written to it, read without a lock,
   *     as stock does; one that nobody writes counts for 10 to 20 minutes
   */
  int blocksScheduled(String datanode) {
    DatanodeDescriptor descriptor = manager.getDatanode(datanode);
    return descriptor == null ? 0 : descriptor.getBlocksScheduled();
  }

  boolean isOnSameRack(Node one, Node other) {
    return clusterMap.isOnSameRack(one, other);
  }

  /** @return the UUIDs of those among some nodes that are datanodes. */
  static Collection<String> uuids(Collection<Node> nodes) {
    if (nodes.isEmpty()) {
      return Collections.emptyList();
    }
    List<String> uuids = new ArrayList<>(nodes.size());
    for (Node node : nodes) {
      if (node instanceof DatanodeID) {
        uuids.add(((DatanodeID) node).getDatanodeUuid());
      }
    }
    return uuids;
  }
}
