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
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.ipc.Server;

/** From where the NameNode is called. Immutable. */
final class CallerAddress {
  /** Who may say whom they call for, as Routers do; null: nobody. */
  private final String[] ipProxyUsers;

  /** @param conf the NameNode's */
  CallerAddress(Configuration conf) {
    ipProxyUsers = conf.getStrings(DFSConfigKeys.DFS_NAMENODE_IP_PROXY_USERS);
  }

  /**
   * @return the IP address of the client whose call this thread handles, by
   *     stock's rule also if a Router has forwarded it; null if it handles none
   */
  String get() {
    return Server.getRemoteAddress() == null ? null
        : NameNode.getClientMachine(ipProxyUsers);
  }
}
