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

import org.smarth.hadoop.benchmarks.cluster.Failure;
import org.smarth.hadoop.benchmarks.cluster.UploadResult;
import org.smarth.hadoop.benchmarks.cluster.UploadSpec;
import org.smarth.hadoop.benchmarks.process.Cleanup;
import org.smarth.hadoop.benchmarks.process.Contender;

/** Runs one contender's upload on a cluster of its own, from its start to its end. */
interface Runner {
  /** The name of the logs of the JVM that holds the client. */
  String CLIENT = "client";

  /** @throws Failure when the upload or a check of it fails, with the reason */
  UploadResult run(Contender contender, UploadSpec spec, Cleanup cleanup, Progress progress)
      throws IOException, InterruptedException, Failure;
}
