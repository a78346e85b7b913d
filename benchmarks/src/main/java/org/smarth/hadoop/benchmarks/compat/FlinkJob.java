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

package org.smarth.hadoop.benchmarks.compat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.serialization.SimpleStringEncoder;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.DefaultRollingPolicy;

/**
 * A job that writes numbers with a file sink, with checkpoints in HDFS. It fails amid its files,
 * after a checkpoint, and goes on from there.
 */
final class FlinkJob {
  private static final int PARALLELISM = 2;
  private static final int NUMBERS = 400_000;
  private static final String FILLER = "-".repeat(90);
  private static final Duration LONG = Duration.ofHours(1);

  private FlinkJob() {
  }

  /** @param base directory of HDFS */
  static void run(String base) throws Exception {
    Path target = new Path(base, "job");
    Map<String, String> settings = Map.of(
        "execution.checkpointing.interval", "500 ms",
        "execution.checkpointing.storage", "filesystem",
        "execution.checkpointing.dir", base + "/checkpoints",
        "restart-strategy.type", "fixed-delay",
        "restart-strategy.fixed-delay.delay", "1 s",
        // A stock NameNode may recover the block of a truncate once more, amid the append after it.
        "restart-strategy.fixed-delay.attempts", "5",
        "taskmanager.memory.managed.size", "16m",
        "taskmanager.memory.network.min", "16m",
        "taskmanager.memory.network.max", "16m");
    StreamExecutionEnvironment job = StreamExecutionEnvironment.createLocalEnvironment(PARALLELISM,
        Configuration.fromMap(settings));
    // A file goes on through all checkpoints.
    FileSink<String> sink = FileSink.forRowFormat(target, new SimpleStringEncoder<String>())
        .withBucketAssigner(new BasePathBucketAssigner<>())
        .withRollingPolicy(DefaultRollingPolicy.builder().withRolloverInterval(LONG)
            .withInactivityInterval(LONG).build()).build();
    job.fromSource(new NumberSequenceSource(0, NUMBERS - 1), WatermarkStrategy.noWatermarks(),
        "numbers").map(new Lines()).sinkTo(sink);
    job.execute();
    FlinkProgram.check(Lines.FAILED.get(), "the job did not fail amid its files");
    check(target);
  }

  /** Every number is there once. */
  private static void check(Path target) throws IOException {
    FileSystem fs = target.getFileSystem();
    BitSet numbers = new BitSet(NUMBERS);
    int lines = 0;
    for (FileStatus file : fs.listStatus(target)) {
      // What was not committed is hidden.
      if (!file.getPath().getName().startsWith(".")) {
        try (BufferedReader in = new BufferedReader(
            new InputStreamReader(fs.open(file.getPath()), StandardCharsets.UTF_8))) {
          for (String line = in.readLine(); line != null; line = in.readLine()) {
            long number = Long.parseLong(line.substring(FILLER.length()));
            FlinkProgram.check(line.equals(line(number)), "a line is: " + line);
            numbers.set((int) number);
            lines++;
          }
        }
      }
    }
    FlinkProgram.check(lines == NUMBERS && numbers.cardinality() == NUMBERS,
        lines + " lines of " + numbers.cardinality() + " of " + NUMBERS + " numbers");
    FlinkProgram.tell("lines", lines);
  }

  private static String line(long number) {
    return FILLER + number;
  }

  /** Makes lines of numbers, slowly enough for some checkpoints. */
  private static final class Lines implements MapFunction<Long, String>, CheckpointListener {
    private static final long serialVersionUID = 1L;
    /** In this JVM. */
    static final AtomicBoolean FAILED = new AtomicBoolean();
    /** Numbers in a millisecond. */
    private static final int PACE = 50;
    /** Some blocks of each file come before, and after. */
    private static final int LEAST = NUMBERS / PARALLELISM / 3;

    private int made;
    private int afterCheckpoint = -1;

    @Override
    public String map(Long number) throws InterruptedException {
      if (++made % PACE == 0) {
        Thread.sleep(1);
      }
      if (made > LEAST && afterCheckpoint >= 0 && made > afterCheckpoint
          && FAILED.compareAndSet(false, true)) {
        throw new IllegalStateException("a failure that belongs to the trial");
      }
      return line(number);
    }

    /** The failure comes when more than a block was written since. */
    @Override
    public void notifyCheckpointComplete(long checkpoint) {
      if (made > LEAST && afterCheckpoint < 0) {
        afterCheckpoint = made + 2 * ClientsScript.BLOCK_BYTES / FILLER.length();
      }
    }
  }
}
