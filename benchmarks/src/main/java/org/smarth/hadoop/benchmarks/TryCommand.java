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
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine;

import org.smarth.hadoop.benchmarks.harness.EmbeddedClusters;
import org.smarth.hadoop.benchmarks.harness.Failure;
import org.smarth.hadoop.benchmarks.harness.Installation;
import org.smarth.hadoop.benchmarks.harness.LoopbackHosts;
import org.smarth.hadoop.benchmarks.harness.Progress;
import org.smarth.hadoop.benchmarks.harness.RealClusters;
import org.smarth.hadoop.benchmarks.harness.Script;
import org.smarth.hadoop.benchmarks.harness.Workspace;

/** The command of dev-support/try.sh. */
@Command(name = "try.sh", sortOptions = false, usageHelpWidth = 100,
    description = "Uploads FILE into HDFS with stock Hadoop, then with SMARTH, checks every byte "
        + "and every replica, and compares the times.%n")
public final class TryCommand implements Callable<Integer> {
  @Mixin
  private final TryOptions options = new TryOptions();

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
    Setup setup = options.setup();
    if (!options.common().checkOnly()) {
      script.cleaningUp(() -> compare(setup));
    }
    return CommandLine.ExitCode.OK;
  }

  private void compare(Setup setup) throws IOException, InterruptedException {
    Path base = options.common().base();
    Workspace.removeAbandoned(base);
    Workspace workspace =
        script.cleanup().make(() -> Workspace.create(base, options.keep()));
    Map<Contender, Installation> installations = options.installations(workspace.dir());
    if (options.real()) {
      RealClusters.removeAbandoned();
    }
    RunExecution execution = new RunExecution(
        options.real() ? new RealClusters(workspace.name(), script.cleanup())
            : new EmbeddedClusters(script.cleanup()), workspace, null, options.wishes());
    execution.checkSpace(setup);
    Point point = Point.of("upload", setup, "seconds");
    Results results =
        new Results(outcomes(Scenario.of("try", point), installations, execution));
    script.out().print(new TryReport(point, results, installations, options.real()));
    if (options.keep()) {
      script.out().println("  Logs: " + workspace.kept());
    }
    script.out().flush();
  }

  private List<Outcome> outcomes(Scenario scenario, Map<Contender, Installation> installations,
      RunExecution execution) throws IOException, InterruptedException {
    Progress progress = new Progress(System.err, Script.TERMINAL, System::nanoTime);
    List<PlannedRun> runs = PlannedRun.of(scenario,
        installations.keySet().stream().sorted().toList(), options.pairs());
    List<Outcome> outcomes = new ArrayList<>();
    try {
      for (PlannedRun run : runs) {
        Installation installation = installations.get(run.contender());
        progress.run(outcomes.size() + 1 + "/" + runs.size() + " " + installation.name(),
            run.setup().bytes());
        checkPort(options.loopbackPort());
        outcomes.add(outcome(run, installation, execution, progress));
      }
      return outcomes;
    } finally {
      progress.clear();
    }
  }

  private static Outcome outcome(PlannedRun run, Installation installation,
      RunExecution execution, Progress progress) throws IOException, InterruptedException {
    try {
      return execution.run(new RunKey(run.setup(), run.contender(), "", run.pair()), installation,
          progress);
    } catch (Failure e) {
      throw new Failure(installation.name() + ": " + e.getMessage());
    }
  }

  private static void checkPort(int port) {
    if (port == 0) {
      return;
    }
    try (ServerSocket probe =
        new ServerSocket(port, 1, InetAddress.getByName(LoopbackHosts.CLIENT))) {
      probe.getLocalPort();
    } catch (IOException e) {
      throw new Failure("--port: " + port + " is in use; give another port, or leave "
          + "the option out for any free one");
    }
  }
}
