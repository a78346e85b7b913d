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

package org.smarth.hadoop.benchmarks.soak;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.smarth.hadoop.benchmarks.harness.Failure;

/** Writes the files of a schedule while its faults happen, then looks what became of them. */
record Iteration(SoakCluster cluster, SoakSettings settings, LeakCheck leaks,
    CorruptPacket client) {
  private static final Logger LOG = LoggerFactory.getLogger(Iteration.class);
  /** Longer than all timeouts of a client together. */
  private static final long WRITE_SECONDS = 180;

  /** @throws Failure when the cluster itself cannot go on */
  Result run(Schedule schedule) throws IOException, InterruptedException {
    long start = System.nanoTime();
    schedule.lines().forEach(LOG::info);
    Findings findings = new Findings();
    List<WriteOutcome> outcomes;
    List<String> happened;
    try (DistributedFileSystem fs = newClient(schedule.writerNode())) {
      SoakCluster.awaitDataNodes(fs, SoakSettings.DATA_NODES);
      leaks.begin();
      try (PipelineWatch watch = new PipelineWatch();
          FaultRunner faults = new FaultRunner(cluster, schedule, watch, client)) {
        outcomes = write(fs, schedule, watch, faults, findings);
        faults.finish();
        happened = faults.happened();
      }
      leaks.checkWriters(findings);
    }
    check(schedule, outcomes, findings);
    leaks.checkDescriptors(findings);
    if (!findings.leaks().isEmpty()) {
      restartDataNodes();
    }
    return new Result(schedule, outcomes, happened, findings,
        Duration.ofNanos(System.nanoTime() - start));
  }

  private DistributedFileSystem newClient(int node) throws IOException {
    Configuration conf = cluster.clientConfiguration();
    WriterHost.set(node, conf);
    return (DistributedFileSystem) FileSystem.newInstance(conf);
  }

  private static List<WriteOutcome> write(DistributedFileSystem fs, Schedule schedule,
      PipelineWatch watch, FaultRunner faults, Findings findings) throws InterruptedException {
    ExecutorService writers = Executors.newCachedThreadPool();
    List<WriteOutcome> outcomes = new ArrayList<>();
    try {
      List<Future<WriteOutcome>> futures = new ArrayList<>();
      for (int i = 0; i < schedule.files().size(); i++) {
        futures.add(writers.submit(new FileWriter(fs, schedule, i, watch, faults)));
      }
      for (int i = 0; i < futures.size(); i++) {
        outcomes.add(outcome(futures.get(i), schedule.files().get(i), findings));
      }
    } finally {
      writers.shutdownNow();
    }
    return outcomes;
  }

  private static WriteOutcome outcome(Future<WriteOutcome> writer, FilePlan plan,
      Findings findings) throws InterruptedException {
    try {
      return writer.get(WRITE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      LOG.error("a writer hangs; all threads:\n{}", LeakCheck.allThreads());
      findings.lost("the writer of " + plan.name() + " hangs");
      return new WriteOutcome(plan, 0, false, e, "hang");
    } catch (ExecutionException e) {
      return new WriteOutcome(plan, 0, false, e, "error");
    }
  }

  /** So that what leaked now does not disturb the iterations to come. */
  private void restartDataNodes() throws IOException, InterruptedException {
    for (int node = 1; node <= SoakSettings.DATA_NODES; node++) {
      cluster.stopDataNode(node);
      cluster.startDataNode(node);
    }
  }

  private void check(Schedule schedule, List<WriteOutcome> outcomes, Findings findings)
      throws IOException, InterruptedException {
    try (DistributedFileSystem fs = newClient(WriterHost.OUTSIDE)) {
      for (WriteOutcome outcome : outcomes) {
        if (!outcome.succeeded()) {
          LOG.info("write of {} failed in {}", outcome.plan(), outcome.during(), outcome.failure());
        }
        new FileCheck(fs, settings, outcome, schedule.damagesPackets(), findings).run();
      }
      for (WriteOutcome outcome : outcomes) {
        fs.delete(new Path(outcome.plan().name()), false);
      }
    }
  }

  /**
   * One iteration.
   *
   * @param happened the faults as they came, with times
   */
  record Result(Schedule schedule, List<WriteOutcome> outcomes, List<String> happened,
      Findings findings, Duration time) {

    boolean isGood() {
      return findings.isEmpty();
    }

    List<WriteOutcome> failures() {
      return outcomes.stream().filter(o -> !o.succeeded()).toList();
    }
  }
}
