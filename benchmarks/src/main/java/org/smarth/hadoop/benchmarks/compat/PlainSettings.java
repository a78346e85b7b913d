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
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.smarth.hadoop.benchmarks.harness.HdfsSettings;
import org.smarth.hadoop.benchmarks.harness.Links;
import org.smarth.hadoop.benchmarks.harness.LoopbackHosts;
import org.smarth.hadoop.benchmarks.harness.Protection;
import org.smarth.hadoop.benchmarks.harness.Racks;
import org.smarth.hadoop.benchmarks.harness.Rate;
import org.smarth.hadoop.benchmarks.harness.UploadSpec;
import org.smarth.hadoop.benchmarks.harness.YarnSettings;

/**
 * The site files of a cluster on one loopback address. They name no class of the benchmarks, which
 * an older Java could not load. Immutable.
 */
final class PlainSettings {
  /** Enough for three replicas while one of them is down. */
  static final int DATA_NODES = 4;
  static final int BLOCK_BYTES = 4 << 20;
  private static final int REPLICATION = 3;
  private static final Racks RACKS = new Racks(DATA_NODES, Racks.OUTSIDE);
  /** Not 127.0.0.1: a connection of anybody may take a port there before a daemon does. */
  static final int NODE = 1;

  static final String NAME_NODE_HTTP = "dfs.namenode.http-address";
  static final String RESOURCE_MANAGER_HTTP = "yarn.resourcemanager.webapp.address";
  static final String HISTORY_SERVER_HTTP = "mapreduce.jobhistory.webapp.address";
  static final String NODE_MANAGER_HTTP = "yarn.nodemanager.webapp.address";
  private static final List<String> YARN_ADDRESSES = List.of("yarn.resourcemanager.address",
      "yarn.resourcemanager.scheduler.address", "yarn.resourcemanager.resource-tracker.address",
      "yarn.resourcemanager.admin.address", RESOURCE_MANAGER_HTTP, "mapreduce.jobhistory.address",
      "mapreduce.jobhistory.admin.address", HISTORY_SERVER_HTTP, "yarn.nodemanager.address",
      "yarn.nodemanager.localizer.address", NODE_MANAGER_HTTP);

  private final UploadSpec spec;
  private final HdfsSettings hdfs;
  /** Of the NameNode's web server, and of each DataNode's. */
  private final int[] http;
  private final Map<String, String> yarn = new LinkedHashMap<>();

  /**
   * @param dir where daemons keep everything
   * @param file that is written
   */
  PlainSettings(Path dir, Path file) throws IOException {
    int[] free = LoopbackHosts.freePorts(NODE, 1 + 1 + DATA_NODES + YARN_ADDRESSES.size());
    spec = new UploadSpec(file, BLOCK_BYTES, REPLICATION,
        Links.uniform(RACKS, Rate.NONE, Rate.NONE), free[0], dir, Protection.NONE);
    // The NameNode takes their addresses from their connections. They choose their own ports.
    hdfs = new HdfsSettings(spec, LoopbackHosts.ip(NODE), node -> LoopbackHosts.CLIENT);
    hdfs.writeRackTable();
    http = new int[1 + DATA_NODES];
    System.arraycopy(free, 1, http, 0, http.length);
    for (int i = 0; i < YARN_ADDRESSES.size(); i++) {
      yarn.put(YARN_ADDRESSES.get(i), address(free[1 + http.length + i]));
    }
  }

  private static String address(int port) {
    return LoopbackHosts.ip(NODE) + ":" + port;
  }

  UploadSpec spec() {
    return spec;
  }

  Map<String, String> client() {
    return hdfs.client(spec.port());
  }

  Map<String, String> nameNode() {
    Map<String, String> s = hdfs.nameNode(spec.port());
    s.put(NAME_NODE_HTTP, address(http[0]));
    return s;
  }

  Map<String, String> dataNode(int node) {
    Map<String, String> s = hdfs.dataNode(node, spec.port());
    s.put("dfs.datanode.http.address", dataNodeHttp(node));
    return s;
  }

  String dataNodeHttp(int node) {
    return address(http[node]);
  }

  /**
   * Of all daemons of YARN and of MapReduce, and of clients that run jobs.
   *
   * @param settings of those who are tried
   */
  Map<String, String> yarn(YarnSettings.Containers containers, Map<String, String> settings) {
    Map<String, String> s = new YarnSettings(spec.dir(), LoopbackHosts.ip(NODE), containers,
        client()).nodeManager(NODE, LoopbackHosts.ip(NODE));
    s.putAll(yarn);
    s.put("mapreduce.shuffle.port", "0");
    s.putAll(settings);
    return s;
  }
}
