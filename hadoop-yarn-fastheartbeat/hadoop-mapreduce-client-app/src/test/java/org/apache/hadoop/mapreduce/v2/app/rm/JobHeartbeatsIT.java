/*
 * Licensed to the Apache Software Foundation (ASF) under one
 * or more contributor license agreements.  See the NOTICE file
 * distributed with this work for additional information
 * regarding copyright ownership.  The ASF licenses this file
 * to you under the Apache License, Version 2.0 (the
 * "License"); you may not use this file except in compliance
 * with the License.  You may obtain a copy of the License at
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

import java.io.IOException;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.SleepJob;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.apache.hadoop.net.ServerSocketUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.fastheartbeat.AllocateHeartbeatConf;
import org.awaitility.Awaitility;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The allocate calls of real jobs, in processes of their own, as the RPC
 * server of the ResourceManager counts them.
 */
public class JobHeartbeatsIT {
  private static MiniMRYarnCluster cluster;
  private static RpcCalls calls;

  @BeforeClass
  public static void start() throws IOException {
    Configuration conf = new YarnConfiguration();
    conf.setBoolean(YarnConfiguration.YARN_MINICLUSTER_FIXED_PORTS, true);
    for (String key : new String[] {YarnConfiguration.RM_ADDRESS,
        YarnConfiguration.RM_ADMIN_ADDRESS,
        YarnConfiguration.RM_SCHEDULER_ADDRESS,
        YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
        YarnConfiguration.RM_WEBAPP_ADDRESS,
        YarnConfiguration.NM_ADDRESS, YarnConfiguration.NM_LOCALIZER_ADDRESS,
        YarnConfiguration.NM_WEBAPP_ADDRESS}) {
      conf.set(key, "localhost:" + ServerSocketUtil.getPort(0, 10));
    }
    conf.setFloat(
        YarnConfiguration.NM_MAX_PER_DISK_UTILIZATION_PERCENTAGE, 100);
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, 256);
    cluster = new MiniMRYarnCluster("heartbeats", 1);
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

  /** @return a job that may be submitted. */
  private Job job(Configuration settings, int maps, int reduces,
      long mapMillis) throws IOException {
    Configuration conf = new Configuration(cluster.getConfig());
    String jvm = "-Xmx200m "
        + System.getProperty("hadoop.jvm.opens").trim().replaceAll("\\s+", " ");
    conf.set(MRJobConfig.MR_AM_COMMAND_OPTS, jvm);
    conf.set(MRJobConfig.MAP_JAVA_OPTS, jvm);
    conf.set(MRJobConfig.REDUCE_JAVA_OPTS, jvm);
    conf.setInt(MRJobConfig.MR_AM_VMEM_MB, 256);
    conf.setInt(MRJobConfig.MAP_MEMORY_MB, 256);
    conf.setInt(MRJobConfig.REDUCE_MEMORY_MB, 256);
    conf.setInt(MRJobConfig.IO_SORT_MB, 10);
    conf.addResource(settings);
    SleepJob sleep = new SleepJob();
    sleep.setConf(conf);
    return sleep.createJob(maps, reduces, mapMillis, 1, 1, 1);
  }

  private static void await(Job job) {
    Awaitility.await().pollInterval(100, TimeUnit.MILLISECONDS)
        .atMost(120, TimeUnit.SECONDS).until(job::isComplete);
  }

  @Test(timeout = 240_000)
  public void aJobDoesNotWaitForAnIntervalOfTenSeconds() throws Exception {
    Configuration settings = new Configuration(false);
    settings.setInt(AllocateHeartbeatConf.INTERVAL_KEY, 10_000);
    Job job = job(settings, 2, 1, 1);
    long before = calls.count();
    job.submit();
    calls.awaitNext();
    long start = System.nanoTime();
    await(job);
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    assertThat(job.isSuccessful()).isTrue();
    // With fixed intervals: at least to ask for maps, to get them, to ask for
    // the reduce, to get it, and to unregister.
    assertThat(millis).isLessThan(40_000);
    assertThat(calls.count() - before).isBetween(5L, 80L);
  }

  @Test(timeout = 240_000)
  public void inFixedModeTheIntervalIsSeenOnTheWire() throws Exception {
    Configuration settings = new Configuration(false);
    settings.setInt(AllocateHeartbeatConf.INTERVAL_KEY, 200);
    settings.setBoolean(AllocateHeartbeatConf.EVENT_DRIVEN_KEY, false);
    Job job = job(settings, 1, 0, 30_000);
    job.submit();
    try {
      assertThat(calls.meanPeriod(15)).isBetween(200.0, 300.0);
    } finally {
      job.killJob();
      await(job);
    }
  }
}
