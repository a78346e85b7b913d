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

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

import org.apache.commons.math3.stat.inference.ChiSquareTest;
import org.apache.hadoop.hdfs.smarth.namenode.placement.DatanodeChooser.ClientView;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementMetrics.Fallback;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.Ranking;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.Rates;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How often what is chosen, by a chi-square test of many choices with one seed:
 * the hypothesis is that it is chosen as often as the algorithm says, and the
 * test fails if counts this far from it or farther have a probability below
 * {@link #IMPROBABLE}.
 */
public class ChanceTest {
  private static final double IMPROBABLE = 0.001;
  private static final int CHOICES = 30_000;
  private static final Collection<String> NONE = Collections.emptyList();

  private final Random random = new Random(20_141_123);

  /** Counts nothing as fast as the n-th, as most rates here are close. */
  private final DatanodeChooser chooser = Choices.chooser(1, random);

  /** @param expected by what is chosen its probability, of 1 in all. */
  private static void assertChosen(Supplier<String> choice,
      TreeMap<String, Double> expected) {
    TreeMap<String, Long> counts = new TreeMap<>();
    expected.keySet().forEach(key -> counts.put(key, 0L));
    for (int i = 0; i < CHOICES; i++) {
      String chosen = choice.get();
      assertThat(expected).containsKey(chosen);
      counts.merge(chosen, 1L, Long::sum);
    }
    double[] expectedCounts = expected.values().stream()
        .mapToDouble(share -> share * CHOICES).toArray();
    long[] actual = counts.values().stream().mapToLong(n -> n).toArray();
    assertThat(new ChiSquareTest().chiSquareTest(expectedCounts, actual))
        .as("probability of %s for %s", counts, expected)
        .isGreaterThan(IMPROBABLE);
  }

  private static TreeMap<String, Double> shares(Object... pairs) {
    TreeMap<String, Double> shares = new TreeMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      shares.put((String) pairs[i], (Double) pairs[i + 1]);
    }
    return shares;
  }

  /** A client that tries others by itself. */
  private static ClientView itself(Ranking ranking) {
    return Choices.client(ranking, true, false);
  }

  /** A client that does not. */
  private static ClientView stock(Ranking ranking) {
    return Choices.client(ranking, false, false);
  }

  private static String named(Candidates candidates) {
    return candidates.isEmpty() ? candidates.getFallback().name()
        : candidates.next();
  }

  private static String hop(Candidates candidates) {
    return candidates.isEmpty() ? "stock" : candidates.next();
  }

  @Test(timeout = 60_000)
  public void theFirstIsAnyOfTheTopNUniformly() {
    Ranking ranking = Rates.descending(9);
    assertChosen(
        () -> named(chooser.chooseFirst(itself(ranking), NONE, 3, 9)),
        shares("d0", 1 / 3.0, "d1", 1 / 3.0, "d2", 1 / 3.0));
  }

  @Test(timeout = 60_000)
  public void theFirstIsAnyOfTheTopNOfWhatIsNotExcludedUniformly() {
    Ranking ranking = Rates.descending(9);
    List<String> excluded = Arrays.asList("d1", "d4", "d0");
    assertChosen(
        () -> named(chooser.chooseFirst(itself(ranking), excluded, 3, 9)),
        shares("d2", 1 / 3.0, "d3", 1 / 3.0, "d5", 1 / 3.0));
  }

  @Test(timeout = 60_000)
  public void whatIsAsFastAsTheNthIsOneOfTheTopN() {
    Ranking ranking = Rates.ranking(50, 48, 46, 44, 38, 36, 20);
    List<String> excluded = Arrays.asList("d1", "d4", "x");
    DatanodeChooser fast = Choices.chooser(0.8, random);
    // 36 is less than 0.8 of 46, the second of those not excluded.
    assertChosen(() -> named(fast.chooseFirst(itself(ranking), excluded, 2, 8)),
        shares("d0", 1 / 3.0, "d2", 1 / 3.0, "d3", 1 / 3.0));
  }

  @Test(timeout = 60_000)
  public void anyOfSeveralThatLimpIsTriedAgainWhenItIsTime() {
    Ranking ranking = Rates.ranking(50, 6, 48, 47, 46, 5, 7);
    ClientView client = Choices.client(ranking, true, true);
    assertChosen(() -> named(
        chooser.chooseFirst(client, Arrays.asList("d6", "d0"), 3, 7)),
        shares("d1", 1 / 3.0, "d5", 1 / 3.0, "d2", 1 / 9.0, "d3", 1 / 9.0,
            "d4", 1 / 9.0));
  }

  @Test(timeout = 60_000)
  public void whenTheFirstDrawnIsRefusedTheNextIsAnyOfTheOthersUniformly() {
    Ranking ranking = Rates.descending(12);
    assertChosen(() -> {
      Candidates fastest =
          chooser.chooseFirst(itself(ranking), NONE, 4, 12);
      fastest.next();
      return fastest.next();
    }, shares("d0", 0.25, "d1", 0.25, "d2", 0.25, "d3", 0.25));
  }

  @Test(timeout = 60_000)
  public void datanodesWithoutRecordHaveThePlacesThatAreLeft() {
    Ranking ranking = Rates.descending(2);
    assertChosen(
        () -> named(chooser.chooseFirst(itself(ranking), NONE, 5, 15)),
        shares("d0", 0.2, "d1", 0.2, Fallback.UNKNOWN_DATANODE.name(), 0.6));
  }

  @Test(timeout = 60_000)
  public void soTheyHaveThoseOfExcludedAndLimpingOnes() {
    Ranking ranking = Rates.ranking(47, 46, 45, 44, 5);
    List<String> excluded = Arrays.asList("d0", "x");
    assertChosen(
        () -> named(chooser.chooseFirst(itself(ranking), excluded, 10, 30)),
        shares("d1", 0.1, "d2", 0.1, "d3", 0.1,
            Fallback.UNKNOWN_DATANODE.name(), 0.7));
    // One of seven is without record.
    assertChosen(
        () -> named(chooser.chooseFirst(itself(ranking), excluded, 4, 7)),
        shares("d1", 0.25, "d2", 0.25, "d3", 0.25,
            Fallback.UNKNOWN_DATANODE.name(), 0.25));
  }

  @Test(timeout = 60_000)
  public void aClientThatDoesNotTryOthersItselfHasAFifthOfItsBlocksTryThem() {
    Ranking ranking = Rates.descending(9);
    assertChosen(
        () -> named(chooser.chooseFirst(stock(ranking), NONE, 2, 9)),
        shares("d0", 0.4, "d1", 0.4, Fallback.EXPLORATION.name(), 0.2));
  }

  @Test(timeout = 60_000)
  public void aLimpingDatanodeIsNeverFirstEvenIfItIsAmongTheTopN() {
    Ranking ranking = Rates.ranking(47, 6, 46, 45);
    assertChosen(
        () -> named(chooser.chooseFirst(itself(ranking), NONE, 4, 4)),
        shares("d0", 1 / 3.0, "d2", 1 / 3.0, "d3", 1 / 3.0));
  }

  @Test(timeout = 60_000)
  public void aLaterHopIsAnyOfTheFastHalfUniformlyAndStocksForAFifth() {
    Ranking ranking = Rates.descending(8);
    assertChosen(() -> hop(chooser.chooseNext(ranking, NONE, 10)),
        shares("d0", 0.2, "d1", 0.2, "d2", 0.2, "d3", 0.2, "stock", 0.2));
  }

  @Test(timeout = 60_000)
  public void aLaterHopIsAnyOfTheTopNUniformlyIfTheHalfIsMore() {
    Ranking ranking = Rates.descending(8);
    assertChosen(() -> hop(chooser.chooseNext(ranking, Arrays.asList("d0", "x"), 2)),
        shares("d1", 0.4, "d2", 0.4, "stock", 0.2));
  }

  @Test(timeout = 60_000)
  public void aBusyDatanodeGivesItsTurnToALessBusyOneWithALargerShare() {
    Ranking ranking = Rates.ranking(90, 80, 60, 50, 40);
    // With one block more: 30, 40, 30, 25 and 40 for each.
    ToIntFunction<String> writes = datanode ->
        new int[] {2, 1, 1, 1, 0}[datanode.charAt(1) - '0'];
    // Of one from the fastest, and any three of all, the largest share.
    assertChosen(() -> {
      Candidates fastest = chooser.chooseFirst(itself(ranking), NONE, 1, 5);
      fastest.compareWrites(writes);
      return named(fastest);
    }, shares("d0", Math.pow(3 / 5.0, 3), "d1", (1 - Math.pow(3 / 5.0, 3)) / 2,
        "d4", (1 - Math.pow(3 / 5.0, 3)) / 2));
  }

  @Test(timeout = 60_000)
  public void equallyBusyDatanodesAreChosenByRateAlone() {
    Ranking ranking = Rates.descending(9);
    assertChosen(() -> {
      Candidates fastest = chooser.chooseFirst(itself(ranking), NONE, 3, 9);
      fastest.compareWrites(datanode -> 5);
      return named(fastest);
    }, shares("d0", 1 / 3.0, "d1", 1 / 3.0, "d2", 1 / 3.0));
  }

  @Test(timeout = 60_000)
  public void theTestNoticesASmallDeviation() {
    assertThat(new ChiSquareTest().chiSquareTest(
        new double[] {CHOICES / 2.0, CHOICES / 2.0},
        new long[] {Math.round(CHOICES * 0.51), Math.round(CHOICES * 0.49)}))
        .isLessThan(IMPROBABLE);
  }
}
