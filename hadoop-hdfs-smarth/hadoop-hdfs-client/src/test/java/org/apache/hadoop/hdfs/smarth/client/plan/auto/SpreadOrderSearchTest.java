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
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.smarth.client.datanodes.Datanodes;
import org.apache.hadoop.hdfs.smarth.client.datanodes.Racks;
import org.apache.hadoop.hdfs.smarth.client.pipelines.DatanodeUse;
import org.apache.hadoop.hdfs.smarth.client.plan.auto.SpreadOrder.OrderLoad;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The order that is found is the best of all, however many targets there are. */
public class SpreadOrderSearchTest {
  /** The most that a namenode allows by default. */
  private static final int MOST_REPLICAS = 512;
  private static final int CASES = 400;
  private static final int TRIES = 200;

  private final Random random = new Random(7);
  private final Map<String, Long> speeds = new HashMap<>();
  private final Set<DatanodeInfo> local = new HashSet<>();
  private DatanodeInfo[] targets;
  private DatanodeUse use;
  private boolean speedCounts;

  private long speed(DatanodeInfo node) {
    return speeds.getOrDefault(node.getDatanodeUuid(), 0L);
  }

  private List<DatanodeInfo> arranged() {
    LocatedBlock block = ModelCluster.block(1, Arrays.asList(targets.clone()));
    new SpreadOrder(uuid -> speeds.getOrDefault(uuid, 0L),
        uuid -> speeds.getOrDefault(uuid, 0L),
        uuid -> speeds.getOrDefault(uuid, 0L), local::contains,
        speedCounts ? 1 : 0, random).arrange(block, use);
    return Arrays.asList(block.getLocations());
  }

  /** Of all orders that cross between two racks once, or begin with any. */
  private Set<List<DatanodeInfo>> best() {
    Set<List<DatanodeInfo>> all = new HashSet<>();
    Map<String, List<DatanodeInfo>> racks = Racks.of(Arrays.asList(targets));
    for (List<DatanodeInfo> own : racks.values()) {
      List<List<DatanodeInfo>> others = racks.values().stream()
          .filter(rack -> rack != own).collect(Collectors.toList());
      for (DatanodeInfo first : own) {
        List<DatanodeInfo> begin = startingWith(first, own);
        if (racks.size() != 2) {
          List<DatanodeInfo> order = new ArrayList<>(begin);
          others.forEach(order::addAll);
          all.add(order);
          continue;
        }
        for (DatanodeInfo sender : own) {
          if (sender == first && own.size() > 1) {
            continue;
          }
          for (DatanodeInfo receiver : others.get(0)) {
            List<DatanodeInfo> order = new ArrayList<>(begin);
            order.remove(sender);
            order.add(sender);
            order.addAll(startingWith(receiver, others.get(0)));
            all.add(order);
          }
        }
      }
    }
    long fastest = Arrays.stream(targets).mapToLong(this::speed).max()
        .getAsLong();
    Comparator<List<DatanodeInfo>> better =
        Comparator.comparing((List<DatanodeInfo> order) ->
            !local.contains(order.get(0)))
        .thenComparing(order -> speed(order.get(0)) > 0
            && speed(order.get(0)) * 2 < fastest)
        .thenComparing(order -> new OrderLoad(order, use), OrderLoad::compare)
        .thenComparing(order -> speedCounts && speed(targets[0]) == 0
            && !order.get(0).equals(targets[0]))
        .thenComparing(order -> speedCounts ? -speed(order.get(0)) : 0L);
    List<DatanodeInfo> one = Collections.min(all, better);
    return all.stream().filter(order -> better.compare(order, one) == 0)
        .collect(Collectors.toSet());
  }

  private static List<DatanodeInfo> startingWith(DatanodeInfo first,
      List<DatanodeInfo> nodes) {
    List<DatanodeInfo> order = new ArrayList<>(nodes);
    order.remove(first);
    order.add(0, first);
    return order;
  }

  private void cluster(int nodes, int racks, int replicas) {
    List<DatanodeInfo> all = new ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      all.add(Datanodes.node("r" + random.nextInt(racks), i));
    }
    speeds.clear();
    local.clear();
    for (DatanodeInfo node : all) {
      if (random.nextBoolean()) {
        speeds.put(node.getDatanodeUuid(), 10L * random.nextInt(4));
      }
      if (random.nextInt(nodes * 2) == 0) {
        local.add(node);
      }
    }
    List<DatanodeInfo[]> pipelines = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      Collections.shuffle(all, random);
      pipelines.add(all.subList(0, Math.min(replicas, nodes))
          .toArray(new DatanodeInfo[0]));
    }
    use = new DatanodeUse(pipelines,
        random.nextBoolean() ? all : Collections.emptySet());
    Collections.shuffle(all, random);
    targets = all.subList(0, replicas).toArray(new DatanodeInfo[0]);
    speedCounts = random.nextBoolean();
  }

  @Test(timeout = 60_000)
  public void noOrderIsBetter() {
    for (int i = 0; i < CASES; i++) {
      int replicas = 2 + random.nextInt(9);
      cluster(replicas + random.nextInt(4), 1 + random.nextInt(3), replicas);
      assertThat(best()).contains(arranged());
    }
  }

  @Test(timeout = 60_000)
  public void ofEquallyGoodOnesEachIsTaken() {
    for (int i = 0; i < CASES / 10; i++) {
      cluster(5, 1 + random.nextInt(3), 3);
      Map<List<DatanodeInfo>, Integer> taken = new HashMap<>();
      for (int j = 0; j < TRIES; j++) {
        taken.merge(arranged(), 1, Integer::sum);
      }
      Set<List<DatanodeInfo>> best = best();
      assertThat(taken.keySet()).isEqualTo(best);
      assertThat(taken.values()).allMatch(
          times -> times > TRIES / best.size() / 3);
    }
  }

  @Test(timeout = 20_000)
  public void asManyReplicasAsThereMayBeAreArrangedAtOnce() {
    for (int racks = 1; racks <= 3; racks++) {
      cluster(MOST_REPLICAS, racks, MOST_REPLICAS);
      assertThat(arranged()).containsExactlyInAnyOrder(targets);
    }
  }
}
