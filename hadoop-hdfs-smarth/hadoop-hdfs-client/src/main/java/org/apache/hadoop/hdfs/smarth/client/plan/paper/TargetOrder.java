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
package org.apache.hadoop.hdfs.smarth.client.plan.paper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.smarth.client.datanodes.Racks;

/**
 * Which target of a new block is the first datanode of its pipeline: the
 * fastest that this client knows, or now and then another one, so that its
 * speed becomes known, too (paper, Algorithm 2). In detail:
 * <ul>
 * <li>A target on this host is first, as in stock: it needs no network.
 * <li>The namenode's first target stays first if its rate is not known or is
 * old. The namenode may want it tried again.
 * <li>Otherwise the target with the highest known rate is first; of those that
 * differ from it by no more than measurements do, the one that the namenode put
 * first: it spreads the load. Where no rate is known, it knew better.
 * <li>With probability 1 - threshold, one of the other targets is first, each
 * with the same probability; but none that was slow a short time ago: there is
 * nothing to find out, and it costs a slow block.
 * <li>If a target was moved, the others follow by rack, beginning with that of
 * the first one, and otherwise in the namenode's order: a block crosses from
 * rack to rack as few times as it can.
 * </ul>
 * As safe for threads as what it is given.
 */
@InterfaceAudience.Private
public final class TargetOrder {
  /** The part of a rate that counts as equal; the namenode's default, too. */
  private static final double AS_FAST = 0.8;
  /** The part of a rate below which another one is slow beside it. */
  private static final double SLOW = 0.5;

  private final ToLongFunction<String> speeds;
  private final ToLongFunction<String> undoubted;
  private final Predicate<DatanodeInfo> local;
  private final double threshold;
  private final Random random;

  /**
   * @param speeds by UUID, in bytes per second; 0 if not known
   * @param undoubted the same, and 0 for one that may be another by now
   * @param local whether a datanode is on this host
   * @param threshold the share of blocks for which the fastest is first
   * @param random which blocks are the others, and where they go
   */
  public TargetOrder(ToLongFunction<String> speeds,
      ToLongFunction<String> undoubted, Predicate<DatanodeInfo> local,
      double threshold, Random random) {
    this.speeds = speeds;
    this.undoubted = undoubted;
    this.local = local;
    this.threshold = threshold;
    this.random = random;
  }

  /** @param block new, with its targets in the namenode's order. */
  public void arrange(LocatedBlock block) {
    DatanodeInfo[] targets = block.getLocations();
    if (targets.length < 2) {
      return;
    }
    int first = first(targets);
    if (first > 0) {
      List<DatanodeInfo> arranged = withFirst(targets, first);
      for (int i = 0; i < targets.length; i++) {
        targets[i] = arranged.get(i);
      }
      // As LocatedBlock demands: storage types and IDs go with their targets.
      block.updateCachedStorageInfo();
    }
  }

  private int first(DatanodeInfo[] targets) {
    int[] own = IntStream.range(0, targets.length)
        .filter(i -> local.test(targets[i])).toArray();
    // Where all are on this host it does not matter.
    return own.length > 0 && own.length < targets.length ? own[0]
        : explore(targets, fastest(targets));
  }

  private int fastest(DatanodeInfo[] targets) {
    if (undoubted.applyAsLong(targets[0].getDatanodeUuid()) == 0) {
      return 0;
    }
    long[] rates = Stream.of(targets)
        .mapToLong(target -> speeds.applyAsLong(target.getDatanodeUuid()))
        .toArray();
    double fast = AS_FAST * LongStream.of(rates).max().getAsLong();
    int first = 0;
    while (rates[first] < fast) {
      first++;
    }
    return first;
  }

  private int explore(DatanodeInfo[] targets, int fastest) {
    if (random.nextDouble() < threshold) {
      return fastest;
    }
    double slow = SLOW * speeds.applyAsLong(targets[fastest].getDatanodeUuid());
    int[] others = IntStream.range(0, targets.length)
        .filter(i -> i != fastest && !isSlower(targets[i], slow)).toArray();
    if (others.length == 0) {
      return fastest;
    }
    return others[random.nextInt(others.length)];
  }

  private boolean isSlower(DatanodeInfo target, double slow) {
    long rate = undoubted.applyAsLong(target.getDatanodeUuid());
    return rate > 0 && rate < slow;
  }

  private static List<DatanodeInfo> withFirst(DatanodeInfo[] targets,
      int first) {
    List<DatanodeInfo> nodes = new ArrayList<>(Arrays.asList(targets));
    nodes.add(0, nodes.remove(first));
    List<DatanodeInfo> arranged = new ArrayList<>();
    Racks.of(nodes).values().forEach(arranged::addAll);
    return arranged;
  }
}
