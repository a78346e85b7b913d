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
import org.smarth.hadoop.benchmarks.driver.Script;
import org.smarth.hadoop.benchmarks.process.Contender;
import org.smarth.hadoop.benchmarks.process.RunName;
import org.smarth.hadoop.benchmarks.process.Workspace;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command of dev-support/try.sh. */
@Command(name = "try.sh", sortOptions = false, usageHelpWidth = 100,
    description = "Uploads FILE into HDFS with stock Hadoop, then with SMARTH, checks every byte "
        + "and every replica, and compares the times.%n")
public final class TryCommand implements Callable<Integer> {
  @Mixin
  private final Options options = new Options();

  @Option(names = {"-h", "--help"}, usageHelp = true, description = "Print this.")
  private boolean help;

  private final Script script = new Script("try.sh");

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    TryCommand command = new TryCommand();
    return command.script.commandLine(command);
  }

  @Override
  public Integer call() throws Exception {
    Settings settings = options.settings();
    if (!options.checkOnly()) {
      script.cleaningUp(() -> compare(settings));
    }
    return CommandLine.ExitCode.OK;
  }

  private void compare(Settings settings) throws IOException, InterruptedException, Failure {
    Progress progress = new Progress(System.err, Script.TERMINAL, System::nanoTime);
    Workspace.removeAbandoned(options.base());
    Workspace workspace =
        script.cleanup().make(() -> Workspace.create(options.base(), options.keep()));
    Contender first = options.first();
    Contender second = options.second(workspace.dir());
    Clusters clusters = clusters(settings, workspace.name());
    List<Run> runs;
    try {
      runs = new Comparison(settings, clusters, workspace, progress).run(first, second);
    } finally {
      progress.clear();
    }
    script.out().print(new Report(settings).of(runs, first, second));
    if (options.keep()) {
      script.out().println("  Logs: " + workspace.kept());
    }
    script.out().flush();
  }

  private Clusters clusters(Settings settings, RunName name)
      throws IOException, InterruptedException, Failure {
    if (!settings.real()) {
      return new EmbeddedClusters(script.cleanup());
    }
    RealClusters.removeAbandoned();
    return new RealClusters(name, script.cleanup());
  }
}
