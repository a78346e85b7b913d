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
import org.smarth.hadoop.benchmarks.driver.Conversation;
import org.smarth.hadoop.benchmarks.scenario.Work;

/** Many writers in one process: the rate of all of them together. */
final class ManyWritersMeasurement implements Measurement {
  /** 200 writers have a gigabyte on its way with stock, too. */
  private static final String HEAP = "2g";
  private static final int WARM_UPS = 1;

  private final Work.ManyWriters work;

  ManyWritersMeasurement(Work.ManyWriters work) {
    this.work = work;
  }

  @Override
  public void measure(Session session) throws IOException, InterruptedException, Failure {
    for (Work.Writers group : work.groups()) {
      String name = group.writers() + "-writers";
      Conversation client = session.cluster().startClient(name, 0, HEAP,
          ClientJob.writers(group.writers(), 1, group.bytesEach(), WARM_UPS));
      session.metrics().putAll(
          client.withoutPauses(session.listener()).withPrefix(group.writers() + "."));
    }
  }
}
