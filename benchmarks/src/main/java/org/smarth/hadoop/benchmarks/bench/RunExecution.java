/*
 * Licensed to the Apache Software Foundation (ASF) under one or more
 * contributor license agreements.  See the NOTICE file distributed with
 * this work for additional information regarding copyright ownership.
 * The ASF licenses this file to You under the Apache License, Version 2.0
 * (the "License"); you may not use this file except in compliance with
 * the License.  You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.smarth.hadoop.benchmarks.bench;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

import org.smarth.hadoop.benchmarks.cluster.Failure;
import org.smarth.hadoop.benchmarks.cluster.UploadSpec;
import org.smarth.hadoop.benchmarks.driver.Clusters;
import org.smarth.hadoop.benchmarks.driver.DiskSpace;
import org.smarth.hadoop.benchmarks.driver.InputFile;
import org.smarth.hadoop.benchmarks.driver.Listener;
import org.smarth.hadoop.benchmarks.driver.RunningCluster;
import org.smarth.hadoop.benchmarks.model.ByteSize;
import org.smarth.hadoop.benchmarks.process.Contender;
import org.smarth.hadoop.benchmarks.process.Directories;
import org.smarth.hadoop.benchmarks.process.Workspace;
import org.smarth.hadoop.benchmarks.result.Outcome;
import org.smarth.hadoop.benchmarks.result.RunKey;
import org.smarth.hadoop.benchmarks.scenario.Setup;
import org.smarth.hadoop.benchmarks.scenario.Work;

/** Makes one run after the other, each on a cluster of its own. Used by one thread. */
final class RunExecution {
  private final Clusters clusters;
  private final Workspace workspace;
  private final Path logs;
  private int runs;

  /** @param logs where the logs of every run's JVMs go, in a directory of the run's name */
  RunExecution(Clusters clusters, Workspace workspace, Path logs) {
    this.clusters = clusters;
    this.workspace = workspace;
    this.logs = logs;
  }

  /** @throws Failure when something about the run is not as it must; its logs stay all the same */
  Outcome run(RunKey key, Contender contender, Listener listener)
      throws IOException, InterruptedException, Failure {
    Setup setup = key.setup();
    Instant started = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    long start = System.nanoTime();
    double load = Machine.load();
    listener.stage("preparing the file");
    UploadSpec spec = new UploadSpec(input(setup.inputBytes()), setup.blockBytes(),
        setup.replication(), setup.links(), 0, workspace.dir().resolve("run-" + ++runs));
    // Fails when an interruption has removed the workspace, which must not come back.
    Files.createDirectory(spec.dir());
    try {
      Session session = measure(key, contender, spec, listener);
      session.metrics().put("load", load)
          .put(Outcome.TOOK, (System.nanoTime() - start) / 1e9);
      return new Outcome(key, started.toString(), session.metrics(), session.rates(),
          session.starts(), session.memory(), session.remark());
    } finally {
      keepLogs(spec.dir(), logs.resolve(key.id()));
      Directories.delete(spec.dir());
    }
  }

  private Session measure(RunKey key, Contender contender, UploadSpec spec, Listener listener)
      throws IOException, InterruptedException, Failure {
    Setup setup = key.setup();
    listener.stage("starting the cluster");
    RunningCluster cluster = clusters.start(contender, spec, setup.clients());
    try {
      Session session = new Session(cluster, key, listener);
      for (int i = 1; i <= setup.warmUps(); i++) {
        cluster.startClient("warm-up-" + i, 0, session.upload(RunningCluster.TARGET))
            .withoutPauses(listener);
      }
      Measurement.of(setup).measure(session);
      return session;
    } finally {
      cluster.close();
    }
  }

  /** @throws Failure when the disk has no room for a run */
  void checkSpace(Setup setup) throws IOException, Failure {
    int files = setup.work() instanceof Work.OneUpload ? 1 : Math.max(2, setup.clients());
    DiskSpace.check(DiskSpace.needed(setup.bytes(), files * setup.replication(), true),
        Files.getFileStore(workspace.dir()).getUsableSpace(), workspace.base().toString());
  }

  /** One file at a time is kept. */
  private Path input(long bytes) throws IOException {
    Path input = workspace.dir().resolve("input");
    if (!Files.exists(input) || Files.size(input) != bytes) {
      InputFile.generate(input, bytes);
    }
    return input;
  }

  private static void keepLogs(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(from, "*.{log,err}")) {
      for (Path file : files) {
        Files.move(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  /** For a line about a run. */
  static String describe(Setup setup) {
    if (setup.isOnYarn() || setup.work() instanceof Work.Everyday) {
      return setup.work() + " on " + setup.links().racks().dataNodes() + " nodes";
    }
    int slow = setup.links().slowNodes().size();
    return (setup.work() instanceof Work.Repair repair ? repair.kills() + " killed, " : "")
        + (setup.hasBound() ? ByteSize.format(setup.bytes()) + ", " : "") + "NIC "
        + setup.links().clientNic() + ", between racks " + setup.links().cross()
        + (slow == 0 ? "" : ", " + slow + (slow == 1 ? " slow node" : " slow nodes"));
  }
}
