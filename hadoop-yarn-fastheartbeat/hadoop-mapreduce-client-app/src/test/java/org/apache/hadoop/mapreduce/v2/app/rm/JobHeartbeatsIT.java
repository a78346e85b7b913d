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
package org.apache.hadoop.mapreduce.v2.app.rm;

import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.fastheartbeat.AllocateHeartbeatConf;
import org.apache.hadoop.yarn.fastheartbeat.RpcCalls;
import org.apache.hadoop.yarn.server.MiniYARNCluster;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The allocate calls of real jobs, in processes of their own, as the RPC
 * server of a ResourceManager of ours counts them.
 */
public class JobHeartbeatsIT {
  private static MiniYARNCluster cluster;
  private static RpcCalls calls;

  @BeforeClass
  public static void start() throws Exception {
    Configuration conf = new YarnConfiguration();
    YarnProcesses.setUp(conf);
    conf.setBoolean(YarnConfiguration.YARN_MINICLUSTER_FIXED_PORTS, true);
    cluster = new MiniYARNCluster("heartbeats", 1, 1, 1);
    cluster.init(conf);
    cluster.start();
    calls = new RpcCalls(cluster.getConfig().getSocketAddr(
        YarnConfiguration.RM_SCHEDULER_ADDRESS, "", 0), "Allocate");
  }

  @AfterClass
  public static void stop() {
    if (cluster != null) {
      cluster.stop();
    }
  }

  private static Configuration settings(String classPath) {
    return new SleepJobs(cluster.getConfig()).settings(classPath);
  }

  @Test(timeout = 240_000)
  public void aJobDoesNotWaitForAnIntervalOfTenSeconds() throws Exception {
    Configuration settings = settings(ClassPaths.ours());
    settings.setInt(AllocateHeartbeatConf.INTERVAL_KEY, 10_000);
    Job job = SleepJobs.create(settings, 2, 1, 1);
    long before = calls.count();
    job.submit();
    calls.awaitNext();
    long start = System.nanoTime();
    SleepJobs.await(job);
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    assertThat(job.isSuccessful()).isTrue();
    // With fixed intervals: at least to ask for maps, to get them, to ask for
    // the reduce, to get it, and to unregister.
    assertThat(millis).isLessThan(40_000);
    assertThat(calls.count() - before).isBetween(5L, 80L);
  }

  @Test(timeout = 240_000)
  public void inFixedModeTheIntervalIsSeenOnTheWire() throws Exception {
    Configuration settings = settings(ClassPaths.ours());
    settings.setInt(AllocateHeartbeatConf.INTERVAL_KEY, 200);
    settings.setBoolean(AllocateHeartbeatConf.EVENT_DRIVEN_KEY, false);
    Job job = SleepJobs.create(settings, 1, 0, 30_000);
    job.submit();
    try {
      // The first one comes when the job has been set up.
      calls.awaitNext();
      assertThat(calls.meanPeriod(15)).isBetween(200.0, 300.0);
    } finally {
      job.killJob();
      SleepJobs.await(job);
    }
  }

  @Test(timeout = 240_000)
  public void aStockApplicationMasterRunsItsJob() throws Exception {
    Configuration settings = settings(ClassPaths.stock());
    // What ours would refuse.
    settings.set(AllocateHeartbeatConf.EVENT_DRIVEN_KEY, "unknown to stock");
    Job job = SleepJobs.create(settings, 2, 1, 1);
    job.submit();
    SleepJobs.await(job);
    assertThat(job.isSuccessful()).isTrue();
  }
}
