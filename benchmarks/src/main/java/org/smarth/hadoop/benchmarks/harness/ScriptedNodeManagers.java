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

package org.smarth.hadoop.benchmarks.harness;

import java.io.IOException;
import java.util.List;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.ipc.YarnRPC;
import org.apache.hadoop.yarn.server.api.ResourceTracker;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.api.records.NodeHealthStatus;
import org.apache.hadoop.yarn.server.api.records.NodeStatus;
import org.apache.hadoop.yarn.util.YarnVersionInfo;

/** NodeManagers without containers, registered with the ResourceManager of a configuration. */
final class ScriptedNodeManagers implements ScriptedSenders {
  private static final int FIRST_PORT = 20_000;
  private static final Resource CAPABILITY = Resource.newInstance(65_536, 32);

  private final ResourceTracker tracker;
  private final NodeId[] nodes;
  private final RegisterNodeManagerResponse[] registered;
  /** Of the last heartbeat of each; used by the thread that sends for it. */
  private final int[] responseIds;

  ScriptedNodeManagers(Configuration conf, int count) throws IOException, YarnException {
    tracker = (ResourceTracker) YarnRPC.create(conf).getProxy(ResourceTracker.class,
        conf.getSocketAddr(YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
            YarnConfiguration.DEFAULT_RM_RESOURCE_TRACKER_ADDRESS, YarnSettings.TRACKER_PORT),
        conf);
    nodes = new NodeId[count];
    registered = new RegisterNodeManagerResponse[count];
    responseIds = new int[count];
    for (int i = 0; i < count; i++) {
      nodes[i] = NodeId.newInstance("localhost", FIRST_PORT + i);
      registered[i] = tracker.registerNodeManager(RegisterNodeManagerRequest.newInstance(nodes[i],
          0, CAPABILITY, YarnVersionInfo.getVersion(), List.of(), List.of()));
    }
  }

  @Override
  public int count() {
    return nodes.length;
  }

  @Override
  public void beat(int sender) throws IOException, YarnException {
    NodeStatus status = NodeStatus.newInstance(nodes[sender], responseIds[sender], List.of(),
        List.of(), NodeHealthStatus.newInstance(true, "", 0), null, null, List.of());
    responseIds[sender] = tracker.nodeHeartbeat(NodeHeartbeatRequest.newInstance(status,
        registered[sender].getContainerTokenMasterKey(),
        registered[sender].getNMTokenMasterKey(), null)).getResponseId();
  }

  @Override
  public void close() {
    RPC.stopProxy(tracker);
  }
}
