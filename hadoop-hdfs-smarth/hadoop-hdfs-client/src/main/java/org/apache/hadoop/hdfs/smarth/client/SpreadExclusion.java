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
package org.apache.hadoop.hdfs.smarth.client;

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
import java.util.TreeMap;
import java.util.function.ToIntFunction;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/**
 * Which datanodes the namenode is asked not to choose for a block, so that the
 * pipelines of a file spread over the links between the racks:
 * <ul>
 * <li>While enough datanodes serve in no pipeline, all those that serve are
 * excluded.
 * <li>Then the namenode is left no more datanodes than the block needs: those
 * of the order with the least {@link OrderLoad}, which {@link SpreadOrder}
 * finds again whatever order the namenode has them in.
 * <li>On a single rack those are left that serve least.
 * </ul>
 * A list never leaves fewer datanodes than the block needs. Stateless.
 */
@InterfaceAudience.Private
final class SpreadExclusion {
  private SpreadExclusion() {
  }

  /**
   * @param live the datanodes in service; empty if not known
   * @param use of the datanodes in the other pipelines
   * @param bad the datanodes that failed this client lately
   * @param replication how many targets the block needs
   * @param random for what makes no difference
   * @return the datanodes to exclude because of other pipelines
   */
  static Set<DatanodeInfo> choose(Collection<DatanodeInfo> live,
      DatanodeUse use, Set<DatanodeInfo> bad, int replication,
      Random random) {
    if (live.isEmpty() || use.getServing().isEmpty()) {
      return new HashSet<>(use.getServing());
    }
    List<DatanodeInfo> nodes = new ArrayList<>(live);
    nodes.removeAll(bad);
    Collections.shuffle(nodes, random);
    Map<String, List<DatanodeInfo>> racks = byRack(nodes);
    List<DatanodeInfo> left = unused(nodes, racks.size(), use, replication);
    if (left == null) {
      left = racks.size() == 1
          ? new Choice(nodes, use, replication).onOneRack()
          : new Choice(nodes, use, replication).between();
    }
    if (left.size() < replication) {
      return new HashSet<>();
    }
    Set<DatanodeInfo> excluded = new HashSet<>(nodes);
    excluded.addAll(use.getServing());
    excluded.removeAll(left);
    excluded.removeAll(bad);
    return excluded;
  }

  /**
   * @param live the datanodes in service
   * @param without those that are not to be used
   * @param replication how many targets a block needs
   * @return whether the others have room for blocks on two racks, with two
   *     replicas on one of them, if the cluster has so many
   */
  static boolean isEnough(Collection<DatanodeInfo> live,
      Set<DatanodeInfo> without, int replication) {
    List<DatanodeInfo> others = new ArrayList<>(live);
    others.removeAll(without);
    Map<String, List<DatanodeInfo>> racks = byRack(others);
    boolean pair = replication < 3
        || racks.values().stream().anyMatch(rack -> rack.size() > 1);
    return others.size() >= replication && pair
        && (racks.size() > 1 || byRack(live).size() == 1);
  }

  private static Map<String, List<DatanodeInfo>> byRack(
      Collection<DatanodeInfo> nodes) {
    Map<String, List<DatanodeInfo>> racks = new TreeMap<>();
    for (DatanodeInfo node : nodes) {
      racks.computeIfAbsent(node.getNetworkLocation(),
          rack -> new ArrayList<>()).add(node);
    }
    return racks;
  }

  /**
   * @return the datanodes that serve in no pipeline; null if they are too few,
   *     or stand so that a block may cross between racks more than once
   */
  private static List<DatanodeInfo> unused(List<DatanodeInfo> nodes, int racks,
      DatanodeUse use, int replication) {
    List<DatanodeInfo> unused = new ArrayList<>(nodes);
    unused.removeAll(use.getServing());
    Map<String, List<DatanodeInfo>> byRack = byRack(unused);
    if (racks > 2 && replication > 2) {
      // The second and the third replica are to be on one rack.
      byRack.values().removeIf(rack -> rack.size() < 2);
      unused.retainAll(new HashSet<>(flatten(byRack.values())));
    }
    return unused.size() < replication || racks > 1 && byRack.size() < 2
        ? null : unused;
  }

  private static List<DatanodeInfo> flatten(
      Collection<List<DatanodeInfo>> lists) {
    List<DatanodeInfo> all = new ArrayList<>();
    lists.forEach(all::addAll);
    return all;
  }

  /** The choice among datanodes that all serve, or nearly all. */
  private static final class Choice {
    /** The better ones to send to first, and so on every rack. */
    private final List<DatanodeInfo> nodes;
    private final DatanodeUse use;
    private final int replication;
    private final Comparator<DatanodeInfo> asFirst;

    /** @param shuffled the datanodes in random order. */
    private Choice(List<DatanodeInfo> shuffled, DatanodeUse use,
        int replication) {
      this.nodes = new ArrayList<>(shuffled);
      this.use = use;
      this.replication = replication;
      this.asFirst = OrderLoad.asFirst(use);
      nodes.sort(OrderLoad.asMirror(use));
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
      return left;
    }

    /** @return the best order, which may have too few datanodes. */
    private List<DatanodeInfo> between() {
      Map<String, List<DatanodeInfo>> racks = byRack(nodes);
      List<List<DatanodeInfo>> orders = new ArrayList<>();
      for (List<DatanodeInfo> from : racks.values()) {
        for (List<DatanodeInfo> to : racks.values()) {
          if (from != to) {
            addOrders(orders, from, to);
          }
        }
      }
      return Collections.min(orders,
          Comparator.<List<DatanodeInfo>>comparingInt(order -> -order.size())
              .thenComparing(order -> new OrderLoad(order, use),
                  OrderLoad.LEAST_FIRST));
    }

    /** The best one whose first datanode sends on, and the best other one. */
    private void addOrders(List<List<DatanodeInfo>> orders,
        List<DatanodeInfo> from, List<DatanodeInfo> to) {
      List<DatanodeInfo> senders = least(from, use::sends);
      DatanodeInfo receiver = least(to, use::receives).get(0);
      orders.add(order(to, Collections.min(senders, asFirst), receiver));
      List<DatanodeInfo> firsts = new ArrayList<>(from);
      if (senders.size() == 1) {
        firsts.removeAll(senders);
      }
      if (replication > 2 && !firsts.isEmpty()) {
        DatanodeInfo first = Collections.min(firsts, asFirst);
        senders.remove(first);
        orders.add(order(to, first, senders.get(0), receiver));
      }
    }

    private static List<DatanodeInfo> least(List<DatanodeInfo> rack,
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
