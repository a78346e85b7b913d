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

package org.smarth.hadoop.benchmarks.harness;

import java.io.IOException;
import java.util.UUID;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolClientSideTranslatorPB;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.NodeType;
import org.apache.hadoop.hdfs.server.common.StorageInfo;
import org.apache.hadoop.hdfs.server.datanode.StockDataNode;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports;
import org.apache.hadoop.hdfs.server.protocol.SlowPeerReports;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.util.VersionInfo;

/** DataNodes of one empty storage each, registered with the NameNode of a configuration. */
final class ScriptedDataNodes implements ScriptedSenders {
  private static final long CAPACITY = 1L << 40;
  /** Ports are never used, but tell one node from another. */
  private static final int FIRST_PORT = 20_000;
  private static final int PORTS = 4;

  private final DatanodeProtocolClientSideTranslatorPB rpc;
  private final DatanodeRegistration[] nodes;
  private final StorageReport[][] reports;

  ScriptedDataNodes(Configuration conf, int count) throws IOException {
    rpc = new DatanodeProtocolClientSideTranslatorPB(DFSUtilClient.getNNAddress(conf), conf);
    nodes = new DatanodeRegistration[count];
    reports = new StorageReport[count][];
    NamespaceInfo namespace = rpc.versionRequest();
    StorageInfo version = new StorageInfo(StockDataNode.layoutVersion(),
        namespace.getNamespaceID(), namespace.getClusterID(), namespace.getCTime(),
        NodeType.DATA_NODE);
    for (int i = 0; i < count; i++) {
      int port = FIRST_PORT + PORTS * i;
      DatanodeID id = new DatanodeID("127.0.0.1", "localhost", UUID.randomUUID().toString(), port,
          port + 1, port + 2, port + 3);
      nodes[i] = rpc.registerDatanode(new DatanodeRegistration(id, version,
          new ExportedBlockKeys(), VersionInfo.getVersion()));
      DatanodeStorage storage = new DatanodeStorage("DS-" + UUID.randomUUID());
      reports[i] = new StorageReport[] {
          new StorageReport(storage, false, CAPACITY, 0, CAPACITY, 0, 0)};
    }
  }

  @Override
  public int count() {
    return nodes.length;
  }

  @Override
  public void beat(int sender) throws IOException {
    rpc.sendHeartbeat(nodes[sender], reports[sender], 0, 0, 0, 1, 0, null, false,
        SlowPeerReports.EMPTY_REPORT, SlowDiskReports.EMPTY_REPORT);
  }

  @Override
  public void close() throws IOException {
    rpc.close();
  }
}
