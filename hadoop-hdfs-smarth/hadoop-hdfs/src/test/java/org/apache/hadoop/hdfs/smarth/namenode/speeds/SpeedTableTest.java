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
package org.apache.hadoop.hdfs.smarth.namenode.speeds;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import org.apache.hadoop.hdfs.smarth.namenode.speeds.SpeedTable.KnownDatanodes;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.SpeedTable.SpeedListing;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeSpeeds;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.apache.hadoop.util.FakeTimer;
import org.junit.Test;

import static org.apache.hadoop.hdfs.smarth.namenode.speeds.Rates.order;
import static org.apache.hadoop.hdfs.smarth.namenode.speeds.Rates.speed;
import static org.apache.hadoop.hdfs.smarth.namenode.speeds.Rates.speeds;
import static org.assertj.core.api.Assertions.assertThat;

public class SpeedTableTest {
  private static final String HOST = "10.0.0.5";
  private static final long EXPIRY = 600_000;
  private static final List<Speed> NONE = Collections.emptyList();

  private final FakeTimer timer = new FakeTimer();
  private final SpeedTable table = new SpeedTable(3, EXPIRY, timer);
  /** The rack of each datanode that there is. */
  private final Map<String, String> racks = new TreeMap<>();

  public SpeedTableTest() {
    timer.advance(1_000_000);
    for (int i = 0; i < 6; i++) {
      racks.put("d" + i, i < 3 ? "/a" : "/b");
    }
  }

  private int report(Speed... measured) {
    return table.learnFromClient(HOST, speeds(measured), racks::get);
  }

  private int heartbeat(String datanode, Speed client, Speed... mirrors) {
    return table.learnFromDatanode(datanode, new DatanodeSpeeds(
        client == null ? NONE : speeds(client), speeds(mirrors)), racks::get);
  }

  private Ranking ranking() {
    ClientSpeeds client = table.findClient(HOST);
    return client == null ? Ranking.EMPTY
        : client.getRanking(timer.monotonicNow());
  }

  private Map<String, Double> known() {
    Map<String, Double> known = new TreeMap<>();
    for (Speed speed : ranking().toSpeeds(timer.monotonicNow(), any -> "/a")) {
      known.put(speed.getPeer(), speed.getBytesPerSecond() / 1e6);
    }
    return known;
  }

  @Test(timeout = 60_000)
  public void aReportIsKnownAtOnceAndTheLatestCounts() {
    report(speed("d0", 40, 100), speed("d1", 10, 0));
    assertThat(known()).containsEntry("d0", 40.0).containsEntry("d1", 10.0);
    report(speed("d0", 20, 0));
    assertThat(known()).containsEntry("d0", 20.0).containsEntry("d1", 10.0);
  }

  @Test(timeout = 60_000)
  public void aLongReportIsRankedAsManyShortOnes() {
    Speed[] measured = new Speed[30];
    for (int i = 0; i < measured.length; i++) {
      racks.put("d" + i, "/a");
      measured[i] = speed("d" + i, 1 + i * 7 % 30, 0);
      table.learnFromClient("10.0.0.6", speeds(measured[i]), racks::get);
    }
    report(measured);
    Ranking short30 = table.findClient("10.0.0.6").getRanking(
        timer.monotonicNow());
    assertThat(order(ranking())).hasSize(30).isEqualTo(order(short30));
    assertThat(ranking().rankOf("d17")).isEqualTo(short30.rankOf("d17"))
        .isNotNegative();
  }

  @Test(timeout = 60_000)
  public void aDatanodesSnapshotCountsOnceHoweverOftenItIsRepeated() {
    heartbeat("d0", speed(HOST, 40, 0));
    Ranking first = ranking();
    for (int beat = 1; beat < 10; beat++) {
      timer.advance(3_000);
      heartbeat("d0", speed(HOST, 40, 3_000 * beat + beat));
    }
    assertThat(ranking()).isSameAs(first);
    heartbeat("d0", speed(HOST, 10, 0));
    assertThat(known()).containsExactly(entry("d0", 10));
  }

  @Test(timeout = 60_000)
  public void theClientsOwnMeasurementCountsUnlessTheDatanodesIsMuchNewer() {
    report(speed("d0", 40, 0));
    timer.advance(10_000);
    heartbeat("d0", speed(HOST, 10, 0));
    assertThat(known()).containsExactly(entry("d0", 40));
    timer.advance(1_000);
    heartbeat("d0", speed(HOST, 11, 0));
    assertThat(known()).containsExactly(entry("d0", 11));
    report(speed("d0", 40, 0));
    assertThat(known()).containsExactly(entry("d0", 40));
  }

  @Test(timeout = 60_000)
  public void whoNeverReportedIsToldFromWhoDid() {
    heartbeat("d0", speed(HOST, 10, 0));
    assertThat(table.findClient(HOST).isReporting()).isFalse();
    report(speed("d1", 10, 0));
    assertThat(table.findClient(HOST).isReporting()).isTrue();
    timer.advance(EXPIRY - 1_000);
    heartbeat("d0", speed(HOST, 10, 0));
    timer.advance(2_000);
    assertThat(known()).containsExactly(entry("d0", 10));
    assertThat(table.findClient(HOST).isReporting()).isFalse();
  }

  @Test(timeout = 60_000)
  public void whatIsOlderThanTheExpiryIsForgotten() {
    report(speed("d0", 40, 0));
    timer.advance(EXPIRY / 2);
    report(speed("d1", 30, 0), speed("d2", 20, EXPIRY + 1));
    assertThat(known()).containsOnlyKeys("d0", "d1");
    timer.advance(EXPIRY / 2);
    assertThat(known()).containsOnlyKeys("d0", "d1");
    timer.advance(1);
    assertThat(known()).containsOnlyKeys("d1");
    heartbeat("d3", speed(HOST, 10, EXPIRY + 1));
    assertThat(known()).containsOnlyKeys("d1");
    timer.advance(EXPIRY + 1);
    assertThat(ranking().size()).isZero();
    assertThat(Rates.totals(table).getClientHosts()).isZero();
  }

  @Test(timeout = 60_000)
  public void theLeastRecentlySeenClientsGoWhenTheTableIsFull() {
    for (int i = 0; i < 5; i++) {
      table.learnFromClient("10.0.1." + i, speeds(speed("d0", 10, 0)),
          racks::get);
      // Told of in between, so that it is not the least recent.
      heartbeat("d1", speed("10.0.1.0", 10, 0));
    }
    assertThat(Rates.totals(table).getClientHosts()).isEqualTo(3);
    assertThat(table.listClients(100, racks::get).getHosts())
        .containsOnlyKeys("10.0.1.0", "10.0.1.3", "10.0.1.4");
  }

  @Test(timeout = 60_000)
  public void datanodesThatDoNotExistChangeNothing() {
    assertThat(report(speed("nobody", 99, 0))).isEqualTo(1);
    assertThat(Rates.totals(table).getClientHosts()).isZero();
    assertThat(report(speed("nobody", 99, 0), speed("d0", 10, 0)))
        .isEqualTo(1);
    assertThat(known()).containsExactly(entry("d0", 10));
    assertThat(heartbeat("d0", null, speed("nobody", 99, 0),
        speed("d1", 10, 0))).isEqualTo(1);
    assertThat(order(table.getHops("d0").getSameRack()))
        .containsExactly("d1");
  }

  /** d1 is at h1:50010, and so on. */
  private int heartbeatWithAddresses(Speed... mirrors) {
    return table.learnFromDatanode("d0",
        new DatanodeSpeeds(NONE, speeds(mirrors)), new KnownDatanodes() {
          @Override
          public String rackOf(String datanode) {
            return racks.get(datanode);
          }

          @Override
          public boolean isAt(String datanode, String address) {
            return address.equals("h" + datanode.substring(1) + ":50010");
          }
        });
  }

  @Test(timeout = 60_000)
  public void aHopCountsOnlyForTheDatanodeThatWasReached() {
    assertThat(heartbeatWithAddresses(speed("d1", 10, 0).at("h1:50010"),
        speed("d2", 20, 0).at("h2:50010"))).isZero();
    // What a writer calls d1 and d3 is d2, and a host of its own.
    assertThat(heartbeatWithAddresses(speed("d1", 30, 0).at("h2:50010"),
        speed("d3", 40, 0).at("own:50010"), speed("d2", 5, 0).at("")))
        .isEqualTo(3);
    assertThat(order(table.getHops("d0").getAll()))
        .containsExactly("d2", "d1");
    // A datanode of an older build.
    assertThat(heartbeatWithAddresses(speed("d1", 30, 0))).isZero();
    assertThat(order(table.getHops("d0").getAll()))
        .containsExactly("d1", "d2");
  }

  @Test(timeout = 60_000)
  public void whoIsGoneIsForgottenAndKnownAgainWhenItIsMeasuredAgain() {
    report(speed("d0", 40, 0), speed("d1", 30, 0));
    table.forget(HOST, "d0");
    assertThat(known()).containsOnlyKeys("d1");
    report(speed("d0", 20, 0));
    assertThat(known()).containsEntry("d0", 20.0);
    table.forget("unknown", "d0");
  }

  @Test(timeout = 60_000)
  public void ratesBetweenDatanodesAreApartByRackAndKnownUntilTheyExpire() {
    heartbeat("d0", null, speed("d1", 10, 0), speed("d2", 20, 0),
        speed("d3", 30, 0), speed("d4", 40, EXPIRY + 1));
    assertThat(order(table.getHops("d0").getSameRack()))
        .containsExactly("d2", "d1");
    assertThat(order(table.getHops("d0").getOtherRacks()))
        .containsExactly("d3");
    timer.advance(EXPIRY);
    heartbeat("d0", null, speed("d5", 10, 0), speed("d2", 5, 0));
    assertThat(order(table.getHops("d0").getAll()))
        .containsExactly("d3", "d1", "d5", "d2");
    heartbeat("d0", speed(HOST, 10, 0));
    assertThat(table.getHops("d0").size()).isEqualTo(4);
    timer.advance(1);
    heartbeat("d0", null, speed("d5", 10, 0));
    assertThat(order(table.getHops("d0").getAll()))
        .containsExactly("d5", "d2");
    assertThat(table.getHops("d1").getAll().size()).isZero();
    assertThat(Rates.totals(table).getForwarders()).isEqualTo(1);
    timer.advance(EXPIRY + 1);
    assertThat(table.getHops("d0").getAll().size()).isZero();
    assertThat(Rates.totals(table).getForwarders()).isZero();
  }

  @Test(timeout = 60_000)
  public void aHeartbeatLooksOnlyAtTheHopsThatItTells() {
    SpeedTable large = new SpeedTable(3, 99, 2_000, EXPIRY, timer);
    for (int i = 0; i < 1_200; i++) {
      racks.put("d" + i, "/r" + i % 30);
      large.learnFromDatanode("d0", new DatanodeSpeeds(NONE,
          speeds(speed("d" + i, 1 + i * 7 % 1_200, 0))), racks::get);
    }
    AtomicInteger asked = new AtomicInteger();
    DatanodeSpeeds few = new DatanodeSpeeds(NONE, speeds(speed("d30", 2_000, 0),
        speed("d31", 3_000, 0), speed("d60", 0.5, 0)));
    large.learnFromDatanode("d0", few, datanode -> {
      asked.incrementAndGet();
      return racks.get(datanode);
    });
    assertThat(asked.get()).isLessThan(10);
    HopRates hops = large.getHops("d0");
    assertThat(hops.getSameRack().size()).isEqualTo(40);
    assertThat(hops.size()).isEqualTo(1_200);
    assertThat(hops.getSameRack().peerAt(0)).isEqualTo("d30");
    assertThat(hops.getSameRack().peerAt(39)).isEqualTo("d60");
    assertThat(hops.getOtherRacks().peerAt(0)).isEqualTo("d31");
    for (Ranking ranking : Arrays.asList(hops.getSameRack(),
        hops.getOtherRacks())) {
      assertThat(order(ranking)).isEqualTo(order(
          Ranking.merge(ranking, Ranking.EMPTY)));
      for (int rank = 0; rank < ranking.size(); rank++) {
        assertThat(ranking.rankOf(ranking.peerAt(rank))).isEqualTo(rank);
      }
    }
  }

  @Test(timeout = 60_000)
  public void aHopMovesWithTheRackOfItsDatanodeAndGoesWithIt() {
    heartbeat("d0", null, speed("d1", 10, 0), speed("d2", 20, 0),
        speed("d3", 30, 0), speed("d4", 40, 0));
    racks.put("d1", "/b");
    racks.put("d3", "/a");
    racks.remove("d4");
    // At once what is told again, and the others within a minute.
    heartbeat("d0", null, speed("d1", 15, 0));
    assertThat(order(table.getHops("d0").getSameRack()))
        .containsExactly("d2");
    assertThat(order(table.getHops("d0").getOtherRacks()))
        .containsExactly("d4", "d3", "d1");
    timer.advance(HopRates.PLACED_MILLIS);
    heartbeat("d0", null, speed("d1", 15, 0));
    assertThat(order(table.getHops("d0").getSameRack()))
        .containsExactly("d3", "d2");
    assertThat(order(table.getHops("d0").getOtherRacks()))
        .containsExactly("d1");
    assertThat(table.getHops("d0").getOtherRacks().rankOf("d4")).isNegative();
  }

  @Test(timeout = 60_000)
  public void allHopsOfADatanodeMoveWhenItIsOnAnotherRack() {
    heartbeat("d0", null, speed("d1", 10, 0), speed("d3", 30, 0));
    racks.put("d0", "/b");
    heartbeat("d0", null, speed("d2", 20, 0));
    assertThat(order(table.getHops("d0").getSameRack()))
        .containsExactly("d3");
    assertThat(order(table.getHops("d0").getOtherRacks()))
        .containsExactly("d2", "d1");
  }

  @Test(timeout = 60_000)
  public void aListingHasTheFastestFirstWithTheirAgesAndABound() {
    report(speed("d0", 10, 0), speed("d1", 20, 500), speed("d2", 15, 0));
    timer.advance(1_000);
    heartbeat("d1", speed("10.0.0.9", 7, 0), speed("d0", 1, 0));
    SpeedListing all = table.listClients(4, racks::get);
    assertThat(all.getHosts().get(HOST)).containsExactly(
        speed("d1", 20, 1_500), speed("d2", 15, 1_000), speed("d0", 10, 1_000));
    assertThat(all.getHosts()).containsOnlyKeys(HOST, "10.0.0.9");
    assertThat(all.getOmitted()).isZero();
    SpeedListing part = table.listClients(1, racks::get);
    assertThat(part.getHosts()).containsOnlyKeys("10.0.0.9");
    assertThat(part.getOmitted()).isEqualTo(3);
    assertThat(table.listForwarders(1, racks::get).getHosts())
        .containsOnlyKeys("d1");
    racks.remove("d1");
    assertThat(table.listForwarders(1, racks::get).getHosts()).isEmpty();
    assertThat(table.listClients(4, racks::get).getHosts())
        .containsOnlyKeys(HOST).extracting(hosts -> hosts.get(HOST).size())
        .isEqualTo(2);
  }

  /** @return by host its datanodes. */
  private Map<String, List<String>> pairsOf(SpeedTable full) {
    Map<String, List<String>> pairs = new TreeMap<>();
    full.listClients(100, racks::get).getHosts().forEach((host, speeds) ->
        pairs.put(host, speeds.stream().map(Speed::getPeer)
            .collect(Collectors.toList())));
    return pairs;
  }

  @Test(timeout = 60_000)
  public void ofTooManyPairsThoseMeasuredLongestAgoGo() {
    SpeedTable full = new SpeedTable(9, 4, 99, EXPIRY, timer);
    full.learnFromClient("a", speeds(speed("d0", 9, 0), speed("d1", 8, 0)),
        racks::get);
    full.learnFromClient("b", speeds(speed("d0", 9, 0)), racks::get);
    timer.advance(1_000);
    full.learnFromDatanode("d1",
        new DatanodeSpeeds(speeds(speed("c", 5, 0)), NONE), racks::get);
    assertThat(full.getForgottenPairs()).isZero();
    // Measured again, and so the newest.
    full.learnFromDatanode("d0",
        new DatanodeSpeeds(speeds(speed("a", 7, 0)), NONE), racks::get);
    full.learnFromClient("d", speeds(speed("d2", 9, 0)), racks::get);
    assertThat(pairsOf(full)).containsOnlyKeys("a", "b", "c", "d")
        .containsEntry("a", Collections.singletonList("d0"));
    full.learnFromClient("d", speeds(speed("d3", 8, 0)), racks::get);
    assertThat(pairsOf(full)).containsOnlyKeys("a", "c", "d")
        .containsEntry("d", Arrays.asList("d2", "d3"));
    assertThat(full.getPairCount()).isEqualTo(4);
    assertThat(full.getForgottenPairs()).isEqualTo(2);
    assertThat(Rates.totals(full).getClientHosts()).isEqualTo(3);
    // What was forgotten is learnt anew when it is measured anew.
    timer.advance(1);
    full.learnFromClient("b", speeds(speed("d0", 9, 0)), racks::get);
    assertThat(pairsOf(full)).containsOnlyKeys("a", "b", "d");
  }

  @Test(timeout = 60_000)
  public void whatHeartbeatsRepeatTakesNoPlaceOfWhatIsNewer() {
    SpeedTable full = new SpeedTable(9, 2, 99, EXPIRY, timer);
    DatanodeSpeeds old = new DatanodeSpeeds(speeds(speed("a", 7, 5_000),
        speed("b", 7, 5_000)), NONE);
    full.learnFromDatanode("d0", old, racks::get);
    full.learnFromClient("c", speeds(speed("d0", 9, 0), speed("d1", 9, 0)),
        racks::get);
    assertThat(full.getForgottenPairs()).isEqualTo(2);
    full.learnFromDatanode("d0", old, racks::get);
    assertThat(pairsOf(full)).containsOnlyKeys("c");
    assertThat(full.getForgottenPairs()).isEqualTo(2);
    assertThat(Rates.totals(full).getClientHosts()).isEqualTo(1);
    // There is room again when something expired.
    timer.advance(EXPIRY + 1);
    assertThat(Rates.totals(full).getClientHosts()).isZero();
    full.learnFromDatanode("d0", old, racks::get);
    assertThat(pairsOf(full)).containsOnlyKeys("a", "b");
  }

  @Test(timeout = 60_000)
  public void ofTooManyHopsThoseOfTheDatanodeNotHeardOfForLongestGo() {
    // A datanode counts as eight hops itself.
    SpeedTable full = new SpeedTable(9, 99, 21, EXPIRY, timer);
    for (String datanode : new String[] {"d0", "d1", "d0", "d2"}) {
      full.learnFromDatanode(datanode, new DatanodeSpeeds(NONE,
          speeds(speed("d3", 7, 0), speed("d4", 6, 0))), racks::get);
    }
    assertThat(Rates.totals(full).getForwarders()).isEqualTo(2);
    assertThat(full.getForgottenForwarders()).isEqualTo(1);
    assertThat(full.getHops("d1").size()).isZero();
    assertThat(full.getHops("d0").size()).isEqualTo(2);
    assertThat(full.getHops("d2").size()).isEqualTo(2);
  }

  private static Map.Entry<String, Double> entry(String datanode, double rate) {
    return org.assertj.core.api.Assertions.entry(datanode, rate);
  }

  private boolean tryAgain(String datanode) {
    return table.findClient(HOST).tryAgain(datanode, timer.monotonicNow(),
        10_000);
  }

  @Test(timeout = 60_000)
  public void aRateThatChangedIsTriedAgainOnceWhenItIsOld() {
    report(speed("d0", 40, 0));
    report(speed("d0", 5, 0));
    timer.advance(9_999);
    assertThat(tryAgain("d0")).isFalse();
    timer.advance(1);
    assertThat(tryAgain("d0")).isTrue();
    timer.advance(100_000);
    assertThat(tryAgain("d0")).isFalse();
    // Slow for 110 s now.
    report(speed("d0", 5, 0));
    timer.advance(109_999);
    assertThat(tryAgain("d0")).isFalse();
    timer.advance(1);
    assertThat(tryAgain("d0")).isTrue();
    assertThat(tryAgain("d5")).isFalse();
  }

  @Test(timeout = 60_000)
  public void whatADatanodeMeasuredIsTriedAgainAsWell() {
    heartbeat("d0", speed(HOST, 40, 0));
    timer.advance(5_000);
    heartbeat("d0", speed(HOST, 5, 0));
    timer.advance(10_000);
    heartbeat("d0", speed(HOST, 5, 10_000));
    assertThat(tryAgain("d0")).isTrue();
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
