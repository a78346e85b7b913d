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

import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.BlockType;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;

/** What of a stock receiver and its replica is another thing in each line of Hadoop. */
final class StockReceiver {
  private StockReceiver() {
  }

  /** @return whether it has files, and can tell where they are. */
  static boolean hasFiles(Replica replica) {
    return replica instanceof LocalReplica;
  }

  /** @return where the data of a replica are on its disk. */
  static File dataFile(ReplicaInfo replica) {
    return ((LocalReplica) replica).getBlockFile();
  }

  /** @return where their checksums are. */
  static File checksumFile(ReplicaInfo replica) {
    return ((LocalReplica) replica).getMetaFile();
  }

  /** Gives back what a replica that is written has of its volume's space. */
  static void releaseSpace(ReplicaInfo replica) {
    if (replica instanceof LocalReplicaInPipeline) {
      ((LocalReplicaInPipeline) replica).releaseSpaceReserved();
    }
  }

  /** The same, and what it has of the memory for replicas. */
  static void releaseAll(Replica replica) {
    if (replica instanceof ReplicaInPipeline) {
      ((ReplicaInPipeline) replica).releaseAllBytesReserved();
    }
  }

  /** @return whether it is a part of an erasure-coded group. */
  static boolean isStriped(Block block) {
    return BlockType.fromBlockId(block.getBlockId()) == BlockType.STRIPED;
  }

  /**
   * @param pool of the block
   * @return what an ack says of this datanode
   */
  static int ackHeader(DataNode datanode, String pool, Status status) {
    return PipelineAck.combineHeader(datanode.getECN(), status,
        datanode.getSLOWByBlockPoolId(pool));
  }

  /**
   * A receiver has sent something downstream, by which stock knows its mirror
   * for alive.
   *
   * @param millis of the monotonic clock
   */
  static void sent(BlockReceiver receiver, long millis) {
    receiver.lastSentTime.set(millis);
  }

  /** A packet went downstream slowly: stock counts it. */
  static void sentSlowly(DataNode datanode) {
    datanode.metrics.incrPacketsSlowWriteToMirror();
  }

  /** The page cache was slow: stock counts it. */
  static void droppedSlowly(DataNode datanode) {
    datanode.metrics.incrPacketsSlowWriteToOsCache();
  }
}
