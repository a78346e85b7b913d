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

import java.util.HashSet;
import java.util.Set;

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.Timer;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.fastheartbeat.NodeHeartbeatConf;
import org.apache.hadoop.yarn.fastheartbeat.rm.NodeLoad;
import org.apache.hadoop.yarn.fastheartbeat.rm.NodeLoad.ClusterLoad;
import org.apache.hadoop.yarn.fastheartbeat.rm.NodePeriods;
import org.apache.hadoop.yarn.server.api.records.NodeStatus;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNodeReport;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells each NodeManager when to send its next heartbeat, from what the
 * ResourceManager knows when one arrives. Owned by the ResourceTrackerService.
 * Thread-safe.
 */
@InterfaceAudience.Private
final class NodeHeartbeats {
  private static final Logger LOG =
      LoggerFactory.getLogger(NodeHeartbeats.class);

  private final RMContext context;
  private final NodeHeartbeatConf conf;
  private final NodePeriods periods;
  private final HeartbeatMetrics metrics;

  /**
   * @throws HadoopIllegalArgumentException naming the key, its value and its
   *     range if a value is wrong
   */
  NodeHeartbeats(RMContext context, Configuration configuration) {
    this(context, configuration, new Timer());
  }

  /** For tests, which have their own time. */
  NodeHeartbeats(RMContext context, Configuration configuration,
      Timer timer) {
    this.context = context;
    conf = new NodeHeartbeatConf(configuration);
    conf.getWarnings().forEach(LOG::warn);
    periods = new NodePeriods(conf, timer);
    Dispatcher dispatcher = context.getDispatcher();
    // Tests have other dispatchers.
    CountedDispatcher queues = dispatcher instanceof CountedDispatcher
        ? (CountedDispatcher) dispatcher : null;
    metrics = HeartbeatMetrics.publish(queues);
    if (queues != null) {
      NodeLooks looks =
          conf.isAdaptive() ? new NodeLooks(context, periods) : null;
      queues.setLooks(looks, conf.isOfferedAtOnce()
          ? new NodeOffers(context, conf, periods, looks, timer) : null);
    }
  }

  /** As {@link NodeHeartbeatConf#checkInterval}. */
  static void checkInterval(Configuration configuration) {
    NodeHeartbeatConf.checkInterval(configuration);
  }

  /**
   * @param status what a node's heartbeat says
   * @return milliseconds until its next one
   */
  long nextPeriod(NodeStatus status) {
    metrics.nodeHeartbeat();
    NodeId id = status.getNodeId();
    ResourceScheduler scheduler = context.getScheduler();
    SchedulerNodeReport node =
        scheduler == null ? null : scheduler.getNodeReport(id);
    if (node == null) {
      // The scheduler has yet to hear of it.
      return conf.getInterval();
    }
    return periods.next(id, new NodeLoad(finishedContainers(status),
        node.getAvailableResource().getMemorySize(), hasRoom(scheduler, node),
        clusterLoad(scheduler)));
  }

  /**
   * @return whether the least container that can be asked for fits there, by
   *     the resources that the scheduler looks at
   */
  static boolean hasRoom(ResourceScheduler scheduler,
      SchedulerNodeReport node) {
    if (node == null) {
      return false;
    }
    Resource free = node.getAvailableResource();
    Resource least = scheduler.getMinimumResourceCapability();
    if (free.getMemorySize() < Math.max(1, least.getMemorySize())) {
      return false;
    }
    // It fits all resources, but compares memory alone.
    return scheduler instanceof FairScheduler ? Resources.fitsIn(least, free)
        : scheduler.getResourceCalculator()
            .computeAvailableContainers(free, least) > 0;
  }

  /**
   * @return whether the scheduler looks at nodes all the time, in threads of
   *     its own: then heartbeats and offers place nothing any sooner
   */
  // In Hadoop 3 the fair scheduler's way to do so is deprecated.
  @SuppressWarnings("deprecation")
  static boolean looksByItself(ResourceScheduler scheduler) {
    return scheduler instanceof CapacityScheduler
        && ((CapacityScheduler) scheduler).getConfiguration()
            .getScheduleAynschronously()
        || scheduler instanceof FairScheduler
            && ((FairScheduler) scheduler).isContinuousSchedulingEnabled();
  }

  /** @return containers asked for and not yet allocated. */
  static int pendingContainers(ResourceScheduler scheduler) {
    QueueMetrics root = scheduler.getRootQueueMetrics();
    return root == null ? 0 : root.getPendingContainers();
  }

  private ClusterLoad clusterLoad(ResourceScheduler scheduler) {
    return new ClusterLoad(scheduler.getNumClusterNodes(),
        looksByItself(scheduler) ? 0 : pendingContainers(scheduler),
        metrics.getDispatcherQueueLength()
            + metrics.getSchedulerQueueLength());
  }

  private static Set<ContainerId> finishedContainers(NodeStatus status) {
    Set<ContainerId> finished = new HashSet<>();
    for (ContainerStatus container : status.getContainersStatuses()) {
      if (container.getState() == ContainerState.COMPLETE) {
        finished.add(container.getContainerId());
      }
    }
    return finished;
  }
}
