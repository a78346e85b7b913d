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
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.tools.DFSAdmin;
import org.apache.hadoop.util.ToolRunner;

import org.smarth.hadoop.benchmarks.harness.Await;
import org.smarth.hadoop.benchmarks.harness.ChildJvm;
import org.smarth.hadoop.benchmarks.harness.Directories;
import org.smarth.hadoop.benchmarks.harness.Events.Event;
import org.smarth.hadoop.benchmarks.harness.Events;
import org.smarth.hadoop.benchmarks.harness.Failure;
import org.smarth.hadoop.benchmarks.harness.HarnessMain;
import org.smarth.hadoop.benchmarks.harness.Installation;
import org.smarth.hadoop.benchmarks.harness.Jmx;
import org.smarth.hadoop.benchmarks.harness.JvmPlan;
import org.smarth.hadoop.benchmarks.harness.LoopbackHosts;
import org.smarth.hadoop.benchmarks.harness.SiteFiles;

/** Every daemon in a JVM of its own, on the class path of this one, on loopback addresses. */
final class RealSoakCluster implements SoakCluster {
  private static final String HEAP = "128m";
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration STEP = Duration.ofMillis(200);
  private static final Duration DOWN_LIMIT = Duration.ofSeconds(20);
  /** A machine whose JVMs pause for seconds is no reason to end the soak. */
  private static final int HTTP_MILLIS = 30_000;
  private static final int NAME_NODE = 0;

  private final SoakSettings settings;
  private final JvmPlan plan;
  private final Map<Integer, ChildJvm> jvms = new ConcurrentHashMap<>();
  private final Map<Integer, SoakSettings.Ports> ports = new ConcurrentHashMap<>();
  private final int port;

  RealSoakCluster(SoakSettings settings) throws IOException {
    this.settings = settings;
    plan = new JvmPlan(new Installation("soak", System.getProperty("java.class.path")),
        settings.spec(), SoakSettings.DATA_NODES, LoopbackHosts::ip);
    port = LoopbackHosts.freePorts(0, 1)[0];
  }

  @Override
  public void start() throws IOException, InterruptedException {
    settings.writeRackTable();
    launch(NAME_NODE, "namenode", HarnessMain.NAME_NODE, settings.nameNode(port));
    untilReady(NAME_NODE);
    for (int node = 1; node <= SoakSettings.DATA_NODES; node++) {
      int[] free = LoopbackHosts.freePorts(node, 3);
      ports.put(node, new SoakSettings.Ports(free[0], free[1], free[2]));
      launchDataNode(node);
    }
    for (int node = 1; node <= SoakSettings.DATA_NODES; node++) {
      untilReady(node);
    }
  }

  private static String dataNode(int node) {
    return "datanode-" + node;
  }

  private void launchDataNode(int node) throws IOException {
    launch(node, dataNode(node), HarnessMain.DATA_NODE,
        settings.dataNode(node, port, ports.get(node)));
  }

  private void launch(int node, String log, String role, Map<String, String> values)
      throws IOException {
    Path site = writeSite(log, values);
    // These short-lived JVMs have no use for the better compiler.
    jvms.put(node, plan.start(log, List.of(role), HEAP,
        List.of("env", "JDK_JAVA_OPTIONS=-XX:TieredStopAtLevel=1"), site));
  }

  private Path writeSite(String log, Map<String, String> values) throws IOException {
    Path site = settings.spec().dir().resolve("conf-" + log);
    Directories.delete(site);
    SiteFiles.write(site, values);
    return site;
  }

  private void untilReady(int node) throws IOException, InterruptedException {
    ChildJvm jvm = jvms.get(node);
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    while (System.nanoTime() < deadline && !jvm.hasEnded()) {
      Event event = Event.parse(jvm.nextLine(STEP));
      if (event != null && event.kind() == Events.Kind.STAGE) {
        return;
      }
      if (event != null) {
        throw new Failure("node " + node + " does not start: " + event.text());
      }
    }
    throw new Failure("node " + node + " does not start; see its log");
  }

  @Override
  public Configuration clientConfiguration() {
    Configuration conf = new HdfsConfiguration();
    settings.client(port).forEach(conf::set);
    return conf;
  }

  @Override
  public void stopDataNode(int node) throws IOException {
    jvms.remove(node).close();
  }

  @Override
  public void shutDownForUpgrade(int node) throws IOException, InterruptedException {
    SoakSettings.Ports at = ports.get(node);
    // Stalled for another pipeline, it would not hear the request until that stall ends.
    jvms.get(node).signal("CONT");
    String[] args = {"-shutdownDatanode", LoopbackHosts.ip(node) + ":" + at.ipc(), "upgrade"};
    try {
      ToolRunner.run(new DFSAdmin(clientConfiguration()), args);
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("dfsadmin -shutdownDatanode", e);
    }
    Await.until("DataNode " + node + " to shut down for an upgrade", DOWN_LIMIT,
        () -> !isListening(node, at.ipc()) && !isListening(node, at.data()));
    stopDataNode(node);
  }

  private static boolean isListening(int node, int at) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(LoopbackHosts.ip(node), at), HTTP_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void startDataNode(int node) throws IOException, InterruptedException {
    launchDataNode(node);
    untilReady(node);
  }

  @Override
  public SoakSettings settings() {
    return settings;
  }

  @Override
  public void reconfigureVolumes(int node, String volumes)
      throws IOException, InterruptedException {
    // As above.
    jvms.get(node).signal("CONT");
    Await.until("DataNode " + node + " to know its volumes", START_LIMIT,
        () -> VolumeInfo.isThere(volumeInfo(node)));
    Map<String, String> values = settings.dataNode(node, port, ports.get(node));
    values.put(SoakSettings.VOLUMES_KEY, volumes);
    writeSite(dataNode(node), values);
    admin(node).reconfigure();
  }

  @Override
  public DataNodeAdmin admin(int node) {
    return new DataNodeAdmin(
        new InetSocketAddress(LoopbackHosts.ip(node), ports.get(node).ipc()),
        clientConfiguration(), DOWN_LIMIT);
  }

  @Override
  public void restartNameNode() throws IOException, InterruptedException {
    jvms.remove(NAME_NODE).close();
    launch(NAME_NODE, "namenode", HarnessMain.NAME_NODE_AGAIN, settings.nameNode(port));
    untilReady(NAME_NODE);
  }

  @Override
  public Stall stall(int node) throws IOException {
    ChildJvm jvm = jvms.get(node);
    if (jvm == null) {
      return () -> { };
    }
    jvm.signal("STOP");
    return () -> jvm.signal("CONT");
  }

  @Override
  public void failMirror(boolean connecting) {
    throw new UnsupportedOperationException("no faults inside of other processes");
  }

  @Override
  public void refuseThread() {
    throw new UnsupportedOperationException("no faults inside of other processes");
  }

  @Override
  public void clearFaults() {
    // Stalls end with their handles.
  }

  @Override
  public List<String> daemonThreads() throws IOException {
    List<String> names = new ArrayList<>();
    for (int node = 1; node <= SoakSettings.DATA_NODES; node++) {
      // "Thread 42 (its name):"
      get(node, "stacks").lines().filter(l -> l.startsWith("Thread ")).forEach(names::add);
    }
    return names;
  }

  @Override
  public long reservedBytes() throws IOException {
    long sum = 0;
    for (int node = 1; node <= SoakSettings.DATA_NODES; node++) {
      sum += VolumeInfo.reservedBytes(volumeInfo(node));
    }
    return sum;
  }

  private String volumeInfo(int node) throws IOException {
    return get(node, "jmx?qry=Hadoop:service=DataNode,name=DataNodeInfo");
  }

  private String get(int node, String what) throws IOException {
    return Jmx.get(LoopbackHosts.ip(node) + ":" + ports.get(node).http() + "/" + what, HTTP_MILLIS);
  }

  @Override
  public List<Path> descriptorDirectories() {
    List<Path> all = new ArrayList<>(List.of(Path.of("/proc/self/fd")));
    jvms.values().forEach(j -> all.add(Path.of("/proc", Long.toString(j.pid()), "fd")));
    return all;
  }

  @Override
  public void close() throws IOException {
    for (ChildJvm jvm : jvms.values()) {
      jvm.close();
    }
  }
}
