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
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.smarth.hadoop.benchmarks.harness.BeatJob;
import org.smarth.hadoop.benchmarks.harness.ClientJob;
import org.smarth.hadoop.benchmarks.harness.Conversation;
import org.smarth.hadoop.benchmarks.harness.Failure;
import org.smarth.hadoop.benchmarks.harness.Metrics;
import org.smarth.hadoop.benchmarks.harness.RunningCluster;
import org.smarth.hadoop.benchmarks.harness.SenderKind;

/**
 * How many heartbeats a NameNode and a ResourceManager can take, what they cost and how long they
 * wait, beside what the planner predicts. The daemon has a core of its own, the senders the others.
 */
record BeatsMeasurement(Work.Beats work) {
  private static final String PLANNER = "org.smarth.hadoop.tools.SmarthCommand";
  private static final String CORE = "0";
  private static final int BOUND_COLUMN = 4;

  void measure(Session session) throws IOException, InterruptedException {
    int cores = Runtime.getRuntime().availableProcessors();
    if (cores < 2) {
      throw new Failure("one core is too few: daemon and senders need one each");
    }
    session.listener().stage("starting YARN");
    session.cluster().startYarn();
    session.listener().stage("planning");
    Map<String, Double> predicted = bounds(session.cluster().call("plan", List.of(PLANNER,
        "plan", "--nodes", Integer.toString(work.nodes()), "--applications",
        Integer.toString(work.applications()), "--bandwidth", "1000g", "--measure", "--seconds",
        Integer.toString(work.seconds()), "--cores", "1", "--csv")));
    for (SenderKind kind : SenderKind.values()) {
      measure(session, kind, cores - 1);
      String prefix = kind.prefix();
      double knee = kneeMs(session.metrics(), prefix, senders(kind));
      double planned = predicted.get(prefix) * 1e3;
      session.metrics().put(prefix + ".kneeMs", knee).put(prefix + ".predictedKneeMs", planned)
          .put(prefix + ".predictedToMeasured", planned / knee);
    }
  }

  /**
   * The period with which the daemon's core is full, by what heartbeats took of it while all
   * senders sent as fast as they were answered. They may be slower than the daemon; with few
   * senders the time that an answer takes, if that is longer.
   */
  static double kneeMs(Metrics metrics, String prefix, int senders) {
    double core = metrics.get(prefix + ".max.cpuPercent") / 100;
    return Math.max(senders / metrics.get(prefix + ".maxPerSecond") * core * 1e3,
        metrics.find(prefix + ".answerMs").orElse(0));
  }

  private int senders(SenderKind kind) {
    return kind == SenderKind.APPLICATION_MASTER ? work.applications() : work.nodes();
  }

  /** The planner's bounds in seconds, by kind. */
  static Map<String, Double> bounds(List<String> csv) {
    try {
      return csv.stream().skip(1).map(line -> line.split(","))
          .collect(Collectors.toMap(cells -> cells[0],
              cells -> Double.parseDouble(cells[BOUND_COLUMN])));
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      throw new Failure("the planner says " + csv, e);
    }
  }

  private void measure(Session session, SenderKind kind, int lastCore)
      throws IOException, InterruptedException {
    String daemon = kind == SenderKind.DATANODE ? RunningCluster.NAME_NODE
        : RunningCluster.RESOURCE_MANAGER;
    // The compilers of a daemon without idle time would not come to an end.
    session.cluster().pin(daemon, "0-" + lastCore);
    Conversation client = session.cluster().startClient(kind.prefix(), 0,
        new BeatJob(kind, senders(kind), work.seconds(), work.periodsMs()));
    client.untilStage(ClientJob.READY, session.listener());
    session.cluster().pin(daemon, CORE);
    client.pin("1-" + lastCore);
    Metrics cpu = new Metrics();
    for (int step = 0; step <= work.periodsMs().size(); step++) {
      double before = session.cluster().usage(daemon).cpuSeconds();
      long start = System.nanoTime();
      client.go();
      client.untilStage(ClientJob.step(step), session.listener());
      double seconds = (System.nanoTime() - start) / 1e9;
      double used = session.cluster().usage(daemon).cpuSeconds() - before;
      cpu.put(step == 0 ? "max" : Integer.toString(work.periodsMs().get(step - 1)),
          100 * used / seconds);
    }
    client.go();
    Metrics result = client.untilResult(session.listener());
    session.metrics().putAll(result);
    cpu.asMap().forEach((step, percent) -> {
      // A period that was too short for the daemon was left out.
      if (result.find(kind.prefix() + "." + step + ".perSecond").isPresent()
          || step.equals("max")) {
        session.metrics().put(kind.prefix() + "." + step + ".cpuPercent", percent);
      }
    });
  }
}
