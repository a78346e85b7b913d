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
import org.smarth.hadoop.benchmarks.driver.RunningCluster;

/**
 * An upload through HTTP to a DataNode's server, after one that is not timed: servers load what
 * they need for the first.
 */
final class WebHdfsMeasurement implements Measurement {
  @Override
  public void measure(Session session) throws IOException, InterruptedException, Failure {
    RunningCluster cluster = session.cluster();
    ClientJob job = ClientJob.put(cluster.webHdfs() + RunningCluster.TARGET);
    cluster.startClient("warm-up", 0, job).withoutPauses(session.listener());
    UploadResult upload = UploadResult
        .of(cluster.startClient("client", 0, job).withoutPauses(session.listener()));
    session.metrics().put("seconds", upload.seconds()).put("bytes", upload.bytes())
        .put("megabytesPerSecond", upload.megabytesPerSecond());
  }
}
