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
package org.smarth.hadoop.heartbeat.check;

/** Something about a configuration that its owner should know. Immutable. */
public final class Finding {
  private final boolean error;
  private final String text;

  private Finding(boolean error, String text) {
    this.error = error;
    this.text = text;
  }

  static Finding error(String text) {
    return new Finding(true, text);
  }

  static Finding warning(String text) {
    return new Finding(false, text);
  }

  /** @return whether a daemon or application master would not start. */
  public boolean isError() {
    return error;
  }

  @Override
  public String toString() {
    return (error ? "error: " : "warning: ") + text;
  }
}
