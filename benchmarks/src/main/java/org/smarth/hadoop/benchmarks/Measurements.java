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
import java.util.List;

import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;

import org.smarth.hadoop.benchmarks.harness.Await;
import org.smarth.hadoop.benchmarks.harness.ClientJob;
import org.smarth.hadoop.benchmarks.harness.Conversation;
import org.smarth.hadoop.benchmarks.harness.FilesJob;
import org.smarth.hadoop.benchmarks.harness.LogJob;
import org.smarth.hadoop.benchmarks.harness.OpenFilesJob;
import org.smarth.hadoop.benchmarks.harness.RealClusters;
import org.smarth.hadoop.benchmarks.harness.RunningCluster;
import org.smarth.hadoop.benchmarks.harness.SmallFilesJob;
import org.smarth.hadoop.benchmarks.harness.WarmUpJob;
import org.smarth.hadoop.benchmarks.harness.WritersJob;

/** Has the work of a setup done, and measures it. */
final class Measurements {
  /** 200 writers have a gigabyte on its way with stock, too. */
  private static final String MANY_WRITERS_HEAP = "2g";
  private static final int SMALL_FILES_WARM_UPS = 50;
  private static final Duration REPORTS_LIMIT = Duration.ofMinutes(1);

  private Measurements() {
  }

  static void measure(Session session) throws IOException, InterruptedException {
    Work work = session.setup().work();
    if (work instanceof Work.Upload || work instanceof Work.ProtectedUpload) {
      UploadMeasurements.upload(session);
    } else if (work instanceof Work.PlainUpload) {
      UploadMeasurements.plain(session);
    } else if (work instanceof Work.WatchedUpload) {
      UploadMeasurements.memory(session);
    } else if (work instanceof Work.Parallel parallel) {
      UploadMeasurements.parallel(session, parallel.clients());
    } else if (work instanceof Work.SmallFiles small) {
      smallFiles(session, small);
    } else if (work instanceof Work.ManyFiles many) {
      job(session, new FilesJob(many.files(), Math.toIntExact(many.bytesEach())));
    } else if (work instanceof Work.ReadAfterWrite read) {
      UploadMeasurements.readAfterWrite(session, read);
    } else if (work instanceof Work.Limp limp) {
      UploadMeasurements.limp(session, limp);
    } else if (work instanceof Work.Repair || work instanceof Work.Drain) {
      RepairMeasurement.measure(session);
    } else if (work instanceof Work.ByHand) {
      UploadMeasurements.byHand(session);
    } else if (work instanceof Work.Trees trees) {
      TreeMeasurement.measure(session, trees);
    } else if (work instanceof Work.TreeBeside beside) {
      TreeMeasurement.beside(session, beside);
    } else if (work instanceof Work.Everyday everyday) {
      measure(session, everyday);
    } else if (work instanceof Work.Beats beats) {
      new BeatsMeasurement(beats).measure(session);
    } else if (work instanceof Work.Tpch tpch) {
      YarnMeasurement.tpch(session, tpch);
    } else if (work instanceof Work.OnYarn jobs) {
      YarnMeasurement.of(jobs, session.setup().bytes()).measure(session);
    }
  }

  private static void measure(Session session, Work.Everyday work)
      throws IOException, InterruptedException {
    if (work instanceof Work.LocalWriter local) {
      warmUp(session, local.warmUp());
      UploadMeasurements.localWriter(session, local);
    } else if (work instanceof Work.Log log) {
      job(session, new LogJob(log.records(), log.warmUps()));
    } else if (work instanceof Work.OpenFiles open) {
      job(session, new OpenFilesJob(open.files(), open.bytesEach(), 1000L * open.idleSeconds()));
    } else if (work instanceof Work.Calls calls) {
      calls(session, "large", session.upload(RunningCluster.TARGET));
      calls(session, "small", new WritersJob(1, calls.files(), calls.bytesEach(), 0));
    } else if (work instanceof Work.ShortWrites small) {
      shortWrites(session, small);
    } else if (work instanceof Work.WebHdfsUpload upload) {
      UploadMeasurements.webHdfs(session, upload);
    } else if (work instanceof Work.WriteJobs jobs) {
      warmUp(session, jobs.warmUp());
      Costs before = Costs.of(session.cluster(), List.of());
      YarnMeasurement.writing(jobs.files(), session.setup().bytes(), jobs.protection())
          .measure(session);
      session.cost("", before, List.of());
      session.metrics().putAll(session.cluster().localReplicas().toMetrics());
    } else if (work instanceof Work.ServiceJobs jobs) {
      YarnMeasurement.service(session, jobs);
    } else if (work instanceof Work.LinkJobs jobs) {
      YarnMeasurement.of(jobs, session.setup().bytes()).measure(session);
    } else if (work instanceof Work.TunedSorts sorts) {
      YarnMeasurement.tuned(session, sorts);
    } else if (work instanceof Work.RemoteWriter remote) {
      warmUp(session, remote.warmUp());
      UploadMeasurements.remoteWriter(session, remote.neighbour());
    } else if (work instanceof Work.ManyWriters many) {
      manyWriters(session, many);
    }
  }

  /** One job of a client on a node of its own, which measures all by itself. */
  private static void job(Session session, ClientJob job) throws IOException, InterruptedException {
    session.metrics().putAll(session.costed("", session.cluster().startClient("client", 0, job)));
  }

  /** Many small files, one after the other. */
  private static void smallFiles(Session session, Work.SmallFiles work)
      throws IOException, InterruptedException {
    Conversation client = session.ready("client", 0, new SmallFilesJob(work.count(), work.sizes()));
    session.probe(client);
    session.metrics().putAll(client.finish(session.listener()));
  }

  /** What a NameNode is asked and logs because of a client's job. */
  private static void calls(Session session, String name, ClientJob job)
      throws IOException, InterruptedException {
    Conversation client = session.ready(name, 0, job);
    // No write causes them, and each is a kilobyte and some lines of the log.
    int dataNodes = session.setup().links().racks().dataNodes();
    Await.until("the first full block reports of " + dataNodes + " DataNodes", REPORTS_LIMIT,
        () -> session.cluster().calls(RunningCluster.NAME_NODE, RealClusters.PORT, "BlockReport")
            >= dataNodes);
    NameNodeLoad before = NameNodeLoad.of(session.cluster());
    Costs costs = Costs.of(session.cluster(), List.of(client));
    client.go();
    client.untilStage(ClientJob.DONE, session.listener());
    session.cost(name + ".", costs, List.of(client));
    session.metrics().putAll(
        NameNodeLoad.of(session.cluster()).clientsSince(before).withPrefix(name + "."));
    client.go();
    // Meanwhile all is read, which only clients' calls tell of, and the last replicas are reported.
    client.untilResult(session.listener());
    session.metrics().putAll(
        NameNodeLoad.of(session.cluster()).dataNodesSince(before).withPrefix(name + "."));
  }

  /** Many writers in one process: the rate of all of them together. */
  private static void manyWriters(Session session, Work.ManyWriters work)
      throws IOException, InterruptedException {
    warmUp(session, work.warmUp());
    for (Work.Writers group : work.groups()) {
      String prefix = group.writers() + ".";
      session.metrics().putAll(session.costed(prefix, session.cluster().startClient(
          group.writers() + "-writers", 0, work.heap(),
          new WritersJob(group.writers(), 1, group.bytesEach(), 1))).withPrefix(prefix));
    }
  }

  /** Returns when DataNodes are warm, or after the most rounds. */
  private static void warmUp(Session session, Work.WarmUp work)
      throws IOException, InterruptedException {
    if (work.most() > 0) {
      session.warmed(session.cluster().startClient("warm-up", 0, MANY_WRITERS_HEAP,
          new WarmUpJob(work.writers().writers(), work.writers().bytesEach(), work.most()))
          .withoutPauses(session.listener()));
    }
  }

  /** Small files by one process, and a file by one process each time, on daemons that are warm. */
  private static void shortWrites(Session session, Work.ShortWrites work)
      throws IOException, InterruptedException {
    RunningCluster cluster = session.cluster();
    warmUp(session, work.warmUp());
    session.metrics().putAll(session.costed("small.", cluster.startClient("small", 0,
        new WritersJob(1, work.files(), work.bytesEach(), SMALL_FILES_WARM_UPS)))
        .withPrefix("small."));
    session.listener().stage("putting");
    DescriptiveStatistics seconds = new DescriptiveStatistics();
    Costs before = null;
    // The first one finds the machine's cache without the client's classes.
    for (int i = 0; i <= work.puts(); i++) {
      before = i == 1 ? Costs.of(cluster, List.of()) : before;
      double one = cluster.shell("put-" + i, "-put", cluster.spec().file().toString(),
          RunningCluster.TARGET + "-" + i);
      if (i > 0) {
        seconds.addValue(one);
      }
    }
    session.cost("put.", before, List.of());
    session.metrics().put("putSeconds", seconds.getPercentile(50))
        .put("putSeconds.least", seconds.getMin()).put("putSeconds.most", seconds.getMax());
  }
}
