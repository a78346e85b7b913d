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

package org.smarth.hadoop.benchmarks.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A cluster to which clients can upload, until it is closed. Used by one thread. */
public final class RunningCluster {
  /** The name of a NameNode's logs. */
  public static final String NAME_NODE = "namenode";
  /** The names of DataNodes' logs begin so. */
  public static final String DATA_NODE = "datanode-";
  /** The name of a ResourceManager's logs. */
  public static final String RESOURCE_MANAGER = "resourcemanager";
  /** The names of NodeManagers' logs begin so. */
  public static final String NODE_MANAGER = "nodemanager-";
  /** Where clients put the file. */
  public static final String TARGET = "/upload";
  /** What Hadoop 2.10 gives `hdfs dfs`. */
  public static final String CLIENT_HEAP = "512m";

  private final ClusterJvms jvms;
  private final Map<String, Conversation> daemons;
  private final List<ClientPlace> places;
  private final Nodes nodes;
  private final ClusterLogs logs;
  private final Map<String, List<NodeProgram>> programs = new HashMap<>();

  /**
   * @param daemons by the names of their logs
   * @param places where clients run, one or more
   */
  RunningCluster(ClusterJvms jvms, Map<String, Conversation> daemons, List<ClientPlace> places,
      Nodes nodes) {
    this.jvms = jvms;
    this.nodes = nodes;
    this.daemons = new LinkedHashMap<>(daemons);
    this.places = new ArrayList<>(places);
    this.logs = new ClusterLogs(daemons.keySet().stream().map(jvms::log).toList());
  }

  /**
   * Where a client runs.
   *
   * @param prefix a command that runs a JVM there; may be empty
   * @param site what its site files say
   */
  record ClientPlace(List<String> prefix, String ip, Map<String, String> site) {
  }

  public UploadSpec spec() {
    return jvms.spec();
  }

  /**
   * Starts a client's JVM, which is at its job's first stage soon.
   *
   * @param client names the JVM and its logs, each time another
   * @param place where it runs, from 0
   */
  public Conversation startClient(String client, int place, ClientJob job) throws IOException {
    return startClient(client, place, CLIENT_HEAP, job);
  }

  /** The same with another heap than `hdfs dfs` has, such as "2g". */
  public Conversation startClient(String client, int place, String heap, ClientJob job)
      throws IOException {
    return startClient(client, places.get(place), heap, job);
  }

  /**
   * The same on the host of a DataNode that is a process of its own.
   *
   * @param settings beside those that all clients have
   */
  public Conversation startClientBeside(String client, int dataNode, Map<String, String> settings,
      ClientJob job) throws IOException {
    Map<String, String> site = new HashMap<>(places.get(0).site());
    site.putAll(settings);
    ClientPlace there = new ClientPlace(nodes.inside(dataNode), nodes.ip(dataNode), site);
    return startClient(client, there, CLIENT_HEAP, job);
  }

  private Conversation startClient(String client, ClientPlace at, String heap, ClientJob job)
      throws IOException {
    return jvms.start(client, job.role(), heap, at.prefix(), at.site());
  }

  /** The same with stock's jars, whoever the contender is, and with a heap as of `hdfs dfs`. */
  public Conversation startStockClient(String client, int place, ClientJob job) throws IOException {
    ClientPlace at = places.get(place);
    return jvms.startStock(client, job.role(), CLIENT_HEAP, at.prefix(), at.site());
  }

  /**
   * What the links carry, by plain TCP transfers while nothing else goes on; empty where nodes are
   * no processes of their own.
   *
   * @param client that runs at the first place
   */
  public List<LinkRate> linkRates(Conversation client) throws IOException, InterruptedException {
    if (!nodes.areSeparate()) {
      return List.of();
    }
    return new LinkProbe(spec().links(),
        node -> node == Racks.CLIENT ? client : daemons.get(dataNode(node)), nodes::ip).measure();
  }

  /**
   * Runs a program at each node of a daemon until the cluster ends.
   *
   * @param name begins the names of its logs
   * @param ready what it says when it is up
   * @throws Failure if it ends before, with its words
   */
  public void startEverywhere(String name, List<String> command, String ready)
      throws IOException, InterruptedException {
    int last = spec().racks().dataNodes() + 1;
    List<NodeProgram> started = new ArrayList<>();
    for (int node = 1; node <= last; node++) {
      Path log = jvms.log(name + "-" + node);
      List<String> words = new ArrayList<>(nodes.inside(node));
      words.addAll(command);
      jvms.make(() -> {
        started.add(NodeProgram.start(words, log));
        return started.get(started.size() - 1);
      });
    }
    for (NodeProgram program : started) {
      program.untilSays(ready);
    }
    programs.put(name, started);
  }

  /**
   * Returns if the program that has this name still runs at all nodes.
   *
   * @throws Failure if it ended somewhere, with its words
   */
  public void checkEverywhere(String name) throws IOException {
    for (NodeProgram program : programs.get(name)) {
      program.failIfEnded();
    }
  }

  /** How many lines the program that has this name has printed, at all nodes. */
  public long linesFrom(String name) throws IOException {
    long lines = 0;
    for (NodeProgram program : programs.get(name)) {
      lines += program.lines();
    }
    return lines;
  }

  /** Kills a DataNode that is a process of its own; it is no daemon of this cluster any more. */
  public void killDataNode(int node) throws IOException {
    daemons.remove(dataNode(node)).kill();
  }

  /** Changes the rate of a DataNode's NIC; any thread may. */
  public void setNic(int node, Rate nic) throws IOException, InterruptedException {
    nodes.setNic(node, nic);
  }

  /**
   * Starts YARN: a ResourceManager and a history server beside the NameNode, a NodeManager beside
   * each DataNode. Clients that are started later run jobs there.
   */
  public void startYarn() throws IOException, InterruptedException {
    YarnStart start = new YarnStart(jvms, nodes, places.get(0).site());
    daemons.putAll(start.daemons());
    places.replaceAll(p -> new ClientPlace(p.prefix(), p.ip(), start.clientSite(p.site())));
  }

  /** Lets a daemon run on these cores alone, such as "0". */
  public void pin(String daemon, String cores) throws IOException, InterruptedException {
    daemons.get(daemon).pin(cores);
  }

  /**
   * Runs a program of the contender's class path to its end, where clients run.
   *
   * @param words its main class and arguments
   * @return what it prints
   */
  public List<String> call(String name, List<String> words)
      throws IOException, InterruptedException {
    return jvms.call(name, words, CLIENT_HEAP, places.get(0).prefix());
  }

  /** The same, however it ends, with a client's site files. */
  ClusterJvms.Ended run(String name, List<String> words) throws IOException, InterruptedException {
    ClientPlace at = places.get(0);
    return jvms.run(name, words, CLIENT_HEAP, at.prefix(), at.site());
  }

  /** What one daemon's JVM has used until now. */
  public ProcessUsage usage(String daemon) throws IOException, InterruptedException {
    return daemons.get(daemon).usage();
  }

  /** How often a method of a daemon's RPC server was called until now. */
  public long calls(String daemon, int port, String method)
      throws IOException, InterruptedException {
    return (long) calls(daemon, port).find(method).orElse(0);
  }

  /** The same of all methods that were called, and what the server received and sent. */
  public Metrics calls(String daemon, int port) throws IOException, InterruptedException {
    return daemons.get(daemon).calls(port);
  }

  /** How many such lines a daemon has logged until now. */
  public long logLines(String daemon, Predicate<String> which) throws IOException {
    try (Stream<String> lines = Files.lines(jvms.log(daemon), StandardCharsets.ISO_8859_1)) {
      return lines.filter(which).count();
    }
  }

  /** The name of a DataNode's logs. */
  static String dataNode(int node) {
    return DATA_NODE + node;
  }

  /** Runs `hdfs dfs` in a process of its own; its seconds from start to end. */
  public double shell(String client, String... args) throws IOException, InterruptedException {
    ClientPlace at = places.get(0);
    long start = System.nanoTime();
    int status = jvms.shell(client, List.of(args), CLIENT_HEAP, at.prefix(), at.site());
    if (status != 0) {
      throw new Failure("hdfs dfs " + args[0] + " ended with status " + status);
    }
    return (System.nanoTime() - start) / 1e9;
  }

  /**
   * Uploads a local path by the contender's command, in a process of its own: by `hdfs dfs -put`,
   * or by another client.
   *
   * @param place where it runs, from 0
   */
  public ProgramRun put(String client, int place, String heap, Path source, String target)
      throws IOException, InterruptedException {
    ClientPlace at = places.get(place);
    return jvms.put(client, source, target, heap, at.prefix(), at.site());
  }

  /** What each daemon's JVM has used until now. */
  public Map<String, ProcessUsage> daemonUsage() throws IOException, InterruptedException {
    Map<String, ProcessUsage> usage = new LinkedHashMap<>();
    for (Map.Entry<String, Conversation> daemon : daemons.entrySet()) {
      usage.put(daemon.getKey(), daemon.getValue().usage());
    }
    return usage;
  }

  /** The most pipelines that a client had open at once; empty when its log does not say. */
  public OptionalInt pipelines(String client) throws IOException {
    return new ClusterLogs(List.of(jvms.log(client))).pipelines();
  }

  /** How an upload that is over began each of its blocks, in the order of time. */
  public List<BlockStart> blockStarts(UploadResult upload) throws IOException {
    return blockStarts(upload.startMillis(), upload.seconds());
  }

  /** How blocks began in the seconds after a moment; any thread may ask. */
  public List<BlockStart> blockStarts(long startMillis, double seconds) throws IOException {
    return logs.starts(places.get(0).ip(), nodes::nodeAt, startMillis, seconds);
  }

  /** What the daemons' logs say of the replicas of blocks. */
  public ClusterLogs.Replicas replicas(Set<Long> blocks) throws IOException {
    return logs.replicas(blocks);
  }

  /** The URI of the file system that clients reach through HTTP; nodes are separate. */
  public String webHdfs() {
    return RealClusters.webHdfs(nodes.ip(spec().racks().dataNodes() + 1));
  }

  /** Of all blocks that were written from hosts of DataNodes until now. */
  public ClusterLogs.LocalBlocks localReplicas() throws IOException {
    Set<String> hosts = spec().racks().nodes().mapToObj(nodes::ip).collect(Collectors.toSet());
    return logs.localBlocks(hosts::contains);
  }

  /** What the NICs of all nodes that are separate have sent until now. */
  public long sentBytes() throws IOException, InterruptedException {
    return nodes.sentBytes();
  }

  /** Ends every JVM, and what else belongs to the cluster. */
  public void close() throws IOException {
    jvms.close();
  }
}
