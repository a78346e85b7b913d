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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the logs of a cluster's JVMs say of blocks. All clocks are one machine's. */
public record ClusterLogs(List<Path> logs, ZoneId zone) {
  /** A DataNode begins a replica, from any client: stock clients do not log their pipelines. */
  private static final Pattern RECEIVING = Pattern.compile("^(\\S+ \\S+) INFO .* Receiving "
      + "[^ ]+:blk_(\\d+)_\\d+ src: /([\\d.]+):\\d+ dest: /([\\d.]+):\\d+");
  /** A DataNode has the whole replica of a client's block. */
  private static final Pattern FINAL =
      Pattern.compile("^(\\S+ \\S+) INFO .* op: HDFS_WRITE, .* blockid: [^ ]+:blk_(\\d+)_");
  /** A DataNode obeys the NameNode. Copies that clients ask for, to recover, are none of those. */
  private static final Pattern COPY =
      Pattern.compile("Starting thread to transfer [^ ]+:blk_(\\d+)_");
  private static final Pattern TIMED_OUT =
      Pattern.compile("PendingReplicationMonitor timed out .*?blk_(\\d+)_");
  private static final Pattern PIPELINES = Pattern.compile("SMARTH .*\\bpipelines\\.max=(\\d+)");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS");

  ClusterLogs(List<Path> logs) {
    this(logs, ZoneId.systemDefault());
  }

  /**
   * What happened to blocks.
   *
   * @param copies that the NameNode asked DataNodes for
   * @param timedOut copies that the NameNode stopped waiting for
   * @param drain from the first to the last final replica of a pipeline, of the slowest block
   */
  public record Replicas(int copies, int timedOut, Duration drain) {
  }

  /**
   * Blocks whose writers were on hosts of DataNodes.
   *
   * @param local those with a replica at their writer's host
   */
  public record LocalBlocks(long blocks, long local) {
    /** A share of no blocks is none. */
    public Metrics toMetrics() {
      Metrics metrics = new Metrics().put("blocksFromHosts", blocks);
      return blocks == 0 ? metrics : metrics.put("localPercent", 100.0 * local / blocks);
    }
  }

  private List<MatchResult> find(Pattern line) throws IOException {
    List<MatchResult> found = new ArrayList<>();
    for (Path log : logs) {
      try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
        lines.map(line::matcher).filter(Matcher::find).map(Matcher::toMatchResult)
            .forEach(found::add);
      }
    }
    return found;
  }

  private long millis(MatchResult line) {
    return LocalDateTime.parse(line.group(1), TIME).atZone(zone).toInstant().toEpochMilli();
  }

  private static long block(MatchResult line, int group) {
    return Long.parseLong(line.group(group));
  }

  /** The most pipelines SMARTH had open at once; empty when it did not write. */
  OptionalInt pipelines() throws IOException {
    return find(PIPELINES).stream().mapToInt(m -> Integer.parseInt(m.group(1))).max();
  }

  /**
   * When a client opened the first pipeline of each block within some time, and with which first
   * DataNode. Pipelines that recovered a block later do not count.
   *
   * @param nodeAt the node with an address
   */
  List<BlockStart> starts(String clientIp, ToIntFunction<String> nodeAt, long startMillis,
      double seconds) throws IOException {
    Set<Long> seen = new HashSet<>();
    return find(RECEIVING).stream().filter(m -> m.group(3).equals(clientIp))
        .map(m -> new BlockStart(block(m, 2), (millis(m) - startMillis) / 1e3,
            nodeAt.applyAsInt(m.group(4))))
        .filter(s -> s.seconds() >= 0 && s.seconds() <= seconds)
        .sorted(Comparator.comparingDouble(BlockStart::seconds))
        .filter(s -> seen.add(s.block())).toList();
  }

  /**
   * Of a block's pipeline each DataNode logs from whom it receives: these are the writer and
   * DataNodes of the pipeline, so that the writer's host has a replica if all of them receive.
   *
   * @param isHost whether a DataNode has an address
   */
  LocalBlocks localBlocks(Predicate<String> isHost) throws IOException {
    Map<Long, Set<String>> senders = new HashMap<>();
    Map<Long, Set<String>> receivers = new HashMap<>();
    for (MatchResult m : find(RECEIVING)) {
      senders.computeIfAbsent(block(m, 2), b -> new HashSet<>()).add(m.group(3));
      receivers.computeIfAbsent(block(m, 2), b -> new HashSet<>()).add(m.group(4));
    }
    senders.values().removeIf(s -> !s.stream().allMatch(isHost));
    return new LocalBlocks(senders.size(), senders.entrySet().stream()
        .filter(e -> receivers.get(e.getKey()).containsAll(e.getValue())).count());
  }

  Replicas replicas(Set<Long> blocks) throws IOException {
    Map<Long, Long> first = new HashMap<>();
    Map<Long, Long> last = new HashMap<>();
    for (MatchResult m : find(FINAL)) {
      first.merge(block(m, 2), millis(m), Math::min);
      last.merge(block(m, 2), millis(m), Math::max);
    }
    return new Replicas(count(COPY, blocks), count(TIMED_OUT, blocks),
        Duration.ofMillis(blocks.stream().filter(first::containsKey)
            .mapToLong(b -> last.get(b) - first.get(b)).max().orElse(0)));
  }

  private int count(Pattern line, Set<Long> blocks) throws IOException {
    return (int) find(line).stream().filter(m -> blocks.contains(block(m, 1))).count();
  }
}
