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

package org.smarth.hadoop.benchmarks.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import org.smarth.hadoop.benchmarks.harness.ChildJvm;
import org.smarth.hadoop.benchmarks.harness.Events.Event;
import org.smarth.hadoop.benchmarks.harness.Installation;
import org.smarth.hadoop.benchmarks.harness.JvmPlan;
import org.smarth.hadoop.benchmarks.harness.LoopbackHosts;
import org.smarth.hadoop.benchmarks.harness.Script;
import org.smarth.hadoop.benchmarks.harness.Workspace;

/** The command of dev-support/soak.sh: starts the worker on the jars to soak, and passes on. */
@Command(name = "soak.sh", sortOptions = false, usageHelpWidth = 100,
    description = "Writes files into HDFS with SMARTH while DataNodes, the NameNode and "
        + "connections fail, all derived from a seed; checks that no byte is lost and nothing is "
        + "left behind. Exit status 0 if so.%n")
public final class SoakCommand extends Script {
  private static final String HEAP = "1536m";
  private static final Duration STEP = Duration.ofSeconds(1);
  private static final int MAX_ITERATIONS = 1_000_000;

  @Option(names = "--iterations", paramLabel = "N", defaultValue = "100",
      description = "Default: ${DEFAULT-VALUE}.")
  private int iterations;

  @Option(names = "--seed", paramLabel = "S",
      description = "Of the first iteration; each further one has the next. Default: the time.")
  private Long seed;

  @Option(names = "--real", description = "NameNode and DataNodes as processes of their own, which "
      + "are killed, instead of all in one JVM.")
  private boolean real;

  @Option(names = "--jars", paramLabel = "DIR", description = "The drop-in jars to soak. Default: "
      + "what dev-support/dist.sh built; 'stock' soaks stock Hadoop.")
  private Path jars;

  public static void main(String[] args) {
    new SoakCommand().runAndExit(args);
  }

  @Override
  protected void validate() {
    range("--iterations", iterations, 1, MAX_ITERATIONS);
  }

  @Override
  protected boolean run() throws IOException, InterruptedException {
    Workspace workspace = workspace(false);
    long first = seed != null ? seed : System.currentTimeMillis();
    Path kept = workspace.kept();
    say("seed " + first + ", " + iterations + " iterations, "
        + (real ? "daemons in processes of their own" : "all in one JVM"));
    ChildJvm worker = startWorker(workspace.dir(), kept,
        installation(jars, workspace.dir()), first);
    boolean good = follow(worker);
    cleanup().close(worker);
    if (!good) {
      Files.createDirectories(kept);
      copyErrors(workspace.dir(), kept);
    }
    if (Files.exists(kept)) {
      say("Logs of failed writes and of findings: " + kept);
    }
    return good;
  }

  private ChildJvm startWorker(Path dir, Path kept, Installation installation, long first)
      throws IOException {
    Path cluster = Files.createDirectory(dir.resolve("cluster"));
    JvmPlan.writeHosts(cluster, SoakSettings.DATA_NODES, LoopbackHosts::ip);
    ChildJvm.Command command = new ChildJvm.Command(List.of(), HEAP, installation.classPath(),
        JvmPlan.properties(cluster, "soak"),
        List.of(SoakWorker.class.getName(), cluster.toString(), kept.toString(),
            Integer.toString(iterations), Long.toString(first), Boolean.toString(real)));
    return cleanup().make(() -> ChildJvm.start(command, dir.resolve("soak.err")));
  }

  /** Prints what the worker says until it ends; returns whether it found nothing. */
  private boolean follow(ChildJvm worker) throws IOException, InterruptedException {
    boolean done = false;
    while (!worker.hasEnded()) {
      Event event = Event.parse(worker.nextLine(STEP));
      if (event == null) {
        continue;
      }
      switch (event.kind()) {
      case LINE -> say(event.text());
      case STAGE -> done = true;
      default -> say("the soak cannot go on: " + event.text());
      }
    }
    if (!done) {
      say("the worker ended early; see soak.err");
    }
    return done && worker.exitStatus() == 0;
  }

  private static void copyErrors(Path dir, Path kept) throws IOException {
    Path errors = dir.resolve("soak.err");
    if (Files.exists(errors)) {
      Files.copy(errors, kept.resolve("soak.err"));
    }
  }
}
