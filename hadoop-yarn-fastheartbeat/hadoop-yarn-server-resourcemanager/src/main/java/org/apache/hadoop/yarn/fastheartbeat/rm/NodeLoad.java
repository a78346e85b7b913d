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
package org.apache.hadoop.yarn.fastheartbeat.rm;

import java.util.Set;

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * What the ResourceManager knows when a node's heartbeat arrives: of the node,
 * and of the cluster. Immutable.
 */
@InterfaceAudience.Private
public final class NodeLoad {
  private final Set<?> finishedContainers;
  private final long freeMemory;
  private final boolean room;
  private final ClusterLoad cluster;

  /**
   * @param finishedContainers those that the heartbeat reports as finished,
   *     for the first time or again; not changed any more
   * @param freeMemory memory of the node that is not allocated, in MB
   * @param room whether the least container that can be asked for fits there
   * @param cluster the load of the cluster
   */
  public NodeLoad(Set<?> finishedContainers, long freeMemory, boolean room,
      ClusterLoad cluster) {
    this.finishedContainers = finishedContainers;
    this.freeMemory = freeMemory;
    this.room = room;
    this.cluster = cluster;
  }

  Set<?> getFinishedContainers() {
    return finishedContainers;
  }

  long getFreeMemory() {
    return freeMemory;
  }

  boolean hasRoom() {
    return room;
  }

  ClusterLoad getCluster() {
    return cluster;
  }

  /** The part of the load that is the same for all nodes. Immutable. */
  public static final class ClusterLoad {
    private final int nodes;
    private final int pendingContainers;
    private final int queuedEvents;

    /**
     * @param nodes nodes that send heartbeats
     * @param pendingContainers containers asked for and not yet allocated
     * @param queuedEvents events that wait in the ResourceManager's queues
     */
    public ClusterLoad(int nodes, int pendingContainers, int queuedEvents) {
      this.nodes = nodes;
      this.pendingContainers = pendingContainers;
      this.queuedEvents = queuedEvents;
    }

    int getNodes() {
      return nodes;
    }

    int getPendingContainers() {
      return pendingContainers;
    }

    int getQueuedEvents() {
      return queuedEvents;
    }
  }
}
