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

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocolPB.ProtobufCalls;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.GetSpeedsRequestProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.GetSpeedsResponseProto;
import org.apache.hadoop.net.NetUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the NameNode of the default file system for speeds: of a nameservice the
 * active one, or else one that answers. Used by one thread.
 */
class SpeedQuery {
  private static final Logger LOG = LoggerFactory.getLogger(SpeedQuery.class);

  private final Configuration conf;
  private final DatanodeReportType type;

  /** @param type of the datanodes that the answer has. */
  SpeedQuery(Configuration conf, DatanodeReportType type) {
    this.conf = conf;
    this.type = type;
  }

  /**
   * @return what the active NameNode says, with datanodes; or what another
   *     one says
   * @throws IOException if none answers
   * @throws IllegalArgumentException if the file system is not HDFS
   */
  Answer ask() throws IOException {
    Answer any = null;
    IOException failed = null;
    SmarthNameNodes namenodes = new SmarthNameNodes(conf);
    for (InetSocketAddress namenode : namenodes.getAddresses()) {
      try {
        GetSpeedsResponseProto speeds = namenodes.call(namenode,
            proxy -> ProtobufCalls.call(() -> proxy.getSpeeds(null,
                GetSpeedsRequestProto.getDefaultInstance())));
        if (speeds.getActive()) {
          return new Answer(namenode, speeds, datanodes());
        }
        any = new Answer(namenode, speeds,
            Collections.<DatanodeInfo>emptyList());
      } catch (IOException e) {
        LOG.debug("No answer of {}", namenode, e);
        failed = failed == null ? e : failed;
      }
    }
    if (any == null) {
      throw failed;
    }
    return any;
  }

  /** @return empty if they cannot be had, as names are only nicer. */
  private List<DatanodeInfo> datanodes() {
    try {
      return Arrays.asList(AdminHelper.getDFS(conf).getDataNodeStats(type));
    } catch (IOException e) {
      LOG.debug("Datanodes are shown by their UUIDs", e);
      return Collections.emptyList();
    }
  }

  /** What a NameNode said of speeds and of its datanodes. Immutable. */
  static final class Answer {
    private final InetSocketAddress namenode;
    private final GetSpeedsResponseProto speeds;
    private final List<DatanodeInfo> datanodes;

    /**
     * @param namenode its RPC address
     * @param datanodes as far as they are known
     */
    Answer(InetSocketAddress namenode, GetSpeedsResponseProto speeds,
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
}
