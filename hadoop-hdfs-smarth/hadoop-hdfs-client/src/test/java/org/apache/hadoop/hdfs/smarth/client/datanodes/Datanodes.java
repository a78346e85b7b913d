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
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;

/** Datanodes for tests, named by their rack and number. */
public final class Datanodes {
  /** Of a writer that is on no datanode's host. */
  public static final OwnDatanodes NONE_OWN =
      new OwnDatanodes(node -> false, Collections.emptySet());

  private Datanodes() {
  }

  public static DatanodeInfo node(String rack, int number) {
    String name = rack + number;
    return new DatanodeInfoBuilder().setDatanodeUuid(name)
        .setHostName(name).setIpAddr("127.0.0.1").setXferPort(1000 + number)
        .setNetworkLocation("/" + rack).build();
  }

  /** @return the given number of datanodes on rack a, and on rack b. */
  public static List<DatanodeInfo> racks(int onA, int onB) {
    List<DatanodeInfo> nodes = new ArrayList<>();
    for (int i = 0; i < onA; i++) {
      nodes.add(node("a", i));
    }
    for (int i = 0; i < onB; i++) {
      nodes.add(node("b", 100 + i));
    }
    return nodes;
  }

  public static Set<DatanodeInfo> set(DatanodeInfo... nodes) {
    return new HashSet<>(Arrays.asList(nodes));
  }
}
