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
package org.apache.hadoop.hdfs.server.datanode;

import java.io.File;
import java.io.IOException;
import java.util.EnumSet;

import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.io.EnumSetWritable;
import org.apache.hadoop.util.DataChecksum;

/** What tests call of stock where its lines differ. */
public final class StockCalls {
  /** What heartbeats tell of the load of a datanode that serves nobody. */
  static final int IDLE = 0;
  /**
   * A limit of threads, of which one block takes more than a quarter: only
   * receivers count.
   */
  static final int FEW_THREADS = 3;

  private StockCalls() {
  }

  /** @return what counts for its limit of threads while it receives blocks. */
  public static int threadsFor(int blocks) {
    return blocks;
  }

  /** @return what its next heartbeat tells of its load. */
  static int load(DataNode node) {
    return node.getActiveTransferThreadCount();
  }

  /** Creates a file with replication 3. */
  static HdfsFileStatus create(ClientProtocol namenode, String path,
      String client, long blockSize) throws IOException {
    return namenode.create(path, FsPermission.getFileDefault(), client,
        new EnumSetWritable<>(EnumSet.of(CreateFlag.CREATE)), true, (short) 3,
        blockSize, CryptoProtocolVersion.supported(), null,
        null);
  }

  /** Asks the first datanode for the block, as stock does. */
  static void writeBlock(Sender to, LocatedBlock block,
      RawClient.Request request, DataChecksum checksum) throws IOException {
    StorageType[] types = block.getStorageTypes();
    to.writeBlock(block.getBlock(), types[0], block.getBlockToken(),
        request.getClientName(), block.getLocations(), types, null, request.getStage(),
        types.length, request.getMinBytes(), request.getMaxBytes(),
        request.getNewGenerationStamp(), checksum, request.getCaching(),
        request.isLazyPersist(), false, null, block.getStorageIDs()[0],
        block.getStorageIDs());
  }

  /** @return where a volume has its directories. */
  static File directory(FsVolumeSpi volume) {
    return new File(volume.getBaseURI());
  }

  /** @return the directory of a volume, as it is configured. */
  public static File directory(StorageLocation location) {
    return new File(location.getUri());
  }

  /** @return a replica that is being copied, without files. */
  static ReplicaInPipeline newReplica(FsVolumeSpi volume, long reserved) {
    return new LocalReplicaInPipeline(1, 1, volume, new File("none"), reserved);
  }

  /** Begins a copy of the block. */
  public static ReplicaHandler createTemporary(FsDatasetSpi<?> dataset,
      ExtendedBlock block) throws IOException {
    return dataset.createTemporary(StorageType.DEFAULT, null, block, false);
  }

  /** Begins a block that a client writes. */
  public static ReplicaHandler createRbw(FsDatasetSpi<?> dataset,
      ExtendedBlock block) throws IOException {
    return dataset.createRbw(StorageType.DEFAULT, null, block, false);
  }
}
