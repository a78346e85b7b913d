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
import java.util.List;
import java.util.Map;

import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

import org.smarth.hadoop.benchmarks.harness.ByteSize;
import org.smarth.hadoop.benchmarks.harness.ClientJob;
import org.smarth.hadoop.benchmarks.harness.ClientMemory;
import org.smarth.hadoop.benchmarks.harness.Conversation;
import org.smarth.hadoop.benchmarks.harness.FirstNodeShare;
import org.smarth.hadoop.benchmarks.harness.FlushJob;
import org.smarth.hadoop.benchmarks.harness.Limping;
import org.smarth.hadoop.benchmarks.harness.Links;
import org.smarth.hadoop.benchmarks.harness.Listener;
import org.smarth.hadoop.benchmarks.harness.RunningCluster;
import org.smarth.hadoop.benchmarks.harness.UploadJob;
import org.smarth.hadoop.benchmarks.harness.UploadResult;
import org.smarth.hadoop.benchmarks.harness.WarmUpRule;

/** Has files uploaded, each whole and by one client, and measures it. */
final class UploadMeasurements {
  private static final String CLIENT = "client";
  private static final String NEIGHBOUR = "neighbour";
  private static final double MIB = ByteSize.MIB;

  private UploadMeasurements() {
  }

  /** One upload: its time, all processes' CPU and memory, and at which nodes its blocks began. */
  static UploadResult upload(Session session) throws IOException, InterruptedException {
    return upload(session, session.listener());
  }

  /** @param listener hears the client instead of the session's */
  private static UploadResult upload(Session session, Listener listener)
      throws IOException, InterruptedException {
    Conversation client = session.ready(CLIENT, 0, session.upload(RunningCluster.TARGET));
    session.probe(client);
    Usage before = Usage.of(session.cluster());
    client.go();
    client.untilStage(ClientJob.DONE, listener);
    Usage after = Usage.of(session.cluster());
    session.metrics().putAll(Usage.memory("client", client.usage()));
    client.go();
    UploadResult upload = UploadResult.of(client.untilResult(listener));
    session.metrics().putAll(after.since(before, upload.bytes()))
        .put("client.cpuPerGb", upload.clientCpuSeconds() / (upload.bytes() / 1e9));
    record(session, CLIENT, upload);
    return upload;
  }

  /** One upload and nothing else, by a client whose name tells it from those before. */
  static void plain(Session session) throws IOException, InterruptedException {
    String client = CLIENT + "-" + session.pair();
    record(session, client, UploadResult.of(session.cluster()
        .startClient(client, 0, session.upload(RunningCluster.TARGET))
        .withoutPauses(session.listener())));
  }

  /** What an upload says of itself, and the DataNodes' logs of it. */
  private static void record(Session session, String client, UploadResult upload)
      throws IOException {
    session.metrics().put("seconds", upload.seconds()).put("putSeconds", upload.putSeconds())
        .put("bytes", upload.bytes()).put("blocks", upload.blocks())
        .put("replicas", upload.replicas())
        .put("megabytesPerSecond", upload.megabytesPerSecond())
        .put("readSeconds", upload.readSeconds())
        .put("firstByteSeconds", upload.firstByteSeconds());
    session.starts().addAll(session.cluster().blockStarts(upload));
    session.countPipelines(client);
    session.compareWithBound();
    Links links = session.setup().links();
    if (!links.slowNodes().isEmpty()) {
      FirstNodeShare share = FirstNodeShare.of(session.starts(), links::isSlow);
      put(session, "slowFirst", share.all());
      put(session, "slowFirstBeforeReport", share.before());
      put(session, "slowFirstAfterReport", share.after());
    }
  }

  /** A share of no blocks is none. */
  private static void put(Session session, String name, FirstNodeShare.Part part) {
    if (part.blocks() > 0) {
      session.metrics().put(name + "Share", (double) part.hits() / part.blocks());
    }
  }

  /** An upload by the harness, then the same by the process that `hdfs dfs -put` is. */
  static void byHand(Session session) throws IOException, InterruptedException {
    upload(session);
    session.listener().stage("uploading by hand");
    RunningCluster cluster = session.cluster();
    session.metrics().put("byHandSeconds", cluster.shell("by-hand", "-put",
        cluster.spec().file().toString(), RunningCluster.TARGET + "-by-hand"));
  }

  /** An upload during which the client tells what memory it has in use. */
  static void memory(Session session) throws IOException, InterruptedException {
    upload(session, new Listener.Forwarding(session.listener()) {
      @Override
      public void memory(ClientMemory now) {
        session.memory().add(now);
      }
    });
    session.metrics().put("client.retainedMiB",
        session.memory().stream().mapToLong(ClientMemory::retainedBytes).max().orElse(0) / MIB)
        .put("client.spilledMiB",
            session.memory().stream().mapToLong(ClientMemory::spilledBytes).max().orElse(0) / MIB);
  }

  /** An upload during which DataNodes become slow and recover. */
  static void limp(Session session, Work.Limp work) throws IOException, InterruptedException {
    try (Reshaping reshaping = new Reshaping(session.cluster(), work, session.listener())) {
      UploadResult upload = upload(session, reshaping);
      reshaping.check();
      double slowAt = reshaping.slowAt(upload.startMillis());
      double recoveredAt = reshaping.recoveredAt(upload.startMillis());
      Limping limping = Limping.of(session.starts(), reshaping.nodes(), slowAt, recoveredAt);
      session.metrics().put("limp.slowAt", slowAt).put("limp.recoveredAt", recoveredAt);
      reshaping.nodes().forEach(node -> session.metrics().put("limp.node" + node, 1));
      limping.avoidedAfter().ifPresent(s -> session.metrics().put("avoidedAfter", s));
      limping.takenAgainAfter().ifPresent(s -> session.metrics().put("takenAgainAfter", s));
      put(session, "limp.firstBefore", limping.before());
      put(session, "limp.firstDuring", limping.during());
      put(session, "limp.firstAfter", limping.after());
    }
  }

  /** A file that is read when its upload is over, and one that is read while it is written. */
  static void readAfterWrite(Session session, Work.ReadAfterWrite work)
      throws IOException, InterruptedException {
    Conversation client = session.ready(CLIENT, 0, session.upload(RunningCluster.TARGET));
    session.probe(client);
    client.go();
    // Said before it is asked for: nothing comes between the upload and the reading.
    client.go();
    client.untilStage(ClientJob.DONE, session.listener());
    record(session, CLIENT, UploadResult.of(client.untilResult(session.listener())));
    session.metrics().putAll(
        session.ready("flusher", 0, new FlushJob(work.parts(), Math.toIntExact(work.partBytes())))
            .finish(session.listener()));
  }

  /** An upload by a client on the host of a DataNode: time, local replicas, and the NICs. */
  static void localWriter(Session session, Work.LocalWriter work)
      throws IOException, InterruptedException {
    RunningCluster cluster = session.cluster();
    Conversation client = cluster.startClientBeside(CLIENT, 1,
        Map.of("dfs.client.smarth.first.node.local", Boolean.toString(work.alone())),
        session.upload(RunningCluster.TARGET));
    client.untilStage(ClientJob.READY, session.listener());
    long before = cluster.sentBytes();
    Costs costs = Costs.of(cluster, List.of(client));
    client.go();
    client.untilStage(ClientJob.DONE, session.listener());
    session.metrics().put("sentMegabytes", (cluster.sentBytes() - before) / 1e6);
    session.cost("", costs, List.of(client));
    client.go();
    UploadResult upload = UploadResult.of(client.untilResult(session.listener()));
    session.metrics().put("seconds", upload.seconds()).put("bytes", upload.bytes())
        .put("megabytesPerSecond", upload.megabytesPerSecond())
        .putAll(cluster.localReplicas().toMetrics());
    session.countPipelines(CLIENT);
  }

  /**
   * Uploads through HTTP to DataNodes' servers. Some are not timed: each server loads and compiles
   * what it needs for its first ones.
   */
  static void webHdfs(Session session, Work.WebHdfsUpload work)
      throws IOException, InterruptedException {
    RunningCluster cluster = session.cluster();
    ClientJob job = new UploadJob(cluster.webHdfs() + RunningCluster.TARGET, false);
    DescriptiveStatistics seconds = new DescriptiveStatistics();
    WarmUpRule rule = new WarmUpRule(work.warmUps());
    List<Double> rates = new ArrayList<>();
    while (!rule.isEnough(rates)) {
      rates.add(UploadResult.of(cluster.startClient("warm-up-" + rates.size(), 0, job)
          .withoutPauses(session.listener())).megabytesPerSecond());
    }
    session.warmed(WarmUpRule.toMetrics(rates));
    for (int i = 0; i < work.puts(); i++) {
      Conversation client = cluster.startClient(CLIENT + "-" + i, 0, job);
      seconds.addValue(UploadResult.of(i == 0 ? session.costed("", client)
          : client.withoutPauses(session.listener())).seconds());
    }
    session.metrics().put("seconds", seconds.getPercentile(50)).put("least", seconds.getMin())
        .put("most", seconds.getMax());
  }

  /** Several uploads that begin at once, each by a client at a node of its own. */
  static void parallel(Session session, int clients) throws IOException, InterruptedException {
    List<Conversation> all = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      all.add(session.ready("client-" + i, i, session.upload(RunningCluster.TARGET + "-" + i)));
    }
    SummaryStatistics seconds = new SummaryStatistics();
    SummaryStatistics begin = new SummaryStatistics();
    SummaryStatistics end = new SummaryStatistics();
    long bytes = 0;
    for (UploadResult upload : together(session, all)) {
      seconds.addValue(upload.seconds());
      begin.addValue(upload.startMillis() / 1e3);
      end.addValue(upload.startMillis() / 1e3 + upload.seconds());
      bytes += upload.bytes();
    }
    double whole = end.getMax() - begin.getMin();
    session.metrics().put("seconds", whole).put("bytes", bytes)
        .put("megabytesPerSecond", bytes / whole / 1e6)
        .put("fastestSeconds", seconds.getMin()).put("slowestSeconds", seconds.getMax())
        .put("slowestToFastest", seconds.getMax() / seconds.getMin());
    session.compareWithBound();
  }

  /**
   * An upload, alone or beside one by a client with stock's jars, which begins at the same moment
   * on a node of its own.
   */
  static void remoteWriter(Session session, boolean neighbour)
      throws IOException, InterruptedException {
    List<Conversation> clients = new ArrayList<>(
        List.of(session.ready(CLIENT, 0, session.upload(RunningCluster.TARGET))));
    if (neighbour) {
      Conversation stock = session.cluster().startStockClient(NEIGHBOUR, 1,
          new UploadJob(RunningCluster.TARGET + "-" + NEIGHBOUR, false));
      stock.untilStage(ClientJob.READY, session.listener());
      clients.add(stock);
    }
    List<UploadResult> uploads = together(session, clients);
    UploadResult own = uploads.get(0);
    session.metrics().put("bytes", own.bytes());
    session.countPipelines(CLIENT);
    if (neighbour) {
      // The bound of several clients is of the last one.
      session.metrics().put("ownSeconds", own.seconds())
          .put("neighbourSeconds", uploads.get(1).seconds());
    } else {
      session.metrics().put("seconds", own.seconds());
      session.compareWithBound();
    }
  }

  /** Lets clients that are ready upload at once; progress is shown of the first. */
  private static List<UploadResult> together(Session session, List<Conversation> clients)
      throws IOException, InterruptedException {
    session.probe(clients.get(0));
    Costs before = Costs.of(session.cluster(), clients);
    for (Conversation client : clients) {
      client.go();
    }
    for (Conversation client : clients) {
      client.untilStage(ClientJob.DONE,
          client == clients.get(0) ? session.listener() : Listener.NONE);
    }
    session.cost("", before, clients);
    session.listener().stage("reading back");
    for (Conversation client : clients) {
      client.go();
    }
    List<UploadResult> uploads = new ArrayList<>();
    for (Conversation client : clients) {
      uploads.add(UploadResult.of(client.untilResult(Listener.NONE)));
    }
    return uploads;
  }
}
