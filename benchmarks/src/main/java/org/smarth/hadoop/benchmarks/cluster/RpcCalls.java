/*
 * Licensed to the Apache Software Foundation (ASF) under one or more
 * contributor license agreements.  See the NOTICE file distributed with
 * this work for additional information regarding copyright ownership.
 * The ASF licenses this file to You under the Apache License, Version 2.0
 * (the "License"); you may not use this file except in compliance with
 * the License.  You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.smarth.hadoop.benchmarks.cluster;

import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** How often the methods of this JVM's RPC servers were called, as Hadoop counts it. */
final class RpcCalls {
  private RpcCalls() {
  }

  /** 0 for a method that was never called, or a port at which nobody hears. */
  static long count(int port, String method) {
    MetricsSource source =
        DefaultMetricsSystem.instance().getSource("RpcDetailedActivityForPort" + port);
    if (source == null) {
      return 0;
    }
    // Not by JMX, which answers with numbers that are up to ten seconds old.
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    source.getMetrics(collector, true);
    long count = 0;
    for (MetricsRecord each : collector.getRecords()) {
      for (AbstractMetric metric : each.metrics()) {
        if (metric.name().equals(method + "NumOps")) {
          count += metric.value().longValue();
        }
      }
    }
    return count;
  }
}
