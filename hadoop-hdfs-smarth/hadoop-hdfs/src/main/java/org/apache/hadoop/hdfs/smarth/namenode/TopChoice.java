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
import java.util.Random;

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * Draws from the fastest candidates, each with the same probability, and none
 * twice. Used by one thread for one choice.
 */
@InterfaceAudience.Private
public final class TopChoice {
  private final Candidates candidates;
  private final Random random;
  // The ranks of the fastest; those before drawn are drawn.
  private int[] ranks;
  private int drawn;
  private int count;
  private int nextRank;

  TopChoice(Candidates candidates, int fastest, Random random) {
    this.candidates = candidates;
    this.random = random;
    this.ranks = new int[fastest];
    while (count < fastest) {
      ranks[count++] = takeRank();
    }
  }

  /** @return the UUID of another datanode; null if there is none left. */
  public String next() {
    if (drawn == count) {
      return null;
    }
    int pick = drawn + random.nextInt(count - drawn);
    int rank = ranks[pick];
    ranks[pick] = ranks[drawn];
    ranks[drawn++] = rank;
    return candidates.peerAt(rank);
  }

  /**
   * Says that the one drawn last is no candidate after all, so that the next
   * in rank is one of the fastest.
   */
  public void replaceLast() {
    int rank = takeRank();
    if (rank >= 0) {
      if (count == ranks.length) {
        ranks = Arrays.copyOf(ranks, 2 * count);
      }
      ranks[count++] = rank;
    }
  }

  private int takeRank() {
    int rank = candidates.next(nextRank);
    if (rank >= 0) {
      nextRank = rank + 1;
    }
    return rank;
  }
}
