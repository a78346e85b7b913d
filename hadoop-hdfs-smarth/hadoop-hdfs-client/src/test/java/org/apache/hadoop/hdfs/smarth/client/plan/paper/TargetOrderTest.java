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
package org.apache.hadoop.hdfs.smarth.client.plan.paper;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.apache.commons.math3.stat.inference.ChiSquareTest;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf;
import org.apache.hadoop.hdfs.smarth.client.datanodes.Datanodes;
import org.apache.hadoop.hdfs.smarth.client.plan.paper.PaperPlan.TargetOrder;
import org.apache.hadoop.security.token.Token;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

public class TargetOrderTest {
  private static final double ALWAYS_THE_FASTEST = 1;
  private static final double NEVER_THE_FASTEST = 0;
  private static final int BLOCKS = 20_000;
  /** How improbable a result may be, which a seed repeats. */
  private static final double SIGNIFICANCE = 0.001;

  @Rule
  public final Timeout timeout = Timeout.seconds(60);

  private final Map<String, Long> speeds = new HashMap<>();
  private String local = "";
  private String doubted = "";

  private TargetOrder order(double threshold, long seed) {
    return new TargetOrder(node -> speeds.getOrDefault(node, 0L),
        node -> doubted.equals(node) ? 0 : speeds.getOrDefault(node, 0L),
        node -> node.getDatanodeUuid().equals(local), threshold,
        new Random(seed));
  }

  /** @param names each a rack's letter and a number. */
  private static LocatedBlock block(String names) {
    String[] nodes = names.split(" ");
    DatanodeInfo[] targets = Stream.of(nodes).map(name -> Datanodes.node(
        name.substring(0, 1), Integer.parseInt(name.substring(1))))
        .toArray(DatanodeInfo[]::new);
    String[] storages = Stream.of(nodes).map(name -> "storage of " + name)
        .toArray(String[]::new);
    StorageType[] types = new StorageType[nodes.length];
    for (int i = 0; i < types.length; i++) {
      types[i] = StorageType.values()[i % StorageType.values().length];
    }
    return new LocatedBlock(new ExtendedBlock("pool", 1), targets, storages,
        types);
  }

  private static String names(LocatedBlock block) {
    return Stream.of(block.getLocations()).map(DatanodeInfo::getDatanodeUuid)
        .collect(Collectors.joining(" "));
  }

  private String arranged(String names) {
    LocatedBlock block = block(names);
    order(ALWAYS_THE_FASTEST, 1).arrange(block);
    return names(block);
  }

  @Test
  public void withoutRecordsTheNameNodesOrderStays() {
    assertThat(arranged("a1 b1 b2")).isEqualTo("a1 b1 b2");
  }

  @Test
  public void theFastestKnownTargetIsFirst() {
    speeds.put("a1", 10L);
    speeds.put("b1", 20L);
    speeds.put("b2", 30L);
    assertThat(arranged("a1 b1 b2")).startsWith("b2 ");
    speeds.put("a1", 40L);
    assertThat(arranged("a1 b1 b2")).isEqualTo("a1 b1 b2");
  }

  @Test
  public void theNameNodesChoiceStaysFirstIfItMayHaveRecovered() {
    speeds.put("a1", 1L);
    speeds.put("b1", 20L);
    doubted = "a1";
    assertThat(arranged("a1 b1 b2")).isEqualTo("a1 b1 b2");
    assertThat(arranged("b2 a1 b1")).isEqualTo("b2 a1 b1");
    assertThat(arranged("b1 a1 b2")).isEqualTo("b1 a1 b2");
  }

  @Test
  public void ofTargetsAboutAsFastTheNameNodesChoiceIsFirst() {
    speeds.put("a1", 80L);
    speeds.put("b1", 100L);
    speeds.put("b2", 90L);
    assertThat(arranged("a1 b1 b2")).isEqualTo("a1 b1 b2");
    speeds.put("a1", 79L);
    assertThat(arranged("a1 b1 b2")).isEqualTo("b1 b2 a1");
    assertThat(arranged("a1 b2 b1")).isEqualTo("b2 b1 a1");
  }

  @Test
  public void ofEquallyFastTargetsTheNameNodesChoiceIsFirst() {
    speeds.put("a1", 30L);
    speeds.put("b1", 30L);
    speeds.put("b2", 30L);
    assertThat(arranged("a1 b1 b2")).isEqualTo("a1 b1 b2");
    speeds.put("a1", 1L);
    assertThat(arranged("a1 b1 b2")).isEqualTo("b1 b2 a1");
  }

  @Test
  public void aFirstTargetThatIsNotKnownStaysFirst() {
    speeds.put("b1", 20L);
    speeds.put("b2", 30L);
    assertThat(arranged("a1 b1 b2")).isEqualTo("a1 b1 b2");
  }

  @Test
  public void targetsThatAreNotKnownComeAfterAKnownFirst() {
    speeds.put("a1", 1L);
    assertThat(arranged("a1 b1 b2")).isEqualTo("a1 b1 b2");
    speeds.put("b2", 2L);
    assertThat(arranged("a1 b1 b2")).isEqualTo("b2 b1 a1");
  }

  @Test
  public void aMovedTargetLeavesAsFewCrossingsOfRacksAsThereCanBe() {
    for (String names : new String[] {"a1 b1 b2", "a1 a2 b1", "a1 b1 c1",
        "a1 b1 b2 a2 c1", "a1 b1 b2 b3 c1 c2 a2 b4"}) {
      for (String first : names.split(" ")) {
        speeds.clear();
        speeds.put(names.split(" ")[0], 1L);
        speeds.put(first, 2L);
        String arranged = arranged(names);
        assertThat(arranged).startsWith(first);
        assertThat(arranged.split(" "))
            .containsExactlyInAnyOrder(names.split(" "));
        // What the namenode chose for its own first target is its business.
        if (!names.startsWith(first)) {
          long racks = Stream.of(names.split(" "))
              .map(node -> node.charAt(0)).distinct().count();
          assertThat(crossings(arranged)).as(arranged).isEqualTo(racks - 1);
        }
      }
    }
  }

  private static int crossings(String names) {
    String[] nodes = names.split(" ");
    int crossings = 0;
    for (int i = 1; i < nodes.length; i++) {
      crossings += nodes[i].charAt(0) == nodes[i - 1].charAt(0) ? 0 : 1;
    }
    return crossings;
  }

  @Test
  public void storagesAndTokenGoWithTheirTargets() {
    speeds.put("a1", 1L);
    speeds.put("b2", 2L);
    LocatedBlock block = block("a1 b1 b2");
    Token<BlockTokenIdentifier> token = new Token<>();
    block.setBlockToken(token);

    order(ALWAYS_THE_FASTEST, 1).arrange(block);

    assertThat(names(block)).isEqualTo("b2 b1 a1");
    assertThat(block.getStorageIDs()).containsExactly("storage of b2",
        "storage of b1", "storage of a1");
    StorageType[] types = StorageType.values();
    assertThat(block.getStorageTypes()).containsExactly(types[2], types[1],
        types[0]);
    for (int i = 0; i < 3; i++) {
      DatanodeInfoWithStorage node =
          (DatanodeInfoWithStorage) block.getLocations()[i];
      assertThat(node.getStorageID()).isEqualTo(block.getStorageIDs()[i]);
      assertThat(node.getStorageType())
          .isEqualTo(block.getStorageTypes()[i]);
    }
    assertThat(block.getBlockToken()).isSameAs(token);
  }

  @Test
  public void aTargetOnThisHostIsNotGivenUpForOneThatIsTried() {
    local = "a1";
    TargetOrder order = order(NEVER_THE_FASTEST, 5);
    for (int i = 0; i < 100; i++) {
      LocatedBlock block = block("a1 b1 b2");
      order.arrange(block);
      assertThat(names(block)).isEqualTo("a1 b1 b2");
    }
  }

  @Test
  public void whatWasSlowAShortTimeAgoIsNotTried() {
    speeds.put("a1", 47L);
    speeds.put("b1", 6L);
    speeds.put("b2", 6L);
    assertThat(firsts(NEVER_THE_FASTEST, 3, "a1 b1 b2", 100))
        .containsOnly("a1");
    doubted = "b2";
    assertThat(firsts(NEVER_THE_FASTEST, 3, "a1 b1 b2", 100))
        .containsOnly("b2");
    speeds.remove("b1");
    assertThat(firsts(NEVER_THE_FASTEST, 3, "a1 b1 b2", 100))
        .containsOnly("b1", "b2");
    speeds.put("b1", 24L);
    assertThat(firsts(NEVER_THE_FASTEST, 3, "a1 b1 b2", 100)).contains("b1");
  }

  @Test
  public void aTargetOnThisHostThatIsKnownToBeSlowerIsFirstAsInStock() {
    local = "a1";
    speeds.put("a1", 1L);
    speeds.put("b1", 2L);
    assertThat(arranged("a1 b1 b2")).isEqualTo("a1 b1 b2");
  }

  @Test
  public void aSingleTargetStays() {
    assertThat(arranged("a1")).isEqualTo("a1");
    LocatedBlock none = new LocatedBlock(new ExtendedBlock("pool", 1), null);
    order(NEVER_THE_FASTEST, 1).arrange(none);
    assertThat(none.getLocations()).isEmpty();
  }

  @Test
  public void theSameSeedMakesTheSameChoices() {
    assertThat(firsts(0.8, 7, "a1 b1 b2", 100))
        .isEqualTo(firsts(0.8, 7, "a1 b1 b2", 100))
        .isNotEqualTo(firsts(0.8, 8, "a1 b1 b2", 100));
  }

  private List<String> firsts(double threshold, long seed, String names,
      int blocks) {
    TargetOrder order = order(threshold, seed);
    return Stream.generate(() -> block(names)).limit(blocks).map(block -> {
      order.arrange(block);
      return block.getLocations()[0].getDatanodeUuid();
    }).collect(Collectors.toList());
  }

  /** Whether these targets were first about as often as the paper has it. */
  private void assertFirsts(double threshold, String names, String[] targets,
      double... shares) {
    List<String> firsts = firsts(threshold, 42, names, BLOCKS);
    long[] counts = Stream.of(targets).mapToLong(
        target -> firsts.stream().filter(target::equals).count()).toArray();
    double[] expected =
        Arrays.stream(shares).map(share -> share * BLOCKS).toArray();
    assertThat(Arrays.stream(counts).sum()).isEqualTo(BLOCKS);
    assertThat(new ChiSquareTest().chiSquareTest(expected, counts,
        SIGNIFICANCE)).as("%s as often as %s is improbable",
            Arrays.toString(counts), Arrays.toString(expected)).isFalse();
  }

  @Test
  public void withTheDefaultThresholdAFifthOfTheBlocksTryAnotherTarget() {
    speeds.put("a1", 60L);
    speeds.put("b1", 100L);
    speeds.put("b2", 70L);
    assertFirsts(SmarthClientConf.FIRST_NODE_THRESHOLD_DEFAULT, "a1 b1 b2",
        new String[] {"a1", "b1", "b2"}, 0.1, 0.8, 0.1);
  }

  @Test
  public void withoutRecordsTheNameNodesFirstTargetIsSwappedAsOften() {
    assertFirsts(SmarthClientConf.FIRST_NODE_THRESHOLD_DEFAULT, "a1 b1 b2",
        new String[] {"a1", "b1", "b2"}, 0.8, 0.1, 0.1);
  }

  @Test
  public void eachOtherTargetIsTriedAsOftenAsTheNext() {
    speeds.put("a1", 60L);
    speeds.put("c3", 100L);
    assertFirsts(0.5, "a1 b1 b2 c3 d4",
        new String[] {"a1", "b1", "b2", "c3", "d4"},
        0.125, 0.125, 0.125, 0.5, 0.125);
  }

  @Test
  public void theTestWouldNoticeAWrongRate() {
    assertThat(new ChiSquareTest().chiSquareTest(
        new double[] {0.8 * BLOCKS, 0.2 * BLOCKS},
        new long[] {Math.round(0.82 * BLOCKS), Math.round(0.18 * BLOCKS)},
        SIGNIFICANCE)).isTrue();
  }
}
