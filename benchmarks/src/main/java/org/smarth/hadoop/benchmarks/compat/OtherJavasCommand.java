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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import org.smarth.hadoop.benchmarks.compat.Outcome.Step;
import org.smarth.hadoop.benchmarks.harness.ChildJvm;
import org.smarth.hadoop.benchmarks.harness.Cleanup;
import org.smarth.hadoop.benchmarks.harness.Installation;
import org.smarth.hadoop.benchmarks.harness.JvmPlan;
import org.smarth.hadoop.benchmarks.harness.LoopbackHosts;
import org.smarth.hadoop.benchmarks.harness.Script;
import org.smarth.hadoop.benchmarks.harness.YarnSettings;

/** The command of dev-support/other-javas.sh. */
@Command(name = "other-javas.sh", sortOptions = false, usageHelpWidth = 100,
    description = "Runs stock Hadoop and SMARTH on Java 11 and Java 21: a cluster, a put, a put "
        + "amid which a DataNode is killed, a get, doctor, and a job of MapReduce. Then puts and "
        + "gets with stock 2.10.0 and 2.10.1, as NameNode, DataNodes, half of them, and client. "
        + "Exit status 0 if SMARTH does all that stock does.%n")
public final class OtherJavasCommand extends Script {
  private static final String TOOLS = "hadoop-smarth-tools.jar";
  private static final String ROW = "%-10s %-12s %-12s %-12s %-5s %-4s %-4s %-4s %-6s %-4s %4s";
  private static final String OWN_VERSION = Integer.toString(Runtime.version().feature());
  /** With all jars of a directory, and what this command adds. */
  private static final String ALL = "/*:";

  @Option(names = "--jars", paramLabel = "DIR", description = "The drop-in jars. Default: what "
      + "dev-support/dist.sh built.")
  private Path jars;

  @Option(names = "--java", paramLabel = "NAME=HOME",
      description = "Another Java, such as 8=/usr/lib/jvm/java-8. May be repeated.")
  private Map<String, Path> javas = new LinkedHashMap<>();

  @Option(names = "--peer", paramLabel = "NAME=DIR", description = "Another release of Hadoop 2, "
      + "with all jars of HDFS in one directory. May be repeated.")
  private Map<String, Path> peers = new LinkedHashMap<>();

  private boolean good = true;
  private int trials;

  public static void main(String[] args) {
    new OtherJavasCommand().runAndExit(args);
  }

  @Override
  protected void validate() {
    for (Path home : javas.values()) {
      refuse(!Files.isExecutable(home.resolve("bin/java")), "--java: " + home + " has no bin/java");
    }
    for (Path dir : peers.values()) {
      refuse(!Files.isDirectory(dir), "--peer: " + dir + " is no directory");
    }
  }

  @Override
  protected boolean run() throws Exception {
    Path dir = workspace(true).dir();
    Installation stock = stock();
    Path copies = Files.createDirectory(dir.resolve("jars"));
    Path from = jars(jars);
    Installation smarth = stock.with(from, Stream.of(Installation.HDFS, Installation.YARN,
        Installation.COMMANDS).flatMap(List::stream).toList(), "SMARTH", copies)
        .withClusterSettings(Map.of(YarnSettings.ADAPTIVE_KEY, "3000"));
    Path tools = Files.copy(Installation.find(TOOLS, from), copies.resolve(TOOLS));
    // What Hadoop's classes log in this JVM.
    JvmPlan.writeHosts(dir, PlainSettings.NODE, LoopbackHosts::ip);
    JvmPlan.properties(dir, "driver").forEach(System::setProperty);
    Inputs inputs = Inputs.make(dir);
    say(String.format(ROW, "Java", "NameNode", "DataNodes", "client", "start", "put", "kill",
        "read", "doctor", "job", "FNFA"));
    onJavas(dir, inputs, stock, smarth, tools);
    withPeers(dir, inputs, smarth);
    return good;
  }

  private void onJavas(Path dir, Inputs inputs, Installation stock, Installation smarth,
      Path tools) throws IOException, InterruptedException {
    for (Map.Entry<String, Path> java : javas.entrySet()) {
      Set<Step> required = EnumSet.of(Step.START);
      for (Installation with : List.of(stock, smarth)) {
        Outcome outcome = onCluster(dir, java.getKey(), java.getValue(), inputs,
            Trial.Roles.all(with), trial -> trial.ofEverything(tools));
        good = good && (with == stock || outcome.done().containsAll(required));
        required.addAll(outcome.done());
      }
    }
  }

  private void withPeers(Path dir, Inputs inputs, Installation smarth)
      throws IOException, InterruptedException {
    for (Map.Entry<String, Path> peer : peers.entrySet()) {
      Installation other =
          new Installation("stock-" + peer.getKey(), peer.getValue() + ALL + ownJar());
      for (Trial.Roles roles : Trial.Roles.mixes(other, smarth)) {
        Outcome outcome = onCluster(dir, OWN_VERSION, ChildJvm.OWN_JAVA, inputs,
            roles, Trial::ofFiles);
        good = good && outcome.failures().isEmpty();
      }
    }
  }

  /** Something of what a trial has. */
  private interface Steps {
    Outcome take(Trial trial) throws InterruptedException;
  }

  private Outcome onCluster(Path dir, String javaName, Path java, Inputs inputs,
      Trial.Roles roles, Steps steps) throws IOException, InterruptedException {
    Path own = Files.createDirectory(dir.resolve("cluster-" + ++trials));
    Outcome outcome;
    try (Cleanup cleanup = new Cleanup()) {
      // Also when the command is ended from outside.
      cleanup().make(() -> cleanup::close);
      PlainCluster cluster = cleanup.make(() -> new PlainCluster(own, java, inputs.file()));
      outcome = steps.take(new Trial(cluster, roles, inputs));
    }
    show(javaName, roles, outcome);
    return outcome;
  }

  private void show(String javaName, Trial.Roles roles, Outcome outcome) {
    List<Object> row = new ArrayList<>(List.of(javaName, roles.nameNode().name(),
        roles.dataNodesName(), roles.client().name()));
    Stream.of(Step.values()).map(outcome::word).forEach(row::add);
    row.add(outcome.firstNodeAcks());
    say(String.format(ROW, row.toArray()));
    outcome.failures().forEach((step, why) -> say("  " + step + ": " + why));
  }
}
