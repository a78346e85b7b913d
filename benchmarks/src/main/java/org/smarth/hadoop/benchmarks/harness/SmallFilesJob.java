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
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Writes many files of several sizes, one after the other, each timed from create to the return of
 * close, and reads each back. Sizes take turns, so that none has the warmest JVMs for itself.
 *
 * @param count of each size; fewer of the large ones
 */
public record SmallFilesJob(int count, List<Long> sizes) implements ClientJob {
  private static final Path DIR = new Path("/small-files");
  /** Rounds before the clock starts: all JVMs load and compile, for seconds. */
  private static final int WARM_UP = 100;
  /** Bounds the room and the time that a size takes. */
  private static final long BYTES_PER_SIZE = 512 * ByteSize.MIB;
  private static final int MIN_FILES = 10;

  @Override
  public Metrics run(ClientContext context, DistributedFileSystem fs) throws Exception {
    Metrics result = new Metrics();
    context.awaitDataNodes(fs);
    Map<Long, byte[]> contents = new LinkedHashMap<>();
    for (long size : sizes) {
      contents.put(size, context.input(size));
    }
    writeAll(context, fs, contents, Math.min(count, WARM_UP));
    context.pauseAt(ClientJob.READY);
    context.events().stage("writing files of "
        + sizes.stream().map(ByteSize::format).collect(Collectors.joining(", ")));
    writeAll(context, fs, contents, count)
        .forEach((size, l) -> result.putAll(l.toMetrics(Long.toString(size))));
    context.pauseAt(ClientJob.DONE);
    return result;
  }

  /** By size. */
  private Map<Long, Latencies> writeAll(ClientContext context, DistributedFileSystem fs,
      Map<Long, byte[]> contents, int rounds) throws IOException {
    Map<Long, Latencies> latencies = new LinkedHashMap<>();
    long bytes = 0;
    for (int round = 0; round < rounds; round++) {
      for (long size : sizes) {
        if (isDue(round, size)) {
          latencies.computeIfAbsent(size, s -> new Latencies())
              .add(write(fs, round, contents.get(size)));
          bytes += size;
          context.events().bytes(bytes);
        }
      }
    }
    return latencies;
  }

  /** Whether a file of this size is written in this round: those of each size are spread evenly. */
  private boolean isDue(int round, long size) {
    long files = Math.min(count, Math.max(MIN_FILES, BYTES_PER_SIZE / size));
    return (round + 1) * files / count > round * files / count;
  }

  /** Returns nanoseconds from create to the return of close. */
  private static long write(DistributedFileSystem fs, int i, byte[] content) throws IOException {
    Path file = new Path(DIR, i + "-" + content.length);
    long start = System.nanoTime();
    try (OutputStream out = fs.create(file)) {
      out.write(content);
    }
    long nanos = System.nanoTime() - start;
    ClientContext.check(fs, file, content);
    fs.delete(file, true);
    return nanos;
  }
}
