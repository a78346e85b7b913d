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
import org.smarth.hadoop.benchmarks.driver.RunningCluster;

/** An upload by a client on the host of a DataNode: its time, its local replicas, and the NICs. */
final class LocalWriterMeasurement implements Measurement {
  private static final String CLIENT = "client";

  @Override
  public void measure(Session session) throws IOException, InterruptedException, Failure {
    RunningCluster cluster = session.cluster();
    Conversation client =
        cluster.startClientBeside(CLIENT, 1, session.upload(RunningCluster.TARGET));
    client.untilStage(ClientJob.READY, session.listener());
    long before = cluster.sentBytes();
    client.go();
    client.untilStage(ClientJob.DONE, session.listener());
    session.metrics().put("sentMegabytes", (cluster.sentBytes() - before) / 1e6);
    client.go();
    UploadResult upload = UploadResult.of(client.untilResult(session.listener()));
    session.metrics().put("seconds", upload.seconds()).put("bytes", upload.bytes())
        .put("megabytesPerSecond", upload.megabytesPerSecond())
        .putAll(cluster.localReplicas().toMetrics());
    session.countPipelines(CLIENT);
  }
}
