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

package org.smarth.hadoop.benchmarks.upload;

import java.io.IOException;
import java.util.List;

import org.smarth.hadoop.benchmarks.cluster.ContenderMain;
import org.smarth.hadoop.benchmarks.cluster.Failure;
import org.smarth.hadoop.benchmarks.cluster.UploadResult;
import org.smarth.hadoop.benchmarks.cluster.UploadSpec;
import org.smarth.hadoop.benchmarks.process.ChildJvm;
import org.smarth.hadoop.benchmarks.process.Cleanup;
import org.smarth.hadoop.benchmarks.process.Contender;
import org.smarth.hadoop.benchmarks.process.JvmPlan;
import org.smarth.hadoop.benchmarks.shaping.LoopbackHosts;

/** Cluster and client in one child JVM, links shaped inside it. */
final class EmbeddedRunner implements Runner {
  private static final String HEAP = "1g";

  @Override
  public UploadResult run(Contender contender, UploadSpec spec, Cleanup cleanup, Progress progress)
      throws IOException, InterruptedException, Failure {
    JvmPlan plan = new JvmPlan(contender, spec, spec.racks().dataNodes(), LoopbackHosts::ip);
    ChildJvm jvm = cleanup.make(
        () -> plan.start(CLIENT, ContenderMain.EMBEDDED, HEAP, List.of(), null));
    try {
      return new Conversation(jvm, spec, CLIENT).untilResult(progress);
    } finally {
      cleanup.close(jvm);
    }
  }
}
