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
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;

import org.smarth.hadoop.benchmarks.harness.BlockStart;
import org.smarth.hadoop.benchmarks.harness.ClientJob;
import org.smarth.hadoop.benchmarks.harness.ClusterLogs;
import org.smarth.hadoop.benchmarks.harness.Conversation;
import org.smarth.hadoop.benchmarks.harness.Metrics;
import org.smarth.hadoop.benchmarks.harness.RepairJob;
import org.smarth.hadoop.benchmarks.harness.RunningCluster;

/**
 * A file that is written while DataNodes are killed, and how long it lacks replicas afterwards.
 * Killed DataNodes stay away: none that comes back repairs the file, and the next run has a cluster
 * of its own, whose DataNodes its client waits for.
 */
final class RepairMeasurement {
  private static final String CLIENT = "client";
  /** After 10.5 minutes the NameNode knows that a DataNode is dead; then it copies. */
  private static final Duration LIMIT = Duration.ofMinutes(15);

  private RepairMeasurement() {
  }

  static void measure(Session session) throws IOException, InterruptedException {
    Killing killing = new Killing(plan(session), session.setup().bytes(),
        session.cluster()::killDataNode, session.listener());
    Conversation client =
        session.ready(CLIENT, 0, new RepairJob(RunningCluster.TARGET, LIMIT.toMillis()));
    if (session.setup().work() instanceof Work.Repair) {
      // What is sent to measure a link that drains slowly would not fill its queue.
      session.probe(client);
    }
    client.go();
    client.untilStage(ClientJob.DONE, killing);
    killing.check();
    client.go();
    Metrics result = client.untilResult(killing);
    session.metrics().putAll(result).putAll(killing.metrics());
    session.remarks().add(killing.remark());
    boolean failed = result.get("failed") > 0;
    session.starts().addAll(session.cluster().blockStarts((long) result.get("startMillis"),
        result.get(failed ? "failedAfterSeconds" : "seconds")));
    countCopies(session);
    if (!failed) {
      session.countPipelines(CLIENT);
      session.compareWithBound();
    }
  }

  private static Killing.Plan plan(Session session) {
    return session.setup().work() instanceof Work.Repair repair
        ? Killing.Plan.of(repair.seed(), session.pair(), repair.kills(),
            session.setup().links().racks().dataNodes())
        : Killing.Plan.NONE;
  }

  private static void countCopies(Session session) throws IOException {
    Set<Long> blocks = session.starts().stream().map(BlockStart::block).collect(Collectors.toSet());
    ClusterLogs.Replicas counts = session.cluster().replicas(blocks);
    session.metrics().put("copies", counts.copies()).put("copiesTimedOut", counts.timedOut())
        .put("drainSeconds", counts.drain().toMillis() / 1e3);
  }
}
