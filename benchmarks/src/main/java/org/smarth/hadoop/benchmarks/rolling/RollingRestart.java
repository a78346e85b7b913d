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

import org.smarth.hadoop.benchmarks.harness.Failure;
import org.smarth.hadoop.benchmarks.harness.Installation;

/**
 * Gives other jars to all daemons of a cluster, and then to its clients: JournalNodes, the standby
 * NameNode, after a failover the other one, DataNodes, clients; one after the other.
 */
final class RollingRestart {
  private final HaCluster cluster;
  private final Load load;
  private final WritableProbe probe;

  /**
   * What was seen while all were restarted.
   *
   * @param firstNodeAcks of the clients that were started last; 0 where one side is stock
   */
  record Outcome(String name, double seconds, LoadClient.Counts counts, WritableProbe.Gaps gaps,
      long firstNodeAcks) {
    static final String HEADER = String.format("%-18s %8s %8s %6s %7s %10s %12s %8s %6s", "jars",
        "seconds", "written", "read", "failed", "differing", "not writable", "longest", "FNFA");

    boolean isGood() {
      return counts.failed() == 0 && counts.differing() == 0 && counts.written() > 0
          && counts.read() > 0;
    }

    @Override
    public String toString() {
      return String.format("%-18s %8.0f %8d %6d %7d %10d %10.1f s %6.1f s %6d", name, seconds,
          counts.written(), counts.read(), counts.failed(), counts.differing(), gaps.seconds(),
          gaps.longest(), firstNodeAcks);
    }
  }

  RollingRestart(HaCluster cluster, Load load, WritableProbe probe) {
    this.cluster = cluster;
    this.load = load;
    this.probe = probe;
  }

  /** Returns when every daemon and every client has the jars. */
  Outcome run(String name, Installation with)
      throws IOException, InterruptedException, Failure {
    long began = System.nanoTime();
    probe.takeGaps();
    for (int j = 1; j <= HaSettings.JOURNAL_NODES; j++) {
      cluster.restartJournalNode(j, with);
    }
    int active = cluster.active();
    int standby = HaSettings.NAME_NODES + 1 - active;
    cluster.restartStandby(standby, with);
    cluster.failOver(active, standby, with);
    cluster.restartStandby(active, with);
    for (int node = 1; node <= HaSettings.DATA_NODES; node++) {
      cluster.restartDataNode(node, with);
    }
    for (int client = 1; client <= Load.CLIENTS; client++) {
      load.restart(client, with);
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    LoadClient.Counts counts = load.end();
    long acks = cluster.firstNodeAcks();
    load.start(with);
    return new Outcome(name, seconds, counts, probe.takeGaps(), acks);
  }
}
