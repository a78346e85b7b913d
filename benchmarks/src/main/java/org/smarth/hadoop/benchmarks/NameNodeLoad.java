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
import java.util.Set;

import org.smarth.hadoop.benchmarks.harness.DriverCommands;
import org.smarth.hadoop.benchmarks.harness.Metrics;
import org.smarth.hadoop.benchmarks.harness.RealClusters;
import org.smarth.hadoop.benchmarks.harness.RunningCluster;

/**
 * What a NameNode has been asked and has logged until some moment.
 *
 * @param calls by method, and the bytes of all
 * @param lines of its log that {@link #counts}
 */
record NameNodeLoad(Metrics calls, long lines) {
  /** Shipped settings leave the audit log out. */
  private static final String AUDIT = "FSNamesystem.audit";
  /** Each complete() that has to be repeated leaves one; those calls are counted already. */
  private static final String REPEATED = "is COMMITTED but not COMPLETE";
  /** A DataNode's first full report may come that late; no write causes it. */
  private static final String FULL_REPORT = "BLOCK* processReport";
  /** They depend on time alone. */
  private static final Set<String> HEARTBEATS = Set.of("SendHeartbeat", "BlockReport");
  private static final Set<String> OF_DATANODES = Set.of("BlockReceivedAndDeleted",
      "RegisterDatanode", "VersionRequest", "ErrorReport", "ReportBadBlocks",
      "CommitBlockSynchronization", "CacheReport");
  private static final Set<String> BYTES =
      Set.of(DriverCommands.RECEIVED_BYTES, DriverCommands.SENT_BYTES);

  static NameNodeLoad of(RunningCluster cluster) throws IOException, InterruptedException {
    return new NameNodeLoad(cluster.calls(RunningCluster.NAME_NODE, RealClusters.PORT),
        cluster.logLines(RunningCluster.NAME_NODE, NameNodeLoad::counts));
  }

  /** Whether a line tells of more than the calls do. */
  static boolean counts(String line) {
    return !line.contains(AUDIT) && !line.contains(REPEATED) && !line.contains(FULL_REPORT);
  }

  /** Of all methods since an earlier moment, but those that depend on time alone. */
  static double calls(Metrics now, Metrics before) {
    return now.asMap().entrySet().stream()
        .filter(c -> !BYTES.contains(c.getKey()) && !HEARTBEATS.contains(c.getKey()))
        .mapToDouble(c -> c.getValue() - before.find(c.getKey()).orElse(0)).sum();
  }

  /** The calls of clients since an earlier moment, and the bytes of all calls. */
  Metrics clientsSince(NameNodeLoad before) {
    double count = 0;
    double bytes = 0;
    Metrics metrics = new Metrics();
    for (Map.Entry<String, Double> call : calls.asMap().entrySet()) {
      String method = call.getKey();
      double since = call.getValue() - before.calls.find(method).orElse(0);
      if (BYTES.contains(method)) {
        bytes += since;
      } else if (since > 0 && !HEARTBEATS.contains(method) && !OF_DATANODES.contains(method)) {
        count += since;
        metrics.put("calls." + method, since);
      }
    }
    return metrics.put("clientCalls", count).put("kilobytes", bytes / 1e3);
  }

  /** The calls of DataNodes since an earlier moment but for heartbeats, and lines of the log. */
  Metrics dataNodesSince(NameNodeLoad before) {
    double count = OF_DATANODES.stream().mapToDouble(
        m -> calls.find(m).orElse(0) - before.calls.find(m).orElse(0)).sum();
    return new Metrics().put("dataNodeCalls", count).put("logLines", lines - before.lines);
  }
}
