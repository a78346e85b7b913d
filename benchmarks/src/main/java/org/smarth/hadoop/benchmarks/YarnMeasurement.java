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
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.smarth.hadoop.benchmarks.harness.ByteSize;
import org.smarth.hadoop.benchmarks.harness.ClientJob;
import org.smarth.hadoop.benchmarks.harness.Conversation;
import org.smarth.hadoop.benchmarks.harness.JobKind;
import org.smarth.hadoop.benchmarks.harness.JobSeries;
import org.smarth.hadoop.benchmarks.harness.Metrics;
import org.smarth.hadoop.benchmarks.harness.Protection;
import org.smarth.hadoop.benchmarks.harness.RealClusters;
import org.smarth.hadoop.benchmarks.harness.RunningCluster;
import org.smarth.hadoop.benchmarks.harness.SortSettings;
import org.smarth.hadoop.benchmarks.harness.TpchJob;
import org.smarth.hadoop.benchmarks.harness.TunedSortJob;
import org.smarth.hadoop.benchmarks.harness.YarnSettings;

/** Jobs of MapReduce of one or more kinds: how long they take, and how many heartbeats they see. */
final class YarnMeasurement {
  private static final String HIVE_HEAP = "1g";
  private static final int MAPS = 2;
  private static final long WORDS = 256 * ByteSize.KIB;
  private static final long SAMPLES = 1000;
  private static final String PORT = "111";
  private static final String WATCH = "tcpdump";
  /** With a /run of its own for the lock file, as several run on this machine. */
  private static final List<String> RPCBIND = List.of("/bin/sh", "-c",
      "mount -t tmpfs tmpfs /run && echo starts >&2 && exec rpcbind -f");
  private static final String SERVICE = "rpcbind";
  private static final String SECONDS = ".seconds";

  private final int count;
  private final Map<JobKind, JobKind.Size> kinds = new LinkedHashMap<>();

  private YarnMeasurement(int count) {
    this.count = count;
  }

  static YarnMeasurement of(Work.OnYarn work, long bytes) {
    if (work instanceof Work.ShortJobs jobs) {
      return new YarnMeasurement(jobs.count()).with(JobKind.SLEEP, MAPS, 0)
          .with(JobKind.WORDCOUNT, MAPS, WORDS).with(JobKind.PI, MAPS, SAMPLES);
    }
    if (work instanceof Work.DfsIo files) {
      return new YarnMeasurement(1).with(JobKind.DFSIO_WRITE, files.files(), bytes)
          .with(JobKind.DFSIO_READ, files.files(), bytes);
    }
    if (work instanceof Work.TeraSort sort) {
      return new YarnMeasurement(1).with(JobKind.TERASORT, sort.reduces(), bytes);
    }
    throw new IllegalArgumentException("nobody measures " + work);
  }

  /** What the paper on rpcbind runs, each once. TeraSort makes its input itself. */
  private static YarnMeasurement of(Work.ServiceJobs work, long bytes) {
    return new YarnMeasurement(1).with(JobKind.DFSIO_WRITE, work.files(), bytes)
        .with(JobKind.DFSIO_READ, work.files(), bytes)
        .with(JobKind.TERAGEN, work.files(), bytes)
        .with(JobKind.TERASORT, work.files(), bytes)
        .with(JobKind.TERAVALIDATE, work.files(), bytes)
        .with(JobKind.PI, work.files(), work.samples());
  }

  /** What the paper on links runs, each once. Of TeraSort the generation is a job of its own. */
  static YarnMeasurement of(Work.LinkJobs work, long bytes) {
    return new YarnMeasurement(1).with(JobKind.DFSIO_WRITE, work.files(), bytes)
        .with(JobKind.DFSIO_READ, work.files(), bytes)
        .with(JobKind.TERAGEN, work.files(), bytes)
        .with(JobKind.TERASORT, work.reduces(), bytes);
  }

  /** Jobs that only write, each once; with Kerberos those without reduces. */
  static YarnMeasurement writing(int files, long bytes, Protection protection) {
    YarnMeasurement jobs = new YarnMeasurement(1).with(JobKind.TERAGEN, files, bytes);
    return protection == Protection.NONE ? jobs.with(JobKind.DFSIO_WRITE, files, bytes) : jobs;
  }

  private YarnMeasurement with(JobKind kind, int parts, long bytes) {
    kinds.put(kind, new JobKind.Size(parts, bytes));
    return this;
  }

  void measure(Session session) throws IOException, InterruptedException {
    startYarn(session);
    for (Map.Entry<JobKind, JobKind.Size> kind : kinds.entrySet()) {
      measure(session, kind.getKey(), kind.getValue());
    }
  }

  private void measure(Session session, JobKind kind, JobKind.Size size)
      throws IOException, InterruptedException {
    measure(session, kind.prefix(), count,
        session.ready(kind.prefix(), 0, new JobSeries(kind, count, size)));
  }

  /** Jobs on nodes with and without rpcbind, and the packets to and from its port meanwhile. */
  static void service(Session session, Work.ServiceJobs work)
      throws IOException, InterruptedException {
    RunningCluster cluster = session.cluster();
    if (session.contender() == Contender.RPCBIND) {
      session.listener().stage("starting rpcbind");
      cluster.startEverywhere(SERVICE, RPCBIND, "starts");
    }
    cluster.startEverywhere(WATCH,
        List.of("tcpdump", "-l", "-n", "-i", "any", "port", PORT), "listening on");
    of(work, session.setup().bytes()).measure(session);
    if (session.contender() == Contender.RPCBIND) {
      cluster.checkEverywhere(SERVICE);
    }
    session.metrics().put("rpcbindPackets", cluster.linesFrom(WATCH));
  }

  /** Sorts with one group of settings after the other, and compares each with the first one. */
  static void tuned(Session session, Work.TunedSorts work)
      throws IOException, InterruptedException {
    startYarn(session);
    List<SortSettings> sorts = new ArrayList<>(work.sorts());
    if (session.pair() % 2 == 0) {
      Collections.reverse(sorts);
    }
    Metrics result = session.cluster().startClient("sorts", 0,
        new TunedSortJob(sorts, session.setup().bytes(), work.reduces()))
        .withoutPauses(session.listener());
    session.metrics().putAll(result);
    double baseline = result.get(work.sorts().get(0).name() + SECONDS);
    for (SortSettings sort : work.sorts()) {
      session.metrics().put(sort.name() + ".timesBaseline",
          baseline / result.get(sort.name() + SECONDS));
    }
  }

  private static void startYarn(Session session) throws IOException, InterruptedException {
    session.listener().stage("starting YARN");
    session.cluster().startYarn();
  }

  /** Queries on Hive, each of which is a job or several. */
  static void tpch(Session session, Work.Tpch work) throws IOException, InterruptedException {
    startYarn(session);
    Conversation client = session.cluster().startClient("tpch", 0, HIVE_HEAP,
        new TpchJob(session.setup().bytes() / 1e9, work.queries()));
    client.untilStage(ClientJob.READY, session.listener());
    measure(session, "all", 1, client);
  }

  private static void measure(Session session, String prefix, int count, Conversation client)
      throws IOException, InterruptedException {
    Heartbeats before = Heartbeats.of(session.cluster()::calls);
    Load loadBefore = Load.of(session);
    long start = System.nanoTime();
    client.go();
    client.untilStage(ClientJob.DONE, session.listener());
    double seconds = (System.nanoTime() - start) / 1e9;
    session.metrics().putAll(Load.of(session).since(loadBefore).withPrefix(prefix + "."));
    session.metrics().putAll(
        Heartbeats.of(session.cluster()::calls).since(before, prefix, count, seconds));
    client.go();
    session.metrics().putAll(client.untilResult(session.listener()));
  }

  /** Heartbeats that the NameNode and the ResourceManager have had until some moment, by sender. */
  record Heartbeats(long dataNodes, long applicationMasters, long nodeManagers) {
    /** How often a method of a daemon's RPC server was called. */
    interface Calls {
      long calls(String daemon, int port, String method) throws IOException, InterruptedException;
    }

    /** As the daemons' RPC servers count calls. */
    static Heartbeats of(Calls servers) throws IOException, InterruptedException {
      return new Heartbeats(
          servers.calls(RunningCluster.NAME_NODE, RealClusters.PORT, "SendHeartbeat"),
          servers.calls(RunningCluster.RESOURCE_MANAGER, YarnSettings.SCHEDULER_PORT, "Allocate"),
          servers.calls(RunningCluster.RESOURCE_MANAGER, YarnSettings.TRACKER_PORT,
              "NodeHeartbeat"));
    }

    /**
     * Those since an earlier moment, for each job.
     *
     * @param prefix begins the names of the metrics
     * @param seconds that have passed
     */
    Metrics since(Heartbeats before, String prefix, int jobs, double seconds) {
      double ofDataNodes = dataNodes - before.dataNodes;
      double ofMasters = applicationMasters - before.applicationMasters;
      double ofNodeManagers = nodeManagers - before.nodeManagers;
      return new Metrics().put(prefix + ".messages.datanode", ofDataNodes / jobs)
          .put(prefix + ".messages.application", ofMasters / jobs)
          .put(prefix + ".messages.nodemanager", ofNodeManagers / jobs)
          .put(prefix + ".messages", (ofMasters + ofNodeManagers) / jobs)
          .put(prefix + ".messagesPerSecond", (ofMasters + ofNodeManagers) / seconds);
    }
  }
}
