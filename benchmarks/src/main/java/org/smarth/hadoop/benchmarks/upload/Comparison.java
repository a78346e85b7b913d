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

package org.smarth.hadoop.benchmarks.upload;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

import org.smarth.hadoop.benchmarks.cluster.Failure;
import org.smarth.hadoop.benchmarks.cluster.UploadResult;
import org.smarth.hadoop.benchmarks.cluster.UploadSpec;
import org.smarth.hadoop.benchmarks.driver.Clusters;
import org.smarth.hadoop.benchmarks.driver.DiskSpace;
import org.smarth.hadoop.benchmarks.driver.InputFile;
import org.smarth.hadoop.benchmarks.driver.Progress;
import org.smarth.hadoop.benchmarks.driver.RunningCluster;
import org.smarth.hadoop.benchmarks.model.ByteSize;
import org.smarth.hadoop.benchmarks.process.Contender;
import org.smarth.hadoop.benchmarks.process.Directories;
import org.smarth.hadoop.benchmarks.process.Workspace;
import org.smarth.hadoop.benchmarks.shaping.LoopbackHosts;

/** Uploads the same file with each contender in turn, as often as asked. */
final class Comparison {
  private final Settings settings;
  private final Clusters clusters;
  private final Workspace workspace;
  private final Progress progress;
  /** Those that stay for further uploads. */
  private final Map<Contender, RunningCluster> running = new HashMap<>();

  Comparison(Settings settings, Clusters clusters, Workspace workspace, Progress progress) {
    this.settings = settings;
    this.clusters = clusters;
    this.workspace = workspace;
    this.progress = progress;
  }

  /** The finished runs, in the order in which they were made. */
  List<Run> run(Contender first, Contender second)
      throws IOException, InterruptedException, Failure {
    int copies = settings.replication() * (settings.sameCluster() ? 2 : 1);
    DiskSpace.check(DiskSpace.needed(settings.size(), copies, settings.file() == null),
        usableBytes(), workspace.base().toString());
    Path input = input();
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < 2 * settings.pairs(); i++) {
      // first second, second first, first second ...: a drift of the machine hits both alike.
      Contender contender = (i % 4 == 0 || i % 4 == 3) ? first : second;
      String name = (i + 1) + "/" + 2 * settings.pairs() + " " + contender.name();
      progress.run(name, settings.size());
      runs.add(run(contender, input, i + 1));
    }
    return runs;
  }

  /** A link, as the names that `hdfs dfs -put` takes have to be valid in a URI. */
  private Path input() throws IOException {
    Path input = workspace.dir().resolve("input");
    if (settings.file() == null) {
      progress.run("generating", settings.size());
      progress.stage(ByteSize.format(settings.size()) + " to upload");
      InputFile.generate(input, settings.size());
      return input;
    }
    return Files.createSymbolicLink(input, settings.file().toRealPath());
  }

  private Run run(Contender contender, Path input, int number)
      throws IOException, InterruptedException, Failure {
    checkPort();
    RunningCluster cluster = null;
    try {
      cluster = running.get(contender);
      if (cluster == null) {
        cluster = start(contender, input, workspace.dir().resolve("run-" + number));
      }
      String client = "client-" + number;
      UploadResult result = cluster.upload(client, progress);
      return new Run(contender, result, contender.isStock() ? OptionalInt.of(1)
          : cluster.pipelines(client), cluster.blockStarts(result));
    } catch (Failure e) {
      throw new Failure(contender.name() + ": " + e.getMessage());
    } finally {
      if (cluster != null && !settings.sameCluster()) {
        cluster.close();
        deleteData(cluster.spec());
      }
    }
  }

  private RunningCluster start(Contender contender, Path input, Path dir)
      throws IOException, InterruptedException, Failure {
    // Fails when an interruption has removed the workspace, which must not come back.
    Files.createDirectory(dir);
    progress.stage("starting the cluster");
    RunningCluster cluster = clusters.start(contender, new UploadSpec(input,
        settings.blockBytes(), settings.replication(), settings.links(), settings.port(), dir), 1);
    if (settings.sameCluster()) {
      running.put(contender, cluster);
    }
    return cluster;
  }

  /** The next contender needs the room; the logs stay. */
  private static void deleteData(UploadSpec spec) throws IOException {
    Directories.delete(spec.nameDir());
    for (int node = 1; node <= spec.racks().dataNodes(); node++) {
      Directories.delete(spec.dataDir(node));
    }
  }

  private void checkPort() throws Failure {
    if (settings.port() == 0 || settings.real()) {
      return;
    }
    try (ServerSocket probe = new ServerSocket(settings.port(), 1,
        InetAddress.getByName(LoopbackHosts.CLIENT))) {
      probe.getLocalPort();
    } catch (IOException e) {
      throw new Failure("--port: " + settings.port() + " is in use; give another port, or leave "
          + "the option out for any free one");
    }
  }

  private long usableBytes() throws IOException {
    return Files.getFileStore(workspace.dir()).getUsableSpace();
  }
}
