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

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.smarth.client.datanodes.Datanodes;
import org.apache.hadoop.hdfs.smarth.client.datanodes.OwnDatanodes;
import org.apache.hadoop.hdfs.smarth.client.plan.paper.PaperPlan.TargetExclusion;
import org.junit.Test;

import static org.apache.hadoop.hdfs.smarth.client.datanodes.Datanodes.racks;
import static org.apache.hadoop.hdfs.smarth.client.datanodes.Datanodes.set;
import static org.assertj.core.api.Assertions.assertThat;

public class TargetExclusionTest {
  private static final Set<DatanodeInfo> NONE = Collections.emptySet();

  private static Set<DatanodeInfo> choose(List<DatanodeInfo> live,
      Set<DatanodeInfo> busy, Set<DatanodeInfo> bad, int toCome) {
    return new TargetExclusion(3, Datanodes.NONE_OWN).choose(live, busy, bad,
        toCome);
  }

  /** @return how many datanodes of the rack are left to choose from. */
  private static int left(List<DatanodeInfo> live, Set<DatanodeInfo> excluded,
      String rack) {
    return (int) live.stream().filter(node -> !excluded.contains(node)
        && node.getNetworkLocation().equals("/" + rack)).count();
  }

  @Test
  public void withoutAViewOfTheClusterAllBusyDatanodesAreExcluded() {
    Set<DatanodeInfo> busy = set(Datanodes.node("a", 1));
    assertThat(choose(Collections.emptyList(), busy, NONE, 2)).isEqualTo(busy);
  }

  @Test
  public void busyDatanodesAreExcludedWhileEnoughOthersAreLeft() {
    List<DatanodeInfo> live = racks(5, 4);
    Set<DatanodeInfo> busy =
        set(live.get(0), live.get(1), live.get(5));
    Set<DatanodeInfo> excluded = choose(live, busy, NONE, 0);
    assertThat(excluded).isEqualTo(busy);
  }

  @Test
  public void everyRackKeepsADatanodeForEachPipelineToCome() {
    List<DatanodeInfo> live = racks(5, 4);
    Set<DatanodeInfo> excluded = choose(live, NONE, NONE, 2);
    assertThat(left(live, excluded, "a")).isEqualTo(3);
    assertThat(left(live, excluded, "b")).isEqualTo(2);
    // One pipeline took two datanodes of b, so the next may take but one.
    Set<DatanodeInfo> busy = set(live.get(0), live.get(5), live.get(6));
    excluded = choose(live, busy, NONE, 1);
    assertThat(left(live, excluded, "a")).isEqualTo(3);
    assertThat(left(live, excluded, "b")).isEqualTo(1);
  }

  @Test
  public void threeDisjointPipelinesFitIntoNineDatanodesHoweverTheyFall() {
    List<DatanodeInfo> live = racks(5, 4);
    for (int choice = 0; choice < 8; choice++) {
      Set<DatanodeInfo> busy = set();
      for (int k = 0; k < 3; k++) {
        Set<DatanodeInfo> excluded =
            choose(live, busy, NONE, 2 - k);
        int onA = left(live, excluded, "a");
        int onB = left(live, excluded, "b");
        assertThat(onA).isPositive();
        assertThat(onB).isPositive();
        assertThat(onA + onB).isGreaterThanOrEqualTo(3);
        boolean twoOnA = (choice >> k & 1) == 1 ? onA >= 2 : onB < 2;
        int fromA = twoOnA ? 2 : 1;
        int fromB = 3 - fromA;
        for (DatanodeInfo node : live) {
          if (!excluded.contains(node)) {
            boolean a = node.getNetworkLocation().equals("/a");
            if (a && fromA-- > 0 || !a && fromB-- > 0) {
              assertThat(busy.add(node)).isTrue();
            }
          }
        }
      }
      assertThat(busy).hasSize(9);
    }
  }

  @Test
  public void theBusyDatanodesOfAFullRackAreSharedRatherThanOneRackUsed() {
    List<DatanodeInfo> live = racks(8, 1);
    Set<DatanodeInfo> busy = set(live.get(0), live.get(1), live.get(8));
    Set<DatanodeInfo> excluded = choose(live, busy, NONE, 0);
    assertThat(excluded).containsExactlyInAnyOrder(live.get(0), live.get(1));
  }

  @Test
  public void withTooFewDatanodesLeftAPipelineShouldEndFirst() {
    List<DatanodeInfo> live = racks(3, 2);
    Set<DatanodeInfo> busy =
        set(live.get(0), live.get(1), live.get(3));
    assertThat(choose(live, busy, NONE, 0)).isNull();
  }

  @Test
  public void badDatanodesDoNotCountAsLeft() {
    List<DatanodeInfo> live = racks(4, 2);
    Set<DatanodeInfo> busy =
        set(live.get(0), live.get(1), live.get(4));
    assertThat(choose(live, busy, NONE, 0)).isEqualTo(busy);
    assertThat(choose(live, busy, set(live.get(2)), 0)).isNull();
  }

  /** @return datanodes on racks a to c. */
  private static List<DatanodeInfo> threeRacks(int a, int b, int c) {
    List<DatanodeInfo> live = racks(a, b);
    for (int i = 0; i < c; i++) {
      live.add(Datanodes.node("c", 200 + i));
    }
    return live;
  }

  @Test
  public void noRackIsLeftWithOneOfSeveralDatanodesForTwoReplicas() {
    List<DatanodeInfo> live = threeRacks(2, 3, 2);
    Set<DatanodeInfo> busy = set(live.get(0), live.get(2), live.get(3));
    Set<DatanodeInfo> excluded = choose(live, busy, NONE, 0);
    assertThat(left(live, excluded, "a")).isEqualTo(2);
    assertThat(left(live, excluded, "c")).isEqualTo(2);
    assertThat(left(live, excluded, "b")).isIn(0, 2);
  }

  @Test
  public void aLoneFreeDatanodeIsLeftOutWhereOtherRacksHavePairs() {
    List<DatanodeInfo> live = threeRacks(2, 3, 3);
    Set<DatanodeInfo> busy = set(live.get(0));
    Set<DatanodeInfo> excluded = choose(live, busy, NONE, 0);
    assertThat(left(live, excluded, "a")).isZero();
    assertThat(excluded).containsExactlyInAnyOrder(live.get(0), live.get(1));
  }

  @Test
  public void oneRackOrManyRacksNeedNoReservation() {
    List<DatanodeInfo> one = racks(9, 0);
    assertThat(choose(one, set(one.get(0)), NONE, 2))
        .containsExactly(one.get(0));
  }

  @Test
  public void theWritersOwnDatanodeIsSharedByAllPipelines() {
    List<DatanodeInfo> live = racks(5, 4);
    DatanodeInfo own = live.get(0);
    TargetExclusion exclusion = new TargetExclusion(3,
        new OwnDatanodes(own::equals, Collections.emptySet()));
    exclusion.noteChosen(new DatanodeInfo[] {own, live.get(5), live.get(6)});
    Set<DatanodeInfo> busy = set(own, live.get(5), live.get(6));
    for (int toCome = 0; toCome < 3; toCome++) {
      assertThat(exclusion.choose(live, busy, NONE, toCome))
          .contains(live.get(5), live.get(6)).doesNotContain(own);
    }
    assertThat(exclusion.choose(Collections.emptyList(), busy, NONE, 2))
        .containsExactlyInAnyOrder(live.get(5), live.get(6));
    List<DatanodeInfo> three = threeRacks(2, 3, 3);
    TargetExclusion elsewhere = new TargetExclusion(3,
        new OwnDatanodes(three.get(1)::equals, Collections.emptySet()));
    elsewhere.noteChosen(new DatanodeInfo[] {three.get(0)});
    assertThat(elsewhere.choose(three, set(three.get(0)), NONE, 0))
        .as("not preferred").contains(three.get(1));
  }

  @Test
  public void aWriterThatWantsNoLocalReplicaIsNotLeftItsOwnDatanode() {
    List<DatanodeInfo> live = racks(3, 2);
    TargetExclusion exclusion = new TargetExclusion(3, new OwnDatanodes(
        live.get(0)::equals, EnumSet.of(AddBlockFlag.NO_LOCAL_WRITE)));
    assertThat(exclusion.choose(live, set(live.get(1), live.get(3)), NONE, 0))
        .isNull();
  }
}
