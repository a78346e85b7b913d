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

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.terasort.TeraGen;
import org.apache.hadoop.examples.terasort.TeraSort;
import org.apache.hadoop.examples.terasort.TeraValidate;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * Sorts the same rows with one group of settings after the other.
 *
 * @param bytes of the rows
 * @param reduces of each sort
 */
public record TunedSortJob(List<SortSettings> sorts, long bytes, int reduces) implements ClientJob {
  private static final long ROW = 100;
  private static final String BLOCK = "dfs.blocksize";
  private static final String OUT = "/tuned/out";
  private static final String REPORT = "/tuned/report";

  @Override
  public Metrics run(ClientContext context, DistributedFileSystem fs) throws Exception {
    Configuration conf = new YarnConfiguration(new JobConf(context.conf()));
    Metrics result = new Metrics();
    try (YarnJobs yarn = new YarnJobs(conf)) {
      context.awaitDataNodes(fs);
      int nodes = context.spec().racks().dataNodes();
      yarn.awaitNodes(nodes);
      context.events().stage("preparing rows");
      Set<String> blocks = new LinkedHashSet<>();
      for (SortSettings sort : sorts) {
        if (blocks.add(blockSize(conf, sort))) {
          JobKind.call(with(conf, sort), new TeraGen(), Long.toString(bytes / ROW), in(conf, sort));
        }
      }
      // The first job of a cluster loads and caches what all others use.
      JobKind.SLEEP.run(conf, new JobKind.Size(nodes, 0), 0, context.spec().dir());
      yarn.ended();
      context.pauseAt(ClientJob.READY);
      for (SortSettings sort : sorts) {
        context.events().stage("sorting: " + sort.name());
        Configuration tuned = with(conf, sort);
        tuned.setInt("mapreduce.job.reduces", reduces);
        JobKind.call(tuned, new TeraSort(), in(conf, sort), OUT);
        result.putAll(measured(conf, yarn.ended()).withPrefix(sort.name() + "."));
        context.events().stage("checking: " + sort.name());
        JobKind.call(conf, new TeraValidate(), OUT, REPORT);
        JobKind.checkReport(fs, new Path(REPORT));
        fs.delete(new Path(OUT), true);
        fs.delete(new Path(REPORT), true);
      }
      context.pauseAt(ClientJob.DONE);
    }
    return result;
  }

  private static String blockSize(Configuration conf, SortSettings sort) {
    return sort.settings().getOrDefault(BLOCK, conf.get(BLOCK));
  }

  private static String in(Configuration conf, SortSettings sort) {
    return "/tuned/in-" + blockSize(conf, sort);
  }

  /** A key that begins with + stands for more words at the end of its value. */
  static Configuration with(Configuration conf, SortSettings sort) {
    Configuration tuned = new Configuration(conf);
    sort.settings().forEach((key, value) -> {
      if (key.startsWith("+")) {
        String name = key.substring(1);
        tuned.set(name, (conf.get(name, "") + " " + value).strip());
      } else {
        tuned.set(key, value);
      }
    });
    return tuned;
  }

  private Metrics measured(Configuration conf, ApplicationReport job) throws Exception {
    try (JobClient client = new JobClient(new JobConf(conf))) {
      Counters counters =
          client.getJob(JobID.downgrade(TypeConverter.fromYarn(job.getApplicationId())))
              .getCounters();
      if (counters.getCounter(TaskCounter.REDUCE_OUTPUT_RECORDS) != bytes / ROW) {
        throw new Failure("TeraSort put out "
            + counters.getCounter(TaskCounter.REDUCE_OUTPUT_RECORDS) + " rows of " + bytes / ROW);
      }
      return new Metrics().put("seconds", (job.getFinishTime() - job.getStartTime()) / 1e3)
          .put("spilledMillions", counters.getCounter(TaskCounter.SPILLED_RECORDS) / 1e6)
          .put("gcSeconds", counters.getCounter(TaskCounter.GC_TIME_MILLIS) / 1e3)
          .put("cpuSeconds", counters.getCounter(TaskCounter.CPU_MILLISECONDS) / 1e3);
    }
  }
}
