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
package org.apache.hadoop.hdfs.smarth.client.plan.auto;

import java.util.Comparator;
import java.util.List;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.smarth.client.datanodes.Racks;
import org.apache.hadoop.hdfs.smarth.client.pipelines.DatanodeUse;

/**
 * What an order of targets meets of other pipelines, and is to them. A block
 * keeps a link between racks for long: idle ones come first. The client streams
 * it to its first datanode for a moment only, and then has what other datanodes
 * leave of that NIC. So the first datanode is one that they send little. They
 * send to those whose turn to be first is furthest: that were first lately, or
 * share their turns with many on their rack. Immutable.
 */
@InterfaceAudience.Private
final class OrderLoad {
  /** The first one that differs decides, and less is lighter. */
  private final int[] loads;

  OrderLoad(List<DatanodeInfo> nodes, DatanodeUse use) {
    // Blocks that the datanodes of its crossings have between racks.
    int carried = 0;
    // Blocks that leave the same racks for the same racks.
    int flows = 0;
    // Of the datanodes after the first one, as the next.
    int untilFirst = 0;
    // How many were sent nothing.
    int free = 0;
    for (int i = 1; i < nodes.size(); i++) {
      DatanodeInfo from = nodes.get(i - 1);
      DatanodeInfo to = nodes.get(i);
      untilFirst += use.untilFirst(to);
      free += use.mirrors(to) == 0 ? 1 : 0;
      if (Racks.isBetween(from, to)) {
        carried += use.sends(from) + use.receives(to);
        flows += use.flows(from.getNetworkLocation(), to.getNetworkLocation());
      }
    }
    loads = new int[] {carried, flows, use.firsts(nodes.get(0)),
        use.mirrors(nodes.get(0)), -untilFirst, free};
  }

  /** Compares as a comparator does: the lightest comes first. */
  static int compare(OrderLoad a, OrderLoad b) {
    int order = 0;
    for (int i = 0; i < a.loads.length && order == 0; i++) {
      order = Integer.compare(a.loads[i], b.loads[i]);
    }
    return order;
  }

  /** @return the better first datanodes before others. */
  static Comparator<DatanodeInfo> asFirst(DatanodeUse use) {
    return Comparator.<DatanodeInfo>comparingInt(use::firsts)
        .thenComparingInt(use::mirrors);
  }

  /** @return the better datanodes to send to before others. */
  static Comparator<DatanodeInfo> asMirror(DatanodeUse use) {
    return Comparator.<DatanodeInfo>comparingInt(node -> -use.untilFirst(node))
        .thenComparing(node -> use.mirrors(node) == 0);
  }
}
