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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import org.smarth.hadoop.benchmarks.compat.Outcome.Step;
import org.smarth.hadoop.benchmarks.harness.ChildJvm;
import org.smarth.hadoop.benchmarks.harness.Cleanup;
import org.smarth.hadoop.benchmarks.harness.CommonOptions;
import org.smarth.hadoop.benchmarks.harness.Failure;
import org.smarth.hadoop.benchmarks.harness.Installation;
import org.smarth.hadoop.benchmarks.harness.JvmPlan;
import org.smarth.hadoop.benchmarks.harness.LoopbackHosts;
import org.smarth.hadoop.benchmarks.harness.Script;
import org.smarth.hadoop.benchmarks.harness.Workspace;
import org.smarth.hadoop.benchmarks.harness.YarnSettings;

/** The command of dev-support/other-javas.sh. */
@Command(name = "other-javas.sh", sortOptions = false, usageHelpWidth = 100,
    description = "Runs stock Hadoop and SMARTH on Java 11 and Java 21: a cluster, a put, a put "
        + "amid which a DataNode is killed, a get, doctor, and a job of MapReduce. Then puts and "
        + "gets with stock 2.10.0 and 2.10.1, as NameNode, DataNodes, half of them, and client. "
        + "Exit status 0 if SMARTH does all that stock does.%n")
public final class OtherJavasCommand implements Callable<Integer> {
  private static final String TOOLS = "hadoop-smarth-tools.jar";
  private static final String JAVA_ROW = "%-12s %-8s %-6s %-4s %-5s %-5s %-7s %-4s %5s";
  private static final String PEER_ROW = "%-9s %-10s %-8s %-6s %-4s %-5s %-5s %5s";
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

  @Mixin
  private final CommonOptions common = new CommonOptions();

  private boolean good = true;
  private int trials;
  private final Script script = new Script("other-javas.sh");

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    OtherJavasCommand command = new OtherJavasCommand();
    return command.script.commandLine(command);
  }

  @Override
  public Integer call() throws Exception {
    for (Path home : javas.values()) {
      CommonOptions.refuse(!Files.isExecutable(home.resolve("bin/java")),
          "--java: " + home + " has no bin/java");
    }
    for (Path dir : peers.values()) {
      CommonOptions.refuse(!Files.isDirectory(dir), "--peer: " + dir + " is no directory");
    }
    if (!common.checkOnly()) {
      script.cleaningUp(this::compare);
    }
    return good ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  private void compare() throws Exception {
    Path base = common.base();
    Workspace.removeAbandoned(base);
    Path dir = script.cleanup().make(() -> Workspace.create(base, true)).dir();
    Installation stock = Installation.stock(common.classPathFile());
    Path copies = Files.createDirectory(dir.resolve("jars"));
    Path from = common.jars(jars);
    Installation smarth = stock.with(from, Stream.of(Installation.HDFS, Installation.YARN,
        Installation.COMMANDS).flatMap(List::stream).toList(), "SMARTH", copies)
        .withClusterSettings(Map.of(YarnSettings.ADAPTIVE_KEY, "3000"));
    Path tools = Files.copy(Installation.find(TOOLS, from), copies.resolve(TOOLS));
    // What Hadoop's classes log in this JVM.
    JvmPlan.writeHosts(dir, PlainSettings.NODE, LoopbackHosts::ip);
    JvmPlan.properties(dir, "driver").forEach(System::setProperty);
    Inputs inputs = Inputs.make(dir);
    onJavas(dir, inputs, stock, smarth, tools);
    withPeers(dir, inputs, smarth);
  }

  private void onJavas(Path dir, Inputs inputs, Installation stock, Installation smarth,
      Path tools) throws IOException, InterruptedException, Failure {
    say(String.format(JAVA_ROW, "Java", "jars", "start", "put", "kill", "read", "doctor", "job",
        "FNFA"));
    for (Map.Entry<String, Path> java : javas.entrySet()) {
      Outcome before = null;
      for (Installation with : List.of(stock, smarth)) {
        Outcome outcome = onCluster(dir, java.getValue(), inputs,
            Trial.Roles.all(with, with == smarth), trial -> trial.ofEverything(tools));
        say(String.format(JAVA_ROW, java.getKey(), with.name(), outcome.word(Step.START),
            outcome.word(Step.PUT), outcome.word(Step.KILL), outcome.word(Step.READ),
            outcome.word(Step.DOCTOR), outcome.word(Step.JOB), outcome.firstNodeAcks()));
        judge(java.getKey() + ", " + with.name(), outcome, before == null ? outcome : before,
            with == smarth);
        before = outcome;
      }
    }
  }

  private void withPeers(Path dir, Inputs inputs, Installation smarth)
      throws IOException, InterruptedException, Failure {
    say("");
    say(String.format(PEER_ROW, "NameNode", "DataNodes", "client", "start", "put", "kill", "read",
        "FNFA"));
    for (Map.Entry<String, Path> peer : peers.entrySet()) {
      Installation other = new Installation(peer.getKey(), peer.getValue() + ALL + ownJar());
      Outcome alone = null;
      for (Installation nameNode : List.of(other, smarth)) {
        for (List<Installation> nodes : List.of(List.of(other), List.of(other, smarth),
            List.of(smarth))) {
          for (Installation client : List.of(other, smarth)) {
            boolean bySmarth = client == smarth && !nodes.contains(other);
            // SMARTH alone has its line above.
            if (!bySmarth || nameNode != smarth) {
              Trial.Roles roles = new Trial.Roles(nameNode, IntStream.range(0,
                  PlainSettings.DATA_NODES).mapToObj(n -> nodes.get(n % nodes.size())).toList(),
                  client, client == other ? smarth : other,
                  client == smarth && nodes.contains(smarth));
              Outcome outcome =
                  onCluster(dir, ChildJvm.OWN_JAVA, inputs, roles, Trial::ofFiles);
              String mix = nodes.size() > 1 ? "mixed" : nodes.get(0).name();
              say(String.format(PEER_ROW, nameNode.name(), mix, client.name(),
                  outcome.word(Step.START), outcome.word(Step.PUT), outcome.word(Step.KILL),
                  outcome.word(Step.READ), outcome.firstNodeAcks()));
              alone = alone == null ? outcome : alone;
              judge(String.join(", ", nameNode.name(), mix, client.name()), outcome, alone,
                  bySmarth);
            }
          }
        }
      }
    }
  }

  /** Something of what a trial has. */
  private interface Steps {
    Outcome take(Trial trial) throws InterruptedException;
  }

  private Outcome onCluster(Path dir, Path java, Inputs inputs, Trial.Roles roles, Steps steps)
      throws IOException, InterruptedException, Failure {
    Path own = Files.createDirectory(dir.resolve("cluster-" + ++trials));
    try (Cleanup cleanup = new Cleanup()) {
      // Also when the command is ended from outside.
      script.cleanup().make(() -> cleanup::close);
      PlainCluster cluster =
          cleanup.make(() -> new PlainCluster(own, java, inputs.file()));
      return steps.take(new Trial(cluster, roles, inputs));
    }
  }

  /** @param bySmarth whether blocks must have been written by SMARTH */
  private void judge(String who, Outcome outcome, Outcome stock, boolean bySmarth) {
    for (Step step : Step.values()) {
      String why = outcome.failures().getOrDefault(step, "");
      if (!why.isEmpty()) {
        say("  " + who + ", " + step + ": " + why);
      }
    }
    boolean isStock = outcome.isDone(Step.READ) && outcome.firstNodeAcks() == 0;
    if (bySmarth && isStock) {
      say("  " + who + ": no block was written by SMARTH");
    }
    good = good && outcome.worseThan(stock).isEmpty() && !(bySmarth && isStock);
  }

  /** Where the settings of logs are. */
  private static String ownJar() {
    return OtherJavasCommand.class.getProtectionDomain().getCodeSource().getLocation().getPath();
  }

  private void say(String line) {
    script.out().println(line);
    script.out().flush();
  }
}
