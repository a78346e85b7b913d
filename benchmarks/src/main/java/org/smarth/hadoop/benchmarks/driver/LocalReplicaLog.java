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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.smarth.hadoop.benchmarks.cluster.Metrics;

/**
 * Finds in the DataNodes' logs of which blocks a replica went to the host of the writer. Of a
 * block's pipeline each DataNode logs from whom it receives: these are the writer and DataNodes of
 * the pipeline, so that the writer's host has a replica if all of them receive.
 */
public final class LocalReplicaLog {
  private static final Pattern LINE = Pattern.compile(
      "Receiving [^ ]+:blk_(\\d+)_\\d+ src: /([\\d.]+):\\d+ dest: /([\\d.]+):\\d+");

  private final Map<Long, Hosts> blocks = new HashMap<>();

  private LocalReplicaLog() {
  }

  /** Who sent and who received a block, by address. */
  private record Hosts(Set<String> senders, Set<String> receivers) {
    Hosts() {
      this(new HashSet<>(), new HashSet<>());
    }

    boolean isLocal() {
      return receivers.containsAll(senders);
    }
  }

  /**
   * Blocks whose writers were on hosts of DataNodes.
   *
   * @param local those with a replica at their writer's host
   */
  public record Counts(long blocks, long local) {
    /** A share of no blocks is none. */
    public Metrics toMetrics() {
      Metrics metrics = new Metrics().put("blocksFromHosts", blocks);
      return blocks == 0 ? metrics : metrics.put("localPercent", 100.0 * local / blocks);
    }
  }

  /** @param isHost whether a DataNode has an address */
  static Counts of(List<Path> logs, Predicate<String> isHost) throws IOException {
    LocalReplicaLog all = new LocalReplicaLog();
    for (Path log : logs) {
      try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
        lines.forEach(all::add);
      }
    }
    return all.counts(isHost);
  }

  static Counts of(Stream<String> lines, Predicate<String> isHost) {
    LocalReplicaLog all = new LocalReplicaLog();
    lines.forEach(all::add);
    return all.counts(isHost);
  }

  private void add(String line) {
    Matcher receiving = LINE.matcher(line);
    if (receiving.find()) {
      Hosts hosts =
          blocks.computeIfAbsent(Long.parseLong(receiving.group(1)), b -> new Hosts());
      hosts.senders.add(receiving.group(2));
      hosts.receivers.add(receiving.group(3));
    }
  }

  private Counts counts(Predicate<String> isHost) {
    List<Hosts> fromHosts =
        blocks.values().stream().filter(h -> h.senders.stream().allMatch(isHost)).toList();
    return new Counts(fromHosts.size(), fromHosts.stream().filter(Hosts::isLocal).count());
  }
}
