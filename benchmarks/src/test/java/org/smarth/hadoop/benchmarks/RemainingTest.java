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

import java.util.List;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import org.smarth.hadoop.benchmarks.harness.Links;
import org.smarth.hadoop.benchmarks.harness.Racks;
import org.smarth.hadoop.benchmarks.harness.Rate;

public class RemainingTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  /** Expected to take more than {@code megabytes} seconds, most of it for the upload. */
  private static PlannedRun run(long megabytes, int pair) {
    return new PlannedRun(new Setup(new Work.Upload(),
        Links.uniform(new Racks(9, 0), new Rate(8), Rate.NONE), megabytes * 1_000_000, 1_000_000,
        3, 0), Contender.STOCK, pair);
  }

  @Test
  public void atFirstTheGuessesAreAdded() {
    PlannedRun one = run(100, 1);
    PlannedRun two = run(1000, 1);
    Remaining remaining = new Remaining(List.of(one, two));
    assertThat(remaining.seconds()).isEqualTo(one.expectedSeconds() + two.expectedSeconds());
    assertThat(remaining.seconds()).isBetween(1100.0, 1300.0);
  }

  @Test
  public void whatRunsReallyTookCorrectsTheGuesses() {
    PlannedRun one = run(100, 1);
    PlannedRun two = run(1000, 1);
    Remaining remaining = new Remaining(List.of(one, two));
    remaining.done(one, 2 * one.expectedSeconds());
    assertThat(remaining.runs()).isEqualTo(1);
    assertThat(remaining.seconds()).isEqualTo(2 * two.expectedSeconds(), within(1e-6));
  }

  @Test
  public void resultsThatWereThereCorrectNothing() {
    PlannedRun one = run(100, 1);
    PlannedRun two = run(1000, 1);
    Remaining remaining = new Remaining(List.of(one, two));
    remaining.kept(one);
    assertThat(remaining.seconds()).isEqualTo(two.expectedSeconds());
  }

  @Test
  public void theTimeIsToldInHoursAndMinutes() {
    assertThat(new Remaining(List.of())).hasToString("less than a minute");
    assertThat(new Remaining(List.of(run(100, 1)))).hasToString("about 2 min");
    assertThat(new Remaining(List.of(run(3600, 1), run(3600, 2)))).asString()
        .startsWith("about 2 h ");
  }
}
