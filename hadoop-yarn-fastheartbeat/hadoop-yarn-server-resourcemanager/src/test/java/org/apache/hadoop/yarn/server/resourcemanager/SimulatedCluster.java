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

import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.FakeTimer;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.event.AbstractEvent;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.fastheartbeat.SmallCluster;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A ResourceManager with simulated nodes, in a time of its own: what happens
 * takes no time, however busy the machine is. Used by one thread.
 */
final class SimulatedCluster implements AutoCloseable {
  static final String RACK = "/default-rack";
  private static final long FAIR_UPDATE_MS = 500;

  private enum Mark { MARK }

  private static final class Marker extends AbstractEvent<Mark> {
    private final CountDownLatch passed = new CountDownLatch(1);

    Marker() {
      super(Mark.MARK);
    }
  }

  private static final class Planned {
    private final long time;
    private final long order;
    private final Callable<?> action;

    Planned(long time, long order, Callable<?> action) {
      this.time = time;
      this.order = order;
      this.action = action;
    }
  }

  private final ResourceManager manager = new ResourceManager();
  private final FakeTimer timer = new FakeTimer();
  private final Map<String, SimulatedNode> nodes = new TreeMap<>();
  private final PriorityQueue<Planned> plan = new PriorityQueue<>(
      Comparator.<Planned>comparingLong(next -> next.time)
          .thenComparingLong(next -> next.order));
  private long now;
  private long planned;

  SimulatedCluster(Configuration conf, int nodeCount, Resource capability,
      long interval) throws Exception {
    SmallCluster.configure(conf);
    // A user root would have the queue of all queues.
    conf.setBoolean("yarn.scheduler.fair.user-as-default-queue", false);
    manager.init(conf);
    manager.start();
    StockTracker.use(manager.getResourceTrackerService(),
        new NodeHeartbeats(manager.getRMContext(), conf, timer));
    dispatcher().register(Mark.class,
        (EventHandler<Marker>) mark -> mark.passed.countDown());
    for (int i = 0; i < nodeCount; i++) {
      SimulatedNode node =
          new SimulatedNode(this, "127.1.0." + (i + 1), capability);
      nodes.put(node.getHost(), node);
      in(i * interval / nodeCount, node::beat);
    }
    if (scheduler() instanceof FairScheduler) {
      in(0, this::updateShares);
    }
    pass(2 * interval);
  }

  ResourceManager getManager() {
    return manager;
  }

  SimulatedNode node(String host) {
    return nodes.get(host);
  }

  Collection<SimulatedNode> getNodes() {
    return nodes.values();
  }

  ResourceScheduler scheduler() {
    return manager.getRMContext().getScheduler();
  }

  private CountedDispatcher dispatcher() {
    return (CountedDispatcher) manager.getRMContext().getDispatcher();
  }

  /** As its own thread does, by the clock. */
  private Void updateShares() {
    ((FairScheduler) scheduler()).update();
    in(FAIR_UPDATE_MS, this::updateShares);
    return null;
  }

  long now() {
    return now;
  }

  /** Plans an action for a time from now, in milliseconds. */
  void in(long delay, Callable<?> action) {
    plan.add(new Planned(now + delay, planned++, action));
  }

  /** Lets a time pass, in milliseconds. */
  void pass(long duration) throws Exception {
    long end = now + duration;
    while (!plan.isEmpty() && plan.peek().time <= end) {
      Planned next = plan.poll();
      timer.advance(next.time - now);
      now = next.time;
      next.action.call();
      settle();
    }
    timer.advance(end - now);
    now = end;
  }

  /** Until what was caused has happened. */
  void settle() throws InterruptedException {
    for (int quiet = 0; quiet < 2; quiet++) {
      Marker mark = new Marker();
      dispatcher().getEventHandler().handle(mark);
      assertThat(mark.passed.await(60, TimeUnit.SECONDS)).isTrue();
      CountDownLatch scheduled = new CountDownLatch(1);
      dispatcher().runInScheduler(scheduled::countDown);
      assertThat(scheduled.await(60, TimeUnit.SECONDS)).isTrue();
      if (dispatcher().length() + dispatcher().schedulerLength() > 0) {
        quiet = -1;
      }
    }
  }

  @Override
  public void close() {
    manager.stop();
  }
}
