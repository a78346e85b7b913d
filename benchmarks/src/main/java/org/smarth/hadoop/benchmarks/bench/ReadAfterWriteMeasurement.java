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
import org.smarth.hadoop.benchmarks.scenario.Work;

/** A file that is read the moment its upload is over, and one that is read while it is written. */
final class ReadAfterWriteMeasurement implements Measurement {
  private final Work.ReadAfterWrite work;

  ReadAfterWriteMeasurement(Work.ReadAfterWrite work) {
    this.work = work;
  }

  @Override
  public void measure(Session session) throws IOException, InterruptedException, Failure {
    Conversation client = session.ready("client", 0, session.upload(RunningCluster.TARGET));
    session.probe(client);
    client.go();
    // Said before it is asked for: nothing comes between the upload and the reading.
    client.go();
    client.untilStage(ClientJob.DONE, session.listener());
    UploadMeasurement.record(session, UploadResult.of(client.untilResult(session.listener())));
    Conversation flusher =
        session.ready("flusher", 0, ClientJob.flush(work.parts(), work.partBytes()));
    flusher.go();
    flusher.untilStage(ClientJob.DONE, session.listener());
    flusher.go();
    session.metrics().putAll(flusher.untilResult(session.listener()));
  }
}
