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

package org.smarth.hadoop.benchmarks;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

import org.smarth.hadoop.benchmarks.harness.Failure;

/** What decides the numbers of a run, beside its results: who goes on must not mix them. */
record RunOptions(Map<String, String> values) {
  private static final String FILE = "options.properties";

  RunOptions {
    values = new LinkedHashMap<>(values);
  }

  /** For the one that goes on in this directory. */
  void write(Path dir) throws IOException {
    Properties all = new Properties();
    all.putAll(values);
    Files.createDirectories(dir);
    Path temporary = dir.resolve(FILE + ".new");
    try (Writer out = Files.newBufferedWriter(temporary)) {
      all.store(out, "What decides these results; --resume compares it");
    }
    Files.move(temporary, dir.resolve(FILE), StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.ATOMIC_MOVE);
  }

  /** @throws Failure that names the first difference to what began in a directory */
  void checkSameAs(Path dir) throws IOException {
    Path file = dir.resolve(FILE);
    if (!Files.exists(file)) {
      throw new Failure("--resume: no run began in " + dir + ", as it has no " + FILE);
    }
    Properties before = new Properties();
    try (Reader in = Files.newBufferedReader(file)) {
      before.load(in);
    }
    for (Map.Entry<String, String> now : values.entrySet()) {
      String was = before.getProperty(now.getKey(), "unset");
      if (!was.equals(now.getValue())) {
        throw new Failure("--resume: " + now.getKey() + " was '" + was + "' in " + dir
            + ", now it is '" + now.getValue() + "'; go on as before, or begin in another "
            + "directory with --results");
      }
      before.remove(now.getKey());
    }
    if (!before.isEmpty()) {
      String key = before.stringPropertyNames().iterator().next();
      throw new Failure("--resume: " + key + " was '" + before.getProperty(key) + "' in " + dir
          + ", now it is 'unset'");
    }
  }
}
