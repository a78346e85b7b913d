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
import java.nio.file.Files;
import java.util.Arrays;

import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Writes one file part by part. Each part is flushed, and then read by another client while the
 * file stays open: how long a flush takes, and how long until what it covers was read.
 */
public record FlushJob(int count, int partBytes) implements ClientJob {
  private static final Path TARGET = new Path("/flushed");

  @Override
  public Metrics run(ClientContext context, DistributedFileSystem fs) throws Exception {
    Latencies flushes = new Latencies();
    Latencies reads = new Latencies();
    try (DistributedFileSystem reader = context.client();
        InputStream input = Files.newInputStream(context.spec().file())) {
      context.awaitDataNodes(fs);
      context.pauseAt(ClientJob.READY);
      context.events().stage("flushing");
      try (FSDataOutputStream out = fs.create(TARGET)) {
        for (int i = 0; i < count; i++) {
          byte[] part = input.readNBytes(partBytes);
          out.write(part);
          long start = System.nanoTime();
          out.hflush();
          long flushed = System.nanoTime();
          flushes.add(flushed - start);
          read(reader, (long) i * partBytes, part);
          reads.add(System.nanoTime() - flushed);
          context.events().bytes((i + 1L) * partBytes);
        }
      }
      context.pauseAt(ClientJob.DONE);
    }
    return flushes.toMetrics("flush").putAll(reads.toMetrics("visible"));
  }

  private static void read(DistributedFileSystem reader, long at, byte[] expected)
      throws IOException {
    byte[] actual = new byte[expected.length];
    try (FSDataInputStream in = reader.open(TARGET)) {
      in.readFully(at, actual);
    }
    if (!Arrays.equals(actual, expected)) {
      throw new Failure("what was flushed at " + at + " differs from what was written");
    }
  }
}
