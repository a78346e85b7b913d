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
package org.apache.hadoop.hdfs.smarth.client.plan.auto;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.smarth.client.datanodes.Racks;
import org.apache.hadoop.hdfs.smarth.client.pipelines.DatanodeUse;

/**
 * The order of a new block's targets in its pipeline, where pipelines share
 * datanodes. Of the orders that cross between racks as few times as can be,
 * the one is taken
 * <ol>
 * <li>whose first datanode is on this host, as in stock: it needs no network;
 * <li>whose first datanode is not known to be slow beside another datanode;
 * <li>whose links between racks carry the fewest blocks of this client, and
 * whose first datanode receives the fewest from other datanodes
 * ({@link OrderLoad});
 * <li>whose first datanode is the fastest known; or the namenode's first, as
 * long as its rate is not known: the namenode knew better.
 * </ol>
 * Now and then speed does not count, so that the speeds of others become
 * known, too (paper, Algorithm 2). Thread-safe.
 */
@InterfaceAudience.Private
public final class SpreadOrder {
  /** A first datanode is slow if another one was this many times as fast. */
  private static final double SLOW_DIVISOR = 2;

  private final ToLongFunction<String> speeds;
  private final ToLongFunction<String> undoubted;
  private final ToLongFunction<String> rateAlone;
  private final Predicate<DatanodeInfo> local;
  private final double threshold;
  private final Random random;
  /** Of all targets. Guarded by the monitor. */
  private Fastest ever = new Fastest();

  /**
   * @param speeds by UUID, in bytes per second; 0 if not known
   * @param undoubted the same, and 0 for one that may be another by now
   * @param rateAlone the same, beside no other block of this process
   * @param local whether a datanode is on this host
   * @param threshold the share of blocks for which speed counts
   * @param random which blocks are the others, and what makes no difference
   */
  public SpreadOrder(ToLongFunction<String> speeds,
      ToLongFunction<String> undoubted, ToLongFunction<String> rateAlone,
      Predicate<DatanodeInfo> local, double threshold, Random random) {
    this.speeds = speeds;
    this.undoubted = undoubted;
    this.rateAlone = rateAlone;
    this.local = local;
    this.threshold = threshold;
    this.random = random;
  }

  /**
   * @param order of targets of a new block
   * @param use of the datanodes in the other pipelines
   * @return its load; if its first datanode will not be the first, that of the
   *     order that the targets will have
   */
  synchronized OrderLoad load(List<DatanodeInfo> order, DatanodeUse use) {
    Fastest fastest = new Fastest(ever, order);
    DatanodeInfo first = order.get(0);
    boolean turned = !local.test(first)
        && (fastest.isSlow(first) || order.stream().anyMatch(local));
    return turned
        ? new Search(order.toArray(new DatanodeInfo[0]), use, fastest, false)
            .find().load
        : new OrderLoad(order, use);
  }

  /**
   * @param block new, with its targets in the namenode's order
   * @param use of the datanodes in the other pipelines
   */
  public void arrange(LocatedBlock block, DatanodeUse use) {
    DatanodeInfo[] targets = block.getLocations();
    if (targets.length < 2) {
      return;
    }
    List<DatanodeInfo> best = best(targets, use);
    for (int i = 0; i < targets.length; i++) {
      targets[i] = best.get(i);
    }
    // As LocatedBlock demands: storage types and IDs go with their targets.
    block.updateCachedStorageInfo();
  }

  /**
   * @param targets of a new block, 1 or more
   * @param use of the datanodes in the other pipelines
   * @return the same in their order
   */
  synchronized List<DatanodeInfo> best(DatanodeInfo[] targets,
      DatanodeUse use) {
    boolean speedCounts = random.nextDouble() < threshold;
    ever = new Fastest(ever, Arrays.asList(targets));
    return new Search(targets, use, ever, speedCounts).find().nodes;
  }

  private long speed(DatanodeInfo node) {
    return speeds.applyAsLong(node.getDatanodeUuid());
  }

  /** The highest rates that there were, of both kinds. Immutable. */
  private final class Fastest {
    private final long rate;
    private final long alone;

    private Fastest() {
      rate = 0;
      alone = 0;
    }

    private Fastest(Fastest before, Collection<DatanodeInfo> nodes) {
      rate = nodes.stream().mapToLong(SpreadOrder.this::speed)
          .reduce(before.rate, Math::max);
      alone = nodes.stream().mapToLong(this::alone)
          .reduce(before.alone, Math::max);
    }

    private long alone(DatanodeInfo node) {
      return rateAlone.applyAsLong(node.getDatanodeUuid());
    }

    /** @return whether it is by both: each alone may be wrong. */
    private boolean isSlow(DatanodeInfo node) {
      long known = undoubted.applyAsLong(node.getDatanodeUuid());
      return known > 0 && known < rate / SLOW_DIVISOR
          && alone(node) < alone / SLOW_DIVISOR;
    }
  }

  private static List<DatanodeInfo> startingWith(DatanodeInfo first,
      List<DatanodeInfo> nodes) {
    List<DatanodeInfo> order = new ArrayList<>(nodes);
    order.remove(first);
    order.add(0, first);
    return order;
  }

  /**
   * Finds the best order; of equally good ones each is as likely. There are
   * many with many replicas, so only the best is kept. Belongs to the thread
   * that arranges.
   */
  private final class Search {
    private final DatanodeInfo[] targets;
    private final DatanodeUse use;
    private final boolean speedCounts;
    private final Fastest fastest;
    private Order best;
    /** How many orders are as good as the best. */
    private int equallyGood;

    private Search(DatanodeInfo[] targets, DatanodeUse use, Fastest fastest,
        boolean speedCounts) {
      this.targets = targets;
      this.use = use;
      this.fastest = fastest;
      this.speedCounts = speedCounts;
    }

    private Order find() {
      Map<String, List<DatanodeInfo>> racks = Racks.of(Arrays.asList(targets));
      if (racks.size() == 2) {
        List<List<DatanodeInfo>> both = new ArrayList<>(racks.values());
        lookAtCrossings(both.get(0), both.get(1));
        lookAtCrossings(both.get(1), both.get(0));
      } else {
        lookAtFirsts(racks);
      }
      return best;
    }

    /** Every first datanode, with the rest of its rack before the others. */
    private void lookAtFirsts(Map<String, List<DatanodeInfo>> racks) {
      for (DatanodeInfo first : targets) {
        List<DatanodeInfo> own = racks.get(first.getNetworkLocation());
        List<DatanodeInfo> order = startingWith(first, own);
        racks.values().stream().filter(rack -> rack != own)
            .forEach(order::addAll);
        look(order, 1);
      }
    }

    /**
     * Every first datanode, with the best hops from the one rack to the other.
     * What the hop costs is the sum of what its two ends cost.
     */
    private void lookAtCrossings(List<DatanodeInfo> from,
        List<DatanodeInfo> to) {
      List<DatanodeInfo> receivers = least(to, use::receives);
      for (DatanodeInfo first : from) {
        List<DatanodeInfo> order = startingWith(first, from);
        List<DatanodeInfo> senders =
            least(order.subList(from.size() > 1 ? 1 : 0, from.size()),
                use::sends);
        DatanodeInfo sender = any(senders);
        order.remove(sender);
        order.add(sender);
        order.addAll(startingWith(any(receivers), to));
        look(order, senders.size() * receivers.size());
      }
    }

    /** @param number how many orders are as good as this one. */
    private void look(List<DatanodeInfo> nodes, int number) {
      Order order = order(nodes);
      int better = best == null ? -1 : Order.compare(order, best);
      equallyGood = better < 0 ? number
          : better == 0 ? equallyGood + number : equallyGood;
      if (better < 0 || better == 0 && random.nextInt(equallyGood) < number) {
        best = order;
      }
    }

    private Order order(List<DatanodeInfo> nodes) {
      DatanodeInfo first = nodes.get(0);
      Order order = new Order(nodes, use);
      order.slow = fastest.isSlow(first);
      order.remote = !local.test(first);
      order.moved = speedCounts && speed(targets[0]) == 0
          && !targets[0].equals(first);
      order.speed = speedCounts ? speed(first) : 0;
      return order;
    }

    private DatanodeInfo any(List<DatanodeInfo> nodes) {
      return nodes.get(random.nextInt(nodes.size()));
    }
  }

  /** @return those of which there is no less. */
  private static List<DatanodeInfo> least(List<DatanodeInfo> nodes,
      ToIntFunction<DatanodeInfo> cost) {
    int least = nodes.stream().mapToInt(cost).min().getAsInt();
    return nodes.stream().filter(node -> cost.applyAsInt(node) == least)
        .collect(Collectors.toList());
  }

  /** One possible order. Belongs to the thread that arranges. */
  private static final class Order {
    private final List<DatanodeInfo> nodes;
    private final OrderLoad load;
    private boolean slow;
    private boolean remote;
    private boolean moved;
    private long speed;

    private Order(List<DatanodeInfo> nodes, DatanodeUse use) {
      this.nodes = nodes;
      load = new OrderLoad(nodes, use);
    }

    /** Compares as a comparator does: the best comes first. */
    private static int compare(Order a, Order b) {
      int order = Boolean.compare(a.remote, b.remote);
      if (order == 0) {
        order = Boolean.compare(a.slow, b.slow);
      }
      if (order == 0) {
        order = OrderLoad.compare(a.load, b.load);
      }
      if (order == 0) {
        order = Boolean.compare(a.moved, b.moved);
      }
      return order != 0 ? order : Long.compare(b.speed, a.speed);
    }
  }

  /**
   * What an order of targets meets of other pipelines, and is to them. A block
   * keeps a link between racks for long: idle ones come first. The client streams
   * it to its first datanode for a moment only, and then has what other datanodes
   * leave of that NIC. So the first datanode is one that they send little. They
   * send to those whose turn to be first is furthest: that were first lately, or
   * share their turns with many on their rack. Immutable.
   */
  static final class OrderLoad {
    /** The first one that differs decides, and less is lighter. */
    private final int[] loads;

    OrderLoad(List<DatanodeInfo> nodes, DatanodeUse use) {
      // Blocks that the datanodes of its crossings have between racks.
      int carried = 0;
      // Blocks that leave the same racks for the same racks.
      int flows = 0;
      // Of the datanodes after the first one, as the next.
      int untilFirst = 0;
      // How many were sent nothing.
      int free = 0;
      for (int i = 1; i < nodes.size(); i++) {
        DatanodeInfo from = nodes.get(i - 1);
        DatanodeInfo to = nodes.get(i);
        untilFirst += use.untilFirst(to);
        free += use.mirrors(to) == 0 ? 1 : 0;
        if (Racks.isBetween(from, to)) {
          carried += use.sends(from) + use.receives(to);
          flows += use.flows(from.getNetworkLocation(), to.getNetworkLocation());
        }
      }
      loads = new int[] {carried, flows, use.firsts(nodes.get(0)),
          use.mirrors(nodes.get(0)), -untilFirst, free};
    }

    /** Compares as a comparator does: the lightest comes first. */
    static int compare(OrderLoad a, OrderLoad b) {
      int order = 0;
      for (int i = 0; i < a.loads.length && order == 0; i++) {
        order = Integer.compare(a.loads[i], b.loads[i]);
      }
      return order;
    }

    /** @return the better first datanodes before others. */
    static Comparator<DatanodeInfo> asFirst(DatanodeUse use) {
      return Comparator.<DatanodeInfo>comparingInt(use::firsts)
          .thenComparingInt(use::mirrors);
    }

    /** @return the better datanodes to send to before others. */
    static Comparator<DatanodeInfo> asMirror(DatanodeUse use) {
      return Comparator.<DatanodeInfo>comparingInt(node -> -use.untilFirst(node))
          .thenComparing(node -> use.mirrors(node) == 0);
    }
  }
}
