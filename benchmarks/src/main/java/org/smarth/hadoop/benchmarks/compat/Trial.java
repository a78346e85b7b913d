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
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.smarth.hadoop.benchmarks.compat.Outcome.Step;
import org.smarth.hadoop.benchmarks.harness.Await;
import org.smarth.hadoop.benchmarks.harness.Failure;
import org.smarth.hadoop.benchmarks.harness.Installation;

/** Puts a cluster through its steps. A step that fails is noted, and the next one comes. */
final class Trial {
  private static final String KILLED = "/amid-a-kill";
  private static final String WHOLE = "/whole";
  private static final Duration METRICS_LIMIT = Duration.ofMinutes(1);

  private final PlainCluster cluster;
  private final Roles roles;
  private final Inputs inputs;
  private final Set<Step> done = EnumSet.noneOf(Step.class);
  private final Map<Step, String> failures = new EnumMap<>(Step.class);
  private long firstNodeAcks;

  /**
   * Who has which jars.
   *
   * @param client writes, and reads what it wrote
   * @param reader reads it, too
   */
  record Roles(Installation nameNode, List<Installation> dataNodes, Installation client,
      Installation reader) {
    static Roles all(Installation with) {
      return new Roles(with, Collections.nCopies(PlainSettings.DATA_NODES, with), with, with);
    }

    /** Every way to share the roles, but for those in which one of the two has all. */
    static List<Roles> mixes(Installation one, Installation other) {
      List<Roles> mixes = new ArrayList<>();
      for (Installation nameNode : List.of(one, other)) {
        for (List<Installation> nodes : List.of(List.of(one), List.of(one, other),
            List.of(other))) {
          for (Installation client : List.of(one, other)) {
            if (nodes.size() > 1 || nameNode != client || !nodes.contains(client)) {
              List<Installation> dataNodes = IntStream.range(0, PlainSettings.DATA_NODES)
                  .mapToObj(node -> nodes.get(node % nodes.size())).toList();
              mixes.add(new Roles(nameNode, dataNodes, client, client == one ? other : one));
            }
          }
        }
      }
      return mixes;
    }

    /** Whether SMARTH has to write blocks. */
    private boolean mustWriteBySmarth() {
      return Stream.concat(Stream.of(client), dataNodes.stream()).noneMatch(Installation::isStock);
    }

    /** Of their jars. */
    String dataNodesName() {
      List<String> names = dataNodes.stream().map(Installation::name).distinct().toList();
      return names.size() > 1 ? "both" : names.get(0);
    }
  }

  private interface Body {
    void run() throws IOException, InterruptedException;
  }

  Trial(PlainCluster cluster, Roles roles, Inputs inputs) {
    this.cluster = cluster;
    this.roles = roles;
    this.inputs = inputs;
  }

  /** Starts the daemons of HDFS, writes, and reads. */
  Outcome ofFiles() throws InterruptedException {
    step(Step.START, () -> cluster.start(roles.nameNode(), roles.dataNodes()));
    if (done.contains(Step.START)) {
      step(Step.PUT, () -> cluster.put(roles.client(), inputs.file(), WHOLE));
      step(Step.KILL,     () -> cluster.putAmidAKill(roles.client(), inputs.file(), KILLED));
      step(Step.READ, this::read);
    }
    return new Outcome(done, failures, firstNodeAcks);
  }

  /**
   * The same with doctor, and with YARN and a job.
   *
   * @param tools the jar that has doctor
   */
  Outcome ofEverything(Path tools) throws InterruptedException {
    ofFiles();
    if (done.contains(Step.START)) {
      step(Step.DOCTOR, () -> cluster.doctor(roles.client(), tools));
      step(Step.JOB, this::countWords);
    }
    return new Outcome(done, failures, firstNodeAcks);
  }

  private void read() throws IOException, InterruptedException {
    List<String> files = List.of(WHOLE, KILLED);
    cluster.read(roles.client(), files, inputs.file());
    if (roles.reader() != roles.client()) {
      cluster.read(roles.reader(), files, inputs.file());
    }
    if (roles.mustWriteBySmarth()) {
      // Metrics stay as they were shown for ten seconds.
      Await.until("a block that SMARTH wrote", METRICS_LIMIT, () -> cluster.firstNodeAcks() > 0);
    }
    firstNodeAcks = cluster.firstNodeAcks();
  }

  private void countWords() throws IOException, InterruptedException {
    if (!cluster.countWords(roles.client(), inputs.text()).equals(inputs.counts())) {
      throw new Failure("the job counted other words than there are");
    }
  }

  private void step(Step step, Body body) throws InterruptedException {
    try {
      body.run();
      done.add(step);
    } catch (IOException | Failure e) {
      String why = e instanceof Failure ? e.getMessage() : e.toString();
      failures.put(step, why.replaceAll("\\s+", " "));
    }
  }
}
