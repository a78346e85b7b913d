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

package org.smarth.hadoop.benchmarks.compat;

import java.util.Map;
import java.util.Set;

/**
 * What came of a trial. A step that another needs, and that failed, leaves the other untried.
 *
 * @param failures why steps failed
 * @param firstNodeAcks how many blocks were written by SMARTH
 */
record Outcome(Set<Step> done, Map<Step, String> failures, long firstNodeAcks) {
  /** In their order. */
  enum Step { START, PUT, KILL, READ, DOCTOR, JOB }

  /** "yes", "no", or "-" of a step that was not tried. */
  String word(Step step) {
    return done.contains(step) ? "yes" : failures.containsKey(step) ? "no" : "-";
  }
}
