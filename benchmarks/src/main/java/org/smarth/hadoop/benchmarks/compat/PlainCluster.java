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
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer;
import org.apache.hadoop.util.RunJar;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;

import org.smarth.hadoop.benchmarks.harness.Await;
import org.smarth.hadoop.benchmarks.harness.ChildJvm;
import org.smarth.hadoop.benchmarks.harness.Cleanup;
import org.smarth.hadoop.benchmarks.harness.Directories;
import org.smarth.hadoop.benchmarks.harness.Failure;
import org.smarth.hadoop.benchmarks.harness.HadoopPrograms;
import org.smarth.hadoop.benchmarks.harness.Installation;
import org.smarth.hadoop.benchmarks.harness.Jmx;
import org.smarth.hadoop.benchmarks.harness.JvmPlan;
import org.smarth.hadoop.benchmarks.harness.LoopbackHosts;
import org.smarth.hadoop.benchmarks.harness.YarnSettings;

/**
 * Daemons and commands of one cluster, each a JVM of its own, and each with the jars that it is
 * given; all on the same Java. Used by one thread.
 */
final class PlainCluster implements Cleanup.Resource {
  private static final Duration LIMIT = Duration.ofMinutes(10);
  /** Metrics stay for ten seconds as they were shown, or as they were when their bean was made. */
  private static final Duration METRICS_PERIOD = Duration.ofSeconds(11);
  private static final String NODE_MANAGER = "nodemanager";
  private static final String EXAMPLES = "hadoop-mapreduce-examples-";
  /** What doctor ends with where it has looked at everything. */
  private static final Set<Integer> LOOKED = Set.of(0, 1, 3);
  private static final String SUMMARY = ".*\\d+ error.*\\d+ warning.*";

  private final Path dir;
  private final Path javaHome;
  private final PlainSettings settings;
  private final HadoopPrograms programs;
  private final Set<Integer> dataNodes = new TreeSet<>();
  private int calls;

  /**
   * @param dir where it keeps everything
   * @param file that is put
   */
  PlainCluster(Path dir, Path javaHome, Path file) throws IOException {
    this.dir = dir;
    this.javaHome = javaHome;
    settings = new PlainSettings(dir, file);
    JvmPlan.writeHosts(dir, PlainSettings.NODE, LoopbackHosts::ip);
    programs = new HadoopPrograms(dir, javaHome, Map.of());
  }

  /** Returns when all DataNodes are there. */
  void start(Installation nameNode, List<Installation> ofDataNodes)
      throws IOException, InterruptedException {
    Map<String, String> site = settings.nameNode();
    programs.require("format", nameNode, site, NameNode.class.getName(), "-format",
        "-nonInteractive");
    programs.launch("namenode", nameNode, site, NameNode.class.getName());
    programs.awaitDaemon("namenode", () -> liveDataNodes() == 0);
    for (int node = 1; node <= PlainSettings.DATA_NODES; node++) {
      programs.launch(name(node), ofDataNodes.get(node - 1), settings.dataNode(node),
          DataNode.class.getName());
      dataNodes.add(node);
    }
    for (int node : dataNodes) {
      programs.awaitDaemon(name(node), () -> Jmx.isThere(settings.dataNodeHttp(node)));
    }
    Await.until("all DataNodes to report to the NameNode", LIMIT,
        () -> liveDataNodes() == PlainSettings.DATA_NODES);
  }

  /** As the NameNode says; negative while it does not answer. */
  private int liveDataNodes() {
    Configuration conf = new HdfsConfiguration();
    settings.client().forEach(conf::set);
    try (DistributedFileSystem fs =
        (DistributedFileSystem) DistributedFileSystem.newInstance(conf)) {
      return fs.getDataNodeStats(DatanodeReportType.LIVE).length;
    } catch (IOException e) {
      // Its web server is there before it hears calls.
      return -1;
    }
  }

  /** Of a client, to change. */
  Map<String, String> clientSettings() {
    return settings.client();
  }

  /** What runs beside its daemons. */
  HadoopPrograms programs() {
    return programs;
  }

  /** A counter of the NameNode, as far as its metrics say. */
  long nameNodeCounter(String name) throws IOException {
    return Jmx.counter(settings.nameNode().get(PlainSettings.NAME_NODE_HTTP), name);
  }

  private static String name(int dataNode) {
    return "datanode-" + dataNode;
  }

  /** `hdfs dfs`; what it prints. */
  private List<String> shell(Installation client, String... arguments)
      throws IOException, InterruptedException {
    List<String> main = new ArrayList<>(List.of(FsShell.class.getName()));
    main.addAll(List.of(arguments));
    return programs.require("dfs" + arguments[0] + "-" + ++calls, client, settings.client(),
        main.toArray(new String[0]));
  }

  /** @return the log of the client */
  Path put(Installation client, Path file, String target) throws IOException, InterruptedException {
    shell(client, "-put", file.toString(), target);
    return dir.resolve("dfs-put-" + calls + ".log");
  }

  /** The same; a DataNode that has a part of a block is killed before the client has all bytes. */
  void putAmidAKill(Installation client, Path file, String target)
      throws IOException, InterruptedException {
    String name = "dfs-put-amid-a-kill";
    ChildJvm put = programs.launch(name, client, settings.client(), FsShell.class.getName(),
        "-put", "-", target);
    try (InputStream bytes = Files.newInputStream(file); OutputStream out = put.input()) {
      // Amid a block, which nobody finalizes before there is more.
      out.write(bytes.readNBytes(PlainSettings.BLOCK_BYTES * 5 / 2));
      out.flush();
      int[] node = {0};
      Await.until("a DataNode to write a block", LIMIT, () -> {
        node[0] = writer();
        return node[0] != 0 || put.hasExited();
      });
      if (node[0] != 0) {
        programs.kill(name(node[0]));
        dataNodes.remove(node[0]);
      }
      bytes.transferTo(out);
    } catch (IOException e) {
      // A client that has ended reads nothing more, and says why.
      if (!Await.holdsWithin(LIMIT, put::hasExited)) {
        throw e;
      }
    }
    programs.requireEnd(name);
    if (dataNodes.size() == PlainSettings.DATA_NODES) {
      throw new Failure("no DataNode was killed: the client ended before");
    }
  }

  /** A DataNode that has a part of a block; 0 if none has. */
  private int writer() throws IOException {
    for (int node : dataNodes) {
      Path current = settings.spec().dataDir(node).resolve("current");
      try (DirectoryStream<Path> pools = Files.newDirectoryStream(current, "BP-*")) {
        for (Path pool : pools) {
          try (DirectoryStream<Path> replicas =
              Files.newDirectoryStream(pool.resolve("current").resolve("rbw"), "blk_*")) {
            if (replicas.iterator().hasNext()) {
              return node;
            }
          }
        }
      }
    }
    return 0;
  }

  /** Reads files by a client, and compares each with what was written. */
  void read(Installation client, List<String> files, Path expected)
      throws IOException, InterruptedException {
    Path local = Files.createDirectory(dir.resolve("read"));
    try {
      List<String> arguments = new ArrayList<>(List.of("-get"));
      arguments.addAll(files);
      arguments.add(local.toString());
      shell(client, arguments.toArray(new String[0]));
      for (String file : files) {
        if (Files.mismatch(local.resolve(file.substring(1)), expected) >= 0) {
          throw new Failure(file + " is not what was written");
        }
      }
    } finally {
      Directories.delete(local);
    }
  }

  /** How many blocks got FNFA from the DataNodes that are there, as far as their metrics say. */
  long firstNodeAcks() throws IOException {
    long sum = 0;
    for (int node : dataNodes) {
      sum += Jmx.firstNodeAcks(settings.dataNodeHttp(node));
    }
    return sum;
  }

  /** Until metrics tell of all that was before a moment of System.nanoTime. */
  static void awaitMetrics(long nanos) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(nanos + METRICS_PERIOD.toNanos() - System.nanoTime());
  }

  /** Has the tools look at this machine, with the site files of the NameNode. */
  void doctor(Installation with, Path tools) throws IOException, InterruptedException {
    HadoopPrograms.Ended ended = programs.call("doctor", with, settings.nameNode(),
        RunJar.class.getName(), tools.toString(), "doctor",   programs.sites("doctor").toString());
    if (!LOOKED.contains(ended.status())
        || ended.lines().stream().noneMatch(l -> l.matches(SUMMARY))) {
      throw new Failure("doctor ended with status " + ended.status() + "; see its log");
    }
  }

  /** Counts words by MapReduce. @return lines of a word, a tab and how often it came */
  List<String> countWords(Installation with, Path text) throws IOException, InterruptedException {
    Map<String, String> site = settings.yarn(YarnSettings.Containers.of(javaHome,
        with.classPath(), dir.resolve("hosts")), with.clusterSettings());
    programs.launch("resourcemanager", with, site, ResourceManager.class.getName());
    programs.launch(NODE_MANAGER, with, site, NodeManager.class.getName());
    programs.launch("historyserver", with, site, JobHistoryServer.class.getName());
    for (Map.Entry<String, String> daemon : Map.of(
        "resourcemanager", PlainSettings.RESOURCE_MANAGER_HTTP,
        NODE_MANAGER, PlainSettings.NODE_MANAGER_HTTP,
        "historyserver", PlainSettings.HISTORY_SERVER_HTTP).entrySet()) {
      programs.awaitDaemon(daemon.getKey(), () -> Jmx.isThere(site.get(daemon.getValue())));
    }
    put(with, text, "/words");
    programs.require("job", with, site, RunJar.class.getName(), examples(with), "wordcount",
        "/words", "/counts");
    return shell(with, "-cat", "/counts/part-r-*");
  }

  private static String examples(Installation with) {
    for (String entry : with.classPath().split(":")) {
      if (Path.of(entry).toFile().getName().startsWith(EXAMPLES)) {
        return entry;
      }
    }
    throw new Failure("the class path has no " + EXAMPLES + "*.jar");
  }

  @Override
  public void close() throws IOException {
    try {
      // It ends its containers, which would outlive it.
      if (programs.isRunning(NODE_MANAGER)) {
        programs.stop(NODE_MANAGER);
      }
    } catch (InterruptedException | Failure e) {
      throw new IOException("cannot stop the NodeManager", e);
    } finally {
      programs.close();
    }
    // The next cluster has a place of its own, and needs the space.
    for (String data : new String[] {"name", "data-*", "hadoop-tmp", "yarn-local-*", "tmp"}) {
      try (DirectoryStream<Path> directories = Files.newDirectoryStream(dir, data)) {
        for (Path directory : directories) {
          Directories.delete(directory);
        }
      }
    }
  }
}
