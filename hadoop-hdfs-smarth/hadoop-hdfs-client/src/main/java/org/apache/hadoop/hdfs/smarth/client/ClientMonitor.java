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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.ObjectName;

import org.apache.hadoop.hdfs.smarth.client.pipelines.Measuring;
import org.apache.hadoop.metrics2.MetricsException;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows the metrics of a process to operators, for as long as the process
 * lasts: as a JMX bean, and as a source of its metrics system. A metrics system
 * that begins later shows them, too. A process that ends soon shows none, for
 * its first bean would take longer than a small file. Where another class
 * loader has taken a name, its metrics are shown. Thread-safe.
 */
final class ClientMonitor {
  private static final Logger LOG =
      LoggerFactory.getLogger(ClientMonitor.class);

  private final ClientMetrics metrics;
  private final String name;
  private final long delayNanos;
  private final long since = System.nanoTime();
  private final AtomicBoolean shown = new AtomicBoolean();

  /**
   * @param metrics to be shown
   * @param name of bean and source
   * @param delayMillis how long a process lasts that shows none
   */
  ClientMonitor(ClientMetrics metrics, String name, long delayMillis) {
    this.metrics = metrics;
    this.name = name;
    this.delayNanos = TimeUnit.MILLISECONDS.toNanos(delayMillis);
  }

  /**
   * Shows them from now on if the process lasts. Returns at once. Until then no
   * thread waits, which a process may need that can have few.
   */
  void show() {
    if (!shown.get() && System.nanoTime() - since >= delayNanos
        && shown.compareAndSet(false, true)) {
      Measuring.attempt(() -> {
        Thread thread = new Thread(this::showAll, "SMARTH client metrics");
        thread.setDaemon(true);
        thread.start();
      });
    }
  }

  private void showAll() {
    Measuring.attempt(this::showBean);
    Measuring.attempt(this::showSource);
  }

  // Not through Hadoop's MBeans, which warns of a name that is taken.
  private void showBean() {
    try {
      ManagementFactory.getPlatformMBeanServer().registerMBean(metrics,
          new ObjectName("Hadoop:service=Client,name=" + name));
    } catch (InstanceAlreadyExistsException e) {
      LOG.debug("There is such a bean already", e);
    } catch (JMException e) {
      throw new IllegalStateException("JMX refuses " + name, e);
    }
  }

  private void showSource() {
    try {
      DefaultMetricsSystem.instance().register(name, ClientMetrics.ABOUT,
          metrics);
    } catch (MetricsException e) {
      LOG.debug("There is such a source already", e);
    }
  }
}
