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

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.smarth.hadoop.doctor.finding.Finding;
import org.smarth.hadoop.doctor.finding.Severity;

/** Prints findings for people, the worst first. */
public final class TextReport {
  private static final String INDENT = "         ";

  private final PrintWriter out;
  private final boolean all;

  /** @param all whether what is well is told, too */
  public TextReport(PrintWriter out, boolean all) {
    this.out = out;
    this.all = all;
  }

  /** Prints the findings of one host. */
  public void print(HostReport report) {
    List<Finding> findings = report.getFindings();
    findings.sort(Comparator.comparing(Finding::getSeverity).reversed());
    for (Finding finding : findings) {
      if (all || finding.getSeverity() != Severity.OK) {
        print(finding, "");
      }
    }
    out.println(report.getHost() + ": " + counts(report));
    out.flush();
  }

  /** Prints a table of hosts, and then each finding once. */
  public void print(Cluster cluster) {
    String format = "%-24s %-8s %6s %8s  %s%n";
    out.printf(format, "host", "worst", "errors", "warnings",
        "differs from most in");
    for (HostReport report : cluster.getReports()) {
      out.printf(format, report.getHost(), report.worst(),
          report.count(Severity.ERROR), report.count(Severity.WARNING),
          String.join("; ", cluster.differences(report)));
    }
    out.println();
    Map<String, List<String>> hosts = new LinkedHashMap<>();
    List<Finding> once = new ArrayList<>();
    for (HostReport report : cluster.getReports()) {
      for (Finding finding : report.getFindings()) {
        String key = finding.getSeverity() + finding.getCheck()
            + finding.getFound();
        if (!hosts.containsKey(key)) {
          once.add(finding);
        }
        hosts.computeIfAbsent(key, k -> new ArrayList<>())
            .add(report.getHost());
      }
    }
    Collections.sort(once,
        Comparator.comparing(Finding::getSeverity).reversed());
    for (Finding finding : once) {
      if (all || finding.getSeverity() != Severity.OK) {
        List<String> where = hosts.get(finding.getSeverity()
            + finding.getCheck() + finding.getFound());
        print(finding, where.size() == cluster.getReports().size()
            ? " (all hosts)" : " (" + String.join(", ", where) + ")");
      }
    }
    out.flush();
  }

  private void print(Finding finding, String where) {
    out.printf("%-8s %s: %s%s%n", finding.getSeverity(), finding.getCheck(),
        finding.getFound(), where);
    if (!finding.getWhy().isEmpty()) {
      out.println(INDENT + finding.getWhy());
    }
    if (!finding.getMend().getText().isEmpty()) {
      out.println(INDENT + "> " + finding.getMend().getText());
    }
  }

  private static String counts(HostReport report) {
    List<String> words = new ArrayList<>();
    for (Severity severity : Severity.values()) {
      words.add(0, report.count(severity) + " " + severity);
    }
    return String.join(", ", words);
  }
}
