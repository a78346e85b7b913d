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

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.random.RandomGenerator;
import org.apache.commons.math3.random.Well19937c;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import org.smarth.hadoop.benchmarks.harness.Metrics;

public class SequentialRuleTest {
  private static final SequentialRule ONE = new SequentialRule(1);
  private static final Scenario LOCAL =
      new Scenarios(Scale.full(Scale.DEFAULT_BYTES, Scale.DEFAULT_BLOCK_BYTES))
          .of(List.of("everyday")).get(0).only(Set.of("local"));

  @Rule
  public final Timeout timeout = Timeout.seconds(120);

  /** Pairs whose ratios' logarithms vary normally. */
  private static List<double[]> pairs(RandomGenerator random, int count, double ratio,
      double deviation) {
    NormalDistribution logs = new NormalDistribution(random, Math.log(ratio), deviation,
        NormalDistribution.DEFAULT_INVERSE_ABSOLUTE_ACCURACY);
    List<double[]> pairs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      pairs.add(new double[] {10 * Math.exp(logs.sample()), 10});
    }
    return pairs;
  }

  /** Pairs whose ratios stand on both sides of one by turns. */
  private static List<double[]> pairs(int count, double ratio, double factor) {
    List<double[]> pairs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      pairs.add(new double[] {i % 2 == 0 ? ratio * factor : ratio / factor, 1});
    }
    return pairs;
  }

  private static double share(Verdict verdict, SequentialRule rule, double ratio,
      double deviation, int runs) {
    RandomGenerator random = new Well19937c(40);
    int hits = 0;
    for (int i = 0; i < runs; i++) {
      hits += rule.judge(true, pairs(random, 60, ratio, deviation)).verdict() == verdict ? 1 : 0;
    }
    return (double) hits / runs;
  }

  @Test
  public void withoutADifferenceFewRunsFindOne() {
    for (double deviation : new double[] {0.03, 0.1, 0.4}) {
      assertThat(share(Verdict.WORSE, ONE, 1, deviation, 2000)
          + share(Verdict.BETTER, ONE, 1, deviation, 2000)).isLessThan(0.05);
    }
  }

  @Test
  public void aDifferenceAsLargeAsTheBandIsSeldomCalledTheSame() {
    for (double deviation : new double[] {0.01, 0.05, 0.1}) {
      for (double ratio : new double[] {SequentialRule.SAME_FROM, SequentialRule.SAME_TO}) {
        assertThat(share(Verdict.SAME, ONE, ratio, deviation, 2000)).isLessThan(0.05);
      }
    }
  }

  @Test
  public void anyOfTwentyLinesIsSeldomWrongInAWholeRun() {
    SequentialRule rule = new SequentialRule(20);
    RandomGenerator random = new Well19937c(41);
    int wrong = 0;
    int runs = 300;
    for (int i = 0; i < runs; i++) {
      boolean any = false;
      for (int line = 0; line < 20; line++) {
        Verdict verdict = rule.judge(true, pairs(random, 60, 1, 0.2)).verdict();
        any |= verdict == Verdict.WORSE || verdict == Verdict.BETTER;
      }
      wrong += any ? 1 : 0;
    }
    assertThat((double) wrong / runs).isLessThan(0.05);
  }

  @Test
  public void sixtyPairsTellTheSameFromTenPercentWorse() {
    assertThat(share(Verdict.SAME, new SequentialRule(20), 1, 0.07, 500)).isGreaterThan(0.9);
    assertThat(share(Verdict.WORSE, new SequentialRule(20), 1.1, 0.1, 500)).isGreaterThan(0.9);
    assertThat(share(Verdict.BETTER, new SequentialRule(20), 0.9, 0.1, 500)).isGreaterThan(0.9);
  }

  @Test
  public void aClearLineEndsAtTheFirstLookWhateverComesLater() {
    List<double[]> pairs = pairs(5, 1, 1.001);
    pairs.addAll(pairs(55, 3, 1.5));
    SequentialRule.Judgement judged = ONE.judge(true, pairs);
    assertThat(judged.verdict()).isEqualTo(Verdict.SAME);
    assertThat(judged.pairs()).isEqualTo(5);
    assertThat(judged.isFinal()).isTrue();
    assertThat(judged).hasToString("the same after 5 pairs (0.998 to 1.002)");
  }

  @Test
  public void nothingIsDecidedBetweenTwoLooks() {
    List<double[]> pairs = pairs(5, 1, 2);
    pairs.addAll(pairs(4, 1, 1.0001));
    assertThat(ONE.judge(true, pairs.subList(0, 4))).hasToString("undecided after 4 pairs");
    assertThat(ONE.judge(true, pairs).verdict()).isEqualTo(Verdict.UNDECIDED);
    assertThat(ONE.judge(true, pairs).isFinal()).isFalse();
  }

  @Test
  public void whatVariesTooMuchIsUndecidedAfterTheLastLook() {
    SequentialRule.Judgement judged = ONE.judge(true, pairs(60, 1, 2));
    assertThat(judged.verdict()).isEqualTo(Verdict.UNDECIDED);
    assertThat(judged.pairs()).isEqualTo(60);
    assertThat(judged.isFinal()).isTrue();
    assertThat(ONE.judge(true, pairs(59, 1, 2)).isFinal()).isFalse();
    assertThat(ONE.judge(true, pairs(99, 1, 2)).pairs()).isEqualTo(60);
  }

  @Test
  public void theBandBelongsToTheSame() {
    assertThat(SequentialRule.of(true, new Ratio(1, 0.95, 1.05, 5))).isEqualTo(Verdict.SAME);
    assertThat(SequentialRule.of(true, new Ratio(1.02, 1.01, 1.04, 5))).isEqualTo(Verdict.SAME);
    assertThat(SequentialRule.of(true, new Ratio(1.03, 1.01, 1.051, 5))).isEqualTo(Verdict.WORSE);
    assertThat(SequentialRule.of(true, new Ratio(0.97, 0.949, 0.99, 5))).isEqualTo(Verdict.BETTER);
    assertThat(SequentialRule.of(true, new Ratio(1.03, 1, 1.06, 5))).isEqualTo(Verdict.UNDECIDED);
    assertThat(SequentialRule.of(true, new Ratio(0.97, 0.94, 1, 5))).isEqualTo(Verdict.UNDECIDED);
  }

  @Test
  public void moreOfARateIsBetter() {
    assertThat(SequentialRule.of(false, new Ratio(1.2, 1.1, 1.3, 5))).isEqualTo(Verdict.BETTER);
    assertThat(SequentialRule.of(false, new Ratio(0.8, 0.7, 0.9, 5))).isEqualTo(Verdict.WORSE);
  }

  @Test
  public void looksAndLinesShareTheErrorsThatAreAllowed() {
    SequentialRule rule = new SequentialRule(4);
    assertThat(rule.confidence()).isEqualTo(1 - 0.05 / 20, within(1e-12));
    Ratio ratio = rule.judge(true, pairs(5, 1, 2)).ratio().orElseThrow();
    double half = new TDistribution(4).inverseCumulativeProbability(1 - 0.05 / 40)
        * Math.log(2) * Math.sqrt(1.2 / 5);
    double mean = Math.log(2) / 5;
    assertThat(Math.log(ratio.high() / ratio.low()) / 2).isEqualTo(half, within(1e-6));
    assertThat(Math.sqrt(ratio.high() * ratio.low())).isEqualTo(Math.exp(mean), within(1e-9));
    assertThatThrownBy(() -> new SequentialRule(0)).hasMessage("lines: 0 is less than 1");
  }

  @Test
  public void linesAreTheFiguresOfAllContendersButExactOnes() {
    assertThat(SequentialRule.of(LOCAL, List.of(Contender.STOCK, Contender.SMARTH)).lines())
        .isEqualTo(2);
    assertThat(SequentialRule
        .of(LOCAL, List.of(Contender.STOCK, Contender.SMARTH, Contender.SMARTH_AUTO,
            Contender.SETREP)).lines()).isEqualTo(4);
  }

  @Test
  public void theTextNamesLooksLevelAndBand() {
    assertThat(new SequentialRule(2).toString()).contains("5, 10, 20, 40, 60 pairs", "99.5000%",
        "5 looks and 2 lines", "0.95 to 1.05", "undecided");
  }

  @Test
  public void anExactLimitIsComparedAtTheFirstLook() {
    Point share = LOCAL.charts().get(1).points().get(0);
    List<Outcome> runs = new ArrayList<>();
    for (int pair = 1; pair <= 5; pair++) {
      if (pair == 5) {
        assertThat(ONE.judge(share, Contender.SMARTH, new Results(runs)).isFinal()).isFalse();
      }
      Metrics all = new Metrics().put("localPercent", 100);
      runs.add(Outcomes.of(share.setup(), Contender.STOCK, pair, all, 50));
      runs.add(Outcomes.of(share.setup(), Contender.SMARTH, pair, all, 50));
    }
    assertThat(ONE.judge(share, Contender.SMARTH, new Results(runs)))
        .hasToString("no worse after 5 pairs");
  }

  @Test
  public void aSetupGoesOnUntilItsLastLineHasItsVerdictAndEachIsSaidOnce() {
    Scenario local = LOCAL.judgedBy(ONE);
    Setup setup = local.setups().iterator().next();
    List<Outcome> runs = new ArrayList<>();
    List<String> said = new ArrayList<>();
    Decided decided = new Decided();
    double[] megabytes = {500, 550, 800, 500, 850};
    for (int pair = 1; pair <= 10; pair++) {
      runs.add(Outcomes.of(setup, Contender.STOCK, pair, local(4, 500), 50));
      // The time is clear at once; what NICs send only when ten pairs are there.
      runs.add(Outcomes.of(setup, Contender.SMARTH, pair,
          local(6, pair <= 5 ? megabytes[pair - 1] : 700), 50));
      assertThat(decided.isFinal(local, setup, Contender.SMARTH, new Results(runs), said::add))
          .as("pair " + pair).isEqualTo(pair == 10);
    }
    assertThat(said).containsExactly(
        "everyday: writer on a datanode, time: writer: SMARTH / stock: worse after 5 pairs "
            + "(1.500 to 1.500)",
        "everyday: writer on a datanode, blocks with a replica there: writer: SMARTH / stock: "
            + "no worse after 5 pairs",
        said.get(2));
    assertThat(said.get(2)).contains("sent by all NICs", "worse after 10 pairs");
  }

  private static Metrics local(double seconds, double megabytes) {
    return new Metrics().put("seconds", seconds).put("localPercent", 100)
        .put("sentMegabytes", megabytes);
  }
}
