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
package org.smarth.hadoop.heartbeat.plan;

import java.util.EnumMap;
import java.util.Map;

/**
 * Recommended periods for a cluster, and what they cost. Immutable.
 */
public final class Plan {
  private final Map<Heartbeat, Line> lines = new EnumMap<>(Heartbeat.class);

  /**
   * @param cluster its size
   * @param costs of each kind of heartbeat
   * @param share of a receiver that heartbeats of one kind may use, above 0
   *     and up to 1
   */
  public Plan(ClusterSize cluster, Map<Heartbeat, HeartbeatCost> costs,
      double share) {
    for (Heartbeat heartbeat : Heartbeat.values()) {
      HeartbeatCost cost = costs.get(heartbeat);
      PeriodBound bound = new PeriodBound(cluster.senders(heartbeat),
          cluster.getBitsPerSecond(), cost);
      lines.put(heartbeat, new Line(bound, cost, Math.max(
          heartbeat.getWantedMs(), roundUp(bound.seconds(share) * 1_000))));
    }
  }

  public Line get(Heartbeat heartbeat) {
    return lines.get(heartbeat);
  }

  /** @return the next number of milliseconds of two figures, at least 1. */
  static long roundUp(double millis) {
    long step = 1;
    while (millis / step > 100) {
      step *= 10;
    }
    return Math.max(1, (long) Math.ceil(millis / step) * step);
  }

  /** Of one kind of heartbeat. Immutable. */
  public static final class Line {
    private final PeriodBound bound;
    private final HeartbeatCost cost;
    private final long periodMs;

    private Line(PeriodBound bound, HeartbeatCost cost, long periodMs) {
      this.bound = bound;
      this.cost = cost;
      this.periodMs = periodMs;
    }

    public PeriodBound getBound() {
      return bound;
    }

    public HeartbeatCost getCost() {
      return cost;
    }

    /** @return the recommended period, in milliseconds. */
    public long getPeriodMs() {
      return periodMs;
    }

    /** @return heartbeats a second with the recommended period. */
    public double rate() {
      return bound.rate(periodMs / 1e3);
    }

    public double linkShare() {
      return bound.linkShare(periodMs / 1e3);
    }

    public double processingShare() {
      return bound.processingShare(periodMs / 1e3);
    }
  }
}
