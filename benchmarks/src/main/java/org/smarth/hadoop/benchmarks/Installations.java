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
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

import org.apache.commons.codec.digest.DigestUtils;

import org.smarth.hadoop.benchmarks.harness.Installation;
import org.smarth.hadoop.benchmarks.harness.JvmPlan;
import org.smarth.hadoop.benchmarks.harness.TpchJob;
import org.smarth.hadoop.benchmarks.harness.YarnSettings;

/** The class paths and settings of those who are measured. */
final class Installations {
  private static final String PIPELINES_KEY = "dfs.client.smarth.pipelines.max";
  private static final String MODE_KEY = "dfs.client.smarth.pipelines.mode";
  private static final String PAPER = "paper";
  private static final String AUTO = "auto";
  private static final int HASH_DIGITS = 12;

  private static final String DATANODE_KEY = "dfs.heartbeat.interval";
  private static final String MASTER_KEY = "yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms";
  private static final String NODE_KEY = "yarn.resourcemanager.nodemanagers.heartbeat-interval-ms";
  /** Of the profile "fast", where it is not the default; stock HDFS reads whole seconds. */
  private static final Map<String, String> FAST = Map.of(DATANODE_KEY, "1",
      YarnSettings.ADAPTIVE_KEY, "3000");
  private static final String NO_JARS = "none";
  private static final String BUILT = "hadoop-hdfs-" + Installation.HADOOP + ".jar";
  private static final String BUILD = "Smarth-Build";
  private static final String PLANNER_JAR = "hadoop-smarth-tools.jar";

  private final Installation stock;
  private final Besides besides;
  private final String copyThreads;
  private final Installation dropIn;
  /** Of an earlier build, with its commands where they are needed; null where none is measured. */
  private final Installation earlier;
  private final String version;
  private final String build;
  /** Null where no scenario needs it. */
  private final Installation eventDriven;
  private final String yarnVersion;
  /** With the commands of the drop-in jars; null where no scenario needs it. */
  private final Installation commands;
  /** The planner of heartbeats; null where no scenario needs it. */
  private final Path planner;

  /**
   * What is measured beside stock and the drop-in jars; null where it is not.
   *
   * @param earlierJars drop-in jars of an earlier build
   * @param otherClients directory of other clients' programs
   * @param hive directory of the jars that dev-support/hive.sh gets
   */
  record Besides(Path earlierJars, Path otherClients, Path hive) {
  }

  /**
   * @param jars the drop-in jars
   * @param copies where copies of the drop-in jars go
   * @param onYarn whether those of YARN and MapReduce are needed, too
   * @param copyThreads how many files commands copy at once; 0 where no scenario needs their jars
   */
  Installations(Installation stock, Path jars, Besides besides, Path copies, boolean onYarn,
      int copyThreads) throws IOException {
    boolean ofCommands = copyThreads > 0;
    this.copyThreads = Integer.toString(copyThreads);
    this.stock = stock;
    this.besides = besides;
    this.dropIn = stock.with(jars, Installation.HDFS, "SMARTH", copies);
    if (onYarn) {
      Path yarnCopies = Files.createDirectory(copies.resolve("yarn"));
      eventDriven = stock.with(jars, Installation.YARN, "event-driven", yarnCopies);
      planner = Files.copy(Installation.find(PLANNER_JAR, jars), yarnCopies.resolve(PLANNER_JAR));
      yarnVersion = hash(yarnCopies);
    } else {
      eventDriven = null;
      yarnVersion = NO_JARS;
      planner = null;
    }
    commands = ofCommands ? dropIn.with(jars, Installation.COMMANDS, "SMARTH, commands", copies)
        : null;
    String versionOfJars = hash(copies);
    String builds = build(copies);
    if (besides.earlierJars() != null) {
      Path earlierCopies = Files.createDirectory(copies.resolve("earlier"));
      Installation earlierDropIn = stock.with(besides.earlierJars(), Installation.HDFS,
          "SMARTH earlier", earlierCopies);
      earlier = (ofCommands ? earlierDropIn.with(besides.earlierJars(), Installation.COMMANDS,
          "SMARTH earlier, commands", earlierCopies) : earlierDropIn)
          .withClientSettings(Map.of(MODE_KEY, AUTO));
      versionOfJars += ", earlier ones " + hash(earlierCopies);
      builds += ", of earlier ones " + build(earlierCopies);
    } else {
      earlier = null;
    }
    this.version = versionOfJars;
    this.build = builds;
  }

  /** Of what is in the jars: the same after a build that changed nothing. */
  private static String hash(Path jars) throws IOException {
    List<String> entries = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(jars, "*.jar")) {
      for (Path file : files) {
        try (JarFile jar = new JarFile(file.toFile())) {
          jar.stream().filter(e -> !e.isDirectory())
              .forEach(e -> entries.add(file.getFileName() + " " + e.getName() + " " + e.getCrc()));
        }
      }
    }
    Collections.sort(entries);
    return DigestUtils.sha256Hex(String.join("\n", entries)).substring(0, HASH_DIGITS);
  }

  private static String build(Path jars) throws IOException {
    try (JarFile jar = new JarFile(jars.resolve(BUILT).toFile())) {
      Manifest manifest = jar.getManifest();
      String digest = manifest == null ? null : manifest.getMainAttributes().getValue(BUILD);
      return digest == null ? "unknown" : digest;
    }
  }

  /** The digest of the sources of the drop-in jars, which dist.sh writes into their manifests. */
  String build() {
    return build;
  }

  /** Tells these drop-in jars from any others. */
  String version() {
    return version;
  }

  /** Tells these drop-in jars of YARN and MapReduce from any others. */
  String yarnVersion() {
    return yarnVersion;
  }

  Installation of(Contender contender, Setup setup) {
    Installation installation = withSettings(contender, setup);
    if (setup.work() instanceof Work.Tpch) {
      Map<String, String> settings = new LinkedHashMap<>(installation.clientSettings());
      settings.put(TpchJob.JARS_KEY, besides.hive().toString());
      return installation.withClientSettings(settings);
    }
    return setup.work() instanceof Work.Beats ? installation.withJar(planner) : installation;
  }

  private Installation withSettings(Contender contender, Setup setup) {
    boolean isEarlier = contender == Contender.SMARTH_EARLIER;
    if (setup.isOfCommands() && (isEarlier || contender == Contender.SMARTH_AUTO)) {
      return (isEarlier ? earlier : commands)
          .withClientSettings(Map.of(MODE_KEY, AUTO, JvmPlan.COPY_THREADS_KEY, copyThreads));
    }
    return switch (contender) {
    case STOCK -> stock;
    case RPCBIND -> stock.as("stock, rpcbind");
    case SETREP -> stock.as("stock, setrep").withClientSettings(Map.of("dfs.replication", "1"));
    case SMARTH -> dropIn.withClientSettings(paperSettings(setup));
    case SMARTH_AUTO -> dropIn.as("SMARTH auto")
        .withClientSettings(Map.of(MODE_KEY, AUTO));
    case SMARTH_EARLIER -> earlier;
    case HADOOP_3, GO -> stock.as("stock, " + contender.id())
        .withClientSettings(Map.of(JvmPlan.COPY_THREADS_KEY, copyThreads))
        .withOtherClient(besides.otherClients().resolve(contender.id()));
    case CASE_2 -> fixed(contender, 3, 200, 200);
    case CASE_3 -> fixed(contender, 1, 1000, 1000);
    case CASE_4 -> fixed(contender, 1, 1000, 200);
    case CASE_5 -> fixed(contender, 1, 200, 1000);
    case CASE_6 -> fixed(contender, 1, 200, 200);
    case EVENT_DRIVEN -> eventDriven.withClusterSettings(FAST);
    case EVENT_DRIVEN_POLLED -> eventDriven.as("event-driven, polled")
        .withClusterSettings(FAST)
        .withClientSettings(Map.of("mapreduce.client.completion.pollinterval", "200",
            "mapreduce.client.progressmonitor.pollinterval", "200"));
    };
  }

  private Installation fixed(Contender contender, int dataNodeSeconds, int masterMillis,
      int nodeMillis) {
    return stock.as("stock, " + contender.id()).withClusterSettings(Map.of(
        DATANODE_KEY, Integer.toString(dataNodeSeconds),
        MASTER_KEY, Integer.toString(masterMillis), NODE_KEY, Integer.toString(nodeMillis)));
  }

  private Map<String, String> paperSettings(Setup setup) {
    String pipelines = Integer.toString(setup.paperPipelines());
    return Map.of(PIPELINES_KEY, pipelines, MODE_KEY, PAPER);
  }
}
