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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

import org.smarth.hadoop.benchmarks.harness.ByteSize;
import org.smarth.hadoop.benchmarks.harness.Conversation;
import org.smarth.hadoop.benchmarks.harness.Metrics;
import org.smarth.hadoop.benchmarks.harness.ProcessUsage;
import org.smarth.hadoop.benchmarks.harness.RealClusters;
import org.smarth.hadoop.benchmarks.harness.RunningCluster;

/**
 * What a cluster and its clients have used until some moment, by role.
 *
 * @param calls of the NameNode, by method
 */
record Costs(Map<String, List<ProcessUsage>> roles, Metrics calls) {
  /** The names of these metrics contain it. */
  static final String MARK = "cost.";
  static final String CLIENT = "client";
  private static final String DATA_NODES = "datanodes";
  private static final double MIB = ByteSize.MIB;

  /** For the reader of a report. */
  static final String NOTE = "Cost of the timed part, by role. CPU is that of all threads, of the "
      + "JVM's own as well. Bytes allocated are told by collections. Context switches are counted "
      + "for each thread; what a thread did between the last look and its end is lost, so those of "
      + "DataNodes, whose threads live for a block, are too few, for everyone alike. Memory is at "
      + "its peak since the process began, of the DataNode with the most. Direct memory is that of "
      + "Java's buffers, looked at every 50 ms. Calls at the NameNode are all but heartbeats and "
      + "full block reports. Of tasks of MapReduce and of processes of hdfs dfs, which end with "
      + "their work, nothing is known: there the client is missing.";

  /** @param clients that are at a stage, and wait */
  static Costs of(RunningCluster cluster, List<Conversation> clients)
      throws IOException, InterruptedException {
    Map<String, List<ProcessUsage>> roles = new LinkedHashMap<>();
    List<ProcessUsage> used = new ArrayList<>();
    for (Conversation client : clients) {
      used.add(client.usage());
    }
    roles.put(CLIENT, used);
    Map<String, ProcessUsage> daemons = cluster.daemonUsage();
    roles.put(DATA_NODES, daemons.entrySet().stream()
        .filter(e -> e.getKey().startsWith(RunningCluster.DATA_NODE)).map(Map.Entry::getValue)
        .toList());
    roles.put(RunningCluster.NAME_NODE, daemons.entrySet().stream()
        .filter(e -> e.getKey().equals(RunningCluster.NAME_NODE)).map(Map.Entry::getValue)
        .toList());
    return new Costs(roles, daemons.containsKey(RunningCluster.NAME_NODE)
        ? cluster.calls(RunningCluster.NAME_NODE, RealClusters.PORT) : new Metrics());
  }

  /** @param before of the same processes */
  Metrics since(Costs before) {
    Metrics metrics = new Metrics();
    double cpu = 0;
    for (Map.Entry<String, List<ProcessUsage>> role : roles.entrySet()) {
      List<ProcessUsage> now = role.getValue();
      List<ProcessUsage> then = before.roles.get(role.getKey());
      if (!now.isEmpty()) {
        String name = MARK + role.getKey() + '.';
        cpu += sum(now, then, ProcessUsage::cpuSeconds);
        metrics.put(name + "cpuSeconds", sum(now, then, ProcessUsage::cpuSeconds))
            .put(name + "allocatedMB", sum(now, then, ProcessUsage::allocatedBytes) / 1e6)
            .put(name + "switches", sum(now, then, ProcessUsage::switches))
            .put(name + "rssMiB", most(now, ProcessUsage::rssBytes) / MIB)
            .put(name + "directMiB", most(now, ProcessUsage::directBytes) / MIB);
      }
    }
    if (!roles.get(RunningCluster.NAME_NODE).isEmpty()) {
      metrics.put(MARK + "namenode.calls", NameNodeLoad.calls(calls, before.calls));
    }
    return metrics.put(MARK + "all.cpuSeconds", cpu);
  }

  private static double sum(List<ProcessUsage> now, List<ProcessUsage> then,
      ToDoubleFunction<ProcessUsage> what) {
    return now.stream().mapToDouble(what).sum() - then.stream().mapToDouble(what).sum();
  }

  private static double most(List<ProcessUsage> now, ToDoubleFunction<ProcessUsage> what) {
    return now.stream().mapToDouble(what).max().orElse(0);
  }
}
