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

import org.smarth.hadoop.benchmarks.cluster.ClientJob;
import org.smarth.hadoop.benchmarks.cluster.Failure;
import org.smarth.hadoop.benchmarks.cluster.UploadResult;
import org.smarth.hadoop.benchmarks.driver.Conversation;
import org.smarth.hadoop.benchmarks.driver.Listener;
import org.smarth.hadoop.benchmarks.driver.RunningCluster;
import org.smarth.hadoop.benchmarks.model.FirstNodeShare;
import org.smarth.hadoop.benchmarks.model.Links;

/** One upload: its time, all processes' CPU and memory, and at which nodes its blocks began. */
final class UploadMeasurement implements Measurement {
  private static final String CLIENT = "client";

  @Override
  public void measure(Session session) throws IOException, InterruptedException, Failure {
    measure(session, session.listener());
  }

  /** @param listener hears the client instead of the session's */
  UploadResult measure(Session session, Listener listener)
      throws IOException, InterruptedException, Failure {
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
    record(session, upload);
    return upload;
  }

  /** What an upload says of itself, and the DataNodes' logs of it. */
  static void record(Session session, UploadResult upload) throws IOException {
    session.metrics().put("seconds", upload.seconds()).put("putSeconds", upload.putSeconds())
        .put("bytes", upload.bytes()).put("blocks", upload.blocks())
        .put("megabytesPerSecond", upload.megabytesPerSecond())
        .put("readSeconds", upload.readSeconds())
        .put("firstByteSeconds", upload.firstByteSeconds());
    session.starts().addAll(session.cluster().blockStarts(upload));
    session.countPipelines(CLIENT);
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
  static void put(Session session, String name, FirstNodeShare.Part part) {
    if (part.blocks() > 0) {
      session.metrics().put(name + "Share", (double) part.hits() / part.blocks());
    }
  }
}
