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

import java.io.IOException;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.SleepJob;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.awaitility.Awaitility;

/** Jobs that do nothing, in processes as small as they can be. */
final class SleepJobs {
  private final Configuration cluster;

  SleepJobs(Configuration cluster) {
    this.cluster = cluster;
  }

  /** @return settings for a job whose processes have this class path. */
  Configuration settings(String classPath) {
    Configuration conf = new Configuration(cluster);
    conf.set(MRConfig.FRAMEWORK_NAME, MRConfig.YARN_FRAMEWORK_NAME);
    conf.setBoolean(YarnConfiguration.IS_MINI_YARN_CLUSTER, false);
    conf.set(YarnConfiguration.YARN_APPLICATION_CLASSPATH, classPath);
    conf.set(MRJobConfig.MAPREDUCE_APPLICATION_CLASSPATH, classPath);
    conf.set(MRJobConfig.MR_AM_COMMAND_OPTS, ClassPaths.jvmOptions());
    conf.set(MRJobConfig.MAP_JAVA_OPTS, ClassPaths.jvmOptions());
    conf.set(MRJobConfig.REDUCE_JAVA_OPTS, ClassPaths.jvmOptions());
    conf.setInt(MRJobConfig.MR_AM_VMEM_MB, 256);
    conf.setInt(MRJobConfig.MAP_MEMORY_MB, 256);
    conf.setInt(MRJobConfig.REDUCE_MEMORY_MB, 256);
    conf.setInt(MRJobConfig.IO_SORT_MB, 10);
    return conf;
  }

  static Job create(Configuration settings, int maps, int reduces,
      long mapMillis) throws IOException {
    SleepJob sleep = new SleepJob();
    sleep.setConf(settings);
    return sleep.createJob(maps, reduces, mapMillis, 1, 1, 1);
  }

  static void await(Job job) {
    Awaitility.await().pollInterval(100, TimeUnit.MILLISECONDS)
        .atMost(120, TimeUnit.SECONDS).until(job::isComplete);
  }
}
