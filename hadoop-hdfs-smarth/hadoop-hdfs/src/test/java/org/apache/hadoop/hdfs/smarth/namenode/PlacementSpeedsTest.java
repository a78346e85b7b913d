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
package org.apache.hadoop.hdfs.smarth.namenode;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocolPB.UnknownFields;
import org.apache.hadoop.hdfs.smarth.protocol.HeartbeatSpeeds;
import org.apache.hadoop.hdfs.smarth.protocol.SpeedMessages;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.SpeedProto;
import org.apache.hadoop.hdfs.smarth.speed.DatanodeSpeeds;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.util.FakeTimer;
import org.junit.Test;

import static org.apache.hadoop.hdfs.smarth.namenode.Rates.order;
import static org.apache.hadoop.hdfs.smarth.namenode.Rates.speed;
import static org.apache.hadoop.hdfs.smarth.namenode.Rates.speeds;
import static org.assertj.core.api.Assertions.assertThat;

/** What is wrong with what is told, and what operators see. */
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

  private static PlacementMonitor monitor(PlacementSpeeds speeds) {
    return new PlacementMonitor(speeds, PlacementSpeedsTest::rackOf);
  }

  private void report(List<SpeedProto> protos) {
    placement.learnFromClient(HOST, protos.size(),
        SpeedMessages.fromProtos(protos, PlacementSpeeds.REPORT_MAX),
        PlacementSpeedsTest::rackOf);
  }

  private void heartbeat(String datanode, byte[] fields) {
    placement.learnFromDatanode(datanode, HeartbeatSpeeds.fromFields(
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
    byte[] fields = HeartbeatSpeeds.toFields(new DatanodeSpeeds(
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
        HeartbeatSpeeds.fromFields(UnknownFields.of(
            UnknownFields.toSet(HeartbeatSpeeds.toFields(hops)))),
        PlacementSpeedsTest::rackOf);
    for (int i = 0; i < 100; i++) {
      assertThat(paper.getChooser()
          .chooseNext("d0", true, Collections.emptyList(), 3).isEmpty())
          .isTrue();
    }
  }

  @Test(timeout = 60_000)
  public void countsArePublishedWithTheirReasons() {
    placement.getMetrics().firstChosenBySpeed();
    placement.getMetrics().laterChosenBySpeed();
    placement.getMetrics().firstLeftToStock(Fallback.LOCAL_WRITER);
    report(Collections.singletonList(proto("d0", 1_000, 0)));
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    PlacementMonitor monitor = monitor(placement);
    monitor.close();
    monitor.getMetrics(collector, true);
    MetricsRecord record = collector.getRecords().get(0);
    assertThat(record.metrics()).extracting(AbstractMetric::name).contains(
        "DroppedImplausibleRecords", "FirstByStockNoRecords",
        "ForwardingDatanodes");
    assertThat(record.metrics())
        .filteredOn(metric -> metric.value().longValue() == 1)
        .extracting(AbstractMetric::name).containsExactlyInAnyOrder(
            "FirstBySpeed", "LaterBySpeed", "FirstByStockLocalWriter",
            "ClientReports", "ClientHosts", "ClientPairs");
  }

  /** Anybody may read these. */
  @Test(timeout = 60_000)
  public void theBeansNameNoClient() throws Exception {
    report(Collections.singletonList(proto("d0", 1_000, 0)));
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    PlacementMonitor monitor = monitor(placement);
    try {
      for (ObjectName bean : server.queryNames(
          new ObjectName("Hadoop:service=NameNode,name=SmarthPlacement*"),
          null)) {
        for (MBeanAttributeInfo attribute
            : server.getMBeanInfo(bean).getAttributes()) {
          assertThat(String.valueOf(
              server.getAttribute(bean, attribute.getName())))
              .as("%s of %s", attribute.getName(), bean)
              .doesNotContain(HOST);
        }
      }
    } finally {
      monitor.close();
    }
  }

  @Test(timeout = 60_000)
  public void ifTheSiteSaysSoTheHeatMapNamesClientsAndDatanodes() {
    Configuration conf = new Configuration(false);
    conf.setBoolean(PlacementConf.CLIENT_HOSTS_KEY, true);
    PlacementSpeeds named =
        new PlacementSpeeds(new PlacementConf(conf), timer, new Random(1));
    named.getTable().learnFromClient(HOST, speeds(speed("d0", 5, 0)),
        PlacementSpeedsTest::rackOf);
    PlacementMonitor monitor = monitor(named);
    monitor.close();
    assertThat(monitor.getHeatMap()).contains(HOST, "d0", "5000000");
    assertThat(monitor.getSlowDatanodes()).contains("d0")
        .doesNotContain(HOST);
  }

  @Test(timeout = 60_000)
  public void eachOfTwoNameNodesHasBeansUntilItStops() throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName one =
        new ObjectName("Hadoop:service=NameNode,name=SmarthPlacementInfo");
    ObjectName two =
        new ObjectName("Hadoop:service=NameNode,name=SmarthPlacementInfo-2");
    PlacementMonitor first = monitor(placement);
    PlacementMonitor second = monitor(placement);
    try {
      assertThat(server.getAttribute(one, "ClientPairs")).isEqualTo(0L);
      assertThat(server.getAttribute(two, "LimpingDatanodes")).isEqualTo("{}");
      assertThat(DefaultMetricsSystem.instance()
          .getSource("SmarthPlacement-2")).isNotNull();
    } finally {
      first.close();
      second.close();
    }
    assertThat(server.isRegistered(one)).isFalse();
    assertThat(server.isRegistered(two)).isFalse();
    assertThat(DefaultMetricsSystem.instance().getSource("SmarthPlacement"))
        .isNull();
    monitor(placement).close();
  }

  private static List<Long> numbers(PlacementMonitor info) {
    return Arrays.asList(info.getClientHosts(), info.getClientPairs(),
        info.getLimpingPairs(), info.getForwardingDatanodes(), info.getHops());
  }

  @Test(timeout = 60_000)
  public void totalsAreOfOneMomentInTenSeconds() throws Exception {
    PlacementMonitor info = monitor(placement);
    info.close();
    report(Arrays.asList(proto("d0", 90, 0), proto("d1", 80, 0),
        proto("d2", 9, 0)));
    assertThat(numbers(info)).containsExactly(1L, 3L, 1L, 0L, 0L);
    report(Collections.singletonList(proto("d3", 8, 0)));
    heartbeat("d2", HeartbeatSpeeds.toFields(new DatanodeSpeeds(
        speeds(speed("10.0.0.6", 10, 0)),
        speeds(speed("d1", 20, 0), speed("d0", 30, 0)))));
    timer.advance(9_999);
    assertThat(numbers(info)).containsExactly(1L, 3L, 1L, 0L, 0L);
    assertThat(info.getLimpingDatanodes()).isEqualTo("{\"d2\":1}");
    timer.advance(1);
    assertThat(numbers(info)).containsExactly(2L, 5L, 2L, 1L, 2L);
    assertThat(info.getLimpingDatanodes())
        .isEqualTo("{\"d2\":1,\"d3\":1}");
  }

  @Test(timeout = 60_000)
  public void ofManyLimpingDatanodesThoseThatLimpForMostAreNamed() {
    SpeedTotals.Counter counter = new SpeedTotals.Counter(0.5);
    double[] rates = new double[300];
    Arrays.fill(rates, 0, 151, 100);
    Arrays.fill(rates, 151, 300, 1);
    counter.addClient(Rates.ranking(rates));
    counter.addClient(Rates.ranking(100, 100, 100, 1));
    counter.addClient(Rates.ranking(100, 100, 100, 1));
    SpeedTotals totals = counter.total();
    assertThat(totals.getLimpingPairs()).isEqualTo(151);
    assertThat(totals.getLimpingDatanodes()).hasSize(100)
        .containsEntry("d3", 2).containsEntry("d151", 1)
        .doesNotContainKeys("d299", "d0");
  }
}
