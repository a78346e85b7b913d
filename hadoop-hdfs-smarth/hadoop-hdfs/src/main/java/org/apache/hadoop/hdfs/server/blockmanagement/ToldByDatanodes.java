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
package org.apache.hadoop.hdfs.server.blockmanagement;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.smarth.namenode.DatanodeStates;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeState;

/**
 * What datanodes say of themselves in heartbeats. In this package because
 * Hadoop's descriptors of datanodes are, which keep it. Stateless.
 */
@InterfaceAudience.Private
public final class ToldByDatanodes {
  private ToldByDatanodes() {
  }

  /**
   * A datanode has sent a heartbeat.
   *
   * @param sender as it says; another that has its UUID is not believed
   */
  public static void told(BlockManager manager, DatanodeID sender,
      DatanodeState state) {
    DatanodeDescriptor datanode =
        manager.getDatanodeManager().getDatanode(sender.getDatanodeUuid());
    if (datanode != null && datanode.isRegistered()
        && datanode.getXferAddr().equals(sender.getXferAddr())) {
      datanode.smarthState = state;
    }
  }

  /** @return what the live ones say, beside what the switch says now. */
  public static DatanodeStates of(BlockManager manager) {
    DatanodeStates states =
        new DatanodeStates(manager.getClusterSwitch().isOn());
    for (DatanodeDescriptor datanode : manager.getDatanodeManager()
        .getDatanodeListForReport(DatanodeReportType.LIVE)) {
      states.add(datanode.smarthState, PipelineReplicas.label(datanode));
    }
    return states;
  }
}
