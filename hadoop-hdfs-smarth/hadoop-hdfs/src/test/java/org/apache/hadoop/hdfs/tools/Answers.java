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
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.Arrays;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.GetSpeedsResponseProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.HostSpeedsProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.SpeedProto;

/** What NameNodes and daemons answer in tests. */
final class Answers {
  private Answers() {
  }

  /** @return uuid-N on host 10.0.0.N. */
  static DatanodeInfo datanode(int number, String rack) {
    return new DatanodeInfoBuilder().setDatanodeUuid("uuid-" + number)
        .setIpAddr("10.0.0." + number).setHostName("dn" + number)
        .setXferPort(50010).setInfoPort(50075).setInfoSecurePort(50475)
        .setNetworkLocation(rack).build();
  }

  /** @return a client's megabytes per second to uuid-1, uuid-2 and so on. */
  static HostSpeedsProto client(String host, double... megabytes) {
    HostSpeedsProto.Builder client =
        HostSpeedsProto.newBuilder().setSource(host);
    for (int i = 0; i < megabytes.length; i++) {
      client.addDatanodes(SpeedProto.newBuilder().setPeer("uuid-" + (i + 1))
          .setBytesPerSecond(Math.round(megabytes[i] * 1e6)).setAgeMillis(0));
    }
    return client.build();
  }

  static SpeedQuery.Answer answer(HostSpeedsProto[] clients,
      DatanodeInfo... datanodes) {
    return new SpeedQuery.Answer(InetSocketAddress.createUnresolved("nn", 8020),
        GetSpeedsResponseProto.newBuilder().setActive(true).setUsed(true)
            .setUnusedBecause("").addAllClients(Arrays.asList(clients))
            .build(), Arrays.asList(datanodes));
  }

  static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text.replace('\'', '"'));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** @return lines, with one blank between columns and none at the end. */
  static String[] lines(String text) {
    return text.replaceAll(" +(\n|$)", "$1").replaceAll(" +", " ")
        .split("\n");
  }
}
