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
package org.apache.hadoop.hdfs.smarth.client.speeds;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.util.Timer;

/**
 * How fast blocks arrive at all datanodes of their pipelines. A pipeline is as
 * fast as its slowest datanode or hop. So a datanode is at least as fast as the
 * best of its pipelines lately. One whose best is far below that of others is
 * held to be slow. Where all pipelines are slow, none is. Files share it.
 * Thread-safe; the monitor guards the map.
 */
@InterfaceAudience.Private
public final class DrainRates {
  /** What is below this part of the best one is slow. */
  private static final int SLOW_DIVISOR = 4;
  private static final long MIN_BYTES = BlockMeter.MIN_BYTES;
  /** A block that has not arrived after this time says something, too. */
  private static final long MIN_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final double NANOS = TimeUnit.SECONDS.toNanos(1);
  /** How long a better rate is believed though later ones are worse. */
  private static final long BETTER_MILLIS = TimeUnit.SECONDS.toMillis(20);
  /** Then it is time to try a slow one again. */
  private static final long EXPIRY_MILLIS = TimeUnit.SECONDS.toMillis(60);

  private final Timer timer;
  private final Map<DatanodeInfo, Rate> best = new HashMap<>();

  /** @param timer monotonic. */
  public DrainRates(Timer timer) {
    this.timer = timer;
  }

  /**
   * @param nodes of a pipeline
   * @param bytes that all of them have
   * @param nanos since the first one was sent, in nanoseconds
   */
  public synchronized void arrived(DatanodeInfo[] nodes, long bytes,
      long nanos) {
    if (nanos <= 0 || bytes < MIN_BYTES && nanos < MIN_NANOS) {
      return;
    }
    long now = timer.monotonicNow();
    double rate = bytes * NANOS / nanos;
    for (DatanodeInfo node : nodes) {
      Rate known = best.get(node);
      if (known == null || rate >= known.bytesPerSecond
          || now - known.measuredAt > BETTER_MILLIS) {
        best.put(node, new Rate(rate, now));
      }
    }
  }

  /** @return the datanodes held to be slow. */
  public synchronized Set<DatanodeInfo> slow() {
    removeExpired();
    double fastest = 0;
    for (Rate rate : best.values()) {
      fastest = Math.max(fastest, rate.bytesPerSecond);
    }
    Set<DatanodeInfo> slow = new HashSet<>();
    for (Map.Entry<DatanodeInfo, Rate> known : best.entrySet()) {
      if (known.getValue().bytesPerSecond < fastest / SLOW_DIVISOR) {
        slow.add(known.getKey());
      }
    }
    return slow;
  }

  /** @return the rate of each datanode that is known, in bytes per second. */
  public synchronized Map<DatanodeInfo, Double> rates() {
    removeExpired();
    Map<DatanodeInfo, Double> rates = new HashMap<>();
    best.forEach((node, rate) -> rates.put(node, rate.bytesPerSecond));
    return rates;
  }

  private void removeExpired() {
    long now = timer.monotonicNow();
    best.values().removeIf(rate -> now - rate.measuredAt > EXPIRY_MILLIS);
  }

  /** Immutable. */
  private static final class Rate {
    private final double bytesPerSecond;
    private final long measuredAt;

    private Rate(double bytesPerSecond, long measuredAt) {
      this.bytesPerSecond = bytesPerSecond;
      this.measuredAt = measuredAt;
    }
  }
}
