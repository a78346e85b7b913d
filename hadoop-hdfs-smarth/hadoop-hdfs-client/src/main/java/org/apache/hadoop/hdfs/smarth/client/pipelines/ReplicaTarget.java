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
package org.apache.hadoop.hdfs.smarth.client.pipelines;

import java.util.Collection;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/** Where a replica is, or is to be. Equal if on the same datanode. Immutable. */
@InterfaceAudience.Private
public final class ReplicaTarget {
  private final DatanodeInfo node;
  private final StorageType storageType;
  private final String storageId;

  /**
   * @param node the datanode
   * @param storageType of the volume there
   * @param storageId of the volume there, as the namenode knows it
   */
  public ReplicaTarget(DatanodeInfo node, StorageType storageType,
      String storageId) {
    this.node = node;
    this.storageType = storageType;
    this.storageId = storageId;
  }

  public DatanodeInfo getNode() {
    return node;
  }

  public StorageType getStorageType() {
    return storageType;
  }

  public String getStorageId() {
    return storageId;
  }

  /** @return the datanodes, in the same order. */
  public static DatanodeInfo[] nodes(Collection<ReplicaTarget> targets) {
    return targets.stream().map(ReplicaTarget::getNode)
        .toArray(DatanodeInfo[]::new);
  }

  /** @return the storage types, in the same order. */
  public static StorageType[] storageTypes(Collection<ReplicaTarget> targets) {
    return targets.stream().map(ReplicaTarget::getStorageType)
        .toArray(StorageType[]::new);
  }

  /** @return the storage IDs, in the same order. */
  public static String[] storageIds(Collection<ReplicaTarget> targets) {
    return targets.stream().map(ReplicaTarget::getStorageId)
        .toArray(String[]::new);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ReplicaTarget
        && node.equals(((ReplicaTarget) other).node);
  }

  @Override
  public int hashCode() {
    return node.hashCode();
  }

  @Override
  public String toString() {
    return node.toString();
  }
}
