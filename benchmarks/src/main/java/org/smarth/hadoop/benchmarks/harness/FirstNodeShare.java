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

package org.smarth.hadoop.benchmarks.harness;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/**
 * How many blocks had a first DataNode of a kind: over a whole upload, before the client's first
 * report of speeds to the NameNode could count, and after it.
 */
public record FirstNodeShare(Part before, Part after) {
  /** SMARTH reports speeds every three seconds. */
  public static final double FIRST_REPORT_SECONDS = 3;

  public static final FirstNodeShare NONE = new FirstNodeShare(new Part(0, 0), new Part(0, 0));

  /** How many of these blocks. */
  public record Part(int hits, int blocks) {
    static Part of(List<BlockStart> part, IntPredicate kind) {
      return new Part((int) part.stream().filter(s -> kind.test(s.firstNode())).count(),
          part.size());
    }

    private Part plus(Part other) {
      return new Part(hits + other.hits, blocks + other.blocks);
    }

    /** "25%", or "-" of no blocks. */
    public String percent() {
      return blocks == 0 ? "-" : String.format(Locale.ROOT, "%.0f%%", 100.0 * hits / blocks);
    }

    @Override
    public String toString() {
      return hits + " of " + blocks + (blocks == 0 ? "" : " (" + percent() + ")");
    }
  }

  public static FirstNodeShare of(List<BlockStart> starts, IntPredicate kind) {
    Map<Boolean, List<BlockStart>> parts = starts.stream()
        .collect(Collectors.partitioningBy(s -> s.seconds() < FIRST_REPORT_SECONDS));
    return new FirstNodeShare(Part.of(parts.get(true), kind), Part.of(parts.get(false), kind));
  }

  public Part all() {
    return before.plus(after);
  }

  /** Of several uploads together. */
  public FirstNodeShare plus(FirstNodeShare other) {
    return new FirstNodeShare(before.plus(other.before), after.plus(other.after));
  }
}
