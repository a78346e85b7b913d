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

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.util.Time;

/**
 * The datanodes that have missed a heartbeat, or sent none since they failed a
 * writer, and may be dead long before they count as such: nothing is copied
 * from or to them while there are others. With many pipelines a lost datanode
 * leaves many copies to order just then. A namenode that is slow hears all of
 * them late, so silent is only who is much later than half of them, or after
 * minutes than a quarter. In this package because Hadoop's descriptors of
 * datanodes are. Thread-safe: the set is replaced as a whole.
 */
@InterfaceAudience.Private
final class SilentDatanodes {
  /**
   * How much later. The median is half a period where none is late, and this
   * is then one and a half: a heartbeat is missing.
   */
  private static final int TIMES_LATER = 3;
  /**
   * After how many times the silence that counts a quarter is compared with,
   * not half: most may be gone, as when a rack is. A minute and a half.
   */
  private static final int GONE_SILENCES = 20;

  /**
   * As in two racks. A choice goes through all excluded ones several times: a
   * round for thousands of blocks would take minutes with thousands of them.
   */
  private static final int FEW = 80;

  private final LongSupplier silenceMillis;
  /** Those that failed a writer, and how many heartbeats they had sent. */
  private final Map<DatanodeDescriptor, Long> suspects =
      new ConcurrentHashMap<>();
  private volatile Set<Node> silent = Collections.emptySet();
  private volatile int live;
  /** Whether the namenode has heard whoever has said something. */
  private volatile boolean hearing;
  /** How late others are, of whom it would be strange if they were silent. */
  private volatile long lateMillis;
  private volatile long lookedAt;

  /** @param silenceMillis after which a datanode counts as silent. */
  SilentDatanodes(LongSupplier silenceMillis) {
    this.silenceMillis = silenceMillis;
  }

  /** A writer says that a datanode has failed: until its next heartbeat. */
  void suspect(DatanodeDescriptor datanode) {
    suspects.put(datanode, datanode.heartbeats);
  }

  /** @param datanodes all that do not count as dead. */
  void look(DatanodeDescriptor[] datanodes) {
    look(datanodes, Time.monotonicNow(), 0);
  }

  /**
   * All heartbeats wait now, as in a failover: who is later than others was
   * silent before. For how long nobody was heard does not matter.
   */
  void lookBack(DatanodeDescriptor[] datanodes) {
    long now = Time.monotonicNow();
    look(datanodes, now, Arrays.stream(datanodes)
        .mapToLong(datanode -> now - datanode.getLastUpdateMonotonic())
        .min().orElse(0));
  }

  private void look(DatanodeDescriptor[] datanodes, long now,
      long unheardMillis) {
    lookedAt = now;
    suspects.keySet().retainAll(Arrays.asList(datanodes));
    suspects.entrySet().removeIf(suspect ->
        suspect.getKey().heartbeats != suspect.getValue());
    lateMillis = lateMillis(datanodes, now - unheardMillis, unheardMillis);
    Set<Node> found = new HashSet<>(suspects.keySet());
    for (DatanodeDescriptor datanode : datanodes) {
      if (isLater(datanode, now,
          unheardMillis + silenceMillis.getAsLong())) {
        found.add(datanode);
      }
    }
    live = datanodes.length;
    silent = found;
    hearing = true;
  }

  private long lateMillis(DatanodeDescriptor[] datanodes, long heard,
      long unheardMillis) {
    long[] silences = Arrays.stream(datanodes)
        .mapToLong(datanode -> heard - datanode.getLastUpdateMonotonic())
        .sorted().toArray();
    if (silences.length == 0) {
      return 0;
    }
    int last = silences.length - 1;
    return unheardMillis + Math.min(TIMES_LATER * silences[last / 2],
        Math.max(GONE_SILENCES * silenceMillis.getAsLong(),
            2 * TIMES_LATER * silences[last / 4]));
  }

  private boolean isLater(DatanodeDescriptor datanode, long now, long millis) {
    return now - datanode.getLastUpdateMonotonic()
        >= Math.max(millis, lateMillis);
  }

  /** Nobody's silence says anything now, but of who was silent before. */
  void lookAgain() {
    long now = Time.monotonicNow();
    Set<Node> still = new HashSet<>(silent);
    still.removeIf(datanode ->
        !isLater((DatanodeDescriptor) datanode, now,
            silenceMillis.getAsLong()));
    silent = still;
    hearing = false;
  }

  /**
   * @return whether it was silent for that time, as of the last look: since then
   *     the namenode itself may have stood still
   */
  boolean isSilentFor(DatanodeDescriptor datanode, long millis) {
    return hearing && isLater(datanode, lookedAt, millis);
  }

  /** @return whether it was silent in the last look, and is for that time. */
  boolean isLost(Node datanode, long millis) {
    return silent.contains(datanode) && isLater((DatanodeDescriptor) datanode,
        Time.monotonicNow(), millis);
  }

  /**
   * @param holder of a replica
   * @param holders all storages with a replica of that block
   * @param source whether one of them can be copied from
   * @return whether it may be dead, and another one can be copied from, though
   *     perhaps not in this round
   */
  boolean canBeSpared(DatanodeDescriptor holder,
      Iterable<DatanodeStorageInfo> holders,
      Predicate<DatanodeStorageInfo> source) {
    if (silent.contains(holder)) {
      for (DatanodeStorageInfo other : holders) {
        if (!silent.contains(other.getDatanodeDescriptor())
            && source.test(other)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Adds the silent datanodes, if enough others are left for as many copies as
   * a block can lack. Those that were silent for long are added anyway: a copy
   * to one of them would be ordered again and again, as it is given up at once.
   *
   * @param excluded the datanodes that get no copy anyway
   * @param block that is to be copied
   * @param longMillis what is long
   */
  void exclude(Set<Node> excluded, BlockInfo block, long longMillis) {
    if (areOthersLeft(excluded, block)) {
      excluded.addAll(silent);
    } else {
      excludeLost(excluded, longMillis);
    }
  }

  /** Adds those that were silent for long. */
  void excludeLost(Set<Node> excluded, long longMillis) {
    silent.stream().filter(datanode -> isLost(datanode, longMillis))
        .forEach(excluded::add);
  }

  /** @return whether {@link #exclude} may add any. */
  boolean isAny() {
    return !silent.isEmpty();
  }

  private boolean areOthersLeft(Collection<? extends Node> excluded,
      BlockInfo block) {
    Set<Node> found = silent;
    return live - found.size() - excluded.stream()
        .filter(datanode -> !found.contains(datanode)).count()
        >= block.getReplication() - 1;
  }

  /** @return whether {@link #exclude} is better asked of who was chosen. */
  boolean isChoiceSlow() {
    return silent.size() > FEW;
  }

  /** @return whether {@link #exclude} would add that datanode. */
  boolean isExcluded(DatanodeDescriptor datanode,
      Collection<? extends Node> excluded, BlockInfo block, long longMillis) {
    return silent.contains(datanode) && (areOthersLeft(excluded, block)
        || isLost(datanode, longMillis));
  }
}
