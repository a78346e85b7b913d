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

package org.smarth.hadoop.benchmarks.upload;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

import org.smarth.hadoop.benchmarks.cluster.Failure;
import org.smarth.hadoop.benchmarks.driver.Clusters;
import org.smarth.hadoop.benchmarks.driver.EmbeddedClusters;
import org.smarth.hadoop.benchmarks.driver.Progress;
import org.smarth.hadoop.benchmarks.driver.RealClusters;
import org.smarth.hadoop.benchmarks.process.Cleanup;
import org.smarth.hadoop.benchmarks.process.Contender;
import org.smarth.hadoop.benchmarks.process.RunName;
import org.smarth.hadoop.benchmarks.process.Workspace;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command of dev-support/try.sh. */
@Command(name = "try.sh", sortOptions = false, usageHelpWidth = 100,
    description = "Uploads FILE into HDFS with stock Hadoop, then with SMARTH, checks every byte "
        + "and every replica, and compares the times.%n")
public final class TryCommand implements Callable<Integer> {
  private static final int INTERRUPTED = 130;
  /** Whether standard error is a terminal; the shell can tell. */
  private static final boolean TERMINAL = Boolean.getBoolean("try.terminal");

  @Mixin
  private final Options options = new Options();

  @Option(names = {"-h", "--help"}, usageHelp = true, description = "Print this.")
  private boolean help;

  @Spec
  private CommandSpec spec;

  private final Cleanup cleanup = new Cleanup();
  private volatile boolean interrupted;

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    TryCommand command = new TryCommand();
    CommandLine line = new CommandLine(command);
    // One line for everything that is wrong, without the usage text that picocli adds.
    line.setParameterExceptionHandler((e, args) -> {
      command.complain(e.getMessage() + "; see try.sh --help");
      return CommandLine.ExitCode.USAGE;
    });
    line.setExecutionExceptionHandler((e, l, parsed) -> command.failed(e));
    return line;
  }

  private void complain(String message) {
    spec.commandLine().getErr().println("try.sh: " + message.replaceAll("\\s+", " "));
    spec.commandLine().getErr().flush();
  }

  private int failed(Exception e) {
    if (interrupted) {
      return INTERRUPTED;
    }
    complain(e instanceof Failure ? e.getMessage() : e.toString());
    return CommandLine.ExitCode.SOFTWARE;
  }

  @Override
  public Integer call() throws Exception {
    Settings settings = options.settings();
    if (options.checkOnly()) {
      return CommandLine.ExitCode.OK;
    }
    Thread hook = new Thread(this::interrupted, "cleanup");
    Runtime.getRuntime().addShutdownHook(hook);
    try (cleanup) {
      compare(settings);
    } finally {
      remove(hook);
    }
    return CommandLine.ExitCode.OK;
  }

  private static void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The shutdown has begun: the hook does its work, or finds nothing to do.
    }
  }

  private void compare(Settings settings) throws IOException, InterruptedException, Failure {
    Progress progress = new Progress(System.err, TERMINAL, System::nanoTime);
    Workspace.removeAbandoned(options.base());
    Workspace workspace =
        cleanup.make(() -> Workspace.create(options.base(), options.keep()));
    Contender first = options.first();
    Contender second = options.second(workspace.dir());
    Clusters clusters = clusters(settings, workspace.name());
    List<Run> runs;
    try {
      runs = new Comparison(settings, clusters, workspace, progress).run(first, second);
    } finally {
      progress.clear();
    }
    spec.commandLine().getOut().print(new Report(settings).of(runs, first, second));
    if (options.keep()) {
      spec.commandLine().getOut().println("  Logs: " + workspace.kept());
    }
    spec.commandLine().getOut().flush();
  }

  private Clusters clusters(Settings settings, RunName name)
      throws IOException, InterruptedException, Failure {
    if (!settings.real()) {
      return new EmbeddedClusters(cleanup);
    }
    RealClusters.removeAbandoned();
    return new RealClusters(name, cleanup);
  }

  /** Runs in the shutdown hook: the main thread may be anywhere, and its children still run. */
  private void interrupted() {
    interrupted = true;
    cleanup.close();
    if (TERMINAL) {
      // Below the line of progress, which ends with ^C.
      spec.commandLine().getErr().println();
    }
    complain("interrupted; stopped everything and removed the temporary data");
  }
}
