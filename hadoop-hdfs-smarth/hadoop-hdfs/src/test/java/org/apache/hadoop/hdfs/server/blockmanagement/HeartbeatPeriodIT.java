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
package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.util.Time;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * What a period below a second does to a cluster: how often heartbeats reach
 * the NameNode, and that nothing else becomes shorter.
 */
public class HeartbeatPeriodIT {
  private static final String KEY = DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY;

  private MiniDFSCluster cluster;

  private void start(String period, int datanodes) throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.set(KEY, period);
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(datanodes).build();
    cluster.waitActive();
  }

  @After
  public void stop() {
    if (cluster != null) {
      cluster.shutdown();
    }
  }

  private DatanodeManager datanodes() {
    return cluster.getNamesystem().getBlockManager().getDatanodeManager();
  }

  /** Heartbeats that the NameNode's RPC server has handled. */
  private long heartbeats() {
    MetricsCollectorImpl metrics = new MetricsCollectorImpl();
    DefaultMetricsSystem.instance().getSource(
        "RpcDetailedActivityForPort" + cluster.getNameNodePort())
        .getMetrics(metrics, true);
    MetricsRecord record = metrics.getRecords().get(0);
    return StreamSupport.stream(record.metrics().spliterator(), false)
        .filter(metric -> metric.name().equals("SendHeartbeatNumOps"))
        .mapToLong(metric -> metric.value().longValue()).sum();
  }

  /** @return the mean time between that many heartbeats, in milliseconds. */
  private double meanPeriod(int count) {
    long first = heartbeats();
    Awaitility.await().pollInterval(5, TimeUnit.MILLISECONDS)
        .atMost(60, TimeUnit.SECONDS).until(() -> heartbeats() > first);
    long start = heartbeats();
    long startNanos = System.nanoTime();
    Awaitility.await().pollInterval(5, TimeUnit.MILLISECONDS)
        .atMost(60, TimeUnit.SECONDS).until(() -> heartbeats() >= start + count);
    return (System.nanoTime() - startNanos) / 1e6 / (heartbeats() - start);
  }

  /** Sooner or later: a machine may be too busy at first. */
  private void awaitMeanPeriod(int count, double least, double most) {
    Awaitility.await().atMost(90, TimeUnit.SECONDS)
        .untilAsserted(() ->
            assertThat(meanPeriod(count)).isBetween(least, most));
  }

  private boolean isDeadAfterSilenceOf(long millis) {
    DatanodeDescriptor datanode = DFSTestUtil.getLocalDatanodeDescriptor();
    datanode.setLastUpdateMonotonic(Time.monotonicNow() - millis);
    return datanodes().isDatanodeDead(datanode);
  }

  @Test(timeout = 120_000)
  public void heartbeatsReachTheNameNodeAtThePeriodBelowASecond()
      throws Exception {
    start("200ms", 1);
    // Heartbeats keep no distance from the one before but from the schedule.
    awaitMeanPeriod(20, 180, 300);
  }

  @Test(timeout = 120_000)
  public void aBareNumberOfSecondsIsThePeriodAsInStock() throws Exception {
    start("1", 1);
    awaitMeanPeriod(4, 900, 1_500);
  }

  @Test(timeout = 120_000)
  public void deadAndStaleComeNoSoonerWithAPeriodBelowASecond()
      throws Exception {
    start("200ms", 0);
    // As with the default: 2 * 300 s + 10 * 3 s, and 30 s.
    assertThat(isDeadAfterSilenceOf(629_000)).isFalse();
    assertThat(isDeadAfterSilenceOf(631_000)).isTrue();
    assertThat(datanodes().getStaleInterval()).isEqualTo(30_000);
  }

  @Test(timeout = 120_000)
  public void theLeastStaleIntervalIsThatOfTheDefaultPeriod() throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.set(KEY, "200ms");
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_STALE_DATANODE_INTERVAL_KEY, 100);
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(0).build();
    assertThat(datanodes().getStaleInterval()).isEqualTo(9_000);
  }

  @Test(timeout = 120_000)
  public void thePeriodCanBeSetBelowASecondAtRunTime() throws Exception {
    start("3", 0);
    cluster.getNameNode().reconfigureProperty(KEY, "6");
    assertThat(datanodes().getHeartbeatInterval()).isEqualTo(6);
    cluster.getNameNode().reconfigureProperty(KEY, "200ms");
    assertThat(datanodes().getHeartbeatInterval()).isEqualTo(3);
    assertThat(cluster.getNameNode().getConf().get(KEY)).isEqualTo("200ms");
    assertThatThrownBy(
        () -> cluster.getNameNode().reconfigureProperty(KEY, "0.2"))
        .isInstanceOf(ReconfigurationException.class)
        .hasRootCauseMessage("dfs.heartbeat.interval = 0.2: must be a whole"
            + " number of time units from 10ms to 86400000ms (suffixes ms, s,"
            + " m, h, d; without one in seconds)");
    assertThat(cluster.getNameNode().getConf().get(KEY)).isEqualTo("200ms");
  }

  @Test(timeout = 120_000)
  public void withZeroOrLessAClusterStartsAndSetsZeroAtRunTimeAsStock()
      throws Exception {
    for (String period : new String[] {"0", "-1"}) {
      start(period, 1);
      assertThat(datanodes().getHeartbeatInterval())
          .isEqualTo(Long.parseLong(period));
      assertThat(datanodes().getStaleInterval()).isEqualTo(30_000);
      // Twice five minutes, and ten periods.
      long expiry = 600_000 + 10_000 * Long.parseLong(period);
      assertThat(isDeadAfterSilenceOf(expiry - 1_000)).isFalse();
      assertThat(isDeadAfterSilenceOf(expiry + 1_000)).isTrue();
      long seen = heartbeats();
      Awaitility.await().atMost(60, TimeUnit.SECONDS)
          .until(() -> heartbeats() > seen + 20);
      stop();
    }
    start("3", 0);
    cluster.getNameNode().reconfigureProperty(KEY, "0");
    assertThat(datanodes().getHeartbeatInterval()).isZero();
    assertThat(cluster.getNameNode().getConf().get(KEY)).isEqualTo("0");
  }

  @Test(timeout = 120_000)
  public void aNameNodeAndADataNodeDoNotStartWithWhatIsNoPeriod()
      throws Exception {
    assertThatThrownBy(() -> start("0.2", 0))
        .hasStackTraceContaining("dfs.heartbeat.interval = 0.2: must be ");

    start("3", 0);
    Configuration wrong = new HdfsConfiguration(cluster.getConfiguration(0));
    wrong.set(KEY, "fast");
    assertThatThrownBy(
        () -> cluster.startDataNodes(wrong, 1, true, null, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fast");
  }
}
