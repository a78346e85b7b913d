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

import static org.smarth.hadoop.benchmarks.harness.CommonOptions.range;
import static org.smarth.hadoop.benchmarks.harness.CommonOptions.refuse;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import org.smarth.hadoop.benchmarks.harness.ByteSize;
import org.smarth.hadoop.benchmarks.harness.CommonOptions;
import org.smarth.hadoop.benchmarks.harness.Converters;
import org.smarth.hadoop.benchmarks.harness.Failure;

/** What can be asked for on the command line of benchmarks/run.sh. */
final class BenchOptions {
  static final String LIST = "list";
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

  @Mixin
  private final CommonOptions common = new CommonOptions();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  /** @throws Failure when the options make no sense */
  void validate() {
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
  }

  boolean isList() {
    return names.equals(List.of(LIST));
  }

  List<String> names() {
    return names;
  }

  Scale scale() {
    return quick ? Scale.smoke() : Scale.full(size != null ? size : Scale.DEFAULT_BYTES,
        blockBytes != null ? blockBytes : Scale.DEFAULT_BLOCK_BYTES);
  }

  int pairs(Scenario scenario) {
    if (pairs != null) {
      return pairs;
    }
    return quick ? 1 : scenario.rule().isPresent() ? SequentialRule.mostPairs() : DEFAULT_PAIRS;
  }

  /** Everyday work has a rule, where there is stock to stand against. */
  Scenario judged(Scenario scenario) {
    List<Contender> measured = contenders();
    return scenario.name().equals(EverydayScenario.NAME) && measured.contains(Contender.STOCK)
        ? scenario.judgedBy(SequentialRule.of(scenario, measured)) : scenario;
  }

  /** @throws Failure when a scenario has no such points */
  Scenario chosen(Scenario scenario) {
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
  List<Contender> contenders() {
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

  int warmUps() {
    return warmUps;
  }

  /** Of the commands that upload directories. */
  int copyThreads() {
    return copyThreads;
  }

  long seed() {
    return seed;
  }

  boolean embedded() {
    return embedded;
  }

  boolean fresh() {
    return fresh;
  }

  boolean resume() {
    return resume != null;
  }

  boolean reportOnly() {
    return reportOnly;
  }

  Path jars() {
    return common.jars(jars);
  }

  /** Null where none is measured. */
  Path earlierJars() {
    return earlierJars;
  }

  /** Null where none is measured. */
  Path otherClients() {
    return otherClients;
  }

  Path hive() {
    return hive == null ? root.resolve("target").resolve("hive") : hive.toAbsolutePath();
  }

  CommonOptions common() {
    return common;
  }

  Path root() {
    return root;
  }

  Path results() {
    if (resume != null) {
      return resume;
    }
    return results != null ? results
        : root.resolve(quick ? "benchmarks/target/quick-results" : "benchmarks/results");
  }

  /** What decides results, by option: the order of names makes no difference. */
  Map<String, String> decisive() {
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
  List<String> words() {
    List<String> words = new ArrayList<>(names);
    for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
      if (DECISIVE.contains(option.longestName())) {
        words.add(option.longestName());
        words.addAll(option.arity().max() == 0 ? List.of() : option.originalStringValues());
      }
    }
    return words;
  }
}
