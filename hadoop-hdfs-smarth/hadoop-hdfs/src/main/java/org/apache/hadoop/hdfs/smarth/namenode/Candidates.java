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

import java.util.Arrays;
import java.util.Collection;
import java.util.Random;

/**
 * The datanodes of a ranking that may be preferred, the fastest first: those
 * that do not limp and are not excluded. Used by one thread for one choice.
 */
final class Candidates {
  private final Ranking ranking;
  private final int size;
  // The ranks of those that are excluded, in order.
  private final int[] excluded;
  private final int excludedWithoutRate;

  /**
   * @param limpingFraction of the median, 0 to 1
   * @param excluded UUIDs, none twice
   */
  Candidates(Ranking ranking, double limpingFraction,
      Collection<String> excluded) {
    this.ranking = ranking;
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

  int size() {
    return size;
  }

  /**
   * @param n from 1
   * @param fraction of the n-th rate that counts as fast as it; 1: none does
   * @return how many are as fast as the n-th or faster; all, if there are no n
   */
  int fast(int n, double fraction) {
    if (size <= n || fraction == 1) {
      return Math.min(size, n);
    }
    int end = ranking.firstBelow(
        fraction * ranking.bytesPerSecondAt(rankAt(n - 1)));
    int before = Arrays.binarySearch(excluded, end);
    return Math.min(size, end - (before < 0 ? -before - 1 : before));
  }

  /** @return how many of the excluded have no rate. */
  int getExcludedWithoutRate() {
    return excludedWithoutRate;
  }

  /**
   * @param n of how many, from 1
   * @param fraction of the n-th rate that counts as fast as it; 1: none does
   * @return a choice among the n fastest and those that are as fast
   */
  TopChoice top(int n, double fraction, Random random) {
    return new TopChoice(this, fast(n, fraction), n, random);
  }

  /** @return the UUID of a candidate, 0 for the fastest, below the size. */
  String get(int place) {
    return ranking.peerAt(rankAt(place));
  }

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
