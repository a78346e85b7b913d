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

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.smarth.client.datanodes.LiveDatanodes;
import org.apache.hadoop.hdfs.smarth.client.datanodes.OwnDatanodes;
import org.apache.hadoop.hdfs.smarth.client.datanodes.Racks;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelinePlan;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet.Pipeline;

/**
 * Live datanodes / replication pipelines that share no datanode, as far as the
 * cluster has room (paper, section IV.C and Algorithm 1). As safe for threads
 * as what it is given.
 */
@InterfaceAudience.Private
public final class PaperPlan implements PipelinePlan {
  private static final long MAX_WAIT_MILLIS = 1000;

  private final LiveDatanodes live;
  private final PipelineSet pipelines;
  private final TargetExclusion exclusion;
  private final int pipelinesMax;
  private final TargetOrder order;
  private final Random random = new Random();

  /**
   * @param live the datanodes of the cluster
   * @param pipelines of the file
   * @param exclusion of datanodes that other pipelines use
   * @param pipelinesMax the most pipelines; 0: by the number of datanodes
   * @param order of a block's targets
   */
  public PaperPlan(LiveDatanodes live, PipelineSet pipelines,
      TargetExclusion exclusion, int pipelinesMax, TargetOrder order) {
    this.live = live;
    this.pipelines = pipelines;
    this.exclusion = exclusion;
    this.pipelinesMax = pipelinesMax;
    this.order = order;
  }

  @Override
  public int limit() {
    return pipelinesMax > 0 ? pipelinesMax
        : live.pipelinesFor(exclusion.getReplication());
  }

  /** The paper's number is of a file. */
  @Override
  public int limitOfAll() {
    return Integer.MAX_VALUE;
  }

  @Override
  public Set<DatanodeInfo> exclude(Pipeline pipeline, Set<DatanodeInfo> bad)
      throws IOException {
    if (pipelines.getBlocks() == 0) {
      // The first block of a file asks no more of the namenode than stock.
      return Collections.emptySet();
    }
    while (true) {
      Set<DatanodeInfo> busy = pipelines.busyDatanodes();
      int open = pipelines.getOpen();
      List<DatanodeInfo> known = new ArrayList<>(live.get());
      Collections.shuffle(known, random);
      int limit = limit();
      int toCome = limit == Integer.MAX_VALUE ? 0 : Math.max(0, limit - open);
      Set<DatanodeInfo> excluded =
          exclusion.choose(known, busy, bad, toCome);
      if (excluded != null) {
        return excluded;
      }
      if (open == 1) {
        return Collections.emptySet();
      }
      pipelines.awaitChange(MAX_WAIT_MILLIS);
    }
  }

  /** Waits for pipelines to end, if there are more than there should be. */
  @Override
  public boolean handleTooFew(Set<DatanodeInfo> excluded, DatanodeInfo[] targets)
      throws IOException {
    live.learn(excluded.size() + targets.length);
    boolean waited = false;
    while (pipelines.getOpen() > Math.max(1, limit())) {
      pipelines.awaitChange(MAX_WAIT_MILLIS);
      waited = true;
    }
    return waited;
  }

  @Override
  public void arrange(Pipeline pipeline, LocatedBlock block) {
    exclusion.noteChosen(block.getLocations());
    order.arrange(block);
  }

  @Override
  public void arrived(DatanodeInfo[] nodes, long bytes, long nanos) {
    // The paper knows first datanodes only.
  }

  /**
   * Which datanodes the namenode is asked not to choose, so that the pipelines
   * of a file do not share datanodes (paper, section IV.C). Too long a list
   * makes the namenode return too few targets, or targets on one rack, without
   * an error; this keeps enough of them. The writer's own datanode is shared by
   * all pipelines. One per file; as safe for threads as what it is given.
   */
  public static final class TargetExclusion {
    private final int replication;
    private final OwnDatanodes own;

    /**
     * @param replication how many targets a block needs
     * @param own the datanodes on the writer's host
     */
    public TargetExclusion(int replication, OwnDatanodes own) {
      this.replication = replication;
      this.own = own;
    }

    /** @return how many targets a block needs. */
    int getReplication() {
      return replication;
    }

    /** @param targets of a new block, in the namenode's order. */
    void noteChosen(DatanodeInfo[] targets) {
      own.noteChosen(targets);
    }

    /**
     * @param live the datanodes in service, in any order, which decides between
     *     racks that are equal; empty if not known
     * @param busy the datanodes in this file's open pipelines
     * @param bad the datanodes that failed this client lately
     * @param toCome how many pipelines may be opened after this one before one
     *     of the open ones ends
     * @return the datanodes to exclude because of other pipelines; null if too
     *     few would be left, so that a pipeline should end first
     */
    Set<DatanodeInfo> choose(Collection<DatanodeInfo> live,
        Set<DatanodeInfo> busy, Set<DatanodeInfo> bad, int toCome) {
      Collection<DatanodeInfo> known = live.isEmpty() ? busy : live;
      Set<DatanodeInfo> first = own.preferredAmong(known);
      Set<DatanodeInfo> others = new HashSet<>(busy);
      others.removeAll(first);
      Set<DatanodeInfo> unusable = new HashSet<>(bad);
      unusable.addAll(own.avoidedAmong(known));
      Set<DatanodeInfo> excluded = apart(live, others, unusable, toCome);
      if (excluded != null) {
        excluded.removeAll(first);
      }
      return excluded;
    }

    private Set<DatanodeInfo> apart(Collection<DatanodeInfo> live,
        Set<DatanodeInfo> busy, Set<DatanodeInfo> bad, int toCome) {
      if (live.isEmpty() || busy.isEmpty() && toCome == 0) {
        return new HashSet<>(busy);
      }
      List<DatanodeInfo> nodes = new ArrayList<>(live);
      nodes.removeAll(bad);
      Map<String, List<DatanodeInfo>> racks = Racks.of(nodes);
      nodes.removeAll(busy);
      Map<String, List<DatanodeInfo>> free = Racks.of(nodes);
      Set<DatanodeInfo> excluded = new HashSet<>(busy);
      if (racks.size() > 1 && free.size() < 2) {
        // Better to share the few datanodes of a small rack than to keep a
        // block on one rack.
        for (Map.Entry<String, List<DatanodeInfo>> rack : racks.entrySet()) {
          if (!free.containsKey(rack.getKey())) {
            excluded.removeAll(rack.getValue());
          }
        }
      } else if (racks.size() == 2) {
        keepForLater(free, excluded, toCome);
      } else if (racks.size() > 2 && replication > 2) {
        keepPairs(racks, free, excluded);
      }
      return available(racks, excluded) < replication ? null : excluded;
    }

    /**
     * Keeps a free datanode on each rack for each pipeline to come. Of two racks
     * of 5 and 4 datanodes, two pipelines could take all of the smaller one, and
     * leave none there for a third.
     */
    private void keepForLater(Map<String, List<DatanodeInfo>> free,
        Set<DatanodeInfo> excluded, int toCome) {
      int total = 0;
      int least = Integer.MAX_VALUE;
      for (List<DatanodeInfo> rack : free.values()) {
        total += rack.size();
        least = Math.min(least, rack.size());
      }
      int keep = Math.min(toCome, least - 1);
      if (total - keep * free.size() < replication) {
        return;
      }
      for (List<DatanodeInfo> rack : free.values()) {
        for (int i = 0; i < keep; i++) {
          excluded.add(rack.get(i));
        }
      }
    }

    /**
     * The second and third replica of a block belong on one rack. A rack with
     * one free datanode left would give it one of them only.
     */
    private void keepPairs(Map<String, List<DatanodeInfo>> racks,
        Map<String, List<DatanodeInfo>> free, Set<DatanodeInfo> excluded) {
      int pairs = 0;
      for (List<DatanodeInfo> rack : free.values()) {
        pairs += rack.size() > 1 ? 1 : 0;
      }
      for (Map.Entry<String, List<DatanodeInfo>> rack : free.entrySet()) {
        List<DatanodeInfo> all = racks.get(rack.getKey());
        if (rack.getValue().size() > 1 || all.size() == 1) {
          continue;
        }
        if (pairs > 1 && available(racks, excluded) > replication) {
          excluded.addAll(rack.getValue());
        } else {
          // One that is busy is shared.
          all.stream().filter(excluded::contains).findFirst()
              .ifPresent(excluded::remove);
          pairs++;
        }
      }
    }

    private static int available(Map<String, List<DatanodeInfo>> racks,
        Set<DatanodeInfo> excluded) {
      int available = 0;
      for (List<DatanodeInfo> rack : racks.values()) {
        for (DatanodeInfo node : rack) {
          available += excluded.contains(node) ? 0 : 1;
        }
      }
      return available;
    }
  }

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
  public static final class TargetOrder {
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
}
