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
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.ConnectionLimit;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.RefusedThread;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.StockDataNode;
import org.apache.hadoop.hdfs.server.datanode.WatchedDisks;
import org.apache.hadoop.hdfs.server.namenode.NameNode;

import org.smarth.hadoop.benchmarks.harness.Await;
import org.smarth.hadoop.benchmarks.harness.LoopbackHosts;

/** All daemons in this JVM, which has to be in the mini-cluster mode of Hadoop's metrics. */
public final class EmbeddedSoakCluster implements SoakCluster {
  private static final Duration DOWN_LIMIT = Duration.ofSeconds(20);
  private static final Duration START_LIMIT = Duration.ofSeconds(20);
  private static final Duration BIND_LIMIT = Duration.ofSeconds(10);
  private static final String SHUTDOWN_THREAD = "Async datanode shutdown thread";

  private final SoakSettings settings;
  private final MirrorFaults faults = new MirrorFaults();
  private final RefusedThread threads = new RefusedThread();
  private final WatchedDisks disks = new WatchedDisks();
  private final AtomicReferenceArray<DataNode> dataNodes;
  private final AtomicReferenceArray<SoakSettings.Ports> ports;
  private final AtomicReference<NameNode> nameNode = new AtomicReference<>();
  private volatile int port;

  public EmbeddedSoakCluster(SoakSettings settings) {
    this.settings = settings;
    dataNodes = new AtomicReferenceArray<>(settings.dataNodes() + 1);
    ports = new AtomicReferenceArray<>(settings.dataNodes() + 1);
  }

  private static Configuration configuration(Map<String, String> values) {
    Configuration conf = new HdfsConfiguration();
    values.forEach(conf::set);
    return conf;
  }

  @Override
  public void start() throws IOException, InterruptedException {
    settings.writeRackTable();
    Configuration conf = configuration(settings.nameNode(0));
    NameNode.format(conf);
    NameNode started = NameNode.createNameNode(new String[0], conf);
    nameNode.set(started);
    port = started.getNameNodeAddress().getPort();
    for (int node = 1; node <= settings.dataNodes(); node++) {
      settings.makeVolumes(node);
      startDataNode(node);
    }
  }

  @Override
  public Configuration clientConfiguration() {
    return configuration(settings.client(port));
  }

  @Override
  public void stopDataNode(int node) {
    dataNodes.getAndSet(node, null).shutdown();
  }

  @Override
  public void shutDownForUpgrade(int node) throws IOException, InterruptedException {
    DataNode dataNode = dataNodes.getAndSet(node, null);
    dataNode.shutdownDatanode(true);
    Await.until("DataNode " + node + " to shut down for an upgrade", DOWN_LIMIT,
        () -> !dataNode.isDatanodeUp() && Thread.getAllStackTraces().keySet().stream()
            .noneMatch(t -> t.getName().equals(SHUTDOWN_THREAD)));
  }

  @Override
  public void startDataNode(int node) throws IOException, InterruptedException {
    Configuration conf = configuration(settings.dataNode(node, port, ports.get(node)));
    // Its ports and the lock of its directory are given back a moment after it stopped.
    Await.until("DataNode " + node + " to start", BIND_LIMIT, () -> start(node, conf));
  }

  /** The disks of its DataNodes. */
  public WatchedDisks disks() {
    return disks;
  }

  /** Where clients find it: the DataNode need not run. */
  public InetSocketAddress dataNodeAddress(int node) {
    return new InetSocketAddress(LoopbackHosts.ip(node), ports.get(node).data());
  }

  /**
   * Whether the file of a replica has bytes that its DataNode does not count. Stock leaves them
   * when a packet's sync was interrupted, and recovers no such replica until the DataNode restarts.
   */
  @SuppressWarnings("deprecation")
  public boolean hasUncountedBytes(ExtendedBlock block) {
    return IntStream.rangeClosed(1, settings.dataNodes()).mapToObj(dataNodes::get)
        .filter(d -> d != null && d.isDatanodeFullyStarted())
        .map(d -> d.getFSDataset().getReplica(block.getBlockPoolId(), block.getBlockId()))
        .anyMatch(r -> r instanceof ReplicaInfo info
            && StockDataNode.fileLength(info) > info.getBytesOnDisk());
  }

  /** From now on a running DataNode takes no more connections than these at once. */
  public void limitConnections(int node, int most) {
    DataNode dataNode = dataNodes.get(node);
    if (dataNode != null) {
      ConnectionLimit.set(dataNode, most);
    }
  }

  private boolean start(int node, Configuration conf) throws IOException {
    try {
      DataNode started = DataNode.createDataNode(new String[0], conf);
      threads.install(started);
      disks.install(started, node);
      dataNodes.set(node, started);
      ports.set(node, new SoakSettings.Ports(started.getXferPort(), started.getIpcPort(),
          started.getInfoPort()));
      return true;
    } catch (BindException e) {
      return false;
    }
  }

  @Override
  public SoakSettings settings() {
    return settings;
  }

  @Override
  public void reconfigureVolumes(int node, String volumes)
      throws IOException, InterruptedException {
    DataNode dataNode = dataNodes.get(node);
    Await.until("DataNode " + node + " to know its volumes", START_LIMIT,
        dataNode::isDatanodeFullyStarted);
    try {
      // As dfsadmin's way: reconfigureProperty would hold a lock that adding a volume needs.
      dataNode.reconfigurePropertyImpl(SoakSettings.VOLUMES_KEY, volumes);
    } catch (ReconfigurationException e) {
      throw new IOException("DataNode " + node + " keeps its volumes", e);
    }
  }

  @Override
  public DataNodeAdmin admin(int node) {
    return new DataNodeAdmin(
        new InetSocketAddress(LoopbackHosts.ip(node), dataNodes.get(node).getIpcPort()),
        clientConfiguration(), DOWN_LIMIT);
  }

  @Override
  public void restartNameNode() throws IOException {
    NameNode old = nameNode.get();
    old.stop();
    old.join();
    nameNode.set(NameNode.createNameNode(new String[0], configuration(settings.nameNode(port))));
  }

  @Override
  public Stall stall(int node) {
    return faults.stall();
  }

  @Override
  public void failMirror(boolean connecting) {
    faults.failOnce(connecting);
  }

  @Override
  public void refuseThread() {
    threads.refuseNext();
  }

  @Override
  public void clearFaults() {
    faults.clear();
    threads.clear();
    disks.releaseAll();
  }

  @Override
  public List<String> daemonThreads() {
    return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
  }

  @Override
  public long reservedBytes() {
    return IntStream.rangeClosed(1, settings.dataNodes()).mapToObj(dataNodes::get)
        // One that has just started has no volumes yet, and nothing reserved.
        .filter(d -> d != null && d.isDatanodeFullyStarted())
        .mapToLong(d -> VolumeInfo.reservedBytes(d.getVolumeInfo()))
        .sum();
  }

  @Override
  public List<Path> descriptorDirectories() {
    return List.of(Path.of("/proc/self/fd"));
  }

  /** The JVM's end is the end of the daemons. */
  @Override
  public void close() {
    clearFaults();
  }
}
