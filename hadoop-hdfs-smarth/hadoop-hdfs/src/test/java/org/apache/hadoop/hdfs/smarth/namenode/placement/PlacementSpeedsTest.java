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
package org.apache.hadoop.hdfs.smarth.namenode.placement;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocolPB.UnknownFields;
import org.apache.hadoop.hdfs.smarth.namenode.placement.DatanodeChooser.ClientView;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.Rates;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.SpeedTotals;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeSpeeds;
import org.apache.hadoop.hdfs.smarth.protocol.SpeedMessages;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.SpeedProto;
import org.apache.hadoop.util.FakeTimer;
import org.junit.Test;

import static org.apache.hadoop.hdfs.smarth.namenode.speeds.Rates.order;
import static org.apache.hadoop.hdfs.smarth.namenode.speeds.Rates.speed;
import static org.apache.hadoop.hdfs.smarth.namenode.speeds.Rates.speeds;
import static org.assertj.core.api.Assertions.assertThat;

/** What is wrong with what is told. */
public class PlacementSpeedsTest {
  private static final String HOST = "10.0.0.5";

  private final FakeTimer timer = new FakeTimer();
  private final PlacementSpeeds placement = new PlacementSpeeds(
      new PlacementConf(new Configuration(false)), timer, new Random(1));

  private static String rackOf(String datanode) {
    return datanode.startsWith("d") ? "/a" : null;
  }

  private List<String> ranking() {
    ClientView client = placement.find(HOST);
    return client == null ? Collections.<String>emptyList()
        : order(client.getRanking());
  }

  private long count(String metric) {
    return Counters.get(placement.getMetrics()::addTo, metric);
  }

  private SpeedTotals totals() {
    return Rates.totals(placement.getTable());
  }

  private void report(List<SpeedProto> protos) {
    placement.learnFromClient(HOST, protos.size(),
        SpeedMessages.fromProtos(protos, PlacementSpeeds.REPORT_MAX),
        PlacementSpeedsTest::rackOf);
  }

  private void heartbeat(String datanode, byte[] fields) {
    placement.learnFromDatanode(datanode, DatanodeSpeeds.fromFields(
        UnknownFields.of(UnknownFields.toSet(fields))),
        PlacementSpeedsTest::rackOf);
  }

  private static SpeedProto proto(String peer, long rate, long age) {
    return SpeedProto.newBuilder().setPeer(peer).setBytesPerSecond(rate)
        .setAgeMillis(age).build();
  }

  @Test(timeout = 60_000)
  public void absurdRecordsAreDroppedAndCountedAndTheOthersTaken() {
    List<SpeedProto> protos = new ArrayList<>();
    protos.add(proto("d0", 0, 0));
    protos.add(proto("d1", -5, 0));
    protos.add(proto("d2", Long.MAX_VALUE, 0));
    protos.add(proto("d3", 1_000, -1));
    protos.add(proto("", 1_000, 0));
    protos.add(proto("unknown", 1_000, 0));
    protos.add(proto("d4", 1_000, 0));
    report(protos);
    assertThat(ranking()).containsExactly("d4");
    assertThat(count("ClientReports")).isEqualTo(1);
    assertThat(count("DroppedImplausibleRecords")).isEqualTo(5);
    assertThat(count("DroppedUnknownDatanodeRecords")).isEqualTo(1);
  }

  @Test(timeout = 60_000)
  public void aReportFarTooLongIsRefusedAsAWholeAndCounted() {
    List<SpeedProto> protos = Collections.nCopies(
        PlacementSpeeds.REPORT_MAX + 1, proto("d0", 1_000, 0));
    report(protos);
    assertThat(ranking()).isEmpty();
    assertThat(count("DroppedOversizedReports"))
        .isEqualTo(1);
    report(protos.subList(0, PlacementSpeeds.REPORT_MAX));
    assertThat(ranking()).containsExactly("d0");
  }

  @Test(timeout = 60_000)
  public void aMalformedHeartbeatIsCountedAndChangesNothing() {
    heartbeat("d0", UnknownFieldSet.newBuilder().addField(1000,
        UnknownFieldSet.Field.newBuilder()
            .addLengthDelimited(ByteString.copyFromUtf8("\u0007nonsense"))
            .build()).build().toByteArray());
    assertThat(count("DroppedImplausibleRecords")).isEqualTo(1);
    assertThat(count("DatanodeReports")).isZero();
    assertThat(totals().getClientHosts()).isZero();
  }

  @Test(timeout = 60_000)
  public void theHeartbeatOfADatanodeThatIsNotInTheClusterChangesNothing() {
    byte[] fields = DatanodeSpeeds.toFields(new DatanodeSpeeds(
        speeds(speed(HOST, 10, 0)), speeds(speed("d1", 20, 0))));
    heartbeat("unknown", fields);
    assertThat(totals().getClientHosts()).isZero();
    assertThat(totals().getForwarders()).isZero();
    heartbeat("d0", fields);
    assertThat(ranking()).containsExactly("d0");
    assertThat(order(placement.getTable().getHops("d0").getSameRack()))
        .containsExactly("d1");
    assertThat(count("DatanodeReports")).isEqualTo(1);
  }

  @Test(timeout = 60_000)
  public void withTheKeyOffLaterHopsAreNeverChosenBySpeed() {
    Configuration conf = new Configuration(false);
    conf.set(PlacementConf.LATER_HOPS_KEY, "false");
    PlacementSpeeds paper = new PlacementSpeeds(new PlacementConf(conf),
        new FakeTimer(), new Random(1));
    DatanodeSpeeds hops = new DatanodeSpeeds(
        Collections.emptyList(), speeds(speed("d1", 3, 0), speed("d2", 2, 0),
            speed("d3", 1, 0)));
    paper.learnFromDatanode("d0",
        DatanodeSpeeds.fromFields(UnknownFields.of(
            UnknownFields.toSet(DatanodeSpeeds.toFields(hops)))),
        PlacementSpeedsTest::rackOf);
    for (int i = 0; i < 100; i++) {
      assertThat(paper.getChooser()
          .chooseNext("d0", true, Collections.emptyList(), 3).isEmpty())
          .isTrue();
    }
  }
}
