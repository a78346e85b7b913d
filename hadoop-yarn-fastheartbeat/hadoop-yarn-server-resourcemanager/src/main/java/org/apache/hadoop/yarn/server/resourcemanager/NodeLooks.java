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
package org.apache.hadoop.yarn.server.resourcemanager;

import org.apache.hadoop.yarn.fastheartbeat.rm.NodeLook;
import org.apache.hadoop.yarn.fastheartbeat.rm.NodePeriods;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
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
    look(periods.takeLateHeartbeat(node.getNodeID()), () ->
        context.getScheduler().handle(new NodeUpdateSchedulerEvent(node)));
  }

  /**
   * @param heartbeat of a node
   * @param scheduler handles it
   */
  void heartbeat(NodeUpdateSchedulerEvent heartbeat, Runnable scheduler) {
    look(periods.takeHeartbeat(heartbeat.getRMNode().getNodeID()), scheduler);
  }

  private static void look(boolean inFull, Runnable scheduler) {
    if (inFull) {
      scheduler.run();
    } else {
      NodeLook.extra(scheduler);
    }
  }
}
