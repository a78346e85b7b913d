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

package org.apache.hadoop.fs.smarth.copy;

import java.util.Locale;

/** How a command tells of its progress, always on standard error. */
public enum ProgressMode {
  /** One line that is written again and again, and gone in the end. */
  TTY(250),
  /** A line every ten seconds. */
  PLAIN(10_000),
  /** A JSON object every second, and one in the end. */
  JSON(1000),
  /** Nothing. */
  NONE(0);

  private final long periodMillis;

  ProgressMode(long periodMillis) {
    this.periodMillis = periodMillis;
  }

  long getPeriodMillis() {
    return periodMillis;
  }

  /**
   * @param name in lower case
   * @throws IllegalArgumentException if there is no such mode
   */
  public static ProgressMode of(String name) {
    for (ProgressMode mode : values()) {
      if (mode.toString().equals(name)) {
        return mode;
      }
    }
    throw new IllegalArgumentException(
        "-progress=" + name + ": must be plain, tty, json or none");
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
