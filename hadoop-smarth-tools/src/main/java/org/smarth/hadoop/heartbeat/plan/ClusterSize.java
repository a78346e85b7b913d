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
package org.smarth.hadoop.heartbeat.plan;

/** How many send heartbeats, and over what. Immutable. */
public final class ClusterSize {
  private final int nodes;
  private final int applications;
  private final double bitsPerSecond;

  /**
   * @param nodes that have a DataNode and a NodeManager, at least 1
   * @param applications that run at a time, at least 1
   * @param bitsPerSecond bandwidth of the NameNode and of the ResourceManager,
   *     above 0
   */
  public ClusterSize(int nodes, int applications, double bitsPerSecond) {
    this.nodes = nodes;
    this.applications = applications;
    this.bitsPerSecond = bitsPerSecond;
  }

  int senders(Heartbeat heartbeat) {
    return heartbeat == Heartbeat.APPLICATION_MASTER ? applications : nodes;
  }

  double getBitsPerSecond() {
    return bitsPerSecond;
  }
}
