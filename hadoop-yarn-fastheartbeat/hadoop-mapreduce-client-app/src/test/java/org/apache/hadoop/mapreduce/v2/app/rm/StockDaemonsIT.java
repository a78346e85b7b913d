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

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.fastheartbeat.AllocateHeartbeatConf;
import org.apache.hadoop.yarn.fastheartbeat.NodeHeartbeatConf;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Our application master with a ResourceManager and NodeManager of stock. */
public class StockDaemonsIT {
  private static final Pattern CALLS =
      Pattern.compile("\"AllocateNumOps\" : ([0-9]+)");

  private final Configuration conf = new YarnConfiguration();

  /** @return allocate calls, as the ResourceManager counts them. */
  private long calls() throws IOException {
    URL jmx = new URL("http://" + conf.get(YarnConfiguration.RM_WEBAPP_ADDRESS)
        + "/jmx?qry=Hadoop:service=ResourceManager,name=RpcDetailedActivity*");
    try (BufferedReader reader = new BufferedReader(new InputStreamReader(
        jmx.openStream(), StandardCharsets.UTF_8))) {
      Matcher found =
          CALLS.matcher(reader.lines().collect(Collectors.joining()));
      return found.find() ? Long.parseLong(found.group(1)) : 0;
    }
  }

  @Test(timeout = 300_000)
  public void ourApplicationMasterIsDrivenByEventsWithAStockResourceManager()
      throws Exception {
    File directory = new File(System.getProperty("test.build.data"), "stock");
    FileUtil.fullyDelete(directory);
    assertThat(directory.mkdirs()).isTrue();
    YarnProcesses.setUp(conf);
    conf.set(YarnConfiguration.NM_LOCAL_DIRS, directory + "/local");
    conf.set(YarnConfiguration.NM_LOG_DIRS, directory + "/logs");
    // What our ResourceManager would refuse.
    conf.set(NodeHeartbeatConf.ADAPTIVE_KEY, "unknown to stock");
    try (YarnProcesses daemons =
        new YarnProcesses(directory, conf, ClassPaths.stock())) {
      daemons.awaitNode(conf);
      Configuration settings =
          new SleepJobs(conf).settings(ClassPaths.ours());
      settings.setInt(AllocateHeartbeatConf.INTERVAL_KEY, 20_000);
      Job job = SleepJobs.create(settings, 2, 1, 1);
      long start = System.nanoTime();
      job.submit();
      SleepJobs.await(job);
      assertThat(job.isSuccessful()).isTrue();
      assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start))
          .isLessThan(80);
      assertThat(calls()).isBetween(5L, 80L);
    }
  }
}
