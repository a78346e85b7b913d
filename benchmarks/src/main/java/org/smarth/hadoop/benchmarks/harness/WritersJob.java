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
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Writers in one process, which all begin at once; each writes files one after the other. Every
 * file is timed from create to the return of close, and read back when all are written.
 *
 * @param files of each writer
 * @param bytes of each file
 * @param warmUps files of each writer before the clock starts, of 16 MB at the most
 */
public record WritersJob(int writers, int files, long bytes, int warmUps) implements ClientJob {
  /** What is in the files, again and again. */
  static final int PATTERN_BYTES = 256 * 1024;
  private static final long SEED = 20_102;
  /** Whole blocks, whose code is another than that of short files. */
  private static final long WARM_UP_BYTES = 16 * ByteSize.MIB;
  private static final byte[] PATTERN = new byte[PATTERN_BYTES];

  static {
    new SplittableRandom(SEED).nextBytes(PATTERN);
  }

  @Override
  public Metrics run(ClientContext context, DistributedFileSystem fs) throws Exception {
    context.awaitDataNodes(fs);
    Latencies latencies = new Latencies();
    Path dir = new Path("/" + writers + "-writers-of-" + files);
    Path warmUp = new Path(dir, "warm-up");
    // What such a job before this one left would be deleted while the clock runs.
    fs.delete(dir, true);
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    try {
      all(threads, writer -> write(fs, new Path(warmUp, "w" + writer), warmUps,
          Math.min(bytes, WARM_UP_BYTES), latencies));
      fs.delete(warmUp, true);
      latencies.clear();
      context.pauseAt(ClientJob.READY);
      context.events().stage("writing");
      double cpu = context.commands().usage().cpuSeconds();
      long start = System.nanoTime();
      all(threads, writer -> write(fs, new Path(dir, "w" + writer), files, bytes, latencies));
      double seconds = (System.nanoTime() - start) / 1e9;
      cpu = context.commands().usage().cpuSeconds() - cpu;
      context.pauseAt(ClientJob.DONE);
      context.events().stage("reading back");
      all(threads, writer -> check(fs, new Path(dir, "w" + writer)));
      long all = (long) writers * files * bytes;
      return latencies.toMetrics("file").put("seconds", seconds)
          .put("bytes", all).put("megabytesPerSecond", all / seconds / 1e6)
          .put("clientCpuSeconds", cpu);
    } finally {
      threads.shutdownNow();
    }
  }

  /** What one of the writers does. */
  interface Part {
    void of(int writer) throws IOException;
  }

  /** Returns when every writer has done its part; throws what the first of them met. */
  void all(ExecutorService threads, Part part) throws Exception {
    List<Future<?>> parts = new ArrayList<>();
    for (int i = 0; i < writers; i++) {
      int writer = i;
      parts.add(threads.submit(() -> {
        part.of(writer);
        return null;
      }));
    }
    for (Future<?> each : parts) {
      each.get();
    }
  }

  private static void write(FileSystem fs, Path dir, int files, long bytes, Latencies latencies)
      throws IOException {
    for (int i = 0; i < files; i++) {
      long start = System.nanoTime();
      write(fs.create(new Path(dir, Integer.toString(i))), bytes);
      long nanos = System.nanoTime() - start;
      synchronized (latencies) {
        latencies.add(nanos);
      }
    }
  }

  /** Writes so many bytes, and closes. */
  static void write(OutputStream file, long bytes) throws IOException {
    try (OutputStream out = file) {
      for (long left = bytes; left > 0; left -= PATTERN_BYTES) {
        out.write(PATTERN, 0, (int) Math.min(left, PATTERN_BYTES));
      }
    }
  }

  private void check(FileSystem fs, Path dir) throws IOException {
    byte[] part = new byte[PATTERN_BYTES];
    for (int i = 0; i < files; i++) {
      Path file = new Path(dir, Integer.toString(i));
      try (InputStream in = fs.open(file)) {
        long read = 0;
        for (int n = in.readNBytes(part, 0, part.length); n > 0;
            n = in.readNBytes(part, 0, part.length)) {
          if (!Arrays.equals(part, 0, n, PATTERN, 0, n)) {
            throw new Failure(file + " differs from what was written, after " + read + " bytes");
          }
          read += n;
        }
        if (read != bytes) {
          throw new Failure(file + " has " + read + " bytes of " + bytes);
        }
      }
    }
  }
}
