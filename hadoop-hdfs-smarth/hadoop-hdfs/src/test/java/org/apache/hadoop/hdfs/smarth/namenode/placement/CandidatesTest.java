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
package org.apache.hadoop.hdfs.smarth.namenode.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementMetrics.Fallback;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.Ranking;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.Rates;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Who is left to choose, and what is done when nobody is. */
public class CandidatesTest {
  private static final List<String> NONE = Collections.emptyList();

  private static Candidates first(Ranking ranking, List<String> excluded,
      int pipelines, int inService) {
    return first(ranking, excluded, pipelines, inService, 1);
  }

  private static Candidates first(Ranking ranking, List<String> excluded,
      int pipelines, int inService, double fastFraction) {
    return Choices.chooser(fastFraction, new Random(1)).chooseFirst(
        Choices.client(ranking, true, false), excluded, pipelines, inService);
  }

  @Test(timeout = 60_000)
  public void whereMostAreSlowTheSlowDoNotLimpAndTheFastAreTheTop() {
    Ranking ranking = Rates.ranking(6, 47, 6, 47, 6, 47, 6, 47, 6);
    assertThat(ranking.limpingFrom(0.3)).isEqualTo(9);
    assertThat(Choices.draw(first(ranking, NONE, 3, 9)))
        .hasSize(3).isSubsetOf("d1", "d3", "d5", "d7");
  }

  @Test(timeout = 60_000)
  public void ifAllAreExcludedOrLimpStockChooses() {
    Ranking ranking = Rates.ranking(47, 46, 45, 5);
    Candidates none =
        first(ranking, Arrays.asList("d0", "d1", "d2"), 4, 4);
    assertThat(none.isEmpty()).isTrue();
    assertThat(none.getFallback()).isEqualTo(Fallback.NO_CANDIDATE);
  }

  @Test(timeout = 60_000)
  public void excludedDatanodesWithoutRecordLeaveNoPlaceToOthers() {
    // Four in service: d0, and three without record, which are excluded.
    assertThat(Choices.draw(
        first(Rates.ranking(47), Arrays.asList("x", "y", "z"), 3, 4)))
        .containsExactly("d0");
  }

  @Test(timeout = 60_000)
  public void whatIsNoCandidateAfterAllIsReplacedByTheNextInRank() {
    Candidates candidates =
        first(Rates.descending(5), Arrays.asList("d2"), 2, 5);
    candidates.next();
    candidates.replaceLast();
    candidates.next();
    candidates.replaceLast();
    assertThat(Choices.draw(candidates)).containsExactlyInAnyOrder("d3", "d4");
    candidates.replaceLast();
    assertThat(candidates.next()).isNull();
  }

  @Test(timeout = 60_000)
  public void noneIsDrawnTwiceWhereBusyOnesGiveWay() {
    for (int i = 0; i < 100; i++) {
      Candidates candidates = first(Rates.descending(9), NONE, 3, 9);
      candidates.compareWrites(datanode -> datanode.charAt(1) < '6' ? 9 : 0);
      List<String> drawn = new ArrayList<>();
      for (String next = candidates.next(); next != null;
          next = candidates.next()) {
        drawn.add(next);
        if (i % 2 == 0) {
          candidates.replaceLast();
        }
      }
      assertThat(drawn).contains("d0", "d1", "d2").doesNotHaveDuplicates();
      if (i % 2 == 0) {
        assertThat(drawn).hasSize(9);
      }
    }
  }

  @Test(timeout = 60_000)
  public void whatIsAsFastTakesThePlaceBeforeWhatIsSlower() {
    Candidates candidates =
        first(Rates.ranking(50, 49, 48, 20, 19), NONE, 1, 5, 0.8);
    candidates.next();
    candidates.replaceLast();
    candidates.next();
    candidates.replaceLast();
    assertThat(Choices.draw(candidates)).hasSize(1).doesNotContain("d3", "d4");
    candidates.replaceLast();
    assertThat(candidates.next()).isEqualTo("d3");
  }

  @Test(timeout = 60_000)
  public void laterHopsAreLeftToStockWhileFewAreKnownOrNoneIsLeft() {
    DatanodeChooser chooser = Choices.chooser(1, new Random(1));
    for (int i = 0; i < 100; i++) {
      assertThat(chooser.chooseNext(Rates.descending(2), NONE, 3).isEmpty())
          .isTrue();
      assertThat(chooser.chooseNext(Rates.ranking(47, 46, 45, 5),
          Arrays.asList("d0", "d1", "d2"), 3).isEmpty()).isTrue();
    }
  }
}
