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
package org.apache.hadoop.yarn.fastheartbeat;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.metrics2.annotation.Metric;
import org.apache.hadoop.metrics2.annotation.Metrics;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.apache.hadoop.metrics2.lib.MutableRate;
import org.apache.hadoop.util.Timer;

/**
 * What an application master counts of its allocate calls. One for each
 * process. Thread-safe.
 */
@InterfaceAudience.Private
@Metrics(name = "AllocateHeartbeats", context = "yarn",
    about = "Heartbeats (allocate calls) of an application master")
public final class AllocateMetrics {
  private static final String NAME = "AllocateHeartbeats";
  /** Guarded by the class. */
  private static AllocateMetrics instance;

  private final RateMeter callRate = new RateMeter(new Timer());

  @Metric("Allocate calls that were answered")
  private MutableCounterLong calls;
  @Metric("Answers that had containers, allocated or completed")
  private MutableCounterLong callsWithContainers;
  @Metric("Milliseconds from the request of a container to its arrival")
  private MutableRate allocate;

  private AllocateMetrics() {
  }

  public static synchronized AllocateMetrics get() {
    // A metrics system that was shut down, as between tests, has forgotten it.
    if (instance == null
        || DefaultMetricsSystem.instance().getSource(NAME) == null) {
      instance = DefaultMetricsSystem.instance().register(NAME, null,
          new AllocateMetrics());
    }
    return instance;
  }

  public void callAnswered(boolean hadContainers) {
    calls.incr();
    callRate.mark();
    if (hadContainers) {
      callsWithContainers.incr();
    }
  }

  /** @param millis since it was requested */
  public void containerArrived(long millis) {
    allocate.add(millis);
  }

  public long getCalls() {
    return calls.value();
  }

  /** @return the mean time from request to container so far, in ms. */
  public double getMeanAllocateMillis() {
    return allocate.lastStat().mean();
  }

  @Metric("Allocate calls per second, of the last 10 s")
  public double getCallsPerSecond() {
    return callRate.perSecond();
  }
}
