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

/** What a check found. Immutable. */
public final class Finding {
  private final String check;
  private final Severity severity;
  private final String found;
  private final String why;
  private final Mend mend;

  /**
   * @param check the name of the check, such as "os.swappiness"
   * @param found what is there, in a few words
   * @param why why it matters; empty if all is well
   */
  public Finding(String check, Severity severity, String found, String why,
      Mend mend) {
    this.check = check;
    this.severity = severity;
    this.found = found;
    this.why = why;
    this.mend = mend;
  }

  public String getCheck() {
    return check;
  }

  public Severity getSeverity() {
    return severity;
  }

  public String getFound() {
    return found;
  }

  /**
   * @return what is the same on machines that do not differ here: what was
   *     found, or how bad it is. Texts of what is well name no host.
   */
  public String getLikeness() {
    return severity == Severity.OK ? found : severity.toString();
  }

  public String getWhy() {
    return why;
  }

  public Mend getMend() {
    return mend;
  }
}
