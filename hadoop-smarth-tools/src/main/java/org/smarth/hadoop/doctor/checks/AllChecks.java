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
package org.smarth.hadoop.doctor.checks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.smarth.hadoop.doctor.finding.Finding;
import org.smarth.hadoop.doctor.finding.Findings;
import org.smarth.hadoop.doctor.machine.Installation;
import org.smarth.hadoop.doctor.machine.Machine;

/** All checks of a machine, in the order in which they are told. */
public final class AllChecks {
  private final Map<String, Check> checks = new LinkedHashMap<>();

  public AllChecks(Machine machine, Installation installation) {
    new LinuxChecks(machine).addTo(checks);
    new NetworkChecks(machine).addTo(checks);
    new DiskChecks(machine, installation).addTo(checks);
    new JvmChecks(machine, installation).addTo(checks);
    if (installation.hasYarn()) {
      new YarnChecks(machine, installation).addTo(checks);
      new MapReduceChecks(machine, installation).addTo(checks);
    }
    new HdfsChecks(machine, installation).addTo(checks);
    new SmarthChecks(machine, installation).addTo(checks);
  }

  /** @return their names. */
  public List<String> getNames() {
    return new ArrayList<>(checks.keySet());
  }

  /** Runs all. One that cannot read what it needs says so. */
  public List<Finding> run() {
    List<Finding> all = new ArrayList<>();
    checks.forEach((name, check) -> {
      Findings findings = new Findings(name);
      try {
        check.run(findings);
      } catch (IOException | RuntimeException e) {
        findings.unknown(reason(e));
      }
      all.addAll(findings.getList());
    });
    return all;
  }

  private static String reason(Exception e) {
    if (e instanceof java.nio.file.AccessDeniedException) {
      return e.getMessage() + ": this user may not read it";
    }
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    return message.replaceAll("\\s+", " ");
  }
}
