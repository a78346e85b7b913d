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

import org.smarth.hadoop.benchmarks.cluster.Failure;
import org.smarth.hadoop.benchmarks.cluster.UploadResult;
import org.smarth.hadoop.benchmarks.model.Limping;
import org.smarth.hadoop.benchmarks.scenario.Work;

/** An upload during which DataNodes become slow and recover. */
final class LimpMeasurement implements Measurement {
  private final Work.Limp work;

  LimpMeasurement(Work.Limp work) {
    this.work = work;
  }

  @Override
  public void measure(Session session) throws IOException, InterruptedException, Failure {
    try (Reshaping reshaping =
        new Reshaping(session.cluster(), work, session.listener())) {
      UploadResult upload = new UploadMeasurement().measure(session, reshaping);
      reshaping.check();
      double slowAt = reshaping.slowAt(upload.startMillis());
      double recoveredAt = reshaping.recoveredAt(upload.startMillis());
      Limping limping =
          Limping.of(session.starts(), reshaping.nodes(), slowAt, recoveredAt);
      session.metrics().put("limp.slowAt", slowAt).put("limp.recoveredAt", recoveredAt);
      for (int node : reshaping.nodes()) {
        session.metrics().put("limp.node" + node, 1);
      }
      limping.avoidedAfter().ifPresent(s -> session.metrics().put("avoidedAfter", s));
      limping.takenAgainAfter().ifPresent(s -> session.metrics().put("takenAgainAfter", s));
      UploadMeasurement.put(session, "limp.firstBefore", limping.before());
      UploadMeasurement.put(session, "limp.firstDuring", limping.during());
      UploadMeasurement.put(session, "limp.firstAfter", limping.after());
    }
  }
}
