/*
 * Licensed to the Apache Software Foundation (ASF) under one
 * or more contributor license agreements.  See the NOTICE file
 * distributed with this work for additional information
 * regarding copyright ownership.  The ASF licenses this file
 * to you under the Apache License, Version 2.0 (the
 * "License"); you may not use this file except in compliance
 * with the License.  You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.apache.hadoop.hdfs.smarth.namenode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.speed.Speed;

/**
 * Datanodes by their rate to or from one host, the fastest first: rank 0.
 * Immutable, so that block allocations read it without a lock.
 */
@InterfaceAudience.Private
public final class Ranking {
  static final Ranking EMPTY = new Ranking(Collections.<PeerRate>emptyList());

  /** With fewer datanodes the median says nothing about one of them. */
  private static final int LIMPING_MIN_SIZE = 3;

  private static final Comparator<PeerRate> FASTEST_FIRST =
      Comparator.comparingLong(PeerRate::getBytesPerSecond).reversed()
          .thenComparing(PeerRate::getPeer);

  private final PeerRate[] rates;
  private final Map<String, Integer> ranks;
  private final long oldest;

  /** @param rates of different peers, in any order */
  Ranking(Collection<PeerRate> rates) {
    this.rates = rates.toArray(new PeerRate[0]);
    Arrays.sort(this.rates, FASTEST_FIRST);
    ranks = new HashMap<>(2 * this.rates.length);
    long least = Long.MAX_VALUE;
    for (int rank = 0; rank < this.rates.length; rank++) {
      ranks.put(this.rates[rank].getPeer(), rank);
      least = Math.min(least, this.rates[rank].getMeasuredAt());
    }
    oldest = least;
  }

  /** @return the rates of both, which have no peer in common. */
  static Ranking merge(Ranking one, Ranking other) {
    List<PeerRate> all = new ArrayList<>(Arrays.asList(one.rates));
    all.addAll(Arrays.asList(other.rates));
    return new Ranking(all);
  }

  /** @return how many datanodes have a rate. */
  public int size() {
    return rates.length;
  }

  /** @return the UUID of the datanode at a rank below {@link #size}. */
  String peerAt(int rank) {
    return rates[rank].getPeer();
  }

  /** @return its rank; -1 if it has no rate. */
  int rankOf(String datanode) {
    return ranks.getOrDefault(datanode, -1);
  }

  /** @return when the oldest was measured; Long.MAX_VALUE if there is none. */
  long getOldest() {
    return oldest;
  }

  /**
   * @param fraction of the median, 0 to 1
   * @return the rank from which on all are slower than that, which is the size
   *     if none is
   */
  int limpingFrom(double fraction) {
    if (fraction == 0 || rates.length < LIMPING_MIN_SIZE) {
      return rates.length;
    }
    double limit = fraction * median();
    int low = 0;
    int high = rates.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (rates[middle].getBytesPerSecond() < limit) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private double median() {
    int middle = rates.length / 2;
    double upper = rates[middle].getBytesPerSecond();
    return rates.length % 2 == 1 ? upper
        : (upper + rates[middle - 1].getBytesPerSecond()) / 2;
  }

  /** @return the rates of known datanodes, with ages, the fastest first. */
  List<Speed> toSpeeds(long now, KnownDatanodes known) {
    List<Speed> speeds = new ArrayList<>(rates.length);
    for (PeerRate rate : rates) {
      if (known.rackOf(rate.getPeer()) != null) {
        speeds.add(rate.toSpeed(now));
      }
    }
    return speeds;
  }
}
