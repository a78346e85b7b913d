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

package org.smarth.hadoop.benchmarks.soak.api;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.stream.Stream;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.StreamPeek;

import org.smarth.hadoop.benchmarks.harness.Await;
import org.smarth.hadoop.benchmarks.harness.ClientRetention;
import org.smarth.hadoop.benchmarks.soak.LeakCheck;

/** What the client's process holds for a file that is written no more. It should be nothing. */
final class Held {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  private final ClientRetention client;
  private final Path spillDir;
  /** What was told once. */
  private final Set<Thread> knownThreads = Collections.newSetFromMap(new WeakHashMap<>());
  private long knownMemory;
  private long knownDisk;
  private long knownDescriptors;

  Held(Configuration conf, Path spillDir) {
    this.client = ClientRetention.of(conf);
    this.spillDir = spillDir;
  }

  /** Waits until nothing is held; returns what is held for too long, and takes it as known. */
  List<String> afterClose(FSDataOutputStream out, Duration limit)
      throws IOException, InterruptedException {
    if (Await.holdsWithin(limit, () -> now(out).isEmpty())) {
      return List.of();
    }
    List<String> held = now(out);
    knownThreads.addAll(threads());
    knownMemory = client.held();
    knownDisk = client.disk();
    knownDescriptors = spillDescriptors();
    return held;
  }

  private List<String> now(FSDataOutputStream out) throws IOException {
    List<String> held = new ArrayList<>();
    threads().forEach(t -> held.add("thread " + t.getName().replaceAll(" for .*", "")));
    // What was told once may be given back later.
    knownMemory = Math.min(knownMemory, client.held());
    knownDisk = Math.min(knownDisk, client.disk());
    long memory = client.held() - knownMemory;
    if (memory > 0) {
      held.add("memory of the budget: " + memory);
    }
    long disk = client.disk() - knownDisk;
    if (disk > 0) {
      held.add("disk space of the budget: " + disk);
    }
    long descriptors = spillDescriptors() - knownDescriptors;
    if (descriptors > 0) {
      held.add("descriptors of spill files: " + descriptors);
    }
    long pending = out == null ? 0 : StreamPeek.pending(out);
    if (pending != 0) {
      held.add("bytes that flushes wait for: " + pending);
    }
    return held;
  }

  private List<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(t -> LeakCheck.isClients(t.getName()) && !knownThreads.contains(t)).toList();
  }

  private long spillDescriptors() throws IOException {
    try (Stream<Path> all = Files.list(DESCRIPTORS)) {
      return all.filter(this::isSpill).count();
    }
  }

  private boolean isSpill(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).startsWith(spillDir);
    } catch (IOException e) {
      // Closed meanwhile.
      return false;
    }
  }

  static long directBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed).sum();
  }
}
