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
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Where a scenario was run: what a reader of numbers has to know about the machine. */
final class Machine {
  private static final Path CPU = Path.of("/proc/cpuinfo");
  private static final Path MEMORY = Path.of("/proc/meminfo");
  private static final String UNKNOWN = "unknown";

  private Machine() {
  }

  /** Processes that wanted a core, on average of the last minute; below 0 where nobody knows. */
  static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  static Map<String, String> describe() throws IOException {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("cpu", valueOf(CPU, "model name"));
    facts.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
    facts.put("memory", valueOf(MEMORY, "MemTotal"));
    facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    facts.put("jvm", System.getProperty("java.vm.name") + " "
        + System.getProperty("java.runtime.version"));
    return facts;
  }

  private static String valueOf(Path file, String key) throws IOException {
    if (!Files.isReadable(file)) {
      return UNKNOWN;
    }
    try (Stream<String> lines = Files.lines(file)) {
      return lines.filter(l -> l.startsWith(key)).map(l -> l.substring(l.indexOf(':') + 1).trim())
          .findFirst().orElse(UNKNOWN);
    }
  }
}
