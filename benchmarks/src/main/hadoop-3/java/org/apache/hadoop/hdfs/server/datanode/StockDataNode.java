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

package org.apache.hadoop.hdfs.server.datanode;

import java.net.ServerSocket;

import org.apache.hadoop.hdfs.server.datanode.SecureDataNodeStarter.SecureResources;

/** What this Hadoop's DataNode has another form for. */
public final class StockDataNode {
  private StockDataNode() {
  }

  /** Of the DataNode's directories. */
  public static int layoutVersion() {
    return DataNodeLayoutVersion.getCurrentLayoutVersion();
  }

  /** To listen on that socket, without any protection. */
  static SecureResources resources(ServerSocket streaming) {
    return new SecureResources(streaming, null, false, false, false);
  }

  /** @return bytes of the file that holds a replica's data */
  public static long fileLength(ReplicaInfo replica) {
    return replica.getBlockDataLength();
  }
}
