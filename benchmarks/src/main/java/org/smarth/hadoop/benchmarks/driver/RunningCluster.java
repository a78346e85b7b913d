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


package org.smarth.hadoop.benchmarks.driver;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.ToIntFunction;

import org.smarth.hadoop.benchmarks.cluster.ContenderMain;
import org.smarth.hadoop.benchmarks.cluster.Failure;
import org.smarth.hadoop.benchmarks.cluster.UploadResult;
import org.smarth.hadoop.benchmarks.cluster.UploadSpec;
import org.smarth.hadoop.benchmarks.model.BlockStart;

/** A cluster to which clients can upload, until it is closed. */
public final class RunningCluster {
  /** What Hadoop 2.10 gives `hdfs dfs`. */
  private static final String CLIENT_HEAP = "512m";

  private final ClusterJvms jvms;
  private final ClientPlace place;
  private final BlockStartLog starts;

  /** @param nodeAt the node with an address */
  RunningCluster(ClusterJvms jvms, ClientPlace place, List<Path> dataNodeLogs,
      ToIntFunction<String> nodeAt) {
    this.jvms = jvms;
    this.place = place;
    this.starts = new BlockStartLog(dataNodeLogs, place.ip(), nodeAt);
  }

  /**
   * Where clients run.
   *
   * @param prefix a command that runs a JVM there; may be empty
   * @param site what their site files say
   */
  record ClientPlace(List<String> prefix, String ip, Map<String, String> site) {
  }

  public UploadSpec spec() {
    return jvms.spec();
  }

  /**
   * A JVM of its own, as of every `hdfs dfs -put`, uploads and checks.
   *
   * @param client names the JVM and its logs, each time another
   */
  public UploadResult upload(String client, Progress progress)
      throws IOException, InterruptedException, Failure {
    return jvms.start(client, ContenderMain.CLIENT, CLIENT_HEAP, place.prefix(), place.site())
        .untilResult(progress);
  }

  /** The most pipelines that a client had open at once; empty when its log does not say. */
  public OptionalInt pipelines(String client) throws IOException {
    return PipelineLog.mostAtOnce(jvms.log(client));
  }

  /** How an upload that is over began each of its blocks, in the order of time. */
  public List<BlockStart> blockStarts(UploadResult upload) throws IOException {
    return starts.during(upload);
  }

  /** Ends every JVM, and what else belongs to the cluster. */
  public void close() throws IOException {
    jvms.close();
  }
}
