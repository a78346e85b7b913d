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
package org.apache.hadoop.hdfs;

import java.util.Random;

import static org.apache.hadoop.hdfs.SmarthCluster.BLOCK;

/** One case of the fault matrix. Immutable. */
final class FaultCase {
  /** How the write may end. */
  enum Expectation {
    /** A datanode has the data still, or the client. */
    SUCCEEDS,
    /** The client ends it; what was flushed stays. */
    CUT_SHORT
  }

  /** Enough for two packets to be on their way. */
  static final int SOME = 140_000;

  private final FaultNode node;
  private final FaultMoment moment;
  private final Fault fault;
  private final Expectation expectation;

  private final long seed;
  private final int[] places;
  private final int target;
  private final int length;
  private final int flushed;
  private final int stalledPlace;

  FaultCase(FaultNode node, FaultMoment moment, Fault fault,
      Expectation expectation, long matrixSeed) {
    this.node = node;
    this.moment = moment;
    this.fault = fault;
    this.expectation = expectation;
    this.seed = matrixSeed * 31 + toString().hashCode();
    Random random = new Random(seed);
    this.places = node == FaultNode.SHARED ? new int[] {random.nextInt(3)}
        : node.getPlaces();
    this.length = 2 * BLOCK + SOME * 3 + random.nextInt(BLOCK - SOME * 3);
    this.target = chooseTarget(random);
    this.flushed = SOME / 2 + random.nextInt(SOME);
    boolean early = fault == Fault.REPLICA_DAMAGED
        || places.length > 0 && places[0] == 1;
    this.stalledPlace = early ? 1 : 1 + random.nextInt(2);
  }

  private int chooseTarget(Random random) {
    switch (moment) {
    case AFTER_LAST_FNFA:
      return 2;
    case DURING_CLOSE:
      return 1;
    default:
      return random.nextInt(2);
    }
  }

  FaultNode getNode() {
    return node;
  }

  FaultMoment getMoment() {
    return moment;
  }

  Fault getFault() {
    return fault;
  }

  Expectation getExpectation() {
    return expectation;
  }

  long getSeed() {
    return seed;
  }

  /** @return the places in the pipeline of the datanodes to hit. */
  int[] getPlaces() {
    return places.clone();
  }

  /** @return the index of the block to hit. */
  int getTarget() {
    return target;
  }

  /** @return of the file, which has three blocks, the last a part of one. */
  int getLength() {
    return length;
  }

  /** @return how much of the block to hit is flushed before the fault. */
  int getFlushed() {
    return flushed;
  }

  /** @return the place of the datanode that gets no packets for a while. */
  int getStalledPlace() {
    return stalledPlace;
  }

  /** @return whether the fault is one that {@link DatanodeFaults} makes. */
  boolean isInjectedByDatanodes() {
    return fault == Fault.MIRROR_BROKEN || fault == Fault.LAST_ACK_LOST
        || fault == Fault.FNFA_LOST;
  }

  /** @return what and when, as a name for the test. */
  @Override
  public String toString() {
    return fault + " " + node + " " + moment;
  }
}
