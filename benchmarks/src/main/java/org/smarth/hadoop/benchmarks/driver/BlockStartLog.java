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
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.smarth.hadoop.benchmarks.model.BlockStart;

/**
 * Finds in the DataNodes' logs which of them a client opened each block's pipeline with, and when:
 * stock clients do not log it, and a DataNode logs it of every client. All clocks are one
 * machine's.
 */
final class BlockStartLog {
  private static final Pattern LINE = Pattern.compile("^(\\S+ \\S+) INFO .* Receiving "
      + "[^ ]+:blk_(\\d+)_\\d+ src: /([\\d.]+):\\d+ dest: /([\\d.]+):\\d+");
  static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS");

  private final List<Path> logs;
  private final String clientIp;
  private final ToIntFunction<String> nodeAt;
  private final ZoneId zone;

  /** @param nodeAt the node with an address */
  BlockStartLog(List<Path> logs, String clientIp, ToIntFunction<String> nodeAt) {
    this(logs, clientIp, nodeAt, ZoneId.systemDefault());
  }

  BlockStartLog(List<Path> logs, String clientIp, ToIntFunction<String> nodeAt, ZoneId zone) {
    this.logs = List.copyOf(logs);
    this.clientIp = clientIp;
    this.nodeAt = nodeAt;
    this.zone = zone;
  }

  /** A block's first pipeline counts; those that recovered it later do not. */
  List<BlockStart> during(long startMillis, double seconds) throws IOException {
    List<BlockStart> all = new ArrayList<>();
    for (Path log : logs) {
      try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
        lines.map(LINE::matcher).filter(Matcher::find)
            .filter(m -> m.group(3).equals(clientIp))
            .map(m -> new BlockStart(Long.parseLong(m.group(2)),
                (millis(m.group(1)) - startMillis) / 1e3,
                nodeAt.applyAsInt(m.group(4))))
            .filter(s -> s.seconds() >= 0 && s.seconds() <= seconds)
            .forEach(all::add);
      }
    }
    all.sort(Comparator.comparingDouble(BlockStart::seconds));
    Set<Long> seen = new HashSet<>();
    return all.stream().filter(s -> seen.add(s.block())).toList();
  }

  private long millis(String time) {
    return LocalDateTime.parse(time, TIME).atZone(zone).toInstant().toEpochMilli();
  }
}
