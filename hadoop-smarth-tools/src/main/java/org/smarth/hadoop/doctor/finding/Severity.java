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

/** How bad a finding is, from good to bad. */
public enum Severity {
  /** As it should be. */
  OK(0),
  /** It could not be read. */
  UNKNOWN(0),
  /** Something may be gained. */
  NOTE(0),
  /** Something costs time, or breaks under load. */
  WARNING(1),
  /** Something does not work, or loses data. */
  ERROR(3);

  private final int exitStatus;

  Severity(int exitStatus) {
    this.exitStatus = exitStatus;
  }

  /** @return the status of a command whose worst finding this is. */
  public int getExitStatus() {
    return exitStatus;
  }

  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
