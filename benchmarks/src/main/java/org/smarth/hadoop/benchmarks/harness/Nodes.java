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

/** The nodes of a cluster in its network. */
interface Nodes {
  int nodeAt(String ip);

  String ip(int node);

  /**
   * The command that runs another at a node.
   *
   * @throws UnsupportedOperationException if the nodes are not separate
   */
  List<String> inside(int node);

  /** Whether each is a process of its own, with links that are not this JVM's. */
  boolean areSeparate();

  /**
   * Changes a NIC's rate in both directions.
   *
   * @throws UnsupportedOperationException if the nodes are not separate
   */
  void setNic(int node, Rate nic) throws IOException, InterruptedException;

  /**
   * What all NICs have sent until now.
   *
   * @throws UnsupportedOperationException if the nodes are not separate
   */
  long sentBytes() throws IOException, InterruptedException;

  /** Nodes in namespaces. */
  static Nodes of(NetworkPlan plan) {
    return new Nodes() {
      @Override
      public int nodeAt(String ip) {
        return NetworkPlan.nodeAt(ip);
      }

      @Override
      public String ip(int node) {
        return plan.ip(node);
      }

      @Override
      public List<String> inside(int node) {
        return plan.inside(node);
      }

      @Override
      public boolean areSeparate() {
        return true;
      }

      @Override
      public void setNic(int node, Rate nic) throws IOException, InterruptedException {
        Network.take(plan.change(node, nic));
      }

      @Override
      public long sentBytes() throws IOException, InterruptedException {
        return Network.sentBytes(plan);
      }
    };
  }

  /** Nodes in one JVM. */
  Nodes EMBEDDED = new Nodes() {
    @Override
    public int nodeAt(String ip) {
      return LoopbackHosts.node(ip);
    }

    @Override
    public String ip(int node) {
      return LoopbackHosts.ip(node);
    }

    @Override
    public List<String> inside(int node) {
      throw new UnsupportedOperationException("nodes inside a JVM are no place for another");
    }

    @Override
    public boolean areSeparate() {
      return false;
    }

    @Override
    public void setNic(int node, Rate nic) {
      throw new UnsupportedOperationException("links inside a JVM keep their rates");
    }

    @Override
    public long sentBytes() {
      throw new UnsupportedOperationException("nodes inside a JVM have no NICs");
    }
  };
}
