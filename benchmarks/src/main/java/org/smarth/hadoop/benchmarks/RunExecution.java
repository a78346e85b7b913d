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
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.smarth.hadoop.benchmarks.harness.ByteSize;
import org.smarth.hadoop.benchmarks.harness.Clusters;
import org.smarth.hadoop.benchmarks.harness.Directories;
import org.smarth.hadoop.benchmarks.harness.DiskSpace;
import org.smarth.hadoop.benchmarks.harness.Failure;
import org.smarth.hadoop.benchmarks.harness.FileTree;
import org.smarth.hadoop.benchmarks.harness.InputFile;
import org.smarth.hadoop.benchmarks.harness.Installation;
import org.smarth.hadoop.benchmarks.harness.Listener;
import org.smarth.hadoop.benchmarks.harness.RunningCluster;
import org.smarth.hadoop.benchmarks.harness.UploadSpec;
import org.smarth.hadoop.benchmarks.harness.Workspace;

/** Makes one run after the other, each on a cluster of its own. Used by one thread. */
final class RunExecution {
  private final Clusters clusters;
  private final Workspace workspace;
  private final Path logs;
  private final Wishes wishes;
  /** Those that stay for further runs. */
  private final Map<Installation, RunningCluster> running = new HashMap<>();
  private int runs;

  /**
   * What may be otherwise than usual.
   *
   * @param file to upload; null to generate one
   * @param port of the NameNode's RPC server; 0 for any free one
   * @param sameCluster whether each installation keeps its cluster for all its runs
   */
  record Wishes(Path file, int port, boolean sameCluster) {
    static final Wishes NONE = new Wishes(null, 0, false);
  }

  /**
   * @param logs where the logs of every run's JVMs go, in a directory of the run's name; null to
   *     leave them in the workspace
   */
  RunExecution(Clusters clusters, Workspace workspace, Path logs, Wishes wishes) {
    this.clusters = clusters;
    this.workspace = workspace;
    this.logs = logs;
    this.wishes = wishes;
  }

  /** @throws Failure when something about the run is not as it must; its logs stay all the same */
  Outcome run(RunKey key, Installation installation, Listener listener)
      throws IOException, InterruptedException {
    Setup setup = key.setup();
    Instant started = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    long start = System.nanoTime();
    double load = Machine.load();
    listener.stage("preparing the file");
    UploadSpec spec = new UploadSpec(input(setup), setup.blockBytes(),
        setup.replication(), setup.links(), wishes.port(),
        workspace.dir().resolve("run-" + ++runs), setup.protection());
    // Fails when an interruption has removed the workspace, which must not come back.
    Files.createDirectory(spec.dir());
    RunningCluster cluster = null;
    try {
      cluster = cluster(installation, spec, setup.clients(), listener);
      Session session = new Session(cluster, key, installation.isStock(), listener);
      measure(session);
      session.metrics().put("load", load).put(Outcome.TOOK, (System.nanoTime() - start) / 1e9);
      return new Outcome(key, started.toString(), session.metrics(), session.rates(),
          session.starts(), session.memory(), String.join("; ", session.remarks()));
    } finally {
      if (!wishes.sameCluster()) {
        end(cluster, spec, key);
      }
    }
  }

  private RunningCluster cluster(Installation installation, UploadSpec spec, int clients,
      Listener listener) throws IOException, InterruptedException {
    RunningCluster cluster = running.get(installation);
    if (cluster == null) {
      listener.stage("starting the cluster");
      cluster = clusters.start(installation, spec, clients);
      if (wishes.sameCluster()) {
        running.put(installation, cluster);
      }
    }
    return cluster;
  }

  private static void measure(Session session) throws IOException, InterruptedException {
    for (int i = 1; i <= session.setup().warmUps(); i++) {
      session.cluster()
          .startClient("warm-up-" + i, 0, session.upload(RunningCluster.TARGET))
          .withoutPauses(session.listener());
    }
    Measurements.measure(session);
  }

  /** The next run needs the room; the logs stay. */
  private void end(RunningCluster cluster, UploadSpec spec, RunKey key) throws IOException {
    if (cluster != null) {
      cluster.close();
    }
    if (logs != null) {
      keepLogs(spec.dir(), logs.resolve(key.id()));
      Directories.delete(spec.dir());
    } else {
      Directories.delete(spec.nameDir());
      for (int node = 1; node <= spec.racks().dataNodes(); node++) {
        Directories.delete(spec.dataDir(node));
      }
    }
  }

  /** @throws Failure when the disk has no room for a run */
  void checkSpace(Setup setup) throws IOException {
    int files = setup.work() instanceof Work.OneUpload || setup.isOfCommands() ? 1
        : Math.max(2, setup.clients());
    int atOnce = wishes.sameCluster() ? 2 : 1;
    DiskSpace.check(
        DiskSpace.needed(setup.bytes(), atOnce * files * setup.replication(),
            wishes.file() == null),
        Files.getFileStore(workspace.dir()).getUsableSpace(), workspace.base().toString());
  }

  private Path input(Setup setup) throws IOException {
    return setup.work() instanceof Work.OfTrees trees ? trees(trees) : input(setup.inputBytes());
  }

  /** Each stays for all runs: in a scenario, a name stands for one content. */
  private Path trees(Work.OfTrees work) throws IOException {
    Path all = Files.createDirectories(workspace.dir().resolve("trees"));
    List<Work.Tree> trees = new ArrayList<>(work.trees());
    trees.add(work.warmUp());
    for (Work.Tree tree : trees) {
      Path whole = all.resolve(tree.directory());
      if (!Files.exists(whole)) {
        // Half of it, after a disk was full, must not be taken for the whole.
        Path half = all.resolve(tree.directory() + ".half");
        Directories.delete(half);
        FileTree files = new FileTree(half);
        for (Work.Files group : tree.files()) {
          files.add(group.count(), group.bytesEach());
        }
        Files.move(half, whole);
      }
    }
    return all;
  }

  /** One file at a time is kept. Of another's a link, as not every name is valid in a URI. */
  private Path input(long bytes) throws IOException {
    Path input = workspace.dir().resolve("input");
    if (wishes.file() != null) {
      return Files.exists(input) ? input
          : Files.createSymbolicLink(input, wishes.file().toRealPath());
    }
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
