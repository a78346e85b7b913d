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

/**
 * How fast one datanode forwards to others, apart by where these are, which is
 * what the rack rule asks for. Immutable.
 */
final class HopRates {
  static final HopRates EMPTY = new HopRates(Ranking.EMPTY, Ranking.EMPTY, 0);

  private final Ranking sameRack;
  private final Ranking otherRacks;
  private final long learntAt;

  /** @param learntAt in milliseconds of the table's monotonic clock */
  HopRates(Ranking sameRack, Ranking otherRacks, long learntAt) {
    this.sameRack = sameRack;
    this.otherRacks = otherRacks;
    this.learntAt = learntAt;
  }

  long getLearntAt() {
    return learntAt;
  }

  /** @return to how many datanodes. */
  int size() {
    return sameRack.size() + otherRacks.size();
  }

  /** @return to all datanodes. */
  Ranking getAll() {
    return Ranking.merge(sameRack, otherRacks);
  }

  /** @return to datanodes on the rack of the one that forwards. */
  Ranking getSameRack() {
    return sameRack;
  }

  /** @return to datanodes on other racks. */
  Ranking getOtherRacks() {
    return otherRacks;
  }
}
