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
package org.apache.hadoop.yarn.server.resourcemanager;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.records.MasterKey;
import org.apache.hadoop.yarn.server.api.records.NodeHealthStatus;
import org.apache.hadoop.yarn.server.api.records.NodeStatus;

/**
 * A NodeManager without processes: it sends its heartbeats when it is told to,
 * and one more as soon as a container has finished.
 */
final class SimulatedNode {
  private final SimulatedCluster cluster;
  private final ResourceTrackerService tracker;
  private final NodeId id;
  private final MasterKey containerKey;
  private final MasterKey nmKey;
  private final Set<ContainerId> running = new LinkedHashSet<>();
  private final Set<ContainerId> finished = new LinkedHashSet<>();
  private int responseId;
  private int beats;

  SimulatedNode(SimulatedCluster cluster, String host, Resource capability)
      throws Exception {
    this.cluster = cluster;
    ResourceManager manager = cluster.getManager();
    tracker = manager.getResourceTrackerService();
    id = NodeId.newInstance(host, 1);
    tracker.registerNodeManager(RegisterNodeManagerRequest.newInstance(id, 2,
        capability, "2.10.2", Collections.emptyList(), Collections.emptyList(),
        Collections.emptySet()));
    containerKey = manager.getRMContext().getContainerTokenSecretManager()
        .getCurrentKey();
    nmKey = manager.getRMContext().getNMTokenSecretManager().getCurrentKey();
  }

  String getHost() {
    return id.getHost();
  }

  NodeId getId() {
    return id;
  }

  int getBeats() {
    return beats;
  }

  /** Starts a container that runs for a time, in milliseconds. */
  void run(ContainerId container, long duration) {
    running.add(container);
    cluster.in(duration, () -> {
      running.remove(container);
      finished.add(container);
      return beat();
    });
  }

  /** @return the number of this heartbeat */
  int beat() throws Exception {
    List<ContainerStatus> statuses = new ArrayList<>();
    running.forEach(container -> statuses.add(ContainerStatus.newInstance(
        container, ContainerState.RUNNING, "", 0)));
    finished.forEach(container -> statuses.add(ContainerStatus.newInstance(
        container, ContainerState.COMPLETE, "", 0)));
    finished.clear();
    NodeStatus status = NodeStatus.newInstance(id, responseId, statuses,
        Collections.emptyList(), NodeHealthStatus.newInstance(true, "", 0),
        null, null, null);
    NodeHeartbeatResponse response = tracker.nodeHeartbeat(
        NodeHeartbeatRequest.newInstance(status, containerKey, nmKey,
            Collections.emptySet()));
    responseId = response.getResponseId();
    int number = ++beats;
    // Unless one that is out of band comes before it.
    cluster.in(response.getNextHeartBeatInterval(),
        () -> beats == number ? beat() : beats);
    return number;
  }
}
