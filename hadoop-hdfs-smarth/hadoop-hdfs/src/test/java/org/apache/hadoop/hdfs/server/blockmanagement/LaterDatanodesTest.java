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
package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.Arrays;
import java.util.List;

import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementConf;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The second and third datanode are chosen by the speed of their hops. */
public class LaterDatanodesTest extends PlacementTestBase {
  @Test(timeout = 60_000)
  public void theSecondAndThirdAreMostlyOnTheFastHopsThatTheRackRuleAllows()
      throws Exception {
    PlacementCluster.Request request = twoRacks();
    // Those on the first one's own rack are faster, and not asked for.
    cluster().datanodeKnows(1, 99, 0, 98, 97, 96, 40, 30, 45, 29);
    for (int second = 5; second < 9; second++) {
      double[] rates = {99, 99, 99, 99, 99, 40, 39, 10, 9};
      rates[second] = 0;
      cluster().datanodeKnows(second, rates);
    }
    int[] seconds = new int[9];
    int[] thirds = new int[9];
    for (int i = 0; i < 3000; i++) {
      List<Integer> chosen = request.choose();
      assertThat(chosen).hasSize(3);
      if (chosen.get(0) == 1) {
        seconds[chosen.get(1)]++;
        thirds[chosen.get(2)]++;
      }
    }
    double all = Arrays.stream(seconds).sum();
    assertThat(all).isBetween(900.0, 1100.0);
    // Of four known hops the faster two, but for the fifth left to chance.
    assertThat(seconds[5] / all).isBetween(0.4, 0.5);
    assertThat(seconds[7] / all).isBetween(0.4, 0.5);
    assertThat((seconds[6] + seconds[8]) / all).isBetween(0.07, 0.13);
    // Never among the faster two that are left.
    assertThat(thirds[8] / all).isBetween(0.03, 0.1);
  }

  @Test(timeout = 60_000)
  public void onOneRackLaterHopsAreFastToo() throws Exception {
    start(new PlacementCluster(conf(), "/a", "/a", "/a", "/a", "/a", "/a"));
    cluster().clientKnows(49, 48, 47, 46, 45, 44);
    cluster().datanodeKnows(0, 0, 40, 41, 20, 19, 5);
    int fast = 0;
    int all = 0;
    for (int i = 0; i < 3000; i++) {
      List<Integer> chosen = cluster().request().choose();
      if (chosen.get(0) == 0) {
        all++;
        fast += chosen.get(1) <= 2 ? 1 : 0;
      }
    }
    // The limping one is left out, and n is 2: 0.8, and 2 of 5 of the rest.
    assertThat(all).isBetween(1400, 1600);
    assertThat(fast / (double) all).isBetween(0.84, 0.92);
  }

  @Test(timeout = 60_000)
  public void inPaperModeLaterHopsAreLeftToChance() throws Exception {
    conf().setBoolean(PlacementConf.LATER_HOPS_KEY, false);
    PlacementCluster.Request request = twoRacks();
    cluster().datanodeKnows(1, 0, 0, 0, 0, 0, 40, 30, 45, 5);
    request.firsts(MANY);
    assertThat(cluster().count("LaterBySpeed")).isZero();
    assertThat(cluster().count("FirstBySpeed")).isEqualTo(MANY);
  }

  @Test(timeout = 60_000)
  public void aFastHopToAFullOrBusyDatanodeIsNotTaken() throws Exception {
    PlacementCluster.Request request = twoRacks();
    for (int first : new int[] {1, 5, 7}) {
      cluster().datanodeKnows(first, 40, 0, 45, 30, 5, 0, 30, 0, 5);
    }
    cluster().room(2, PlacementCluster.BLOCK / 2);
    cluster().load(6, 100);
    for (int i = 0; i < MANY; i++) {
      assertThat(request.choose()).doesNotContain(2, 6)
          .doesNotHaveDuplicates().hasSize(3);
    }
  }

  @Test(timeout = 60_000)
  public void aFastHopToADatanodeThatIsGoneOrHasMovedIsNotTaken()
      throws Exception {
    PlacementCluster.Request request = twoRacks();
    for (int first : new int[] {1, 5, 7}) {
      cluster().datanodeKnows(first, 40, 0, 45, 30, 5, 0, 30, 0, 5);
    }
    cluster().remove(2);
    cluster().remove(6);
    cluster().node(6).setNetworkLocation("/a");
    cluster().restore(6);
    for (int i = 0; i < MANY; i++) {
      List<Integer> chosen = request.choose();
      assertThat(chosen).doesNotContain(2).hasSize(3);
      assertThat(cluster().rackOf(chosen.get(1)))
          .isNotEqualTo(cluster().rackOf(chosen.get(0)))
          .isEqualTo(cluster().rackOf(chosen.get(2)));
    }
  }
}
