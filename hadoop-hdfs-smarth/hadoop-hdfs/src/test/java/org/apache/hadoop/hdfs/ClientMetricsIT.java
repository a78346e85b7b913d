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
package org.apache.hadoop.hdfs;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServer;
import javax.management.ObjectName;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.DataNodeInsides;
import org.apache.hadoop.hdfs.smarth.client.ClientMetrics;
import org.apache.hadoop.hdfs.smarth.client.SmarthClient;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.apache.hadoop.hdfs.SmarthCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

/** What a client counts. Other tests count in the same process. */
public class ClientMetricsIT {
  @Rule
  public final Timeout timeout = new Timeout(120, TimeUnit.SECONDS);

  private final Path path = new Path("/file");
  private final Configuration conf = new HdfsConfiguration();
  private SmarthCluster cluster;
  private DistributedFileSystem fs;
  private ClientMetrics metrics;
  private long openBefore;
  private long retainedBefore;

  private void start() throws IOException {
    conf.setInt(HdfsClientConfigKeys.DFS_CLIENT_SOCKET_TIMEOUT_KEY, 5000);
    cluster = new SmarthCluster(9, conf);
    fs = cluster.getFs();
    metrics = fs.getClient().smarth.getMetrics();
    openBefore = metrics.getOpenPipelines();
    retainedBefore = metrics.getRetainedBytes();
  }

  @After
  public void nothingIsOpen() throws IOException {
    try {
      assertThat(metrics.getOpenPipelines()).isEqualTo(openBefore);
      Awaitility.await().untilAsserted(() -> assertThat(
          metrics.getRetainedBytes()).isEqualTo(retainedBefore));
    } finally {
      cluster.close();
    }
  }

  private void write(int bytes) throws IOException {
    try (FSDataOutputStream out = fs.create(path)) {
      out.write(SmarthCluster.bytes(bytes, bytes));
    }
  }

  @Test
  public void theBlocksOfAFileAreCountedWithTheirTimes() throws Exception {
    start();
    long files = metrics.getFiles();
    long acks = metrics.getFirstNodeAcks();
    long ackMillis = metrics.getFirstNodeAckMillis();
    long delivered = metrics.getBlocksDelivered();
    write(5 * BLOCK + 7);
    assertThat(metrics.getFiles() - files).isEqualTo(1);
    assertThat(metrics.getFirstNodeAcks() - acks).isEqualTo(6);
    assertThat(metrics.getFirstNodeAckMillis() - ackMillis).isPositive();
    assertThat(metrics.getBlocksDelivered() - delivered).isEqualTo(6);

    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName bean =
        new ObjectName("Hadoop:service=Client,name=SmarthClient");
    // With the first block half a minute after the first client.
    Field monitor = SmarthClient.class.getDeclaredField("MONITOR");
    monitor.setAccessible(true);
    DataNodeInsides.set(monitor.get(null), "since",
        System.nanoTime() - TimeUnit.SECONDS.toNanos(30));
    write(1);
    Awaitility.await().atMost(60, TimeUnit.SECONDS)
        .until(() -> server.isRegistered(bean));
    assertThat((Long) server.getAttribute(bean, "FirstNodeAcks"))
        .isEqualTo(metrics.getFirstNodeAcks());
  }

  @Test
  public void pipelinesThatDrainAreOpenAndTheirPacketsRetained()
      throws Exception {
    start();
    long drainMillis = metrics.getDrainMillis();
    FSDataOutputStream out = fs.create(path);
    SmarthCluster.withPipelinesInVain(out);
    CompletableFuture<Void> closed;
    try (StalledMirror stalled = new StalledMirror()) {
      out.write(SmarthCluster.bytes(3 * BLOCK, 2));
      closed = CompletableFuture.runAsync(() -> close(out));
      Awaitility.await().untilAsserted(
          () -> assertThat(metrics.getOpenPipelines() - openBefore)
              .isEqualTo(3));
      assertThat(metrics.getRetainedBytes() - retainedBefore)
          .isGreaterThanOrEqualTo(2 * BLOCK);
    }
    closed.get();
    assertThat(metrics.getDrainMillis() - drainMillis).isPositive();
  }

  private static void close(FSDataOutputStream out) {
    try {
      out.close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  public void aFileThatIsGivenUpLeavesNoPipelineOpen() throws Exception {
    start();
    FSDataOutputStream out = fs.create(path);
    PipelineSet pipelines = SmarthCluster.withPipelinesInVain(out);
    try (StalledMirror stalled = new StalledMirror()) {
      out.write(SmarthCluster.bytes(2 * BLOCK, 3));
      Awaitility.await().untilAsserted(
          () -> assertThat(pipelines.getOpen()).isEqualTo(2));
      assertThat(metrics.getOpenPipelines() - openBefore).isEqualTo(2);
      SmarthCluster.stream(out).abort();
    }
  }

  @Test
  public void whereFirstDatanodesPromiseNothingBlocksAreCountedAsStock()
      throws Exception {
    conf.setBoolean("dfs.datanode.smarth.enabled", false);
    assertThatBlocksAreWrittenAsStock();
  }

  /** All datanodes are on the writer's host. */
  @Test
  public void whereTheOwnDatanodeIsNotToLetTheWriterGoOnNoFnfaIsAskedFor()
      throws Exception {
    conf.setBoolean(SmarthClientConf.FIRST_NODE_LOCAL_KEY, false);
    assertThatBlocksAreWrittenAsStock();
  }

  private void assertThatBlocksAreWrittenAsStock() throws IOException {
    start();
    long acks = metrics.getFirstNodeAcks();
    long notGranted = metrics.getBlocksAsStockNotGranted();
    write(2 * BLOCK);
    assertThat(metrics.getBlocksAsStockNotGranted() - notGranted)
        .isEqualTo(2);
    assertThat(metrics.getFirstNodeAcks()).isEqualTo(acks);
  }

  @Test
  public void aBlockThatIsAskedForAgainIsCounted() throws Exception {
    start();
    long before = metrics.getBlockRetries();
    cluster.getCluster().stopDataNode(0);
    try (FSDataOutputStream out =
        fs.create(path, true, 4096, (short) 9, BLOCK)) {
      out.write(1);
    }
    assertThat(metrics.getBlockRetries() - before).isEqualTo(1);
  }

  @Test
  public void shortFilesAreCounted() throws Exception {
    start();
    long before = metrics.getBlocksAsStockShortFile();
    // Where the writer's thread was held up, FNFA is asked for.
    Awaitility.await().until(() -> {
      write(1000);
      return metrics.getBlocksAsStockShortFile() > before;
    });
  }

  @Test
  public void aPipelineRecoveredBeforeFnfaGoesOnAsStock() throws Exception {
    start();
    long recoveries = metrics.getRecoveriesWhileStreaming();
    long asStock = metrics.getBlocksAsStockRecovered();
    byte[] data = SmarthCluster.bytes(BLOCK, 4);
    try (FSDataOutputStream out = fs.create(path)) {
      out.write(data, 0, BLOCK / 2);
      out.hflush();
      cluster.getCluster().stopDataNode(
          SmarthCluster.stream(out).getPipeline()[1].getXferAddr());
      out.write(data, BLOCK / 2, BLOCK / 2);
    }
    assertThat(metrics.getRecoveriesWhileStreaming())
        .isGreaterThan(recoveries);
    assertThat(metrics.getBlocksAsStockRecovered() - asStock).isEqualTo(1);
  }

  @Test
  public void aPipelineRecoveredAfterFnfaIsCountedAndDelivered()
      throws Exception {
    start();
    long recoveries = metrics.getRecoveriesWhileDraining();
    long delivered = metrics.getBlocksDelivered();
    DrainingFile file;
    try (StalledMirror stalled = new StalledMirror()) {
      file = new DrainingFile(fs, path, SmarthCluster.bytes(2 * BLOCK, 5));
      cluster.getCluster().stopDataNode(file.first(2).getXferAddr());
    }
    file.writeRest();
    file.getOut().close();
    assertThat(metrics.getRecoveriesWhileDraining())
        .isGreaterThan(recoveries);
    assertThat(metrics.getBlocksDelivered() - delivered).isPositive();
  }
}
