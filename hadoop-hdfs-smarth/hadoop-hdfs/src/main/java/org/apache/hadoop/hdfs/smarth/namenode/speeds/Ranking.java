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
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.SpeedTable.KnownDatanodes;
import org.apache.hadoop.hdfs.smarth.speed.Speed;

/**
 * Datanodes by their rate to or from one host, the fastest first: rank 0. The
 * order never changes, so that block allocations read it without a lock.
 */
@InterfaceAudience.Private
public final class Ranking {
  /** With fewer datanodes the median says nothing about one of them. */
  private static final int LIMPING_MIN_SIZE = 3;

  private static final Comparator<PeerRate> FASTEST_FIRST = (one, other) -> {
    int order = Long.compare(other.getBytesPerSecond(),
        one.getBytesPerSecond());
    return order != 0 ? order : one.getPeer().compareTo(other.getPeer());
  };

  public static final Ranking EMPTY =
      new Ranking(new PeerRate[0], Long.MAX_VALUE, peer -> null);

  private final PeerRate[] rates;
  // Of the rates, side by side, as block allocations search them.
  private final long[] bytesPerSecond;
  private final long oldest;
  private final Function<String, PeerRate> byPeer;

  private Ranking(PeerRate[] sorted, long oldest,
      Function<String, PeerRate> byPeer) {
    this.rates = sorted;
    this.bytesPerSecond = new long[sorted.length];
    for (int rank = 0; rank < sorted.length; rank++) {
      bytesPerSecond[rank] = sorted[rank].getBytesPerSecond();
    }
    this.oldest = oldest;
    this.byPeer = byPeer;
  }

  /** @param rates of different peers, in any order */
  static Ranking of(Collection<PeerRate> rates) {
    Map<String, PeerRate> byPeer = new HashMap<>(2 * rates.size());
    for (PeerRate rate : rates) {
      byPeer.put(rate.getPeer(), rate);
    }
    return of(rates, byPeer::get);
  }

  /**
   * @param rates of different peers, in any order; sooner done if most are in
   *     that of a ranking
   * @param byPeer finds them, or null. Kept; what it finds differently later is
   *     not found by its name in this ranking
   */
  static Ranking of(Collection<PeerRate> rates,
      Function<String, PeerRate> byPeer) {
    PeerRate[] sorted = rates.toArray(new PeerRate[0]);
    Arrays.sort(sorted, FASTEST_FIRST);
    long oldest = Long.MAX_VALUE;
    for (PeerRate rate : sorted) {
      oldest = Math.min(oldest, rate.getMeasuredAt());
    }
    return new Ranking(sorted, oldest, byPeer);
  }

  /** @return the rates of both, which have no peer in common. */
  static Ranking merge(Ranking one, Ranking other) {
    List<PeerRate> all = new ArrayList<>(Arrays.asList(one.rates));
    all.addAll(Arrays.asList(other.rates));
    return of(all);
  }

  /**
   * @param old a rate of this ranking; null if the peer has none
   * @param rate of the same peer
   * @return this with one instead of the other
   */
  Ranking replace(PeerRate old, PeerRate rate) {
    List<PeerRate> changed = new ArrayList<>(rates.length + 1);
    changed.addAll(Arrays.asList(rates));
    if (old != null) {
      changed.remove(find(old));
    }
    changed.add(
        -Collections.binarySearch(changed, rate, FASTEST_FIRST) - 1, rate);
    return new Ranking(changed.toArray(new PeerRate[0]),
        Math.min(oldest, rate.getMeasuredAt()), byPeer);
  }

  /**
   * @param rate null, or one that need not be of this ranking
   * @return this without it
   */
  Ranking without(PeerRate rate) {
    int rank = rate == null ? -1 : find(rate);
    if (rank < 0) {
      return this;
    }
    PeerRate[] left = Arrays.copyOf(rates, rates.length - 1);
    System.arraycopy(rates, rank + 1, left, rank, left.length - rank);
    return new Ranking(left, oldest, byPeer);
  }

  /** @return how many datanodes have a rate. */
  public int size() {
    return rates.length;
  }

  PeerRate rateAt(int rank) {
    return rates[rank];
  }

  /** @return the UUID of the datanode at a rank below {@link #size}. */
  public String peerAt(int rank) {
    return rates[rank].getPeer();
  }

  /** @return whose rate it is alone, by id; 0 if it is several writers'. */
  public int onlyWriterAt(int rank) {
    return rates[rank].getOnlyWriter();
  }

  public long bytesPerSecondAt(int rank) {
    return bytesPerSecond[rank];
  }

  /** @return its rank; negative if it has no rate. */
  public int rankOf(String datanode) {
    PeerRate rate = byPeer.apply(datanode);
    return rate == null ? -1 : find(rate);
  }

  private int find(PeerRate rate) {
    for (int rank = firstBelow(rate.getBytesPerSecond() + 1);
        rank < rates.length
            && bytesPerSecond[rank] == rate.getBytesPerSecond(); rank++) {
      if (rates[rank] == rate) {
        return rank;
      }
    }
    return -1;
  }

  /** @return the first rank of a lower rate; the size if there is none. */
  public int firstBelow(double limit) {
    return firstBelow(bytesPerSecond, limit);
  }

  private static int firstBelow(long[] fastestFirst, double limit) {
    int low = 0;
    int high = fastestFirst.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (fastestFirst[middle] < limit) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /**
   * @return a time before which none was measured; Long.MAX_VALUE if there is
   *     none
   */
  long getOldest() {
    return oldest;
  }

  /** @return when the newest was measured; Long.MIN_VALUE if there is none. */
  public long getNewest() {
    long newest = Long.MIN_VALUE;
    for (PeerRate rate : rates) {
      newest = Math.max(newest, rate.getMeasuredAt());
    }
    return newest;
  }

  /**
   * @param fraction of the median, 0 to 1
   * @return the rank from which on all are slower than that, which is the size
   *     if none is
   */
  public int limpingFrom(double fraction) {
    return limpingFrom(bytesPerSecond, fraction);
  }

  /**
   * @param fastestFirst the rates of the datanodes of one host
   * @param fraction of their median, 0 to 1
   * @return the index from which on all are slower than that, which is the
   *     length if none is
   */
  public static int limpingFrom(long[] fastestFirst, double fraction) {
    if (fraction == 0 || fastestFirst.length < LIMPING_MIN_SIZE) {
      return fastestFirst.length;
    }
    return firstBelow(fastestFirst, fraction * median(fastestFirst));
  }

  /**
   * @param sorted rates in either order, at least one
   * @return their median
   */
  public static double median(long[] sorted) {
    int middle = sorted.length / 2;
    double upper = sorted[middle];
    return sorted.length % 2 == 1 ? upper : (upper + sorted[middle - 1]) / 2;
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
