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
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

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
  private final Map<Outcome.Step, String> failures = new EnumMap<>(Outcome.Step.class);
  private long firstNodeAcks;

  /**
   * Who has which jars.
   *
   * @param client writes, and reads what it wrote
   * @param reader reads it, too
   * @param smarth whether the client and some DataNodes have SMARTH
   */
  record Roles(Installation nameNode, List<Installation> dataNodes, Installation client,
      Installation reader, boolean smarth) {
    static Roles all(Installation with, boolean smarth) {
      return new Roles(with, Collections.nCopies(PlainSettings.DATA_NODES, with), with, with,
          smarth);
    }
  }

  private interface Body {
    void run() throws IOException, InterruptedException, Failure;
  }

  Trial(PlainCluster cluster, Roles roles, Inputs inputs) {
    this.cluster = cluster;
    this.roles = roles;
    this.inputs = inputs;
  }

  /** Starts the daemons of HDFS, writes, and reads. */
  Outcome ofFiles() throws InterruptedException {
    if (step(Outcome.Step.START, () -> cluster.start(roles.nameNode(), roles.dataNodes()))) {
      step(Outcome.Step.PUT, () -> cluster.put(roles.client(), inputs.file(), WHOLE));
      step(Outcome.Step.KILL,
          () -> cluster.putAmidAKill(roles.client(), inputs.file(), KILLED));
      step(Outcome.Step.READ, this::read);
    }
    return new Outcome(failures, firstNodeAcks);
  }

  /**
   * The same with doctor, and with YARN and a job.
   *
   * @param tools the jar that has doctor
   */
  Outcome ofEverything(Path tools) throws InterruptedException {
    ofFiles();
    if (failures.containsKey(Outcome.Step.READ)) {
      step(Outcome.Step.DOCTOR, () -> cluster.doctor(roles.client(), tools));
      step(Outcome.Step.JOB, this::countWords);
    }
    return new Outcome(failures, firstNodeAcks);
  }

  private void read() throws IOException, InterruptedException, Failure {
    List<String> files = List.of(WHOLE, KILLED);
    cluster.read(roles.client(), files, inputs.file());
    if (roles.reader() != roles.client()) {
      cluster.read(roles.reader(), files, inputs.file());
    }
    // Metrics are as old as they were shown last, ten seconds.
    if (roles.smarth()) {
      Await.holdsWithin(METRICS_LIMIT, () -> cluster.firstNodeAcks() > 0);
    }
    firstNodeAcks = cluster.firstNodeAcks();
  }

  private void countWords() throws IOException, InterruptedException, Failure {
    if (!cluster.countWords(roles.client(), inputs.text()).equals(inputs.counts())) {
      throw new Failure("the job counted other words than there are");
    }
  }

  /** Returns whether it was done. */
  private boolean step(Outcome.Step step, Body body) throws InterruptedException {
    try {
      body.run();
      failures.put(step, "");
      return true;
    } catch (IOException | Failure e) {
      String why = e instanceof Failure ? e.getMessage() : e.toString();
      failures.put(step, why.replaceAll("\\s+", " "));
      return false;
    }
  }
}
