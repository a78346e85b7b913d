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

import java.util.Collection;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.Supplier;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementMetrics.Fallback;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.HopRates;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.Ranking;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.SpeedTable;

/**
 * Which datanodes a new block may get by their speed.
 * <p>
 * The first one, Algorithm 1, lines 5 and 10: any of the n that are fastest for
 * the client, each with the same probability. As fast as the n-th counts what
 * differs from it by no more than measurements do. A datanode that limps is
 * none of them. It is tried once more after a time in which it may have
 * recovered.
 * <p>
 * As long as fewer than n are known, datanodes without a record take the places
 * that are left. Otherwise the few that happened to be measured first would be
 * chosen for ever. A client that does not report (a stock one, which datanodes
 * measure) does not swap datanodes now and then, as Algorithm 2 has it; other
 * datanodes get their turn here instead.
 * <p>
 * The second and third one, which the paper leaves to chance: any of the n
 * fastest hops that the rack rule allows. None is from the slower half of the
 * known hops, as n says nothing where few of many datanodes are known.
 * <p>
 * Each gives way to a less busy one: see {@link Candidates}.
 * <p>
 * Stateless but for the random numbers. Thread-safe, without a lock.
 */
@InterfaceAudience.Private
public final class DatanodeChooser {
  /** How often another datanode has its turn; Algorithm 2's 1 - 0.8. */
  private static final double EXPLORATION = 0.2;

  /** With fewer hops known, none can be called fast. */
  private static final int HOPS_MIN = 3;

  private final double limpingFraction;
  private final double fastFraction;
  private final boolean laterHops;
  private final SpeedTable table;
  private final Random random;

  /**
   * @param conf the keys
   * @param table of the hops between datanodes
   * @param random thread-safe
   */
  DatanodeChooser(PlacementConf conf, SpeedTable table, Random random) {
    this.limpingFraction = conf.getLimpingFraction();
    this.fastFraction = conf.getFastFraction();
    this.laterHops = conf.isLaterHops();
    this.table = table;
    this.random = random;
  }

  /**
   * @param client what is known of it
   * @param excluded UUIDs of datanodes that take no part, none twice
   * @param pipelines Algorithm 1's n, from 1
   * @param inService how many datanodes could be chosen at all
   * @return the first datanodes to try; none if stock is to choose
   */
  public Candidates chooseFirst(ClientView client,
      Collection<String> excluded, int pipelines, int inService) {
    if (!client.isReporting() && random.nextDouble() < EXPLORATION) {
      return Candidates.none(Fallback.EXPLORATION);
    }
    Ranking ranking = client.getRanking();
    Candidates candidates = new Candidates(ranking, limpingFraction, excluded);
    String again = limpingToTry(client, excluded);
    if (again != null) {
      return candidates.drawFrom(pipelines, fastFraction, random)
          .tryAgain(again);
    }
    int known = Math.min(candidates.size(), pipelines);
    int others =
        inService - ranking.size() - candidates.getExcludedWithoutRate();
    int places = known + Math.max(0, Math.min(pipelines - known, others));
    if (places == 0) {
      return Candidates.none(Fallback.NO_CANDIDATE);
    }
    if (places > known && random.nextInt(places) >= known) {
      return Candidates.none(Fallback.UNKNOWN_DATANODE);
    }
    return candidates.drawFrom(pipelines, fastFraction, random);
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

  /**
   * @param from the UUID of the datanode that will forward
   * @param sameRack whether to a datanode on its rack, else to one on another
   * @param excluded UUIDs of datanodes that take no part, none twice
   * @param pipelines Algorithm 1's n, from 1
   * @return the next datanodes to try; none if stock is to choose
   */
  public Candidates chooseNext(String from, boolean sameRack,
      Collection<String> excluded, int pipelines) {
    HopRates rates = laterHops ? table.getHops(from) : HopRates.EMPTY;
    return chooseNext(
        sameRack ? rates.getSameRack() : rates.getOtherRacks(), excluded,
        pipelines);
  }

  /** @param hops those that the rack rule allows */
  Candidates chooseNext(Ranking hops, Collection<String> excluded,
      int pipelines) {
    if (hops.size() < HOPS_MIN || random.nextDouble() < EXPLORATION) {
      return Candidates.none(Fallback.EXPLORATION);
    }
    Candidates candidates = new Candidates(hops, limpingFraction, excluded);
    return candidates.drawFrom(
        Math.min(pipelines, (candidates.size() + 1) / 2), 1, random);
  }

  /**
   * @param client what is known of it
   * @param datanode a UUID
   * @param writer the id of the client's writer that asks; 0: not known
   * @return whether datanodes measured that it is far slower for this client
   *     than half of them are. Each writer can make its own blocks slow, so
   *     what is one writer's alone counts for no other of its host
   */
  public boolean isLimping(ClientView client, String datanode, int writer) {
    Ranking measured = client.getMeasured();
    int rank = measured.rankOf(datanode);
    if (rank < measured.limpingFrom(limpingFraction)) {
      return false;
    }
    int only = measured.onlyWriterAt(rank);
    return only == 0 || only == writer;
  }

  /** What is known of a client when it asks for a block. */
  public static final class ClientView {
    private final Ranking ranking;
    private final boolean reporting;
    private final Predicate<String> tryAgain;
    private final Supplier<Ranking> measured;

    /**
     * @param ranking of at least one datanode
     * @param reporting whether the client tells of its own measurements, and so
     *     tries other datanodes by itself
     * @param tryAgain whether a slow datanode is to be tried again; once true
     * @param measured of what datanodes measured, whatever the client reports
     */
    ClientView(Ranking ranking, boolean reporting, Predicate<String> tryAgain,
        Supplier<Ranking> measured) {
      this.ranking = ranking;
      this.reporting = reporting;
      this.tryAgain = tryAgain;
      this.measured = measured;
    }

    Ranking getRanking() {
      return ranking;
    }

    /** @return what datanodes measured. */
    Ranking getMeasured() {
      return measured.get();
    }

    /** @return whether the client reports, and tries others by itself. */
    boolean isReporting() {
      return reporting;
    }

    /**
     * @param datanode the UUID of a slow one
     * @return whether the caller is to try it again
     */
    boolean tryAgain(String datanode) {
      return tryAgain.test(datanode);
    }
  }
}
