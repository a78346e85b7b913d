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

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Writes one file as a write-ahead log is written: record by record, each made durable before the
 * next. The first half of them is flushed, the second synced to disk; of both the first are not
 * timed.
 *
 * @param records of each kind that are timed
 * @param warmUps of each kind that are written before
 */
public record LogJob(int records, int warmUps) implements ClientJob {
  private static final Path TARGET = new Path("/log");
  private static final int RECORD_BYTES = 1024;

  /** Makes what was written durable in some way. */
  private interface Step {
    void take() throws IOException;
  }

  @Override
  public Metrics run(ClientContext context, DistributedFileSystem fs) throws Exception {
    Metrics result = new Metrics();
    context.awaitDataNodes(fs);
    context.pauseAt(ClientJob.READY);
    try (FSDataOutputStream out = fs.create(TARGET)) {
      result.putAll(phase(context, "hflush", out, out::hflush))
          .putAll(phase(context, "hsync", out, out::hsync));
    }
    context.pauseAt(ClientJob.DONE);
    check(fs);
    return result;
  }

  private Metrics phase(ClientContext context, String name, FSDataOutputStream out, Step step)
      throws IOException {
    context.events().stage(name);
    Latencies latencies = new Latencies();
    append(warmUps, out, step, latencies);
    latencies.clear();
    long start = System.nanoTime();
    append(records, out, step, latencies);
    double seconds = (System.nanoTime() - start) / 1e9;
    return latencies.toMetrics(name).put(name + ".perSecond", records / seconds);
  }

  private static void append(int count, FSDataOutputStream out, Step step, Latencies latencies)
      throws IOException {
    for (int i = 0; i < count; i++) {
      byte[] record = record(out.getPos());
      long start = System.nanoTime();
      out.write(record);
      step.take();
      latencies.add(System.nanoTime() - start);
    }
  }

  /** A record tells its place in the file. */
  private static byte[] record(long at) {
    byte[] record = new byte[RECORD_BYTES];
    Arrays.fill(record, (byte) (at / RECORD_BYTES));
    return record;
  }

  private void check(FileSystem fs) throws IOException {
    long length = 2L * (warmUps + records) * RECORD_BYTES;
    try (InputStream in = fs.open(TARGET)) {
      for (long at = 0; at < length; at += RECORD_BYTES) {
        if (!Arrays.equals(in.readNBytes(RECORD_BYTES), record(at))) {
          throw new Failure(TARGET + " differs at " + at + " from what was written");
        }
      }
      if (in.read() >= 0) {
        throw new Failure(TARGET + " has more than was written");
      }
    }
  }
}
