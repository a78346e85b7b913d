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

import java.util.Arrays;
import java.util.Collections;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.DatanodeBuildProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.GetSpeedsResponseProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.HostSpeedsProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.SpeedProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.StateProto;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

public class SpeedReportTest {
  private static HostSpeedsProto host(String source, SpeedProto... datanodes) {
    HostSpeedsProto.Builder host =
        HostSpeedsProto.newBuilder().setSource(source);
    for (SpeedProto datanode : datanodes) {
      host.addDatanodes(datanode);
    }
    return host.build();
  }

  private static SpeedProto speed(String peer, long rate, long age) {
    return SpeedProto.newBuilder().setPeer(peer).setBytesPerSecond(rate)
        .setAgeMillis(age).build();
  }

  private static GetSpeedsResponseProto.Builder speeds() {
    return GetSpeedsResponseProto.newBuilder().setActive(true).setUsed(true)
        .setUnusedBecause("")
        .addClients(host("10.0.0.5", speed("uuid-1", 45_149_999, 12_999),
            speed("uuid-2", 6_200_000, 500)))
        .addMirrors(host("uuid-1", speed("uuid-2", 1_000_000_000, 0)));
  }

  private static SpeedReport report(GetSpeedsResponseProto.Builder speeds) {
    return new SpeedReport("nn:8020", speeds.build(),
        Collections.singletonMap("uuid-1", "10.0.0.7:50010"));
  }

  /** @return lines, with one blank between columns and none at the end. */
  private static String[] lines(SpeedReport report) {
    return report.toText().replaceAll(" +(\n|$)", "$1")
        .replaceAll(" +", " ").split("\n");
  }

  @Test(timeout = 60_000)
  public void peopleSeeRanksWithAddressesWhereTheyAreKnown() {
    assertThat(lines(report(speeds()))).containsExactly(
        "NameNode: nn:8020 (active)",
        "Used to place new blocks: yes",
        "Clients and their first datanodes:",
        "Client Rank Datanode MB/s Age",
        "10.0.0.5 1 10.0.0.7:50010 45.1 12 s",
        "10.0.0.5 2 uuid-2 6.2 0 s",
        "Datanodes and those they forward to:",
        "From Rank Datanode MB/s Age",
        "10.0.0.7:50010 1 uuid-2 1000.0 0 s");
  }

  private static DatanodeBuildProto build(String build, int datanodes,
      String... named) {
    return DatanodeBuildProto.newBuilder().setBuild(build)
        .setDatanodes(datanodes).addAllNamed(Arrays.asList(named)).build();
  }

  @Test(timeout = 60_000)
  public void datanodesOfOtherBuildsThanTheNameNodesAreNamed()
      throws Exception {
    SpeedReport report = report(speeds().setState(StateProto.newBuilder()
        .setOn(true).setOffBecause("").setKey(true).setActive(true)
        .setFollowing(23).setNotYet(0).setSilent(1).setBuild("a1")
        .setEarlier(1).addEarlierNamed("dn5:9866")
        .addDatanodeBuilds(build("a1", 2, "dn1:9866", "dn2:9866"))
        .addDatanodeBuilds(build("b2", 21, "dn3:9866", "dn4:9866"))));
    assertThat(lines(report)[2]).isEqualTo("Build: a1; DataNodes: 2 of a1, 21"
        + " of b2 (dn3:9866, dn4:9866, ...), 1 of an earlier one (dn5:9866), 1"
        + " of stock");
    JsonNode json = new ObjectMapper().readTree(report.toJson());
    assertThat(json.get("build").asText()).isEqualTo("a1");
    assertThat(json.get("datanodeBuilds").get(1).toString()).isEqualTo(
        "{\"build\":\"b2\",\"datanodes\":21,"
            + "\"named\":[\"dn3:9866\",\"dn4:9866\"]}");
  }

  @Test(timeout = 60_000)
  public void peopleSeeWhyNothingIsUsedAndHowMuchIsNotShown() {
    assertThat(lines(report(GetSpeedsResponseProto.newBuilder()
        .setActive(false).setUsed(false).setUnusedBecause("key = value")
        .setOmitted(7)))).containsExactly(
            "NameNode: nn:8020 (standby)",
            "Used to place new blocks: no, key = value",
            "Clients and their first datanodes: none known",
            "Datanodes and those they forward to: none known",
            "Not shown, as they are too many: 7 pairs");
  }

  @Test(timeout = 60_000)
  public void programsSeeTheSameWithAllDigits() throws Exception {
    JsonNode json =
        new ObjectMapper().readTree(report(speeds().setOmitted(3)).toJson());
    assertThat(json.get("namenode").asText()).isEqualTo("nn:8020");
    assertThat(json.get("active").asBoolean()).isTrue();
    assertThat(json.get("used").asBoolean()).isTrue();
    assertThat(json.get("unusedBecause").asText()).isEmpty();
    assertThat(json.get("omittedPairs").asLong()).isEqualTo(3);
    JsonNode client = json.get("clients").get(0);
    assertThat(client.get("host").asText()).isEqualTo("10.0.0.5");
    assertThat(client.get("datanodes").get(0).toString()).isEqualTo(
        "{\"uuid\":\"uuid-1\",\"address\":\"10.0.0.7:50010\",\"rank\":1,"
            + "\"bytesPerSecond\":45149999,\"ageMillis\":12999}");
    assertThat(client.get("datanodes").get(1).get("address").isNull())
        .isTrue();
    JsonNode forwarder = json.get("forwarders").get(0);
    assertThat(forwarder.get("uuid").asText()).isEqualTo("uuid-1");
    assertThat(forwarder.get("datanodes").get(0).get("uuid").asText())
        .isEqualTo("uuid-2");
  }
}
