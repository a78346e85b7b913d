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
package org.apache.hadoop.hdfs.smarth.client.datanodes;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/** The racks of datanodes. */
@InterfaceAudience.Private
public final class Racks {
  private Racks() {
  }

  /**
   * @param nodes in the order that the racks and the datanodes of each keep
   * @return the datanodes of each rack, in lists that may be changed
   */
  public static Map<String, List<DatanodeInfo>> of(Collection<DatanodeInfo> nodes) {
    Map<String, List<DatanodeInfo>> racks = new LinkedHashMap<>();
    for (DatanodeInfo node : nodes) {
      List<DatanodeInfo> rack = racks.get(node.getNetworkLocation());
      if (rack == null) {
        rack = new ArrayList<>();
        racks.put(node.getNetworkLocation(), rack);
      }
      rack.add(node);
    }
    return racks;
  }

  /** @return whether a block that one sends to the other leaves its rack. */
  public static boolean isBetween(DatanodeInfo from, DatanodeInfo to) {
    return !from.getNetworkLocation().equals(to.getNetworkLocation());
  }
}
