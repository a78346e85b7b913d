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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine;

import org.smarth.hadoop.benchmarks.harness.Clusters;
import org.smarth.hadoop.benchmarks.harness.EmbeddedClusters;
import org.smarth.hadoop.benchmarks.harness.Failure;
import org.smarth.hadoop.benchmarks.harness.Installation;
import org.smarth.hadoop.benchmarks.harness.Network;
import org.smarth.hadoop.benchmarks.harness.Progress;
import org.smarth.hadoop.benchmarks.harness.RealClusters;
import org.smarth.hadoop.benchmarks.harness.Script;
import org.smarth.hadoop.benchmarks.harness.WarmUpRule;
import org.smarth.hadoop.benchmarks.harness.Workspace;

/** The command of benchmarks/run.sh. */
@Command(name = "run.sh", sortOptions = false, usageHelpWidth = 100,
    description = "Measures uploads into HDFS with stock Hadoop, with SMARTH and with what people "
        + "use instead, on clusters whose links are shaped, and writes a report. Results of "
        + "finished runs are kept: after an interruption the same command goes on.%n")
public final class BenchCommand implements Callable<Integer> {
  @Mixin
  private final BenchOptions options = new BenchOptions();

  private final Script script = new Script("run.sh");
  private boolean complete = true;

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    BenchCommand command = new BenchCommand();
    return command.script.commandLine(command);
  }

  @Override
  public Integer call() throws Exception {
    options.validate();
    if (options.isList()) {
      list();
      return CommandLine.ExitCode.OK;
    }
    List<Scenario> scenarios = scenarios();
    if (!options.common().checkOnly()) {
      script.cleaningUp(() -> measure(scenarios));
    }
    return complete ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  private void list() {
    for (Scenario scenario : new Scenarios(options.scale()).all()) {
      say(String.format("%-20s%s%s", scenario.name(), scenario.title(),
          scenario.cluster() == Scenario.Cluster.REAL ? " (needs root)" : ""));
    }
    say(String.format("%-20s%s", Scenarios.ALL, "all of these, but those of heartbeats"));
    say(String.format("%-20s%s", Scenarios.ALL_HEARTBEATS, "those of heartbeats"));
    say(String.format("%-20s%s", Scenarios.ALL_CLUSTER,
        "those of a cluster's services, links and settings"));
  }

  private List<Scenario> scenarios() {
    List<Scenario> scenarios = new ArrayList<>();
    try {
      for (Scenario scenario : new Scenarios(options.scale(), options.seed())
          .of(options.names())) {
        scenarios.add(options.judged(options.chosen(scenario)
            .withWarmUps(options.warmUps())));
      }
    } catch (IllegalArgumentException e) {
      throw new Failure(e.getMessage(), e);
    }
    return scenarios;
  }

  private void measure(List<Scenario> scenarios) throws IOException, InterruptedException {
    Workspace.removeAbandoned(options.common().base());
    Workspace workspace =
        script.cleanup().make(() -> Workspace.create(options.common().base(), false));
    boolean real = isReal(workspace);
    List<Scenario> possible = possible(scenarios, real);
    Path copies = Files.createDirectory(workspace.dir().resolve("jars"));
    boolean onYarn = possible.stream().flatMap(s -> s.setups().stream())
        .anyMatch(Setup::isOnYarn);
    boolean ofCommands = possible.stream().flatMap(s -> s.setups().stream())
        .anyMatch(Setup::isOfCommands);
    Installations installations = new Installations(
        Installation.stock(options.common().classPathFile()), options.jars(),
        new Installations.Besides(options.earlierJars(), options.otherClients(), options.hive()),
        copies, onYarn, ofCommands ? options.copyThreads() : 0);
    List<Contender> contenders = options.contenders();
    Clusters clusters = real ? new RealClusters(workspace.name(), script.cleanup())
        : new EmbeddedClusters(script.cleanup());
    if (!options.reportOnly()) {
      checkOptions(possible, installations, real);
    }
    Bench bench = new Bench(
        new Bench.Plan(contenders, options::pairs,
            setup -> software(setup, installations, real), options.fresh(),
            options.resume()),
        new OutcomeStore(options.results().resolve("runs")),
        new RunExecution(clusters, workspace, options.results().resolve("logs"),
            RunExecution.Wishes.NONE), installations,
        new Bench.Console(new Progress(System.err, Script.TERMINAL, System::nanoTime),
            script.out(), script::isInterrupted));
    run(bench, possible, facts(installations, real));
  }

  /** What decides the numbers is as before where a run goes on; else it is written down. */
  private void checkOptions(List<Scenario> scenarios, Installations installations, boolean real)
      throws IOException {
    Map<String, String> decisive = new LinkedHashMap<>(options.decisive());
    decisive.put("cluster", real ? "processes" : "one JVM");
    for (Scenario scenario : scenarios) {
      scenario.rule().ifPresent(r -> decisive.put("rule of " + scenario.name(), r.toString()));
      for (Setup setup : scenario.setups()) {
        decisive.put("software", software(setup, installations, real));
      }
    }
    RunOptions now = new RunOptions(decisive);
    if (options.resume()) {
      now.checkSameAs(options.results());
    } else {
      now.write(options.results());
    }
  }

  private void run(Bench bench, List<Scenario> scenarios, Map<String, String> facts)
      throws IOException, InterruptedException {
    scenarios.forEach(s -> s.rule().ifPresent(r -> say(s.name() + ": " + r)));
    if (scenarios.stream().anyMatch(s -> s.rule().isPresent())) {
      facts.put("warm-up", WarmUpRule.text());
      say(WarmUpRule.text());
    }
    ReportFiles reports = new ReportFiles(options.results(), facts);
    Map<Scenario, Results> all = new LinkedHashMap<>();
    Bench.AfterScenario report = (scenario, outcomes) -> {
      if (outcomes.isEmpty()) {
        say(scenario.name() + ": no runs yet");
      } else {
        all.put(scenario, new Results(outcomes));
        say(scenario.name() + ": " + reports.write(scenario, all.get(scenario)));
      }
    };
    if (options.reportOnly()) {
      for (Scenario scenario : scenarios) {
        report.report(scenario, bench.outcomes(scenario));
      }
    } else {
      bench.run(scenarios, report);
    }
    if (all.size() > 1) {
      say("all ratios: " + reports.summary(all));
    }
    complete = complete && bench.failures().isEmpty();
    bench.failures().forEach(f -> script.complain("failed: " + f));
  }

  /** Whether clusters are processes in namespaces; says why if not. */
  private boolean isReal(Workspace workspace) throws IOException, InterruptedException {
    if (options.embedded()) {
      return false;
    }
    try {
      RealClusters.removeAbandoned();
      Network.tryOut(workspace.name() + "-0");
      return true;
    } catch (Failure e) {
      say(e.getMessage() + ". Until then: one JVM that shapes its own links, where that will do");
      return false;
    }
  }

  private List<Scenario> possible(List<Scenario> scenarios, boolean real) {
    List<Scenario> possible = new ArrayList<>();
    for (Scenario scenario : scenarios) {
      if (real || scenario.cluster() == Scenario.Cluster.ANY) {
        possible.add(scenario);
      } else {
        say(scenario.name() + ": skipped, needs processes in network namespaces");
        complete = false;
      }
    }
    return possible;
  }

  private static String software(Setup setup, Installations installations, boolean real) {
    return "stock 2.10.2 and drop-in jars "
        + (setup.isOnYarn() ? installations.yarnVersion() : installations.version())
        + (real ? " in processes" : " in one JVM");
  }

  private Map<String, String> facts(Installations installations, boolean real) throws IOException {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("command", "benchmarks/run.sh " + String.join(" ", options.words()));
    facts.put("cluster", real ? "NameNode, DataNodes and clients as processes in network "
        + "namespaces, links shaped by tc htb" : "one JVM that shapes its own loopback links");
    facts.put("Hadoop", "2.10.2");
    facts.put("drop-in jars", installations.version() + " (of their entries' names and CRCs)");
    facts.put("drop-in jars of YARN and MapReduce", installations.yarnVersion());
    facts.put("sources of the drop-in jars", installations.build());
    facts.putAll(Machine.describe());
    return facts;
  }

  private void say(String line) {
    script.out().println(line);
    script.out().flush();
  }
}
