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

package org.smarth.hadoop.benchmarks.driver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds in the daemons' logs when the replicas of a pipeline became final, and which copies the
 * NameNode asked for. Copies that clients ask for, to recover a pipeline, are none of those. All
 * clocks are one machine's.
 */
public final class ReplicaLog {
  /** A DataNode obeys the NameNode. */
  private static final Pattern COPY =
      Pattern.compile("Starting thread to transfer [^ ]+:blk_(\\d+)_");
  private static final Pattern TIMED_OUT =
      Pattern.compile("PendingReplicationMonitor timed out .*?blk_(\\d+)_");
  /** A DataNode has the whole replica of a client's block. */
  private static final Pattern FINAL =
      Pattern.compile("^(\\S+ \\S+) INFO .* op: HDFS_WRITE, .* blockid: [^ ]+:blk_(\\d+)_");

  private final List<Path> logs;

  ReplicaLog(List<Path> logs) {
    this.logs = List.copyOf(logs);
  }

  /**
   * What happened to blocks.
   *
   * @param copies that the NameNode asked DataNodes for
   * @param timedOut copies that the NameNode stopped waiting for
   * @param drain from the first to the last final replica of a pipeline, of the slowest block
   */
  public record Counts(int copies, int timedOut, Duration drain) {
  }

  Counts of(Set<Long> blocks) throws IOException {
    Count count = new Count(blocks);
    for (Path log : logs) {
      try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
        lines.forEach(count::add);
      }
    }
    return count.result();
  }

  static Counts of(Set<Long> blocks, Stream<String> lines) {
    Count count = new Count(blocks);
    lines.forEach(count::add);
    return count.result();
  }

  /** The lines until now. */
  private static final class Count {
    private final Set<Long> blocks;
    private final Map<Long, LocalDateTime> first = new HashMap<>();
    private final Map<Long, LocalDateTime> last = new HashMap<>();
    private int copies;
    private int timedOut;

    Count(Set<Long> blocks) {
      this.blocks = blocks;
    }

    void add(String line) {
      copies += isOfOurs(COPY.matcher(line), 1) ? 1 : 0;
      timedOut += isOfOurs(TIMED_OUT.matcher(line), 1) ? 1 : 0;
      Matcher end = FINAL.matcher(line);
      if (isOfOurs(end, 2)) {
        long block = Long.parseLong(end.group(2));
        LocalDateTime time = LocalDateTime.parse(end.group(1), BlockStartLog.TIME);
        first.merge(block, time, (a, b) -> a.isBefore(b) ? a : b);
        last.merge(block, time, (a, b) -> a.isAfter(b) ? a : b);
      }
    }

    private boolean isOfOurs(Matcher line, int group) {
      return line.find() && blocks.contains(Long.parseLong(line.group(group)));
    }

    Counts result() {
      return new Counts(copies, timedOut, first.entrySet().stream()
          .map(e -> Duration.between(e.getValue(), last.get(e.getKey())))
          .max(Duration::compareTo).orElse(Duration.ZERO));
    }
  }
}
