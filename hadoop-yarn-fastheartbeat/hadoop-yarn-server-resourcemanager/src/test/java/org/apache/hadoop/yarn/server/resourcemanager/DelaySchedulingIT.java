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
package org.apache.hadoop.yarn.server.resourcemanager;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.fastheartbeat.NodeHeartbeatConf;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fifo.FifoScheduler;
import org.apache.log4j.Level;
import org.apache.log4j.LogManager;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications that want half of the nodes get as many containers there with
 * short heartbeats and offers as with stock's heartbeats, in the same time or
 * less. Time is simulated.
 */
public class DelaySchedulingIT {
  private static final Logger LOG =
      LoggerFactory.getLogger(DelaySchedulingIT.class);
  private static final int NODES = 8;
  private static final int WANTED_NODES = 4;
  private static final int ROUNDS = 2;
  /** Where chance decides: of two the deviation is 6% of stock's containers. */
  private static final int SATURATED_ROUNDS = 6;
  private static final long INTERVAL = 1_000;
  /** Between an application master's calls. */
  private static final long POLL = 50;
  private static final long FOREVER = 600_000;

  private static final org.apache.log4j.Logger NOISE =
      LogManager.getLogger("org.apache.hadoop.yarn.server.resourcemanager");

  @BeforeClass
  public static void silence() {
    NOISE.setLevel(Level.WARN);
    LogManager.getLogger(DelaySchedulingIT.class).setLevel(Level.INFO);
  }

  @AfterClass
  public static void unsilence() {
    NOISE.setLevel(null);
  }

  /** What the application has, in all rounds. */
  private static final class Outcome {
    private int local;
    private long millis;

    @Override
    public String toString() {
      return local + " containers on wanted nodes in " + millis + " ms";
    }
  }

  private interface Scenario {
    /** @param seed the same for both contenders */
    void run(SimulatedCluster cluster, Outcome outcome, int seed)
        throws Exception;
  }

  private static Configuration conf(
      Class<? extends ResourceScheduler> scheduler, boolean stock) {
    Configuration conf = new YarnConfiguration();
    conf.setClass(YarnConfiguration.RM_SCHEDULER, scheduler,
        ResourceScheduler.class);
    conf.setBoolean(NodeHeartbeatConf.ADAPTIVE_KEY, !stock);
    conf.set("yarn.scheduler.capacity.root.queues", "default");
    conf.set("yarn.scheduler.capacity.root.default.capacity", "100");
    conf.setLong("yarn.scheduler.fair.update-interval-ms", FOREVER);
    return conf;
  }

  private static Outcome outcome(Configuration conf, int slots,
      Scenario scenario) throws Exception {
    Outcome outcome = new Outcome();
    int rounds = scenario == SATURATED ? SATURATED_ROUNDS : ROUNDS;
    for (int i = 0; i < rounds; i++) {
      try (SimulatedCluster cluster = new SimulatedCluster(
          new YarnConfiguration(conf), NODES,
          Resource.newInstance(slots * 1_024, 64), INTERVAL)) {
        scenario.run(cluster, outcome, i);
      }
    }
    return outcome;
  }

  private static void assertAsStock(Configuration ours, Configuration stock,
      int slots, Scenario scenario) throws Exception {
    Outcome expected = outcome(stock, slots, scenario);
    Outcome actual = outcome(ours, slots, scenario);
    LOG.info("RESULT stock: {}; ours: {}", expected, actual);
    // Chance decides whose node has room first in a cluster that is full.
    double noise = scenario == SATURATED ? 0.2 : 0;
    assertThat((double) actual.local).as("%s, stock %s", actual, expected)
        .isGreaterThanOrEqualTo(expected.local * (1 - noise));
    assertThat((double) actual.millis).as("%s, stock %s", actual, expected)
        .isLessThanOrEqualTo(expected.millis * (1 + noise));
  }

  private static void assertAsStock(
      Class<? extends ResourceScheduler> scheduler, int slots,
      Scenario scenario) throws Exception {
    assertAsStock(conf(scheduler, false), conf(scheduler, true), slots,
        scenario);
  }

  /** With delay scheduling, which is not its default. */
  private static void assertFairAsStock(int slots, Scenario scenario)
      throws Exception {
    Configuration[] confs = new Configuration[2];
    for (int i = 0; i < confs.length; i++) {
      confs[i] = conf(FairScheduler.class, i == 1);
      confs[i].set("yarn.scheduler.fair.locality.threshold.node", "0.5");
      confs[i].set("yarn.scheduler.fair.locality.threshold.rack", "0.5");
      confs[i].setBoolean("yarn.scheduler.fair.assignmultiple", true);
    }
    assertAsStock(confs[0], confs[1], slots, scenario);
  }

  private static List<String> wantedHosts(SimulatedCluster cluster) {
    List<String> hosts = new ArrayList<>();
    cluster.getNodes().stream().limit(WANTED_NODES)
        .forEach(node -> hosts.add(node.getHost()));
    return hosts;
  }

  /**
   * Asks for some containers with each call, as a master that splits its input
   * while it runs.
   *
   * @param each containers on each wanted node
   * @param step how many are asked for with one call
   * @param duration of each container
   */
  private static void ask(SimulatedCluster cluster, SimulatedMaster master,
      Outcome outcome, int each, int step, long duration) throws Exception {
    List<String> hosts = wantedHosts(cluster);
    Map<String, Integer> open = new TreeMap<>();
    Map<String, Integer> came = new HashMap<>();
    int all = each * hosts.size();
    int asked = 0;
    int got = 0;
    long start = cluster.now();
    while (got < all) {
      List<Container> containers;
      if (asked < all) {
        for (int i = 0; i < step && asked < all; i++, asked++) {
          open.merge(hosts.get(asked % hosts.size()), 1, Integer::sum);
        }
        containers = master.ask(1, open, asked - got);
      } else {
        containers = master.collect();
      }
      for (Container container : containers) {
        String host = container.getNodeId().getHost();
        got++;
        came.merge(host, 1, Integer::sum);
        open.computeIfPresent(host, (any, left) -> Math.max(0, left - 1));
        cluster.node(host).run(container.getId(), duration);
      }
      cluster.settle();
      assertThat(cluster.now() - start).isLessThan(FOREVER);
      cluster.pass(POLL);
    }
    outcome.millis += cluster.now() - start;
    hosts.forEach(host ->
        outcome.local += Math.min(each, came.getOrDefault(host, 0)));
  }

  /** The wanted nodes are full until containers there are given back. */
  private static void fill(SimulatedCluster cluster, int slots, int parts,
      long after, long apart) throws Exception {
    SimulatedMaster filler = new SimulatedMaster(cluster);
    List<String> hosts = wantedHosts(cluster);
    filler.ask(1, parts * NODES, Resource.newInstance(slots / parts * 1_024,
        1));
    List<ContainerId> held = new ArrayList<>();
    List<ContainerId> free = new ArrayList<>();
    while (held.size() + free.size() < parts * NODES) {
      cluster.pass(POLL);
      for (Container container : filler.collect()) {
        boolean wanted = hosts.contains(container.getNodeId().getHost());
        (wanted ? held : free).add(container.getId());
      }
    }
    filler.allocate(Collections.emptyList(), free);
    cluster.settle();
    // Until all is idle.
    cluster.pass(10 * INTERVAL);
    for (int i = 0; i < held.size(); i++) {
      ContainerId container = held.get(i);
      cluster.in(after + i * apart, () -> filler.allocate(
          Collections.emptyList(), Collections.singletonList(container)));
    }
  }

  /**
   * Another application asks for containers wherever they may be.
   *
   * @param duration of a container in the mean, half as much at least
   */
  private static void contend(SimulatedCluster cluster, int seed,
      int containers, long duration, long pause) throws Exception {
    SimulatedMaster other = new SimulatedMaster(cluster);
    Random random = new Random(seed);
    cluster.in(0, new Callable<Void>() {
      @Override
      public Void call() throws Exception {
        for (Container container : other.collect()) {
          cluster.node(container.getNodeId().getHost())
              .run(container.getId(), (long) (duration
                  * (0.5 + random.nextDouble())));
        }
        other.ask(2, containers, SimulatedMaster.CONTAINER);
        cluster.in(pause, this);
        return null;
      }
    });
  }

  private static final Scenario STEPS = (cluster, outcome, seed) ->
      ask(cluster, new SimulatedMaster(cluster), outcome, 24, 4, 300);
  private static final Scenario AT_ONCE = (cluster, outcome, seed) ->
      ask(cluster, new SimulatedMaster(cluster), outcome, 24, 96, 300);
  private static final Scenario RELEASED = (cluster, outcome, seed) -> {
    SimulatedMaster master = new SimulatedMaster(cluster);
    fill(cluster, 30, 6, 600, 0);
    ask(cluster, master, outcome, 30, 120, FOREVER);
  };
  private static final Scenario BESIDE_ANOTHER = (cluster, outcome, seed) -> {
    SimulatedMaster master = new SimulatedMaster(cluster);
    fill(cluster, 30, 6, 300, 30);
    contend(cluster, seed, 1, 300, 50);
    ask(cluster, master, outcome, 24, 96, FOREVER);
  };
  private static final Scenario SATURATED = (cluster, outcome, seed) -> {
    SimulatedMaster master = new SimulatedMaster(cluster);
    contend(cluster, seed, 100, 8 * INTERVAL, 100);
    // In stock it takes long until all nodes are full.
    cluster.pass(30 * INTERVAL);
    for (int i = 0; i < 20; i++) {
      ask(cluster, master, outcome, 2, 8, 400);
      cluster.pass(3 * INTERVAL);
    }
  };

  @Test(timeout = 600_000)
  public void inStepsWithCapacity() throws Exception {
    assertAsStock(CapacityScheduler.class, 6, STEPS);
  }

  @Test(timeout = 600_000)
  public void atOnceWithCapacity() throws Exception {
    assertAsStock(CapacityScheduler.class, 6, AT_ONCE);
  }

  @Test(timeout = 600_000)
  public void releasedWithCapacity() throws Exception {
    assertAsStock(CapacityScheduler.class, 30, RELEASED);
  }

  @Test(timeout = 600_000)
  public void besideAnotherWithCapacity() throws Exception {
    assertAsStock(CapacityScheduler.class, 30, BESIDE_ANOTHER);
  }

  @Test(timeout = 600_000)
  public void besideASaturatingOneWithCapacity() throws Exception {
    assertAsStock(CapacityScheduler.class, 6, SATURATED);
  }

  @Test(timeout = 600_000)
  public void inStepsWithFair() throws Exception {
    assertFairAsStock(6, STEPS);
  }

  @Test(timeout = 600_000)
  public void atOnceWithFair() throws Exception {
    assertFairAsStock(6, AT_ONCE);
  }

  @Test(timeout = 600_000)
  public void releasedWithFair() throws Exception {
    assertFairAsStock(30, RELEASED);
  }

  @Test(timeout = 600_000)
  public void besideAnotherWithFair() throws Exception {
    assertFairAsStock(30, BESIDE_ANOTHER);
  }

  @Test(timeout = 600_000)
  public void besideASaturatingOneWithFair() throws Exception {
    assertFairAsStock(6, SATURATED);
  }

  @Test(timeout = 600_000)
  public void inStepsWithFairThatDoesNotDelay() throws Exception {
    assertAsStock(FairScheduler.class, 6, STEPS);
  }

  @Test(timeout = 600_000)
  public void releasedWithFairThatDoesNotDelay() throws Exception {
    assertAsStock(FairScheduler.class, 30, RELEASED);
  }

  @Test(timeout = 600_000)
  public void inStepsWithFifo() throws Exception {
    assertAsStock(FifoScheduler.class, 6, STEPS);
  }

  @Test(timeout = 600_000)
  public void releasedWithFifo() throws Exception {
    assertAsStock(FifoScheduler.class, 30, RELEASED);
  }
}
