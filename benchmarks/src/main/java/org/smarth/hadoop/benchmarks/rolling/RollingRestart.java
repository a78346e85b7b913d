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

import org.smarth.hadoop.benchmarks.harness.Cleanup;
import org.smarth.hadoop.benchmarks.harness.Installation;

/**
 * Gives other jars to all of a cluster, one after the other: clients, which use them as soon as
 * they are installed, JournalNodes, the standby NameNode, after a failover the other one,
 * DataNodes. SMARTH is switched on when all have it, and off before the first one loses it.
 */
record RollingRestart(HaCluster cluster, Load load, WritableProbe probe) {
  /**
   * What was seen while all were restarted.
   *
   * @param acksBefore FNFA before SMARTH was switched on, of which there must be none; else 0
   * @param firstNodeAcks FNFA of all blocks at the end
   */
  record Outcome(String name, double seconds, LoadClient.Counts counts, WritableProbe.Gaps gaps,
      long acksBefore, long firstNodeAcks) {
    static final String HEADER = String.format("%-26s %8s %8s %6s %7s %10s %12s %8s %9s %6s",
        "jars", "seconds", "written", "read", "failed", "differing", "not writable", "longest",
        "FNFA: off", "on");

    /** Whether SMARTH wrote, and did all that stock did at the same place. */
    boolean isNoWorseThan(Outcome stock) {
      return counts.failed() <= stock.counts.failed() && counts.differing() == 0
          && counts.written() > 0 && counts.read() > 0 && firstNodeAcks > 0;
    }

    boolean isGood() {
      return counts.failed() == 0 && counts.differing() == 0 && counts.written() > 0
          && counts.read() > 0 && acksBefore == 0;
    }

    /** As one. */
    Outcome plus(Outcome later) {
      return new Outcome(name, seconds + later.seconds, counts.plus(later.counts),
          gaps.plus(later.gaps), acksBefore, later.firstNodeAcks);
    }

    @Override
    public String toString() {
      return String.format("%-26s %8.0f %8d %6d %7d %10d %10.1f s %6.1f s %9d %6d", name, seconds,
          counts.written(), counts.read(), counts.failed(), counts.differing(), gaps.seconds(),
          gaps.longest(), acksBefore, firstNodeAcks);
    }
  }

  /** Starts a cluster and its clients, and waits until these have written files. */
  static RollingRestart begin(Cleanup cleanup, Cleanup.Source<HaCluster> source, Installation with,
      Installation zooKeeper, long files) throws IOException, InterruptedException {
    HaCluster cluster = cleanup.make(source);
    cluster.start(with, with, zooKeeper);
    WritableProbe probe = cleanup.make(() -> new WritableProbe(cluster.clientConfiguration()));
    RollingRestart restart = new RollingRestart(cluster, cluster.load(), probe);
    restart.load.start(with);
    cluster.awaitFiles(Load.DIR, files);
    return restart;
  }

  /** Returns when every daemon and every client has jars in which there is no SMARTH. */
  Outcome runToStock(String name, Installation with) throws IOException, InterruptedException {
    return run(name, with, true, () -> { });
  }

  /** Returns when every daemon and every client has the jars. SMARTH is on all the time. */
  Outcome runBetweenBuilds(String name, Installation with)
      throws IOException, InterruptedException {
    return run(name, with, false, () -> { });
  }

  /** Returns when every daemon and every client has the jars, and SMARTH is on. */
  Outcome runToSmarth(String name, Installation with) throws IOException, InterruptedException {
    return run(name, with, true, () -> cluster.turn(true, with));
  }

  /** HDFS's rolling upgrade to another release, up to where it can still go back. */
  Outcome upgrade(String name, Installation from, Installation to)
      throws IOException, InterruptedException {
    return measure(name, to, () -> {
      cluster.prepareUpgrade(from);
      restartJournalNodes(to);
      restartNameNodes(to, "-rollingUpgrade", "started");
      restartDataNodes(to);
      restartClients(to);
      return 0;
    });
  }

  /** The same, for good. */
  Outcome upgradeAndFinalize(String name, Installation from, Installation to)
      throws IOException, InterruptedException {
    Outcome upgrade = upgrade(name, from, to);
    Outcome last = measure(name, to, () -> {
      cluster.rollingUpgrade("finalize", to);
      restartClients(to);
      return 0;
    });
    return upgrade.plus(last);
  }

  /** What HDFS calls a downgrade: all that was written since the upgrade stays. */
  Outcome downgrade(String name, Installation to) throws IOException, InterruptedException {
    return measure(name, to, () -> {
      restartClients(to);
      restartDataNodes(to);
      restartNameNodes(to);
      cluster.rollingUpgrade("finalize", to);
      restartJournalNodes(to);
      restartClients(to);
      return 0;
    });
  }

  private Outcome run(String name, Installation with, boolean isOff, Step last)
      throws IOException, InterruptedException {
    return measure(name, with, () -> {
      restartClients(with);
      restartJournalNodes(with);
      restartNameNodes(with);
      restartDataNodes(with);
      long before = isOff ? cluster.firstNodeAcks() : 0;
      last.take();
      restartClients(with);
      return before;
    });
  }

  /** @param with the jars of clients at the end */
  private Outcome measure(String name, Installation with, Steps steps)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    probe.takeGaps();
    long before = steps.take();
    double seconds = (System.nanoTime() - began) / 1e9;
    LoadClient.Counts counts = load.end();
    long acks = cluster.firstNodeAcks();
    load.start(with);
    return new Outcome(name, seconds, counts, probe.takeGaps(), before, acks);
  }

  private void restartJournalNodes(Installation with) throws IOException, InterruptedException {
    for (int j = 1; j <= HaSettings.JOURNAL_NODES; j++) {
      cluster.restartJournalNode(j, with);
    }
  }

  /** @param options with which they are started */
  private void restartNameNodes(Installation with, String... options)
      throws IOException, InterruptedException {
    int active = cluster.active();
    int standby = HaSettings.NAME_NODES + 1 - active;
    cluster.restartStandby(standby, with, options);
    cluster.failOver(active, standby, with);
    cluster.restartStandby(active, with, options);
  }

  private void restartDataNodes(Installation with) throws IOException, InterruptedException {
    for (int node = 1; node <= HaSettings.DATA_NODES; node++) {
      cluster.restartDataNode(node, with);
    }
  }

  private void restartClients(Installation with) throws IOException, InterruptedException {
    for (int client = 1; client <= Load.CLIENTS; client++) {
      load.restart(client, with);
    }
  }

  /** All that is done, and FNFA before SMARTH is switched on. */
  private interface Steps {
    long take() throws IOException, InterruptedException;
  }

  /** What an operator does. */
  private interface Step {
    void take() throws IOException, InterruptedException;
  }
}
