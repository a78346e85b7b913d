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

/**
 * The nodes of a cluster in its network.
 *
 * @param plan of their namespaces; null if all are in one JVM
 */
record Nodes(NetworkPlan plan) {
  int nodeAt(String ip) {
    return areSeparate() ? NetworkPlan.nodeAt(ip) : LoopbackHosts.node(ip);
  }

  String ip(int node) {
    return areSeparate() ? plan.ip(node) : LoopbackHosts.ip(node);
  }

  /** Whether each is a process of its own, with links that are not this JVM's. */
  boolean areSeparate() {
    return plan != null;
  }

  private NetworkPlan separate() {
    if (!areSeparate()) {
      throw new UnsupportedOperationException("nodes inside a JVM have no NICs of their own");
    }
    return plan;
  }

  /** The command that runs another at a node, if the nodes are separate. */
  List<String> inside(int node) {
    return separate().inside(node);
  }

  /** Changes a NIC's rate in both directions, if the nodes are separate. */
  void setNic(int node, Rate nic) throws IOException, InterruptedException {
    Network.take(separate().change(node, nic));
  }

  /** What all NICs have sent until now, if the nodes are separate. */
  long sentBytes() throws IOException, InterruptedException {
    return Network.sentBytes(separate());
  }
}
