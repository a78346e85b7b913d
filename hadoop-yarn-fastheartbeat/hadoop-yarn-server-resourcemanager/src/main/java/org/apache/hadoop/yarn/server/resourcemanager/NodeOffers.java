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
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.util.Timer;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.fastheartbeat.NodeHeartbeatConf;
import org.apache.hadoop.yarn.fastheartbeat.rm.NodePeriods;
import org.apache.hadoop.yarn.fastheartbeat.rm.OfferBudget;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;

/**
 * Offers nodes that have room to the scheduler as soon as containers are asked
 * for, where stock waits for each node's next heartbeat.
 * <p>
 * An offer is an extra look at a node: it goes to who asked for this node, or
 * for none, and to those only who would be next in stock, too. The scheduler
 * gets offers in its own thread, round by round while a round places
 * containers. A round that places none ends it: what still waits wants other
 * nodes, or its queue is at its limit, and has the nodes' heartbeats as in
 * stock. A node that is looked at in vain again and again is offered less
 * often. A node is offered only while its heartbeats come: one that has died
 * would get containers until it expires.
 * <p>
 * Owned by the CountedDispatcher. Thread-safe.
 */
@InterfaceAudience.Private
public final class NodeOffers {
  private final RMContext context;
  private final NodePeriods periods;
  private final NodeLooks looks;
  /** Used by the scheduler's thread alone. */
  private final OfferBudget budget;
  private final AtomicBoolean waiting = new AtomicBoolean();

  NodeOffers(RMContext context, NodeHeartbeatConf conf, NodePeriods periods,
      NodeLooks looks, Timer timer) {
    this.context = context;
    this.periods = periods;
    this.looks = looks;
    budget = new OfferBudget(conf.getRate(), timer);
  }

  /** An application has sent its heartbeat, and the scheduler knows of it. */
  static void demand(RMContext context, AllocateRequest request) {
    if (Demand.isIn(request)) {
      demand(context);
    }
  }

  /**
   * The scheduler knows of new requests. Returns at once.
   *
   * @param context of the ResourceManager
   */
  public static void demand(RMContext context) {
    Dispatcher dispatcher = context.getDispatcher();
    // Tests have other dispatchers.
    if (dispatcher instanceof CountedDispatcher) {
      ((CountedDispatcher) dispatcher).offerNodes();
    }
  }

  /** Runs {@link #offer} once for all demand until it begins. */
  void offerIn(CountedEventDispatcher<?> scheduler) {
    if (!NodeHeartbeats.looksByItself(context.getScheduler())
        && waiting.compareAndSet(false, true)) {
      scheduler.run(this::offer);
    }
  }

  private void offer() {
    waiting.set(false);
    ResourceScheduler scheduler = context.getScheduler();
    int pending = NodeHeartbeats.pendingContainers(scheduler);
    // In a large cluster even a list of the nodes takes time.
    while (pending > 0 && !budget.isSpent()) {
      offerEach(scheduler);
      int left = NodeHeartbeats.pendingContainers(scheduler);
      if (left >= pending) {
        return;
      }
      pending = left;
    }
  }

  private void offerEach(ResourceScheduler scheduler) {
    List<RMNode> nodes = new ArrayList<>(context.getRMNodes().values());
    // None is always the first to be filled.
    Collections.rotate(nodes, ThreadLocalRandom.current().nextInt());
    for (RMNode node : nodes) {
      if (NodeHeartbeats.pendingContainers(scheduler) <= 0 || !budget.take()) {
        return;
      }
      if (node.getState() == NodeState.RUNNING
          && periods.isHeardOf(node.getNodeID())
          && periods.isWorthALook(node.getNodeID())
          && NodeHeartbeats.hasRoom(scheduler,
              scheduler.getNodeReport(node.getNodeID()))) {
        looks.offer(node);
      }
    }
  }
}
