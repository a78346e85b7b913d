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

import org.smarth.hadoop.conformance.Failure;

/** The stock jars, or the drop-in jars in their place: a name and the class path of its JVMs. */
public record Installation(String name, String classPath) {
  private static final List<String> DROP_INS = List.of("hadoop-common-2.10.2.jar",
      "hadoop-hdfs-2.10.2.jar", "hadoop-hdfs-client-2.10.2.jar", "hadoop-yarn-common-2.10.2.jar",
      "hadoop-yarn-server-resourcemanager-2.10.2.jar", "hadoop-mapreduce-client-core-2.10.2.jar",
      "hadoop-mapreduce-client-app-2.10.2.jar");
  /** As in share/hadoop of a Hadoop distribution. */
  private static final int DEPTH = 2;

  /** @param conf directory that comes first, with the configuration of the tests */
  public static Installation stock(Path conf, Path classPathFile) throws IOException {
    return new Installation("stock", conf + ":" + Files.readString(classPathFile).trim());
  }

  /**
   * @param jars directory with the drop-in jars in it, or in directories below as in a distribution
   * @param copies where copies of the jars go: a build may replace them during the run
   */
  public Installation with(Path jars, Path copies) throws IOException, Failure {
    List<String> entries = new ArrayList<>(List.of(classPath.split(":")));
    Files.createDirectories(copies);
    for (String jarName : DROP_INS) {
      Path jar = Files.copy(find(jarName, jars), copies.resolve(jarName),
          StandardCopyOption.REPLACE_EXISTING);
      entries.replaceAll(e -> new File(e).getName().equals(jarName) ? jar.toString() : e);
      if (!entries.contains(jar.toString())) {
        throw new Failure("the stock class path lacks " + jarName
            + "; delete target/conformance and try again");
      }
    }
    return new Installation("smarth", String.join(":", entries));
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
