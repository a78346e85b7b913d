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
package org.apache.hadoop.hdfs.smarth.namenode.monitor;

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * Blocks of which pipelines are still to deliver replicas, though the blocks
 * are complete. Names neither files nor clients. All values are of one moment,
 * at most ten seconds ago, and those of a standby namenode may be older.
 */
@InterfaceAudience.Private
public interface DrainingMXBean {
  /** @return how many. */
  int getDrainingBlocks();

  /** @return since when the oldest of them drains, in seconds; 0: none does. */
  long getOldestDrainingSeconds();

  /**
   * @return JSON: the oldest of them, at most 100, the oldest first. Each has
   *     {@code block}, {@code ageSeconds}, how many {@code replicas} are
   *     expected, and from which {@code datanodes}
   */
  String getOldestDrainingBlocks();
}
