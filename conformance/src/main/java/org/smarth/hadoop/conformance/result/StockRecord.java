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
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.smarth.hadoop.conformance.Failure;
import org.smarth.hadoop.conformance.Rows;

/** The committed file of what the tests did on stock Hadoop: class, method, outcome, where. */
public final class StockRecord {
  private static final String HEAD = """
      # What Hadoop's own tests do on its stock jars; written by
      #   dev-support/conformance.sh --record-stock [CLASS...]
      # class\tmethod\toutcome\trecorded on which JDK, as which user
      """;

  private final Path file;
  private final Map<String, ClassResult> results = new TreeMap<>();
  private final Map<String, String> surroundings = new TreeMap<>();

  private StockRecord(Path file) {
    this.file = file;
  }

  /** An absent file is an empty record. */
  public static StockRecord read(Path file) throws IOException, Failure {
    StockRecord stock = new StockRecord(file);
    if (!Files.exists(file)) {
      return stock;
    }
    Map<String, Map<String, Outcome>> outcomes = new TreeMap<>();
    for (String[] row : Rows.of(file, 4)) {
      try {
        outcomes.computeIfAbsent(row[0], c -> new TreeMap<>())
            .put(row[1], Outcome.valueOf(row[2]));
      } catch (IllegalArgumentException e) {
        throw new Failure(file + ": '" + row[2] + "' of " + row[0] + "#" + row[1]
            + " is no outcome");
      }
      stock.surroundings.put(row[0], row[3]);
    }
    outcomes.forEach((name, methods) ->
        stock.results.put(name, new ClassResult(name, methods)));
    return stock;
  }

  /** Null when the class was never recorded. */
  public ClassResult of(String className) {
    return results.get(className);
  }

  /** On which JDK and as whom a class was recorded; null when it never was. */
  public String surroundings(String className) {
    return surroundings.get(className);
  }

  /** What of this machine a result may depend on. */
  public static String here(String user) {
    return "JDK " + System.getProperty("java.version") + ", " + user;
  }

  /**
   * Takes the place of what was recorded of the class, also in the file.
   *
   * @param here what {@link #here} says
   */
  public void put(ClassResult result, String here) throws IOException {
    results.put(result.name(), result);
    surroundings.put(result.name(), here);
    List<String> lines = new ArrayList<>(HEAD.lines().toList());
    results.forEach((name, r) -> r.methods().forEach((method, outcome) -> lines.add(
        String.join("\t", name, method, outcome.name(), surroundings.get(name)))));
    Path whole = file.resolveSibling(file.getFileName() + ".new");
    Files.write(whole, lines);
    Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING);
  }
}
