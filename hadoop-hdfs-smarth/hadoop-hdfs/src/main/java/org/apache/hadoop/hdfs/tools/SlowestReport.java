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

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.tools.TableListing;

/**
 * What is slow, for people: between which racks, or which datanodes for their
 * clients; the slowest first. Immutable.
 */
final class SlowestReport {
  private static final TableListing.Justification RIGHT =
      TableListing.Justification.RIGHT;
  private static final String UNKNOWN = "unknown";
  /** Between the names of two racks; a rack's name has none. */
  private static final String TO = "\t";

  private final SpeedQuery.Answer answer;
  private final List<SpeedPair> pairs;
  /** By UUID. */
  private final Map<String, DatanodeInfo> datanodes = new HashMap<>();
  /** Of datanodes by their IP address. */
  private final Map<String, String> racks = new HashMap<>();

  /** @param limpingFraction of the median of a client's datanodes, 0 to 1. */
  SlowestReport(SpeedQuery.Answer answer, double limpingFraction) {
    this.answer = answer;
    this.pairs = SpeedPair.of(answer.getSpeeds(), limpingFraction);
    for (DatanodeInfo datanode : answer.getDatanodes()) {
      datanodes.put(datanode.getDatanodeUuid(), datanode);
      racks.put(datanode.getIpAddr(), datanode.getNetworkLocation());
    }
  }

  /** @return lines, without the last line's end. */
  String byRacks() {
    TableListing table = new TableListing.Builder().addField("Client's rack")
        .addField("Datanode's rack").addField("MB/s", RIGHT)
        .addField("Pairs", RIGHT).addField("Limping", RIGHT).build();
    for (SpeedPair.Group group : SpeedPair.Group.slowestFirst(pairs,
        pair -> racks.getOrDefault(pair.getClient(), UNKNOWN) + TO
            + rack(pair.getDatanode()))) {
      String[] names = group.getName().split(TO);
      table.addRow(names[0], names[1], group.getMegabytesPerSecond(),
          Integer.toString(group.getSize()),
          Integer.toString(group.getLimping()));
    }
    return text("Racks of clients and of their first datanodes, the slowest"
        + " first: ", table);
  }

  /** @return lines, without the last line's end. */
  String byDatanodes() {
    TableListing table = new TableListing.Builder().addField("Datanode")
        .addField("Rack").addField("MB/s", RIGHT).addField("Clients", RIGHT)
        .addField("Limps for", RIGHT).build();
    for (SpeedPair.Group group
        : SpeedPair.Group.slowestFirst(pairs, SpeedPair::getDatanode)) {
      DatanodeInfo datanode = datanodes.get(group.getName());
      table.addRow(datanode == null ? group.getName() : datanode.getXferAddr(),
          rack(group.getName()), group.getMegabytesPerSecond(),
          Integer.toString(group.getSize()),
          Integer.toString(group.getLimping()));
    }
    return text("First datanodes of clients, the slowest first: ", table);
  }

  private String rack(String uuid) {
    DatanodeInfo datanode = datanodes.get(uuid);
    return datanode == null ? UNKNOWN : datanode.getNetworkLocation();
  }

  private String text(String title, TableListing table) {
    return answer.getHeading() + "\n" + title
        + (pairs.isEmpty() ? "none known" : "\n" + table.toString().trim())
        + SpeedQuery.Answer.omission(answer.getSpeeds());
  }
}
