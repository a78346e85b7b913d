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

package org.smarth.hadoop.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import org.smarth.hadoop.benchmarks.harness.ByteSize;

public class ScenariosTest {
  private static final Scenarios FULL =
      new Scenarios(Scale.full(ByteSize.GIB, Scale.DEFAULT_BLOCK_BYTES));

  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  private static Scenario scenario(String name) {
    return FULL.of(List.of(name)).get(0);
  }

  private static Map<String, Double> paper(String scenario, int chart) {
    return scenario(scenario).charts().get(chart).points().stream()
        .filter(p -> p.paper().isPresent())
        .collect(Collectors.toMap(Point::x, p -> p.paper().getAsDouble()));
  }

  @Test
  public void everythingIsThereByName() {
    assertThat(FULL.of(List.of(Scenarios.ALL))).extracting(Scenario::name).containsExactly("fig5",
        "fig6", "fig7", "fig8", "fig9", "fig10", "fig11", "fig12", "fig13", "latency",
        "many-files", "memory",
        "cpu", "parallel", "read-after-write", "limping", "by-hand",
        "on-a-datanode", "protection", "repair", "everyday", "uploads");
    assertThat(FULL.of(List.of("fig7", "fig6", "fig7"))).extracting(Scenario::name)
        .containsExactly("fig7", "fig6");
    assertThatThrownBy(() -> FULL.of(List.of("fig4"))).hasMessageStartingWith(
        "'fig4' is no scenario; there are fig5, fig6");
  }

  @Test
  public void thePapersImprovementsStandWhereItStatesThem() {
    assertThat(paper("fig6", 0)).isEqualTo(Map.of("50", 130.0, "150", 27.0));
    assertThat(paper("fig7", 0)).isEqualTo(Map.of("50", 225.0));
    assertThat(paper("fig8", 0)).isEqualTo(Map.of("50", 245.0));
    assertThat(paper("fig10", 0)).isEqualTo(Map.of("1", 78.0));
    assertThat(paper("fig11", 0)).isEqualTo(Map.of("1", 167.0));
    assertThat(paper("fig12", 0)).isEqualTo(Map.of("1", 19.0));
    assertThat(paper("fig12", 1)).isEqualTo(Map.of("1", 59.0));
    assertThat(paper("fig13", 0)).isEqualTo(Map.of("1", 41.0));
    assertThat(paper("fig5", 0)).isEmpty();
  }

  @Test
  public void figure7IsNineDataNodesWithFourThrottlings() {
    Chart chart = scenario("fig7").charts().get(0);
    assertThat(chart.points()).extracting(Point::x).containsExactly("50", "100", "150", "none");
    Setup setup = chart.points().get(0).setup();
    assertThat(setup.links().racks().dataNodes()).isEqualTo(9);
    assertThat(setup.links().clientNic().mbps()).isEqualTo(376);
    assertThat(setup.paperPipelines()).isEqualTo(3);
  }

  @Test
  public void figure7AllowsThePapersModeAbout2Point8TimesStocksSpeed() {
    Setup setup = scenario("fig7").charts().get(0).points().get(0).setup();
    // 16 blocks at 50 Mbps, against 6 rounds that begin one client hop after the other.
    assertThat(setup.bound(1)).isEqualTo(171.8, within(0.1));
    assertThat(setup.bound(1) / setup.bound(3)).isEqualTo(2.67, within(0.01));
  }

  @Test
  public void slowNodesGoFromNoneToFive() {
    List<Point> points = scenario("fig10").charts().get(0).points();
    assertThat(points).extracting(p -> p.setup().links().slowNodes().size())
        .containsExactly(0, 1, 2, 3, 4, 5);
    assertThat(points).extracting(Point::x).containsExactly("0", "1", "2", "3", "4", "5");
  }

  @Test
  public void somePointsCanBeAskedForAlone() {
    Scenario some = scenario("fig7").only(Set.of("50"));
    assertThat(some.charts()).isNotEmpty()
        .allSatisfy(c -> assertThat(c.points()).extracting(Point::x).containsOnly("50"));
    assertThat(scenario("heartbeat-dfsio").only(Set.of("read")).comparisons()).isNotEmpty()
        .allSatisfy(c -> assertThat(c.point().x()).isEqualTo("read"));
    assertThat(some.only(Set.of("60")).charts()).isEmpty();
  }

  @Test
  public void sizesGrowToTheWholeFile() {
    assertThat(scenario("fig5").charts()).allSatisfy(c -> assertThat(c.points())
        .extracting(p -> p.setup().bytes())
        .containsExactly(ByteSize.GIB / 8, ByteSize.GIB / 4, ByteSize.GIB / 2, ByteSize.GIB));
  }

  @Test
  public void figuresThatShowTheSameClustersShareTheirRuns() {
    Set<Setup> others = new LinkedHashSet<>();
    FULL.of(List.of("fig6", "fig7", "fig8")).forEach(s -> others.addAll(s.setups()));
    assertThat(others).containsAll(scenario("fig9").setups()).hasSize(8);
    assertThat(scenario("fig8").setups()).isEqualTo(scenario("fig7").setups());
  }

  @Test
  public void theHeterogeneousClusterHasThreeSmallAndSixFasterDataNodes() {
    Setup setup = scenario("fig13").charts().get(0).points().get(0).setup();
    assertThat(setup.links().nics().stream().filter(n -> n.mbps() == 216)).hasSize(3);
    assertThat(setup.links().nics().stream().filter(n -> n.mbps() == 376)).hasSize(7);
  }

  @Test
  public void aSmokeRunHasOneSmallSetupForEachScenario() {
    for (Scenario scenario : new Scenarios(Scale.smoke()).all()) {
      // The questions of these have nothing in common.
      int setups = Set.of("everyday", "protection").contains(scenario.name())
          ? scenario.groups().size() : 1;
      assertThat(scenario.setups().size()).as(scenario.name()).isBetween(1, setups);
      assertThat(scenario.setups())
          .allSatisfy(s -> assertThat(s.bytes()).isLessThan(64 * ByteSize.MIB));
    }
  }

  @Test
  public void everyFigureOfTheEverydayHasALimitAndIsMeasuredForStockAndSmarth() {
    Scenario everyday = scenario("everyday");
    assertThat(everyday.charts()).allSatisfy(c -> assertThat(c.points())
        .allSatisfy(p -> assertThat(p.limit()).as(c.id() + " " + p.x()).isPresent()));
    assertThat(everyday.setups()).allSatisfy(s -> assertThat(
        Arrays.stream(Contender.values()).filter(s::allows))
        .containsExactly(Contender.STOCK, Contender.SMARTH, Contender.SMARTH_AUTO,
            Contender.SMARTH_EARLIER));
  }

  @Test
  public void directoriesAreUploadedByTheCommandsThatPeopleHave() {
    Scenario uploads = scenario("uploads");
    assertThat(uploads.labels())
        .containsExactly("10000 of 64 KiB", "1000 of 4 MiB", "1 of 2 GiB", "mix", "240 of 4 MiB",
            "2500 of 1 MiB", "a stock client", "two of a kind");
    assertThat(uploads.setups()).hasSize(7).allSatisfy(s -> assertThat(
        Arrays.stream(Contender.values()).filter(s::allows)).containsExactly(Contender.STOCK,
            Contender.SMARTH_AUTO, Contender.SMARTH_EARLIER, Contender.HADOOP_3, Contender.GO));
    assertThat(scenario("fig7").setups()).noneMatch(s -> s.allows(Contender.GO));
  }

  @Test
  public void anotherSizeScalesTheNumberOfFiles() {
    Scenario quarter = new Scenarios(Scale.full(Scale.DEFAULT_BYTES / 4, 64 * ByteSize.MIB))
        .of(List.of("uploads")).get(0);
    assertThat(quarter.labels())
        .containsExactly("2500 of 64 KiB", "250 of 4 MiB", "1 of 512 MiB", "mix", "60 of 4 MiB",
            "625 of 1 MiB", "a stock client", "two of a kind");
  }

  @Test
  public void aWorkOfTheEverydayIsAskedForByItsName() {
    Scenario local = scenario("everyday").only(Set.of("local"));
    assertThat(local.charts()).extracting(Chart::id)
        .containsExactly("local", "local-share", "local-bytes");
    assertThat(local.setups()).hasSize(1);
  }

  @Test
  public void theWriterOnADataNodeWrites16BlocksOf16MegabytesOn9NodesWithoutLimits() {
    Setup setup = scenario("everyday").only(Set.of("local")).setups().iterator().next();
    assertThat(setup.bytes()).isEqualTo(16 * setup.blockBytes()).isEqualTo(256 * ByteSize.MIB);
    assertThat(setup.links().racks().dataNodes()).isEqualTo(9);
    assertThat(setup.links().isLimited()).isFalse();
  }

  @Test
  public void whatASetupIsTellsItFromEveryOther() {
    Set<Setup> setups = new LinkedHashSet<>();
    FULL.all().forEach(s -> setups.addAll(s.setups()));
    assertThat(setups.stream().map(Setup::toString).distinct()).hasSize(setups.size());
  }

  @Test
  public void aWriteAheadLogIsJudgedByThreePercentilesAndTheRateOfFlushesAndSyncs() {
    Scenario wal = scenario("everyday").only(Set.of("wal"));
    assertThat(wal.setups()).hasSize(1);
    assertThat(wal.charts().get(0).points()).extracting(Point::metric).containsExactly(
        "hflush.p50Ms", "hflush.p90Ms", "hflush.p99Ms", "hsync.p50Ms", "hsync.p90Ms",
        "hsync.p99Ms");
    assertThat(wal.charts().get(1).points()).extracting(Point::metric)
        .containsExactly("hflush.perSecond", "hsync.perSecond");
  }

  @Test
  public void theSecondRackHangsOnOneLinkAndANeighbourIsASecondClient() {
    Scenario both = scenario("everyday").only(Set.of("uplink", "neighbour"));
    assertThat(both.setups()).hasSize(2).extracting(Setup::clients).containsExactly(1, 2);
    assertThat(both.setups()).allSatisfy(s -> {
      assertThat(s.links().uplink().mbps()).isEqualTo(200);
      assertThat(s.links().racks().size(2)).isEqualTo(4);
    });
    Setup alone = both.setups().iterator().next();
    assertThat(alone.bound()).isEqualTo(21.47, within(0.01));
    assertThat(alone.bound(1)).isEqualTo(21.47, within(0.01));
  }

  @Test
  public void everydayWorkOfEveryKindCanBeAskedForAlone() {
    assertThat(scenario("everyday").groups()).containsExactlyInAnyOrder("wal", "local", "idle",
        "many", "cold", "small", "mapreduce", "webhdfs", "uplink", "neighbour", "calls");
    for (String group : scenario("everyday").groups()) {
      assertThat(scenario("everyday").only(Set.of(group)).setups()).as(group).hasSize(1);
    }
  }

  @Test
  public void clientsThatMakeUpWhatTheyWriteNeedNoFile() {
    for (String group : List.of("wal", "idle", "many", "mapreduce")) {
      assertThat(scenario("everyday").only(Set.of(group)).setups()).extracting(Setup::inputBytes)
          .as(group).containsExactly(1L);
    }
    assertThat(scenario("everyday").only(Set.of("calls")).setups()).extracting(Setup::inputBytes)
        .containsExactly(ByteSize.GIB);
  }

  @Test
  public void jobsThatWriteNeedNoJarsOfYarn() {
    assertThat(scenario("everyday").setups()).noneMatch(Setup::isOnYarn);
  }

  @Test
  public void aThousandOpenFilesMayKeep64KilobytesAndAThreadEachMoreThanWithStock() {
    Scenario idle = scenario("everyday").only(Set.of("idle"));
    assertThat(idle.charts()).extracting(c -> c.points().get(0).limit().orElseThrow())
        .containsExactly(Limit.atMost(1, 64_000), Limit.atMost(1, 1000));
  }

  @Test
  public void manyWritersAre16Of4BlocksAnd200Of1() {
    Chart many = scenario("everyday").only(Set.of("many")).charts().get(0);
    assertThat(many.points()).extracting(Point::x).containsExactly("16 of 32 MiB", "200 of 8 MiB");
    assertThat(many.points().get(0).setup().blockBytes()).isEqualTo(8 * ByteSize.MIB);
  }

  @Test
  public void severalClientsAtOnceShareTheLinksBetweenTheRacks() {
    List<Point> points = scenario("parallel").charts().get(0).points();
    // 8 files of 256 MiB through both directions of 4 links of 100 Mbps each.
    assertThat(points.get(3).setup().bound())
        .isEqualTo(8 * 256 * ByteSize.MIB / (8 * 12.5e6), within(0.01));
    assertThat(points.get(0).setup().bound()).isLessThan(points.get(3).setup().bound());
  }

  @Test
  public void setrepIsMeasuredWhereWholeFilesAreUploaded() {
    assertThat(scenario("fig7").setups()).allMatch(s -> s.allows(Contender.SETREP));
    assertThat(scenario("latency").setups()).noneMatch(s -> s.allows(Contender.SETREP));
    assertThat(scenario("limping").setups()).noneMatch(s -> s.allows(Contender.SETREP));
  }

  @Test
  public void repairIsOneKillOrTwoOf192MegabytesAndADrainThatTakesTwelveMinutes() {
    Scenario repair = scenario("repair");
    assertThat(repair.labels()).containsExactly("1 kill", "2 kills", "drain");
    assertThat(repair.only(Set.of("1 kill", "2 kills")).setups()).hasSize(2).allSatisfy(s -> {
      assertThat(s.bytes()).isEqualTo(192 * ByteSize.MIB);
      assertThat(s.blockBytes()).isEqualTo(16 * ByteSize.MIB);
      assertThat(s.replication()).isEqualTo(3);
      assertThat(s.links().clientNic().mbps()).isEqualTo(376);
      assertThat(s.links().cross().mbps()).isEqualTo(50);
      assertThat(s.links().racks().dataNodes()).isEqualTo(9);
    });
    Setup drain = repair.only(Set.of("drain")).setups().iterator().next();
    assertThat(drain.links().cross().seconds(drain.blockBytes())).isEqualTo(720, within(1.0));
    assertThat(drain.bound(drain.paperPipelines())).isEqualTo(723, within(3.0));
  }

  @Test
  public void onlyOursDrains() {
    Scenario repair = scenario("repair");
    assertThat(repair.only(Set.of("drain")).setups()).allSatisfy(s -> assertThat(
        Arrays.stream(Contender.values()).filter(s::allows))
        .containsExactly(Contender.SMARTH, Contender.SMARTH_AUTO, Contender.SMARTH_EARLIER));
    assertThat(repair.only(Set.of("1 kill")).setups()).allSatisfy(s -> assertThat(
        Arrays.stream(Contender.values()).filter(s::allows))
        .containsExactly(Contender.STOCK, Contender.SMARTH, Contender.SMARTH_AUTO,
            Contender.SMARTH_EARLIER));
  }

  @Test
  public void anotherSeedMakesOtherRuns() {
    Scale scale = Scale.full(ByteSize.GIB, Scale.DEFAULT_BLOCK_BYTES);
    Set<String> kills = Set.of("1 kill", "2 kills");
    assertThat(new Scenarios(scale, 2).of(List.of("repair")).get(0).only(kills).setups())
        .doesNotContainAnyElementsOf(scenario("repair").only(kills).setups());
  }

  @Test
  public void jobsWithAndWithoutRpcbindStandAgainstEachOtherAndNobodyElse() {
    assertThat(FULL.of(List.of(Scenarios.ALL_CLUSTER))).extracting(Scenario::name)
        .containsExactly("rpcbind", "links", "tuning");
    Scenario rpcbind = scenario("rpcbind");
    Setup jobs = rpcbind.setups().iterator().next();
    assertThat(Arrays.stream(Contender.values()).filter(jobs::allows))
        .containsExactly(Contender.STOCK, Contender.RPCBIND);
    assertThat(rpcbind.comparisons()).extracting(c -> c.paper().orElseThrow())
        .containsExactly(8.9, 56.7, 38.4, 7.6, 13.7, 0.3);
    assertThat(scenario("fig7").setups()).noneMatch(s -> s.allows(Contender.RPCBIND));
  }

  @Test
  public void jobsByLinksAreOfStockAndTheDefaultOfTheJars() {
    for (Setup jobs : scenario("links").setups()) {
      assertThat(Arrays.stream(Contender.values()).filter(jobs::allows))
          .containsExactly(Contender.STOCK, Contender.SMARTH_AUTO);
      assertThat(jobs.hasBound()).isFalse();
      assertThat(jobs.inputBytes()).as("uploaded before").isEqualTo(jobs.bytes());
    }
    assertThat(scenario("links").groups()).contains("100", "1000");
    assertThat(scenario("links").charts().get(0).points()).extracting(Point::x)
        .containsExactly("write", "read", "teragen", "sort, maps", "sort");
  }

  @Test
  public void eachStepOfTheTuningGuideStandsAloneAndOnTopOfThoseBefore() {
    Setup tuning = scenario("tuning").setups().iterator().next();
    assertThat(Arrays.stream(Contender.values()).filter(tuning::allows))
        .containsExactly(Contender.STOCK);
    Work.TunedSorts work = (Work.TunedSorts) tuning.work();
    assertThat(work.sorts()).extracting(s -> s.name()).startsWith("defaults",
        "map output compressed").endsWith("+ parallel collector", "+ huge pages")
        .doesNotHaveDuplicates();
    assertThat(work.sorts().get(0).settings()).isEmpty();
    assertThat(work.sorts().get(work.sorts().size() - 1).settings())
        .containsEntry("mapreduce.task.io.sort.mb", "190")
        .containsEntry("+mapreduce.map.java.opts", "-XX:TieredStopAtLevel=4"
            + " -XX:-UseSerialGC -XX:+UseParallelGC -XX:+UseTransparentHugePages");
  }

  @Test
  public void heartbeatsAreAGroupOfTheirOwn() {
    assertThat(FULL.of(List.of(Scenarios.ALL_HEARTBEATS))).extracting(Scenario::name)
        .containsExactly("heartbeat-shortjobs", "heartbeat-dfsio", "heartbeat-terasort",
            "heartbeat-tpch", "heartbeat-scale");
    assertThat(FULL.of(List.of("heartbeat-dfsio", Scenarios.ALL_HEARTBEATS))).hasSize(5);
  }

  @Test
  public void heartbeatsAreMeasuredInTheSixCasesOfThePaperAndEventDriven() {
    Setup files = scenario("heartbeat-dfsio").charts().get(0).points().get(0).setup();
    assertThat(Arrays.stream(Contender.values()).filter(files::allows)).containsExactly(
        Contender.STOCK, Contender.CASE_2, Contender.CASE_3, Contender.CASE_4, Contender.CASE_5,
        Contender.CASE_6, Contender.EVENT_DRIVEN);
    Setup jobs = scenario("heartbeat-shortjobs").charts().get(0).points().get(0).setup();
    assertThat(Arrays.stream(Contender.values()).filter(jobs::allows)).containsExactly(
        Contender.STOCK, Contender.EVENT_DRIVEN, Contender.EVENT_DRIVEN_POLLED);
    assertThat(scenario("fig7").setups()).noneMatch(s -> s.allows(Contender.CASE_2))
        .noneMatch(s -> s.allows(Contender.EVENT_DRIVEN));
  }

  @Test
  public void manyNodesAreTensToThousandsForStockAndOurResourceManager() {
    Scenario scale = scenario("heartbeat-scale");
    assertThat(scale.setups()).hasSize(4).extracting(s -> ((Work.Beats) s.work()).nodes())
        .containsExactly(10, 100, 1000, 4000);
    assertThat(scale.setups()).allSatisfy(s -> assertThat(
        Arrays.stream(Contender.values()).filter(s::allows))
        .containsExactly(Contender.STOCK, Contender.EVENT_DRIVEN));
    assertThat(scale.charts()).extracting(Chart::id).contains("datanode-knee",
        "node_manager-cpu", "application_master-delay").doesNotHaveDuplicates();
  }

  @Test
  public void theGainsOfShorterHeartbeatsStandBetweenTheCasesOfThePaper() {
    List<Scenario.Comparison> comparisons = scenario("heartbeat-dfsio").comparisons();
    assertThat(comparisons).filteredOn(c -> c.paper().isPresent())
        .extracting(c -> c.point().x() + " " + c.from().id() + " " + c.to().id() + " "
            + c.paper().getAsDouble())
        .containsExactly("write stock case-3 1.4", "write case-2 case-6 0.8",
            "write stock case-2 2.8", "write case-3 case-6 2.3", "write stock case-6 3.6",
            "read stock case-2 13.0", "read case-3 case-6 12.5");
    assertThat(comparisons).extracting(Scenario.Comparison::point)
        .allMatch(p -> scenario("heartbeat-dfsio").setups().contains(p.setup()));
  }

  @Test
  public void teraSortHasAboutTheMapsOfThePaperWhateverTheSize() {
    for (long bytes : new long[] {ByteSize.GIB / 8, ByteSize.GIB, 10 * ByteSize.GIB}) {
      Setup setup = new Scenarios(Scale.full(bytes, Scale.DEFAULT_BLOCK_BYTES))
          .of(List.of("heartbeat-terasort")).get(0).setups().iterator().next();
      long maps = (setup.bytes() + setup.blockBytes() - 1) / setup.blockBytes();
      assertThat(maps).as(ByteSize.format(bytes)).isBetween(60L, 76L);
      assertThat(setup.blockBytes() % 512).isZero();
    }
  }

  @Test
  public void directoriesOfOneNameAreTheSame() {
    Map<String, Work.Tree> byName = new HashMap<>();
    for (Setup setup : scenario("uploads").setups()) {
      Work.OfTrees work = (Work.OfTrees) setup.work();
      Stream.concat(Stream.of(work.warmUp()), work.trees().stream()).forEach(tree ->
          assertThat(byName.computeIfAbsent(tree.directory(), n -> tree)).isEqualTo(tree));
    }
    assertThat(byName).hasSize(8);
  }

  @Test
  public void nothingIsWrittenToColdDatanodesBefore() {
    Setup cold = scenario("everyday").only(Set.of("cold")).setups().iterator().next();
    assertThat(((Work.RemoteWriter) cold.work()).warmUp()).isEqualTo(Work.WarmUp.NONE);
    assertThat(cold.bytes()).isEqualTo(32 * cold.blockBytes()).isEqualTo(2 * ByteSize.GIB);
    assertThat(cold.links().isLimited()).isFalse();
  }

  @Test
  public void onlyThePointHeapGivesUploadsAnotherHeapThanHdfsDfsHas() {
    assertThat(heaps(Set.of("heap"))).containsExactly("256m");
    assertThat(heaps(Set.of("unshaped", "shaped", "4m", "quarter", "neighbour", "twins")))
        .containsOnly("512m");
  }

  private static List<String> heaps(Set<String> points) {
    return scenario("uploads").only(points).setups().stream()
        .map(s -> ((Work.OfTrees) s.work()).heap()).toList();
  }
}
