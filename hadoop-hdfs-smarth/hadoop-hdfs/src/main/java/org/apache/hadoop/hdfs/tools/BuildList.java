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
package org.apache.hadoop.hdfs.tools;

import java.util.ArrayList;
import java.util.List;

import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.DatanodeBuildProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.StateProto;

/** The builds of a NameNode and its DataNodes, for people. Stateless. */
final class BuildList {
  private BuildList() {
  }

  /** @return a line that names the datanodes of other builds. */
  static String describe(StateProto state) {
    List<String> datanodes = new ArrayList<>();
    for (DatanodeBuildProto build : state.getDatanodeBuildsList()) {
      datanodes.add(describe(build, state.getBuild()));
    }
    if (state.getEarlier() > 0) {
      datanodes.add(state.getEarlier() + " of an earlier one ("
          + some(state.getEarlierNamedList(), state.getEarlier()) + ")");
    }
    if (state.getSilent() > 0) {
      datanodes.add(state.getSilent() + " of stock");
    }
    return state.getBuild() + "; DataNodes: "
        + (datanodes.isEmpty() ? "none" : String.join(", ", datanodes));
  }

  private static String describe(DatanodeBuildProto build, String namenode) {
    return build.getDatanodes() + " of " + build.getBuild()
        + (build.getBuild().equals(namenode) ? ""
            : " (" + some(build.getNamedList(), build.getDatanodes()) + ")");
  }

  /** @return names, and whether there are more. */
  static String some(List<String> names, int size) {
    return String.join(", ", names) + (size > names.size() ? ", ..." : "");
  }
}
