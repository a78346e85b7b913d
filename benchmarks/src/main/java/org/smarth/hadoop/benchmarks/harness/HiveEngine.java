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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.Driver;
import org.apache.hadoop.hive.ql.processors.CommandProcessorResponse;
import org.apache.hadoop.hive.ql.session.SessionState;

/**
 * Hive in this JVM, which runs statements as MapReduce jobs and returns their rows. Loaded by
 * {@link ForeignJars}. The first call is of settings, one on each line, as KEY=VALUE; they come on
 * top of this JVM's site files.
 */
public final class HiveEngine implements Function<String, List<List<String>>> {
  private Driver driver;

  @Override
  public List<List<String>> apply(String text) {
    try {
      if (driver == null) {
        start(text);
        return List.of();
      }
      return run(text);
    } catch (Exception e) {
      throw new IllegalStateException("Hive: " + e.getMessage(), e);
    }
  }

  private void start(String settings) {
    HiveConf conf = new HiveConf();
    for (String line : settings.split("\n")) {
      String[] words = line.split("=", 2);
      conf.set(words[0], words[1]);
    }
    SessionState.start(conf);
    driver = new Driver(conf);
  }

  private List<List<String>> run(String statement) throws Exception {
    CommandProcessorResponse response = driver.run(statement);
    if (response.getResponseCode() != 0) {
      throw new IllegalStateException(response.getErrorMessage(), response.getException());
    }
    List<List<String>> rows = new ArrayList<>();
    if (statement.startsWith("select") || statement.startsWith("with")) {
      List<String> lines = new ArrayList<>();
      while (driver.getResults(lines)) {
        lines.forEach(line -> rows.add(Arrays.asList(line.split("\t", -1))));
        lines.clear();
      }
    }
    return rows;
  }
}
