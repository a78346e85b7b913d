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
import org.smarth.hadoop.benchmarks.driver.RunningCluster;
import org.smarth.hadoop.benchmarks.scenario.Work;

/** What a NameNode is asked and logs because of one large file, and because of many small ones. */
final class CallsMeasurement implements Measurement {
  private final Work.Calls work;

  CallsMeasurement(Work.Calls work) {
    this.work = work;
  }

  @Override
  public void measure(Session session) throws IOException, InterruptedException, Failure {
    measure(session, "large", session.upload(RunningCluster.TARGET));
    measure(session, "small", ClientJob.writers(1, work.files(), work.bytesEach(), 0));
  }

  private static void measure(Session session, String name, ClientJob job)
      throws IOException, InterruptedException, Failure {
    Conversation client = session.ready(name, 0, job);
    NameNodeLoad before = NameNodeLoad.of(session.cluster());
    client.go();
    client.untilStage(ClientJob.DONE, session.listener());
    session.metrics().putAll(
        NameNodeLoad.of(session.cluster()).clientsSince(before).withPrefix(name + "."));
    client.go();
    // Meanwhile all is read, which only clients' calls tell of, and the last replicas are reported.
    client.untilResult(session.listener());
    session.metrics().putAll(
        NameNodeLoad.of(session.cluster()).dataNodesSince(before).withPrefix(name + "."));
  }
}
