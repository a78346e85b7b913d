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

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

import org.smarth.hadoop.benchmarks.harness.Failure;

/** Runs the programs of many seeds on two installations, and looks into those that fail. */
final class Search {
  /** How often a program is run that may fail in several ways. */
  private static final int RUNS = 5;
  private static final int PROGRESS_EVERY = 50;
  private static final long CALL_MILLIS = 60_000;
  private static final long FAULTY_CALL_MILLIS = 150_000;
  /** While a program that hangs is made smaller. */
  private static final long SHRINKING_MILLIS = 15_000;
  private static final long HELD_MILLIS = 20_000;
  private static final long SHRINKING_HELD_MILLIS = 4_000;

  private final Jars stock;
  private final Jars ours;
  private final Consumer<String> out;
  private final Limits limits;
  private int wanted;
  private int programs;
  private int exact;
  private int failed;
  private int rare;
  private Program last;
  private long calls;
  private long bytes;
  private long direct;
  private final long start = System.nanoTime();
  /** When the first program had ended, and with it the start of clusters. */
  private long begun;

  Search(Jars stock, Jars ours, Consumer<String> out, Limits limits) {
    this.stock = stock;
    this.ours = ours;
    this.out = out;
    this.limits = limits;
  }

  /** Runs programs on the jars of an installation. */
  interface Jars {
    Outcome run(ApiWorker.Task task) throws IOException, InterruptedException;
  }

  /**
   * How much is done and said.
   *
   * @param findings ends after so many programs that failed
   * @param tries to make one of them smaller
   * @param seconds after the first program when no further one begins
   * @param verbose whether each program is told
   */
  record Limits(int findings, int tries, long seconds, boolean verbose) {
  }

  boolean isGood() {
    return failed == 0;
  }

  /** Programs with as many DataNodes come one after the other, and share clusters. */
  void run(List<Long> seeds) throws IOException, InterruptedException {
    wanted = seeds.size();
    for (int nodes = 1; nodes <= ProgramGenerator.MOST_DATA_NODES; nodes++) {
      int dataNodes = nodes;
      runGroup(seeds.stream().filter(s -> ProgramGenerator.dataNodes(s) == dataNodes).toList());
    }
  }

  private void runGroup(List<Long> seeds) throws IOException, InterruptedException {
    ExecutorService others = Executors.newSingleThreadExecutor();
    try {
      for (long seed : seeds) {
        Program program = ProgramGenerator.of(seed);
        if (failed == limits.findings || programs > 0 && seconds() - begun > limits.seconds) {
          return;
        }
        last = program;
        Future<Outcome> onStock = others.submit(() -> stock.run(task(program)));
        long begin = System.nanoTime();
        Outcome outcome = ours.run(task(program));
        long millis = (System.nanoTime() - begin) / 1_000_000;
        Outcome known = get(onStock);
        if (limits.verbose) {
          out.accept(program + " in " + millis + " ms: " + outcome.failures(program)
              + ", on stock " + known.failures(program));
        }
        judge(program, known, outcome);
        if (programs % PROGRESS_EVERY == 0) {
          out.accept(programs + " of " + wanted + " in " + seconds() + " s, " + failed + " failed");
        }
      }
    } finally {
      others.shutdownNow();
    }
  }

  private static Outcome get(Future<Outcome> future) throws IOException, InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new Failure("stock: " + e.getCause(), e);
    }
  }

  private static ApiWorker.Task task(Program program) {
    return new ApiWorker.Task(program, program.hasFaults() ? FAULTY_CALL_MILLIS : CALL_MILLIS,
        HELD_MILLIS);
  }

  private void judge(Program program, Outcome onStock, Outcome outcome)
      throws IOException, InterruptedException {
    begun = programs++ == 0 ? seconds() : begun;
    exact += program.isExact() ? 1 : 0;
    calls += program.calls().size();
    bytes += program.bytes();
    direct = Math.max(direct, outcome.directBytes());
    tellWhatIsBroken(program, "stock itself", onStock);
    Optional<Finding> finding = look(program, onStock, outcome);
    if (finding.isPresent()) {
      failed++;
      tell(program, finding.get());
    } else {
      tellWhatIsBroken(program, "here, as on stock", outcome);
    }
  }

  private void tellWhatIsBroken(Program program, String where, Outcome outcome) {
    if (outcome.hang() != null || !outcome.broken().isEmpty()) {
      out.accept("seed " + program.seed() + ": " + where + ": " + outcome.broken()
          + (outcome.hang() == null ? "" : first(outcome.hang())));
    }
  }

  private static String first(String text) {
    return text.lines().findFirst().orElse("");
  }

  /** What is different from one run of stock may be one of several things that it does. */
  private Optional<Finding> look(Program program, Outcome onStock, Outcome outcome)
      throws IOException, InterruptedException {
    List<Outcome> known = new ArrayList<>(List.of(onStock));
    Optional<Finding> finding = new Comparison(program, known).finding(outcome);
    while (finding.isPresent() && known.size() < RUNS
        && !(program.isExact() && finding.get().kind() == Finding.Kind.HANG)) {
      Outcome next = stock.run(task(program));
      tellWhatIsBroken(program, "stock itself", next);
      known.add(next);
      finding = new Comparison(program, known).finding(outcome);
    }
    boolean chance = finding.isPresent() && !program.isExact()
        && (finding.get().kind() == Finding.Kind.DIFFERENT || isOfCluster(outcome));
    return chance ? again(program, known, finding.get()) : finding;
  }

  /** Whether no call of the stream hung, but a cluster did not start again or recover. */
  private static boolean isOfCluster(Outcome outcome) {
    return outcome.hang() != null && outcome.hang().startsWith(Runner.DIED + ": waited ");
  }

  /** What five runs of stock did not show and one here did may be rare on both. */
  private Optional<Finding> again(Program program, List<Outcome> onStock, Finding first)
      throws IOException, InterruptedException {
    for (int i = 1; i < RUNS; i++) {
      Optional<Finding> finding = new Comparison(program, onStock).finding(ours.run(task(program)));
      if (finding.isPresent()) {
        return finding;
      }
    }
    rare++;
    out.accept("ONCE in " + RUNS + " runs, in none of " + RUNS + " on stock: " + program);
    Finding once = new Finding(Finding.Kind.ONCE, first.lines());
    tell(once);
    JUnitText.of(program, once).forEach(out);
    return Optional.empty();
  }

  private void tell(Program program, Finding finding) throws IOException, InterruptedException {
    out.accept("FAILED after " + programs + " programs: " + program);
    tell(finding);
    Program smallest = program;
    Shrinker shrinker = new Shrinker(p -> failsAlike(p, finding), limits.tries);
    if (limits.tries > 0) {
      smallest = shrinker.shrink(program);
    }
    out.accept("  smallest program that fails alike, of " + smallest.calls().size() + " calls: "
        + smallest.options() + " " + smallest.calls());
    JUnitText.of(smallest, finding).forEach(out);
  }

  private void tell(Finding finding) {
    finding.lines().forEach(l -> out.accept("  " + finding.kind() + ": " + l));
  }

  private boolean failsAlike(Program program, Finding finding)
      throws IOException, InterruptedException {
    boolean hangs = finding.kind() == Finding.Kind.HANG;
    ApiWorker.Task whole = task(program);
    Outcome outcome = ours.run(new ApiWorker.Task(program,
        hangs && !program.hasFaults() ? SHRINKING_MILLIS : whole.millis(), SHRINKING_HELD_MILLIS));
    if (hangs) {
      return outcome.hang() != null;
    }
    if (outcome.held().isEmpty() && outcome.broken().isEmpty()
        && finding.kind() != Finding.Kind.DIFFERENT) {
      return false;
    }
    return look(program, stock.run(whole), outcome).filter(f -> f.kind() == finding.kind())
        .isPresent();
  }

  private long seconds() {
    return (System.nanoTime() - start) / 1_000_000_000;
  }

  List<String> summary() {
    return List.of(programs + " programs of " + calls + " calls and " + bytes + " bytes in "
            + seconds() + " s, of which " + exact + " have to end exactly as on stock",
        "the last one: " + last, "most direct memory: " + direct + " bytes",
        "failed: " + failed + "; once in " + RUNS + " runs: " + rare);
  }
}
