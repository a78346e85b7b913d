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

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.smarth.client.datanodes.Datanodes;
import org.apache.hadoop.hdfs.smarth.client.pipelines.DatanodeUse;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

public class SpreadOrderTest {
  private static final DatanodeInfo A1 = Datanodes.node("a", 1);
  private static final DatanodeInfo A2 = Datanodes.node("a", 2);
  private static final DatanodeInfo B1 = Datanodes.node("b", 3);
  private static final DatanodeInfo B2 = Datanodes.node("b", 4);
  private static final DatanodeInfo C1 = Datanodes.node("c", 5);
  private static final int TRIES = 300;

  private final Map<String, Long> speeds = new HashMap<>();
  /** Where they differ from these. */
  private final Map<String, Long> alone = new HashMap<>();
  private final Set<DatanodeInfo> local = new HashSet<>();
  private final Map<Double, SpreadOrder> byThreshold = new HashMap<>();
  private final Random random = new Random(1);
  private String doubted = "";

  private List<DatanodeInfo> order(double threshold, DatanodeUse use,
      DatanodeInfo... targets) {
    LocatedBlock block = ModelCluster.block(1, Arrays.asList(targets));
    byThreshold.computeIfAbsent(threshold, share ->
        new SpreadOrder(node -> speeds.getOrDefault(node, 0L),
            node -> doubted.equals(node) ? 0 : speeds.getOrDefault(node, 0L),
            node -> alone.getOrDefault(node, speeds.getOrDefault(node, 0L)),
            local::contains, share, random)).arrange(block, use);
    return Arrays.asList(block.getLocations());
  }

  private Set<List<DatanodeInfo>> orders(double threshold, DatanodeUse use,
      DatanodeInfo... targets) {
    Set<List<DatanodeInfo>> orders = new HashSet<>();
    for (int i = 0; i < TRIES; i++) {
      orders.add(order(threshold, use, targets));
    }
    return orders;
  }

  private static DatanodeInfo[] pipeline(DatanodeInfo... nodes) {
    return nodes;
  }

  private static DatanodeUse use(DatanodeInfo... pipeline) {
    return new DatanodeUse(Collections.singletonList(pipeline),
        Collections.emptySet());
  }

  private static DatanodeUse unused() {
    return new DatanodeUse(Collections.emptyList(), Collections.emptySet());
  }

  @Test(timeout = 60_000)
  public void theNamenodesFirstStaysFirstWhileNothingIsKnown() {
    assertThat(orders(1, unused(), A1, B1, B2)).containsExactlyInAnyOrder(
        Arrays.asList(A1, B1, B2), Arrays.asList(A1, B2, B1));
  }

  @Test(timeout = 60_000)
  public void ofTheOthersEveryOrderThatCrossesOnceIsTriedNowAndThen() {
    assertThat(orders(0.5, unused(), A1, B1, B2)).containsExactlyInAnyOrder(
        Arrays.asList(A1, B1, B2), Arrays.asList(A1, B2, B1),
        Arrays.asList(B1, B2, A1), Arrays.asList(B2, B1, A1));
  }

  @Test(timeout = 60_000)
  public void aHopThatIsUsedIsLeftAlone() {
    assertThat(orders(0.8, use(A1, B1, B2), A1, B1, B2))
        .containsExactlyInAnyOrder(Arrays.asList(B1, B2, A1),
            Arrays.asList(B2, B1, A1));
    assertThat(orders(0.8, use(A2, B1, B2), A1, B1, C1))
        .allMatch(order -> order.indexOf(B1) != order.indexOf(A1) + 1);
  }

  @Test(timeout = 60_000)
  public void theOtherDirectionIsTakenWhenBothAreIdle() {
    assertThat(orders(1, use(A2, B2), A1, B1)).containsOnly(
        Arrays.asList(B1, A1));
  }

  @Test(timeout = 60_000)
  public void aDatanodeThatIsFirstAlreadyIsNotFirstAgain() {
    assertThat(orders(1, use(B1, B2), B1, B2, A1).stream()
        .map(order -> order.get(0))).doesNotContain(B1);
  }

  @Test(timeout = 60_000)
  public void theFirstDatanodeIsOneThatOthersSendNothing() {
    speeds.put("b3", 60L);
    speeds.put("b4", 80L);
    assertThat(orders(0.8, use(A2, A1, B2), B1, B2, A1))
        .containsOnly(Arrays.asList(B1, B2, A1));
  }

  @Test(timeout = 60_000)
  public void theyAreSentBlocksThatHaveJustBegunToBeFirst() {
    DatanodeInfo a3 = Datanodes.node("a", 6);
    DatanodeUse use = new DatanodeUse(Arrays.asList(pipeline(B1, B2),
        pipeline(B1, B2), pipeline(A1, a3), pipeline(A2, a3)),
        Collections.emptySet());
    assertThat(orders(1, use, A2, A1, B1))
        .containsOnly(Arrays.asList(A1, A2, B1));
  }

  @Test(timeout = 60_000)
  public void onALargerRackTheyHaveMoreTimeBeforeTheyAreFirst() {
    DatanodeInfo a3 = Datanodes.node("a", 6);
    List<DatanodeInfo> known = Arrays.asList(A1, A2, a3, B1, B2);
    speeds.put("a1", 90L);
    speeds.put("b3", 80L);
    speeds.put("b4", 80L);
    DatanodeUse use = new DatanodeUse(
        Arrays.asList(pipeline(A2, a3), pipeline(a3, A2)), known);
    assertThat(orders(1, use, A1, B1, B2)).containsOnly(
        Arrays.asList(B1, B2, A1), Arrays.asList(B2, B1, A1));
    // As long as most datanodes are idle, they have all the time.
    assertThat(orders(1, new DatanodeUse(Collections.emptyList(), known), A1,
        B1, B2)).allMatch(order -> order.get(0).equals(A1));
  }

  @Test(timeout = 60_000)
  public void aSlowFirstDatanodeIsAvoidedThoughItsHopIsIdle() {
    speeds.put("a1", 40L);
    speeds.put("b3", 100L);
    speeds.put("b4", 90L);
    assertThat(orders(1, use(B1, B2, A1), A1, B1, B2))
        .allMatch(order -> !order.get(0).equals(A1));
    // The others need not be slow for that.
    speeds.put("a1", 60L);
    assertThat(orders(1, use(B1, B2, A1), A1, B1, B2))
        .allMatch(order -> order.get(0).equals(A1));
  }

  /** It may have shared the client's NIC, or only seem to have. */
  @Test(timeout = 60_000)
  public void aDatanodeIsSlowOnlyByBothOfItsRates() {
    speeds.put("a1", 12L);
    speeds.put("b3", 100L);
    alone.put("a1", 96L);
    assertThat(orders(1, use(B1, B2, A1), A1, B1, B2))
        .allMatch(order -> order.get(0).equals(A1));
    speeds.put("a1", 100L);
    alone.put("a1", 100L);
    alone.put("b3", 800L);
    assertThat(orders(1, use(B1, B2, A1), A1, B1, B2))
        .allMatch(order -> order.get(0).equals(A1));
    speeds.put("a1", 12L);
    assertThat(orders(1, use(B1, B2, A1), A1, B1, B2))
        .allMatch(order -> !order.get(0).equals(A1));
  }

  @Test(timeout = 60_000)
  public void aSlowDatanodeIsTriedOnlyWhenItsRateIsOld() {
    speeds.put("a1", 40L);
    speeds.put("b3", 100L);
    assertThat(orders(0.5, unused(), A1, B1, B2))
        .noneMatch(order -> order.get(0).equals(A1));
    doubted = "a1";
    assertThat(orders(0.5, unused(), A1, B1, B2))
        .anyMatch(order -> order.get(0).equals(A1));
  }

  @Test(timeout = 60_000)
  public void aDatanodeOfWhichNothingIsKnownIsTakenRatherThanASlowOne() {
    speeds.put("b4", 100L);
    order(1, unused(), A1, B2);
    speeds.put("b3", 10L);
    // The namenode's first is not known, and the known one is slow.
    assertThat(orders(1, unused(), A1, B1, A2).stream()
        .map(order -> order.get(0))).containsOnly(A1);
    assertThat(orders(1, unused(), B1, A1, A2).stream()
        .map(order -> order.get(0))).doesNotContain(B1);
  }

  @Test(timeout = 60_000)
  public void ofEquallyUsedOnesTheFasterIsFirst() {
    speeds.put("a1", 60L);
    speeds.put("b3", 70L);
    speeds.put("b4", 80L);
    assertThat(orders(1, unused(), A1, B1, B2))
        .containsOnly(Arrays.asList(B2, B1, A1));
    assertThat(orders(0.5, unused(), A1, B1, B2)).hasSize(4);
  }

  @Test(timeout = 60_000)
  public void aDatanodeOnThisHostIsFirstHoweverSlow() {
    local.add(B1);
    assertThat(orders(0.5, use(B1, B2, A1), B1, A1, A2).stream()
        .map(order -> order.get(0))).containsOnly(B1);
    speeds.put("b3", 10L);
    speeds.put("a1", 100L);
    for (double threshold : new double[] {0.5, 1}) {
      assertThat(orders(threshold, unused(), A1, B1, A2).stream()
          .map(order -> order.get(0))).containsOnly(B1);
    }
  }

  @Test(timeout = 60_000)
  public void oneRackAndThreeRacksKeepAllTargets() {
    assertThat(orders(0.8, use(A1, A2), A1, A2))
        .containsOnly(Arrays.asList(A2, A1));
    assertThat(orders(0.8, unused(), A1, B1, C1)).allSatisfy(order ->
        assertThat(order).containsExactlyInAnyOrder(A1, B1, C1));
  }

  @Test(timeout = 60_000)
  public void storagesGoWithTheirDatanodes() {
    DatanodeInfo[] targets = {A1, B1, B2};
    LocatedBlock block = ModelCluster.block(1, Arrays.asList(targets));
    new SpreadOrder(node -> 0, node -> 0, node -> 0, B2::equals, 1, random)
        .arrange(block, unused());
    assertThat(block.getLocations()[0]).isEqualTo(B2);
    assertThat(block.getStorageIDs()).hasSize(3);
  }
}
