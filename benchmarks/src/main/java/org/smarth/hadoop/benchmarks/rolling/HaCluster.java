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

package org.smarth.hadoop.benchmarks.rolling;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;
import org.apache.hadoop.ha.HAServiceStatus;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.NameNodeProxies;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.RollingUpgradeAction;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.tools.NNHAServiceTarget;
import org.apache.hadoop.security.UserGroupInformation;

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

/**
 * The daemons of a highly available cluster, each by Hadoop's own main class in a JVM of its own,
 * and each with the jars that it is given. Used by one thread.
 */
final class HaCluster implements Cleanup.Resource {
  private static final String NAME_NODE = "org.apache.hadoop.hdfs.server.namenode.NameNode";
  private static final String JOURNAL_NODE = "org.apache.hadoop.hdfs.qjournal.server.JournalNode";
  private static final String DATA_NODE = "org.apache.hadoop.hdfs.server.datanode.DataNode";
  private static final String CONTROLLER = "org.apache.hadoop.hdfs.tools.DFSZKFailoverController";
  private static final String ZOO_KEEPER = "org.apache.zookeeper.server.ZooKeeperServerMain";
  private static final String HA_ADMIN = "org.apache.hadoop.hdfs.tools.DFSHAAdmin";
  private static final String DFS_ADMIN = "org.apache.hadoop.hdfs.tools.DFSAdmin";
  private static final String SMARTH_ADMIN = "org.apache.hadoop.hdfs.tools.SmarthAdmin";
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final int RPC_MILLIS = 5000;

  private final Path dir;
  private final HaSettings settings;
  private final Configuration conf = new HdfsConfiguration();
  private final HadoopPrograms programs;

  /**
   * @param on whether SMARTH is on when NameNodes start
   * @param upgrades whether HDFS's rolling upgrade is begun
   */
  HaCluster(Path dir, boolean on, boolean upgrades) throws IOException {
    this.dir = dir;
    settings = new HaSettings(dir, on, upgrades);
    settings.client().forEach(conf::set);
    JvmPlan.writeHosts(dir, HaSettings.DATA_NODES, LoopbackHosts::ip);
    // ZooKeeper 3.4 takes the name of a host from text that JDK 14 and later write so.
    Files.writeString(dir.resolve("hosts"), "127.0.0.1 127.0.0.1/<unresolved>\n",
        StandardOpenOption.APPEND);
    // As above, it would look for a principal of that name. That of Hadoop 3 has a web server.
    programs = new HadoopPrograms(dir, ChildJvm.OWN_JAVA, Map.of("zookeeper.sasl.client", "false",
        "zookeeper.admin.enableServer", "false"));
  }

  /** The clients of this cluster, which end with it. */
  Load load() {
    return new Load(programs, settings.client(), settings.fileBytes());
  }

  Configuration clientConfiguration() {
    return new Configuration(conf);
  }

  /**
   * Formats and starts everything; returns when all DataNodes are there.
   *
   * @param zooKeeper is not restarted later
   */
  void start(Installation with, Installation dataNodes, Installation zooKeeper)
      throws IOException, InterruptedException {
    programs.launch("zookeeper", zooKeeper, settings.client(), ZOO_KEEPER,
        Integer.toString(settings.zooKeeperPort()), settings.zooKeeperDir().toString());
    for (int j = 1; j <= HaSettings.JOURNAL_NODES; j++) {
      startJournalNode(j, with);
    }
    Map<String, String> first = settings.nameNode(1);
    programs.require("format", with, first, NAME_NODE, "-format", "-nonInteractive");
    startNameNode(1, with);
    programs.require("bootstrap", with, settings.nameNode(2), NAME_NODE, "-bootstrapStandby",
        "-nonInteractive");
    startNameNode(2, with);
    programs.require("format-zookeeper", with, first, CONTROLLER, "-formatZK", "-nonInteractive");
    for (int n = 1; n <= HaSettings.NAME_NODES; n++) {
      startController(n, with);
    }
    for (int node = 1; node <= HaSettings.DATA_NODES; node++) {
      launchDataNode(node, dataNodes);
    }
    Await.until("an active NameNode", LIMIT, () -> active() != 0);
    try (DistributedFileSystem fs = fileSystem()) {
      Await.until(HaSettings.DATA_NODES + " DataNodes", LIMIT,
          () -> fs.getDataNodeStats(DatanodeReportType.LIVE).length == HaSettings.DATA_NODES);
    }
  }

  /** Returns when so much was written that a NameNode that starts has something to wait for. */
  void awaitFiles(String below, long files) throws IOException, InterruptedException {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(below);
    try (DistributedFileSystem fs = fileSystem()) {
      Await.until(files + " files in " + below, LIMIT,
          () -> fs.exists(path) && fs.getContentSummary(path).getFileCount() >= files);
    }
  }

  private DistributedFileSystem fileSystem() throws IOException {
    return (DistributedFileSystem) DistributedFileSystem.newInstance(conf);
  }

  private static String name(String daemon, int number) {
    return daemon + "-" + number;
  }

  private void startJournalNode(int number, Installation with)
      throws IOException, InterruptedException {
    Map<String, String> site = settings.journalNode(number);
    programs.launch(name("journalnode", number), with, site, JOURNAL_NODE);
    programs.awaitDaemon(name("journalnode", number),
        () -> Jmx.isThere(site.get("dfs.journalnode.http-address")));
  }

  /** The other two are enough meanwhile. */
  void restartJournalNode(int number, Installation with) throws IOException, InterruptedException {
    programs.stop(name("journalnode", number));
    startJournalNode(number, with);
  }

  private void startNameNode(int number, Installation with, String... options)
      throws IOException, InterruptedException {
    List<String> main = new ArrayList<>(List.of(NAME_NODE));
    main.addAll(List.of(options));
    programs.launch(name("namenode", number), with, settings.nameNode(number),
        main.toArray(new String[0]));
    programs.awaitDaemon(name("namenode", number), () -> status(number) != null);
  }

  private void startController(int number, Installation with) throws IOException {
    programs.launch(name("zkfc", number), with, settings.nameNode(number), CONTROLLER);
  }

  /**
   * Restarts the standby and its failover controller. Returns when it has left safe mode and could
   * become active.
   */
  void restartStandby(int number, Installation with, String... options)
      throws IOException, InterruptedException {
    programs.stop(name("zkfc", number));
    programs.stop(name("namenode", number));
    startNameNode(number, with, options);
    startController(number, with);
    Await.until("NameNode " + number + " to be ready for a failover", LIMIT, () -> {
      HAServiceStatus status = status(number);
      return status != null && status.getState() == HAServiceState.STANDBY
          && status.isReadyToBecomeActive() && !isInSafeMode(number);
    });
  }

  /** Why the standby does not start with jars; empty if it does. The cluster is of no use then. */
  String whyStandbyDoesNotStart(int number, Installation with)
      throws IOException, InterruptedException {
    programs.stop(name("zkfc", number));
    programs.stop(name("namenode", number));
    try {
      startNameNode(number, with);
      return "";
    } catch (Failure e) {
      return e.getMessage();
    }
  }

  /** Returns when NameNodes may be restarted with jars of another release. */
  void prepareUpgrade(Installation with) throws IOException, InterruptedException {
    rollingUpgrade("prepare", with);
    try (DistributedFileSystem fs = fileSystem()) {
      Await.until("an image to roll back to", LIMIT,
          () -> fs.rollingUpgrade(RollingUpgradeAction.QUERY).createdRollbackImages());
    }
  }

  /** @param action prepare, query or finalize */
  void rollingUpgrade(String action, Installation with) throws IOException, InterruptedException {
    programs.require("rolling-upgrade-" + action, with, settings.client(), DFS_ADMIN,
        "-rollingUpgrade", action);
  }

  /** The version of the layout in which each NameNode keeps its files, as they say themselves. */
  List<String> layouts() throws IOException {
    List<String> layouts = new ArrayList<>();
    for (int n = 1; n <= HaSettings.NAME_NODES; n++) {
      Properties version = new Properties();
      try (InputStream in =
          Files.newInputStream(settings.nameDir(n).resolve("current").resolve("VERSION"))) {
        version.load(in);
      }
      layouts.add(version.getProperty("layoutVersion"));
    }
    return layouts;
  }

  private boolean isInSafeMode(int number) {
    try {
      return NameNodeProxies.createNonHAProxy(conf, target(number).getAddress(),
          ClientProtocol.class, UserGroupInformation.getCurrentUser(), false).getProxy()
          .setSafeMode(SafeModeAction.SAFEMODE_GET, false);
    } catch (IOException e) {
      // The connection may be that of the process before.
      return true;
    }
  }

  private NNHAServiceTarget target(int number) {
    return new NNHAServiceTarget(clientConfiguration(), HaSettings.SERVICE, HaSettings.id(number));
  }

  /** Null if it does not answer. */
  private HAServiceStatus status(int number) {
    try {
      return target(number).getProxy(conf, RPC_MILLIS).getServiceStatus();
    } catch (IOException e) {
      return null;
    }
  }

  /** The active NameNode; 0 if there is none. */
  int active() {
    for (int n = 1; n <= HaSettings.NAME_NODES; n++) {
      HAServiceStatus status = status(n);
      if (status != null && status.getState() == HAServiceState.ACTIVE) {
        return n;
      }
    }
    return 0;
  }

  /** A controller that was just started refuses until it has asked its NameNode for its health. */
  void failOver(int from, int to, Installation with) throws IOException, InterruptedException {
    Await.until("a failover to NameNode " + to, LIMIT, () -> programs.call("failover", with,
        settings.client(), HA_ADMIN, "-failover", HaSettings.id(from), HaSettings.id(to))
        .status() == 0);
    Await.until("NameNode " + to + " to be active", LIMIT, () -> active() == to);
  }

  /** @param with jars that have the command */
  void turn(boolean on, Installation with) throws IOException, InterruptedException {
    programs.require("switch", with, settings.client(), SMARTH_ADMIN, on ? "-on" : "-off");
  }

  private void launchDataNode(int node, Installation with) throws IOException {
    programs.launch(name("datanode", node), with, settings.dataNode(node), DATA_NODE);
  }

  /** Shuts it down as for an upgrade; returns when the NameNode has heard of it again. */
  void restartDataNode(int node, Installation with) throws IOException, InterruptedException {
    String daemon = name("datanode", node);
    programs.require("shutdown", with, settings.client(), DFS_ADMIN, "-shutdownDatanode",
        settings.dataNodeIpc(node), "upgrade");
    programs.end(daemon);
    startDataNode(node, with);
  }

  /** As a power cut does. */
  void killDataNode(int node) throws IOException, InterruptedException {
    programs.kill(name("datanode", node));
  }

  /** Returns when the NameNode has heard of it again. */
  void startDataNode(int node, Installation with) throws IOException, InterruptedException {
    long down = System.currentTimeMillis();
    launchDataNode(node, with);
    try (DistributedFileSystem fs = fileSystem()) {
      Await.until("DataNode " + node + " to be back", LIMIT, () -> {
        for (DatanodeInfo info : fs.getDataNodeStats(DatanodeReportType.LIVE)) {
          if (info.getIpAddr().equals(LoopbackHosts.ip(node))) {
            return info.getLastUpdate() > down;
          }
        }
        return false;
      });
    }
  }

  /** How many blocks got FNFA from the DataNodes since each was started; 0 with stock's jars. */
  long firstNodeAcks() throws IOException {
    long sum = 0;
    for (int node = 1; node <= HaSettings.DATA_NODES; node++) {
      sum += Jmx.firstNodeAcks(settings.dataNodeHttp(node));
    }
    return sum;
  }

  @Override
  public void close() throws IOException {
    programs.close();
    // Logs stay, and replicas take much space.
    try (DirectoryStream<Path> data = Files.newDirectoryStream(dir, "data-*")) {
      for (Path directory : data) {
        Directories.delete(directory);
      }
    }
  }
}
