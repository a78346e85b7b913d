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

import org.smarth.hadoop.benchmarks.harness.BlockStart;
import org.smarth.hadoop.benchmarks.harness.ClientJob;
import org.smarth.hadoop.benchmarks.harness.ClientMemory;
import org.smarth.hadoop.benchmarks.harness.Conversation;
import org.smarth.hadoop.benchmarks.harness.LinkRate;
import org.smarth.hadoop.benchmarks.harness.Listener;
import org.smarth.hadoop.benchmarks.harness.Metrics;
import org.smarth.hadoop.benchmarks.harness.RunningCluster;
import org.smarth.hadoop.benchmarks.harness.UploadJob;

/**
 * One run on a cluster that is up: what is measured, and what has come of it.
 *
 * @param stock whether clients write through one pipeline at a time, which no log tells
 * @param remarks what else is to be said of the run
 */
record Session(RunningCluster cluster, RunKey key, boolean stock, Listener listener,
    Metrics metrics, List<LinkRate> rates, List<BlockStart> starts, List<ClientMemory> memory,
    List<String> remarks) {
  Session(RunningCluster cluster, RunKey key, boolean stock, Listener listener) {
    this(cluster, key, stock, listener, new Metrics(), new ArrayList<>(), new ArrayList<>(),
        new ArrayList<>(), new ArrayList<>());
  }

  Setup setup() {
    return key.setup();
  }

  Contender contender() {
    return key.contender();
  }

  /** Which repetition it is, from 1. */
  int pair() {
    return key.pair();
  }

  /** What a warm-up said of itself. */
  void warmed(Metrics warmUp) {
    metrics.putAll(warmUp.withPrefix("warmUp."));
    if (warmUp.get("steady") == 0) {
      remarks.add(String.format("the rate still rose after %.0f rounds of the warm-up",
          warmUp.get("rounds")));
    }
  }

  /** How the contender uploads. */
  ClientJob upload(String target) {
    return contender() == Contender.SETREP ? new UploadJob(target, true)
        : new UploadJob(target, false);
  }

  /** Starts a client, which is ready to go on return. */
  Conversation ready(String name, int place, ClientJob job)
      throws IOException, InterruptedException {
    Conversation client = cluster.startClient(name, place, job);
    client.untilStage(ClientJob.READY, listener);
    return client;
  }

  /**
   * Lets a client do its whole job, and returns what it gave; what the timed part cost becomes
   * metrics.
   *
   * @param prefix begins their names; may be empty
   */
  Metrics costed(String prefix, Conversation client) throws IOException, InterruptedException {
    client.untilStage(ClientJob.READY, listener);
    Costs before = Costs.of(cluster, List.of(client));
    client.go();
    client.untilStage(ClientJob.DONE, listener);
    cost(prefix, before, List.of(client));
    client.go();
    return client.untilResult(listener);
  }

  /** What a part of the run cost since a moment. */
  void cost(String prefix, Costs before, List<Conversation> clients)
      throws IOException, InterruptedException {
    metrics.putAll(Costs.of(cluster, clients).since(before).withPrefix(prefix));
  }

  /** Measures the links while nothing else goes on; the worst one becomes a metric. */
  void probe(Conversation client) throws IOException, InterruptedException {
    listener.stage("measuring the links");
    rates.addAll(cluster.linkRates(client));
    rates.stream().mapToDouble(LinkRate::off).boxed()
        .max((a, b) -> Double.compare(Math.abs(a), Math.abs(b)))
        .ifPresent(worst -> metrics.put("worstRateOffPercent", 100 * worst));
  }

  /** The most pipelines that a client had open at once. */
  void countPipelines(String client) throws IOException {
    if (contender() == Contender.SETREP) {
      // Most of its replicas come by other ways.
      return;
    }
    if (stock) {
      metrics.put("pipelines", 1);
    } else {
      cluster.pipelines(client).ifPresent(n -> metrics.put("pipelines", n));
    }
  }

  /** How the measured seconds compare with what the links allow. */
  void compareWithBound() {
    if (!setup().hasBound()) {
      return;
    }
    double seconds = metrics.get("seconds");
    metrics.put("boundSeconds", setup().bound());
    metrics.put("shareOfBound", setup().bound() / seconds);
    metrics.find("pipelines").ifPresent(n -> metrics.put("boundWithItsPipelinesSeconds",
        setup().bound((int) n)));
  }
}
