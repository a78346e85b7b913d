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
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.ToIntFunction;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.smarth.client.datanodes.OwnDatanodes;
import org.apache.hadoop.hdfs.smarth.client.datanodes.Racks;
import org.apache.hadoop.hdfs.smarth.client.pipelines.DatanodeUse;
import org.apache.hadoop.hdfs.smarth.client.plan.auto.SpreadOrder.OrderLoad;

/**
 * Which datanodes the namenode is asked not to choose for a block. So the
 * pipelines of a client spread over the links between the racks:
 * <ul>
 * <li>While enough datanodes serve in no pipeline, all those that serve are
 * excluded.
 * <li>Then the namenode is left no more datanodes than the block needs: those
 * whose order has the least {@link OrderLoad}, as {@link SpreadOrder} finds it
 * whatever order the namenode has them in.
 * <li>On a single rack those are left that serve least.
 * <li>The writer's own datanode is always left, and first. While it sends a
 * block to another rack, datanodes on its rack that send none do so.
 * </ul>
 * A list never leaves fewer of the known datanodes than the block needs, so
 * that the namenode always finds enough; those that are not known are left, and
 * become known. One per file; as safe for threads as what it is given.
 */
@InterfaceAudience.Private
public final class SpreadExclusion {
  private final int replication;
  private final OwnDatanodes own;
  private final SpreadOrder spread;
  private final Random random;

  /**
   * @param replication how many targets a block needs
   * @param own the datanodes on the writer's host
   * @param spread the order of the targets that the namenode will choose
   * @param random for what makes no difference
   */
  public SpreadExclusion(int replication, OwnDatanodes own,
      SpreadOrder spread, Random random) {
    this.replication = replication;
    this.own = own;
    this.spread = spread;
    this.random = random;
  }

  /** @return how many targets a block needs. */
  int getReplication() {
    return replication;
  }

  /**
   * @param targets of a new block, in the namenode's order
   * @return whether it begins on the writer's host
   */
  boolean noteChosen(DatanodeInfo[] targets) {
    return own.noteChosen(targets);
  }

  /**
   * Blocks show a writer on a datanode no other datanode of its rack, so it asks
   * one pipeline earlier than others.
   *
   * @param draining how many other pipelines have something to deliver
   * @return for how many pipelines datanodes must be known; 0: for none
   */
  int pipelinesToKnowFor(int draining) {
    return draining > (own.isPreferred() ? 0 : 1) ? draining + 1 : 0;
  }

  /**
   * @param live the datanodes that are known to be in service, perhaps not all
   * @param use of the datanodes in the other pipelines
   * @param bad the datanodes that failed this client lately
   * @param slow the datanodes to leave out while enough others are left
   * @return the datanodes to exclude, beside the bad ones
   */
  Set<DatanodeInfo> choose(Collection<DatanodeInfo> live, DatanodeUse use,
      Set<DatanodeInfo> bad, Set<DatanodeInfo> slow) {
    Set<DatanodeInfo> first = own.preferredAmong(live);
    Set<DatanodeInfo> unusable = new HashSet<>(bad);
    unusable.addAll(own.avoidedAmong(live));
    // A pipeline as a whole was slow; of the own disk that says nothing.
    Set<DatanodeInfo> tooSlow = new HashSet<>(slow);
    tooSlow.removeAll(first);
    Set<DatanodeInfo> without = new HashSet<>(unusable);
    without.addAll(tooSlow);
    Set<DatanodeInfo> excluded;
    if (!tooSlow.isEmpty() && isEnough(live, without)) {
      excluded = busy(live, use, without, first);
      excluded.addAll(tooSlow);
    } else {
      excluded = busy(live, use, unusable, first);
    }
    excluded.removeAll(first);
    return excluded;
  }

  /** @return the datanodes to exclude because of other pipelines. */
  private Set<DatanodeInfo> busy(Collection<DatanodeInfo> live,
      DatanodeUse use, Set<DatanodeInfo> without, Set<DatanodeInfo> first) {
    if (use.getServing().isEmpty()) {
      return new HashSet<>();
    }
    List<DatanodeInfo> nodes = new ArrayList<>(live);
    nodes.removeAll(without);
    Collections.shuffle(nodes, random);
    Set<DatanodeInfo> firsts = new HashSet<>(nodes);
    firsts.retainAll(first);
    List<DatanodeInfo> left = isOtherSender(nodes, use, firsts)
        ? null : unused(nodes, use, firsts);
    if (left == null) {
      left = new Choice(nodes, use, firsts).find();
    }
    if (left.size() < replication) {
      return new HashSet<>();
    }
    Set<DatanodeInfo> excluded = new HashSet<>(nodes);
    excluded.addAll(use.getServing());
    excluded.removeAll(left);
    excluded.removeAll(without);
    return excluded;
  }

  /**
   * The namenode would have the writer's own datanode send every block to
   * another rack.
   *
   * @return whether it sends one, and others on its rack send none
   */
  private boolean isOtherSender(Collection<DatanodeInfo> nodes,
      DatanodeUse use, Set<DatanodeInfo> first) {
    // With two replicas the first datanode is the only one that can send.
    return replication > 2 && first.stream().anyMatch(
        mine -> use.sends(mine) > 0 && nodes.stream().anyMatch(
            node -> use.sends(node) == 0 && !Racks.isBetween(mine, node)));
  }

  /** Whether the others have room on two racks, with two on one of them. */
  private boolean isEnough(Collection<DatanodeInfo> live,
      Set<DatanodeInfo> without) {
    List<DatanodeInfo> others = new ArrayList<>(live);
    others.removeAll(without);
    Map<String, List<DatanodeInfo>> racks = Racks.of(others);
    boolean pair = replication < 3
        || racks.values().stream().anyMatch(rack -> rack.size() > 1);
    return others.size() >= replication && pair
        && (racks.size() > 1 || Racks.of(live).size() == 1);
  }

  /**
   * @return the datanodes that serve in no pipeline, and those that are first
   *     in each; null if they are too few, or stand so that a block may cross
   *     between racks more than once
   */
  private List<DatanodeInfo> unused(List<DatanodeInfo> nodes,
      DatanodeUse use, Set<DatanodeInfo> first) {
    List<DatanodeInfo> unused = new ArrayList<>(nodes);
    unused.removeAll(use.getServing());
    unused.removeAll(first);
    int racks = Racks.of(nodes).size();
    Map<String, List<DatanodeInfo>> byRack = Racks.of(unused);
    if (racks > 2 && replication > 2) {
      // The second and the third replica are to be on one rack.
      byRack.values().removeIf(rack -> rack.size() < 2);
      unused.retainAll(new HashSet<>(flatten(byRack.values())));
    }
    unused.addAll(first);
    return unused.size() < replication
        || racks > 1 && Racks.of(unused).size() < 2 ? null : unused;
  }

  private static List<DatanodeInfo> flatten(
      Collection<List<DatanodeInfo>> lists) {
    List<DatanodeInfo> all = new ArrayList<>();
    lists.forEach(all::addAll);
    return all;
  }

  /** The choice among datanodes that all serve, or nearly all. */
  private final class Choice {
    /** The better ones to send to first. */
    private final List<DatanodeInfo> nodes;
    /** The same on each; the order of the racks is random. */
    private final Map<String, List<DatanodeInfo>> racks;
    private final DatanodeUse use;
    /** One of these is first; any, if there are none. */
    private final Set<DatanodeInfo> first;
    private final Comparator<DatanodeInfo> asFirst;

    /** @param shuffled the datanodes in random order. */
    private Choice(List<DatanodeInfo> shuffled, DatanodeUse use,
        Set<DatanodeInfo> first) {
      this.nodes = new ArrayList<>(shuffled);
      this.use = use;
      this.first = first;
      this.asFirst = OrderLoad.asFirst(use);
      this.racks = Racks.of(shuffled);
      Comparator<DatanodeInfo> asMirror = OrderLoad.asMirror(use);
      nodes.sort(asMirror);
      racks.values().forEach(rack -> rack.sort(asMirror));
    }

    private List<DatanodeInfo> find() {
      return racks.size() > 1 ? between() : onOneRack();
    }

    /** @return those that serve least, and as first ones least. */
    private List<DatanodeInfo> onOneRack() {
      List<DatanodeInfo> left = new ArrayList<>();
      for (int most = 0; left.size() < replication
          && left.size() < nodes.size(); most++) {
        left.clear();
        for (DatanodeInfo node : nodes) {
          if (use.serves(node) <= most) {
            left.add(node);
          }
        }
      }
      first.stream().filter(mine -> !left.contains(mine))
          .forEach(left::add);
      return left;
    }

    /** @return the best order, which may have too few datanodes. */
    private List<DatanodeInfo> between() {
      List<List<DatanodeInfo>> orders = new ArrayList<>();
      for (List<DatanodeInfo> from : racks.values()) {
        for (List<DatanodeInfo> to : racks.values()) {
          if (from != to) {
            addOrders(orders, from, to);
          }
        }
      }
      int most = orders.stream().mapToInt(List::size).max().getAsInt();
      List<DatanodeInfo> best = null;
      OrderLoad least = null;
      for (List<DatanodeInfo> each : orders) {
        OrderLoad load = each.size() < most ? null : spread.load(each, use);
        if (load != null
            && (best == null || OrderLoad.compare(load, least) < 0)) {
          best = each;
          least = load;
        }
      }
      return best;
    }

    /** The best one whose first datanode sends on, and the best other one. */
    private void addOrders(List<List<DatanodeInfo>> orders,
        List<DatanodeInfo> from, List<DatanodeInfo> to) {
      List<DatanodeInfo> firsts = new ArrayList<>(from);
      if (!first.isEmpty()) {
        firsts.retainAll(first);
      }
      if (firsts.isEmpty()) {
        return;
      }
      DatanodeInfo receiver = least(to, use::receives).get(0);
      orders.add(order(to,
          Collections.min(least(firsts, use::sends), asFirst), receiver));
      List<DatanodeInfo> senders = least(from, use::sends);
      if (senders.size() == 1) {
        firsts.removeAll(senders);
      }
      if (replication > 2 && !firsts.isEmpty()) {
        DatanodeInfo other = Collections.min(firsts, asFirst);
        senders.remove(other);
        orders.add(order(to, other, senders.get(0), receiver));
      }
    }

    private List<DatanodeInfo> least(List<DatanodeInfo> rack,
        ToIntFunction<DatanodeInfo> count) {
      int least = rack.stream().mapToInt(count).min().getAsInt();
      List<DatanodeInfo> those = new ArrayList<>(rack);
      those.removeIf(node -> count.applyAsInt(node) > least);
      return those;
    }

    /** The last datanode's rack has the other replicas, while it can. */
    private List<DatanodeInfo> order(List<DatanodeInfo> last,
        DatanodeInfo... begin) {
      Set<DatanodeInfo> order = new LinkedHashSet<>(Arrays.asList(begin));
      fill(order, last);
      fill(order, nodes);
      return new ArrayList<>(order);
    }

    private void fill(Set<DatanodeInfo> order, List<DatanodeInfo> from) {
      for (DatanodeInfo node : from) {
        if (order.size() >= replication) {
          return;
        }
        order.add(node);
      }
    }
  }
}
