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

package org.smarth.hadoop.conformance.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.Test;

public class ComparisonTest {
  private static final String CLASS = "org.example.TestIt";

  @Test
  public void whatFailsHereAndPassesOnStockIsADifferenceWithItsReason() {
    ClassResult ours = new ClassResult(CLASS, new TreeMap<>(Map.of("a", Outcome.FAILED)),
        new TreeMap<>(Map.of("a", "because")), 1);

    assertThat(Comparison.of(result(Map.of("a", Outcome.PASSED)), ours))
        .containsExactly(new Difference(CLASS, "a", "passed on stock, failed here: because"));
  }

  @Test
  public void whatFailsOnBothIsTheSame() {
    same(Outcome.FAILED, Outcome.FAILED);
  }

  @Test
  public void whatFailsOnStockAloneIsNoDifference() {
    same(Outcome.FAILED, Outcome.PASSED);
    assertThat(Comparison.of(result(Map.of("a", Outcome.FAILED)), result(Map.of()))).isEmpty();
  }

  @Test
  public void aSecondTryCountsOnBothSides() {
    same(Outcome.PASSED, Outcome.PASSED_ALONE);
    same(Outcome.PASSED_ALONE, Outcome.PASSED);
    differs(Outcome.PASSED_ALONE, Outcome.FAILED);
  }

  @Test
  public void whatPassesOnStockMayNotBeSkippedHere() {
    differs(Outcome.PASSED, Outcome.SKIPPED);
    same(Outcome.SKIPPED, Outcome.SKIPPED);
    same(Outcome.SKIPPED, Outcome.PASSED);
    differs(Outcome.SKIPPED, Outcome.FAILED);
  }

  @Test
  public void aMethodThatIsMissingHereOrOnStockIsADifference() {
    ClassResult one = result(Map.of("a", Outcome.PASSED));
    ClassResult two = result(Map.of("a", Outcome.PASSED, "b", Outcome.PASSED));

    assertThat(Comparison.of(two, one)).extracting(Difference::key)
        .containsExactly(CLASS + "#b");
    assertThat(Comparison.of(one, two)).extracting(Difference::key)
        .containsExactly(CLASS + "#b");
  }

  @Test
  public void aClassWithoutAStockResultIsADifference() {
    assertThat(Comparison.of(null, result(Map.of("a", Outcome.PASSED)))).hasSize(1);
  }

  @Test
  public void aJvmThatEndedEarlyIsADifferenceUnlessStocksDidToo() {
    ClassResult crashed = result(Map.of(ClassResult.JVM, Outcome.FAILED));

    assertThat(Comparison.of(result(Map.of("a", Outcome.PASSED)), crashed))
        .extracting(Difference::method).containsExactly(ClassResult.JVM, "a");
    assertThat(Comparison.of(crashed, crashed)).isEmpty();
  }

  private static void same(Outcome stock, Outcome ours) {
    assertThat(compare(stock, ours)).as(stock + " and " + ours).isEmpty();
  }

  private static void differs(Outcome stock, Outcome ours) {
    assertThat(compare(stock, ours)).as(stock + " and " + ours).hasSize(1);
  }

  private static List<Difference> compare(Outcome stock, Outcome ours) {
    return Comparison.of(result(Map.of("a", stock)), result(Map.of("a", ours)));
  }

  private static ClassResult result(Map<String, Outcome> methods) {
    return new ClassResult(CLASS, methods);
  }
}
