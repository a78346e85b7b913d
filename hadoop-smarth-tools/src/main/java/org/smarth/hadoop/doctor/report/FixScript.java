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
import java.util.List;

import org.smarth.hadoop.doctor.finding.Command;
import org.smarth.hadoop.doctor.finding.Finding;

/** Commands that mend what was found, as a shell script for people to read. */
public final class FixScript {
  private FixScript() {
  }

  /** @return lines for the host itself. */
  public static List<String> of(HostReport report) {
    List<String> lines = head();
    lines.addAll(commands(report));
    return lines;
  }

  /** @return lines that reach each host by ssh. */
  public static List<String> of(Cluster cluster) {
    List<String> lines = head();
    for (HostReport report : cluster.getReports()) {
      List<String> commands = commands(report);
      if (!commands.isEmpty()) {
        lines.add("ssh '" + report.getHost().replace("'", "'\\''")
            + "' sh <<'MEND'");
        lines.addAll(commands);
        lines.add("MEND");
      }
    }
    return lines;
  }

  private static List<String> head() {
    List<String> lines = new ArrayList<>();
    lines.add("#!/bin/sh");
    lines.add("# Written by smarth doctor. Read each line before you run it.");
    return lines;
  }

  private static List<String> commands(HostReport report) {
    List<String> lines = new ArrayList<>();
    for (Finding finding : report.getFindings()) {
      String script = finding.getMend().getScript();
      if (!script.isEmpty()) {
        lines.add("# " + finding.getSeverity() + ": "
            + Command.oneLine(finding.getFound()));
        lines.add(safe(script));
      }
    }
    return lines;
  }

  /** What another host says is run only if it is a command of ours. */
  private static String safe(String script) {
    String line = Command.oneLine(script);
    return line.startsWith("#") || Command.isKnown(script) ? line
        : "# No command that is known: " + line;
  }
}
