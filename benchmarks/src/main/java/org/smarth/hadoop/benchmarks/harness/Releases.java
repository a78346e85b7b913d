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

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Releases of Hadoop, with the libraries of each, and SMARTH's jars for them.
 *
 * @param target below which the scripts have put them
 * @param more what else is on all class paths, such as the settings of logs
 */
public record Releases(Path target, String more) {
  private static final String VERSION = "\\d+\\.\\d+\\.\\d+";

  /** @throws Failure if it is no version, which becomes a part of paths */
  public static void check(String option, String version) {
    if (!version.matches(VERSION)) {
      throw new Failure(option + ": '" + version + "' is no version such as 3.4.2; see --help");
    }
  }

  /** Stock Hadoop, named after its version. */
  public Installation stock(String version) throws IOException {
    Path dir = target.resolve("releases").resolve("hadoop-" + version);
    List<String> entries = new ArrayList<>();
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(dir, "*.jar")) {
      jars.forEach(jar -> entries.add(jar.toString()));
    }
    // The same order in every run.
    entries.sort(null);
    entries.add(more);
    return new Installation("stock-" + version, String.join(":", entries));
  }

  /**
   * The same with the drop-in jars of HDFS.
   *
   * @param copies a directory for them, as a build may replace them during the run
   */
  public Installation smarth(String version, Path copies) throws IOException {
    Path jars = target.resolve("hadoop-" + version).resolve("dist/share/hadoop");
    List<String> names =
        Stream.of(Installation.HDFS, Installation.COMMANDS).flatMap(List::stream).toList();
    return stock(version).with(jars, version, names, "SMARTH-" + version,
        Files.createDirectories(copies.resolve(version)));
  }
}
