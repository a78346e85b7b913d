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
package org.smarth.hadoop.models.replicas;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** What one of the NameNodes did with a program. */
final class History {
  /**
   * A copy that was ordered, and what the namenode knew then.
   *
   * @param unheard whose replicas it could not wait for: they were stale once
   *     since the block was begun, or have told it of none
   * @param replaced how many earlier ones have a source or target that is stale
   */
  record Copies(long time, long block, Set<Integer> targets, int live,
      int wanted, Set<Integer> unheard, int replaced) {
    @Override
    public String toString() {
      return targets.size() + " of " + wanted + " at " + time + " ms, with "
          + live + " live, unheard " + unheard;
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
  /** In which seconds nobody saw that a replica is missing, and could be had. */
  private final Map<Long, BitSet> hidden = new HashMap<>();
  /** The same, or that a datanode with a replica is dead. */
  private final Map<Long, BitSet> lost = new HashMap<>();
  /** The targets of copies that were ordered. */
  private final Map<Long, Set<Integer>> outstanding = new HashMap<>();
  /** Those of them that were dead already. */
  private final Map<Long, Set<Integer>> deadTargets = new HashMap<>();
  /** When one of each block was ordered last. */
  private final Map<Long, Long> orderedAt = new HashMap<>();
  /** In which seconds nobody saw it only because copies were to come. */
  private final Map<Long, BitSet> waited = new HashMap<>();
  /** The same, by the targets of copies that did not come. */
  private final Map<Long, Map<Integer, BitSet>> inVain = new HashMap<>();
  /** When it was ordered, in seconds in which the NameNode ran. */
  private final Map<Long, Integer> orderedIn = new HashMap<>();
  /** How many copies of each block were ordered. */
  private final Map<Long, Integer> orders = new HashMap<>();
  /** From when on how many were ordered or, in its queue, to be ordered. */
  private final Map<Long, TreeMap<Long, Integer>> demands = new HashMap<>();
  private final List<String> held = new ArrayList<>();
  private int second;

  /**
   * @param unheard whose replicas of the block the namenode cannot wait for
   * @param dead the bits of datanodes that are dead
   */
  void ordered(Namenode.Order order, Namenode.State state,
      Set<Integer> stale, Set<Integer> unheard, int dead) {
    List<Way> before =
        ways.computeIfAbsent(order.block(), absent -> new ArrayList<>());
    int all = before.size();
    before.removeIf(way ->
        stale.contains(way.source()) || stale.contains(way.target()));
    copies.add(new Copies(Clock.millis() - Clock.START, order.block(),
        Arrays.stream(order.targets()).boxed().collect(Collectors.toSet()),
        state.live(), state.wanted(), unheard, all - before.size()));
    if (copies(order.block()) > 0) {
      BitSet seconds = new BitSet();
      seconds.or(waited.getOrDefault(order.block(), seconds));
      seconds.clear(0, orderedIn.get(order.block()));
      Map<Integer, BitSet> targets =
          inVain.computeIfAbsent(order.block(), absent -> new HashMap<>());
      outstanding.get(order.block()).forEach(target -> targets
          .computeIfAbsent(target, absent -> new BitSet()).or(seconds));
    }
    orderedIn.put(order.block(), second);
    orders.merge(order.block(), order.targets().length, Integer::sum);
    demanded(order.block(), 0);
    for (int target : order.targets()) {
      before.add(new Way(order.source(), target));
      outstanding.computeIfAbsent(order.block(), absent -> new HashSet<>())
          .add(target);
      Set<Integer> deadOnes = deadTargets.computeIfAbsent(order.block(),
          absent -> new HashSet<>());
      if ((dead >> target & 1) == 0) {
        deadOnes.remove(target);
      } else {
        deadOnes.add(target);
      }
    }
    orderedAt.put(order.block(), Clock.millis());
  }

  void copied(long block, int datanode) {
    outstanding.getOrDefault(block, new HashSet<>()).remove(datanode);
    inVain.getOrDefault(block, new HashMap<>()).remove(datanode);
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

  private void demanded(long block, int more) {
    TreeMap<Long, Integer> demand =
        demands.computeIfAbsent(block, absent -> new TreeMap<>());
    int all = orders.getOrDefault(block, 0) + more;
    if (demand.isEmpty() || all > demand.lastEntry().getValue()) {
      demand.put(Clock.millis() - Clock.START, all);
    }
  }

  /**
   * @return how many copies of the block the namenode had ordered at any time
   *     until then, with those it was to order when it got to it: what a round
   *     takes first is chance, and sources take two copies at a time
   */
  int getDemand(long block, long until) {
    Map.Entry<Long, Integer> last =
        demands.getOrDefault(block, new TreeMap<>()).floorEntry(until);
    return last == null ? 0 : last.getValue();
  }

  /** A second has passed, in which the active NameNode ran. */
  void nextSecond() {
    second++;
  }

  /** The NameNode that is the active one now waits as long as the old one. */
  void failedOver() {
    hidden.values().forEach(seconds -> seconds.clear(second));
  }

  /**
   * @param dead the bits of datanodes that are dead
   * @param up those of the others
   * @return whether to look again though nothing changes, as time matters
   */
  boolean look(long block, Namenode.State state, int dead, int up) {
    if (state != null && state.needed()) {
      demanded(block,
          Math.max(0, state.wanted() - state.live() - state.pending()));
    }
    if (state == null || state.live() >= state.wanted()) {
      outstanding.remove(block);
    }
    if (state == null || !state.closed() || state.needed()) {
      return false;
    }
    int coming = copies(block);
    int there = state.live() + coming;
    // Where no datanode has it, or could get it, it does not matter.
    boolean canBeCopied = (state.holders() & up) != 0
        && (up & ~state.holders()) != 0;
    if (there < state.wanted() && canBeCopied) {
      hidden.computeIfAbsent(block, absent -> new BitSet()).set(second);
    }
    int left = there - Integer.bitCount(state.holders() & dead)
        - lostCopies(block);
    if (coming > 0) {
      waited.computeIfAbsent(block, absent -> new BitSet()).set(second);
    }
    if (left < state.wanted()) {
      lost.computeIfAbsent(block, absent -> new BitSet()).set(second);
    }
    return coming > 0 || left < state.wanted();
  }

  /** @return how many are to come, as stock sees it. */
  private int copies(long block) {
    if (Clock.millis() - orderedAt.getOrDefault(block, 0L) > STOCKS_TIMEOUT) {
      outstanding.remove(block);
    }
    return outstanding.getOrDefault(block, Set.of()).size();
  }

  private int lostCopies(long block) {
    Set<Integer> deadOnes = deadTargets.getOrDefault(block, Set.of());
    return (int) outstanding.getOrDefault(block, Set.of()).stream()
        .filter(deadOnes::contains).count();
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

  /** @return where the replicas that were told of, or ordered, are not. */
  Map<Long, BitSet> getLost() {
    Map<Long, BitSet> all = new HashMap<>();
    lost.forEach((block, seconds) -> all.put(block, (BitSet) seconds.clone()));
    inVain.forEach((block, targets) -> targets.values().forEach(seconds ->
        all.computeIfAbsent(block, absent -> new BitSet()).or(seconds)));
    return all;
  }

  List<String> getHeld() {
    return held;
  }
}
