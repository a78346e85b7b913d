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

package org.smarth.hadoop.benchmarks.soak.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.LongStream;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class SearchTest {
  private static final Outcome GOOD = outcome("ok", "closed", null);
  private static final Outcome BAD = outcome("!IOException", "left open", null);
  private static final Outcome HANG = outcome("-", "-", "call 1");

  @Rule
  public final Timeout timeout = Timeout.seconds(60);

  private final Jars stock = new Jars();
  private final Jars ours = new Jars();
  private final List<String> lines = new ArrayList<>();

  /** What comes of each run; the last of them goes on. */
  private static final class Jars implements Search.Jars {
    private List<Outcome> outcomes = List.of(GOOD);
    private int runs;

    @Override
    public Outcome run(ApiWorker.Task task) {
      return outcomes.get(Math.min(runs++, outcomes.size() - 1));
    }
  }

  private static Outcome outcome(String close, String state, String hang) {
    return new Outcome(Collections.nCopies(ProgramGenerator.MOST_CALLS, "ok"), List.of(), close,
        state, 1, 7, "ok", List.of(), List.of(), hang, 0);
  }

  private static long seed(Predicate<Program> wanted) {
    return LongStream.range(0, 10_000).filter(s -> wanted.test(ProgramGenerator.of(s))).findFirst()
        .orElseThrow();
  }

  private boolean isGood(Predicate<Program> wanted) throws Exception {
    Search search = new Search(stock, ours, lines::add, new Search.Limits(1, 0, 60, false));
    search.run(List.of(seed(wanted)));
    lines.addAll(search.summary());
    return search.isGood();
  }

  @Test
  public void whatFailsIsRunFiveTimesOnStockAndTheNextTimeHereCounts() throws Exception {
    ours.outcomes = List.of(BAD, GOOD, BAD);
    assertThat(isGood(Program::hasFaults)).isFalse();
    assertThat(stock.runs).isEqualTo(5);
    assertThat(ours.runs).isEqualTo(3);
    assertThat(lines).anyMatch(l -> l.startsWith("  DIFFERENT: close!IOException"));
  }

  @Test
  public void whatStockShowsInTheLastOfFiveRunsIsGood() throws Exception {
    ours.outcomes = List.of(BAD);
    stock.outcomes = List.of(GOOD, GOOD, GOOD, GOOD, BAD);
    assertThat(isGood(Program::hasFaults)).isTrue();
    assertThat(stock.runs).isEqualTo(5);
    assertThat(ours.runs).isOne();
  }

  @Test
  public void whatShowsOnceInFiveRunsIsToldAsSuchWithItsProgram() throws Exception {
    ours.outcomes = List.of(BAD, GOOD);
    assertThat(isGood(Program::hasFaults)).isTrue();
    assertThat(ours.runs).isEqualTo(5);
    assertThat(lines).anyMatch(l -> l.startsWith("ONCE in 5 runs, in none of 5 on stock: seed "))
        .anyMatch(l -> l.startsWith("  ONCE: close!IOException"))
        .anyMatch(l -> l.contains("@Test"))
        .contains("failed: 0; once in 5 runs: 1");
  }

  @Test
  public void aHangWithFaultsFailsUnlessStockHangsInOneOfFiveRuns() throws Exception {
    ours.outcomes = List.of(HANG);
    assertThat(isGood(Program::hasFaults)).isFalse();
    assertThat(stock.runs).isEqualTo(5);
    stock.runs = 0;
    stock.outcomes = List.of(GOOD, GOOD, HANG);
    assertThat(isGood(Program::hasFaults)).isTrue();
    assertThat(stock.runs).isEqualTo(3);
    assertThat(lines).anyMatch(l -> l.contains(": stock itself: []call 1"))
        .anyMatch(l -> l.contains(": here, as on stock: []call 1"));
  }

  @Test
  public void aClusterThatDoesNotStartAgainFailsWhenItShowsTwice() throws Exception {
    Outcome died = outcome("-", "-", Runner.DIED + ": waited in vain");
    ours.outcomes = List.of(died, GOOD);
    assertThat(isGood(Program::hasFaults)).isTrue();
    assertThat(lines).anyMatch(l -> l.startsWith("  ONCE: " + Runner.DIED));
    ours.runs = 0;
    ours.outcomes = List.of(died, GOOD, died);
    assertThat(isGood(Program::hasFaults)).isFalse();
  }

  @Test
  public void aHangOfAProgramWithoutChanceFailsAtOnce() throws Exception {
    ours.outcomes = List.of(HANG);
    assertThat(isGood(Program::isExact)).isFalse();
    assertThat(stock.runs).isOne();
  }
}
