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

/** Placement policies, as stock 2.10 makes and keeps them. */
final class StockPolicies {
  private StockPolicies() {
  }

  /** From now on a manager places blocks by this policy. */
  static void set(BlockManager manager, BlockPlacementPolicy policy,
      Configuration conf) {
    manager.setBlockPlacementPolicy(policy);
  }

  /** @return what tools ask whether a block may be moved. */
  static BlockPlacementPolicy ofTools(Configuration conf) {
    return BlockPlacementPolicy.getInstance(conf, null, null, null);
  }
}
