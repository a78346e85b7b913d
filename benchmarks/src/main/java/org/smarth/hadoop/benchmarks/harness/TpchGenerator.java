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

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BiConsumer;

import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;

/** Writes the tables of TPC-H to files DIRECTORY/TABLE/0.tbl. Loaded by {@link ForeignJars}. */
public final class TpchGenerator implements BiConsumer<Path, Double> {
  @Override
  public void accept(Path directory, Double scale) {
    try {
      for (TpchTable<?> table : TpchTable.getTables()) {
        Path of = Files.createDirectories(directory.resolve(table.getTableName()));
        try (BufferedWriter out = Files.newBufferedWriter(of.resolve("0.tbl"))) {
          for (TpchEntity row : table.createGenerator(scale, 1, 1)) {
            // Each line ends with a bar, as those of dbgen.
            String line = row.toLine();
            out.write(line, 0, line.length() - (line.endsWith("|") ? 1 : 0));
            out.write('\n');
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
