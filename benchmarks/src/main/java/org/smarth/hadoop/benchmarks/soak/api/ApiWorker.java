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
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

import org.smarth.hadoop.benchmarks.harness.DriverCommands;
import org.smarth.hadoop.benchmarks.harness.Events;
import org.smarth.hadoop.benchmarks.harness.Failure;
import org.smarth.hadoop.benchmarks.harness.Json;
import org.smarth.hadoop.benchmarks.soak.EmbeddedSoakCluster;
import org.smarth.hadoop.benchmarks.soak.SoakCluster;
import org.smarth.hadoop.benchmarks.soak.SoakSettings;

/**
 * Main class of the JVM that holds a cluster and runs programs, on the class path of the jars in
 * question. Arguments: its directory, and the number of DataNodes. Each line of standard input is a
 * {@link Task}, each answer an {@link Outcome}.
 */
public final class ApiWorker {
  static final String READY = "ready";
  private static final long WARM_MILLIS = 60_000;

  /**
   * A program to run.
   *
   * @param millis that each of its calls may take
   * @param heldMillis how long what it used may still be held
   */
  record Task(Program program, long millis, long heldMillis) {
  }

  private ApiWorker() {
  }

  private static Program warmUp(int dataNodes) {
    List<Call> calls = IntStream.range(0, 40).mapToObj(i -> new Call(0, i % 4 == 0
        ? Call.Kind.WRITE : i % 8 == 7 ? Call.Kind.HSYNC_BLOCK : Call.Kind.HFLUSH, 50_000))
        .toList();
    return new Program(0, dataNodes, Program.Options.PLAIN, calls);
  }

  public static void main(String[] args) {
    PrintStream stdout = System.out;
    // Only events go to the driver; what Hadoop prints goes to the log.
    System.setOut(System.err);
    Events events = new Events(stdout);
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    DriverCommands.exitWithDriver(lines::add);
    try {
      work(java.nio.file.Path.of(args[0]), Integer.parseInt(args[1]), events, lines);
    } catch (Throwable e) {
      e.printStackTrace();
      events.error(e instanceof Failure ? e.getMessage() : e.toString());
    }
    Runtime.getRuntime().halt(1);
  }

  private static void work(java.nio.file.Path dir, int dataNodes, Events events,
      BlockingQueue<String> lines) throws IOException, InterruptedException {
    // Many DataNodes in one JVM register their metrics many times.
    DefaultMetricsSystem.setMiniClusterMode(true);
    SoakSettings settings = new SoakSettings(dir, dataNodes);
    try (EmbeddedSoakCluster cluster = new EmbeddedSoakCluster(settings)) {
      cluster.start();
      Configuration conf = cluster.clientConfiguration();
      try (FileSystem fs = FileSystem.newInstance(conf)) {
        SoakCluster.awaitDataNodes((DistributedFileSystem) fs, dataNodes);
      }
      Held held = new Held(conf, settings.spillDir());
      // A JVM's first file is slow on all jars; what faults wait for would come late.
      new ProgramRun(cluster, held, new Task(warmUp(dataNodes), WARM_MILLIS, WARM_MILLIS),
          new Path("/warm-up")).run();
      events.stage(READY);
      for (int i = 0;; i++) {
        Task task = Json.read(lines.take(), Task.class);
        Outcome outcome = new ProgramRun(cluster, held, task, new Path("/program-" + i)).run();
        events.send(Events.Kind.ANSWER, outcome);
        if (outcome.hang() != null) {
          // Its threads hang on to whatever they have.
          return;
        }
      }
    }
  }
}
