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

package org.smarth.hadoop.benchmarks.harness;

import java.util.LongSummaryStatistics;
import java.util.stream.Stream;

import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TaskReport;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * Jobs of one kind, one after the other; the next begins when the ResourceManager has done with the
 * last one. Each is timed as its client sees it, and as the ResourceManager records it.
 */
public record JobSeries(JobKind kind, int count, JobKind.Size size) implements ClientJob {
  @Override
  public Metrics run(ClientContext context, DistributedFileSystem fs) throws Exception {
    Configuration conf = new YarnConfiguration(new JobConf(context.conf()));
    DescriptiveStatistics clientSeconds = new DescriptiveStatistics();
    DescriptiveStatistics seconds = new DescriptiveStatistics();
    Metrics result = new Metrics();
    try (YarnJobs yarn = new YarnJobs(conf)) {
      context.awaitDataNodes(fs);
      int nodes = context.spec().racks().dataNodes();
      yarn.awaitNodes(nodes);
      context.events().stage("preparing " + kind.prefix());
      if (!yarn.haveRun()) {
        // The first job of a cluster loads and caches what all others use.
        JobKind.SLEEP.run(conf, new JobKind.Size(nodes, 0), 0, context.spec().dir());
      }
      kind.prepare(conf, size);
      yarn.ended();
      context.pauseAt(ClientJob.READY);
      ApplicationReport last = null;
      for (int i = 1; i <= count; i++) {
        context.events().stage(kind.prefix() + " " + i + " of " + count);
        long start = System.nanoTime();
        kind.run(conf, size, i, context.spec().dir());
        clientSeconds.addValue((System.nanoTime() - start) / 1e9);
        last = yarn.ended();
        seconds.addValue((last.getFinishTime() - last.getStartTime()) / 1e3);
      }
      context.pauseAt(ClientJob.DONE);
      put(result, "seconds", seconds);
      put(result, "clientSeconds", clientSeconds);
      result.put(kind.prefix() + ".mapSeconds", mapSeconds(conf, last.getApplicationId()));
      result.putAll(kind.results(context.spec().dir()).withPrefix(kind.prefix() + "."));
      kind.check(conf);
    }
    return result;
  }

  private void put(Metrics result, String name, DescriptiveStatistics values) {
    result.put(kind.prefix() + "." + name, values.getPercentile(50))
        .put(kind.prefix() + "." + name + ".least", values.getMin())
        .put(kind.prefix() + "." + name + ".most", values.getMax());
  }

  /** From the start of a job's first map to the end of its last one. */
  private static double mapSeconds(Configuration conf, ApplicationId id) throws Exception {
    try (JobClient client = new JobClient(new JobConf(conf))) {
      TaskReport[] maps = client.getMapTaskReports(JobID.downgrade(TypeConverter.fromYarn(id)));
      LongSummaryStatistics starts =
          Stream.of(maps).mapToLong(TaskReport::getStartTime).summaryStatistics();
      LongSummaryStatistics ends =
          Stream.of(maps).mapToLong(TaskReport::getFinishTime).summaryStatistics();
      if (maps.length == 0) {
        throw new Failure("the history server knows of no maps of " + id);
      }
      return (ends.getMax() - starts.getMin()) / 1e3;
    }
  }
}
