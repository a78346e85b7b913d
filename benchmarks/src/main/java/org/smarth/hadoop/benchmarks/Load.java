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
package org.smarth.hadoop.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import org.smarth.hadoop.benchmarks.harness.Metrics;

/**
 * What this machine and the cluster's NICs have done until some moment.
 *
 * @param busy ticks of all cores that were not idle
 * @param all ticks of all cores
 * @param diskMillis in which some disk was busy, of the busiest disk
 * @param sentBytes by all NICs, with headers
 */
record Load(long nanos, long busy, long all, long diskMillis, long sentBytes) {
  private static final int IDLE = 3;
  private static final int WAITING = 4;
  private static final int DISK_BUSY = 12;
  private static final int DISK_NAME = 2;

  static Load of(Session session) throws IOException, InterruptedException {
    long[] ticks = Arrays.stream(Files.readAllLines(Path.of("/proc/stat")).get(0).split(" +"))
        .skip(1).mapToLong(Long::parseLong).toArray();
    // The last two are counted among the first two already.
    long all = Arrays.stream(ticks).limit(8).sum();
    return new Load(System.nanoTime(), all - ticks[IDLE] - ticks[WAITING], all, busiestDisk(),
        session.cluster().sentBytes());
  }

  private static long busiestDisk() throws IOException {
    List<String> lines = Files.readAllLines(Path.of("/proc/diskstats"));
    return lines.stream().map(line -> line.trim().split(" +"))
        .filter(words -> Files.exists(Path.of("/sys/block", words[DISK_NAME])))
        .mapToLong(words -> Long.parseLong(words[DISK_BUSY])).max().orElse(0);
  }

  /** Shares of the time since an earlier moment, in percent, and MB that NICs sent. */
  Metrics since(Load before) {
    double millis = (nanos - before.nanos) / 1e6;
    return new Metrics()
        .put("cpuPercent", 100.0 * (busy - before.busy) / Math.max(1, all - before.all))
        .put("diskPercent", 100.0 * (diskMillis - before.diskMillis) / millis)
        .put("sentMegabytes", (sentBytes - before.sentBytes) / 1e6)
        .put("sentMbps", 8 * (sentBytes - before.sentBytes) / 1e3 / millis);
  }
}
