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
package org.smarth.hadoop.heartbeat.measure;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Collections;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.ipc.YarnRPC;
import org.apache.hadoop.yarn.server.api.ResourceTracker;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.api.records.NodeHealthStatus;
import org.apache.hadoop.yarn.server.api.records.NodeStatus;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.util.YarnVersionInfo;

/**
 * A ResourceManager in this process, with the capacity scheduler and one
 * queue, and NodeManagers without containers that exist for it alone.
 */
public final class EmbeddedResourceManager implements Beats, Closeable {
  private static final Resource CAPABILITY = Resource.newInstance(65_536, 32);

  private final Configuration conf;
  private final ResourceManager resourceManager = new ResourceManager();
  private final ResourceTracker tracker;
  private final RegisterNodeManagerResponse[] registered;
  private final NodeId[] nodes;
  /** Of the last heartbeat of each; used by the thread that sends for it. */
  private final int[] responseIds;

  public EmbeddedResourceManager(int senders)
      throws YarnException, IOException {
    conf = Isolation.configuration("yarn-default.xml");
    Isolation.onAnyPort(conf, YarnConfiguration.RM_ADDRESS,
        YarnConfiguration.RM_ADMIN_ADDRESS,
        YarnConfiguration.RM_SCHEDULER_ADDRESS,
        YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
        YarnConfiguration.RM_WEBAPP_ADDRESS);
    conf.setClass(YarnConfiguration.RM_CONFIGURATION_PROVIDER_CLASS,
        NoSiteFiles.class, Object.class);
    nodes = new NodeId[senders];
    registered = new RegisterNodeManagerResponse[senders];
    responseIds = new int[senders];
    boolean isReady = false;
    try {
      resourceManager.init(conf);
      resourceManager.start();
      tracker = (ResourceTracker) YarnRPC.create(conf)
          .getProxy(ResourceTracker.class, server(), conf);
      register();
      isReady = true;
    } finally {
      if (!isReady) {
        close();
      }
    }
  }

  private void register() throws YarnException, IOException {
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = NodeId.newInstance("localhost", 20_000 + i);
      registered[i] = tracker.registerNodeManager(
          RegisterNodeManagerRequest.newInstance(nodes[i], 0, CAPABILITY,
              YarnVersionInfo.getVersion(), Collections.emptyList(),
              Collections.emptyList()));
    }
  }

  @Override
  public int senders() {
    return nodes.length;
  }

  @Override
  public void beat(int sender) throws Exception {
    NodeStatus status = NodeStatus.newInstance(nodes[sender],
        responseIds[sender], Collections.emptyList(), Collections.emptyList(),
        NodeHealthStatus.newInstance(true, "", 0), null, null,
        Collections.emptyList());
    NodeHeartbeatResponse response = tracker.nodeHeartbeat(
        NodeHeartbeatRequest.newInstance(status,
            registered[sender].getContainerTokenMasterKey(),
            registered[sender].getNMTokenMasterKey(), null));
    responseIds[sender] = response.getResponseId();
  }

  @Override
  public InetSocketAddress server() {
    return conf.getSocketAddr(YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
        YarnConfiguration.DEFAULT_RM_RESOURCE_TRACKER_ADDRESS,
        YarnConfiguration.DEFAULT_RM_RESOURCE_TRACKER_PORT);
  }

  Configuration getConf() {
    return conf;
  }

  @Override
  public void close() {
    if (tracker != null) {
      RPC.stopProxy(tracker);
    }
    resourceManager.stop();
  }
}
