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
import java.time.Duration;

import org.smarth.hadoop.benchmarks.cluster.ClientJob;
import org.smarth.hadoop.benchmarks.cluster.Failure;
import org.smarth.hadoop.benchmarks.scenario.Setup;
import org.smarth.hadoop.benchmarks.scenario.Work;

/** Has one kind of work done, and measures it. */
@FunctionalInterface
interface Measurement {
  void measure(Session session) throws IOException, InterruptedException, Failure;

  static Measurement of(Setup setup) {
    Work work = setup.work();
    if (work instanceof Work.Upload) {
      return new UploadMeasurement();
    }
    if (work instanceof Work.WatchedUpload) {
      return new MemoryMeasurement();
    }
    if (work instanceof Work.Parallel parallel) {
      return new ParallelMeasurement(parallel.clients());
    }
    if (work instanceof Work.SmallFiles small) {
      return new SmallFilesMeasurement(small);
    }
    if (work instanceof Work.ReadAfterWrite read) {
      return new ReadAfterWriteMeasurement(read);
    }
    if (work instanceof Work.Limp limp) {
      return new LimpMeasurement(limp);
    }
    if (work instanceof Work.Repair || work instanceof Work.Drain) {
      return new RepairMeasurement();
    }
    if (work instanceof Work.ByHand) {
      return new ByHandMeasurement();
    }
    if (work instanceof Work.Everyday everyday) {
      return of(everyday, setup.bytes());
    }
    if (work instanceof Work.Beats beats) {
      return new BeatsMeasurement(beats);
    }
    if (work instanceof Work.OnYarn jobs) {
      return YarnMeasurement.of(jobs, setup.bytes());
    }
    throw new IllegalArgumentException("nobody measures " + work);
  }

  private static Measurement of(Work.Everyday work, long bytes) {
    if (work instanceof Work.LocalWriter) {
      return new LocalWriterMeasurement();
    }
    if (work instanceof Work.Log log) {
      return new JobMeasurement(ClientJob.log(log.records(), log.warmUps()));
    }
    if (work instanceof Work.OpenFiles open) {
      return new JobMeasurement(ClientJob.openFiles(open.files(), open.bytesEach(),
          Duration.ofSeconds(open.idleSeconds())));
    }
    if (work instanceof Work.Calls calls) {
      return new CallsMeasurement(calls);
    }
    if (work instanceof Work.ShortWrites small) {
      return new ShortWritesMeasurement(small);
    }
    if (work instanceof Work.WebHdfsUpload upload) {
      return new WebHdfsMeasurement(upload);
    }
    if (work instanceof Work.WriteJobs jobs) {
      return new WriteJobsMeasurement(YarnMeasurement.writing(jobs.files(), bytes));
    }
    if (work instanceof Work.SharedLinks links) {
      return new SharedLinksMeasurement(links.neighbour());
    }
    if (work instanceof Work.ManyWriters many) {
      return new ManyWritersMeasurement(many);
    }
    throw new IllegalArgumentException("nobody measures " + work);
  }
}
