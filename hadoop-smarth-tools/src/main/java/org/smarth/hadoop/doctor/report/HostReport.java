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

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.smarth.hadoop.doctor.finding.Finding;
import org.smarth.hadoop.doctor.finding.Mend;
import org.smarth.hadoop.doctor.finding.Severity;

/** What was found on one host. Immutable. */
public final class HostReport {
  private final String host;
  private final List<Finding> findings;

  public HostReport(String host, List<Finding> findings) {
    this.host = host;
    this.findings = new ArrayList<>(findings);
  }

  /** The report of a host that could not be asked. */
  static HostReport unreachable(String host, String reason) {
    List<Finding> one = new ArrayList<>();
    one.add(new Finding("doctor.host", Severity.ERROR, reason,
        "Nothing is known of this host.",
        Mend.advice("Run the command there, or correct the file of hosts")));
    return new HostReport(host, one);
  }

  public String getHost() {
    return host;
  }

  public List<Finding> getFindings() {
    return new ArrayList<>(findings);
  }

  /** @return how bad the worst finding is. */
  public Severity worst() {
    Severity worst = Severity.OK;
    for (Finding finding : findings) {
      worst = finding.getSeverity().compareTo(worst) > 0
          ? finding.getSeverity() : worst;
    }
    return worst;
  }

  /** @return how many findings are that bad. */
  public long count(Severity severity) {
    return findings.stream()
        .filter(finding -> finding.getSeverity() == severity).count();
  }

  /** @return an object with "host", "worst" and a list "findings". */
  public Map<String, Object> toMap() {
    List<Map<String, Object>> list = new ArrayList<>();
    for (Finding finding : findings) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("check", finding.getCheck());
      map.put("severity", finding.getSeverity().toString());
      map.put("found", finding.getFound());
      map.put("why", finding.getWhy());
      map.put("mend", finding.getMend().getText());
      map.put("script", finding.getMend().getScript());
      list.add(map);
    }
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("host", host);
    map.put("worst", worst().toString());
    map.put("findings", list);
    return map;
  }

  /**
   * @param host the name by which it was asked
   * @param json as {@link #toMap} has it
   * @throws IOException if it is something else
   */
  static HostReport parse(String host, String json) throws IOException {
    Object list = field(Json.read(json), "findings");
    if (!(list instanceof List)) {
      throw new IOException("the answer has no findings");
    }
    List<Finding> findings = new ArrayList<>();
    for (Object node : (List<?>) list) {
      Severity severity;
      try {
        severity = Severity.valueOf(
            text(node, "severity").toUpperCase(java.util.Locale.ROOT));
      } catch (IllegalArgumentException e) {
        throw new IOException("severity = " + text(node, "severity"), e);
      }
      findings.add(new Finding(text(node, "check"), severity,
          text(node, "found"), text(node, "why"),
          Mend.of(text(node, "mend"), text(node, "script"))));
    }
    return new HostReport(host, findings);
  }

  /** @return null if there is none. */
  private static Object field(Object node, String name) {
    return node instanceof Map ? ((Map<?, ?>) node).get(name) : null;
  }

  private static String text(Object node, String name) throws IOException {
    Object text = field(node, name);
    if (!(text instanceof String)) {
      throw new IOException("a finding without " + name);
    }
    return (String) text;
  }
}
