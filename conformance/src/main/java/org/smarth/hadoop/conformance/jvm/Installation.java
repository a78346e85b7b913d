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

package org.smarth.hadoop.conformance.jvm;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.apache.commons.io.FileUtils;
import org.smarth.hadoop.conformance.Failure;

/**
 * The stock jars, or the drop-in jars in their place.
 *
 * @param conf directory with the configuration of the tests
 * @param data directory of the files that tests read
 * @param jars what follows these two on the class path
 */
public record Installation(String name, Path conf, Path data, String jars) {
  private static final List<String> DROP_INS = List.of("hadoop-common-2.10.2.jar",
      "hadoop-hdfs-2.10.2.jar", "hadoop-hdfs-client-2.10.2.jar", "hadoop-yarn-common-2.10.2.jar",
      "hadoop-yarn-server-resourcemanager-2.10.2.jar", "hadoop-mapreduce-client-core-2.10.2.jar",
      "hadoop-mapreduce-client-app-2.10.2.jar");
  /** As in share/hadoop of a Hadoop distribution. */
  private static final int DEPTH = 2;

  public static Installation stock(Path conf, Path data, Path classPathFile) throws IOException {
    return new Installation("stock", conf, data, Files.readString(classPathFile).trim());
  }

  /** Some of the data are resources, and classes that must not be in a jar. */
  String classPath() {
    return conf + ":" + data + ":" + jars;
  }

  /**
   * @param dropIns directory of the drop-in jars, or of directories with them, as a distribution
   * @param copies where copies of the jars go: a build may replace them during the run
   */
  public Installation with(Path dropIns, Path copies) throws IOException, Failure {
    List<String> entries = new ArrayList<>(List.of(jars.split(":")));
    Files.createDirectories(copies);
    for (String jarName : DROP_INS) {
      Path jar = Files.copy(find(jarName, dropIns), copies.resolve(jarName),
          StandardCopyOption.REPLACE_EXISTING);
      entries.replaceAll(e -> new File(e).getName().equals(jarName) ? jar.toString() : e);
      if (!entries.contains(jar.toString())) {
        throw new Failure("the stock class path lacks " + jarName
            + "; delete " + copies.getParent() + " and try again");
      }
    }
    return new Installation("smarth", conf, data, String.join(":", entries));
  }

  /** The same in another directory. */
  Installation copied(Path copies) throws IOException {
    List<String> entries = new ArrayList<>();
    for (String entry : jars.split(":")) {
      // Two may have the same name.
      Path copy = copies.resolve(Integer.toString(entries.size()))
          .resolve(Path.of(entry).getFileName());
      copy(Path.of(entry), copy);
      entries.add(copy.toString());
    }
    copy(conf, copies.resolve("conf"));
    copy(data, copies.resolve("data"));
    return new Installation(name, copies.resolve("conf"), copies.resolve("data"),
        String.join(":", entries));
  }

  private static void copy(Path from, Path to) throws IOException {
    if (Files.isDirectory(from)) {
      FileUtils.copyDirectory(from.toFile(), to.toFile());
    } else {
      FileUtils.copyFile(from.toFile(), to.toFile());
    }
  }

  private static Path find(String jarName, Path dir) throws IOException, Failure {
    if (Files.isDirectory(dir)) {
      try (Stream<Path> files = Files.walk(dir, DEPTH)) {
        Optional<Path> jar = files.filter(f -> f.endsWith(jarName)).findFirst();
        if (jar.isPresent()) {
          return jar.get();
        }
      }
    }
    throw new Failure("no " + jarName + " below " + dir + "; build it with dev-support/dist.sh");
  }
}
