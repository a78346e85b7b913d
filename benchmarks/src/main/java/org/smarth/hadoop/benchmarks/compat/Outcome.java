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

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What came out of the steps of one trial.
 *
 * @param failures why a step failed; empty for one that did not
 * @param firstNodeAcks FNFA of all blocks that were put, but for those from the DataNode that was
 *     killed
 */
record Outcome(Map<Step, String> failures, long firstNodeAcks) {
  /** In their order. */
  enum Step { START, PUT, KILL, READ, DOCTOR, JOB }

  Outcome {
    failures = new EnumMap<>(failures);
  }

  boolean isDone(Step step) {
    return "".equals(failures.get(step));
  }

  /** "yes", "no", or "-" of a step that was not come to. */
  String word(Step step) {
    return failures.containsKey(step) ? isDone(step) ? "yes" : "no" : "-";
  }

  /** The steps that another did and this did not. */
  List<Step> worseThan(Outcome other) {
    List<Step> worse = new ArrayList<>();
    for (Step step : Step.values()) {
      if (other.isDone(step) && !isDone(step)) {
        worse.add(step);
      }
    }
    return worse;
  }
}
