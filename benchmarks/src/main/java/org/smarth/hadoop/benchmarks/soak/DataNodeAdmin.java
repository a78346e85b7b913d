/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
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
import java.util.Arrays;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationTaskStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.BlockReportOptions;
import org.apache.hadoop.hdfs.protocol.ClientDatanodeProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;

import org.smarth.hadoop.benchmarks.harness.Await;
import org.smarth.hadoop.benchmarks.harness.Failure;

/**
 * What `hdfs dfsadmin` tells a running DataNode.
 *
 * @param address of the DataNode's RPC server
 * @param limit how long it may take
 */
record DataNodeAdmin(InetSocketAddress address, Configuration conf, Duration limit) {
  /** What an RPC to a DataNode does. */
  private interface Order {
    void give(ClientDatanodeProtocol dataNode) throws IOException, InterruptedException;
  }

  private static final long NONE = -1;

  /**
   * The DataNode reads its site files again; returns when it has done what they say now.
   *
   * @throws Failure when it has not, with its reason
   */
  void reconfigure() throws IOException, InterruptedException {
    give(dataNode -> {
      dataNode.startReconfiguration();
      Await.until(address + " to be reconfigured", limit,
          () -> dataNode.getReconfigurationStatus().stopped());
      check(dataNode.getReconfigurationStatus());
    });
  }

  /**
   * The DataNode reports all its blocks once the NameNode has had two heartbeats of it, one of
   * which began after this was called. A report on a new volume that comes before its first
   * heartbeat leaves the volume's contents in doubt. Hadoop 2.10 then deletes no excess replica of
   * its blocks until the next full report, hours later.
   */
  void reportBlocks() throws IOException, InterruptedException {
    try (FileSystem fs = FileSystem.newInstance(conf)) {
      for (int i = 0; i < 2; i++) {
        long seen = lastHeartbeat((DistributedFileSystem) fs);
        Await.until(address + " to send a heartbeat", limit, () -> {
          long last = lastHeartbeat((DistributedFileSystem) fs);
          return last != NONE && last != seen;
        });
      }
    }
    give(dataNode -> dataNode.triggerBlockReport(
        new BlockReportOptions.Factory().setIncremental(false).build()));
  }

  /** In the NameNode's monotonic milliseconds; {@link #NONE} if it does not know the DataNode. */
  private long lastHeartbeat(DistributedFileSystem fs) throws IOException {
    return Arrays.stream(fs.getDataNodeStats(DatanodeReportType.LIVE))
        .filter(d -> d.getIpcPort() == address.getPort()
            && d.getIpAddr().equals(address.getAddress().getHostAddress()))
        .mapToLong(DatanodeInfo::getLastUpdateMonotonic).findAny().orElse(NONE);
  }

  private void give(Order order) throws IOException, InterruptedException {
    ClientDatanodeProtocol dataNode = DFSUtilClient.createClientDatanodeProtocolProxy(address,
        UserGroupInformation.getCurrentUser(), conf,
        NetUtils.getSocketFactory(conf, ClientDatanodeProtocol.class));
    try {
      order.give(dataNode);
    } finally {
      RPC.stopProxy(dataNode);
    }
  }

  private static void check(ReconfigurationTaskStatus status) {
    for (var result : status.getStatus().entrySet()) {
      if (result.getValue().isPresent()) {
        throw new Failure(result.getKey().prop + " stays as it was: " + result.getValue().get());
      }
    }
  }
}
