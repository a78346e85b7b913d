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

import java.util.List;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import org.smarth.hadoop.benchmarks.harness.Links;
import org.smarth.hadoop.benchmarks.harness.Metrics;
import org.smarth.hadoop.benchmarks.harness.Racks;
import org.smarth.hadoop.benchmarks.harness.Rate;

public class ResultsTest {
  private static final Setup SETUP = new Setup(new Work.Upload(),
      Links.uniform(new Racks(9, 0), new Rate(376), new Rate(50)), 1 << 30, 1 << 26, 3, 0);
  private static final Point POINT = Point.of("50", SETUP, "seconds");

  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  @Test
  public void runsOfOnePairAreComparedAndThoseWithoutAPartnerAreNot() {
    Results results = new Results(List.of(Outcomes.seconds(SETUP, Contender.SMARTH, 2, 40),
        Outcomes.seconds(SETUP, Contender.STOCK, 1, 90),
        Outcomes.seconds(SETUP, Contender.SMARTH, 1, 30),
        Outcomes.seconds(SETUP, Contender.STOCK, 2, 100),
        Outcomes.seconds(SETUP, Contender.STOCK, 3, 1)));
    Ratio ratio = results.stockTo(Contender.SMARTH, POINT).orElseThrow();
    assertThat(ratio.pairs()).isEqualTo(2);
    assertThat(ratio.median()).isEqualTo((3 + 2.5) / 2);
    assertThat(results.values(POINT, Contender.SMARTH)).containsExactly(30, 40);
    assertThat(results.median(POINT, Contender.STOCK)).hasValue(90);
  }

  @Test
  public void aMetricThatARunLacksIsNoValue() {
    Results results = new Results(List.of(
        Outcomes.of(SETUP, Contender.STOCK, 1, new Metrics().put("avoidedAfter", 4), 48),
        Outcomes.of(SETUP, Contender.SMARTH, 1, new Metrics(), 48)));
    Point point = Point.of("avoided after", SETUP, "avoidedAfter");
    assertThat(results.values(point, Contender.SMARTH)).isEmpty();
    assertThat(results.median(point, Contender.SMARTH)).isEmpty();
    assertThat(results.stockTo(Contender.SMARTH, point)).isEmpty();
  }

  @Test
  public void contendersStandInTheirOrder() {
    Results results = new Results(List.of(Outcomes.seconds(SETUP, Contender.SETREP, 1, 40),
        Outcomes.seconds(SETUP, Contender.SMARTH, 1, 40),
        Outcomes.seconds(SETUP, Contender.STOCK, 1, 40)));
    assertThat(results.contenders())
        .containsExactly(Contender.STOCK, Contender.SMARTH, Contender.SETREP);
  }
}
