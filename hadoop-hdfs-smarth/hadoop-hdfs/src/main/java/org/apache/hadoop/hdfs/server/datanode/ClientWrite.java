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

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.apache.hadoop.util.DataChecksum;

/**
 * A client's request to write a block, as DataXceiver.writeBlock got it, and
 * the receiver that was made for it. Immutable, except that the receiver sets
 * the length of the block.
 */
@InterfaceAudience.Private
final class ClientWrite {
  private final BlockReceiver receiver;
  private final ExtendedBlock block;
  private final BlockConstructionStage stage;
  private final DataChecksum checksum;
  private final int pipelineSize;
  private final DatanodeInfo[] targets;
  private final String clientName;

  /**
   * @param receiver null if the request has no data
   * @param block to be written
   * @param checksum of the client's packets
   * @param pipelineSize how many datanodes the client's pipeline has
   * @param targets the datanodes downstream
   * @param clientName as the request has it
   */
  ClientWrite(BlockReceiver receiver, ExtendedBlock block,
      BlockConstructionStage stage, DataChecksum checksum, int pipelineSize,
      DatanodeInfo[] targets, String clientName) {
    this.receiver = receiver;
    this.block = block;
    this.stage = stage;
    this.checksum = checksum;
    this.pipelineSize = pipelineSize;
    this.targets = targets;
    this.clientName = clientName;
  }

  /** @return null if the request has no data. */
  BlockReceiver getReceiver() {
    return receiver;
  }

  DataNode getDataNode() {
    return receiver.getDataNode();
  }

  ExtendedBlock getBlock() {
    return block;
  }

  DataChecksum getChecksum() {
    return checksum;
  }

  /** @return whether the block is a new one, and not recovered or appended. */
  boolean isNew() {
    return stage == BlockConstructionStage.PIPELINE_SETUP_CREATE;
  }

  /** @return whether this datanode is the first one of the pipeline. */
  boolean isFirst() {
    return targets.length + 1 == pipelineSize;
  }

  boolean hasMirror() {
    return targets.length > 0;
  }

  /** @return the next datanode. */
  DatanodeInfo getMirror() {
    return targets[0];
  }

  /** @return the address by which the next datanode is reached. */
  String getMirrorAddress() {
    return targets[0].getXferAddr(
        getDataNode().getDnConf().connectToDnViaHostname);
  }

  /** @return the datanodes downstream. */
  DatanodeInfo[] getTargets() {
    return targets;
  }

  /** @return the writer's name, which it has chosen itself. */
  String getClientName() {
    return clientName;
  }

  /** @return the client's address. */
  String getClientAddress() {
    return receiver.inAddr;
  }

  /** @return how long one operation may take without a line in the log. */
  long getSlowMillis() {
    return getDataNode().getDnConf().getSlowIoWarningThresholdMs();
  }
}
