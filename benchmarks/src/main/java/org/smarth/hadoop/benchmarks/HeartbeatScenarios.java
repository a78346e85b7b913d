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

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.smarth.hadoop.benchmarks.harness.ByteSize;
import org.smarth.hadoop.benchmarks.harness.Links;
import org.smarth.hadoop.benchmarks.harness.Racks;
import org.smarth.hadoop.benchmarks.harness.Rate;
import org.smarth.hadoop.benchmarks.harness.SenderKind;

/**
 * The experiments of section 4 of "An Empirical Performance Analysis on Hadoop via Optimizing the
 * Network Heartbeat Period" (Lee, Choi, Roh, Shin; 2018) with heartbeats that are sent when there
 * is something to say as a seventh case, and what such heartbeats do for short jobs. Stock is case
 * 1 of the paper.
 */
record HeartbeatScenarios(Scale scale) {
  /** 76 maps in nine waves of three at each node: the paper has three DataNodes. */
  private static final int NODES = 3;
  private static final int MAPS = 76;
  private static final int QUICK_MAPS = 4;
  private static final int FILES = 10;
  private static final int QUICK_FILES = 2;
  private static final int SHORT_JOBS = 10;
  private static final int QUERIES = 22;
  private static final List<Integer> QUICK_QUERIES = List.of(6, 11);
  private static final List<Integer> NODE_COUNTS = List.of(10, 100, 1000, 4000);
  private static final List<Integer> QUICK_NODE_COUNTS = List.of(10);
  private static final int NODES_PER_APPLICATION = 10;
  private static final List<Integer> PERIODS = List.of(3000, 1000, 500, 200, 100, 50);
  private static final List<Integer> QUICK_PERIODS = List.of(1000, 200);
  private static final int STEP_SECONDS = 10;
  private static final int QUICK_STEP_SECONDS = 2;
  private static final String ALL_CASES = "Cases are periods of DataNodes / application masters / "
      + "NodeManagers; stock is case 1: 3/1/1 s. ";
  private static final String EXACT = "Times are those of the ResourceManager's records, from the "
      + "job's submission to its end: a client that looks once a second would round them. ";

  List<Scenario> all() {
    return List.of(shortJobs(), dfsIo(), teraSort(), tpch(), manyNodes());
  }

  private Setup setup(Work work, long blockBytes) {
    Links links = Links.uniform(new Racks(NODES, Racks.OUTSIDE), Rate.NONE, Rate.NONE);
    return new Setup(work, links, scale.bytes(), blockBytes, Scale.REPLICATION, 0);
  }

  private Scenario shortJobs() {
    Setup setup = setup(new Work.ShortJobs(scale.quick() ? 1 : SHORT_JOBS), scale.blockBytes());
    List<String> kinds = List.of("sleep", "wordcount", "pi");
    return new Scenario("heartbeat-shortjobs", "Small jobs, one after the other",
        "Of each kind the median: sleep (2 maps and a reduce that do nothing), wordcount (2 maps "
            + "and a reduce, 256 KB), pi (2 maps, 1000 samples each). As a client sees it, which "
            + "looks for the end once a second (mapreduce.client.progressmonitor.pollinterval is "
            + "as stock has it, but for the last contender), and as the ResourceManager records "
            + "it.",
        Scenario.Cluster.REAL, List.of(
            perKind("client", "as clients see it", "s", setup, kinds, ".clientSeconds"),
            perKind("job", "as the ResourceManager records it", "s", setup, kinds, ".seconds"),
            perKind("messages", "heartbeats of a job, of application masters and NodeManagers",
                "messages", setup, kinds, ".messages"),
            perKind("rate", "the same for each second", "messages/s", setup, kinds,
                ".messagesPerSecond")));
  }

  private static Chart perKind(String id, String title, String unit, Setup setup,
      List<String> kinds, String metric) {
    return new Chart(id, title, "", unit, Chart.Form.BARS,
        kinds.stream().map(k -> Point.of(k, setup, k + metric)).toList());
  }

  private Scenario dfsIo() {
    Setup setup = setup(new Work.DfsIo(scale.quick() ? QUICK_FILES : FILES), scale.blockBytes());
    List<String> kinds = List.of("write", "read");
    Chart time = perKind("time", "execution time", "s", setup, kinds, ".seconds");
    Chart messages = messages(setup, kinds);
    List<Scenario.Comparison> comparisons = new ArrayList<>();
    Point write = time.points().get(0);
    comparisons.add(Scenario.Comparison.of(write, Contender.STOCK, Contender.CASE_3, 1.4));
    comparisons.add(Scenario.Comparison.of(write, Contender.CASE_2, Contender.CASE_6, 0.8));
    comparisons.add(Scenario.Comparison.of(write, Contender.STOCK, Contender.CASE_2, 2.8));
    comparisons.add(Scenario.Comparison.of(write, Contender.CASE_3, Contender.CASE_6, 2.3));
    comparisons.add(Scenario.Comparison.of(write, Contender.STOCK, Contender.CASE_6, 3.6));
    Point read = time.points().get(1);
    comparisons.add(Scenario.Comparison.of(read, Contender.STOCK, Contender.CASE_2, 13));
    comparisons.add(Scenario.Comparison.of(read, Contender.CASE_3, Contender.CASE_6, 12.5));
    comparisons.addAll(eventDriven(time, messages));
    return new Scenario("heartbeat-dfsio", "Figures 6 and 7: TestDFSIO by heartbeat periods",
        ALL_CASES + EXACT + "The paper writes and reads 10 GB: --size 10g.",
        Scenario.Cluster.REAL, List.of(time, messages), comparisons);
  }

  private Scenario teraSort() {
    int maps = scale.quick() ? QUICK_MAPS : MAPS;
    // A whole number of megabytes, so that there is no map more for a last few bytes.
    long block = (scale.bytes() / maps / ByteSize.MIB + 1) * ByteSize.MIB;
    Setup setup = setup(new Work.TeraSort(NODES), block);
    Chart time = new Chart("time", "execution time", "", "s", Chart.Form.BARS, List.of(
        Point.of("map phase", setup, "sort.mapSeconds"),
        Point.of("whole job", setup, "sort.seconds")));
    Chart messages = messages(setup, List.of("sort"));
    Point map = time.points().get(0);
    List<Scenario.Comparison> comparisons = new ArrayList<>();
    comparisons.add(Scenario.Comparison.of(map, Contender.STOCK, Contender.CASE_2, 5.5));
    comparisons.add(Scenario.Comparison.of(map, Contender.CASE_3, Contender.CASE_6, 5.5));
    comparisons.addAll(eventDriven(time, messages));
    return new Scenario("heartbeat-terasort",
        "Figure 8: TeraSort's map phase by heartbeat periods",
        ALL_CASES + EXACT + "The map phase is from the first map's start to the last one's end. As "
            + "in the paper: about 76 maps, three at a time at each node, whose output is "
            + "compressed; a reduce at each node, which begins after the maps. The paper sorts 10 "
            + "GB: --size 10g.",
        Scenario.Cluster.REAL, List.of(time, messages), comparisons);
  }

  private Scenario tpch() {
    List<Integer> numbers = scale.quick() ? QUICK_QUERIES
        : IntStream.rangeClosed(1, QUERIES).boxed().toList();
    Setup setup = setup(new Work.Tpch(numbers), scale.blockBytes());
    Chart time = new Chart("time", "execution time", "query", "s", Chart.Form.BARS,
        numbers.stream().map(n -> Point.of(n.toString(), setup, "q" + n + ".seconds")).toList());
    Chart all = Chart.bars("all", "all queries", "s", Point.of("all", setup, "all.seconds"));
    Chart messages = messages(setup, List.of("all"));
    Point point = all.points().get(0);
    List<Scenario.Comparison> comparisons = new ArrayList<>(List.of(
        Scenario.Comparison.of(point, Contender.STOCK, Contender.CASE_6, 18.9),
        Scenario.Comparison.of(point, Contender.STOCK, Contender.CASE_2, 18.0),
        Scenario.Comparison.of(point, Contender.STOCK, Contender.CASE_5, 15.3),
        Scenario.Comparison.of(point, Contender.STOCK, Contender.CASE_4, 0.19),
        Scenario.Comparison.of(point, Contender.STOCK, Contender.CASE_3, 0.09)));
    for (Point query : time.points()) {
      comparisons.add(Scenario.Comparison.of(query, Contender.STOCK, Contender.CASE_6));
      comparisons.add(Scenario.Comparison.of(query, Contender.STOCK, Contender.EVENT_DRIVEN));
    }
    comparisons.addAll(eventDriven(all, messages));
    return new Scenario("heartbeat-tpch", "Figures 9 and 10: TPC-H on Hive by heartbeat periods",
        ALL_CASES + "22 queries derived from TPC-H on Hive 2.3.10 over MapReduce, as a client sees "
            + "them, one after the other; each result is equal to DuckDB's of the same data. The "
            + "paper has 1 GB and 10 GB: --size 1g. There queries 11 and 15 gain most, and 19 "
            + "and 6 least.",
        Scenario.Cluster.REAL, List.of(time, all, messages), comparisons);
  }

  private Scenario manyNodes() {
    List<Integer> periods = scale.quick() ? QUICK_PERIODS : PERIODS;
    Map<Integer, Setup> setups = new LinkedHashMap<>();
    for (int nodes : scale.quick() ? QUICK_NODE_COUNTS : NODE_COUNTS) {
      setups.put(nodes, setup(new Work.Beats(nodes, Math.max(1, nodes / NODES_PER_APPLICATION),
          periods, scale.quick() ? QUICK_STEP_SECONDS : STEP_SECONDS), scale.blockBytes()));
    }
    List<Chart> charts = new ArrayList<>();
    for (SenderKind kind : SenderKind.values()) {
      charts.addAll(load(kind, setups, periods));
    }
    return new Scenario("heartbeat-scale",
        "How many heartbeats a NameNode and a ResourceManager can take",
        "Real daemons, each with a core of its own; scripted DataNodes, NodeManagers and "
            + "application masters (one for ten nodes) on the others, all idle. The knee is the "
            + "period with which the daemon's core is full, by what heartbeats take of it while "
            + "senders send as fast as they are answered (of up to eight senders: the time of an "
            + "answer, if that is longer); predicted is the bound of smarth "
            + "plan --measure --cores 1. Delays are from the moment at which a heartbeat was due "
            + "to its answer. CPU and delays are of " + middle(setups) + " nodes; a period is left "
            + "out that asks for more than 1.2 times what the daemon can do.",
        Scenario.Cluster.REAL, charts);
  }

  private static List<Chart> load(SenderKind kind, Map<Integer, Setup> setups,
      List<Integer> periods) {
    String prefix = kind.prefix();
    List<Point> knees = new ArrayList<>();
    setups.forEach((nodes, setup) -> {
      knees.add(Point.of(nodes.toString(), setup, prefix + ".kneeMs"));
      knees.add(Point.of(nodes + " predicted", setup, prefix + ".predictedKneeMs"));
    });
    Setup setup = setups.get(middle(setups));
    List<Point> cpu = new ArrayList<>();
    List<Point> delays = new ArrayList<>();
    for (int period : periods) {
      String metric = prefix + "." + period;
      cpu.add(Point.of(Integer.toString(period), setup, metric + ".cpuPercent"));
      delays.add(Point.of(Integer.toString(period), setup, metric + ".p99Ms"));
    }
    String name = prefix.replace('_', ' ');
    return List.of(
        new Chart(prefix + "-knee", name + ": knee", "nodes", "ms", Chart.Form.BARS, knees),
        new Chart(prefix + "-cpu", name + ": CPU of the daemon", "period (ms)", "% of a core",
            Chart.Form.LINES, cpu),
        new Chart(prefix + "-delay", name + ": delay, 99th percentile", "period (ms)", "ms",
            Chart.Form.LINES, delays));
  }

  /** The number of nodes that most charts are of: the last but one. */
  private static int middle(Map<Integer, Setup> setups) {
    List<Integer> counts = List.copyOf(setups.keySet());
    return counts.get(Math.max(0, counts.size() - 2));
  }

  private static Chart messages(Setup setup, List<String> kinds) {
    return perKind("messages", "heartbeats of application masters and NodeManagers", "messages",
        setup, kinds, ".messages");
  }

  /** What is promised: as fast as short fixed periods, with at most a third of their messages. */
  private static List<Scenario.Comparison> eventDriven(Chart... charts) {
    List<Scenario.Comparison> comparisons = new ArrayList<>();
    for (Chart chart : charts) {
      for (Point point : chart.points()) {
        for (Contender contender : List.of(Contender.STOCK, Contender.CASE_2, Contender.CASE_6)) {
          comparisons.add(Scenario.Comparison.of(point, contender, Contender.EVENT_DRIVEN));
        }
      }
    }
    return comparisons;
  }
}
