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

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Writers in one process write a file each, round after round, until DataNodes are warm. Files have
 * several blocks, whose code is another than that of short files.
 *
 * @param bytes of each file
 * @param most rounds
 */
public record WarmUpJob(int writers, long bytes, int most) implements ClientJob {
  private static final long BLOCK_BYTES = 8 * ByteSize.MIB;

  @Override
  public Metrics run(ClientContext context, DistributedFileSystem fs) throws Exception {
    context.awaitDataNodes(fs);
    context.pauseAt(ClientJob.READY);
    WarmUpRule rule = new WarmUpRule(most);
    WritersJob round = new WritersJob(writers, 1, bytes, 0);
    List<Double> rates = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    try {
      while (!rule.isEnough(rates)) {
        context.events().stage("warming up, round " + (rates.size() + 1));
        // The last one stays: nothing is deleted while the clock runs.
        fs.delete(new Path("/warm-up-" + (rates.size() - 1)), true);
        Path dir = new Path("/warm-up-" + rates.size());
        long start = System.nanoTime();
        round.all(threads, writer -> {
          Path file = new Path(dir, "w" + writer);
          WritersJob.write(fs.create(file, true, WritersJob.PATTERN_BYTES,
              fs.getDefaultReplication(file), BLOCK_BYTES), bytes);
        });
        rates.add(writers * bytes / ((System.nanoTime() - start) / 1e9) / 1e6);
      }
    } finally {
      threads.shutdownNow();
    }
    context.pauseAt(ClientJob.DONE);
    return WarmUpRule.toMetrics(rates);
  }
}
