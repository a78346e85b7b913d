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
package org.apache.hadoop.hdfs.smarth.client.plan.auto;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.smarth.client.datanodes.Datanodes;
import org.apache.hadoop.hdfs.smarth.client.datanodes.OwnDatanodes;
import org.apache.hadoop.hdfs.smarth.client.datanodes.Racks;
import org.apache.hadoop.hdfs.smarth.client.pipelines.DatanodeUse;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Where the blocks of a file go, with a namenode that chooses as stock's. */
public class SpreadPlacementTest {
  private static final long SEEDS = 200;
  private static final Set<DatanodeInfo> NONE = Collections.emptySet();

  @Rule
  public final Timeout timeout = new Timeout(60, TimeUnit.SECONDS);

  private final List<DatanodeInfo[]> open = new ArrayList<>();
  private Predicate<DatanodeInfo> local = node -> false;

  private static List<DatanodeInfo> racks(int... sizes) {
    List<DatanodeInfo> nodes = new ArrayList<>();
    for (int rack = 0; rack < sizes.length; rack++) {
      for (int i = 0; i < sizes[rack]; i++) {
        nodes.add(Datanodes.node(String.valueOf((char) ('a' + rack)),
            100 * rack + i));
      }
    }
    return nodes;
  }

  private SpreadExclusion exclusion(int replication, Random random) {
    return new SpreadExclusion(replication,
        new OwnDatanodes(local, Collections.emptySet()),
        AutoPlanTest.anyOrder(), random);
  }

  private Set<DatanodeInfo> exclude(List<DatanodeInfo> nodes,
      Set<DatanodeInfo> bad, Set<DatanodeInfo> slow) {
    return exclusion(3, new Random(1)).choose(nodes,
        new DatanodeUse(open, NONE), bad, slow);
  }

  private DatanodeInfo[] place(ModelCluster cluster) {
    return place(cluster, cluster.getNodes());
  }

  private DatanodeInfo[] place(ModelCluster cluster,
      Collection<DatanodeInfo> known) {
    DatanodeUse use = new DatanodeUse(open, known);
    SpreadExclusion exclusion = exclusion(3, cluster.getRandom());
    if (!open.isEmpty()) {
      exclusion.noteChosen(open.get(open.size() - 1));
    }
    Set<DatanodeInfo> excluded =
        exclusion.choose(known, use, NONE, NONE);
    LocatedBlock block = cluster.addBlock(excluded, 3);
    Set<DatanodeInfo> chosen =
        new HashSet<>(Arrays.asList(block.getLocations()));
    new SpreadOrder(node -> 0, node -> 0, node -> 0, local, 0.8,
        cluster.getRandom()).arrange(block, use);
    assertThat(Arrays.<DatanodeInfo>asList(block.getLocations()))
        .containsExactlyInAnyOrderElementsOf(chosen);
    assertThat(excluded).doesNotContainAnyElementsOf(chosen);
    return block.getLocations();
  }

  /** Of blocks that drain, beside datanodes that are slow as first ones. */
  private DatanodeUse blocks(ModelCluster cluster, int replication,
      Set<DatanodeInfo> slow) {
    List<DatanodeInfo> nodes = cluster.getNodes();
    ToLongFunction<String> speed = uuid -> slow.stream()
        .anyMatch(node -> node.getDatanodeUuid().equals(uuid)) ? 1 : 10;
    SpreadOrder order = new SpreadOrder(speed, speed, speed, local, 0.8,
        cluster.getRandom());
    SpreadExclusion exclusion = new SpreadExclusion(replication,
        new OwnDatanodes(local, Collections.emptySet()), order,
        cluster.getRandom());
    open.clear();
    for (int i = 0; i < 16; i++) {
      DatanodeUse use = new DatanodeUse(open, nodes);
      LocatedBlock block = cluster.addBlock(
          exclusion.choose(nodes, use, NONE, NONE), replication);
      order.arrange(block, use);
      open.add(block.getLocations());
    }
    return new DatanodeUse(open, nodes);
  }

  /** Of 16 blocks. */
  private static void assertSpread(List<DatanodeInfo> nodes,
      DatanodeUse use) {
    assertThat(nodes).allMatch(
        node -> use.sends(node) <= 4 && use.receives(node) <= 4);
    String one = nodes.get(0).getNetworkLocation();
    String other = nodes.get(8).getNetworkLocation();
    assertThat(use.flows(one, other)).isBetween(4, 12);
  }

  /**
   * The namenode is left datanodes whose order is used as it is: one that is
   * turned round has some receive again and again.
   */
  @Test
  public void whereSomeAreNotToBeFirstTheLinksAreUsedAlikeAllTheSame() {
    for (long seed = 0; seed < SEEDS; seed++) {
      ModelCluster cluster = new ModelCluster(racks(5, 4), 1, seed);
      List<DatanodeInfo> nodes = cluster.getNodes();
      assertSpread(nodes,
          blocks(cluster, 3, new HashSet<>(nodes.subList(6, 9))));
      DatanodeUse use =
          blocks(cluster, 2, new HashSet<>(nodes.subList(3, 5)));
      assertSpread(nodes, use);
      assertThat(nodes.subList(3, 5)).allMatch(node -> use.firsts(node) == 0);
    }
  }

  @Test
  public void oneFastDatanodeIsNotTheFirstOfEveryBlock() {
    for (long seed = 0; seed < SEEDS; seed++) {
      ModelCluster cluster = new ModelCluster(racks(5, 4), 1, seed);
      List<DatanodeInfo> nodes = cluster.getNodes();
      DatanodeUse use =
          blocks(cluster, 3, new HashSet<>(nodes.subList(1, 9)));
      assertThat(use.firsts(nodes.get(0))).isBetween(1, 8);
      assertSpread(nodes, use);
    }
  }

  private static boolean isIdleHop(DatanodeUse use,
      List<DatanodeInfo> nodes) {
    return nodes.stream().filter(from -> use.sends(from) == 0).anyMatch(
        from -> nodes.stream().anyMatch(to -> use.receives(to) == 0
            && Racks.isBetween(from, to)));
  }

  /** The block crosses between racks once, on an idle hop if there is one. */
  private void assertSpread(DatanodeInfo[] nodes, ModelCluster cluster) {
    DatanodeUse before = new DatanodeUse(open, NONE);
    int crossings = 0;
    for (int i = 1; i < nodes.length; i++) {
      if (Racks.isBetween(nodes[i - 1], nodes[i])) {
        crossings++;
        if (isIdleHop(before, cluster.getNodes())) {
          assertThat(before.sends(nodes[i - 1])).isZero();
          assertThat(before.receives(nodes[i])).isZero();
        }
      }
    }
    assertThat(crossings).isEqualTo(1);
  }

  private void assertSpreads(int blocks, int... racks) {
    for (long seed = 0; seed < SEEDS; seed++) {
      ModelCluster cluster = new ModelCluster(racks(racks), 1, seed);
      open.clear();
      for (int i = 0; i < blocks; i++) {
        DatanodeInfo[] nodes = place(cluster);
        assertSpread(nodes, cluster);
        open.add(nodes);
      }
      // Blocks end in any order.
      Random random = new Random(seed);
      for (int i = 0; i < 5 * blocks; i++) {
        open.remove(random.nextInt(open.size()));
        DatanodeInfo[] nodes = place(cluster);
        assertSpread(nodes, cluster);
        open.add(nodes);
      }
    }
  }

  @Test
  public void racksOfFiveAndFourHaveEightHopsThatAllCarryABlock() {
    assertSpreads(8, 5, 4);
    DatanodeUse use = new DatanodeUse(open, NONE);
    assertThat(use.flows("/a", "/b")).isEqualTo(4);
    assertThat(use.flows("/b", "/a")).isEqualTo(4);
  }

  @Test
  public void threeRacksOfThreeAreSpreadOver() {
    assertSpreads(7, 3, 3, 3);
  }

  @Test
  public void manyAndUnevenRacksAreSpreadOver() {
    assertSpreads(10, 8, 2, 5, 3);
    assertSpreads(4, 2, 1);
    assertSpreads(3, 6, 1);
  }

  @Test
  public void halfOfTheBlocksGoToEachRackFirst() {
    for (long seed = 0; seed < SEEDS; seed++) {
      ModelCluster cluster = new ModelCluster(racks(5, 4), 1, seed);
      open.clear();
      for (int i = 0; i < 8; i++) {
        open.add(place(cluster));
      }
      assertThat(open.stream()
          .filter(nodes -> nodes[0].getNetworkLocation().equals("/a")).count())
          .isEqualTo(4);
    }
  }

  @Test
  public void firstDatanodesAreSpreadToo() {
    int most = 0;
    int doubles = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      ModelCluster cluster = new ModelCluster(racks(5, 4), 1, seed);
      open.clear();
      for (int i = 0; i < 8; i++) {
        open.add(place(cluster));
      }
      DatanodeUse use = new DatanodeUse(open, NONE);
      for (DatanodeInfo node : cluster.getNodes()) {
        most = Math.max(most, use.firsts(node));
        doubles += Math.max(0, use.firsts(node) - 1);
      }
    }
    assertThat(most).isLessThanOrEqualTo(2);
    assertThat((double) doubles / SEEDS).isLessThan(1);
  }

  /** Each pair of racks is looked at: nothing may be sorted for it. */
  @Test
  public void hundredsOfRacksOfOneDatanodeTakeNoTime() {
    int[] sizes = new int[300];
    Arrays.fill(sizes, 1);
    ModelCluster cluster = new ModelCluster(racks(sizes), 1, 1);
    for (int i = 0; i < 24; i++) {
      open.add(place(cluster));
    }
    assertThat(new DatanodeUse(open, NONE).getServing().size())
        .isGreaterThan(24);
  }

  @Test
  public void everyReplicationIsLeftEnoughDatanodesOnAnyRacks() {
    int[][] clusters = {{1, 1}, {1, 2}, {2, 1, 1}, {5, 4}, {1, 1, 1, 1, 1, 1}};
    for (int[] sizes : clusters) {
      List<DatanodeInfo> nodes = racks(sizes);
      for (int replication = 1; replication <= nodes.size(); replication++) {
        open.clear();
        ModelCluster cluster = new ModelCluster(nodes, 1, replication);
        for (int i = 0; i < 3 * nodes.size(); i++) {
          Set<DatanodeInfo> excluded =
              exclusion(replication, cluster.getRandom()).choose(nodes,
                  new DatanodeUse(open, NONE), NONE, NONE);
          assertThat(nodes.size() - excluded.size())
              .isGreaterThanOrEqualTo(replication);
          open.add(cluster.addBlock(excluded, replication).getLocations());
        }
      }
    }
  }

  @Test
  public void onOneRackNoDatanodeServesTwoMoreThanAnother() {
    for (long seed = 0; seed < SEEDS; seed++) {
      ModelCluster cluster = new ModelCluster(racks(9), 1, seed);
      open.clear();
      for (int i = 0; i < 9; i++) {
        open.add(place(cluster));
        DatanodeUse use = new DatanodeUse(open, NONE);
        assertThat(cluster.getNodes().stream().mapToInt(use::serves).max()
            .getAsInt() - cluster.getNodes().stream().mapToInt(use::serves)
            .min().getAsInt()).isLessThanOrEqualTo(2);
      }
    }
  }

  /** The namenode always has enough, on two racks, though few are known. */
  @Test
  public void aClusterIsLearntFromItsBlocksWithoutAsking() {
    for (int[] sizes : new int[][] {{5, 4}, {2, 1}, {9}, {3, 3, 3},
        {20, 20, 20}}) {
      for (long seed = 0; seed < SEEDS; seed++) {
        ModelCluster cluster = new ModelCluster(racks(sizes), 1, seed);
        Set<DatanodeInfo> seen = new HashSet<>();
        open.clear();
        for (int i = 0; i < 24; i++) {
          DatanodeInfo[] nodes = place(cluster, seen);
          assertThat(nodes).hasSize(3).doesNotHaveDuplicates();
          assertThat(new HashSet<>(Arrays.asList(nodes[0].getNetworkLocation(),
              nodes[2].getNetworkLocation())))
              .hasSize(Math.min(2, sizes.length));
          seen.addAll(Arrays.asList(nodes));
          open.add(nodes);
          if (open.size() > 6) {
            open.remove(0);
          }
        }
        assertThat(seen.size()).isGreaterThanOrEqualTo(
            Math.min(cluster.getNodes().size(), 18));
      }
    }
  }

  @Test
  public void ofAClusterThatIsNotKnownNoDatanodeIsExcluded() {
    List<DatanodeInfo> nodes = racks(5, 4);
    open.add(new DatanodeInfo[] {nodes.get(0), nodes.get(5), nodes.get(6)});
    assertThat(exclude(Collections.emptyList(), NONE, NONE)).isEmpty();
    // Those of the other pipeline may be all that there are.
    assertThat(exclude(Arrays.asList(open.get(0)), NONE, NONE)).isEmpty();
  }

  @Test
  public void withTooFewGoodDatanodesNoneIsExcluded() {
    List<DatanodeInfo> nodes = racks(2, 2);
    open.add(new DatanodeInfo[] {nodes.get(0), nodes.get(2), nodes.get(3)});
    assertThat(exclude(nodes, Datanodes.set(nodes.get(1), nodes.get(2)), NONE))
        .isEmpty();
    assertThat(exclude(nodes, new HashSet<>(nodes), NONE)).isEmpty();
  }

  @Test
  public void badDatanodesAreNotCountedOn() {
    List<DatanodeInfo> nodes = racks(5, 4);
    open.add(new DatanodeInfo[] {nodes.get(0), nodes.get(5), nodes.get(6)});
    Set<DatanodeInfo> excluded = exclude(nodes,
        Datanodes.set(nodes.get(7), nodes.get(8)), NONE);
    assertThat(nodes).as("left on rack b").filteredOn(
        node -> node.getNetworkLocation().equals("/b")
            && !excluded.contains(node)).contains(nodes.get(5), nodes.get(6));
  }

  @Test
  public void slowDatanodesAreLeftOutWhileTheOthersHaveRoom() {
    List<DatanodeInfo> nodes = racks(5, 4);
    Set<DatanodeInfo> slow = Datanodes.set(nodes.get(0), nodes.get(5));
    assertThat(exclude(nodes, NONE, slow)).isEqualTo(slow);
    // One rack only, too few, and no two on a rack.
    assertThat(exclude(nodes, NONE, new HashSet<>(nodes.subList(0, 5))))
        .isEmpty();
    assertThat(exclude(nodes, NONE, new HashSet<>(nodes.subList(2, 9))))
        .isEmpty();
    List<DatanodeInfo> alone = racks(1, 1, 1, 1);
    assertThat(exclude(alone, NONE, Datanodes.set(alone.get(0)))).isEmpty();
    List<DatanodeInfo> oneRack = racks(9);
    assertThat(exclude(oneRack, NONE, Datanodes.set(oneRack.get(0))))
        .containsExactly(oneRack.get(0));
  }

  /** On every rack there is, and whatever the other pipelines do. */
  @Test
  public void theWritersOwnDatanodeIsFirstInEveryPipeline() {
    for (int[] sizes : new int[][] {{5, 4}, {1, 8}, {9}, {3, 3, 3}, {1, 2},
        {8, 2, 5, 3}, {3}}) {
      for (long seed = 0; seed < SEEDS; seed++) {
        ModelCluster cluster = new ModelCluster(racks(sizes), 1, seed);
        DatanodeInfo own = cluster.getNodes().get(0);
        cluster.setWriter(own);
        local = own::equals;
        open.clear();
        for (int i = 0; i < 12; i++) {
          DatanodeInfo[] nodes = place(cluster);
          assertThat(nodes).hasSize(3).startsWith(own);
          open.add(nodes);
        }
      }
    }
  }

  @Test
  public void theOtherDatanodesOfAWriterOnADatanodeAreSpread() {
    for (long seed = 0; seed < SEEDS; seed++) {
      ModelCluster cluster = new ModelCluster(racks(5, 4), 1, seed);
      DatanodeInfo own = cluster.getNodes().get(0);
      cluster.setWriter(own);
      local = own::equals;
      open.clear();
      for (int i = 0; i < 4; i++) {
        open.add(place(cluster));
      }
      DatanodeUse use = new DatanodeUse(open, NONE);
      assertThat(cluster.getNodes()).allMatch(
          node -> use.sends(node) <= 1 && use.receives(node) <= 1);
      assertThat(cluster.getNodes().stream().mapToInt(use::sends).sum())
          .as("crossings between racks, one for each block").isEqualTo(4);
    }
  }

  @Test
  public void withTwoReplicasOnlyTheOwnDatanodeCanSend() {
    List<DatanodeInfo> nodes = racks(5, 4);
    DatanodeInfo own = nodes.get(0);
    local = own::equals;
    SpreadExclusion exclusion = exclusion(2, new Random(1));
    DatanodeInfo[] pipeline = {own, nodes.get(5)};
    exclusion.noteChosen(pipeline);
    open.add(pipeline);
    assertThat(exclusion.choose(nodes, new DatanodeUse(open, NONE), NONE, NONE))
        .containsExactly(nodes.get(5));
  }

  @Test
  public void theOwnDatanodeIsLeftOutOnlyIfItFailed() {
    List<DatanodeInfo> nodes = racks(5, 4);
    DatanodeInfo own = nodes.get(0);
    local = own::equals;
    SpreadExclusion exclusion = exclusion(3, new Random(1));
    exclusion.noteChosen(new DatanodeInfo[] {own, nodes.get(1), nodes.get(5)});
    open.add(new DatanodeInfo[] {own, nodes.get(1), nodes.get(5)});
    DatanodeUse use = new DatanodeUse(open, NONE);
    assertThat(exclusion.choose(nodes, use, NONE, NONE))
        .containsExactlyInAnyOrder(nodes.get(1), nodes.get(5));
    assertThat(exclusion.choose(nodes, use, NONE, Datanodes.set(own)))
        .doesNotContain(own);
    // Where it is bad it is excluded anyway, and is not counted on.
    for (int i = 1; i < 9; i++) {
      open.add(new DatanodeInfo[] {nodes.get(i)});
    }
    Set<DatanodeInfo> excluded = exclusion.choose(nodes,
        new DatanodeUse(open, NONE), Datanodes.set(own), NONE);
    assertThat(excluded).hasSize(5).doesNotContain(own);
  }

  @Test
  public void anOwnDatanodeThatTheNamenodeDoesNotPreferIsOneOfMany() {
    List<DatanodeInfo> nodes = racks(5, 4);
    DatanodeInfo own = nodes.get(0);
    local = own::equals;
    SpreadExclusion exclusion = exclusion(3, new Random(1));
    exclusion.noteChosen(new DatanodeInfo[] {nodes.get(5), own, nodes.get(1)});
    open.add(new DatanodeInfo[] {nodes.get(5), own, nodes.get(1)});
    assertThat(exclusion.choose(nodes, new DatanodeUse(open, NONE), NONE, NONE))
        .contains(own);
  }

  @Test
  public void aWriterThatWantsNoLocalReplicaIsLeftEnoughOtherDatanodes() {
    List<DatanodeInfo> nodes = racks(5, 4);
    DatanodeInfo own = nodes.get(0);
    SpreadExclusion exclusion = new SpreadExclusion(3,
        new OwnDatanodes(own::equals,
            EnumSet.of(AddBlockFlag.NO_LOCAL_WRITE)),
        AutoPlanTest.anyOrder(), new Random(1));
    exclusion.noteChosen(new DatanodeInfo[] {nodes.get(1), nodes.get(5)});
    for (int i = 1; i < 9; i++) {
      open.add(new DatanodeInfo[] {nodes.get(i)});
    }
    Set<DatanodeInfo> excluded =
        exclusion.choose(nodes, new DatanodeUse(open, NONE), NONE, NONE);
    // The namenode leaves it out itself, as long as it has enough others.
    assertThat(excluded).hasSize(5).doesNotContain(own);
  }

  @Test
  public void whereAllDatanodesAreOnTheWritersHostAnyOfThemIsLocal() {
    List<DatanodeInfo> nodes = racks(5, 4);
    local = node -> true;
    SpreadExclusion exclusion = exclusion(3, new Random(1));
    DatanodeInfo[] served = {nodes.get(0), nodes.get(5), nodes.get(6)};
    exclusion.noteChosen(served);
    open.add(served);
    assertThat(exclusion.choose(nodes, new DatanodeUse(open, NONE), NONE, NONE))
        .containsExactlyInAnyOrder(served);
  }

  /** As many clients do, whose files all have busy pipelines. */
  @Test
  public void ofManyEqualRacksEachGetsItsShare() {
    int draws = 6000;
    Random random = new Random(1);
    for (int[] sizes : new int[][] {{3, 3, 3, 3, 3, 3}, {2, 2, 2}}) {
      List<DatanodeInfo> nodes = racks(sizes);
      open.clear();
      // What is the first of a pipeline later differs from the others.
      nodes.forEach(node -> open.add(new DatanodeInfo[] {Datanodes.node(
          node.getNetworkLocation().substring(1), 1000), node}));
      DatanodeUse use = new DatanodeUse(open, nodes);
      Map<String, Integer> firsts = new HashMap<>();
      for (int i = 0; i < draws; i++) {
        List<DatanodeInfo> left = new ArrayList<>(nodes);
        left.removeAll(exclusion(3, random).choose(nodes, use, NONE, NONE));
        assertThat(left).hasSize(3);
        for (DatanodeInfo node : left) {
          firsts.merge(node.getNetworkLocation(), 1, Integer::sum);
        }
      }
      for (int rack = 0; rack < sizes.length; rack++) {
        double even = 3.0 * draws / sizes.length;
        assertThat(firsts.get("/" + (char) ('a' + rack)).doubleValue())
            .as("%s, rack %s", Arrays.toString(sizes), rack)
            .isBetween(0.9 * even, 1.1 * even);
      }
    }
  }
}
