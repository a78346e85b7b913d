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
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine;

import org.smarth.hadoop.benchmarks.harness.ByteSize;
import org.smarth.hadoop.benchmarks.harness.Clusters;
import org.smarth.hadoop.benchmarks.harness.Converters;
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
public final class BenchCommand extends Script {
  private static final String LIST = "list";
  private static final int DEFAULT_PAIRS = 3;
  private static final int MAX_PAIRS = 1000;
  private static final int MAX_WARM_UPS = 100;
  private static final int MAX_COPY_THREADS = 64;
  private static final Set<String> DECISIVE = Set.of("--quick", "--size", "--block-size", "--pairs",
      "--points", "--contenders", "--warm-ups", "--copy-threads", "--seed", "--embedded");

  @Parameters(arity = "0..*", paramLabel = "SCENARIO",
      description = "What to measure; 'list' tells what there is, 'all-smarth', "
          + "'all-heartbeats' and 'all-cluster' are all of it.")
  private List<String> names = new ArrayList<>();

  @Option(names = "--size", paramLabel = "SIZE", converter = Converters.OfSize.class,
      description = "Size of the file. Default: 1G; the paper has 8G.")
  private Long size;

  @Option(names = "--block-size", paramLabel = "SIZE", converter = Converters.OfBlockSize.class,
      description = "Default: 64M.")
  private Long blockBytes;

  @Option(names = "--pairs", paramLabel = "N",
      description = "How often everything is repeated, in alternating order; of everyday, "
          + "at most, as lines stop when they have their verdict. Default: 3, of everyday 60.")
  private Integer pairs;

  @Option(names = "--points", paramLabel = "LABEL", split = ",",
      description = "Only these points of each scenario, by their labels on its axes, or by the "
          + "name that its charts' files begin with. Default: all.")
  private Set<String> points;

  @Option(names = "--contenders", paramLabel = "NAME", split = ",",
      description = "Who is measured, of: stock, smarth (the paper's number of pipelines), "
          + "smarth-auto (as many as help), setrep (stock with one replica, then hdfs dfs "
          + "-setrep), smarth-earlier (as smarth-auto, with --earlier-jars), hadoop-3 and go "
          + "(other clients, with --other-clients); of heartbeats: stock, "
          + "case-2 to case-6 (fixed periods), event-driven, event-driven-polled (with a client "
          + "that looks more often). Default: all.")
  private List<String> contenders;

  @Option(names = "--quick", description = "A smoke run: a small file, 6 DataNodes, one point of "
      + "each scenario, one pair of stock and smarth or event-driven. Its numbers mean nothing.")
  private boolean quick;

  @Option(names = "--warm-ups", paramLabel = "N", defaultValue = "0",
      description = "Uploads to each cluster before the one that is timed, so that speeds are "
          + "known. Default: ${DEFAULT-VALUE}.")
  private int warmUps;

  @Option(names = "--copy-threads", paramLabel = "N", defaultValue = "8",
      description = "How many files the commands of 'uploads' copy at once, those of "
          + "smarth-auto, smarth-earlier and hadoop-3. Default: ${DEFAULT-VALUE}.")
  private int copyThreads;

  @Option(names = "--seed", paramLabel = "S", description = "Of which DataNodes are killed in "
      + "'repair', and when. Default: " + Scenarios.DEFAULT_SEED + ".")
  private long seed = Scenarios.DEFAULT_SEED;

  @Option(names = "--embedded", description = "One JVM that shapes its own links instead of "
      + "processes in network namespaces, where the scenario allows it.")
  private boolean embedded;

  @Option(names = "--fresh", description = "Make every run again, also those whose results are "
      + "there.")
  private boolean fresh;

  @Option(names = "--report-only", description = "Make no run; write reports of what is there.")
  private boolean reportOnly;

  @Option(names = "--jars", paramLabel = "DIR", description = "The drop-in jars to measure. "
      + "Default: what dev-support/dist.sh built.")
  private Path jars;

  @Option(names = "--earlier-jars", paramLabel = "DIR", description = "The drop-in jars of an "
      + "earlier build, for the contender smarth-earlier.")
  private Path earlierJars;

  @Option(names = "--other-clients", paramLabel = "DIR", description = "The programs hadoop-3 and "
      + "go, for the contenders of these names: dev-support/other-clients.sh makes them.")
  private Path otherClients;

  @Option(names = "--hive", paramLabel = "DIR", description = "The jars of Hive and of what it is "
      + "compared with, for heartbeat-tpch. Default: target/hive, where dev-support/hive.sh puts "
      + "them.")
  private Path hive;

  @Option(names = "--results", paramLabel = "DIR", description = "Where results go. Default: "
      + "benchmarks/results, of a smoke run benchmarks/target/quick-results.")
  private Path results;

  @Option(names = "--resume", paramLabel = "DIR", description = "Goes on after an interruption, "
      + "with results in DIR. Everything that decides them must be as it was, but for --pairs. "
      + "A pair that was cut in two is made again.")
  private Path resume;

  @Option(names = "--root", hidden = true, required = true, description = "Of the checkout.")
  private Path root;

  private List<Scenario> scenarios;
  private boolean complete = true;

  public static void main(String[] args) {
    new BenchCommand().runAndExit(args);
  }

  @Override
  protected void validate() {
    refuse(names.isEmpty(), "name a scenario; run.sh list tells which there are");
    range("--pairs", pairs != null ? pairs : 1, 1, MAX_PAIRS);
    range("--warm-ups", warmUps, 0, MAX_WARM_UPS);
    range("--copy-threads", copyThreads, 1, MAX_COPY_THREADS);
    refuse(quick && (size != null || blockBytes != null),
        "--quick contradicts --size and --block-size; leave one out");
    refuse(fresh && reportOnly, "--fresh contradicts --report-only; leave one out");
    refuse(resume != null && (fresh || reportOnly || results != null),
        "--resume contradicts --fresh, --report-only and --results; leave one out");
    if (contenders != null) {
      boolean hasEarlier = chosen().contains(Contender.SMARTH_EARLIER);
      refuse(!hasEarlier && !chosen().contains(Contender.STOCK),
          "--contenders: without stock there is nothing to compare with; add it");
      refuse(hasEarlier && earlierJars == null,
          "--contenders: smarth-earlier needs --earlier-jars");
      refuse(otherClients == null && chosen().stream().anyMatch(Contender::isOtherClient),
          "--contenders: hadoop-3 and go need --other-clients");
    }
    if (!isList()) {
      scenarios = scenarios();
    }
  }

  @Override
  public Integer call() throws Exception {
    if (isList()) {
      validate();
      list();
      return CommandLine.ExitCode.OK;
    }
    return super.call();
  }

  private boolean isList() {
    return names.equals(List.of(LIST));
  }

  private Scale scale() {
    return quick ? Scale.smoke() : Scale.full(size != null ? size : Scale.DEFAULT_BYTES,
        blockBytes != null ? blockBytes : Scale.DEFAULT_BLOCK_BYTES);
  }

  private int pairs(Scenario scenario) {
    if (pairs != null) {
      return pairs;
    }
    return quick ? 1 : scenario.rule().isPresent() ? SequentialRule.mostPairs() : DEFAULT_PAIRS;
  }

  /** Everyday work has a rule, where there is stock to stand against. */
  private Scenario judged(Scenario scenario) {
    List<Contender> measured = contenders();
    return scenario.name().equals(EverydayScenario.NAME) && measured.contains(Contender.STOCK)
        ? scenario.judgedBy(SequentialRule.of(scenario, measured)) : scenario;
  }

  /** @throws Failure when a scenario has no such points */
  private Scenario chosen(Scenario scenario) {
    if (points == null) {
      return scenario;
    }
    Scenario chosen = scenario.only(points);
    refuse(chosen.charts().isEmpty(), "--points: " + scenario.name() + " has no "
        + String.join(", ", points) + "; it has " + String.join(", ", scenario.labels())
        + ", and all of each of " + String.join(", ", scenario.groups()));
    return chosen;
  }

  /** Those who are measured. */
  private List<Contender> contenders() {
    if (contenders != null) {
      return chosen();
    }
    return quick ? List.of(Contender.STOCK, Contender.SMARTH, Contender.EVENT_DRIVEN)
        : Arrays.stream(Contender.values())
            .filter(e -> e != Contender.SMARTH_EARLIER || earlierJars != null)
            .filter(e -> !e.isOtherClient() || otherClients != null).toList();
  }

  private List<Contender> chosen() {
    List<Contender> chosen = new ArrayList<>();
    for (String name : contenders) {
      chosen.add(Arrays.stream(Contender.values()).filter(e -> e.id().equals(name)).findFirst()
          .orElseThrow(() -> new Failure("--contenders: '" + name + "' is none of "
              + Arrays.stream(Contender.values()).map(Contender::id)
                  .collect(Collectors.joining(", ")))));
    }
    return chosen.stream().distinct().sorted().toList();
  }

  private Path hive() {
    return hive == null ? root.resolve("target").resolve("hive") : hive.toAbsolutePath();
  }

  private Path results() {
    if (resume != null) {
      return resume;
    }
    return results != null ? results
        : root.resolve(quick ? "benchmarks/target/quick-results" : "benchmarks/results");
  }

  /** What decides results, by option: the order of names makes no difference. */
  private Map<String, String> decisive() {
    Map<String, String> decisive = new LinkedHashMap<>();
    decisive.put("SCENARIO", String.join(" ", new TreeSet<>(names)));
    decisive.put("--points", points == null ? "all" : String.join(",", new TreeSet<>(points)));
    decisive.put("--contenders",
        contenders().stream().map(Contender::id).collect(Collectors.joining(",")));
    decisive.put("--quick", Boolean.toString(quick));
    decisive.put("--size", size == null ? "default" : ByteSize.format(size));
    decisive.put("--block-size", blockBytes == null ? "default" : ByteSize.format(blockBytes));
    decisive.put("--warm-ups", Integer.toString(warmUps));
    decisive.put("--copy-threads", Integer.toString(copyThreads));
    decisive.put("--seed", Long.toString(seed));
    return decisive;
  }

  /** The options that decide what is measured, as they were typed. */
  private List<String> words() {
    List<String> words = new ArrayList<>(names);
    for (OptionSpec option : parsed().matchedOptions()) {
      if (DECISIVE.contains(option.longestName())) {
        words.add(option.longestName());
        words.addAll(option.arity().max() == 0 ? List.of() : option.originalStringValues());
      }
    }
    return words;
  }

  private void list() {
    for (Scenario scenario : new Scenarios(scale()).all()) {
      say(String.format("%-20s%s%s", scenario.name(), scenario.title(),
          scenario.cluster() == Scenario.Cluster.REAL ? " (needs root)" : ""));
    }
    say(String.format("%-20s%s", Scenarios.ALL, "all of these, but those of heartbeats"));
    say(String.format("%-20s%s", Scenarios.ALL_HEARTBEATS, "those of heartbeats"));
    say(String.format("%-20s%s", Scenarios.ALL_CLUSTER,
        "those of a cluster's services, links and settings"));
  }

  private List<Scenario> scenarios() {
    try {
      return new Scenarios(scale(), seed).of(names).stream()
          .map(s -> judged(chosen(s).withWarmUps(warmUps))).toList();
    } catch (IllegalArgumentException e) {
      throw new Failure(e.getMessage(), e);
    }
  }

  @Override
  protected boolean run() throws IOException, InterruptedException {
    Workspace workspace = workspace(false);
    boolean real = isReal(workspace);
    List<Scenario> possible = possible(scenarios, real);
    Path copies = Files.createDirectory(workspace.dir().resolve("jars"));
    boolean onYarn = possible.stream().flatMap(s -> s.setups().stream()).anyMatch(Setup::isOnYarn);
    boolean ofCommands = possible.stream().flatMap(s -> s.setups().stream())
        .anyMatch(Setup::isOfCommands);
    Installations installations = new Installations(stock(), jars(jars),
        new Installations.Besides(earlierJars, otherClients, hive()), copies, onYarn,
        ofCommands ? copyThreads : 0);
    Clusters clusters = real ? new RealClusters(workspace.name(), cleanup())
        : new EmbeddedClusters(cleanup());
    if (!reportOnly) {
      checkOptions(possible, installations, real);
    }
    Bench bench = new Bench(
        new Bench.Plan(contenders(), this::pairs,
            setup -> software(setup, installations, real), fresh, resume != null),
        new OutcomeStore(results().resolve("runs")),
        new RunExecution(clusters, workspace, results().resolve("logs"),
            RunExecution.Wishes.NONE), installations,
        new Bench.Console(new Progress(System.err, TERMINAL, System::nanoTime),
            out(), this::isInterrupted));
    run(bench, possible, facts(installations, real));
    return complete;
  }

  /** What decides the numbers is as before where a run goes on; else it is written down. */
  private void checkOptions(List<Scenario> of, Installations installations, boolean real)
      throws IOException {
    Map<String, String> decisive = new LinkedHashMap<>(decisive());
    decisive.put("cluster", real ? "processes" : "one JVM");
    for (Scenario scenario : of) {
      scenario.rule().ifPresent(r -> decisive.put("rule of " + scenario.name(), r.toString()));
      for (Setup setup : scenario.setups()) {
        decisive.put("software", software(setup, installations, real));
      }
    }
    RunOptions now = new RunOptions(decisive);
    if (resume != null) {
      now.checkSameAs(results());
    } else {
      now.write(results());
    }
  }

  private void run(Bench bench, List<Scenario> of, Map<String, String> facts)
      throws IOException, InterruptedException {
    of.forEach(s -> s.rule().ifPresent(r -> say(s.name() + ": " + r)));
    if (of.stream().anyMatch(s -> s.rule().isPresent())) {
      facts.put("warm-up", WarmUpRule.text());
      say(WarmUpRule.text());
    }
    ReportFiles reports = new ReportFiles(results(), facts);
    Map<Scenario, Results> all = new LinkedHashMap<>();
    Bench.AfterScenario report = (scenario, outcomes) -> {
      if (outcomes.isEmpty()) {
        say(scenario.name() + ": no runs yet");
      } else {
        all.put(scenario, new Results(outcomes));
        say(scenario.name() + ": " + reports.write(scenario, all.get(scenario)));
      }
    };
    if (reportOnly) {
      for (Scenario scenario : of) {
        report.report(scenario, bench.outcomes(scenario));
      }
    } else {
      bench.run(of, report);
    }
    if (all.size() > 1) {
      say("all ratios: " + reports.summary(all));
    }
    complete = complete && bench.failures().isEmpty();
    bench.failures().forEach(f -> complain("failed: " + f));
  }

  /** Whether clusters are processes in namespaces; says why if not. */
  private boolean isReal(Workspace workspace) throws IOException, InterruptedException {
    if (embedded) {
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

  private List<Scenario> possible(List<Scenario> of, boolean real) {
    List<Scenario> possible = new ArrayList<>();
    for (Scenario scenario : of) {
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
    return "stock " + Installation.HADOOP + " and drop-in jars "
        + (setup.isOnYarn() ? installations.yarnVersion() : installations.version())
        + (real ? " in processes" : " in one JVM");
  }

  private Map<String, String> facts(Installations installations, boolean real) throws IOException {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("command", "benchmarks/run.sh " + String.join(" ", words()));
    facts.put("cluster", real ? "NameNode, DataNodes and clients as processes in network "
        + "namespaces, links shaped by tc htb" : "one JVM that shapes its own loopback links");
    facts.put("Hadoop", Installation.HADOOP);
    facts.put("drop-in jars", installations.version() + " (of their entries' names and CRCs)");
    facts.put("drop-in jars of YARN and MapReduce", installations.yarnVersion());
    facts.put("sources of the drop-in jars", installations.build());
    facts.putAll(Machine.describe());
    return facts;
  }
}
