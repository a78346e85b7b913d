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
 * Algorithm 1, lines 5 and 10: the first datanode of a block is any of the n
 * that are fastest for the client, each with the same probability. As fast as
 * the n-th counts what differs from it by no more than measurements do.
 * <p>
 * A datanode that limps is none of them. It is first once more when it has
 * limped for so long that it may have recovered.
 * <p>
 * As long as fewer than n are known, datanodes without a record take the places
 * that are left, so that the first few that happened to be measured are not the
 * only ones for ever. A client that tells nothing of its own measurements (a
 * stock one, which datanodes measure) does not swap datanodes by itself now and
 * then, as Algorithm 2 has it; other datanodes get their turn here instead.
 * <p>
 * Stateless but for the random numbers. Thread-safe.
 */
final class FirstNodeRanking {
  /** How often another datanode has its turn; Algorithm 2's 1 - 0.8. */
  static final double EXPLORATION = 0.2;

  private final double limpingFraction;
  private final double fastFraction;
  private final Random random;

  /**
   * @param limpingFraction of the median, 0 to 1
   * @param fastFraction of the n-th rate, from more than 0 to 1
   */
  FirstNodeRanking(double limpingFraction, double fastFraction,
      Random random) {
    this.limpingFraction = limpingFraction;
    this.fastFraction = fastFraction;
    this.random = random;
  }

  /**
   * @param client what is known of it
   * @param excluded UUIDs of datanodes that take no part, none twice
   * @param pipelines n, from 1
   * @param inService how many datanodes could be chosen at all
   * @return how to choose
   */
  FirstChoice choose(ClientView client, Collection<String> excluded,
      int pipelines, int inService) {
    if (!client.isExploring() && random.nextDouble() < EXPLORATION) {
      return new FirstChoice(Fallback.EXPLORATION);
    }
    Ranking ranking = client.getRanking();
    boolean manyOthers =
        inService - ranking.size() - excluded.size() >= pipelines;
    if (manyOthers && random.nextInt(pipelines) >= ranking.size()) {
      // The place of another, whichever of those with a record do not count.
      return new FirstChoice(Fallback.UNKNOWN_DATANODE);
    }
    Candidates candidates = new Candidates(ranking, limpingFraction, excluded);
    TopChoice top = candidates.top(pipelines, fastFraction, random);
    String again = limpingToTry(client, excluded);
    if (again != null) {
      return FirstChoice.tryingAgain(again, top);
    }
    int known = Math.min(candidates.size(), pipelines);
    int places = manyOthers ? Math.min(ranking.size(), pipelines)
        : known + Math.min(pipelines - known, Math.max(0, inService
            - ranking.size() - candidates.getExcludedWithoutRate()));
    if (places == 0) {
      return new FirstChoice(Fallback.NO_CANDIDATE);
    }
    if (places > known && random.nextInt(places) >= known) {
      return new FirstChoice(Fallback.UNKNOWN_DATANODE);
    }
    return new FirstChoice(top);
  }

  /** @return null if none is to be tried again. */
  private String limpingToTry(ClientView client, Collection<String> excluded) {
    Ranking ranking = client.getRanking();
    int limping = ranking.limpingFrom(limpingFraction);
    if (limping == ranking.size()) {
      return null;
    }
    // One of them, as there may be many; another block takes another one.
    String datanode =
        ranking.peerAt(limping + random.nextInt(ranking.size() - limping));
    return !excluded.contains(datanode) && client.tryAgain(datanode)
        ? datanode : null;
  }

  /** @return whether a datanode is far slower for this host than most are. */
  boolean isLimping(Ranking ranking, String datanode) {
    return ranking.rankOf(datanode) >= ranking.limpingFrom(limpingFraction);
  }
}
