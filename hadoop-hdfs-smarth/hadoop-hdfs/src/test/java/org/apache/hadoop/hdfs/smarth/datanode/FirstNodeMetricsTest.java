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
package org.apache.hadoop.hdfs.smarth.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;

import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.After;
import org.junit.Test;

public class FirstNodeMetricsTest {
  private static final String SOURCE = "SmarthFirstNode-host-50010";

  @After
  public void unregister() {
    DefaultMetricsSystem.instance().unregisterSource(SOURCE);
  }

  @Test(timeout = 30_000)
  public void whatIsCountedIsPublishedUnderTheDatanodesName()
      throws Exception {
    ForwardMemory memory = new ForwardMemory(1 << 20);
    FirstNodeMetrics metrics = FirstNodeMetrics.create("host:50010", memory,
        () -> 4, () -> 93_900_000_000L);
    metrics.firstNodeAckSent();
    metrics.firstNodeAckSent();
    metrics.delivered(800_000);
    metrics.delivered(700_000);
    metrics.deliveredAfterClientLeft();
    metrics.deliveryFailed();
    memory.take(700, false);
    memory.giveBack(200);
    memory.addBacklog(64 << 10);
    memory.addWait(5_000_000);
    memory.addWait(7_500_000);

    Map<String, Long> published = new TreeMap<>();
    MetricsSource source =
        DefaultMetricsSystem.instance().getSource(SOURCE);
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    source.getMetrics(collector, true);
    MetricsRecord record = collector.getRecords().get(0);
    for (AbstractMetric metric : record.metrics()) {
      published.put(metric.name(), metric.value().longValue());
    }

    Map<String, Long> expected = new TreeMap<>();
    expected.put("FirstNodeAcks", 2L);
    expected.put("BlocksDelivered", 2L);
    expected.put("DrainMillis", 1L);
    expected.put("Forwardings", 4L);
    expected.put("OldestForwardingSeconds", 93L);
    expected.put("DeliveriesAfterClientLeft", 1L);
    expected.put("DeliveriesFailed", 1L);
    expected.put("ForwardBacklogBytes", 65536L);
    expected.put("ForwardMemoryBytes", 500L);
    expected.put("ForwardMemoryPeakBytes", 700L);
    expected.put("ForwardMemoryWaits", 2L);
    expected.put("ForwardMemoryWaitMillis", 12L);
    assertThat(published).isEqualTo(expected);
    assertThat(record.name()).isEqualTo("SmarthFirstNode");
  }
}
