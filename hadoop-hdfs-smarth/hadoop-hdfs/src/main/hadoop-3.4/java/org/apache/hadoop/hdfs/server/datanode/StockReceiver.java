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

import java.io.File;

/** What of a stock receiver and its replica is another thing in each line of Hadoop. */
final class StockReceiver {
  private StockReceiver() {
  }

  /** @return where the data of a replica are on its disk. */
  static File dataFile(ReplicaInfo replica) {
    return replica.getBlockFile();
  }

  /** @return where their checksums are. */
  static File checksumFile(ReplicaInfo replica) {
    return replica.getMetaFile();
  }

  /**
   * A receiver has sent something downstream, by which stock knows its mirror
   * for alive.
   *
   * @param millis of the monotonic clock
   */
  static void sent(BlockReceiver receiver, long millis) {
    receiver.setLastSentTime(millis);
  }
}
