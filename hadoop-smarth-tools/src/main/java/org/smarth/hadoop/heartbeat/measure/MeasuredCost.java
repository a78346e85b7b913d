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
package org.smarth.hadoop.heartbeat.measure;

import java.util.Locale;

import org.smarth.hadoop.heartbeat.plan.HeartbeatCost;

/** What was measured of one kind of heartbeat. Immutable. */
public final class MeasuredCost {
  private final long heartbeats;
  private final double elapsed;
  private final double bytes;
  private final double answerSeconds;
  private final double total;
  private final double busiest;
  private final String busiestThread;

  MeasuredCost(long heartbeats, double elapsed, double bytes,
      double answerSeconds, ThreadTimes before, ThreadTimes after) {
    this.heartbeats = heartbeats;
    this.elapsed = elapsed;
    this.bytes = bytes / heartbeats;
    this.answerSeconds = answerSeconds;
    total = after.totalSince(before) / heartbeats;
    busiest = after.mostSince(before) / heartbeats;
    busiestThread = after.busiestSince(before);
  }

  /**
   * @param cores of the daemon to plan for, at least 1
   * @return the cost to plan with: for how long one heartbeat occupies the
   *     busiest thread, or all cores
   */
  public HeartbeatCost cost(int cores) {
    return new HeartbeatCost(bytes, Math.max(busiest, total / cores),
        answerSeconds);
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT,
        "%d heartbeats in %.1f s; each %.0f bytes and %.1f us of processor"
            + " time, %.1f us of it in the busiest thread (%s);"
            + " of one sender answered in %.1f us",
        heartbeats, elapsed, bytes, total * 1e6, busiest * 1e6,
        busiestThread, answerSeconds * 1e6);
  }
}
