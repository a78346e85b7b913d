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

package org.smarth.hadoop.conformance.result;

/** What a test method did. */
public enum Outcome {
  PASSED, PASSED_ALONE("failed, then passed when run again alone"), FAILED, SKIPPED;

  private final String words;

  Outcome() {
    words = name().toLowerCase(java.util.Locale.ROOT);
  }

  Outcome(String words) {
    this.words = words;
  }

  public boolean isPass() {
    return this == PASSED || this == PASSED_ALONE;
  }

  @Override
  public String toString() {
    return words;
  }
}
