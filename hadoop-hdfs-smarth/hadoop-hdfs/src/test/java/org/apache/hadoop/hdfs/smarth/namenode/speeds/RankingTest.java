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

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementConf;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Order, and who limps. */
public class RankingTest {
  private static List<String> limping(double fraction, double... rates) {
    Ranking ranking = Rates.ranking(rates);
    return Rates.order(ranking)
        .subList(ranking.limpingFrom(fraction), ranking.size());
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
}
