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

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

import org.smarth.hadoop.benchmarks.harness.Failure;
import org.smarth.hadoop.benchmarks.harness.Metrics;
import org.smarth.hadoop.benchmarks.harness.Progress;

/**
 * Makes the runs of scenarios that have not been made yet. A run that fails is said, and does not
 * keep others from being made. Used by one thread.
 */
final class Bench {
  /** This many failures in a row have one cause, which will not go away. */
  private static final int MAX_FAILURES = 3;

  private final Plan plan;
  private final OutcomeStore store;
  private final RunExecution execution;
  private final Installations installations;
  private final Progress progress;
  private final Console console;
  private final Decided decided = new Decided();
  private final List<String> failures = new ArrayList<>();
  private int failuresInARow;

  /**
   * What to do with scenarios.
   *
   * @param pairs of a scenario, at most
   * @param software versions that a setup compares, as in {@link RunKey}
   * @param fresh whether runs are made whose results are there
   * @param resumed whether an interruption may have cut a pair in two
   */
  record Plan(List<Contender> contenders, ToIntFunction<Scenario> pairs,
      Function<Setup, String> software, boolean fresh, boolean resumed) {
    Plan {
      contenders = List.copyOf(contenders);
    }

    RunKey key(PlannedRun run) {
      return new RunKey(run.setup(), run.contender(), software.apply(run.setup()), run.pair());
    }
  }

  Bench(Plan plan, OutcomeStore store, RunExecution execution, Installations installations,
      Console console) {
    this.plan = plan;
    this.store = store;
    this.execution = execution;
    this.installations = installations;
    this.console = console;
    this.progress = console.progress;
  }

  /**
   * Where a person reads along.
   *
   * @param interrupted tells whether that person has had enough
   */
  record Console(Progress progress, PrintWriter out, BooleanSupplier interrupted) {
  }

  /** What happens when all of a scenario's runs are there. */
  @FunctionalInterface
  interface AfterScenario {
    void report(Scenario scenario, List<Outcome> outcomes) throws IOException;
  }

  /** @throws Failure when nothing works any more */
  void run(List<Scenario> scenarios, AfterScenario after) throws IOException, InterruptedException {
    // A run that several scenarios need is made once.
    LinkedHashSet<PlannedRun> all = new LinkedHashSet<>();
    scenarios.forEach(s -> all.addAll(runsOf(s)));
    Remaining remaining = new Remaining(new ArrayList<>(all));
    LinkedHashSet<PlannedRun> made = new LinkedHashSet<>();
    Set<PlannedRun> cut = new HashSet<>();
    if (plan.resumed()) {
      for (Scenario scenario : scenarios) {
        cut.addAll(cut(scenario));
      }
    }
    for (PlannedRun run : all) {
      if (!plan.fresh() && !cut.contains(run) && store.find(plan.key(run)).isPresent()) {
        remaining.kept(run);
        made.add(run);
      }
    }
    for (PlannedRun run : all) {
      if (!made.contains(run)) {
        execution.checkSpace(run.setup());
      }
    }
    if (!made.isEmpty()) {
      say(made.size() + " of " + all.size() + " runs have been made before, and are kept");
    }
    for (Scenario scenario : scenarios) {
      for (PlannedRun run : runsOf(scenario)) {
        if (made.contains(run)) {
          continue;
        }
        if (isDecided(scenario, run)) {
          remaining.kept(run);
        } else {
          made.add(run);
          make(scenario, run, remaining, all.size());
        }
      }
      progress.clear();
      after.report(scenario, outcomes(scenario));
    }
  }

  /** The runs of pairs that lack one: what comes hours later stands beside another machine. */
  private Set<PlannedRun> cut(Scenario scenario) throws IOException {
    Set<PlannedRun> cut = new HashSet<>();
    if (scenario.rule().isPresent()) {
      List<PlannedRun> runs = runsOf(scenario);
      for (PlannedRun run : runs) {
        if (store.find(plan.key(run)).isEmpty() && !isDecided(scenario, run)) {
          runs.stream().filter(r -> r.pair() == run.pair() && r.setup().equals(run.setup()))
              .forEach(cut::add);
        }
      }
    }
    return cut;
  }

  private List<PlannedRun> runsOf(Scenario scenario) {
    return PlannedRun.of(scenario, plan.contenders(),   plan.pairs().applyAsInt(scenario));
  }

  /** Whether the lines that a run is for have their verdicts; says those that are new. */
  private boolean isDecided(Scenario scenario, PlannedRun run) throws IOException {
    if (scenario.rule().isEmpty() || !plan.contenders().contains(Contender.STOCK)) {
      return false;
    }
    boolean all = true;
    Results results = new Results(outcomes(scenario, r -> r.setup().equals(run.setup())));
    for (Contender contender : plan.contenders()) {
      boolean concerned = run.contender() == Contender.STOCK || run.contender() == contender;
      if (contender != Contender.STOCK && run.setup().allows(contender) && concerned) {
        all &= decided.isFinal(scenario, run.setup(), contender, results, this::say);
      }
    }
    return all;
  }

  /** Those of a scenario's runs that are there. */
  List<Outcome> outcomes(Scenario scenario) throws IOException {
    return outcomes(scenario, run -> true);
  }

  private List<Outcome> outcomes(Scenario scenario, Predicate<PlannedRun> which)
      throws IOException {
    List<Outcome> outcomes = new ArrayList<>();
    for (PlannedRun run : runsOf(scenario)) {
      if (which.test(run)) {
        store.find(plan.key(run)).ifPresent(outcomes::add);
      }
    }
    return outcomes;
  }

  private void make(Scenario scenario, PlannedRun run, Remaining remaining, int total)
      throws IOException, InterruptedException {
    String name = scenario.name() + " " + (total - remaining.runs() + 1) + "/" + total + " "
        + run.contender().id();
    progress.run(name + " (" + remaining + " left)", run.setup().bytes());
    long start = System.nanoTime();
    try {
      Outcome outcome = execution.run(plan.key(run), installations.of(run.contender(), run.setup()),
          progress);
      store.save(outcome);
      remaining.done(run, (System.nanoTime() - start) / 1e9);
      failuresInARow = 0;
      say(name + ": " + RunExecution.describe(run.setup()) + ": " + summary(outcome));
    } catch (Failure e) {
      if (console.interrupted.getAsBoolean()) {
        throw e;
      }
      remaining.kept(run);
      failed(name + ": " + RunExecution.describe(run.setup()) + ": " + e.getMessage());
    }
  }

  private static String summary(Outcome outcome) {
    Metrics metrics = outcome.metrics();
    StringBuilder line = new StringBuilder(metrics.find("seconds").isPresent()
        ? String.format("%.2f s", metrics.get("seconds"))
        : String.format("done in %.0f s", metrics.get(Outcome.TOOK)));
    metrics.find("repairSeconds").ifPresent(
        s -> line.append(String.format(", full replication %.2f s after the close", s)));
    if (!outcome.remark().isEmpty()) {
      line.append("; ").append(outcome.remark());
    }
    if (outcome.isMarked()) {
      line.append("; LINKS OFF by ").append(Math.round(metrics.get("worstRateOffPercent")))
          .append('%');
    }
    return line.toString();
  }

  private void failed(String why) {
    failures.add(why);
    say("FAILED " + why);
    if (++failuresInARow == MAX_FAILURES) {
      throw new Failure(MAX_FAILURES + " runs failed one after the other; the last: " + why);
    }
  }

  private void say(String line) {
    progress.clear();
    console.out.println(line);
    console.out.flush();
  }

  /** What went wrong, a line each. */
  List<String> failures() {
    return failures;
  }
}
