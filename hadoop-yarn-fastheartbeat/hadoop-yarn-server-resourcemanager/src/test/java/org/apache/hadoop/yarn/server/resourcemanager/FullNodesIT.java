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

import java.util.concurrent.Callable;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What nodes cost on which nothing that is asked for can be placed, while
 * somebody goes on to ask. Time is simulated.
 */
public class FullNodesIT {
  private static final int NODES = 4;
  private static final long INTERVAL = 1_000;
  private static final int SECONDS = 20;

  private final Configuration conf = new YarnConfiguration();

  private void use(Class<? extends ResourceScheduler> scheduler) {
    conf.setClass(YarnConfiguration.RM_SCHEDULER, scheduler,
        ResourceScheduler.class);
    conf.set("yarn.scheduler.capacity.root.queues", "default");
    conf.set("yarn.scheduler.capacity.root.default.capacity", "100");
  }

  /**
   * Asks for one container more every 50 ms.
   *
   * @return heartbeats and offers of a node, a second
   */
  private double looksASecond(Resource node, Resource container)
      throws Exception {
    try (SimulatedCluster cluster =
        new SimulatedCluster(conf, NODES, node, INTERVAL)) {
      SimulatedMaster master = new SimulatedMaster(cluster);
      cluster.in(0, new Callable<Void>() {
        private int asked = 100;

        @Override
        public Void call() throws Exception {
          master.ask(1, asked++, container);
          cluster.in(50, this);
          return null;
        }
      });
      // Until what fits is placed.
      cluster.pass(10 * INTERVAL);
      long before = looks(cluster);
      cluster.pass(SECONDS * INTERVAL);
      return (double) (looks(cluster) - before) / SECONDS / NODES;
    }
  }

  private static long looks(SimulatedCluster cluster) {
    return HeartbeatMetrics.get().getNodeOffers() + cluster.getNodes().stream()
        .mapToInt(SimulatedNode::getBeats).sum();
  }

  @Test(timeout = 600_000)
  public void aNodeWhoseCoresAreUsedUpIsFullForDominantResources()
      throws Exception {
    use(CapacityScheduler.class);
    conf.set("yarn.scheduler.capacity.resource-calculator",
        "org.apache.hadoop.yarn.util.resource.DominantResourceCalculator");
    assertThat(looksASecond(Resource.newInstance(65_536, 2),
        Resource.newInstance(1_024, 1))).isBetween(0.9, 1.1);
  }

  @Test(timeout = 600_000)
  public void aNodeWhoseCoresAreUsedUpIsFullForTheFairScheduler()
      throws Exception {
    use(FairScheduler.class);
    assertThat(looksASecond(Resource.newInstance(65_536, 2),
        Resource.newInstance(1_024, 1))).isBetween(0.9, 1.1);
  }

  @Test(timeout = 600_000)
  public void aNodeWithAFragmentIsLookedAtLittleMoreThanInStock()
      throws Exception {
    use(CapacityScheduler.class);
    assertThat(looksASecond(Resource.newInstance(5_120, 8),
        Resource.newInstance(3_072, 1))).isBetween(0.9, 2.5);
  }

  @Test(timeout = 600_000)
  public void aSchedulerThatLooksAtNodesByItselfIsOfferedNone()
      throws Exception {
    use(CapacityScheduler.class);
    conf.setBoolean("yarn.scheduler.capacity.schedule-asynchronously.enable",
        true);
    assertThat(looksASecond(Resource.newInstance(5_120, 8),
        Resource.newInstance(3_072, 1))).isBetween(0.9, 1.1);
    use(FairScheduler.class);
    conf.setBoolean("yarn.scheduler.fair.continuous-scheduling-enabled", true);
    assertThat(looksASecond(Resource.newInstance(5_120, 8),
        Resource.newInstance(3_072, 1))).isBetween(0.9, 1.1);
  }
}
