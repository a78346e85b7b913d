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
package org.smarth.hadoop.doctor.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

import org.smarth.hadoop.doctor.finding.Finding;
import org.smarth.hadoop.doctor.finding.Severity;

/** What was found on several hosts, and how they differ. Immutable. */
public final class Cluster {
  private final List<HostReport> reports;
  /** By check, what most hosts have. */
  private final Map<String, String> most = new TreeMap<>();

  public Cluster(List<HostReport> reports) {
    Map<String, Map<String, Integer>> votes = new HashMap<>();
    TreeSet<String> checks = new TreeSet<>();
    reports.forEach(report -> checks.addAll(likenesses(report).keySet()));
    for (HostReport report : reports) {
      Map<String, String> likenesses = likenesses(report);
      for (String check : checks) {
        votes.computeIfAbsent(check, c -> new TreeMap<>())
            .merge(likenesses.getOrDefault(check, ""), 1, Integer::sum);
      }
    }
    votes.forEach((check, counts) -> most.put(check, counts.entrySet().stream()
        .max(Map.Entry.comparingByValue()).get().getKey()));
    this.reports = new ArrayList<>(reports);
    this.reports.sort(Comparator
        .comparing((HostReport report) -> -differences(report).size())
        .thenComparing(HostReport::worst, Comparator.reverseOrder())
        .thenComparing(HostReport::getHost));
  }

  private static Map<String, String> likenesses(HostReport report) {
    Map<String, String> likenesses = new TreeMap<>();
    for (Finding finding : report.getFindings()) {
      likenesses.merge(finding.getCheck(), finding.getLikeness(),
          (one, other) -> one + ", " + other);
    }
    return likenesses;
  }

  /** @return those that differ most from the others first. */
  public List<HostReport> getReports() {
    return new ArrayList<>(reports);
  }

  /** @return for each check whose outcome is another, both outcomes. */
  public List<String> differences(HostReport report) {
    List<String> differences = new ArrayList<>();
    Map<String, String> likenesses = likenesses(report);
    most.forEach((check, outcome) -> {
      String own = likenesses.getOrDefault(check, "");
      if (!own.equals(outcome)) {
        differences.add(check + ": " + shown(own) + " (most: " + shown(outcome)
            + ")");
      }
    });
    return differences;
  }

  private static String shown(String outcome) {
    return outcome.isEmpty() ? "nothing" : outcome;
  }

  /** @return how bad the worst finding is. */
  public Severity worst() {
    return reports.stream().map(HostReport::worst)
        .max(Comparator.naturalOrder()).orElse(Severity.OK);
  }
}
