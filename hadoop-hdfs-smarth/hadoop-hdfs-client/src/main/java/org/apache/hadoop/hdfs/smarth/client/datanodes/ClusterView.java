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
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.smarth.client.speeds.DrainRates;
import org.apache.hadoop.util.Timer;

/**
 * The datanodes that the namenode chose for this client's blocks. Where the
 * same ones come again soon, the cluster is small. Then the namenode is asked
 * for its list once the pipelines of a file could cover it. A large cluster's
 * list is long, and its files need few of its datanodes. One per DFSClient,
 * shared by its files. Thread-safe; the monitor guards the fields that are not
 * final.
 */
@InterfaceAudience.Private
public final class ClusterView {
  /** Of more datanodes, the one not seen for the longest time is forgotten. */
  private static final int MAX_SEEN = 1000;
  /** A datanode that was not chosen for this time may be gone. */
  private static final long SEEN_MILLIS = TimeUnit.MINUTES.toMillis(10);
  /** The namenode may choose one again that it did not want. */
  private static final long USELESS_MILLIS = TimeUnit.MINUTES.toMillis(1);
  /** In a small cluster one of this number of targets was seen before. */
  private static final int SMALL = 9;

  private final LiveDatanodes live;
  private final DrainRates drainRates;
  private final RecentDatanodes seen;
  private final RecentDatanodes useless;
  private long targets;
  private long seenBefore;
  private boolean newSeen = true;

  /**
   * @param live the namenode's list
   * @param timer for the age of what is known
   */
  public ClusterView(LiveDatanodes live, Timer timer) {
    this.live = live;
    drainRates = new DrainRates(timer);
    seen = new RecentDatanodes(MAX_SEEN, SEEN_MILLIS, timer);
    useless = new RecentDatanodes(MAX_SEEN, USELESS_MILLIS, timer);
  }

  /** @return how fast blocks arrive. */
  public DrainRates getDrainRates() {
    return drainRates;
  }

  /**
   * @param datanodes that the namenode chose for a block
   * @param own whether the first one is the writer's, which it always chooses
   */
  public synchronized void see(DatanodeInfo[] datanodes, boolean own) {
    newSeen = false;
    for (int i = 0; i < datanodes.length; i++) {
      boolean again = seen.contains(datanodes[i]);
      newSeen |= !again;
      if (i > 0 || !own) {
        targets++;
        seenBefore += again ? 1 : 0;
      }
      seen.add(datanodes[i]);
      useless.remove(datanodes[i]);
    }
  }

  /**
   * The namenode found too few datanodes.
   *
   * @param datanodes that it did not choose: they have gone, are full or busy
   */
  public void forget(Collection<DatanodeInfo> datanodes) {
    for (DatanodeInfo node : datanodes) {
      seen.remove(node);
      useless.add(node);
    }
    live.doubt();
  }

  /**
   * @return the most datanodes that there seem to be; 0 as long as each block
   *     shows others
   */
  public synchronized int size() {
    return newSeen ? 0 : seen.size();
  }

  /**
   * @param pipelines how many a file would have
   * @param replication how many datanodes each of them has
   * @return the datanodes that are known to take blocks, perhaps not all
   */
  public List<DatanodeInfo> getKnown(int pipelines, int replication) {
    List<DatanodeInfo> known = seen.getAll();
    if (isSmall() && 2L * pipelines * replication >= known.size()) {
      List<DatanodeInfo> listed = new ArrayList<>(live.get());
      listed.removeAll(useless.getAll());
      return listed.isEmpty() ? known : listed;
    }
    return known;
  }

  private synchronized boolean isSmall() {
    return seenBefore > 0 && SMALL * seenBefore >= targets;
  }

  /** Datanodes that were added a short time ago, and not too many. Thread-safe. */
  static final class RecentDatanodes {
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

    /** @return how many they are, with those to be forgotten when asked for. */
    synchronized int size() {
      return added.size();
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
}
