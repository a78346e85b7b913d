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

import java.util.stream.IntStream;

/**
 * Who is where: node 0 is the client, nodes 1 to n are the DataNodes, split evenly over two racks
 * (the first rack takes the odd one). A client outside both racks reaches each at its NIC's rate.
 */
public record Racks(int dataNodes, int clientRack) {
  public static final int CLIENT = 0;
  /** The rack of a client that hangs on the core switch, between the racks. */
  public static final int OUTSIDE = 0;

  public Racks {
    if (dataNodes < 1 || clientRack < OUTSIDE || clientRack > 2) {
      throw new IllegalArgumentException(dataNodes + " DataNodes, client rack " + clientRack);
    }
  }

  public int rackOf(int node) {
    if (node == CLIENT) {
      return clientRack;
    }
    return node <= size(1) ? 1 : 2;
  }

  public int size(int rack) {
    return rack == 1 ? (dataNodes + 1) / 2 : dataNodes / 2;
  }

  /** All DataNodes. */
  public IntStream nodes() {
    return IntStream.rangeClosed(1, dataNodes);
  }

  /** The DataNodes of a rack. */
  public IntStream nodesOf(int rack) {
    return nodes().filter(n -> rackOf(n) == rack);
  }

  /** The DataNodes in an order that takes them from both racks in turn, from 0. */
  public int spread(int index) {
    return index % 2 == 0 ? 1 + index / 2 : size(1) + 1 + index / 2;
  }

  /** Whether bytes from one node to the other pass the slow link between the racks. */
  public boolean crosses(int from, int to) {
    int a = rackOf(from);
    int b = rackOf(to);
    return a != b && a != OUTSIDE && b != OUTSIDE;
  }
}
