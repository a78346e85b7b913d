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

package org.smarth.hadoop.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How long the runs take that are left: what was guessed for them, corrected by how good the
 * guesses were until now. Used by one thread.
 */
final class Remaining {
  private final List<PlannedRun> left;
  private double guessed;
  private double taken;

  Remaining(List<PlannedRun> runs) {
    left = new ArrayList<>(runs);
  }

  /** A run that is over. */
  void done(PlannedRun run, double seconds) {
    left.remove(run);
    guessed += run.expectedSeconds();
    taken += seconds;
  }

  /** A run whose result was there already says nothing of how long others take. */
  void kept(PlannedRun run) {
    left.remove(run);
  }

  int runs() {
    return left.size();
  }

  double seconds() {
    double correction = guessed == 0 ? 1 : taken / guessed;
    return correction * left.stream().mapToDouble(PlannedRun::expectedSeconds).sum();
  }

  /** "about 1 h 5 min", "about 3 min", "less than a minute". */
  @Override
  public String toString() {
    long minutes = Math.round(seconds() / 60);
    if (minutes == 0) {
      return "less than a minute";
    }
    Duration time = Duration.ofMinutes(minutes);
    return "about " + (minutes < 60 ? "" : time.toHours() + " h ") + time.toMinutesPart() + " min";
  }
}
