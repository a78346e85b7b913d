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

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.smarth.hadoop.conformance.Failure;
import org.smarth.hadoop.conformance.Rows;

/** The committed list of methods that may differ: class#method, why, our test of the same. */
public final class Exceptions {
  private final Map<String, String> reasons = new TreeMap<>();

  private Exceptions() {
  }

  public static Exceptions read(Path file) throws IOException, Failure {
    Exceptions exceptions = new Exceptions();
    for (String[] row : Rows.of(file, 3)) {
      if (!row[0].matches("[\\w.$]+#\\S.*") || row[1].isBlank() || row[2].isBlank()) {
        throw new Failure(file + ": " + row[0]
            + ": not class#method, a reason and a test of ours");
      }
      exceptions.reasons.put(row[0], row[1] + " [" + row[2] + "]");
    }
    return exceptions;
  }

  /** Why it may differ, or null when it may not. */
  public String reason(Difference difference) {
    return reasons.get(difference.key());
  }

  /** Exceptions of this class that were not needed. */
  public List<String> unused(ClassResult ours, List<Difference> differences) {
    List<String> unused = new ArrayList<>();
    for (String key : reasons.keySet()) {
      if (key.startsWith(ours.name() + "#")
          && differences.stream().noneMatch(d -> d.key().equals(key))) {
        unused.add(key);
      }
    }
    return unused;
  }

  public List<String> keys() {
    return List.copyOf(reasons.keySet());
  }
}
