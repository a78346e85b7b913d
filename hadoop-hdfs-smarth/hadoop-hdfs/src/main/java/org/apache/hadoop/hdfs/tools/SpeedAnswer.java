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

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.GetSpeedsResponseProto;
import org.apache.hadoop.net.NetUtils;

/** What a NameNode said of speeds and of its datanodes. Immutable. */
final class SpeedAnswer {
  private final InetSocketAddress namenode;
  private final GetSpeedsResponseProto speeds;
  private final List<DatanodeInfo> datanodes;

  /**
   * @param namenode its RPC address
   * @param datanodes as far as they are known
   */
  SpeedAnswer(InetSocketAddress namenode, GetSpeedsResponseProto speeds,
      Collection<DatanodeInfo> datanodes) {
    this.namenode = namenode;
    this.speeds = speeds;
    this.datanodes =
        Collections.unmodifiableList(new ArrayList<>(datanodes));
  }

  InetSocketAddress getNamenode() {
    return namenode;
  }

  GetSpeedsResponseProto getSpeeds() {
    return speeds;
  }

  List<DatanodeInfo> getDatanodes() {
    return datanodes;
  }

  /** @return host:port of datanodes by UUID, as far as they are known. */
  Map<String, String> getAddresses() {
    Map<String, String> addresses = new HashMap<>();
    for (DatanodeInfo datanode : datanodes) {
      addresses.put(datanode.getDatanodeUuid(), datanode.getXferAddr());
    }
    return addresses;
  }

  /** @return which NameNode this is, and whether it uses speeds: two lines. */
  String getHeading() {
    return heading(NetUtils.getHostPortString(namenode), speeds);
  }

  static String heading(String name, GetSpeedsResponseProto speeds) {
    return "NameNode: " + name
        + (speeds.getActive() ? " (active)" : " (standby)")
        + "\nUsed to place new blocks: "
        + (speeds.getUsed() ? "yes" : "no, " + speeds.getUnusedBecause());
  }

  /** @return a line that says how much is missing, after a new line; or "". */
  static String omission(GetSpeedsResponseProto speeds) {
    return speeds.getOmitted() == 0 ? ""
        : "\nNot shown, as they are too many: " + speeds.getOmitted()
            + " pairs";
  }
}
