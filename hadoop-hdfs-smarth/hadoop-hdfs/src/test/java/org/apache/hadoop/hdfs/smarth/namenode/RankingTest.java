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
package org.apache.hadoop.hdfs.smarth.namenode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Order, limping and what is left when nothing is left to choose. */
public class RankingTest {
  private static final List<String> NONE = Collections.emptyList();

  private static List<String> limping(double fraction, double... rates) {
    Ranking ranking = Rates.ranking(rates);
    return Rates.order(ranking)
        .subList(ranking.limpingFrom(fraction), ranking.size());
  }

  private static Candidates first(Ranking ranking, List<String> excluded,
      int pipelines, int inService) {
    return first(ranking, excluded, pipelines, inService, 1);
  }

  private static Candidates first(Ranking ranking, List<String> excluded,
      int pipelines, int inService, double fastFraction) {
    return Rates.chooser(fastFraction, new Random(1)).chooseFirst(
        Rates.client(ranking, true, false), excluded, pipelines, inService);
  }

  @Test(timeout = 60_000)
  public void theFastestComesFirstAndEqualsByName() {
    Ranking ranking = Rates.ranking(20, 50, 10, 50);
    assertThat(Rates.order(ranking)).containsExactly("d1", "d3", "d0", "d2");
    assertThat(ranking.rankOf("d2")).isEqualTo(3);
    assertThat(ranking.rankOf("d9")).isNegative();
  }

  @Test(timeout = 60_000)
  public void oneRateIsReplacedAsIfAllWereSortedAnew() {
    Random random = new Random(3);
    Map<String, PeerRate> rates = new HashMap<>();
    Ranking ranking = Ranking.of(rates.values(), rates::get);
    for (int i = 0; i < 1000; i++) {
      PeerRate rate = new PeerRate("d" + random.nextInt(40),
          1 + random.nextInt(30), random.nextInt(100));
      ranking = ranking.replace(rates.put(rate.getPeer(), rate), rate);
      Ranking sorted = Ranking.of(rates.values());
      assertThat(Rates.order(ranking)).isEqualTo(Rates.order(sorted));
      assertThat(ranking.getOldest())
          .isLessThanOrEqualTo(sorted.getOldest());
      assertThat(ranking.peerAt(ranking.rankOf(rate.getPeer())))
          .isEqualTo(rate.getPeer());
    }
  }

  @Test(timeout = 60_000)
  public void withoutARateTheOthersKeepTheirOrder() {
    Ranking ranking = Rates.ranking(20, 50, 10, 50);
    PeerRate d3 = new PeerRate("d3", Rates.bytes(50), 0);
    assertThat(ranking.without(d3)).isSameAs(ranking);
    assertThat(ranking.without(null)).isSameAs(ranking);
    Map<String, PeerRate> rates = new HashMap<>();
    rates.put("d3", d3);
    rates.put("d0", new PeerRate("d0", 7, 0));
    Ranking other = Ranking.of(rates.values(), rates::get);
    assertThat(Rates.order(other.without(d3))).containsExactly("d0");
    assertThat(Rates.order(other.without(rates.get("d0"))))
        .containsExactly("d3");
  }

  @Test(timeout = 60_000)
  public void belowTheFractionOfTheMedianADatanodeLimps() {
    assertThat(limping(0.3, 47, 47, 6.2, 47, 47)).containsExactly("d2");
    assertThat(limping(0.3, 10, 10, 3)).isEmpty();
    assertThat(limping(0.3, 10, 10, 2.9)).containsExactly("d2");
    // The median of four is between the middle two.
    assertThat(limping(0.5, 40, 30, 10, 9.9)).containsExactly("d3");
    assertThat(limping(1, 4, 3, 2, 1)).containsExactly("d2", "d3");
  }

  @Test(timeout = 60_000)
  public void thePapersSlowNodesLimpByTheDefaultAndItsSlowerOnesDoNot() {
    double fraction = PlacementConf.LIMPING_FRACTION_DEFAULT;
    for (double fast : new double[] {216, 376}) {
      assertThat(limping(fraction, fast, fast, fast, 50))
          .containsExactly("d3");
      assertThat(limping(fraction, fast, fast, fast, 150)).isEmpty();
    }
  }

  @Test(timeout = 60_000)
  public void noneLimpsWithFewerThanThreeRecordsOrAFractionOfZero() {
    assertThat(limping(0.3, 100, 1)).isEmpty();
    assertThat(limping(0, 100, 100, 100, 0.001)).isEmpty();
    assertThat(limping(0.3)).isEmpty();
  }

  @Test(timeout = 60_000)
  public void whereMostAreSlowTheSlowDoNotLimpAndTheFastAreTheTop() {
    Ranking ranking = Rates.ranking(6, 47, 6, 47, 6, 47, 6, 47, 6);
    assertThat(ranking.limpingFrom(0.3)).isEqualTo(9);
    assertThat(Rates.draw(first(ranking, NONE, 3, 9)))
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
    assertThat(Rates.draw(
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
    assertThat(Rates.draw(candidates)).containsExactlyInAnyOrder("d3", "d4");
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
    assertThat(Rates.draw(candidates)).hasSize(1).doesNotContain("d3", "d4");
    candidates.replaceLast();
    assertThat(candidates.next()).isEqualTo("d3");
  }

  @Test(timeout = 60_000)
  public void laterHopsAreLeftToStockWhileFewAreKnownOrNoneIsLeft() {
    DatanodeChooser chooser = Rates.chooser(1, new Random(1));
    for (int i = 0; i < 100; i++) {
      assertThat(chooser.chooseNext(Rates.descending(2), NONE, 3).isEmpty())
          .isTrue();
      assertThat(chooser.chooseNext(Rates.ranking(47, 46, 45, 5),
          Arrays.asList("d0", "d1", "d2"), 3).isEmpty()).isTrue();
    }
  }
}
