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

import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.fastheartbeat.rm.NodeLook;
import org.apache.hadoop.yarn.fastheartbeat.rm.NodePeriods;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNodeReport;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeUpdateSchedulerEvent;

/**
 * Has the scheduler look at nodes, with their heartbeats and with offers, as
 * often in full as in stock, and in between as a {@link NodeLook} that is
 * extra. Owned by the CountedDispatcher; used by the scheduler's thread alone.
 */
final class NodeLooks {
  private final RMContext context;
  private final NodePeriods periods;

  NodeLooks(RMContext context, NodePeriods periods) {
    this.context = context;
    this.periods = periods;
  }

  /** Without a heartbeat. */
  void offer(RMNode node) {
    HeartbeatMetrics.get().nodeOffer();
    NodeLook.offer(() -> look(node.getNodeID(),
        periods.takeLateHeartbeat(node.getNodeID()), () -> context.getScheduler()
            .handle(new NodeUpdateSchedulerEvent(node))));
  }

  /**
   * @param heartbeat of a node
   * @param scheduler handles it
   */
  void heartbeat(NodeUpdateSchedulerEvent heartbeat, Runnable scheduler) {
    NodeId id = heartbeat.getRMNode().getNodeID();
    if (NodeHeartbeats.looksByItself(context.getScheduler())) {
      scheduler.run();
    } else {
      look(id, periods.takeHeartbeat(id), scheduler);
    }
  }

  private void look(NodeId id, boolean inFull, Runnable look) {
    ResourceScheduler scheduler = context.getScheduler();
    int pending = NodeHeartbeats.pendingContainers(scheduler);
    SchedulerNodeReport before = scheduler.getNodeReport(id);
    if (inFull) {
      look.run();
    } else {
      NodeLook.extra(look);
    }
    if (pending > 0 && NodeHeartbeats.hasRoom(scheduler, before)) {
      SchedulerNodeReport after = scheduler.getNodeReport(id);
      periods.looked(id, NodeHeartbeats.pendingContainers(scheduler) < pending
          || after == null || after.getAvailableResource().getMemorySize()
              < before.getAvailableResource().getMemorySize());
    }
  }
}
