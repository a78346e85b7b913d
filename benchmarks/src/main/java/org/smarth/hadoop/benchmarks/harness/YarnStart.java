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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Starts the daemons of YARN on the nodes of a cluster of HDFS. Used by one thread. */
final class YarnStart {
  private static final String HEAP = "192m";

  private final ClusterJvms jvms;
  private final Nodes nodes;
  private final int master;
  private final int workers;
  private final YarnSettings settings;

  /** @param clientSite what clients of HDFS have in their site files */
  YarnStart(ClusterJvms jvms, Nodes nodes, Map<String, String> clientSite) {
    this.jvms = jvms;
    this.nodes = nodes;
    workers = jvms.spec().racks().dataNodes();
    master = workers + 1;
    Map<String, String> base = new LinkedHashMap<>(clientSite);
    base.putAll(jvms.plan().clusterSettings());
    if (jvms.spec().protection().hasKerberos()) {
      base.putAll(Kerberos.yarnSettings(jvms.spec().dir()));
    }
    settings = new YarnSettings(jvms.spec().dir(), nodes.ip(master), YarnSettings.Containers.of(
        ChildJvm.OWN_JAVA, jvms.plan().classPath(), jvms.plan().hosts()), base);
  }

  /** Returns when every daemon is up, which is before the ResourceManager knows every node. */
  Map<String, Conversation> daemons() throws IOException, InterruptedException {
    Map<String, Conversation> daemons = new LinkedHashMap<>();
    daemons.put(RunningCluster.RESOURCE_MANAGER, start(RunningCluster.RESOURCE_MANAGER,
        HarnessMain.RESOURCE_MANAGER, master, settings.common()));
    daemons.get(RunningCluster.RESOURCE_MANAGER).untilReady();
    daemons.put(HarnessMain.HISTORY_SERVER, start(HarnessMain.HISTORY_SERVER,
        HarnessMain.HISTORY_SERVER, master, settings.common()));
    for (int node = 1; node <= workers; node++) {
      String name = RunningCluster.NODE_MANAGER + node;
      daemons.put(name, start(name, HarnessMain.NODE_MANAGER, node,
          settings.nodeManager(node, nodes.ip(node))));
    }
    for (Map.Entry<String, Conversation> daemon : daemons.entrySet()) {
      if (!daemon.getKey().equals(RunningCluster.RESOURCE_MANAGER)) {
        daemon.getValue().untilReady();
      }
    }
    return daemons;
  }

  private Conversation start(String name, String role, int node, Map<String, String> site)
      throws IOException {
    return jvms.start(name, List.of(role), HEAP, nodes.inside(node), site);
  }

  /** What a client of HDFS has in its site files, and what it needs to run jobs. */
  Map<String, String> clientSite(Map<String, String> site) {
    Map<String, String> all = settings.common();
    all.putAll(site);
    return all;
  }
}
