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
package org.apache.hadoop.hdfs.smarth.client;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;

import org.apache.hadoop.hdfs.smarth.client.ClientMetrics.ClientMonitor;
import org.apache.hadoop.hdfs.smarth.client.retention.RetentionBudget;
import org.apache.hadoop.hdfs.smarth.client.retention.SpillSpace.SpillQuota;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricType;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

public class ClientMetricsTest {
  private static final String NAME = "SmarthClient-test";

  @Rule
  public final Timeout timeout = new Timeout(30, TimeUnit.SECONDS);

  private final MBeanServer server =
      ManagementFactory.getPlatformMBeanServer();
  private final RetentionBudget budget = new RetentionBudget();
  private final ClientMetrics metrics =
      new ClientMetrics(budget, new SpillQuota());

  private static ObjectName bean() throws Exception {
    return new ObjectName("Hadoop:service=Client,name=" + NAME);
  }

  private static MetricsSource source() {
    return DefaultMetricsSystem.instance().getSource(NAME);
  }

  @After
  public void hide() throws Exception {
    DefaultMetricsSystem.instance().unregisterSource(NAME);
    if (server.isRegistered(bean())) {
      server.unregisterMBean(bean());
    }
  }

  private void show(ClientMetrics shown) {
    new ClientMonitor(shown, NAME, 0).show();
    Awaitility.await().until(() -> source() != null);
  }

  private Map<String, Long> count() throws Exception {
    metrics.fileOpened();
    metrics.pipelinesOpened(3);
    metrics.pipelinesOpened(-1);
    metrics.firstNodeAckCame(7_500_000);
    metrics.firstNodeAckCame(2_500_000);
    metrics.delivered(40_900_000);
    for (int i = 0; i < 6; i++) {
      metrics.askingAgain();
    }
    for (int i = 0; i < 3; i++) {
      metrics.recoveringWhileStreaming();
    }
    metrics.recoveringWhileDraining();
    for (int i = 0; i < 4; i++) {
      metrics.asStockNotGranted();
    }
    for (int i = 0; i < 5; i++) {
      metrics.asStockShortFile();
    }
    metrics.asStockRecovered();
    budget.open(100, 100, true).reserve(70, () -> { }, () -> false);

    Map<String, Long> expected = new TreeMap<>();
    expected.put("Files", 1L);
    expected.put("OpenPipelines", 2L);
    expected.put("FirstNodeAcks", 2L);
    expected.put("FirstNodeAckMillis", 10L);
    expected.put("BlocksDelivered", 1L);
    expected.put("DrainMillis", 40L);
    expected.put("BlockRetries", 6L);
    expected.put("RecoveriesWhileStreaming", 3L);
    expected.put("RecoveriesWhileDraining", 1L);
    expected.put("BlocksAsStockNotGranted", 4L);
    expected.put("BlocksAsStockShortFile", 5L);
    expected.put("BlocksAsStockRecovered", 1L);
    expected.put("RetainedBytes", 70L);
    expected.put("SpilledBytes", 0L);
    expected.put("WaitsForSpace", 0L);
    return expected;
  }

  @Test
  public void whatIsCountedIsInTheBean() throws Exception {
    Map<String, Long> expected = count();
    show(metrics);
    Map<String, Long> shown = new TreeMap<>();
    for (MBeanAttributeInfo attribute
        : server.getMBeanInfo(bean()).getAttributes()) {
      shown.put(attribute.getName(),
          (Long) server.getAttribute(bean(), attribute.getName()));
    }
    assertThat(shown).isEqualTo(expected);
  }

  @Test
  public void whatIsCountedIsInTheMetricsSystemAsCountersAndGauges()
      throws Exception {
    Map<String, Long> expected = count();
    show(metrics);
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    source().getMetrics(collector, true);
    MetricsRecord record = collector.getRecords().get(0);
    assertThat(record.name()).isEqualTo("SmarthClient");
    assertThat(record.context()).isEqualTo("dfs");
    Map<String, Long> published = new TreeMap<>();
    for (AbstractMetric metric : record.metrics()) {
      published.put(metric.name(), metric.value().longValue());
      assertThat(metric.type() == MetricType.GAUGE).as(metric.name())
          .isEqualTo(metric.name().endsWith("Bytes")
              || metric.name().equals("OpenPipelines"));
    }
    assertThat(published).isEqualTo(expected);
  }

  @Test
  public void aNameThatIsTakenIsLeftToWhoHasIt() throws Exception {
    ClientMetrics first = new ClientMetrics(budget, new SpillQuota());
    first.fileOpened();
    server.registerMBean(first, bean());
    show(metrics);
    assertThat(server.getAttribute(bean(), "Files")).isEqualTo(1L);
  }
}
