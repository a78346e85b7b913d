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
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.smarth.hadoop.benchmarks.harness.BoundSocketFactory;
import org.smarth.hadoop.benchmarks.harness.LoopbackHosts;

/**
 * The site files of a cluster with two NameNodes, three JournalNodes and one ZooKeeper on
 * 127.0.0.1, and DataNodes on addresses of their own. Ports stay the same when a daemon is
 * restarted. NameNodes and JournalNodes count from 1. Immutable.
 */
final class HaSettings {
  static final String SERVICE = "ha";
  static final int NAME_NODES = 2;
  static final int JOURNAL_NODES = 3;
  /** Enough for three replicas while one of them is down. */
  static final int DATA_NODES = 5;
  static final int REPLICATION = 3;
  private static final int MEGABYTE = 1 << 20;

  private final Path dir;
  private final boolean on;
  private final boolean upgrades;
  private final int zooKeeper;
  /** RPC, HTTP and failover controller of each NameNode, then RPC and HTTP of each JournalNode. */
  private final int[] masters;
  /** Data, IPC and HTTP of each DataNode. */
  private final int[][] dataNodes = new int[DATA_NODES][];

  /**
   * @param dir where daemons keep everything
   * @param on whether SMARTH is on when NameNodes start; else an operator switches it on
   * @param upgrades whether HDFS's rolling upgrade is begun: DataNodes then keep what is deleted
   */
  HaSettings(Path dir, boolean on, boolean upgrades) throws IOException {
    this.dir = dir;
    this.on = on;
    this.upgrades = upgrades;
    int[] free = LoopbackHosts.freePorts(0, 1 + 3 * NAME_NODES + 2 * JOURNAL_NODES);
    zooKeeper = free[0];
    masters = IntStream.of(free).skip(1).toArray();
    for (int node = 1; node <= DATA_NODES; node++) {
      dataNodes[node - 1] = LoopbackHosts.freePorts(node, 3);
    }
  }

  static String id(int nameNode) {
    return "nn" + nameNode;
  }

  int zooKeeperPort() {
    return zooKeeper;
  }

  private int blockBytes() {
    return (upgrades ? 1 : 8) * MEGABYTE;
  }

  /** Three blocks, the last one not full. */
  int fileBytes() {
    return blockBytes() * 5 / 2;
  }

  Path nameDir(int nameNode) {
    return dir.resolve(id(nameNode));
  }

  Path zooKeeperDir() {
    return dir.resolve("zookeeper");
  }

  private String master(int nameNode, int what) {
    return LoopbackHosts.CLIENT + ":" + masters[3 * (nameNode - 1) + what];
  }

  private String journal(int journalNode, int what) {
    return LoopbackHosts.CLIENT + ":" + masters[3 * NAME_NODES + 2 * (journalNode - 1) + what];
  }

  private String dataNode(int node, int what) {
    return LoopbackHosts.ip(node) + ":" + dataNodes[node - 1][what];
  }

  String dataNodeIpc(int node) {
    return dataNode(node, 1);
  }

  String dataNodeHttp(int node) {
    return dataNode(node, 2);
  }

  Map<String, String> client() {
    Map<String, String> s = new LinkedHashMap<>();
    s.put("fs.defaultFS", "hdfs://" + SERVICE);
    s.put("hadoop.tmp.dir", dir.resolve("hadoop-tmp").toString());
    s.put("dfs.blocksize", Integer.toString(blockBytes()));
    s.put("dfs.replication", Integer.toString(REPLICATION));
    s.put("dfs.permissions.enabled", "false");
    s.put("dfs.nameservices", SERVICE);
    s.put("dfs.ha.namenodes." + SERVICE, IntStream.rangeClosed(1, NAME_NODES)
        .mapToObj(HaSettings::id).collect(Collectors.joining(",")));
    s.put("dfs.client.failover.proxy.provider." + SERVICE,
        "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider");
    s.put("dfs.ha.automatic-failover.enabled", "true");
    s.put("dfs.ha.fencing.methods", "shell(/bin/true)");
    s.put("ha.zookeeper.quorum", LoopbackHosts.CLIENT + ":" + zooKeeper);
    for (int n = 1; n <= NAME_NODES; n++) {
      String suffix = "." + SERVICE + "." + id(n);
      s.put("dfs.namenode.rpc-address" + suffix, master(n, 0));
      s.put("dfs.namenode.http-address" + suffix, master(n, 1));
      s.put("dfs.ha.zkfc.port" + suffix, Integer.toString(masters[3 * (n - 1) + 2]));
    }
    return s;
  }

  /** Also of its failover controller. */
  Map<String, String> nameNode(int nameNode) {
    Map<String, String> s = client();
    s.put("dfs.ha.namenode.id", id(nameNode));
    s.put("dfs.namenode.name.dir", nameDir(nameNode).toUri().toString());
    s.put("dfs.namenode.smarth.enabled", Boolean.toString(on));
    s.put("dfs.namenode.datanode.registration.ip-hostname-check", "false");
    s.put("dfs.namenode.resource.du.reserved", "1048576");
    // Else a standby that has just been started waits for minutes, in safe mode, for edits.
    s.put("dfs.ha.log-roll.period", "5");
    s.put("dfs.ha.tail-edits.period", "1");
    s.put("dfs.namenode.safemode.extension", "5000");
    if (upgrades) {
      // Images are written by NameNodes of one release, and read by those of the other.
      s.put("dfs.namenode.checkpoint.period", "20");
      s.put("dfs.namenode.checkpoint.check.period", "5");
    }
    s.put("dfs.namenode.shared.edits.dir", "qjournal://"
        + IntStream.rangeClosed(1, JOURNAL_NODES).mapToObj(j -> journal(j, 0))
            .collect(Collectors.joining(";")) + "/" + SERVICE);
    return s;
  }

  Map<String, String> journalNode(int journalNode) {
    Map<String, String> s = client();
    s.put("dfs.journalnode.edits.dir", dir.resolve("journal-" + journalNode).toString());
    s.put("dfs.journalnode.rpc-address", journal(journalNode, 0));
    s.put("dfs.journalnode.http-address", journal(journalNode, 1));
    return s;
  }

  Map<String, String> dataNode(int node) {
    Map<String, String> s = client();
    s.put("dfs.datanode.data.dir", uri("data-" + node));
    s.put("dfs.datanode.hostname", LoopbackHosts.ip(node));
    s.put("dfs.datanode.address", dataNode(node, 0));
    s.put("dfs.datanode.ipc.address", dataNode(node, 1));
    s.put("dfs.datanode.http.address", dataNode(node, 2));
    // The NameNode takes a DataNode's address from its connection.
    s.put(BoundSocketFactory.ADDRESS_KEY, LoopbackHosts.ip(node));
    s.put("hadoop.rpc.socket.factory.class.default", BoundSocketFactory.class.getName());
    return s;
  }

  private String uri(String name) {
    return dir.resolve(name).toUri().toString();
  }
}
