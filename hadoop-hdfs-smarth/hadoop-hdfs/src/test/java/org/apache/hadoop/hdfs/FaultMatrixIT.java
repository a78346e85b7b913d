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
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.FaultCase.Expectation;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.junit.AfterClass;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TestWatcher;
import org.junit.rules.Timeout;
import org.junit.runner.Description;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/**
 * Every fault at every moment on every datanode of a pipeline. All cases share
 * a cluster, which is repaired after each and replaced after one that fails.
 */
@RunWith(Parameterized.class)
public class FaultMatrixIT {
  private static final Logger LOG =
      LoggerFactory.getLogger(FaultMatrixIT.class);
  private static final long SEED = Long.getLong("smarth.matrix.seed", 1);
  /** For a look at some cases: what is found in their names. */
  private static final Pattern ONLY =
      Pattern.compile(System.getProperty("smarth.matrix.only", ""));
  /** For a fault that is rare: how often each case is run. */
  private static final int TIMES = Integer.getInteger("smarth.matrix.times", 1);

  private static SmarthCluster cluster;

  @Rule
  public final Timeout timeout = new Timeout(150, TimeUnit.SECONDS);

  @Rule
  public final TestWatcher watcher = new TestWatcher() {
    @Override
    protected void failed(Throwable e, Description description) {
      LOG.error("{} failed with smarth.matrix.seed={}: {}",
          description.getMethodName(), SEED, write, e);
      stop();
    }
  };

  private final FaultCase fault;
  private FaultyWrite write;

  public FaultMatrixIT(FaultCase fault) {
    this.fault = fault;
  }

  @Parameters(name = "{0}")
  public static List<FaultCase> cases() {
    List<FaultCase> cases = FaultCases.of(SEED);
    cases.removeIf(some -> !ONLY.matcher(some.toString()).find());
    return Collections.nCopies(TIMES, cases).stream().flatMap(List::stream)
        .collect(Collectors.toList());
  }

  private static Configuration conf() {
    Configuration conf = new HdfsConfiguration();
    conf.setInt(HdfsClientConfigKeys.DFS_CLIENT_SOCKET_TIMEOUT_KEY, 5000);
    conf.setInt(HdfsClientConfigKeys.DFS_CLIENT_DATANODE_RESTART_TIMEOUT_KEY,
        5);
    conf.setBoolean(HdfsClientConfigKeys.Retry.POLICY_ENABLED_KEY, true);
    conf.set(HdfsClientConfigKeys.Retry.POLICY_SPEC_KEY, "200,100");
    conf.setLong(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, 1);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_KEY,
        1000);
    conf.setInt("dfs.namenode.replication.pending.timeout-sec",
        2);
    conf.setBoolean("dfs.namenode.replication.considerLoad",
        false);
    conf.setInt(DFSConfigKeys.DFS_DATANODE_FAILED_VOLUMES_TOLERATED_KEY, 1);
    conf.setLong(DFSConfigKeys.DFS_DATANODE_DISK_CHECK_MIN_GAP_KEY, 0);
    conf.setLong(
        DFSConfigKeys.DFS_DATANODE_XCEIVER_STOP_TIMEOUT_MILLIS_KEY, 5000);
    return conf;
  }

  private static void start() throws IOException {
    if (cluster == null) {
      cluster = new SmarthCluster(9, conf());
    }
  }

  @AfterClass
  public static void stop() {
    if (cluster != null) {
      try {
        cluster.close();
      } catch (IOException e) {
        LOG.warn("The cluster does not end well", e);
      } finally {
        cluster = null;
      }
    }
  }

  @Test
  public void theWriteSucceedsOrSaysThatItFailed() throws Exception {
    start();
    long begin = System.nanoTime();
    ClusterLeaks leaks =
        new ClusterLeaks(cluster.getCluster(), cluster.getFs().getClient());
    Path path = new Path("/" + fault.toString().replace(' ', '-'));
    IOException failure = writeAndRepair(path);
    assertStored(path, failure != null);
    assertExpected(failure);
    leaks.assertNone();
    LOG.info("{}: {} in {} ms", fault, failure == null ? "written" : "failed",
        NANOSECONDS.toMillis(System.nanoTime() - begin));
    cluster.getFs().delete(path, false);
  }

  private void assertStored(Path path, boolean failed) throws IOException {
    ClusterHealth health = new ClusterHealth(cluster, path);
    if (failed) {
      health.recoverLease();
    }
    byte[] left = health.assertBegins(write.getData(), write.getFlushed());
    health.assertHealsTo(left, 3);
  }

  /** @return what the writer got, or null. */
  private IOException writeAndRepair(Path path) throws IOException {
    IOException failure = null;
    try (DatanodeFaults faults = new DatanodeFaults()) {
      write = new FaultyWrite(cluster, fault, faults, path);
      FaultInjection injection =
          new FaultInjection(cluster.getCluster(), fault, faults);
      try {
        write.reach();
        injection.inject(write);
        failure = finish();
        assertThat(faults.hasFired() || !fault.isInjectedByDatanodes())
            .as("the fault occurred").isTrue();
      } finally {
        injection.repair();
      }
    }
    return failure;
  }

  private IOException finish() throws IOException {
    try {
      write.finish();
      return null;
    } catch (IOException e) {
      LOG.info("{}: the writer got", fault, e);
      closeAfterFailure();
      return e;
    }
  }

  /** Each pipeline that fails may say so once more. */
  private void closeAfterFailure() {
    for (int i = 0; i < 2; i++) {
      try {
        write.close();
      } catch (IOException e) {
        LOG.debug("{}: closing says it again", fault, e);
      }
    }
  }

  private void assertExpected(IOException failure) {
    if (failure != null && fault.getExpectation() == Expectation.SUCCEEDS) {
      fail("The write must succeed: " + write, failure);
    }
    if (fault.getExpectation() == Expectation.CUT_SHORT) {
      assertThat(failure).as("what the writer got").isNotNull();
    }
  }
}
