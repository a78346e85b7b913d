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
package org.apache.hadoop.hdfs.smarth.client.datanodes;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.util.Timer;

/** Datanodes that were added a short time ago, and not too many. Thread-safe. */
final class RecentDatanodes {
  private final int max;
  private final long millis;
  private final Timer timer;
  /** When each was added, in that order. Guarded by this. */
  private final Map<DatanodeInfo, Long> added = new LinkedHashMap<>();

  /**
   * @param max of more datanodes, the one added first is forgotten
   * @param millis after which a datanode is forgotten
   */
  RecentDatanodes(int max, long millis, Timer timer) {
    this.max = max;
    this.millis = millis;
    this.timer = timer;
  }

  /** Adds a datanode; one that is there is added anew. */
  synchronized void add(DatanodeInfo datanode) {
    added.remove(datanode);
    added.put(datanode, timer.monotonicNow());
    forgetOld();
  }

  synchronized void remove(DatanodeInfo datanode) {
    added.remove(datanode);
  }

  synchronized boolean contains(DatanodeInfo datanode) {
    forgetOld();
    return added.containsKey(datanode);
  }

  /** @return all of them, in the order in which they were added. */
  synchronized List<DatanodeInfo> getAll() {
    forgetOld();
    return new ArrayList<>(added.keySet());
  }

  private void forgetOld() {
    long now = timer.monotonicNow();
    Iterator<Long> oldest = added.values().iterator();
    while (oldest.hasNext()
        && (now - oldest.next() >= millis || added.size() > max)) {
      oldest.remove();
    }
  }
}
