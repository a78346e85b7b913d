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
package org.apache.hadoop.hdfs.smarth.namenode.placement;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Random;
import java.util.function.ToIntFunction;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementMetrics.Fallback;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.Ranking;

/**
 * The datanodes to try for one replica: drawn from the fastest of a ranking,
 * each with the same probability and none twice. Those that limp or are
 * excluded are not among them, except for one that may be tried first, to see
 * if it has recovered.
 * <p>
 * Blocks that are being written to a datanode share its rate. One that has some
 * is compared with others, also slower ones: a less busy datanode takes its
 * turn if its rate, shared with its blocks and this one, is higher. Otherwise
 * the blocks that many clients write at a time would all go to a few.
 * <p>
 * Used by one thread for one choice.
 */
@InterfaceAudience.Private
public final class Candidates {
  /** With how many others a datanode that is being written to is compared. */
  private static final int COMPARED = 3;

  private final Ranking ranking;
  private final Fallback fallback;
  private final int size;
  // The ranks of those that are excluded, in order.
  private final int[] excluded;
  private final int excludedWithoutRate;

  private Random random;
  // How many places there are but for candidates that are as fast as the last
  // one, and how many of those drawn have left theirs.
  private int places;
  private int replaced;
  // How many candidates, the fastest ones, are drawn from.
  private int fastest;
  // By place.
  private final BitSet isDrawn = new BitSet();
  // How many blocks are being written to a datanode, by its UUID.
  private ToIntFunction<String> writes = datanode -> 0;
  // Limps, and is to be tried first; null: none.
  private String triedAgain;
  private boolean isTriedAgainNext;
  private boolean isTriedAgainLast;

  /**
   * Draws none yet.
   *
   * @param limpingFraction of the median, 0 to 1
   * @param excluded UUIDs, none twice
   */
  Candidates(Ranking ranking, double limpingFraction,
      Collection<String> excluded) {
    this(ranking, limpingFraction, excluded, Fallback.REFUSED);
  }

  private Candidates(Ranking ranking, double limpingFraction,
      Collection<String> excluded, Fallback fallback) {
    this.ranking = ranking;
    this.fallback = fallback;
    int end = ranking.limpingFrom(limpingFraction);
    int[] ranks = new int[excluded.size()];
    int count = 0;
    int without = 0;
    for (String datanode : excluded) {
      int rank = ranking.rankOf(datanode);
      if (rank < 0) {
        without++;
      } else if (rank < end) {
        ranks[count++] = rank;
      }
    }
    Arrays.sort(ranks, 0, count);
    this.excluded = Arrays.copyOf(ranks, count);
    this.size = end - count;
    this.excludedWithoutRate = without;
  }

  /** @return no candidates, as stock is to choose. */
  static Candidates none(Fallback why) {
    return new Candidates(Ranking.EMPTY, 0, Collections.emptyList(), why);
  }

  /** @return how many are neither limping nor excluded. */
  int size() {
    return size;
  }

  /** @return how many of the excluded have no rate. */
  int getExcludedWithoutRate() {
    return excludedWithoutRate;
  }

  /**
   * @param n how many of the fastest to draw from, from 0
   * @param fraction of the n-th rate; who is as fast as that is drawn from,
   *     too, unless it is 1
   * @return this, to draw from
   */
  Candidates drawFrom(int n, double fraction, Random by) {
    random = by;
    places = n;
    fastest = fast(n, fraction);
    return this;
  }

  /** @return how many are as fast as the n-th or faster, or all there are. */
  private int fast(int n, double fraction) {
    if (size <= n || fraction == 1) {
      return Math.min(size, n);
    }
    int end = ranking.firstBelow(
        fraction * ranking.bytesPerSecondAt(rankAt(n - 1)));
    int before = Arrays.binarySearch(excluded, end);
    return Math.min(size, end - (before < 0 ? -before - 1 : before));
  }

  /**
   * @param by how many blocks are being written to a datanode, by its UUID; 0
   *     for all if this is not called
   */
  public void compareWrites(ToIntFunction<String> by) {
    writes = by;
  }

  /** @return this, which tries a limping datanode before the others. */
  Candidates tryAgain(String limping) {
    triedAgain = limping;
    isTriedAgainNext = true;
    return this;
  }

  /** @return whether a datanode is tried to see if it has recovered. */
  public boolean isTriedAgain(String datanode) {
    return datanode.equals(triedAgain);
  }

  /** @return whether there was none from the beginning. */
  public boolean isEmpty() {
    return fastest == 0 && triedAgain == null;
  }

  /** @return why stock is to choose if none of these is taken. */
  public Fallback getFallback() {
    return fallback;
  }

  /** @return the UUID of another datanode; null if there is none left. */
  public String next() {
    isTriedAgainLast = isTriedAgainNext;
    if (isTriedAgainNext) {
      isTriedAgainNext = false;
      return triedAgain;
    }
    if (isDrawn.nextClearBit(0) >= fastest) {
      return null;
    }
    // Mostly the first one drawn is taken; so the others are not shuffled.
    int place = undrawn(fastest);
    for (int i = 0; i < COMPARED && writes(place) > 0; i++) {
      place = lessBusy(place, undrawn(size));
    }
    isDrawn.set(place);
    return ranking.peerAt(rankAt(place));
  }

  /** @return any place below the end that is not drawn; there is one. */
  private int undrawn(int end) {
    int place = random.nextInt(end);
    while (isDrawn.get(place)) {
      place = random.nextInt(end);
    }
    return place;
  }

  private int writes(int place) {
    return writes.applyAsInt(ranking.peerAt(rankAt(place)));
  }

  /** @return the other place if it has fewer writes and a larger share. */
  private int lessBusy(int place, int other) {
    int busy = writes(place);
    int otherBusy = writes(other);
    double share = ranking.bytesPerSecondAt(rankAt(place)) / (busy + 1.0);
    return otherBusy < busy
        && ranking.bytesPerSecondAt(rankAt(other)) / (otherBusy + 1.0) > share
        ? other : place;
  }

  /**
   * The datanode drawn last turned out to be unusable: the next in rank takes
   * its place.
   */
  public void replaceLast() {
    if (!isTriedAgainLast) {
      replaced++;
      fastest = Math.max(fastest, Math.min(size, places + replaced));
    }
  }

  /** @param place 0 for the fastest that is not excluded */
  private int rankAt(int place) {
    int rank = place;
    for (int other : excluded) {
      if (other > rank) {
        break;
      }
      rank++;
    }
    return rank;
  }
}
