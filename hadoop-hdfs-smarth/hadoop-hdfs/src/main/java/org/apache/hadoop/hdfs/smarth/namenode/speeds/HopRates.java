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

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.SpeedTable.KnownDatanodes;

/**
 * How fast one datanode forwards to others, apart by where these are, which is
 * what the rack rule asks for. The rates never change; but what was told later
 * is not found by its name in these rankings.
 */
@InterfaceAudience.Private
public final class HopRates {
  /**
   * How long a hop stays known to a datanode that died, or where that was: so
   * that a heartbeat need not look at what it does not tell.
   */
  static final long PLACED_MILLIS = TimeUnit.MINUTES.toMillis(1);

  public static final HopRates EMPTY = new HopRates(Collections.emptyMap(),
      Ranking.EMPTY, Ranking.EMPTY, null, 0, 0);

  // Shared with what is learnt later, until all are placed anew.
  private final Map<String, PeerRate> byPeer;
  private final Ranking sameRack;
  private final Ranking otherRacks;
  private final String rack;
  private final long placedAt;
  private final long learntAt;

  private HopRates(Map<String, PeerRate> byPeer, Ranking sameRack,
      Ranking otherRacks, String rack, long placedAt, long learntAt) {
    this.byPeer = byPeer;
    this.sameRack = sameRack;
    this.otherRacks = otherRacks;
    this.rack = rack;
    this.placedAt = placedAt;
    this.learntAt = learntAt;
  }

  /**
   * Called by one thread at a time, of what was learnt last.
   *
   * @param told new rates by peer
   * @param ownRack of the datanode that forwards
   * @param known the cluster's datanodes; others have no rate
   * @param oldest when the oldest rate that counts was measured
   * @param now in milliseconds of the table's monotonic clock
   * @return these rates with new ones
   */
  HopRates learn(Map<String, PeerRate> told, String ownRack,
      KnownDatanodes known, long oldest, long now) {
    boolean anew = byPeer.isEmpty() || now - placedAt >= PLACED_MILLIS
        || !Objects.equals(ownRack, rack);
    Map<String, PeerRate> all = anew ? new ConcurrentHashMap<>() : byPeer;
    Map<String, PeerRate> placed = told;
    if (anew) {
      placed = new HashMap<>(byPeer);
      placed.putAll(told);
    }
    List<PeerRate> same = new ArrayList<>();
    List<PeerRate> other = new ArrayList<>();
    if (!anew) {
      addStaying(same, sameRack, placed.keySet(), oldest);
      addStaying(other, otherRacks, placed.keySet(), oldest);
    }
    for (PeerRate rate : placed.values()) {
      String peersRack = known.rackOf(rate.getPeer());
      if (peersRack == null || rate.getMeasuredAt() < oldest) {
        all.remove(rate.getPeer());
      } else {
        all.put(rate.getPeer(), rate);
        (peersRack.equals(ownRack) ? same : other).add(rate);
      }
    }
    return new HopRates(all, Ranking.of(same, all::get),
        Ranking.of(other, all::get), ownRack, anew ? now : placedAt, now);
  }

  /** Adds what is not placed now and still counts, in order. */
  private void addStaying(List<PeerRate> staying, Ranking ranking,
      Set<String> placed, long oldest) {
    BitSet leaving = new BitSet(ranking.size());
    for (String peer : placed) {
      int rank = ranking.rankOf(peer);
      if (rank >= 0) {
        leaving.set(rank);
      }
    }
    for (int rank = 0; rank < ranking.size(); rank++) {
      PeerRate rate = ranking.rateAt(rank);
      if (rate.getMeasuredAt() < oldest) {
        byPeer.remove(rate.getPeer());
      } else if (!leaving.get(rank)) {
        staying.add(rate);
      }
    }
  }

  long getLearntAt() {
    return learntAt;
  }

  /** @return to how many datanodes. */
  int size() {
    return sameRack.size() + otherRacks.size();
  }

  /** @return to all datanodes. */
  Ranking getAll() {
    return Ranking.merge(sameRack, otherRacks);
  }

  /** @return to datanodes on the rack of the one that forwards. */
  public Ranking getSameRack() {
    return sameRack;
  }

  /** @return to datanodes on other racks. */
  public Ranking getOtherRacks() {
    return otherRacks;
  }
}
