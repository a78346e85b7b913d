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
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;

import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.smarth.hadoop.benchmarks.model.ByteSize;

/**
 * Writes many files of several sizes, one after the other, each timed from create to the return of
 * close, then reads all of them back.
 */
final class SmallFilesJob {
  private static final Path DIR = new Path("/small-files");
  /** Files before the clock starts: all JVMs load and compile, for seconds. */
  private static final int WARM_UP = 400;
  /** Bounds the room and the time that one size takes. */
  private static final long BYTES_PER_SIZE = 512 * ByteSize.MIB;
  private static final int LEAST_FILES = 10;

  private final ClientContext context;
  private final int count;
  private final List<Long> sizes;

  /** @param count of each size; fewer of the large ones */
  SmallFilesJob(ClientContext context, int count, List<Long> sizes) {
    this.context = context;
    this.count = count;
    this.sizes = sizes;
  }

  void run() throws Exception {
    Metrics result = new Metrics();
    try (DistributedFileSystem fs =
        (DistributedFileSystem) FileSystem.newInstance(context.conf())) {
      context.awaitDataNodes(fs);
      writeAll(fs, sizes.get(0), Math.min(count, WARM_UP), new Latencies());
      context.pauseAt(ClientJob.READY);
      for (long size : sizes) {
        context.events().stage("writing files of " + ByteSize.format(size));
        Latencies latencies = new Latencies();
        writeAll(fs, size,
            (int) Math.min(count, Math.max(LEAST_FILES, BYTES_PER_SIZE / size)), latencies);
        result.putAll(latencies.toMetrics(Long.toString(size)));
      }
      context.pauseAt(ClientJob.DONE);
    }
    context.events().result(result);
  }

  private void writeAll(DistributedFileSystem fs, long size, int files, Latencies latencies)
      throws IOException, Failure {
    byte[] content = content(size);
    for (int i = 0; i < files; i++) {
      long start = System.nanoTime();
      try (OutputStream out = fs.create(file(i))) {
        out.write(content);
      }
      latencies.add(System.nanoTime() - start);
      context.events().bytes((i + 1) * size);
    }
    for (int i = 0; i < files; i++) {
      try (InputStream in = fs.open(file(i))) {
        if (!Arrays.equals(in.readAllBytes(), content)) {
          throw new Failure(file(i) + " of " + size + " bytes differs from what was written");
        }
      }
    }
    fs.delete(DIR, true);
  }

  private static Path file(int i) {
    return new Path(DIR, Integer.toString(i));
  }

  private byte[] content(long size) throws IOException, Failure {
    try (InputStream in = Files.newInputStream(context.spec().file())) {
      byte[] content = in.readNBytes(Math.toIntExact(size));
      if (content.length < size) {
        throw new Failure("the input has " + content.length + " bytes of " + size);
      }
      return content;
    }
  }
}
