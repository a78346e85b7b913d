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
package org.smarth.hadoop.models.replicas;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** What one of the NameNodes did with a program. */
final class History {
  /**
   * A copy that was ordered, and what the namenode knew then.
   *
   * @param replaced how many earlier ones have a source or target that is stale
   *     and was not then
   */
  record Copies(long time, long block, int count, int live, int wanted,
      Set<Integer> stale, int replaced) {
    @Override
    public String toString() {
      return count + " of " + wanted + " at " + time + " ms, with " + live
          + " live, stale " + stale;
    }
  }

  /** The first report of a replica that a pipeline delivered. */
  record Arrival(long time, long block, int datanode) {
  }

  /**
   * Stock looks every five minutes for copies of blocks of which none was
   * ordered for five minutes.
   */
  private static final long STOCKS_TIMEOUT = TimeUnit.MINUTES.toMillis(10);

  private record Way(int source, int target) {
  }

  private final List<Copies> copies = new ArrayList<>();
  /** Of copies that have not come, and were not replaced. */
  private final Map<Long, List<Way>> ways = new HashMap<>();
  private final List<Arrival> arrivals = new ArrayList<>();
  /** In which seconds nobody saw that a replica is missing. */
  private final Map<Long, BitSet> hidden = new HashMap<>();
  /** The targets of copies that were ordered, and when. */
  private final Map<Long, Map<Integer, Long>> outstanding = new HashMap<>();
  /** In which second each block began. */
  private final Map<Long, Integer> began = new HashMap<>();
  private int failedOver = -1;
  private final List<String> held = new ArrayList<>();
  private int second;

  void ordered(Namenode.Order order, Namenode.State state,
      Set<Integer> stale) {
    List<Way> before =
        ways.computeIfAbsent(order.block(), absent -> new ArrayList<>());
    int all = before.size();
    before.removeIf(way ->
        stale.contains(way.source()) || stale.contains(way.target()));
    copies.add(new Copies(Clock.millis() - Clock.START, order.block(),
        order.targets().length, state.live(), state.wanted(), stale,
        all - before.size()));
    for (int target : order.targets()) {
      if (!stale.contains(order.source()) && !stale.contains(target)) {
        before.add(new Way(order.source(), target));
      }
      outstanding.computeIfAbsent(order.block(), absent -> new HashMap<>())
          .put(target, Clock.millis());
    }
  }

  void copied(long block, int datanode) {
    outstanding.getOrDefault(block, new HashMap<>()).remove(datanode);
    ways.getOrDefault(block, new ArrayList<>())
        .removeIf(way -> way.target() == datanode);
  }

  void arrived(long block, int datanode) {
    arrivals.add(new Arrival(Clock.millis() - Clock.START, block, datanode));
  }

  /** @param text what the namenode waits for though there is nothing */
  void held(String text) {
    held.add(text);
  }

  void failedOver() {
    failedOver = second;
  }

  /** @return whether another NameNode has become the active one since. */
  boolean hasFailedOver(long block) {
    return began.get(block) <= failedOver;
  }

  /** A second has passed, in which the active NameNode ran. */
  void nextSecond() {
    second++;
  }

  void look(long block, Namenode.State state) {
    began.putIfAbsent(block, second);
    if (state == null || state.live() >= state.wanted()) {
      outstanding.remove(block);
    } else if (state.closed() && !state.needed()
        && state.live() + copies(block) < state.wanted()) {
      hidden.computeIfAbsent(block, absent -> new BitSet()).set(second);
    }
  }

  /** @return how many are to come, as stock sees it. */
  private int copies(long block) {
    Map<Integer, Long> targets =
        outstanding.getOrDefault(block, new HashMap<>());
    if (targets.values().stream().allMatch(
        ordered -> Clock.millis() - ordered > STOCKS_TIMEOUT)) {
      targets.clear();
    }
    return targets.size();
  }

  List<Copies> getCopies() {
    return copies;
  }

  List<Arrival> getArrivals() {
    return arrivals;
  }

  Map<Long, BitSet> getHidden() {
    return hidden;
  }

  List<String> getHeld() {
    return held;
  }
}
