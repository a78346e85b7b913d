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

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.apache.commons.lang3.StringEscapeUtils;

import org.smarth.hadoop.benchmarks.harness.BlockStart;
import org.smarth.hadoop.benchmarks.harness.ClientMemory;

/** Every run as a line, with everything that was measured. */
final class RawCsv {
  private RawCsv() {
  }

  static String runs(Scenario scenario, Results results) {
    Set<String> metrics = new LinkedHashSet<>();
    results.all().forEach(o -> metrics.addAll(o.metrics().asMap().keySet()));
    List<String> header = new ArrayList<>(List.of("case", "contender", "pair", "started",
        "rates_off", "file_bytes", "block_bytes", "replication", "datanodes", "clients",
        "warm_ups", "nic_mbps", "cross_mbps", "uplink_mbps", "slow_nodes"));
    header.addAll(metrics);
    boolean remarks = results.all().stream().anyMatch(o -> !o.remark().isEmpty());
    if (remarks) {
      header.add("remark");
    }
    List<List<String>> lines = new ArrayList<>(List.of(header));
    for (Outcome outcome : results.all()) {
      List<String> line = line(scenario, outcome, metrics);
      if (remarks) {
        line.add(outcome.remark());
      }
      lines.add(line);
    }
    return text(lines);
  }

  private static List<String> line(Scenario scenario, Outcome outcome, Set<String> metrics) {
    Setup setup = outcome.key().setup();
    List<String> line = new ArrayList<>(List.of(label(scenario, setup),
        outcome.key().contender().id(), Integer.toString(outcome.key().pair()), outcome.started(),
        Boolean.toString(outcome.isMarked()), Long.toString(setup.bytes()),
        Long.toString(setup.blockBytes()), Integer.toString(setup.replication()),
        Integer.toString(setup.links().racks().dataNodes()), Integer.toString(setup.clients()),
        Integer.toString(setup.warmUps()), setup.links().clientNic().toString(),
        setup.links().cross().toString(), setup.links().uplink().toString(),
        Integer.toString(setup.links().slowNodes().size())));
    for (String metric : metrics) {
      Double value = outcome.metrics().asMap().get(metric);
      line.add(value == null ? "" : value.toString());
    }
    return line;
  }

  /** The first place where a setup is shown. */
  static String label(Scenario scenario, Setup setup) {
    return scenario.charts().stream()
        .flatMap(c -> c.points().stream().filter(p -> p.setup().equals(setup))
            .map(p -> c.id() + " " + p.x()))
        .findFirst().orElse("");
  }

  /** Every block of every uploaded file: when it began, and at which DataNode. */
  static String blocks(Scenario scenario, Results results) {
    List<List<String>> lines = new ArrayList<>(
        List.of(List.of("case", "contender", "pair", "block", "seconds", "first_datanode")));
    for (Outcome outcome : results.all()) {
      for (BlockStart start : outcome.starts()) {
        lines.add(List.of(label(scenario, outcome.key().setup()), outcome.key().contender().id(),
            Integer.toString(outcome.key().pair()), Long.toString(start.block()),
            Double.toString(start.seconds()), Integer.toString(start.firstNode())));
      }
    }
    return text(lines);
  }

  /** The memory that clients had in use over time, where they were watched. */
  static String memory(Scenario scenario, Results results) {
    List<List<String>> lines = new ArrayList<>(List.of(List.of("case", "contender", "pair",
        "seconds", "heap_bytes", "retained_bytes", "spilled_bytes")));
    for (Outcome outcome : results.all()) {
      for (ClientMemory now : outcome.memory()) {
        lines.add(List.of(label(scenario, outcome.key().setup()), outcome.key().contender().id(),
            Integer.toString(outcome.key().pair()), Double.toString(now.seconds()),
            Long.toString(now.heapBytes()), Long.toString(now.retainedBytes()),
            Long.toString(now.spilledBytes())));
      }
    }
    return text(lines);
  }

  private static String text(List<List<String>> lines) {
    return lines.stream().map(RawCsv::line).collect(joining());
  }

  private static String line(List<String> cells) {
    Stream<String> escaped = cells.stream().map(StringEscapeUtils::escapeCsv);
    return escaped.collect(joining(",")) + "\n";
  }
}
