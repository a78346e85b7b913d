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

package org.smarth.hadoop.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The rows of a file of columns between tabs, without comments (#) and empty lines. */
public final class Rows {
  private Rows() {
  }

  public static List<String[]> of(Path file, int columns) throws IOException, Failure {
    if (!Files.isRegularFile(file)) {
      throw new Failure("there is no " + file);
    }
    List<String[]> rows = new ArrayList<>();
    List<String> lines = Files.readAllLines(file);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (!line.isBlank() && !line.startsWith("#")) {
        String[] row = line.split("\t", -1);
        if (row.length != columns || row[0].isBlank()) {
          throw new Failure(file + ", line " + (i + 1) + ": not " + columns
              + " columns between tabs");
        }
        rows.add(row);
      }
    }
    return rows;
  }
}
