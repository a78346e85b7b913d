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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The committed list of test classes: class, smallest subset that it is in, what it is about. */
final class ClassList {
  private final Path file;
  private final List<Entry> entries = new ArrayList<>();

  private record Entry(String name, Subset subset) {
  }

  /** Which classes are run. */
  enum Subset {
    ci, all
  }

  private ClassList(Path file) {
    this.file = file;
  }

  static ClassList read(Path file) throws IOException, Failure {
    ClassList list = new ClassList(file);
    for (String[] row : Rows.of(file, 3)) {
      if (list.names(Subset.all).contains(row[0])) {
        throw new Failure(file + ": " + row[0] + " is listed twice");
      }
      try {
        list.entries.add(new Entry(row[0], Subset.valueOf(row[1])));
      } catch (IllegalArgumentException e) {
        throw new Failure(file + ": '" + row[1] + "' of " + row[0] + " is neither ci nor all");
      }
    }
    return list;
  }

  List<String> names(Subset subset) {
    return entries.stream().filter(e -> subset == Subset.all || e.subset == Subset.ci)
        .map(Entry::name).toList();
  }

  /** The listed classes with these names, which may come without their package. */
  List<String> named(List<String> wanted) throws Failure {
    List<String> names = new ArrayList<>();
    for (String name : wanted) {
      names.add(entries.stream().map(Entry::name)
          .filter(n -> n.equals(name) || n.endsWith("." + name)).findFirst()
          .orElseThrow(() -> new Failure(name + " is not in " + file)));
    }
    return names;
  }
}
