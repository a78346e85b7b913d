/*
 * Licensed to the Apache Software Foundation (ASF) under one or more
 * contributor license agreements.  See the NOTICE file distributed with
 * this work for additional information regarding copyright ownership.
 * The ASF licenses this file to You under the Apache License, Version 2.0
 * (the "License"); you may not use this file except in compliance with
 * the License.  You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.smarth.hadoop.benchmarks.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.apache.commons.math3.stat.descriptive.SummaryStatistics;
import org.smarth.hadoop.benchmarks.cluster.ClientJob;
import org.smarth.hadoop.benchmarks.cluster.Failure;
import org.smarth.hadoop.benchmarks.cluster.UploadResult;
import org.smarth.hadoop.benchmarks.driver.Conversation;
import org.smarth.hadoop.benchmarks.driver.Listener;
import org.smarth.hadoop.benchmarks.driver.RunningCluster;

/** Several uploads that begin at once, each by a client at a node of its own. */
final class ParallelMeasurement implements Measurement {
  private final int clients;

  ParallelMeasurement(int clients) {
    this.clients = clients;
  }

  @Override
  public void measure(Session session) throws IOException, InterruptedException, Failure {
    List<Conversation> all = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      all.add(session.ready("client-" + i, i, session.upload(RunningCluster.TARGET + "-" + i)));
    }
    session.probe(all.get(0));
    for (Conversation client : all) {
      client.go();
    }
    for (Conversation client : all) {
      // Progress is shown of one of them.
      client.untilStage(ClientJob.DONE, client == all.get(0) ? session.listener() : Listener.NONE);
    }
    session.listener().stage("reading back");
    for (Conversation client : all) {
      client.go();
    }
    List<UploadResult> uploads = new ArrayList<>();
    for (Conversation client : all) {
      uploads.add(UploadResult.of(client.untilResult(Listener.NONE)));
    }
    record(session, uploads);
  }

  private static void record(Session session, List<UploadResult> uploads) {
    SummaryStatistics seconds = new SummaryStatistics();
    SummaryStatistics begin = new SummaryStatistics();
    SummaryStatistics end = new SummaryStatistics();
    long bytes = 0;
    for (UploadResult upload : uploads) {
      seconds.addValue(upload.seconds());
      begin.addValue(upload.startMillis() / 1e3);
      end.addValue(upload.startMillis() / 1e3 + upload.seconds());
      bytes += upload.bytes();
    }
    double all = end.getMax() - begin.getMin();
    session.metrics().put("seconds", all).put("bytes", bytes)
        .put("megabytesPerSecond", bytes / all / 1e6)
        .put("fastestSeconds", seconds.getMin()).put("slowestSeconds", seconds.getMax())
        .put("slowestToFastest", seconds.getMax() / seconds.getMin());
    session.compareWithBound();
  }
}
