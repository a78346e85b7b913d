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

package org.smarth.hadoop.benchmarks.compat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import org.smarth.hadoop.benchmarks.harness.ChildJvm;
import org.smarth.hadoop.benchmarks.harness.Directories;
import org.smarth.hadoop.benchmarks.harness.Failure;
import org.smarth.hadoop.benchmarks.harness.HadoopPrograms;
import org.smarth.hadoop.benchmarks.harness.Installation;

/** The command of dev-support/spark.sh. */
@Command(name = "spark.sh", sortOptions = false, usageHelpWidth = 100,
    description = "Writes text and Parquet with Spark, with the client that it comes with and with "
        + "the drop-in one, to a cluster of SMARTH, and reads it back. Exit status 0 if both do "
        + "the same, and blocks of the drop-in client were written with FNFA.%n")
public final class SparkCommand extends ClientsScript {
  private static final String API = "hadoop-client-api-";
  private static final String RUNTIME = "hadoop-client-runtime-";
  private static final String JAR = ".jar";
  private static final String PROGRAM = "spark.py";
  /** Two executors of one core, each a JVM of its own. */
  private static final String MASTER = "local-cluster[2,1,1024]";

  @Option(names = "--spark", paramLabel = "VERSION=DIR", required = true,
      description = "An installed Spark. May be repeated.")
  private Map<String, Path> sparks;

  @Option(names = "--runtime", paramLabel = "JAR", required = true, description = "Stock's "
      + "hadoop-client-runtime of the drop-in jars' release, for a Spark that has another.")
  private Path runtime;

  public static void main(String[] args) {
    new SparkCommand().runAndExit(args);
  }

  @Override
  void trials(Path dir, Installation stock, Installation smarth)
      throws IOException, InterruptedException {
    try (InputStream program = SparkCommand.class.getResourceAsStream(PROGRAM)) {
      Files.copy(program, dir.resolve(PROGRAM));
    }
    Path api = Installation.find(API + Installation.HADOOP + JAR, jars());
    for (Map.Entry<String, Path> spark : sparks.entrySet()) {
      String name = "Spark " + spark.getKey();
      Path jars = spark.getValue().resolve("jars");
      String release = release(jars);
      Map<String, Path> dropIn = new HashMap<>(Map.of(API, api));
      if (!release.equals(Installation.HADOOP)) {
        dropIn.put(RUNTIME, runtime);
      }
      // Of a home here, and of a directory in HDFS.
      String stocks = "spark-" + spark.getKey() + "-stock";
      String ours = "spark-" + spark.getKey() + "-smarth";
      Observed asItCame = run(name, "stock " + release,
          home(dir.resolve(stocks), spark.getValue(), Map.of()), List.of(stocks));
      Observed withOurs = run(name, "SMARTH " + Installation.HADOOP,
          home(dir.resolve(ours), spark.getValue(), dropIn), List.of(ours, stocks));
      compare(name, asItCame, withOurs, Fnfa.ALL);
    }
  }

  /** Executors are told to end, and may be quicker. */
  @Override
  String byChance() {
    return ".*RECEIVED SIGNAL TERM.*";
  }

  /** Which Hadoop a Spark comes with. */
  private static String release(Path jars) throws IOException {
    try (Stream<Path> files = Files.list(jars)) {
      return files.map(f -> f.toFile().getName()).filter(f -> f.startsWith(API)).findFirst()
          .orElseThrow(() -> new Failure("no " + API + "*.jar in " + jars))
          .replace(API, "").replace(JAR, "");
    }
  }

  /** Makes a home of links to another one's files, with other jars in place of some. */
  private static Path home(Path home, Path of, Map<String, Path> jars) throws IOException {
    link(of, Files.createDirectory(home), "jars");
    Path ownJars = Files.createDirectory(home.resolve("jars"));
    link(of.resolve("jars"), ownJars, jars.keySet().toArray(new String[0]));
    for (Path jar : jars.values()) {
      Files.copy(jar, ownJars.resolve(jar.toFile().getName()));
    }
    return home;
  }

  private static void link(Path from, Path to, String... without) throws IOException {
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        String name = file.toFile().getName();
        if (Stream.of(without).noneMatch(name::startsWith)) {
          Files.createSymbolicLink(to.resolve(name), file);
        }
      }
    }
  }

  /** @param directories the one that is written, and others that are read */
  private Observed run(String name, String client, Path home, List<String> directories)
      throws IOException, InterruptedException {
    String process = home.toFile().getName();
    Path work = Files.createDirectory(home.resolveSibling(process + "-work"));
    HadoopPrograms programs = cluster().programs();
    Map<String, String> site = cluster().clientSettings();
    site.put("dfs.blocksize", Integer.toString(BLOCK_BYTES));
    String hosts = "-Djdk.net.hosts.file=" + home.resolveSibling("hosts");
    List<String> line = new ArrayList<>(List.of(home.resolve("bin/spark-submit").toString(),
        "--master", MASTER, "--driver-java-options", hosts));
    Map.of("spark.executor.extraJavaOptions", hosts, "spark.driver.memory", "768m",
        "spark.executor.memory", "768m", "spark.ui.enabled", "false",
        "spark.sql.warehouse.dir", work.toUri().toString())
        .forEach((key, value) -> line.addAll(List.of("--conf", key + "=" + value)));
    line.add(home.resolveSibling(PROGRAM).toString());
    directories.forEach(d -> line.add(site.get("fs.defaultFS") + "/" + d));
    Map<String, String> environment = Map.of("SPARK_HOME", home.toString(),
        "HADOOP_CONF_DIR", programs.sites(process).toString(),
        "JAVA_HOME", ChildJvm.OWN_JAVA.toString(), "SPARK_LOCAL_IP", "127.0.0.1",
        "SPARK_LOCAL_DIRS", work.toString(), "PYSPARK_PYTHON", "python3");
    Observed observed = observe(name, client, () -> logs(programs.errors(process), home), () -> {
      programs.launch(process, site, line, environment);
      return programs.requireEnd(process);
    });
    Directories.delete(home.resolve("jars"));
    Directories.delete(work);
    return observed;
  }

  /** Of the driver, and of its executors. */
  private static List<Path> logs(Path driver, Path home) throws IOException {
    List<Path> logs = new ArrayList<>(List.of(driver));
    try (Stream<Path> files = Files.walk(home.resolve("work"))) {
      files.filter(f -> f.endsWith("stderr")).forEach(logs::add);
    }
    return logs;
  }
}
