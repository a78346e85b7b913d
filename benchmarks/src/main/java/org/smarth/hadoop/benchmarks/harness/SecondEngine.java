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

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.IntStream;

/** DuckDB in this JVM, with the tables of TPC-H: what Hive is compared with. */
final class SecondEngine implements AutoCloseable {
  private static final String DRIVER = "org.duckdb.DuckDBDriver";
  /** Of numbers, beside the larger of one and the number itself. */
  private static final double TOLERANCE = 1e-6;

  private final Connection connection;

  /** @param directory as {@link TpchGenerator} writes it */
  SecondEngine(ForeignJars jars, Path directory) throws ReflectiveOperationException, SQLException {
    connection = jars.make(DRIVER, java.sql.Driver.class).connect("jdbc:duckdb:", new Properties());
    try (Statement statement = connection.createStatement()) {
      for (Map.Entry<String, String> table : TpchTables.standardColumns().entrySet()) {
        statement.execute("create table " + table.getKey() + " (" + table.getValue() + ")");
        statement.execute("copy " + table.getKey() + " from '"
            + directory.resolve(table.getKey()).resolve("0.tbl")
            + "' (delimiter '|', header false)");
      }
    }
  }

  List<List<String>> run(String query) throws SQLException {
    List<List<String>> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          row.add(String.valueOf(result.getString(i)));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  /** Where rows differ from those of another engine, in any order; empty if they do not. */
  static String difference(List<List<String>> rows, List<List<String>> others) {
    if (rows.size() != others.size()) {
      return rows.size() + " rows instead of " + others.size();
    }
    List<List<String>> left = new ArrayList<>(others);
    for (List<String> row : rows) {
      int match = 0;
      while (match < left.size() && !isEqual(row, left.get(match))) {
        match++;
      }
      if (match == left.size()) {
        return "a row that the other engine has not: " + row;
      }
      left.remove(match);
    }
    return "";
  }

  private static boolean isEqual(List<String> row, List<String> other) {
    return row.size() == other.size()
        && IntStream.range(0, row.size()).allMatch(i -> isEqual(row.get(i), other.get(i)));
  }

  private static boolean isEqual(String value, String other) {
    if (value.equalsIgnoreCase(other)) {
      return true;
    }
    try {
      double number = Double.parseDouble(other);
      return Math.abs(Double.parseDouble(value) - number)
          <= TOLERANCE * Math.max(1, Math.abs(number));
    } catch (NumberFormatException e) {
      return false;
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
