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

import java.util.Collection;
import java.util.Random;

/**
 * The second and the third datanode of a block by the rate of the hop to them,
 * which the paper leaves to chance: any of the n fastest that the rack rule
 * allows, but none from the slower half of those that are known, as n says
 * nothing where only a few of many datanodes are.
 * <p>
 * Stateless but for the random numbers. Thread-safe.
 */
final class LaterHopRanking {
  /** With fewer known, none can be called fast. */
  private static final int MIN_KNOWN = 3;

  private final double limpingFraction;
  private final Random random;

  /** @param limpingFraction of the median, 0 to 1 */
  LaterHopRanking(double limpingFraction, Random random) {
    this.limpingFraction = limpingFraction;
    this.random = random;
  }

  /**
   * @param ranking of the hops that the rack rule allows
   * @param excluded UUIDs of datanodes that take no part, none twice
   * @param pipelines n, from 1
   * @return a choice; null if it is any datanode's turn
   */
  TopChoice choose(Ranking ranking, Collection<String> excluded,
      int pipelines) {
    if (ranking.size() < MIN_KNOWN
        || random.nextDouble() < FirstNodeRanking.EXPLORATION) {
      return null;
    }
    Candidates candidates = new Candidates(ranking, limpingFraction, excluded);
    int fastest = Math.min(pipelines, (candidates.size() + 1) / 2);
    return fastest == 0 ? null : candidates.top(fastest, 1, random);
  }
}
