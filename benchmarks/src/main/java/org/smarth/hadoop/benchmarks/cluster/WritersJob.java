/*
 * Licensed to the Apache Software Foundation (ASF) under one or more
 * contributor license agreements.  See the NOTICE file distributed with
 * this work for additional information regarding copyright ownership.
 * The ASF licenses this file to You under the Apache License, Version 2.0
 * (the "License"); you may not use this file except in compliance with
 * the License.  You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.smarth.hadoop.benchmarks.cluster;

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
import org.smarth.hadoop.benchmarks.model.ByteSize;

/**
 * Writers in one process, which all begin at once; each writes files one after the other. Every
 * file is timed from create to the return of close, and read back when all are written.
 */
final class WritersJob {
  /** What is in the files, again and again. */
  private static final int PATTERN_BYTES = 256 * 1024;
  private static final long SEED = 20_102;
  private static final long WARM_UP_BYTES = ByteSize.MIB;

  private final ClientContext context;
  private final Size size;
  private final byte[] pattern = new byte[PATTERN_BYTES];
  /** Guarded by this. */
  private final Latencies latencies = new Latencies();

  WritersJob(ClientContext context, Size size) {
    this.context = context;
    this.size = size;
    new SplittableRandom(SEED).nextBytes(pattern);
  }

  /**
   * How much is written.
   *
   * @param files of each writer
   * @param bytes of each file
   * @param warmUps files of each writer before the clock starts, of 1 MB at the most
   */
  record Size(int writers, int files, long bytes, int warmUps) {
  }

  void run() throws Exception {
    try (DistributedFileSystem fs =
        (DistributedFileSystem) FileSystem.newInstance(context.conf())) {
      context.awaitDataNodes(fs);
      Path dir = new Path("/" + size.writers + "-writers-of-" + size.files);
      Path warmUp = new Path(dir, "warm-up");
      ExecutorService writers = Executors.newFixedThreadPool(size.writers);
      try {
        all(writers, writer -> write(fs, new Path(warmUp, "w" + writer), size.warmUps,
            Math.min(size.bytes, WARM_UP_BYTES)));
        fs.delete(warmUp, true);
        latencies.clear();
        context.pauseAt(ClientJob.READY);
        context.events().stage("writing");
        double cpu = context.commands().usage().cpuSeconds();
        long start = System.nanoTime();
        all(writers, writer -> write(fs, new Path(dir, "w" + writer), size.files,
            size.bytes));
        double seconds = (System.nanoTime() - start) / 1e9;
        cpu = context.commands().usage().cpuSeconds() - cpu;
        context.pauseAt(ClientJob.DONE);
        context.events().stage("reading back");
        all(writers, writer -> check(fs, new Path(dir, "w" + writer)));
        long bytes = (long) size.writers * size.files * size.bytes;
        context.events().result(latencies.toMetrics("file").put("seconds", seconds)
            .put("bytes", bytes).put("megabytesPerSecond", bytes / seconds / 1e6)
            .put("clientCpuSeconds", cpu));
      } finally {
        writers.shutdownNow();
      }
    }
  }

  /** What one of the writers does. */
  private interface Part {
    void of(int writer) throws IOException, Failure;
  }

  /** Returns when every writer has done its part; throws what the first of them met. */
  private void all(ExecutorService writers, Part part) throws Exception {
    List<Future<?>> parts = new ArrayList<>();
    for (int i = 0; i < size.writers; i++) {
      int writer = i;
      parts.add(writers.submit(() -> {
        part.of(writer);
        return null;
      }));
    }
    for (Future<?> each : parts) {
      each.get();
    }
  }

  private void write(FileSystem fs, Path dir, int files, long bytes) throws IOException {
    for (int i = 0; i < files; i++) {
      long start = System.nanoTime();
      try (OutputStream out = fs.create(new Path(dir, Integer.toString(i)))) {
        for (long left = bytes; left > 0; left -= PATTERN_BYTES) {
          out.write(pattern, 0, (int) Math.min(left, PATTERN_BYTES));
        }
      }
      long nanos = System.nanoTime() - start;
      synchronized (this) {
        latencies.add(nanos);
      }
    }
  }

  private void check(FileSystem fs, Path dir) throws IOException, Failure {
    byte[] part = new byte[PATTERN_BYTES];
    for (int i = 0; i < size.files; i++) {
      Path file = new Path(dir, Integer.toString(i));
      try (InputStream in = fs.open(file)) {
        long read = 0;
        for (int n = in.readNBytes(part, 0, part.length); n > 0;
            n = in.readNBytes(part, 0, part.length)) {
          if (!Arrays.equals(part, 0, n, pattern, 0, n)) {
            throw new Failure(file + " differs from what was written, after " + read + " bytes");
          }
          read += n;
        }
        if (read != size.bytes) {
          throw new Failure(file + " has " + read + " bytes of " + size.bytes);
        }
      }
    }
  }
}
