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
package org.apache.hadoop.hdfs;

import java.io.Closeable;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FsServerDefaults;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf;
import org.apache.hadoop.hdfs.smarth.client.retention.RetentionBudget;
import org.apache.hadoop.hdfs.smarth.client.retention.SpillSpace;
import org.apache.hadoop.util.DataChecksum;
import org.mockito.Mockito;

/**
 * A client whose namenode gives every block to a scripted datanode, and what
 * may be asked of its files. For tests of the client alone.
 */
final class ScriptedCluster implements Closeable {
  static final int PACKET = 126 * 512;
  static final int BLOCK = 4 * PACKET;
  private static final short REPLICATION = 2;
  private static final int PACKETS_IN_FLIGHT = 2;
  private static final int PIPELINES = 8;
  private static final int MEMORY = 1 << 20;

  private final ScriptedDatanode datanode = new ScriptedDatanode();
  private final ClientProtocol namenode = Mockito.mock(ClientProtocol.class,
      Mockito.withSettings().stubOnly().extraInterfaces(Closeable.class));
  private final AtomicLong blocks = new AtomicLong();
  private final long blockSize;
  private final DFSClient client;

  /** Makes a stream of the test's own kind. */
  @FunctionalInterface
  interface StreamMaker {
    SmarthOutputStream make(DFSClient client, HdfsFileStatus stat,
        DataChecksum checksum) throws IOException;
  }

  /** @param conf of the client; where it says nothing, little is enough. */
  ScriptedCluster(Configuration conf) throws IOException {
    blockSize =
        conf.getLong(HdfsClientConfigKeys.DFS_BLOCK_SIZE_KEY, BLOCK);
    Configuration own = new Configuration(conf);
    own.setInt(SmarthClientConf.RETAINED_MEMORY_KEY, MEMORY);
    own.set(SmarthClientConf.PIPELINES_MODE_KEY, "paper");
    own.setInt(SmarthClientConf.PIPELINES_MAX_KEY,
        conf.getInt(SmarthClientConf.PIPELINES_MAX_KEY, PIPELINES));
    own.setInt(HdfsClientConfigKeys.Write.MAX_PACKETS_IN_FLIGHT_KEY,
        conf.getInt(HdfsClientConfigKeys.Write.MAX_PACKETS_IN_FLIGHT_KEY,
            PACKETS_IN_FLIGHT));
    // No other client shares stock's buffers.
    own.set(HdfsClientConfigKeys.DFS_CLIENT_CONTEXT, toString());
    if (conf.get(SmarthClientConf.SPILL_DIR_KEY) == null) {
      own.setInt(SmarthClientConf.SPILL_MAX_KEY, 0);
    }
    Mockito.when(namenode.addBlock(Mockito.any(), Mockito.any(), Mockito.any(),
        Mockito.any(), Mockito.anyLong(), Mockito.any(), Mockito.any()))
        .thenAnswer(call -> newBlock());
    Mockito.when(namenode.complete(Mockito.any(), Mockito.any(), Mockito.any(),
        Mockito.anyLong())).thenReturn(true);
    Mockito.when(namenode.getDatanodeReport(Mockito.any()))
        .thenReturn(new DatanodeInfo[0]);
    TestedHadoop.onCreate(namenode).thenReturn(status());
    Mockito.when(namenode.getServerDefaults()).thenReturn(
        new FsServerDefaults(BLOCK, 512, 64 << 10, REPLICATION, 4096, false, 0,
            DataChecksum.Type.CRC32C));
    client = new DFSClient(null, namenode, own, null);
  }

  private LocatedBlock newBlock() {
    DatanodeInfo[] nodes = datanode.nodes(REPLICATION);
    return new LocatedBlock(
        new ExtendedBlock("pool", blocks.incrementAndGet(), 0, 1), nodes,
        new String[] {"s0", "s1"},
        new StorageType[] {StorageType.DISK, StorageType.DISK});
  }

  private HdfsFileStatus status() {
    return TestedHadoop.newFile(REPLICATION, blockSize);
  }

  /** @return a new file, as the client makes it. */
  SmarthOutputStream create() throws IOException {
    return (SmarthOutputStream) createAny();
  }

  /** @return the same; stock's where SMARTH is off. */
  DFSOutputStream createAny() throws IOException {
    return client.create("/file", FsPermission.getFileDefault(),
        EnumSet.of(CreateFlag.CREATE), REPLICATION, blockSize, null, 4096,
        null);
  }

  /** @return a new file of the test's own kind, its thread started. */
  SmarthOutputStream create(StreamMaker maker) throws IOException {
    SmarthOutputStream out = make(maker);
    out.start();
    return out;
  }

  /** @return the same, its thread not started. */
  SmarthOutputStream make(StreamMaker maker) throws IOException {
    return maker.make(client, status(),
        DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512));
  }

  /** @return the names of the threads that write files. */
  static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
        .filter(name -> name.startsWith("DataStreamer for")
            || name.startsWith("ResponseProcessor for"))
        .collect(Collectors.toList());
  }

  ScriptedDatanode getDatanode() {
    return datanode;
  }

  ClientProtocol getNamenode() {
    return namenode;
  }

  DFSClient getClient() {
    return client;
  }

  RetentionBudget getBudget() {
    return client.smarth.getBudget();
  }

  SpillSpace getSpillSpace() {
    return client.smarth.getSpillSpace();
  }

  @Override
  public void close() throws IOException {
    datanode.close();
    client.close();
  }
}
