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

import org.smarth.hadoop.doctor.finding.Command;
import org.smarth.hadoop.doctor.finding.Findings;
import org.smarth.hadoop.doctor.finding.Mend;
import org.smarth.hadoop.doctor.machine.Machine;

/** Checks a whole number of sysctl against a range. Immutable. */
final class KernelSetting implements Check {
  private final Machine machine;
  private final String key;
  private final long min;
  private final long max;
  private final long wanted;
  private final String why;

  /** @param wanted the value that mends it */
  KernelSetting(Machine machine, String key, long min, long max, long wanted,
      String why) {
    this.machine = machine;
    this.key = key;
    this.min = min;
    this.max = max;
    this.wanted = wanted;
    this.why = why;
  }

  @Override
  public void run(Findings findings) throws IOException {
    Long value = machine.number("/proc/sys/" + key.replace('.', '/'));
    if (value == null) {
      return;
    }
    String found = key + " = " + value;
    if (value < min || value > max) {
      findings.warning(found, why,
          Mend.command(Command.KERNEL, key, wanted));
    } else {
      findings.ok(found);
    }
  }
}
