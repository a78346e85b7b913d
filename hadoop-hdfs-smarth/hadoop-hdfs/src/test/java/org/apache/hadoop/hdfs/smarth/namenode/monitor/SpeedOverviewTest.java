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

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.hadoop.hdfs.smarth.namenode.monitor.HeatMap.ClientNames;
import org.apache.hadoop.hdfs.smarth.namenode.monitor.HeatMap.Columns;
import org.apache.hadoop.hdfs.smarth.namenode.monitor.NamenodeBean.RecentValue;
import org.apache.hadoop.hdfs.smarth.namenode.monitor.SpeedOverview.DatanodeLabels;
import org.apache.hadoop.hdfs.smarth.namenode.monitor.SpeedOverview.SlowDatanodes;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.Ranking;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.SpeedTable;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.SpeedTable.KnownDatanodes;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.apache.hadoop.util.FakeTimer;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.apache.hadoop.hdfs.smarth.namenode.speeds.Rates.bytes;
import static org.apache.hadoop.hdfs.smarth.namenode.speeds.Rates.measured;
import static org.apache.hadoop.hdfs.smarth.namenode.speeds.Rates.ranking;
import static org.assertj.core.api.Assertions.assertThat;

/** What the page shows of speeds, however many there are. */
public class SpeedOverviewTest {
  private static final double LIMPING = 0.3;

  @Rule
  public final Timeout timeout = new Timeout(120, TimeUnit.SECONDS);

  private final ClientNames numbers = new ClientNames(false);

  /** Datanodes d0, d1, ... on racks as a test has it. */
  private static KnownDatanodes cluster(Function<Integer, String> rackOf) {
    return new KnownDatanodes() {
      @Override
      public String rackOf(String datanode) {
        return rackOf.apply(Integer.parseInt(datanode.substring(1)));
      }

      @Override
      public String labelOf(String datanode) {
        return "host-" + datanode + ":9866";
      }
    };
  }

  private static JsonNode json(Object value) throws IOException {
    return new ObjectMapper().readTree(NamenodeBean.json(value));
  }

  private JsonNode map(KnownDatanodes known, Ranking... clients)
      throws IOException {
    HeatMap map = new HeatMap(LIMPING, new DatanodeLabels(known));
    for (int i = 0; i < clients.length; i++) {
      map.addClient("10.0.0." + i, clients[i]);
    }
    return json(map.toMap(numbers));
  }

  private static List<String> all(JsonNode array, String field) {
    List<String> texts = new ArrayList<>();
    array.forEach(each -> texts.add(each.get(field).asText()));
    return texts;
  }

  @Test
  public void aFewDatanodesAreColumnsByRackAndName() throws IOException {
    JsonNode map = map(cluster(d -> d % 2 == 0 ? "/a" : "/b"),
        ranking(90, 80, 70, 9), ranking(50));
    assertThat(map.get("columnsAre").asText()).isEqualTo("datanodes");
    assertThat(all(map.get("columns"), "name")).containsExactly(
        "host-d0:9866", "host-d2:9866", "host-d1:9866", "host-d3:9866");
    assertThat(all(map.get("columns"), "rack"))
        .containsExactly("/a", "/a", "/b", "/b");
    assertThat(map.get("rows").get(0).toString()).isEqualTo(
        "{\"client\":\"client 1\","
            + "\"bytesPerSecond\":[90000000,70000000,80000000,9000000],"
            + "\"measured\":[1,1,1,1],\"limping\":[0,0,0,1]}");
    assertThat(map.get("rows").get(1).toString()).isEqualTo(
        "{\"client\":\"client 2\",\"bytesPerSecond\":[50000000,null,null,null],"
            + "\"measured\":[1,0,0,0],\"limping\":[0,0,0,0]}");
  }

  @Test
  public void datanodesThatAreGoneHaveNoColumn() throws IOException {
    JsonNode map = map(cluster(d -> d == 1 ? null : "/a"), ranking(9, 8, 7));
    assertThat(all(map.get("columns"), "name"))
        .containsExactly("host-d0:9866", "host-d2:9866");
    assertThat(map.get("rows").get(0).get("bytesPerSecond")).hasSize(2);
  }

  @Test
  public void moreThanSixtyDatanodesBecomeRacksWithMeans() throws IOException {
    double[] rates = new double[61];
    Arrays.fill(rates, 50);
    rates[1] = 10;
    JsonNode map = map(cluster(d -> d < 2 ? "/a" : "/b"), ranking(rates));
    assertThat(map.get("columnsAre").asText()).isEqualTo("racks");
    assertThat(all(map.get("columns"), "name")).containsExactly("/a", "/b");
    assertThat(all(map.get("columns"), "datanodes"))
        .containsExactly("2", "59");
    JsonNode row = map.get("rows").get(0);
    assertThat(row.get("bytesPerSecond").toString())
        .isEqualTo("[30000000,50000000]");
    assertThat(row.get("measured").toString()).isEqualTo("[2,59]");
    assertThat(row.get("limping").toString()).isEqualTo("[1,0]");
  }

  @Test
  public void theSmallestOfTooManyRacksAreLeftOut() throws IOException {
    // Rack 0 has one datanode, all others have two.
    JsonNode map = map(cluster(d -> "/r" + (d + 1) / 2), measured(0, 141));
    assertThat(map.get("columns")).hasSize(Columns.COLUMNS_MAX);
    assertThat(all(map.get("columns"), "name")).doesNotContain("/r0")
        .isSorted();
    assertThat(map.get("omittedColumns").asInt()).isEqualTo(71 - 60);
  }

  @Test
  public void theClientsWithTheNewestMeasurementsAreShown()
      throws IOException {
    Ranking[] clients = new Ranking[70];
    for (int i = 0; i < clients.length; i++) {
      clients[i] = measured(i % 2 == 0 ? 1_000 + i : i, 1);
    }
    HeatMap map = new HeatMap(LIMPING, new DatanodeLabels(cluster(d -> "/a")));
    for (int i = 0; i < clients.length; i++) {
      map.addClient("10.0.0." + i, clients[i]);
    }
    map.addClient("10.0.1.1", Ranking.EMPTY);
    JsonNode json = json(map.toMap(new ClientNames(true)));
    assertThat(json.get("omittedClients").asInt()).isEqualTo(20);
    assertThat(all(json.get("rows"), "client")).hasSize(50)
        .contains("10.0.0.0", "10.0.0.68", "10.0.0.69")
        .doesNotContain("10.0.0.1", "10.0.0.39", "10.0.1.1");
  }

  @Test
  public void aClientKeepsItsNumberWhileItIsShown() {
    assertThat(numbers.name(Arrays.asList("b", "a")))
        .containsEntry("b", "client 1").containsEntry("a", "client 2");
    assertThat(numbers.name(Arrays.asList("c", "a")).values())
        .containsExactly("client 2", "client 3");
    assertThat(numbers.name(Collections.singletonList("b")).values())
        .containsExactly("client 4");
  }

  @Test
  public void theSlowestDatanodesComeFirstByTheirMedians()
      throws IOException {
    SlowDatanodes slow = new SlowDatanodes(LIMPING);
    slow.addClient(ranking(90, 80, 10, 70));
    slow.addClient(ranking(70, 80, 20));
    slow.addClient(ranking(80, 5, 90));
    JsonNode list = json(slow.toList(new DatanodeLabels(
        cluster(d -> d == 3 ? null : "/r" + d))));
    assertThat(all(list, "name")).containsExactly("host-d2:9866",
        "host-d0:9866", "host-d1:9866");
    assertThat(list.get(0).toString()).isEqualTo("{\"name\":\"host-d2:9866\","
        + "\"rack\":\"/r2\",\"medianBytesPerSecond\":20000000,"
        + "\"clients\":3,\"limpingFor\":2}");
    assertThat(list.get(1).get("medianBytesPerSecond").asLong())
        .isEqualTo(bytes(80));
    assertThat(list.get(2).get("limpingFor").asInt()).isEqualTo(1);
  }

  /** Of a datanode with an even number of clients: between the middle two. */
  @Test
  public void theMedianOfTwoClientsIsBetweenThem() throws IOException {
    SlowDatanodes slow = new SlowDatanodes(LIMPING);
    slow.addClient(ranking(10));
    slow.addClient(ranking(30));
    assertThat(json(slow.toList(new DatanodeLabels(cluster(d -> "/a"))))
        .get(0).get("medianBytesPerSecond").asLong()).isEqualTo(bytes(20));
  }

  private static long cpuMillis() {
    return TimeUnit.NANOSECONDS.toMillis(ManagementFactory.getThreadMXBean()
        .getCurrentThreadCpuTime());
  }

  /** Two million pairs, fifteen times as many as a table has. */
  @Test
  public void aThousandDatanodesOfTwoThousandClientsAreSoonShown()
      throws IOException {
    KnownDatanodes known = cluster(d -> "/rack" + d / 20);
    Ranking[] rankings = new Ranking[20];
    for (int i = 0; i < rankings.length; i++) {
      rankings[i] = measured(i, 1_000);
    }
    // Once to be compiled.
    for (int round = 0; round < 2; round++) {
      long before = cpuMillis();
      DatanodeLabels labels = new DatanodeLabels(known);
      HeatMap map = new HeatMap(LIMPING, labels);
      SlowDatanodes slow = new SlowDatanodes(LIMPING);
      for (int i = 0; i < 2_000; i++) {
        map.addClient("10.1." + i / 250 + "." + i % 250, rankings[i % 20]);
        slow.addClient(rankings[i % 20]);
      }
      String shown = NamenodeBean.json(map.toMap(numbers));
      String named = NamenodeBean.json(slow.toList(labels));
      long taken = cpuMillis() - before;
      assertThat(shown.length()).isLessThan(100_000);
      assertThat(named.length()).isLessThan(20_000);
      assertThat(json(map.toMap(numbers)).get("rows")).hasSize(50);
      if (round == 1) {
        assertThat(taken).isLessThan(1_000);
      }
    }
  }

  @Test
  public void whatIsShownIsCountedAgainAfterTenSeconds() {
    FakeTimer timer = new FakeTimer();
    SpeedTable table = new SpeedTable(10, 600_000, timer);
    KnownDatanodes known = cluster(d -> "/a");
    RecentValue<SpeedOverview> overview = new RecentValue<>(
        () -> SpeedOverview.of(table, LIMPING, known, numbers), timer);
    assertThat(overview.get().getSlowDatanodes()).isEqualTo("[]");
    table.learnFromClient("10.0.0.1",
        Collections.singletonList(new Speed("d0", bytes(5), 0)), known);
    timer.advance(RecentValue.MAX_AGE_MILLIS - 1);
    assertThat(overview.get().getSlowDatanodes()).isEqualTo("[]");
    timer.advance(1);
    assertThat(overview.get().getSlowDatanodes()).contains("host-d0:9866");
    assertThat(overview.get().getHeatMap()).contains("client 1", "5000000");
  }
}
