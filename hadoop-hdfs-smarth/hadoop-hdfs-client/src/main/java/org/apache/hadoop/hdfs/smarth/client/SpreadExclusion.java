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
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
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
 * <li>Then, of all pairs of racks, the one is taken whose datanodes send and
 * receive the fewest blocks between racks; the namenode is left the datanodes
 * that send least on the one and those that receive least on the other rack.
 * Whatever it chooses of them has one datanode on each at least, so that
 * {@link SpreadOrder} finds a hop between them that is idle, if there is one.
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
          : new Choice(nodes, use, replication).between(racks);
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
    private static final Comparator<Hop> LEAST_FIRST =
        Comparator.<Hop>comparingInt(hop -> hop.busiest)
            .thenComparingInt(hop -> hop.sum)
            .thenComparingInt(hop -> hop.flows)
            .thenComparingInt(
                hop -> -Math.min(hop.senders.size(), hop.receivers.size()));

    private final List<DatanodeInfo> nodes;
    private final DatanodeUse use;
    private final int replication;

    /** @param nodes in random order. */
    private Choice(List<DatanodeInfo> nodes, DatanodeUse use,
        int replication) {
      this.nodes = nodes;
      this.use = use;
      this.replication = replication;
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

    private List<DatanodeInfo> between(
        Map<String, List<DatanodeInfo>> racks) {
      Hop best = null;
      for (List<DatanodeInfo> from : racks.values()) {
        for (List<DatanodeInfo> to : racks.values()) {
          if (from != to) {
            Hop hop = new Hop(from, to);
            best = best == null || LEAST_FIRST.compare(hop, best) < 0 ? hop
                : best;
          }
        }
      }
      return best.left();
    }

    /** The links from one rack to another that carry least. */
    private final class Hop {
      private final List<DatanodeInfo> senders;
      private final List<DatanodeInfo> receivers;
      /** The other datanodes of the two racks. */
      private final List<DatanodeInfo> others = new ArrayList<>();
      private final int busiest;
      private final int sum;
      private final int flows;

      private Hop(List<DatanodeInfo> onFrom, List<DatanodeInfo> onTo) {
        senders = least(onFrom, use::sends);
        receivers = least(onTo, use::receives);
        others.addAll(onFrom);
        others.addAll(onTo);
        others.removeAll(senders);
        others.removeAll(receivers);
        int sends = use.sends(senders.get(0));
        int receives = use.receives(receivers.get(0));
        busiest = Math.max(sends, receives);
        sum = sends + receives;
        flows = use.flows(onFrom.get(0).getNetworkLocation(),
            onTo.get(0).getNetworkLocation());
      }

      private List<DatanodeInfo> least(List<DatanodeInfo> rack,
          ToIntFunction<DatanodeInfo> count) {
        int least = rack.stream().mapToInt(count).min().getAsInt();
        List<DatanodeInfo> those = new ArrayList<>(rack);
        those.removeIf(node -> count.applyAsInt(node) > least);
        return those;
      }

      /** @return what the namenode may choose from. */
      private List<DatanodeInfo> left() {
        dropFirsts();
        if (replication > 2 && use.firsts(senders.get(0)) > 0) {
          others.stream().filter(this::isNewFirst).findFirst()
              .ifPresent(this::putFirst);
        }
        List<DatanodeInfo> left = new ArrayList<>(senders);
        left.addAll(receivers);
        // No more of them than needed: then each block has one of either.
        others.sort(Comparator.comparingInt(use::serves));
        for (DatanodeInfo node : others) {
          if (left.size() < replication) {
            left.add(node);
          }
        }
        return left;
      }

      private boolean isNewFirst(DatanodeInfo node) {
        return use.firsts(node) == 0
            && !DatanodeUse.isBetweenRacks(node, senders.get(0));
      }

      /** Before the sender: with it, no more receivers than needed. */
      private void putFirst(DatanodeInfo node) {
        senders.subList(1, senders.size()).clear();
        receivers.subList(
            Math.min(receivers.size(), replication - 2), receivers.size())
            .clear();
        senders.add(node);
        others.remove(node);
      }

      /** The senders that are first ones already, while others are left. */
      private void dropFirsts() {
        senders.sort(Comparator.comparingInt(use::firsts));
        while (senders.size() > 1
            && use.firsts(senders.get(senders.size() - 1)) > 0
            && senders.size() + receivers.size() > replication) {
          senders.remove(senders.size() - 1);
        }
      }
    }
  }
}
