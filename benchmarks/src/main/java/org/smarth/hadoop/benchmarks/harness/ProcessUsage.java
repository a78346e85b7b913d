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
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

import com.sun.management.OperatingSystemMXBean;

/**
 * What a JVM has used since it started.
 *
 * @param cpuSeconds of all its threads
 * @param heapBytes the most heap in use, garbage included
 * @param liveHeapBytes the most heap that a collection left; 0 without a collection
 * @param rssBytes the most memory resident; 0 where the system does not say
 * @param allocatedBytes on the heap, as collections tell; 0 where nobody looked
 * @param switches of context, wanted or not, of its threads; of one that has ended as far as the
 *     last look saw it
 * @param directBytes the most memory of direct buffers, which Netty's are not all among
 */
public record ProcessUsage(double cpuSeconds, long heapBytes, long liveHeapBytes, long rssBytes,
    long allocatedBytes, long switches, long directBytes) {
  static final ProcessUsage NONE = new ProcessUsage(0, 0, 0, 0);
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String PEAK_RSS = "VmHWM:";
  private static final long KIB = 1024;

  /** Nobody looked at the rest. */
  public ProcessUsage(double cpuSeconds, long heapBytes, long liveHeapBytes, long rssBytes) {
    this(cpuSeconds, heapBytes, liveHeapBytes, rssBytes, 0, 0, 0);
  }

  static ProcessUsage now(HeapWatch heap) throws IOException {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return new ProcessUsage(system.getProcessCpuTime() / 1e9, heap.mostUsed(), heap.mostLive(),
        Files.exists(STATUS) ? peakRss(Files.readAllLines(STATUS)) : 0, heap.allocated(),
        Switches.OF_THIS_JVM.count(), heap.mostDirect());
  }

  /** Of another process, without a heap; empty when it has ended. */
  static Optional<ProcessUsage> of(ProcessHandle process) throws IOException {
    Optional<Duration> cpu = process.info().totalCpuDuration();
    try {
      long rss = peakRss(Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")));
      // A process that has ended and was not waited for has no memory any more.
      return cpu.filter(c -> rss > 0).map(c -> new ProcessUsage(c.toNanos() / 1e9, 0, 0, rss));
    } catch (IOException e) {
      // It may end between the opening of the file and the reading.
      if (process.isAlive()) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /** @param status the lines of /proc/PID/status */
  static long peakRss(List<String> status) {
    return status.stream().filter(l -> l.startsWith(PEAK_RSS))
        .map(l -> l.substring(PEAK_RSS.length()).replace("kB", "").trim())
        .mapToLong(kib -> Long.parseLong(kib) * KIB).findFirst().orElse(0);
  }
}
