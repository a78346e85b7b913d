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
import org.smarth.hadoop.benchmarks.driver.RunningCluster;
import org.smarth.hadoop.benchmarks.scenario.Work;

/** Small files by one process, and a file by one process each time, on daemons that are warm. */
final class ShortWritesMeasurement implements Measurement {
  private static final int WARM_UPS = 50;

  private final Work.ShortWrites work;

  ShortWritesMeasurement(Work.ShortWrites work) {
    this.work = work;
  }

  @Override
  public void measure(Session session) throws IOException, InterruptedException, Failure {
    RunningCluster cluster = session.cluster();
    session.metrics().putAll(cluster.startClient("small", 0,
        ClientJob.writers(1, work.files(), work.bytesEach(), WARM_UPS))
        .withoutPauses(session.listener()).withPrefix("small."));
    session.listener().stage("putting");
    DescriptiveStatistics seconds = new DescriptiveStatistics();
    // The first one finds the machine's cache without the client's classes.
    for (int i = 0; i <= work.puts(); i++) {
      double one = cluster.shell("put-" + i, "-put", cluster.spec().file().toString(),
          RunningCluster.TARGET + "-" + i);
      if (i > 0) {
        seconds.addValue(one);
      }
    }
    session.metrics().put("putSeconds", seconds.getPercentile(50))
        .put("putSeconds.least", seconds.getMin()).put("putSeconds.most", seconds.getMax());
  }
}
