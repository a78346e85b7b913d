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

package org.smarth.hadoop.benchmarks.soak.api;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import com.fasterxml.jackson.databind.node.TextNode;

import org.smarth.hadoop.benchmarks.harness.ChildJvm;
import org.smarth.hadoop.benchmarks.harness.Cleanup;
import org.smarth.hadoop.benchmarks.harness.Directories;
import org.smarth.hadoop.benchmarks.harness.Events;
import org.smarth.hadoop.benchmarks.harness.Events.Event;
import org.smarth.hadoop.benchmarks.harness.Failure;
import org.smarth.hadoop.benchmarks.harness.Installation;
import org.smarth.hadoop.benchmarks.harness.Json;
import org.smarth.hadoop.benchmarks.harness.JvmPlan;
import org.smarth.hadoop.benchmarks.harness.LoopbackHosts;

/**
 * Runs programs on the jars of an installation, in a JVM with a cluster that is made anew when it
 * ended or has another number of DataNodes. Used by one thread at a time.
 */
final class Runner implements AutoCloseable {
  private static final String HEAP = "1g";
  private static final Duration STEP = Duration.ofSeconds(1);
  /** Longer than a whole program whose calls all come in time, with all waiting after it. */
  private static final Duration SILENCE = Duration.ofMinutes(15);
  private static final Duration START = Duration.ofMinutes(3);
  static final String DIED = "its JVM ended";

  private final Installation installation;
  private final Cleanup cleanup;
  private final Path dir;
  private ChildJvm jvm;
  private int dataNodes;
  private int started;

  /** @param dir exists, for this runner alone */
  Runner(Installation installation, Cleanup cleanup, Path dir) {
    this.installation = installation;
    this.cleanup = cleanup;
    this.dir = dir;
  }

  Outcome run(ApiWorker.Task task) throws IOException, InterruptedException {
    Program program = task.program();
    if (jvm == null || dataNodes != program.dataNodes()) {
      close();
      start(program.dataNodes());
    }
    jvm.say(Json.write(task));
    Event answer = next(SILENCE);
    if (answer.kind() != Events.Kind.ANSWER) {
      close();
      return new Outcome(List.of(), List.of(), Outcome.NONE, Outcome.NONE, -1, 0, Outcome.OK,
          List.of(), List.of(), DIED + ": " + answer.text(), 0);
    }
    Outcome outcome = answer.as(Outcome.class);
    if (outcome.hang() != null) {
      close();
    }
    return outcome;
  }

  private void start(int nodes) throws IOException, InterruptedException {
    dataNodes = nodes;
    started++;
    Path cluster = Files.createDirectory(cluster());
    JvmPlan.writeHosts(cluster, nodes, LoopbackHosts::ip);
    ChildJvm.Command command = new ChildJvm.Command(List.of(), HEAP, installation.classPath(),
        JvmPlan.properties(cluster, "api"),
        List.of(ApiWorker.class.getName(), cluster.toString(), Integer.toString(nodes)));
    jvm = cleanup.make(() -> ChildJvm.start(command, cluster.resolve("api.err")));
    Event ready = next(START);
    if (ready.kind() != Events.Kind.STAGE) {
      throw new Failure("no cluster of " + nodes + " DataNodes on " + installation.name() + ": "
          + ready.text());
    }
  }

  private Path cluster() {
    return dir.resolve("cluster-" + started);
  }

  /** What the JVM says next; an error if it ends, or says nothing. */
  private Event next(Duration limit) throws IOException, InterruptedException {
    for (Duration silent = Duration.ZERO; silent.compareTo(limit) < 0; silent = silent.plus(STEP)) {
      Event event = Event.parse(jvm.nextLine(STEP));
      if (event != null) {
        return event;
      }
      if (jvm.hasEnded()) {
        return error("without a word");
      }
    }
    return error("nothing heard for " + limit.toMinutes() + " minutes");
  }

  private static Event error(String why) {
    return new Event(Events.Kind.ERROR, TextNode.valueOf(why));
  }

  /** Ends the JVM, if there is one, and removes its cluster. */
  @Override
  public void close() throws IOException {
    if (jvm != null) {
      cleanup.close(jvm);
      jvm = null;
      Directories.delete(cluster());
    }
  }
}
