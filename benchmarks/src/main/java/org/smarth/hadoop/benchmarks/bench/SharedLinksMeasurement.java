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

import org.smarth.hadoop.benchmarks.cluster.ClientJob;
import org.smarth.hadoop.benchmarks.cluster.Failure;
import org.smarth.hadoop.benchmarks.cluster.UploadResult;
import org.smarth.hadoop.benchmarks.driver.Conversation;
import org.smarth.hadoop.benchmarks.driver.Listener;
import org.smarth.hadoop.benchmarks.driver.RunningCluster;

/**
 * An upload, alone or beside one by a client with stock's jars, which begins at the same moment on
 * a node of its own.
 */
final class SharedLinksMeasurement implements Measurement {
  private static final String CLIENT = "client";
  private static final String NEIGHBOUR = "neighbour";

  private final boolean neighbour;

  SharedLinksMeasurement(boolean neighbour) {
    this.neighbour = neighbour;
  }

  @Override
  public void measure(Session session) throws IOException, InterruptedException, Failure {
    List<Conversation> clients = new ArrayList<>(
        List.of(session.ready(CLIENT, 0, session.upload(RunningCluster.TARGET))));
    if (neighbour) {
      Conversation stock = session.cluster().startStockClient(NEIGHBOUR, 1,
          ClientJob.put(RunningCluster.TARGET + "-" + NEIGHBOUR));
      stock.untilStage(ClientJob.READY, session.listener());
      clients.add(stock);
    }
    session.probe(clients.get(0));
    for (Conversation client : clients) {
      client.go();
    }
    for (Conversation client : clients) {
      client.untilStage(ClientJob.DONE,
          client == clients.get(0) ? session.listener() : Listener.NONE);
    }
    List<UploadResult> uploads = new ArrayList<>();
    for (Conversation client : clients) {
      client.go();
      uploads.add(UploadResult.of(client.untilResult(Listener.NONE)));
    }
    record(session, uploads);
  }

  private void record(Session session, List<UploadResult> uploads) throws IOException {
    UploadResult own = uploads.get(0);
    session.metrics().put("bytes", own.bytes());
    session.countPipelines(CLIENT);
    if (neighbour) {
      // The bound of several clients is of the last one.
      session.metrics().put("ownSeconds", own.seconds())
          .put("neighbourSeconds", uploads.get(1).seconds());
    } else {
      session.metrics().put("seconds", own.seconds());
      session.compareWithBound();
    }
  }
}
