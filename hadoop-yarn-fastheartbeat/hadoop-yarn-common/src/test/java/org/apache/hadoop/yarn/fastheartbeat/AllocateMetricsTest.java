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

import java.util.HashMap;
import java.util.Map;

import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

public class AllocateMetricsTest {
  private static final String SOURCE = "AllocateHeartbeats";

  @Before
  @After
  public void forget() {
    DefaultMetricsSystem.instance().unregisterSource(SOURCE);
  }

  @Test(timeout = 60_000)
  public void callsAndContainersAreCountedAndPublished() {
    AllocateMetrics metrics = AllocateMetrics.get();
    metrics.callAnswered(false);
    metrics.callAnswered(true);
    metrics.callAnswered(false);
    metrics.containerArrived(10);
    metrics.containerArrived(30);
    assertThat(metrics.getCalls()).isEqualTo(3);
    assertThat(metrics.getMeanAllocateMillis()).isEqualTo(20);

    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    DefaultMetricsSystem.instance().getSource(SOURCE)
        .getMetrics(collector, true);
    Map<String, Double> published = new HashMap<>();
    MetricsRecord record = collector.getRecords().get(0);
    for (AbstractMetric metric : record.metrics()) {
      published.put(metric.name(), metric.value().doubleValue());
    }
    assertThat(published).containsEntry("Calls", 3.0)
        .containsEntry("CallsWithContainers", 1.0)
        .containsEntry("AllocateNumOps", 2.0)
        .containsEntry("AllocateAvgTime", 20.0)
        .containsKey("CallsPerSecond");
  }

  @Test(timeout = 60_000)
  public void aProcessHasOneSourceUntilItsMetricsSystemForgetsIt() {
    AllocateMetrics metrics = AllocateMetrics.get();
    assertThat(AllocateMetrics.get()).isSameAs(metrics);
    forget();
    assertThat(AllocateMetrics.get()).isNotSameAs(metrics);
    assertThat(DefaultMetricsSystem.instance().getSource(SOURCE)).isNotNull();
  }
}
