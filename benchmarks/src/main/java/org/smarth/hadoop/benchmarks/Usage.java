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
import java.util.Map;
import java.util.function.ToLongFunction;

import org.smarth.hadoop.benchmarks.harness.ByteSize;
import org.smarth.hadoop.benchmarks.harness.Metrics;
import org.smarth.hadoop.benchmarks.harness.ProcessUsage;
import org.smarth.hadoop.benchmarks.harness.RunningCluster;

/** What a cluster's daemons have used until some moment, by name. */
record Usage(Map<String, ProcessUsage> daemons) {
  private static final double MIB = ByteSize.MIB;

  static Usage of(RunningCluster cluster) throws IOException, InterruptedException {
    return new Usage(cluster.daemonUsage());
  }

  /**
   * CPU since an earlier moment for each 10^9 bytes, and peak memory of the DataNode with the most.
   */
  Metrics since(Usage before, long bytes) {
    Metrics metrics = new Metrics();
    double gigabytes = bytes / 1e9;
    if (daemons.containsKey(RunningCluster.NAME_NODE)) {
      metrics.put("datanodes.cpuPerGb", cpuSince(before, RunningCluster.DATA_NODE) / gigabytes)
          .put("namenode.cpuPerGb", cpuSince(before, RunningCluster.NAME_NODE) / gigabytes);
      metrics.putAll(memory("datanode", new ProcessUsage(0, most(ProcessUsage::heapBytes),
          most(ProcessUsage::liveHeapBytes), most(ProcessUsage::rssBytes))));
    } else {
      metrics.put("cluster.cpuPerGb", cpuSince(before, "") / gigabytes);
    }
    return metrics;
  }

  private double cpuSince(Usage before, String prefix) {
    return daemons.entrySet().stream().filter(e -> e.getKey().startsWith(prefix))
        .mapToDouble(e -> e.getValue().cpuSeconds() - before.daemons.get(e.getKey()).cpuSeconds())
        .sum();
  }

  private long most(ToLongFunction<ProcessUsage> what) {
    return daemons.entrySet().stream()
        .filter(e -> e.getKey().startsWith(RunningCluster.DATA_NODE))
        .mapToLong(e -> what.applyAsLong(e.getValue())).max().orElse(0);
  }

  static Metrics memory(String role, ProcessUsage usage) {
    return new Metrics().put(role + ".heapMiB", usage.heapBytes() / MIB)
        .put(role + ".liveMiB", usage.liveHeapBytes() / MIB)
        .put(role + ".rssMiB", usage.rssBytes() / MIB);
  }
}
