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

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.metrics2.annotation.Metric;
import org.apache.hadoop.metrics2.annotation.Metrics;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.apache.hadoop.util.Timer;
import org.apache.hadoop.yarn.fastheartbeat.RateMeter;

/**
 * Heartbeats that the ResourceManager gets, and the events that wait in it.
 * One for each process, as stock's ClusterMetrics. Thread-safe.
 */
@InterfaceAudience.Private
@Metrics(name = "FastHeartbeats", context = "yarn",
    about = "Heartbeats and event queues of the ResourceManager")
final class HeartbeatMetrics {
  private static final String NAME = "FastHeartbeats";
  /** Set under the lock of the class. */
  private static volatile HeartbeatMetrics instance;

  private final RateMeter nodeRate = new RateMeter(new Timer());
  private final RateMeter applicationRate = new RateMeter(new Timer());
  private volatile CountedDispatcher dispatcher;

  @Metric("Heartbeats of NodeManagers")
  private MutableCounterLong nodeHeartbeats;
  @Metric("Heartbeats (allocate calls) of application masters")
  private MutableCounterLong applicationHeartbeats;
  @Metric("Nodes offered to the scheduler without a heartbeat")
  private MutableCounterLong nodeOffers;

  private HeartbeatMetrics() {
  }

  static HeartbeatMetrics get() {
    HeartbeatMetrics created = instance;
    return created == null ? register() : created;
  }

  /**
   * For a ResourceManager that becomes active: its queues are published from
   * now on.
   */
  static HeartbeatMetrics publish(CountedDispatcher queues) {
    HeartbeatMetrics metrics = register();
    metrics.dispatcher = queues;
    return metrics;
  }

  /** A metrics system that was shut down, as between tests, forgets it. */
  private static synchronized HeartbeatMetrics register() {
    if (instance == null
        || DefaultMetricsSystem.instance().getSource(NAME) == null) {
      instance = DefaultMetricsSystem.instance().register(NAME, null,
          new HeartbeatMetrics());
    }
    return instance;
  }

  void nodeHeartbeat() {
    nodeHeartbeats.incr();
    nodeRate.mark();
  }

  void applicationHeartbeat() {
    applicationHeartbeats.incr();
    applicationRate.mark();
  }

  void nodeOffer() {
    nodeOffers.incr();
  }

  long getNodeOffers() {
    return nodeOffers.value();
  }

  @Metric("Heartbeats of NodeManagers per second, of the last 10 s")
  public double getNodeHeartbeatsPerSecond() {
    return nodeRate.perSecond();
  }

  @Metric("Heartbeats of application masters per second, of the last 10 s")
  public double getApplicationHeartbeatsPerSecond() {
    return applicationRate.perSecond();
  }

  @Metric("Events that wait for the ResourceManager's dispatcher")
  public int getDispatcherQueueLength() {
    CountedDispatcher queues = dispatcher;
    return queues == null ? 0 : queues.length();
  }

  @Metric("Events that wait for the scheduler")
  public int getSchedulerQueueLength() {
    CountedDispatcher queues = dispatcher;
    return queues == null ? 0 : queues.schedulerLength();
  }
}
