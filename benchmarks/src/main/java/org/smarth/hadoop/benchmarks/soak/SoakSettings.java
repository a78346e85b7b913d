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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.smarth.hadoop.benchmarks.harness.BoundSocketFactory;
import org.smarth.hadoop.benchmarks.harness.Directories;
import org.smarth.hadoop.benchmarks.harness.HdfsSettings;
import org.smarth.hadoop.benchmarks.harness.Links;
import org.smarth.hadoop.benchmarks.harness.LoopbackHosts;
import org.smarth.hadoop.benchmarks.harness.Protection;
import org.smarth.hadoop.benchmarks.harness.Racks;
import org.smarth.hadoop.benchmarks.harness.Rate;
import org.smarth.hadoop.benchmarks.harness.UploadSpec;

/** The settings of a soak's cluster: Hadoop's timeouts are made short, so that faults are cheap. */
public final class SoakSettings {
  /** Of a checksum. */
  static final int CHUNK = 512;
  /** What fits in a packet of 64 KiB with its checksums. */
  static final int PACKET = 126 * CHUNK;
  /** The smallest block that a NameNode allows. */
  public static final int BLOCK = 1 << 20;
  static final int MAX_BLOCKS = 12;
  /** Of a soak with {@link #SoakSettings(Path)}. */
  static final int DATA_NODES = 9;
  static final int REPLICATION = 3;
  /** Of each DataNode. */
  static final int VOLUMES = 2;
  /** None of them. */
  static final int NO_VOLUME = -1;
  /** Names the volumes of a DataNode. */
  static final String VOLUMES_KEY = "dfs.datanode.data.dir";
  /** Small enough that writers have to spill. */
  private static final long RETAINED_BYTES = 1 << 20;
  /** Small enough that writers have to wait then. */
  private static final long SPILL_BYTES = 1 << 20;

  private final Path dir;
  private final int dataNodes;
  private final UploadSpec spec;
  private final HdfsSettings settings;

  /** @param dir where the cluster keeps everything */
  SoakSettings(Path dir) {
    this(dir, DATA_NODES);
  }

  public SoakSettings(Path dir, int dataNodes) {
    this.dir = dir;
    this.dataNodes = dataNodes;
    spec = new UploadSpec(dir.resolve("none"), BLOCK, REPLICATION,
        Links.uniform(new Racks(dataNodes, Racks.OUTSIDE), Rate.NONE, Rate.NONE), 0, dir,
        Protection.NONE);
    settings = new HdfsSettings(spec, LoopbackHosts.CLIENT, LoopbackHosts::ip);
  }

  int dataNodes() {
    return dataNodes;
  }

  UploadSpec spec() {
    return spec;
  }

  /** Where clients spill packets. */
  public Path spillDir() {
    return dir.resolve("spill");
  }

  void writeRackTable() throws IOException {
    settings.writeRackTable();
  }

  Map<String, String> nameNode(int port) {
    Map<String, String> s = settings.nameNode(port);
    s.putAll(common());
    s.put("dfs.namenode.replication.interval", "1");
    s.put("dfs.namenode.replication.pending.timeout-sec", "3");
    s.put("dfs.namenode.replication.work.multiplier.per.iteration", "10");
    s.put("dfs.namenode.replication.max-streams", "20");
    s.put("dfs.namenode.replication.max-streams-hard-limit", "40");
    s.put("dfs.namenode.heartbeat.recheck-interval", "500");
    // The loads of so small a cluster are so uneven that it would refuse most DataNodes.
    s.put("dfs.namenode.replication.considerLoad", "false");
    s.put("dfs.namenode.safemode.extension", "0");
    // A NameNode that restarts would refuse blocks before DataNodes have come; two may be down.
    s.put("dfs.namenode.safemode.min.datanodes", Integer.toString(Math.max(0, dataNodes - 2)));
    // The machine does not lose power here, and every allocation would wait for its disk.
    s.put("dfs.namenode.edits.noeditlogchannelflush", "true");
    return s;
  }

  /** @param ports where it listens, or null for any free ones */
  Map<String, String> dataNode(int node, int nameNodePort, Ports ports) {
    Map<String, String> s = settings.dataNode(node, nameNodePort);
    s.putAll(common());
    s.put(VOLUMES_KEY, volumes(node, NO_VOLUME));
    s.put("dfs.datanode.socket.write.timeout", "3000");
    s.put("dfs.datanode.socket.reuse.keepalive", "300");
    s.put("dfs.datanode.scan.period.hours", "-1");
    s.put("dfs.blockreport.initialDelay", "0");
    // The NameNode takes a DataNode's address from its connection.
    s.put(BoundSocketFactory.ADDRESS_KEY, LoopbackHosts.ip(node));
    s.put("hadoop.rpc.socket.factory.class.default", BoundSocketFactory.class.getName());
    if (ports != null) {
      String ip = LoopbackHosts.ip(node) + ":";
      s.put("dfs.datanode.address", ip + ports.data);
      s.put("dfs.datanode.ipc.address", ip + ports.ipc);
      s.put("dfs.datanode.http.address", ip + ports.http);
    }
    return s;
  }

  /** A DataNode's volumes as its settings name them, but for one of them. */
  String volumes(int node, int without) {
    return IntStream.range(0, VOLUMES).filter(volume -> volume != without)
        .mapToObj(volume -> volume(node, volume).toUri().toString())
        .collect(Collectors.joining(","));
  }

  private Path volume(int node, int volume) {
    return spec.dataDir(node).resolve("volume-" + volume);
  }

  /** Deletes a volume that a DataNode does without. */
  void deleteVolume(int node, int volume) throws IOException {
    Directories.delete(volume(node, volume));
  }

  /** Makes what volumes a DataNode lacks. */
  void makeVolumes(int node) throws IOException {
    for (int volume = 0; volume < VOLUMES; volume++) {
      Files.createDirectories(volume(node, volume));
    }
  }

  Map<String, String> client(int nameNodePort) {
    Map<String, String> s = settings.client(nameNodePort);
    s.putAll(common());
    s.put("dfs.client.smarth.retained.memory", Long.toString(RETAINED_BYTES));
    s.put("dfs.client.smarth.spill.max", Long.toString(SPILL_BYTES));
    s.put("dfs.client.smarth.spill.dir", spillDir().toString());
    return s;
  }

  private static Map<String, String> common() {
    Map<String, String> s = new LinkedHashMap<>();
    s.put("dfs.heartbeat.interval", "1");
    s.put("dfs.client.socket-timeout", "3000");
    s.put("dfs.client.datanode-restart.timeout", "4");
    s.put("dfs.client.write.max-packets-in-flight", "10");
    s.put("dfs.client.write.exclude.nodes.cache.expiry.interval.millis", "2000");
    s.put("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", "100");
    s.put("dfs.client.block.write.locateFollowingBlock.retries", "8");
    s.put("dfs.client.retry.window.base", "200");
    s.put("dfs.client.socketcache.expiryMsec", "300");
    // A NameNode that restarts is waited for, as a client of a highly available one waits.
    s.put("dfs.client.retry.policy.enabled", "true");
    s.put("dfs.client.retry.policy.spec", "200,100");
    s.put("ipc.client.connect.retry.interval", "200");
    s.put("ipc.client.connect.max.retries", "100");
    s.put("ipc.client.connection.maxidletime", "2000");
    return s;
  }

  /** Where a DataNode listens. */
  record Ports(int data, int ipc, int http) {
  }
}
