/*
 * Licensed to the Apache Software Foundation (ASF) under one or more
 * contributor license agreements.  See the NOTICE file distributed with
 * this work for additional information regarding copyright ownership.
 * The ASF licenses this file to You under the Apache License, Version 2.0
 * (the "License"); you may not use this file except in compliance with
 * the License.  You may obtain a copy of the License at
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
import java.util.stream.LongStream;

import org.smarth.hadoop.benchmarks.harness.Failure;

/** Runs the programs of many seeds on two installations, and looks into those that fail. */
final class Search {
  /** How often stock runs a program that may fail in several ways. */
  private static final int STOCK_RUNS = 5;
  private static final int PROGRESS_EVERY = 50;
  private static final long CALL_MILLIS = 60_000;
  private static final long FAULTY_CALL_MILLIS = 150_000;
  /** While a program that hangs is made smaller. */
  private static final long SHRINKING_MILLIS = 15_000;

  private final Runner stock;
  private final Runner ours;
  private final Consumer<String> out;
  private final Limits limits;
  private int programs;
  private int exact;
  private int failed;
  private Program last;
  private long calls;
  private long bytes;
  private long direct;
  private final long start = System.nanoTime();

  Search(Runner stock, Runner ours, Consumer<String> out, Limits limits) {
    this.stock = stock;
    this.ours = ours;
    this.out = out;
    this.limits = limits;
  }

  /**
   * How much is done and said.
   *
   * @param findings ends after so many programs that failed
   * @param tries to make one of them smaller
   * @param seconds begins no program later
   * @param verbose whether each program is told
   */
  record Limits(int findings, int tries, long seconds, boolean verbose) {
  }

  boolean isGood() {
    return failed == 0;
  }

  /**
   * Programs with as many DataNodes come one after the other, and share clusters.
   *
   * @param dataNodes of the only clusters that are looked at; null for all
   */
  void run(long first, int files, Integer dataNodes)
      throws IOException, InterruptedException, Failure {
    for (int nodes = 1; nodes <= ProgramGenerator.MOST_DATA_NODES; nodes++) {
      if (dataNodes == null || dataNodes == nodes) {
        int wanted = nodes;
        run(LongStream.range(first, first + files).filter(s -> ProgramGenerator.dataNodes(s)
            == wanted), files);
      }
    }
  }

  private void run(LongStream seeds, int files)
      throws IOException, InterruptedException, Failure {
    ExecutorService others = Executors.newSingleThreadExecutor();
    try {
      for (long seed : (Iterable<Long>) seeds::iterator) {
        Program program = ProgramGenerator.of(seed);
        if (failed == limits.findings || seconds() > limits.seconds) {
          return;
        }
        last = program;
        Future<Outcome> wanted = others.submit(() -> stock.run(program, millis(program)));
        long begin = System.nanoTime();
        Outcome outcome = ours.run(program, millis(program));
        if (limits.verbose) {
          out.accept(program + " in " + (System.nanoTime() - begin) / 1_000_000 + " ms: "
              + outcome.failures(program));
        }
        judge(program, get(wanted), outcome);
        if (programs % PROGRESS_EVERY == 0) {
          out.accept(programs + " of " + files + " in " + seconds() + " s, " + failed + " failed");
        }
      }
    } finally {
      others.shutdownNow();
    }
  }

  private static Outcome get(Future<Outcome> future)
      throws IOException, InterruptedException, Failure {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new Failure("stock: " + e.getCause(), e);
    }
  }

  private static long millis(Program program) {
    return program.hasFaults() ? FAULTY_CALL_MILLIS : CALL_MILLIS;
  }

  private void judge(Program program, Outcome wanted, Outcome outcome)
      throws IOException, InterruptedException, Failure {
    programs++;
    exact += program.isExact() ? 1 : 0;
    calls += program.calls().size();
    bytes += program.bytes();
    direct = Math.max(direct, outcome.directBytes());
    if (wanted.hang() != null || !wanted.broken().isEmpty()) {
      out.accept("seed " + program.seed() + ": stock itself: " + wanted.broken()
          + (wanted.hang() == null ? "" : first(wanted.hang())));
    }
    Optional<Finding> finding = look(program, wanted, outcome);
    if (finding.isPresent()) {
      failed++;
      tell(program, finding.get());
    }
  }

  private static String first(String text) {
    return text.lines().findFirst().orElse("");
  }

  /** What is different from one run of stock may be one of several things that it does. */
  private Optional<Finding> look(Program program, Outcome wanted, Outcome outcome)
      throws IOException, InterruptedException, Failure {
    List<Outcome> known = new ArrayList<>(List.of(wanted));
    Optional<Finding> finding = new Comparison(program, known).finding(outcome);
    while (finding.isPresent() && finding.get().kind() != Finding.Kind.HANG
        && known.size() < STOCK_RUNS) {
      known.add(stock.run(program, millis(program)));
      finding = new Comparison(program, known).finding(outcome);
    }
    return finding;
  }

  private void tell(Program program, Finding finding)
      throws IOException, InterruptedException, Failure {
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
      throws IOException, InterruptedException, Failure {
    boolean hangs = finding.kind() == Finding.Kind.HANG;
    long millis = hangs && !program.hasFaults() ? SHRINKING_MILLIS : millis(program);
    Outcome outcome = ours.run(program, millis);
    if (hangs) {
      return outcome.hang() != null;
    }
    Outcome wanted = outcome.held().isEmpty() && outcome.broken().isEmpty()
        && finding.kind() != Finding.Kind.DIFFERENT ? outcome : stock.run(program, millis);
    return look(program, wanted, outcome).filter(f -> f.kind() == finding.kind()).isPresent();
  }

  private long seconds() {
    return (System.nanoTime() - start) / 1_000_000_000;
  }

  List<String> summary() {
    return List.of(programs + " programs of " + calls + " calls and " + bytes + " bytes in "
            + seconds() + " s, of which " + exact + " have to end exactly as on stock",
        "the last one: " + last, "most direct memory: " + direct + " bytes", "failed: " + failed);
  }
}
