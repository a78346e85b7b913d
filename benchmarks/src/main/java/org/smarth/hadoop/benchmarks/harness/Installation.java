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

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.apache.hadoop.util.VersionInfo;

/**
 * The class path and the settings of a contender's JVMs.
 *
 * @param name in tables
 * @param classPath that all its JVMs run on
 * @param stockClassPath the same with stock's jars, for clients that have no others
 * @param clientSettings of its clients' site files, beside those that all contenders have
 * @param clusterSettings of its daemons' and clients' site files
 */
public record Installation(String name, String classPath, String stockClassPath,
    Map<String, String> clientSettings, Map<String, String> clusterSettings,
    Optional<Path> otherClient) {
  /** The drop-in jars of HDFS. */
  public static final List<String> HDFS = List.of("hadoop-hdfs", "hadoop-hdfs-client");
  /** The drop-in jars with fast heartbeats, but for those of HDFS. */
  public static final List<String> YARN = List.of("hadoop-yarn-common",
      "hadoop-yarn-server-resourcemanager", "hadoop-mapreduce-client-core",
      "hadoop-mapreduce-client-app");
  /** The drop-in jar with the commands of `hdfs dfs`. */
  public static final List<String> COMMANDS = List.of("hadoop-common");
  /** The version of stock Hadoop, on whose jars this JVM runs. */
  public static final String HADOOP = VersionInfo.getVersion();
  private static final String STOCK = "stock";
  /** Directories of jars below share/hadoop of a Hadoop distribution. */
  private static final List<String> PLACES = List.of("", "common", "hdfs", "yarn", "mapreduce",
      "client", "tools");

  public Installation {
    clientSettings = Map.copyOf(clientSettings);
    clusterSettings = Map.copyOf(clusterSettings);
  }

  /** With the settings that all contenders have. */
  public Installation(String name, String classPath) {
    this(name, classPath, classPath, Map.of(), Map.of(), Optional.empty());
  }

  /** @param classPath file with the class path of stock Hadoop and of these benchmarks */
  public static Installation stock(Path classPath) throws IOException {
    return new Installation(STOCK, Files.readString(classPath).trim());
  }

  /**
   * The same with the jars of a directory in place of the stock jars of the same names.
   *
   * @param jars directory with the jars, or with directories of them as in a distribution
   * @param names of the jars, without their version
   * @param copies where copies of them go: a build may replace them during the run
   */
  public Installation with(Path jars, List<String> names, String newName, Path copies)
      throws IOException {
    return with(jars, HADOOP, names, newName, copies);
  }

  /**
   * The same for any release.
   *
   * @param version of the jars, and of stock Hadoop on the class path
   */
  public Installation with(Path jars, String version, List<String> names, String newName,
      Path copies) throws IOException {
    List<String> entries = new ArrayList<>(List.of(classPath.split(":")));
    for (String dropIn : names) {
      String jarName = dropIn + "-" + version + ".jar";
      Path jar = Files.copy(find(jarName, jars), copies.resolve(jarName));
      entries.replaceAll(e -> new File(e).getName().equals(jarName) ? jar.toString() : e);
      if (!entries.contains(jar.toString())) {
        throw new Failure("the stock class path lacks " + jarName
            + "; run mvn clean and try again");
      }
    }
    return new Installation(newName, String.join(":", entries), stockClassPath, clientSettings,
        clusterSettings, otherClient);
  }

  /** The same with one more jar at the end of the class path. */
  public Installation withJar(Path jar) {
    return new Installation(name, classPath + ":" + jar, stockClassPath + ":" + jar, clientSettings,
        clusterSettings, otherClient);
  }

  /** Where a jar lies. */
  public static Path find(String jarName, Path jars) {
    return PLACES.stream().map(place -> jars.resolve(place).resolve(jarName))
        .filter(Files::isRegularFile).findFirst()
        .orElseThrow(() -> new Failure("--jars: no " + jarName + " in " + jars
            + "; build it with dev-support/dist.sh, or give 'stock'"));
  }

  public Installation as(String newName) {
    return new Installation(newName, classPath, stockClassPath, clientSettings, clusterSettings,
        otherClient);
  }

  public Installation withClientSettings(Map<String, String> settings) {
    return new Installation(name, classPath, stockClassPath, settings, clusterSettings,
        otherClient);
  }

  public Installation withClusterSettings(Map<String, String> settings) {
    return new Installation(name, classPath, stockClassPath, clientSettings, settings, otherClient);
  }

  /**
   * The same with another client that uploads in its place.
   *
   * @param program that uploads a local path, its first argument, to a path of HDFS, its second;
   *     it has HADOOP_CONF_DIR and, for a JVM, HADOOP_CLIENT_OPTS
   */
  public Installation withOtherClient(Path program) {
    return new Installation(name, classPath, stockClassPath, clientSettings, clusterSettings,
        Optional.of(program));
  }

  /** Whether it writes through one pipeline at a time, which its log does not say. */
  public boolean isStock() {
    return name.startsWith(STOCK);
  }
}
