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
package org.apache.hadoop.hdfs.smarth.namenode.speeds;

import org.apache.hadoop.classification.InterfaceAudience;

/** Which datanodes the cluster has. Thread-safe. */
@InterfaceAudience.Private
public interface KnownDatanodes {
  /**
   * @param datanode a UUID
   * @return the rack of a datanode that is registered and not dead; null if
   *     there is none with this UUID
   */
  String rackOf(String datanode);

  /**
   * @param datanode the UUID of a known one
   * @param address host and port
   * @return whether others reach it there
   */
  default boolean isAt(String datanode, String address) {
    return true;
  }

  /**
   * @param datanode a UUID
   * @return what operators call it: host name and port, if it is known
   */
  default String labelOf(String datanode) {
    return datanode;
  }

  /**
   * @param datanode a UUID
   * @return an equal one, for those who keep it: all get the same object, if
   *     the datanode is known
   */
  default String nameOf(String datanode) {
    return datanode;
  }
}
