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
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * How often the system has switched the threads of a process. It counts them for each thread, and
 * forgets a thread that ends: what it did after the last look is lost. Thread-safe.
 */
final class Switches {
  static final Switches OF_THIS_JVM = new Switches(Path.of("/proc/self/task"));
  private static final String COUNTS = "ctxt_switches:";

  private final Path tasks;
  private final Map<String, Long> seen = new HashMap<>();
  private long ended;

  Switches(Path tasks) {
    this.tasks = tasks;
  }

  /** Of all threads until now; 0 where the system does not say. */
  synchronized long count() throws IOException {
    if (!Files.isDirectory(tasks)) {
      return 0;
    }
    Map<String, Long> now = new HashMap<>();
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        count(thread, now);
      }
    }
    seen.forEach((thread, switches) -> {
      // Fewer than before: another thread has got its number.
      if (now.getOrDefault(thread, 0L) < switches) {
        ended += switches;
      }
    });
    seen.clear();
    seen.putAll(now);
    return ended + now.values().stream().mapToLong(Long::longValue).sum();
  }

  private static void count(Path thread, Map<String, Long> now) throws IOException {
    try {
      now.put(thread.toFile().getName(), Files.readAllLines(thread.resolve("status")).stream()
          .filter(l -> l.contains(COUNTS))
          .mapToLong(l -> Long.parseLong(l.substring(l.indexOf(':') + 1).trim())).sum());
    } catch (NoSuchFileException e) {
      // It has ended since.
    } catch (IOException e) {
      if (Files.exists(thread)) {
        throw e;
      }
    }
  }
}
