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
import java.util.List;
import java.util.Locale;
import java.util.Map;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.DatanodeBuildProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.GetSpeedsResponseProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.HostSpeedsProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.SpeedProto;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.tools.TableListing;

/** What a NameNode said of speeds, for people and for programs. Immutable. */
final class SpeedReport {
  private final String namenode;
  private final GetSpeedsResponseProto speeds;
  private final Map<String, String> addresses;

  /** @param answer of a NameNode. */
  SpeedReport(SpeedQuery.Answer answer) {
    this(NetUtils.getHostPortString(answer.getNamenode()), answer.getSpeeds(),
        answer.getAddresses());
  }

  /**
   * @param namenode host:port
   * @param addresses of datanodes by UUID, as far as they are known
   */
  SpeedReport(String namenode, GetSpeedsResponseProto speeds,
      Map<String, String> addresses) {
    this.namenode = namenode;
    this.speeds = speeds;
    this.addresses = addresses;
  }

  /** @return lines, without the last line's end. */
  String toText() {
    return SpeedQuery.Answer.heading(namenode, speeds)
        + (speeds.hasState()
            ? "\nBuild: " + SwitchCommand.builds(speeds.getState()) : "")
        + "\nClients and their first datanodes: "
        + table("Client", speeds.getClientsList())
        + "\nDatanodes and those they forward to: "
        + table("From", speeds.getMirrorsList())
        + SpeedQuery.Answer.omission(speeds);
  }

  private String table(String source, List<HostSpeedsProto> hosts) {
    if (hosts.isEmpty()) {
      return "none known";
    }
    TableListing.Justification right = TableListing.Justification.RIGHT;
    TableListing table = new TableListing.Builder().addField(source)
        .addField("Rank", right).addField("Datanode").addField("MB/s", right)
        .addField("Age", right).build();
    for (HostSpeedsProto host : hosts) {
      int rank = 0;
      for (SpeedProto speed : host.getDatanodesList()) {
        rank++;
        table.addRow(name(host.getSource()), Integer.toString(rank),
            name(speed.getPeer()),
            String.format(Locale.ROOT, "%.1f", speed.getBytesPerSecond() / 1e6),
            speed.getAgeMillis() / 1000 + " s");
      }
    }
    return "\n" + table.toString().trim();
  }

  private String name(String source) {
    return addresses.getOrDefault(source, source);
  }

  /** @return one JSON object. */
  String toJson() throws IOException {
    ObjectNode json = JsonNodeFactory.instance.objectNode()
        .put("namenode", namenode).put("active", speeds.getActive())
        .put("used", speeds.getUsed())
        .put("unusedBecause", speeds.getUnusedBecause())
        .put("omittedPairs", speeds.getOmitted());
    if (speeds.hasState()) {
      addBuilds(json.put("build", speeds.getState().getBuild()));
    }
    ArrayNode clients = json.putArray("clients");
    for (HostSpeedsProto host : speeds.getClientsList()) {
      addDatanodes(clients.addObject().put("host", host.getSource()), host);
    }
    ArrayNode forwarders = json.putArray("forwarders");
    for (HostSpeedsProto host : speeds.getMirrorsList()) {
      addDatanodes(addDatanode(forwarders, host.getSource()), host);
    }
    return new ObjectMapper().writerWithDefaultPrettyPrinter()
        .writeValueAsString(json);
  }

  private void addBuilds(ObjectNode json) {
    ArrayNode builds = json.putArray("datanodeBuilds");
    for (DatanodeBuildProto build : speeds.getState().getDatanodeBuildsList()) {
      ArrayNode named = builds.addObject().put("build", build.getBuild())
          .put("datanodes", build.getDatanodes()).putArray("named");
      build.getNamedList().forEach(named::add);
    }
  }

  private void addDatanodes(ObjectNode json, HostSpeedsProto host) {
    ArrayNode datanodes = json.putArray("datanodes");
    for (SpeedProto speed : host.getDatanodesList()) {
      addDatanode(datanodes, speed.getPeer())
          .put("rank", datanodes.size())
          .put("bytesPerSecond", speed.getBytesPerSecond())
          .put("ageMillis", speed.getAgeMillis());
    }
  }

  private ObjectNode addDatanode(ArrayNode list, String uuid) {
    return list.addObject().put("uuid", uuid)
        .put("address", addresses.get(uuid));
  }
}
