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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.smarth.hadoop.conformance.Failure;
import org.smarth.hadoop.conformance.Rows;

/** The committed list of rows that fail on stock, so that nothing is compared: which, and why. */
public final class LeftOut {
  private static final String UNKNOWN = "conformance/left-out.tsv does not say why";

  private final Map<String, String> reasons = new TreeMap<>();

  private LeftOut() {
  }

  public static LeftOut read(Path file) throws IOException, Failure {
    LeftOut leftOut = new LeftOut();
    for (String[] row : Rows.of(file, 2)) {
      if (!row[0].matches("[\\w.$]+#\\S.*") || row[1].isBlank()) {
        throw new Failure(file + ": " + row[0] + ": not class#method and a reason");
      }
      leftOut.reasons.put(row[0], row[1]);
    }
    return leftOut;
  }

  /** How many rows of a result on stock fail, for each reason. */
  public Map<String, Long> count(ClassResult stock) {
    Map<String, Long> counts = new TreeMap<>();
    stock.methods().forEach((method, outcome) -> {
      if (outcome == Outcome.FAILED) {
        counts.merge(reasons.getOrDefault(stock.name() + "#" + method, UNKNOWN), 1L, Long::sum);
      }
    });
    return counts;
  }

  public List<String> keys() {
    return List.copyOf(reasons.keySet());
  }
}
