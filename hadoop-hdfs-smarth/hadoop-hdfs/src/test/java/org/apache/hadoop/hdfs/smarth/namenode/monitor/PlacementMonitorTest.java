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
package org.apache.hadoop.hdfs.smarth.namenode.monitor;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementConf;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementMetrics.Fallback;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementSpeeds;
import org.apache.hadoop.hdfs.smarth.protocol.SpeedMessages;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeSpeeds;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.util.FakeTimer;
import org.junit.Test;

import static org.apache.hadoop.hdfs.smarth.namenode.speeds.Rates.speed;
import static org.apache.hadoop.hdfs.smarth.namenode.speeds.Rates.speeds;
import static org.assertj.core.api.Assertions.assertThat;

/** What operators see of speeds and of choices by them. */
public class PlacementMonitorTest {
  private static final String HOST = "10.0.0.5";

  private final FakeTimer timer = new FakeTimer();
  private final PlacementSpeeds placement = new PlacementSpeeds(
      new PlacementConf(new Configuration(false)), timer, new Random(1));

  private static String rackOf(String datanode) {
    return datanode.startsWith("d") ? "/a" : null;
  }

  private static PlacementMonitor monitor(PlacementSpeeds speeds) {
    return new PlacementMonitor(speeds, PlacementMonitorTest::rackOf);
  }

  private void report(Speed... measured) {
    placement.learnFromClient(HOST, measured.length,
        SpeedMessages.fromProtos(SpeedMessages.toProtos(speeds(measured)),
            PlacementSpeeds.REPORT_MAX), PlacementMonitorTest::rackOf);
  }

  @Test(timeout = 60_000)
  public void countsArePublishedWithTheirReasons() {
    placement.getMetrics().firstChosenBySpeed();
    placement.getMetrics().laterChosenBySpeed();
    placement.getMetrics().firstLeftToStock(Fallback.LOCAL_WRITER);
    report(speed("d0", 5, 0));
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
    report(speed("d0", 5, 0));
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
        PlacementMonitorTest::rackOf);
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
    report(speed("d0", 90, 0), speed("d1", 80, 0), speed("d2", 9, 0));
    assertThat(numbers(info)).containsExactly(1L, 3L, 1L, 0L, 0L);
    report(speed("d3", 8, 0));
    placement.getTable().learnFromDatanode("d2", new DatanodeSpeeds(
        speeds(speed("10.0.0.6", 10, 0)),
        speeds(speed("d1", 20, 0), speed("d0", 30, 0))),
        PlacementMonitorTest::rackOf);
    timer.advance(9_999);
    assertThat(numbers(info)).containsExactly(1L, 3L, 1L, 0L, 0L);
    assertThat(info.getLimpingDatanodes()).isEqualTo("{\"d2\":1}");
    timer.advance(1);
    assertThat(numbers(info)).containsExactly(2L, 5L, 2L, 1L, 2L);
    assertThat(info.getLimpingDatanodes())
        .isEqualTo("{\"d2\":1,\"d3\":1}");
  }
}
