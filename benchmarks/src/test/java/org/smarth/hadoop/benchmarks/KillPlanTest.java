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
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class KillPlanTest {
  private static final int NODES = 9;

  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  @Test
  public void sameSeedAndPairKillTheSameDataNodesAtTheSameShares() {
    assertThat(Killing.Plan.of(7, 3, 2, NODES)).isEqualTo(Killing.Plan.of(7, 3, 2, NODES));
  }

  @Test
  public void otherSeedsPairsAndCountsKillOthers() {
    Set<Killing.Plan> plans = new HashSet<>();
    for (int seed = 1; seed <= 5; seed++) {
      for (int pair = 1; pair <= 20; pair++) {
        plans.add(Killing.Plan.of(seed, pair, 1, NODES));
        plans.add(Killing.Plan.of(seed, pair, 2, NODES));
      }
    }
    assertThat(plans).hasSize(200);
  }

  @Test
  public void twoKillsHitTwoDataNodesTheEarlierFirst() {
    for (int pair = 1; pair <= 100; pair++) {
      Killing.Plan plan = Killing.Plan.of(1, pair, 2, NODES);
      assertThat(plan.kills()).hasSize(2);
      assertThat(plan.kills()).extracting(Killing.Plan.Kill::node).doesNotHaveDuplicates()
          .allMatch(node -> node >= 1 && node <= NODES);
      assertThat(plan.kills()).extracting(Killing.Plan.Kill::share).isSorted()
          .allMatch(share -> share >= 0 && share < 1);
    }
  }

  @Test
  public void manyPairsSpreadOverAllDataNodesAndTheWholeFile() {
    assertThat(IntStream.rangeClosed(1, 200).map(p -> Killing.Plan.of(1, p, 1, NODES).kills().get(0)
        .node()).distinct().count()).isEqualTo(NODES);
    assertThat(IntStream.rangeClosed(1, 200).mapToDouble(p -> Killing.Plan.of(1, p, 1, NODES)
        .kills().get(0).share()).average().orElseThrow()).isEqualTo(0.5, within(0.1));
  }
}
