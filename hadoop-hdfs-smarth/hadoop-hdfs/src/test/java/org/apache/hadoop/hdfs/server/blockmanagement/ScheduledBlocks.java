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

import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;

/** What a NameNode counts of blocks that it allocated. */
public final class ScheduledBlocks {
  private ScheduledBlocks() {
  }

  /** As if the datanodes of a block had stored it. */
  public static void stored(FSNamesystem namesystem, LocatedBlock block) {
    DatanodeManager manager =
        namesystem.getBlockManager().getDatanodeManager();
    for (int i = 0; i < block.getLocations().length; i++) {
      manager.getDatanode(block.getLocations()[i].getDatanodeUuid())
          .decrementBlocksScheduled(block.getStorageTypes()[i]);
    }
  }
}
