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

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The links of a cluster: every node has a NIC of one rate in each direction. Within it, what goes
 * to or comes from the other rack has a lower rate in each direction. All nodes of the second rack
 * may hang on one uplink. Through it they reach the first rack, the clients outside of the racks
 * and the NameNode.
 *
 * @param nics of node 0, the client, to the last DataNode
 * @param cross the rate of one node to or from the other rack, in each direction
 * @param uplink the rate of the second rack to or from all else, in each direction
 */
public record Links(Racks racks, List<Rate> nics, Rate cross, Rate uplink) {

  public Links {
    nics = List.copyOf(nics);
    if (nics.size() != racks.dataNodes() + 1) {
      throw new IllegalArgumentException(
          nics.size() + " NICs of a client and " + racks.dataNodes() + " DataNodes");
    }
  }

  /** Without a limit of an uplink. */
  public Links(Racks racks, List<Rate> nics, Rate cross) {
    this(racks, nics, cross, Rate.NONE);
  }

  /** All NICs alike. */
  public static Links uniform(Racks racks, Rate nic, Rate cross) {
    return new Links(racks, Collections.nCopies(racks.dataNodes() + 1, nic), cross);
  }

  /** The same with another number of DataNodes, spread evenly over the racks, at another rate. */
  public Links withNodesAt(int count, Rate rate) {
    List<Rate> changed = new ArrayList<>(nics);
    for (int i = 0; i < count; i++) {
      changed.set(racks.spread(i), rate);
    }
    return new Links(racks, changed, cross, uplink);
  }

  /**
   * The same with one uplink for the second rack.
   *
   * @throws IllegalArgumentException for clients inside of a rack
   */
  public Links withUplink(Rate rate) {
    if (racks.clientRack() != Racks.OUTSIDE) {
      throw new IllegalArgumentException("clients inside of a rack and an uplink");
    }
    return new Links(racks, nics, cross, rate);
  }

  public Rate nic(int node) {
    return nics.get(node);
  }

  public Rate clientNic() {
    return nic(Racks.CLIENT);
  }

  /** What a node can send to, and receive from, the other rack. */
  public Rate cross(int node) {
    return cross.min(nic(node));
  }

  /** Whether a DataNode's NIC is slower than the best DataNode's. */
  public boolean isSlow(int node) {
    return node != Racks.CLIENT && nic(node).mbps() < nic(fastestOf(racks.nodes())).mbps();
  }

  /** The DataNodes whose NICs are slower than the best. */
  public List<Integer> slowNodes() {
    return racks.nodes().filter(this::isSlow).boxed().toList();
  }

  private int fastestOf(IntStream nodes) {
    return nodes.boxed().max(Comparator.comparingDouble(n -> nic(n).mbps())).orElseThrow();
  }

  public boolean isLimited() {
    return cross.isLimited() || uplink.isLimited() || nics.stream().anyMatch(Rate::isLimited);
  }

  /** What one link of each of these nodes carries together. */
  static Rate sum(IntStream nodes, IntFunction<Rate> link) {
    return new Rate(nodes.mapToObj(link).mapToDouble(Rate::mbps).sum());
  }

  /**
   * The slowest NIC of the best choice of DataNodes for a block; two and more are on both racks, as
   * HDFS places replicas.
   */
  Rate slowestOfBest(int replication) {
    List<Rate> best = racks.nodes().mapToObj(this::nic)
        .sorted(Comparator.comparingDouble(Rate::mbps).reversed()).toList();
    Rate slowest = best.get(replication - 1);
    if (replication > 1) {
      for (int rack = 1; rack <= 2; rack++) {
        slowest = slowest.min(nic(fastestOf(racks.nodesOf(rack))));
      }
    }
    return slowest;
  }
}
