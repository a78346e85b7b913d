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
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.namenode.SmarthNameNodePlugin;
import org.apache.hadoop.hdfs.smarth.namenode.DatanodeStates;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of a NameNode's switch and placement by speed, told by its
 * BlockManager, and what datanodes say of the switch. Says once, when the
 * NameNode starts, what a site's own choice turns off. Stateless; the switch's
 * monitor keeps start, replacement and stop apart.
 */
@InterfaceAudience.Private
public final class SmarthPlacement {
  private static final Logger LOG =
      LoggerFactory.getLogger(SmarthPlacement.class);

  private SmarthPlacement() {
  }

  /** The NameNode starts, before anybody can call it. */
  static void started(BlockManager manager, Configuration conf) {
    BlockPlacementPolicy policy;
    synchronized (manager.clusterSwitch) {
      manager.clusterSwitch.show(() -> getStates(manager));
      policy = manager.getBlockPlacementPolicy();
      start(manager, policy);
    }
    String unused = whyUnused(policy);
    if (!unused.isEmpty()) {
      LOG.info("Speeds of clients and datanodes are not used to place blocks:"
          + " {}", unused);
    } else if (!SmarthNameNodePlugin.isConfigured(conf)) {
      LOG.info("Clients' reports of speeds are refused; datanodes'"
          + " measurements are used to place blocks: {} = {}, without {}",
          DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY,
          conf.get(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, ""),
          SmarthNameNodePlugin.class.getName());
    }
  }

  private static void start(BlockManager manager,
      BlockPlacementPolicy policy) {
    if (policy instanceof BlockPlacementPolicySmarth) {
      ((BlockPlacementPolicySmarth) policy)
          .start(manager.getDatanodeManager(), manager.clusterSwitch);
    }
  }

  /**
   * Another policy takes the place of a NameNode's, perhaps of the same class.
   * What was learnt of speeds stays known where both use it.
   *
   * @param next that policy
   * @param replacement makes it the manager's
   */
  static void replace(BlockManager manager, BlockPlacementPolicy next,
      Runnable replacement) {
    synchronized (manager.clusterSwitch) {
      BlockPlacementPolicy last = manager.getBlockPlacementPolicy();
      if (last instanceof BlockPlacementPolicySmarth
          && next instanceof BlockPlacementPolicySmarth) {
        ((BlockPlacementPolicySmarth) next)
            .takeSpeedsOf((BlockPlacementPolicySmarth) last);
      }
      replacement.run();
      if (manager.clusterSwitch.isShown()) {
        stop(last);
        start(manager, next);
      }
    }
    String unused = whyUnused(next);
    LOG.info("Blocks are placed by {} from now on, {}",
        next.getClass().getName(), unused.isEmpty() ? "by speeds"
            : "not by speeds of clients and datanodes: " + unused);
  }

  /** The NameNode stops. */
  static void stopped(BlockManager manager) {
    synchronized (manager.clusterSwitch) {
      manager.clusterSwitch.close();
      stop(manager.getBlockPlacementPolicy());
    }
  }

  private static void stop(BlockPlacementPolicy policy) {
    if (policy instanceof BlockPlacementPolicySmarth) {
      ((BlockPlacementPolicySmarth) policy).stop();
    }
  }

  /**
   * @param policy of a NameNode
   * @return why it does not use speeds; empty if it does
   */
  public static String whyUnused(BlockPlacementPolicy policy) {
    if (!(policy instanceof BlockPlacementPolicySmarth)) {
      return DFSConfigKeys.DFS_BLOCK_REPLICATOR_CLASSNAME_KEY + " = "
          + policy.getClass().getName();
    }
    return ((BlockPlacementPolicySmarth) policy).whyUnused();
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
  public static DatanodeStates getStates(BlockManager manager) {
    DatanodeStates states =
        new DatanodeStates(manager.getClusterSwitch().isOn());
    for (DatanodeDescriptor datanode : manager.getDatanodeManager()
        .getDatanodeListForReport(DatanodeReportType.LIVE)) {
      states.add(datanode.smarthState, PipelineReplicas.label(datanode));
    }
    return states;
  }
}
