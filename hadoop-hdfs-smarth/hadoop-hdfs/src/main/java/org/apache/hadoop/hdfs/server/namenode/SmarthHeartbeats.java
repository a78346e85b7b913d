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
package org.apache.hadoop.hdfs.server.namenode;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.proto.DatanodeProtocolProtos.HeartbeatRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.DatanodeProtocolProtos.HeartbeatResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.DatanodeIDProto;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.protocolPB.UnknownFields;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicySmarth;
import org.apache.hadoop.hdfs.server.blockmanagement.SmarthPlacement;
import org.apache.hadoop.hdfs.server.protocol.DatanodeProtocol;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeSpeeds;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What heartbeats tell of speeds, on its way to the NameNode's table, and what
 * their answers say of the NameNode's switch.
 */
@InterfaceAudience.Private
public final class SmarthHeartbeats {
  private static final Logger LOG =
      LoggerFactory.getLogger(SmarthHeartbeats.class);

  private SmarthHeartbeats() {
  }

  /**
   * Takes what a heartbeat tells, and adds to its answer. Never fails, as no
   * heartbeat may.
   *
   * @param server that accepted the heartbeat
   */
  public static void accepted(DatanodeProtocol server,
      HeartbeatRequestProto heartbeat, HeartbeatResponseProto.Builder answer) {
    if (!(server instanceof NameNodeRpcServer)) {
      return;
    }
    try {
      BlockManager manager =
          ((NameNodeRpcServer) server).namesystem.getBlockManager();
      answer.setUnknownFields(UnknownFields.toSet(
          DatanodeState.toAnswer(manager.getClusterSwitch().isOn())));
      SmarthPlacement.told(manager,
          PBHelperClient.convert(heartbeat.getRegistration().getDatanodeID()),
          DatanodeState.fromFields(UnknownFields.of(heartbeat)));
      learn(manager.getBlockPlacementPolicy(), heartbeat);
    } catch (RuntimeException e) {
      LOG.warn("What a heartbeat of {} tells of SMARTH is lost",
          heartbeat.getRegistration().getDatanodeID().getHostName(), e);
    }
  }

  private static void learn(BlockPlacementPolicy policy,
      HeartbeatRequestProto heartbeat) {
    if (SmarthPlacement.whyUnused(policy).isEmpty()) {
      BlockPlacementPolicySmarth placement =
          (BlockPlacementPolicySmarth) policy;
      DatanodeIDProto sender = heartbeat.getRegistration().getDatanodeID();
      UnknownFields fields = UnknownFields.of(heartbeat);
      if (DatanodeSpeeds.isTold(fields)) {
        placement.getSpeeds().learnFromDatanode(sender.getDatanodeUuid(),
            DatanodeSpeeds.fromFields(fields),
            placement.getKnownDatanodes());
      } else {
        placement.getSpeeds().sawDatanodeWithoutSpeeds(
            sender.getHostName() + ":" + sender.getXferPort());
      }
    }
  }
}
