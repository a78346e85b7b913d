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

package org.smarth.hadoop.benchmarks.soak;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationTaskStatus;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.protocol.ClientDatanodeProtocol;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.smarth.hadoop.benchmarks.cluster.Await;
import org.smarth.hadoop.benchmarks.cluster.Failure;

/** What `hdfs dfsadmin -reconfig datanode` does: a DataNode reads its site files again. */
final class Reconfiguration {
  private Reconfiguration() {
  }

  /**
   * Returns when the DataNode has done what its files say now.
   *
   * @param address of its RPC server
   * @throws Failure when it has not, with its reason
   */
  static void of(InetSocketAddress address, Configuration conf, Duration limit)
      throws IOException, InterruptedException, Failure {
    ClientDatanodeProtocol dataNode = DFSUtilClient.createClientDatanodeProtocolProxy(address,
        UserGroupInformation.getCurrentUser(), conf,
        NetUtils.getSocketFactory(conf, ClientDatanodeProtocol.class));
    try {
      dataNode.startReconfiguration();
      Await.until(address + " to be reconfigured", limit,
          () -> dataNode.getReconfigurationStatus().stopped());
      check(dataNode.getReconfigurationStatus());
    } finally {
      RPC.stopProxy(dataNode);
    }
  }

  private static void check(ReconfigurationTaskStatus status) throws Failure {
    for (var result : status.getStatus().entrySet()) {
      if (result.getValue().isPresent()) {
        throw new Failure(result.getKey().prop + " stays as it was: " + result.getValue().get());
      }
    }
  }
}
