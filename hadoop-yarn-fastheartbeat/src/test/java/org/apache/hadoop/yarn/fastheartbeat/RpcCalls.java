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

import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.awaitility.Awaitility;

/** Calls of a method that an RPC server has handled, as it counts them. */
public final class RpcCalls {
  private final String source;
  private final String metric;

  /** @param method as metrics name it, such as NodeHeartbeat */
  public RpcCalls(InetSocketAddress server, String method) {
    source = "RpcDetailedActivityForPort" + server.getPort();
    metric = method + "NumOps";
  }

  /** @return calls until now. */
  public long count() {
    MetricsCollectorImpl metrics = new MetricsCollectorImpl();
    DefaultMetricsSystem.instance().getSource(source).getMetrics(metrics, true);
    MetricsRecord record = metrics.getRecords().get(0);
    for (AbstractMetric counted : record.metrics()) {
      if (counted.name().equals(metric)) {
        return counted.value().longValue();
      }
    }
    return 0;
  }

  /** Waits for one more call. */
  public void awaitNext() {
    awaitFrom(count() + 1);
  }

  /** Waits until there have been so many. */
  public void awaitFrom(long count) {
    Awaitility.await().pollInterval(2, TimeUnit.MILLISECONDS)
        .atMost(60, TimeUnit.SECONDS).until(() -> count() >= count);
  }

  /**
   * @return the mean time between the next calls, in milliseconds; never less,
   *     and up to one time of the given number more. A thread that gets on late
   *     takes calls for no closer than they are
   */
  public double meanPeriod(int calls) {
    long start = System.nanoTime();
    awaitNext();
    long first = count();
    awaitFrom(first + calls);
    long last = count();
    return (System.nanoTime() - start) / 1e6 / (last - first);
  }
}
