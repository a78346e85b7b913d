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
package org.smarth.hadoop.doctor.finding;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Takes the findings of one check. Not thread-safe. */
public final class Findings {
  private final String check;
  private final List<Finding> list = new ArrayList<>();

  public Findings(String check) {
    this.check = check;
  }

  public void ok(String found) {
    add(Severity.OK, found, "", Mend.NONE);
  }

  /** @param found what could not be read, and why */
  public void unknown(String found) {
    add(Severity.UNKNOWN, found, "", Mend.NONE);
  }

  public void note(String found, String why, Mend mend) {
    add(Severity.NOTE, found, why, mend);
  }

  public void warning(String found, String why, Mend mend) {
    add(Severity.WARNING, found, why, mend);
  }

  public void error(String found, String why, Mend mend) {
    add(Severity.ERROR, found, why, mend);
  }

  private void add(Severity severity, String found, String why, Mend mend) {
    list.add(new Finding(check, severity, found, why, mend));
  }

  /** @return the findings so far. */
  public List<Finding> getList() {
    return Collections.unmodifiableList(list);
  }
}
