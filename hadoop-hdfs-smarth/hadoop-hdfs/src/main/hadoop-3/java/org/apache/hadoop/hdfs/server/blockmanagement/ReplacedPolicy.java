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

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.ReconfigurationException;

/**
 * Placement policies in place of others, while the NameNode runs, which only
 * Hadoop 3 can do. Stateless.
 */
@InterfaceAudience.Private
public final class ReplacedPolicy {
  private ReplacedPolicy() {
  }

  /**
   * @param manager whose policies they are
   * @param property the key that an operator changes
   * @param value its new value
   * @param stock does as stock does
   * @throws ReconfigurationException if another key, of ours, is wrong in the
   *     configuration that is read anew; then the old policies stay
   */
  public static void replace(BlockManager manager, String property,
      String value, Runnable stock) throws ReconfigurationException {
    try {
      stock.run();
    } catch (HadoopIllegalArgumentException e) {
      // As such it would end the thread that changes keys, and block all others.
      throw new ReconfigurationException(property, value,
          manager.getBlockPlacementPolicy().getClass().getName(), e);
    }
  }
}
