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

import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import org.smarth.hadoop.benchmarks.cluster.ClientJob;
import org.smarth.hadoop.benchmarks.cluster.Failure;
import org.smarth.hadoop.benchmarks.cluster.UploadResult;
import org.smarth.hadoop.benchmarks.driver.RunningCluster;
import org.smarth.hadoop.benchmarks.scenario.Work;

/**
 * Uploads through HTTP to DataNodes' servers. Some are not timed: each server loads and compiles
 * what it needs for its first ones.
 */
final class WebHdfsMeasurement implements Measurement {
  private final Work.WebHdfsUpload work;

  WebHdfsMeasurement(Work.WebHdfsUpload work) {
    this.work = work;
  }

  @Override
  public void measure(Session session) throws IOException, InterruptedException, Failure {
    RunningCluster cluster = session.cluster();
    ClientJob job = ClientJob.put(cluster.webHdfs() + RunningCluster.TARGET);
    DescriptiveStatistics seconds = new DescriptiveStatistics();
    for (int i = 0; i < work.warmUps() + work.puts(); i++) {
      UploadResult upload = UploadResult
          .of(cluster.startClient("client-" + i, 0, job).withoutPauses(session.listener()));
      if (i >= work.warmUps()) {
        seconds.addValue(upload.seconds());
      }
    }
    session.metrics().put("seconds", seconds.getPercentile(50)).put("least", seconds.getMin())
        .put("most", seconds.getMax());
  }
}
