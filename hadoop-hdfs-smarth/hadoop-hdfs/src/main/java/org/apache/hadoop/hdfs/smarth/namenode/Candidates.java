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

  /** @return how many of the excluded have no rate. */
  int getExcludedWithoutRate() {
    return excludedWithoutRate;
  }

  /**
   * @param fastest among how many, at most the size
   * @return a choice among them
   */
  TopChoice top(int fastest, Random random) {
    return new TopChoice(this, fastest, random);
  }

  /** @return the UUID of a candidate, 0 for the fastest, below the size. */
  String get(int place) {
    int rank = place;
    for (int other : excluded) {
      if (other > rank) {
        break;
      }
      rank++;
    }
    return ranking.peerAt(rank);
  }
}
