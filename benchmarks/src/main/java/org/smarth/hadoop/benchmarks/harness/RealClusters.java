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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.smarth.hadoop.benchmarks.harness.RunningCluster.ClientPlace;

/** NameNode, DataNodes and client as separate JVMs, each in a network namespace of its own. */
public final class RealClusters implements Clusters {
  /** Eleven JVMs have to fit in less than 4 GB. */
  private static final String DAEMON_HEAP = "128m";
  /** Of the NameNode, unless a spec names another. */
  public static final int PORT = 8020;
  private static final int HTTP_PORT = 50070;

  private final RunName name;
  private final Cleanup cleanup;
  private int started;

  public RealClusters(RunName name, Cleanup cleanup) {
    this.name = name;
    this.cleanup = cleanup;
  }

  /** Where a cluster of separate nodes is reached through HTTP. */
  static String webHdfs(String nameNodeIp) {
    return "webhdfs://" + nameNodeIp + ":" + HTTP_PORT;
  }

  /** Removes the networks of runs whose process is gone. */
  public static void removeAbandoned() throws IOException, InterruptedException {
    Network.remove(ns -> RunName.of(ns).filter(run -> !run.isAlive()).isPresent());
  }

  @Override
  public RunningCluster start(Installation installation, UploadSpec spec, int clients)
      throws IOException, InterruptedException {
    NetworkPlan network = new NetworkPlan(name + "-" + ++started, spec.links(), clients);
    JvmPlan plan = new JvmPlan(installation, spec, network.lastNode(), network::ip);
    ClusterJvms jvms = new ClusterJvms(spec, plan, cleanup);
    try {
      jvms.make(() -> make(network));
      if (spec.protection().hasKerberos()) {
        int node = network.nameNode();
        jvms.make(() -> Kerberos.start(spec.dir(), network.ip(node), network.inside(node)));
      }
      return new Starting(spec, network, jvms).start(installation, clients);
    } catch (IOException | InterruptedException | Failure e) {
      jvms.close();
      throw e;
    }
  }

  private static Cleanup.Resource make(NetworkPlan plan) throws IOException {
    try {
      Network.make(plan);
    } catch (InterruptedException e) {
      throw new IOException("interrupted while making the network", e);
    }
    return () -> {
      try {
        Network.remove(plan::owns);
      } catch (InterruptedException | Failure e) {
        throw new IOException(e.getMessage(), e);
      }
    };
  }

  /** Starts the JVMs of one cluster, each with site files of its own. */
  private static final class Starting {
    private final NetworkPlan network;
    private final ClusterJvms jvms;
    private final int port;
    private final HdfsSettings settings;

    Starting(UploadSpec spec, NetworkPlan network, ClusterJvms jvms) {
      this.network = network;
      this.jvms = jvms;
      this.port = spec.port() == 0 ? PORT : spec.port();
      this.settings = new HdfsSettings(spec, network.ip(network.nameNode()), network::ip);
    }

    RunningCluster start(Installation installation, int clients)
        throws IOException, InterruptedException {
      settings.writeRackTable();
      Map<String, String> all = installation.clusterSettings();
      int nameNode = network.nameNode();
      Map<String, Conversation> daemons = new LinkedHashMap<>();
      Map<String, String> site = with(settings.nameNode(port), all);
      site.put("dfs.namenode.http-address", network.ip(nameNode) + ":" + HTTP_PORT);
      Conversation nameNodeJvm =
          start(RunningCluster.NAME_NODE, HarnessMain.NAME_NODE, nameNode, site);
      daemons.put(RunningCluster.NAME_NODE, nameNodeJvm);
      nameNodeJvm.untilReady();
      List<Conversation> dataNodes = new ArrayList<>();
      for (int node = 1; node < nameNode; node++) {
        String log = RunningCluster.dataNode(node);
        dataNodes.add(start(log, HarnessMain.DATA_NODE, node,
            with(settings.dataNode(node, port), all)));
        daemons.put(log, dataNodes.get(node - 1));
      }
      for (Conversation dataNode : dataNodes) {
        dataNode.untilReady();
      }
      return new RunningCluster(jvms, daemons, places(installation, clients), new Nodes(network));
    }

    private static Map<String, String> with(Map<String, String> site, Map<String, String> others) {
      site.putAll(others);
      return site;
    }

    private Conversation start(String log, String role, int node, Map<String, String> site)
        throws IOException {
      return jvms.start(log, List.of(role), DAEMON_HEAP, network.inside(node), site);
    }

    private List<ClientPlace> places(Installation installation, int clients) {
      Map<String, String> site = settings.client(port);
      site.putAll(installation.clusterSettings());
      site.putAll(installation.clientSettings());
      return IntStream.range(0, clients).map(network::client)
          .mapToObj(node -> new ClientPlace(network.inside(node), network.ip(node), site))
          .toList();
    }
  }
}
