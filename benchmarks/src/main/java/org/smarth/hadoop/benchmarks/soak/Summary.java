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
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Adds up what the iterations found. */
final class Summary {
  /** This many seeds say enough of one cause. */
  private static final int SEEDS_SHOWN = 8;

  private final Map<String, List<Long>> failures = new TreeMap<>();
  private int iterations;
  private int faults;
  private int written;
  private int failed;
  private int lost;
  private int leaks;
  private long compared;
  private Duration healing = Duration.ZERO;
  private Duration longest = Duration.ZERO;
  private Duration total = Duration.ZERO;

  void add(Iteration.Result result) {
    iterations++;
    faults += result.schedule().faults().size();
    for (WriteOutcome outcome : result.outcomes()) {
      if (outcome.succeeded()) {
        written++;
      } else {
        failed++;
        failures.computeIfAbsent(outcome.cause(), c -> new ArrayList<>())
            .add(result.schedule().seed());
      }
    }
    lost += result.findings().lost().size();
    leaks += result.findings().leaks().size();
    compared += result.findings().compared();
    healing = longer(healing, result.findings().longestHealing());
    longest = longer(longest, result.time());
    total = total.plus(result.time());
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) > 0 ? a : b;
  }

  boolean isGood() {
    return lost == 0 && leaks == 0;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(String.format("%d iterations with %d faults in %.1f s: %.2f s each, longest %.1f s",
        iterations, faults, seconds(total), seconds(total) / Math.max(1, iterations),
        seconds(longest)));
    lines.add(String.format("files written: %d; failed with an exception: %d", written, failed));
    failures.entrySet().stream()
        .sorted(Comparator.comparing(e -> -e.getValue().size()))
        .forEach(e -> lines.add("  " + e.getValue().size() + " x " + e.getKey() + " (seeds "
            + e.getValue().stream().limit(SEEDS_SHOWN).toList() + ")"));
    lines.add(String.format("bytes compared: %d; healed within %.1f s", compared,
        seconds(healing)));
    lines.add("lost or differing: " + lost);
    lines.add("leaks: " + leaks);
    return lines;
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1000.0;
  }
}
