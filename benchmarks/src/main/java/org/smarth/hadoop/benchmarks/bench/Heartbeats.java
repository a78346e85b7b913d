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
import org.smarth.hadoop.benchmarks.cluster.Metrics;
import org.smarth.hadoop.benchmarks.cluster.YarnSettings;
import org.smarth.hadoop.benchmarks.driver.RealClusters;
import org.smarth.hadoop.benchmarks.driver.RunningCluster;

/** Heartbeats that the NameNode and the ResourceManager have had until some moment, by sender. */
record Heartbeats(long dataNodes, long applicationMasters, long nodeManagers) {
  /** As the daemons' RPC servers count calls. */
  static Heartbeats of(RunningCluster cluster)
      throws IOException, InterruptedException, Failure {
    return new Heartbeats(
        cluster.calls(RunningCluster.NAME_NODE, RealClusters.PORT, "SendHeartbeat"),
        cluster.calls(RunningCluster.RESOURCE_MANAGER, YarnSettings.SCHEDULER_PORT, "Allocate"),
        cluster.calls(RunningCluster.RESOURCE_MANAGER, YarnSettings.TRACKER_PORT,
            "NodeHeartbeat"));
  }

  /**
   * Those since an earlier moment, for each job.
   *
   * @param prefix begins the names of the metrics
   * @param seconds that have passed
   */
  Metrics since(Heartbeats before, String prefix, int jobs, double seconds) {
    double ofDataNodes = dataNodes - before.dataNodes;
    double ofMasters = applicationMasters - before.applicationMasters;
    double ofNodeManagers = nodeManagers - before.nodeManagers;
    return new Metrics().put(prefix + ".messages.datanode", ofDataNodes / jobs)
        .put(prefix + ".messages.application", ofMasters / jobs)
        .put(prefix + ".messages.nodemanager", ofNodeManagers / jobs)
        .put(prefix + ".messages", (ofMasters + ofNodeManagers) / jobs)
        .put(prefix + ".messagesPerSecond", (ofMasters + ofNodeManagers) / seconds);
  }
}
