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

package org.smarth.hadoop.benchmarks.compat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What a program did with one client.
 *
 * @param results what it printed of itself, by names
 * @param warnings of its logs
 * @param counts what the cluster counted meanwhile
 */
record Observed(Map<String, String> results, Set<String> warnings, Counts counts) {
  private static final String RESULT = "RESULT\t";
  private static final String THREADS = "threads";
  private static final String END = "end";
  private static final String WARNING = ".*\\b(WARN|WARNING|ERROR|FATAL|Exception)\\b.*";

  /**
   * Of the cluster.
   *
   * @param creates files that were begun
   * @param blocks that were added to them
   * @param appends files that were opened again
   * @param firstNodeAcks blocks that SMARTH wrote
   */
  record Counts(long creates, long blocks, long appends, long firstNodeAcks) {
    static Counts of(PlainCluster cluster) throws IOException {
      return new Counts(cluster.nameNodeCounter("CreateFileOps"),
          cluster.nameNodeCounter("AddBlockOps"), cluster.nameNodeCounter("FilesAppended"),
          cluster.firstNodeAcks());
    }

    Counts since(Counts before) {
      return new Counts(creates - before.creates, blocks - before.blocks,
          appends - before.appends, firstNodeAcks - before.firstNodeAcks);
    }

    /** Every block but the last one of a file gets FNFA, unless it is appended to. */
    long withSuccessor() {
      return Math.max(1, blocks - creates);
    }
  }

  /**
   * @param lines of its output
   * @param logs what it logged
   */
  static Observed of(List<String> lines, List<Path> logs, Counts counts) throws IOException {
    Map<String, String> results = new HashMap<>();
    for (String line : lines) {
      if (line.startsWith(RESULT)) {
        String[] words = line.split("\t", -1);
        results.put(words[1], words[2]);
      }
    }
    Set<String> warnings = new TreeSet<>();
    for (Path log : logs) {
      if (Files.exists(log)) {
        try (Stream<String> all = Files.lines(log, StandardCharsets.ISO_8859_1)) {
          // The same warning comes with other times and numbers each time.
          all.filter(line -> line.matches(WARNING) && !line.startsWith("\t"))
              .map(line -> line.replaceAll("[0-9a-f]{8,}|\\d+", "#")).forEach(warnings::add);
        }
      }
    }
    return new Observed(Map.copyOf(results), warnings, counts);
  }

  /** From its last word to the end of its process. */
  static double exitSeconds(List<String> lines) {
    String last = lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    return last.startsWith(RESULT + END)
        ? (System.currentTimeMillis() - Long.parseLong(last.split("\t")[2])) / 1e3 : 0;
  }

  /**
   * What this run has otherwise than the other one: results, and warnings and threads beside its.
   *
   * @param byChance a pattern of warnings that do not count
   */
  List<String> beyond(Observed other, String byChance) {
    List<String> more = new ArrayList<>();
    Set<String> names = new TreeSet<>(results.keySet());
    names.addAll(other.results.keySet());
    names.removeAll(Set.of(END, THREADS));
    for (String name : names) {
      if (!Objects.equals(results.get(name), other.results.get(name))) {
        more.add(name + " is " + results.get(name) + " instead of " + other.results.get(name));
      }
    }
    warnings.stream().filter(w -> !other.warnings.contains(w) && !w.matches(byChance))
        .forEach(w -> more.add("logs " + w));
    threads().filter(t -> other.threads().noneMatch(t::equals))
        .forEach(t -> more.add("leaves the thread " + t));
    return more;
  }

  private Stream<String> threads() {
    return Stream.of(results.getOrDefault(THREADS, "").split(", "))
        .map(name -> name.replaceAll("\\d+", "#")).distinct();
  }
}
