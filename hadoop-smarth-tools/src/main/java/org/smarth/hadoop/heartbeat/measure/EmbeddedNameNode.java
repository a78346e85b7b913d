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
package org.smarth.hadoop.heartbeat.measure;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.util.UUID;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolClientSideTranslatorPB;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.NodeType;
import org.apache.hadoop.hdfs.server.common.StorageInfo;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports;
import org.apache.hadoop.hdfs.server.protocol.SlowPeerReports;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.util.VersionInfo;

/**
 * A NameNode in this process, empty, in a temporary directory, and idle
 * datanodes of one storage each that exist for it alone.
 */
public final class EmbeddedNameNode implements Beats, Closeable {
  private static final long CAPACITY = 1L << 40;

  private final File directory;
  private final NameNode nameNode;
  private final DatanodeProtocolClientSideTranslatorPB rpc;
  private final DatanodeRegistration[] datanodes;
  private final StorageReport[][] reports;

  public EmbeddedNameNode(int senders) throws IOException {
    directory = Files.createTempDirectory("heartbeat-namenode").toFile();
    Configuration conf = Isolation.configuration("hdfs-default.xml");
    Isolation.onAnyPort(conf, DFSConfigKeys.DFS_NAMENODE_HTTP_ADDRESS_KEY);
    conf.set("fs.defaultFS", "hdfs://127.0.0.1:0");
    conf.set(DFSConfigKeys.DFS_NAMENODE_NAME_DIR_KEY,
        directory.toURI().toString());
    datanodes = new DatanodeRegistration[senders];
    reports = new StorageReport[senders][];
    boolean isReady = false;
    try {
      format(conf);
      nameNode = NameNode.createNameNode(new String[0], conf);
      rpc = new DatanodeProtocolClientSideTranslatorPB(server(), conf);
      register();
      isReady = true;
    } finally {
      if (!isReady) {
        close();
      }
    }
  }

  /** It talks on standard output, which is for the plan. */
  private static void format(Configuration conf) throws IOException {
    PrintStream out = System.out;
    System.setOut(System.err);
    try {
      NameNode.format(conf);
    } finally {
      System.setOut(out);
    }
  }

  private void register() throws IOException {
    NamespaceInfo namespace = rpc.versionRequest();
    StorageInfo version = new StorageInfo(namespace.getLayoutVersion(),
        namespace.getNamespaceID(), namespace.getClusterID(),
        namespace.getCTime(), NodeType.DATA_NODE);
    for (int i = 0; i < datanodes.length; i++) {
      // Ports are never used, but tell one from another.
      int port = 20_000 + 4 * i;
      DatanodeID id = new DatanodeID("127.0.0.1", "localhost",
          UUID.randomUUID().toString(), port, port + 1, port + 2, port + 3);
      datanodes[i] = rpc.registerDatanode(new DatanodeRegistration(id,
          version, new ExportedBlockKeys(), VersionInfo.getVersion()));
      DatanodeStorage storage =
          new DatanodeStorage("DS-" + UUID.randomUUID());
      reports[i] = new StorageReport[] {new StorageReport(storage, false,
          CAPACITY, 0, CAPACITY, 0, 0)};
    }
  }

  @Override
  public int senders() {
    return datanodes.length;
  }

  @Override
  public void beat(int sender) throws IOException {
    rpc.sendHeartbeat(datanodes[sender], reports[sender], 0, 0, 0, 1, 0, null,
        false, SlowPeerReports.EMPTY_REPORT, SlowDiskReports.EMPTY_REPORT);
  }

  @Override
  public InetSocketAddress server() {
    return nameNode.getNameNodeAddress();
  }

  @Override
  public void close() {
    if (rpc != null) {
      RPC.stopProxy(rpc);
    }
    if (nameNode != null) {
      nameNode.stop();
      nameNode.join();
    }
    FileUtil.fullyDelete(directory);
  }
}
