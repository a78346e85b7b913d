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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.smarth.hadoop.benchmarks.harness.Failure;
import org.smarth.hadoop.benchmarks.harness.Tool;

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

  /** @param root of the checkout, to name its commit */
  static Map<String, String> describe(Path root) throws IOException, InterruptedException {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("cpu", valueOf(CPU, "model name"));
    facts.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
    facts.put("memory", valueOf(MEMORY, "MemTotal"));
    facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    facts.put("jvm", System.getProperty("java.vm.name") + " "
        + System.getProperty("java.runtime.version"));
    facts.put("commit", commit(root));
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

  /** With "and changes" when the checkout is not that commit. */
  private static String commit(Path root) throws IOException, InterruptedException {
    try {
      String head = git(root, "rev-parse", "HEAD");
      return git(root, "status", "--porcelain").isEmpty() ? head : head + " and changes";
    } catch (Failure e) {
      return UNKNOWN;
    }
  }

  private static String git(Path root, String... words)
      throws IOException, InterruptedException, Failure {
    List<String> command = new ArrayList<>(List.of("git", "-C", root.toString()));
    command.addAll(List.of(words));
    return Tool.call(command, List.of()).trim();
  }
}
