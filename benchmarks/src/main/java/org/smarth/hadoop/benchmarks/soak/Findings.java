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

package org.smarth.hadoop.benchmarks.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the checks of one iteration found. */
final class Findings {
  private final List<String> lost = new ArrayList<>();
  private final List<String> leaks = new ArrayList<>();
  private long compared;
  private Duration longestHealing = Duration.ZERO;

  /** Bytes that are missing or differ, or may get lost because a file does not heal. */
  void lost(String what) {
    lost.add(what);
  }

  void leak(String what) {
    leaks.add(what);
  }

  void compared(long bytes) {
    compared += bytes;
  }

  void healed(Duration in) {
    longestHealing = in.compareTo(longestHealing) > 0 ? in : longestHealing;
  }

  List<String> lost() {
    return lost;
  }

  List<String> leaks() {
    return leaks;
  }

  long compared() {
    return compared;
  }

  Duration longestHealing() {
    return longestHealing;
  }

  boolean isEmpty() {
    return lost.isEmpty() && leaks.isEmpty();
  }
}
