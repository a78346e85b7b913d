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

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.BlockType;
import org.apache.hadoop.test.Whitebox;

/** Placement policies, as stock 3.4 makes and keeps them: two at a time. */
final class StockPolicies {
  private StockPolicies() {
  }

  /** From now on a manager places blocks, but striped ones, by this policy. */
  static void set(BlockManager manager, BlockPlacementPolicy policy,
      Configuration conf) {
    DatanodeManager datanodes = manager.getDatanodeManager();
    Whitebox.setInternalState(manager, "placementPolicies",
        new BlockPlacementPolicies(conf, datanodes.getFSClusterStats(),
            datanodes.getNetworkTopology(), datanodes.getHost2DatanodeMap()) {
          @Override
          public BlockPlacementPolicy getPolicy(BlockType type) {
            return type == BlockType.CONTIGUOUS ? policy
                : super.getPolicy(type);
          }
        });
  }

  /** @return what tools ask whether a block may be moved. */
  static BlockPlacementPolicy ofTools(Configuration conf) {
    return new BlockPlacementPolicies(conf, null, null, null)
        .getPolicy(BlockType.CONTIGUOUS);
  }
}
