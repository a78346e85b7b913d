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
import org.apache.hadoop.hdfs.server.namenode.SmarthNameNodePlugin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of a NameNode's switch and placement by speed, told by its
 * BlockManager. Says
 * once, when the NameNode starts, what a site's own choice turns off. Stateless.
 */
@InterfaceAudience.Private
public final class SmarthPlacement {
  private static final Logger LOG =
      LoggerFactory.getLogger(SmarthPlacement.class);

  private SmarthPlacement() {
  }

  /** The NameNode starts, before anybody can call it. */
  static void started(BlockManager manager, Configuration conf) {
    manager.clusterSwitch.show(() -> ToldByDatanodes.of(manager));
    BlockPlacementPolicy policy = manager.getBlockPlacementPolicy();
    if (policy instanceof BlockPlacementPolicySmarth) {
      ((BlockPlacementPolicySmarth) policy)
          .start(manager.getDatanodeManager(), manager.clusterSwitch);
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

  /** The NameNode stops. */
  static void stopped(BlockManager manager) {
    manager.clusterSwitch.close();
    BlockPlacementPolicy policy = manager.getBlockPlacementPolicy();
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
}
