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

package org.smarth.hadoop.benchmarks.compat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

import picocli.CommandLine.Option;

import org.smarth.hadoop.benchmarks.compat.Observed.Counts;
import org.smarth.hadoop.benchmarks.harness.ChildJvm;
import org.smarth.hadoop.benchmarks.harness.Installation;
import org.smarth.hadoop.benchmarks.harness.JvmPlan;
import org.smarth.hadoop.benchmarks.harness.LoopbackHosts;
import org.smarth.hadoop.benchmarks.harness.Script;
import org.smarth.hadoop.benchmarks.harness.Workspace;

/**
 * A command that runs a program with stock's client and with ours, on one cluster of ours, and
 * compares what it did.
 */
abstract class ClientsScript extends Script {
  /** The least that a NameNode takes: files of some megabytes have several blocks. */
  static final int BLOCK_BYTES = 1 << 20;
  private static final String ROW = "%-14s %-14s %6s %6s %7s %5s %7s";
  private static final double EXIT_SECONDS = 30;

  @Option(names = "--jars", paramLabel = "DIR", description = "The drop-in jars. Default: what "
      + "dev-support/dist.sh built.")
  private Path jars;

  private PlainCluster cluster;
  private Counts before;
  private boolean good = true;

  /** A program that runs to its end. */
  interface Program {
    List<String> run() throws IOException, InterruptedException;
  }

  /** The drop-in jars. */
  final Path jars() {
    return jars(jars);
  }

  final PlainCluster cluster() {
    return cluster;
  }

  @Override
  protected final boolean run() throws Exception {
    Workspace workspace = workspace(true);
    Path dir = workspace.dir();
    // What Hadoop's classes log in this JVM, from the first one on.
    JvmPlan.writeHosts(dir, PlainSettings.NODE, LoopbackHosts::ip);
    JvmPlan.properties(dir, "driver").forEach(System::setProperty);
    Path own = Files.createDirectory(dir.resolve("cluster"));
    // The cluster deletes them in the end.
    Path copies = Files.createDirectories(own.resolve("tmp").resolve("jars"));
    Installation stock = stock();
    Installation smarth = stock.with(jars(), Stream.of(Installation.HDFS, Installation.COMMANDS)
        .flatMap(List::stream).toList(), "SMARTH", copies);
    cluster = cleanup().make(() -> new PlainCluster(own, ChildJvm.OWN_JAVA, dir.resolve("none")));
    cluster.start(smarth, Collections.nCopies(PlainSettings.DATA_NODES, smarth));
    before = Counts.of(cluster);
    say(String.format(ROW, "program", "client", "files", "blocks", "appends", "FNFA", "exit"));
    trials(own, stock, smarth);
    say((good ? "good" : "NOT good") + "; logs: " + workspace.kept());
    return good;
  }

  /**
   * Runs programs, by {@link #observe} and {@link #compare}.
   *
   * @param dir of the cluster
   */
  abstract void trials(Path dir, Installation stock, Installation smarth)
      throws IOException, InterruptedException;

  /** The logs that a program has written. */
  interface Logs {
    List<Path> find() throws IOException;
  }

  /** A pattern of warnings that a program may log with either client, or not. */
  abstract String byChance();

  /** Runs a program, and says what the cluster counted. */
  final Observed observe(String program, String client, Logs logs, Program run)
      throws IOException, InterruptedException {
    List<String> lines = run.run();
    double exit = Observed.exitSeconds(lines);
    if (exit > EXIT_SECONDS) {
      complainOf(program, client, List.of("takes " + exit + " s to end after its work"));
    }
    PlainCluster.awaitMetrics(System.nanoTime());
    Counts after = Counts.of(cluster);
    Counts counts = after.since(before);
    before = after;
    say(String.format(ROW, program, client, counts.creates(), counts.blocks(), counts.appends(),
        counts.firstNodeAcks(), String.format("%.1f s", exit)));
    return Observed.of(lines, logs.find(), counts);
  }

  /** Complains of what SMARTH's client did otherwise than stock's. */
  final void compare(String program, Observed stock, Observed smarth, Fnfa fnfa) {
    complainOf(program, "stock", Fnfa.NONE.wrong(stock.counts()));
    complainOf(program, "SMARTH", smarth.beyond(stock, byChance()));
    complainOf(program, "SMARTH", fnfa.wrong(smarth.counts()));
  }

  private void complainOf(String program, String client, List<String> wrong) {
    good = good && wrong.isEmpty();
    wrong.forEach(w -> complain(program + " with the client of " + client + ": " + w));
  }
}
