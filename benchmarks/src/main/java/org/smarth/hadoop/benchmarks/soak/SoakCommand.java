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

package org.smarth.hadoop.benchmarks.soak;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

import org.smarth.hadoop.benchmarks.cluster.Events;
import org.smarth.hadoop.benchmarks.cluster.Events.Event;
import org.smarth.hadoop.benchmarks.cluster.Failure;
import org.smarth.hadoop.benchmarks.process.ChildJvm;
import org.smarth.hadoop.benchmarks.process.Cleanup;
import org.smarth.hadoop.benchmarks.process.Contender;
import org.smarth.hadoop.benchmarks.process.HostsFile;
import org.smarth.hadoop.benchmarks.process.JvmPlan;
import org.smarth.hadoop.benchmarks.process.Workspace;
import org.smarth.hadoop.benchmarks.shaping.LoopbackHosts;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command of dev-support/soak.sh: starts the worker on the jars to soak, and passes on. */
@Command(name = "soak.sh", sortOptions = false, usageHelpWidth = 100,
    description = "Writes files into HDFS with SMARTH while DataNodes, the NameNode and "
        + "connections fail, all derived from a seed; checks that no byte is lost and nothing is "
        + "left behind. Exit status 0 if so.%n")
public final class SoakCommand implements Callable<Integer> {
  private static final String HEAP = "1536m";
  private static final String STOCK = "stock";
  private static final Duration STEP = Duration.ofSeconds(1);
  private static final int MOST_ITERATIONS = 1_000_000;

  @Option(names = "--iterations", paramLabel = "N", defaultValue = "100",
      description = "Default: ${DEFAULT-VALUE}.")
  private int iterations;

  @Option(names = "--seed", paramLabel = "S",
      description = "Of the first iteration; each further one has the next. Default: the time.")
  private Long seed;

  @Option(names = "--real", description = "NameNode and DataNodes as processes of their own, which "
      + "are killed, instead of all in one JVM.")
  private boolean real;

  @Option(names = "--jars", paramLabel = "DIR", description = "The drop-in jars to soak. Default: "
      + "what dev-support/dist.sh built; 'stock' soaks stock Hadoop.")
  private Path jars;

  @Option(names = "--work-dir", paramLabel = "DIR",
      description = "Where replicas and logs go. Default: $TMPDIR or /tmp.")
  private Path workDir;

  @Option(names = {"-h", "--help"}, usageHelp = true, description = "Print this.")
  private boolean help;

  @Option(names = "--class-path-file", hidden = true, required = true)
  private Path classPathFile;

  @Option(names = "--dist", hidden = true, required = true)
  private Path dist;

  @Option(names = "--check", hidden = true, description = "Only look at the arguments.")
  private boolean check;

  @Spec
  private CommandSpec spec;

  private final Cleanup cleanup = new Cleanup();

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    SoakCommand command = new SoakCommand();
    CommandLine line = new CommandLine(command);
    line.setParameterExceptionHandler((e, args) -> {
      command.complain(e.getMessage() + "; see soak.sh --help");
      return CommandLine.ExitCode.USAGE;
    });
    line.setExecutionExceptionHandler((e, l, parsed) -> {
      command.complain(e instanceof Failure ? e.getMessage() : e.toString());
      return CommandLine.ExitCode.SOFTWARE;
    });
    return line;
  }

  private void complain(String message) {
    spec.commandLine().getErr().println("soak.sh: " + message.replaceAll("\\s+", " "));
    spec.commandLine().getErr().flush();
  }

  @Override
  public Integer call() throws Exception {
    if (iterations < 1 || iterations > MOST_ITERATIONS) {
      throw new Failure("--iterations: " + iterations + " is not from 1 to " + MOST_ITERATIONS
          + "; see soak.sh --help");
    }
    if (check) {
      return CommandLine.ExitCode.OK;
    }
    Thread hook = new Thread(cleanup::close, "cleanup");
    Runtime.getRuntime().addShutdownHook(hook);
    try (cleanup) {
      return soak() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }
  }

  private boolean soak() throws IOException, InterruptedException, Failure {
    Path base = workDir != null ? workDir : Path.of(System.getProperty("java.io.tmpdir"));
    Workspace.removeAbandoned(base);
    Workspace workspace = cleanup.make(() -> Workspace.create(base, false));
    long first = seed != null ? seed : System.currentTimeMillis();
    Path kept = workspace.kept();
    say("seed " + first + ", " + iterations + " iterations, "
        + (real ? "daemons in processes of their own" : "all in one JVM"));
    ChildJvm worker = startWorker(workspace.dir(), kept, contender(workspace.dir()), first);
    boolean good = follow(worker);
    cleanup.close(worker);
    if (!good) {
      Files.createDirectories(kept);
      copyErrors(workspace.dir(), kept);
    }
    if (Files.exists(kept)) {
      say("Logs of failed writes and of findings: " + kept);
    }
    return good;
  }

  private Contender contender(Path copies) throws IOException, Failure {
    Contender stock = Contender.stock(classPathFile);
    if (jars != null && jars.toString().equals(STOCK)) {
      return stock;
    }
    return stock.with(jars != null ? jars : dist, Contender.HDFS, "SMARTH", copies);
  }

  private ChildJvm startWorker(Path dir, Path kept, Contender contender, long first)
      throws IOException, Failure {
    Path cluster = Files.createDirectory(dir.resolve("cluster"));
    HostsFile.write(cluster.resolve("hosts"), SoakSettings.DATA_NODES, LoopbackHosts::ip);
    ChildJvm.Command command = new ChildJvm.Command(List.of(), HEAP, contender.classPath(),
        JvmPlan.properties(cluster, "soak"),
        List.of(SoakWorker.class.getName(), cluster.toString(), kept.toString(),
            Integer.toString(iterations), Long.toString(first), Boolean.toString(real)));
    return cleanup.make(() -> ChildJvm.start(command, dir.resolve("soak.err")));
  }

  /** Prints what the worker says until it ends; returns whether it found nothing. */
  private boolean follow(ChildJvm worker) throws InterruptedException, Failure {
    boolean done = false;
    while (!worker.hasEnded()) {
      String line = worker.nextLine(STEP);
      Event event = line == null ? null : Event.parse(line);
      if (event == null) {
        continue;
      }
      switch (event.kind()) {
      case Events.LINE -> say(event.text());
      case Events.STAGE -> done = true;
      default -> say("the soak cannot go on: " + event.text());
      }
    }
    if (!done) {
      say("the worker ended early; see soak.err");
    }
    return done && worker.exitStatus() == 0;
  }

  private static void copyErrors(Path dir, Path kept) throws IOException {
    Path errors = dir.resolve("soak.err");
    if (Files.exists(errors)) {
      Files.copy(errors, kept.resolve("soak.err"));
    }
  }

  private void say(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
