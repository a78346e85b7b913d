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
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.ObjectName;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.client.pipelines.Measuring;
import org.apache.hadoop.hdfs.smarth.client.retention.RetentionBudget;
import org.apache.hadoop.hdfs.smarth.client.retention.SpillSpace.SpillQuota;
import org.apache.hadoop.metrics2.MetricsException;
import org.apache.hadoop.metrics2.annotation.Metric;
import org.apache.hadoop.metrics2.annotation.Metrics;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a process counts of the files that it writes through several pipelines.
 * Counting takes no lock and throws nothing. Thread-safe.
 */
@InterfaceAudience.Private
@Metrics(name = ClientMetrics.NAME, context = "dfs",
    about = ClientMetrics.ABOUT)
public final class ClientMetrics implements ClientMetricsMXBean {
  /** The name of the metrics source, and of the bean. */
  static final String NAME = "SmarthClient";
  static final String ABOUT = "SMARTH, files that this process writes";

  private static final Logger LOG =
      LoggerFactory.getLogger(ClientMetrics.class);

  private final RetentionBudget budget;
  private final SpillQuota quota;
  private final AtomicLong openPipelines = new AtomicLong();
  private final AtomicLong maxPipelines = new AtomicLong();
  private final LongAdder files = new LongAdder();
  private final LongAdder firstNodeAcks = new LongAdder();
  private final LongAdder firstNodeAckNanos = new LongAdder();
  private final LongAdder blocksDelivered = new LongAdder();
  private final LongAdder drainNanos = new LongAdder();
  private final LongAdder recoveriesWhileStreaming = new LongAdder();
  private final LongAdder recoveriesWhileDraining = new LongAdder();
  private final LongAdder blockRetries = new LongAdder();
  private final LongAdder notGranted = new LongAdder();
  private final LongAdder shortFiles = new LongAdder();
  private final LongAdder recovered = new LongAdder();

  /**
   * @param budget the memory of the process for packets kept for recovery
   * @param quota its disk space for them
   */
  ClientMetrics(RetentionBudget budget, SpillQuota quota) {
    this.budget = budget;
    this.quota = quota;
  }

  /** Whoever writes is not to fail because a counter has no memory to grow. */
  private static void add(LongAdder sum, long more) {
    try {
      sum.add(more);
    } catch (OutOfMemoryError e) {
      LOG.debug("Not counted", e);
    }
  }

  /** @param more pipelines that are open now; negative: that are no longer. */
  public void pipelinesOpened(int more) {
    long open = openPipelines.addAndGet(more);
    if (open > maxPipelines.get()) {
      maxPipelines.accumulateAndGet(open, Math::max);
    }
  }

  /** A file is about to be written through several pipelines. */
  void fileOpened() {
    add(files, 1);
  }

  /**
   * The first datanode has a block.
   *
   * @param nanos since its first packet could be sent, in nanoseconds
   */
  public void firstNodeAckCame(long nanos) {
    add(firstNodeAcks, 1);
    add(firstNodeAckNanos, nanos);
  }

  /**
   * All datanodes have a block.
   *
   * @param nanos since FNFA came, in nanoseconds
   */
  public void delivered(long nanos) {
    add(blocksDelivered, 1);
    add(drainNanos, nanos);
  }

  /** The namenode is asked for other datanodes, as some did not answer. */
  public void askingAgain() {
    add(blockRetries, 1);
  }

  /** The pipeline of a block is recovered that has had no FNFA. */
  public void recoveringWhileStreaming() {
    add(recoveriesWhileStreaming, 1);
  }

  /** The pipeline of a block is recovered whose first datanode has it all. */
  public void recoveringWhileDraining() {
    add(recoveriesWhileDraining, 1);
  }

  /** A block is written as in stock: no first datanode promised FNFA. */
  public void asStockNotGranted() {
    add(notGranted, 1);
  }

  /** A block is written as in stock: its file ends with it. */
  public void asStockShortFile() {
    add(shortFiles, 1);
  }

  /** A block goes on as in stock, since its pipeline was recovered. */
  public void asStockRecovered() {
    add(recovered, 1);
  }

  @Override
  @Metric("Pipelines of all files that occupy datanodes now")
  public long getOpenPipelines() {
    return openPipelines.get();
  }

  /** @return the most pipelines that occupied datanodes at once. */
  public long getMaxPipelines() {
    return maxPipelines.get();
  }

  @Override
  @Metric(value = {"Files", "Files written through several pipelines"},
      type = Metric.Type.COUNTER)
  public long getFiles() {
    return files.sum();
  }

  @Override
  @Metric(value = {"FirstNodeAcks", "Blocks that their first datanode had"},
      type = Metric.Type.COUNTER)
  public long getFirstNodeAcks() {
    return firstNodeAcks.sum();
  }

  @Override
  @Metric(value = {"FirstNodeAckMillis",
      "Milliseconds from connection to FNFA, of all these together"},
      type = Metric.Type.COUNTER)
  public long getFirstNodeAckMillis() {
    return TimeUnit.NANOSECONDS.toMillis(firstNodeAckNanos.sum());
  }

  @Override
  @Metric(value = {"BlocksDelivered",
      "Blocks with FNFA that all datanodes had"}, type = Metric.Type.COUNTER)
  public long getBlocksDelivered() {
    return blocksDelivered.sum();
  }

  @Override
  @Metric(value = {"DrainMillis",
      "Milliseconds from FNFA to the last ack, of all these together"},
      type = Metric.Type.COUNTER)
  public long getDrainMillis() {
    return TimeUnit.NANOSECONDS.toMillis(drainNanos.sum());
  }

  @Override
  @Metric("Bytes in memory of packets that are not acknowledged")
  public long getRetainedBytes() {
    return budget.getHeld();
  }

  @Override
  @Metric("Bytes of disk space in use for such packets")
  public long getSpilledBytes() {
    return quota.getUsed();
  }

  /** @return bytes of such packets that were ever written to disk. */
  public long getSpilledBytesTotal() {
    return quota.getTotal();
  }

  @Override
  @Metric(value = {"BlockRetries",
      "Blocks asked for again, as a datanode did not answer"},
      type = Metric.Type.COUNTER)
  public long getBlockRetries() {
    return blockRetries.sum();
  }

  @Override
  @Metric(value = {"RecoveriesWhileStreaming",
      "Recoveries of pipelines before FNFA"}, type = Metric.Type.COUNTER)
  public long getRecoveriesWhileStreaming() {
    return recoveriesWhileStreaming.sum();
  }

  @Override
  @Metric(value = {"RecoveriesWhileDraining",
      "Recoveries of pipelines after FNFA"}, type = Metric.Type.COUNTER)
  public long getRecoveriesWhileDraining() {
    return recoveriesWhileDraining.sum();
  }

  @Override
  @Metric(value = {"BlocksAsStockNotGranted",
      "Blocks whose first datanode promised no FNFA"},
      type = Metric.Type.COUNTER)
  public long getBlocksAsStockNotGranted() {
    return notGranted.sum();
  }

  @Override
  @Metric(value = {"BlocksAsStockShortFile",
      "Blocks that were all of a file, for which no FNFA was asked"},
      type = Metric.Type.COUNTER)
  public long getBlocksAsStockShortFile() {
    return shortFiles.sum();
  }

  @Override
  @Metric(value = {"BlocksAsStockRecovered",
      "Blocks whose FNFA was promised and given up in a recovery"},
      type = Metric.Type.COUNTER)
  public long getBlocksAsStockRecovered() {
    return recovered.sum();
  }

  @Override
  @Metric(value = {"WaitsForSpace",
      "Waits of writers because memory and disk space were used up"},
      type = Metric.Type.COUNTER)
  public long getWaitsForSpace() {
    return budget.getWaits();
  }

  /**
   * Shows the metrics of a process to operators, for as long as the process
   * lasts: as a JMX bean, and as a source of its metrics system. A metrics system
   * that begins later shows them, too. A process that ends soon shows none, for
   * its first bean would take longer than a small file. Where another class
   * loader has taken a name, its metrics are shown. Thread-safe.
   */
  static final class ClientMonitor {
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
}
