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

package org.smarth.hadoop.benchmarks.harness;

import java.util.ArrayList;
import java.util.List;

import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** How often the methods of this JVM's RPC servers were called, as Hadoop counts it. */
final class RpcCalls {
  private static final String NUMBER = "NumOps";

  private RpcCalls() {
  }

  /**
   * The calls of each method by its name, and under {@link DriverCommands#RECEIVED_BYTES} and
   * {@link DriverCommands#SENT_BYTES} what the server received and sent. Nothing for a port at
   * which nobody hears.
   */
  static Metrics all(int port) {
    Metrics all = new Metrics();
    for (AbstractMetric metric : metrics("RpcDetailedActivityForPort" + port)) {
      if (metric.name().endsWith(NUMBER)) {
        all.put(metric.name().substring(0, metric.name().length() - NUMBER.length()),
            metric.value().doubleValue());
      }
    }
    for (AbstractMetric metric : metrics("RpcActivityForPort" + port)) {
      if (metric.name().equals(DriverCommands.RECEIVED_BYTES)
          || metric.name().equals(DriverCommands.SENT_BYTES)) {
        all.put(metric.name(), metric.value().doubleValue());
      }
    }
    return all;
  }

  private static List<AbstractMetric> metrics(String name) {
    List<AbstractMetric> metrics = new ArrayList<>();
    MetricsSource source = DefaultMetricsSystem.instance().getSource(name);
    if (source != null) {
      // Not by JMX, which answers with numbers that are up to ten seconds old.
      MetricsCollectorImpl collector = new MetricsCollectorImpl();
      source.getMetrics(collector, true);
      for (MetricsRecord each : collector.getRecords()) {
        each.metrics().forEach(metrics::add);
      }
    }
    return metrics;
  }
}
