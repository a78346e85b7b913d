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
import java.net.URI;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import org.smarth.hadoop.benchmarks.harness.RunningCluster.ClientPlace;

/**
 * NameNode and DataNodes in one child JVM, links shaped inside it; all clients share one address.
 */
public record EmbeddedClusters(Cleanup cleanup) implements Clusters {
  private static final String HEAP = "1g";
  private static final String CLUSTER = "cluster";

  @Override
  public RunningCluster start(Installation installation, UploadSpec spec, int clients)
      throws IOException, InterruptedException {
    JvmPlan plan = new JvmPlan(installation, spec, spec.racks().dataNodes(), LoopbackHosts::ip);
    ClusterJvms jvms = new ClusterJvms(spec, plan, cleanup);
    try {
      Conversation cluster =
          jvms.start(CLUSTER, List.of(HarnessMain.CLUSTER), HEAP, List.of(), Map.of());
      String uri = cluster.untilReady();
      Map<String, String> site = new HdfsSettings(spec, LoopbackHosts.CLIENT, LoopbackHosts::ip)
          .client(URI.create(uri).getPort());
      site.putAll(installation.clientSettings());
      return new RunningCluster(jvms, Map.of(CLUSTER, cluster),
          Collections.nCopies(clients, new ClientPlace(List.of(), LoopbackHosts.CLIENT, site)),
          new Nodes(null));
    } catch (IOException | InterruptedException | Failure e) {
      jvms.close();
      throw e;
    }
  }
}
