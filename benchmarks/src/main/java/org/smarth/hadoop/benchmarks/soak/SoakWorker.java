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

package org.smarth.hadoop.benchmarks.soak;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

import org.apache.log4j.FileAppender;
import org.apache.log4j.Logger;
import org.smarth.hadoop.benchmarks.harness.DriverCommands;
import org.smarth.hadoop.benchmarks.harness.Events;
import org.smarth.hadoop.benchmarks.harness.Failure;

/**
 * Main class of the JVM that writes and checks, on the class path of the jars that are soaked; it
 * also holds the cluster or starts it. Arguments: its directory, where the logs of failures go, the
 * number of iterations, the first seed, and whether daemons are real processes. Exit status 0 when
 * nothing was lost or leaked.
 */
public final class SoakWorker {
  private static final int FOUND = 2;
  /** Fills caches and pools, which are no leaks. */
  private static final int WARM_UP = 2;
  private static final int PROGRESS_EVERY = 10;

  private final Events events;
  private final SoakSettings settings;
  private final IterationLog log;
  private final boolean real;
  private final Summary summary = new Summary();

  private SoakWorker(Events events, Path dir, Path kept, boolean real) {
    this.events = events;
    this.settings = new SoakSettings(dir);
    this.log = new IterationLog(dir, kept);
    this.real = real;
  }

  public static void main(String[] args) {
    PrintStream stdout = System.out;
    // Only events go to the driver; what Hadoop prints goes to the log.
    System.setOut(System.err);
    Events events = new Events(stdout);
    DriverCommands.exitWithDriver();
    int status;
    try {
      boolean real = Boolean.parseBoolean(args[4]);
      status = new SoakWorker(events, Path.of(args[0]), Path.of(args[1]), real)
          .run(Integer.parseInt(args[2]), Long.parseLong(args[3]));
    } catch (Throwable e) {
      e.printStackTrace();
      events.error(e instanceof Failure ? e.getMessage() : e.toString());
      status = 1;
    }
    Runtime.getRuntime().halt(status);
  }

  private int run(int iterations, long firstSeed) throws IOException, InterruptedException {
    // Many DataNodes in one JVM register their metrics many times.
    DefaultMetricsSystem.setMiniClusterMode(true);
    CorruptPacket client = new CorruptPacket();
    client.install();
    try (SoakCluster cluster =
        real ? new RealSoakCluster(settings) : new EmbeddedSoakCluster(settings)) {
      cluster.start();
      LeakCheck leaks = new LeakCheck(cluster, settings);
      leaks.takeBaseline();
      Iteration iteration = new Iteration(cluster, settings, leaks, client);
      warmUp(iteration);
      leaks.takeBaseline();
      ScheduleGenerator generator = new ScheduleGenerator(real);
      for (int i = 0; i < iterations; i++) {
        one(iteration, generator.of(firstSeed + i), i + 1, iterations);
      }
      events.line("most bytes spilled by clients at once: " + leaks.mostSpilled());
    }
    summary.lines().forEach(events::line);
    events.stage("done");
    return summary.isGood() ? 0 : FOUND;
  }

  private static void warmUp(Iteration iteration) throws IOException, InterruptedException {
    for (int i = 0; i < WARM_UP; i++) {
      FilePlan plan = new FilePlan("/warm-up-" + i, i, 3 * SoakSettings.BLOCK,
          new FilePlan.WriteSizes(SoakSettings.PACKET, SoakSettings.PACKET), List.of());
      iteration.run(new Schedule(0, List.of(plan), List.of(), WriterHost.OUTSIDE));
    }
  }

  private void one(Iteration iteration, Schedule schedule, int number, int of)
      throws IOException, InterruptedException {
    log.begin();
    try {
      Iteration.Result result = iteration.run(schedule);
      summary.add(result);
      if (!result.isGood() || !result.failures().isEmpty()) {
        keep(result);
      }
      if (number % PROGRESS_EVERY == 0 || number == of) {
        events.line(number + " of " + of + ": " + String.join("; ",
            summary.lines().stream().filter(l -> !l.startsWith(" ")).toList()));
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      log.keep(schedule.seed(), schedule.lines());
      schedule.lines().forEach(events::line);
      throw e;
    }
  }

  private void keep(Iteration.Result result) throws IOException {
    List<String> report = new ArrayList<>(result.schedule().lines());
    result.happened().forEach(h -> report.add("  " + h));
    result.failures().forEach(f -> report.add("  failed: " + f.plan().name() + ", "
        + f.acknowledged() + " bytes acknowledged, " + f.cause()));
    result.findings().lost().forEach(l -> report.add("  LOST: " + l));
    result.findings().leaks().forEach(l -> report.add("  LEAK: " + l));
    log.keep(result.schedule().seed(), report);
    if (!result.isGood()) {
      report.forEach(events::line);
    }
  }

  /** This JVM's log, begun anew for each iteration and kept for those that failed. */
  private static final class IterationLog {
    private static final String APPENDER = "file";

    private final Path dir;
    private final Path kept;

    /**
     * @param dir where all JVMs log to
     * @param kept where copies go
     */
    IterationLog(Path dir, Path kept) {
      this.dir = dir;
      this.kept = kept;
    }

    void begin() {
      if (Logger.getRootLogger().getAppender(APPENDER) instanceof FileAppender appender) {
        appender.setAppend(false);
        appender.activateOptions();
      }
    }

    /** Keeps the logs of an iteration with what is known of it. */
    void keep(long seed, List<String> report) throws IOException {
      Path to = Files.createDirectories(kept.resolve("seed-" + seed));
      Files.write(to.resolve("report.txt"), report);
      try (Stream<Path> logs = Files.list(dir)) {
        for (Path log : (Iterable<Path>) logs.filter(
            l -> l.toString().endsWith(".log"))::iterator) {
          Files.copy(log, to.resolve(log.toFile().getName()), StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }
}
