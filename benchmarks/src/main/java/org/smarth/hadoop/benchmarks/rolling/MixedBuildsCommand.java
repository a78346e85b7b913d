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

package org.smarth.hadoop.benchmarks.rolling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import org.smarth.hadoop.benchmarks.harness.Cleanup;
import org.smarth.hadoop.benchmarks.harness.CommonOptions;
import org.smarth.hadoop.benchmarks.harness.Installation;
import org.smarth.hadoop.benchmarks.harness.JvmPlan;
import org.smarth.hadoop.benchmarks.harness.Script;
import org.smarth.hadoop.benchmarks.harness.Workspace;

/** The command of dev-support/mixed-builds.sh. */
@Command(name = "mixed-builds.sh", sortOptions = false, usageHelpWidth = 100,
    description = "Writes and reads with NameNodes, DataNodes and clients on SMARTH's jars of two "
        + "builds, in all eight mixes. In each a DataNode is killed, and the NameNodes fail over. "
        + "Then everything is restarted with the other jars, one after the other, and back. "
        + "Exit status 0 if no write and no read failed, no byte differs, and blocks were written "
        + "by SMARTH in each.%n")
public final class MixedBuildsCommand implements Callable<Integer> {
  private static final String ROW = "%-10s %-10s %-10s %8s %6s %7s %10s %6s";
  private static final long FILES_BEFORE = 2 * Load.CLIENTS;

  @Option(names = "--jars", paramLabel = "DIR", description = "The drop-in jars. Default: what "
      + "dev-support/dist.sh built.")
  private Path jars;

  @Option(names = "--earlier-jars", paramLabel = "DIR", required = true,
      description = "Those of an earlier build.")
  private Path earlierJars;

  @Mixin
  private final CommonOptions common = new CommonOptions();

  private boolean good = true;
  private final Script script = new Script("mixed-builds.sh");

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    MixedBuildsCommand command = new MixedBuildsCommand();
    return command.script.commandLine(command);
  }

  @Override
  public Integer call() throws Exception {
    if (!common.checkOnly()) {
      script.cleaningUp(this::mix);
    }
    return good ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  private void mix() throws IOException, InterruptedException {
    Path base = common.base();
    Workspace.removeAbandoned(base);
    Path dir = script.cleanup().make(() -> Workspace.create(base, true)).dir();
    Installation now = common.installation(jars,
        Files.createDirectory(dir.resolve("now"))).as("now");
    Installation earlier = common.installation(earlierJars,
        Files.createDirectory(dir.resolve("earlier"))).as("earlier");
    // What Hadoop's classes log in this JVM.
    JvmPlan.properties(dir, "driver").forEach(System::setProperty);
    say(String.format(ROW, "NameNodes", "DataNodes", "clients", "written", "read", "failed",
        "differing", "FNFA"));
    everyMix(dir, List.of(now, earlier));
    upgrade(Files.createDirectory(dir.resolve("upgrade")), earlier, now);
  }

  private void everyMix(Path dir, List<Installation> builds)
      throws IOException, InterruptedException {
    for (Installation nameNodes : builds) {
      for (Installation dataNodes : builds) {
        for (Installation clients : builds) {
          Path own = Files.createDirectory(dir.resolve(
              String.join("-", nameNodes.name(), dataNodes.name(), clients.name())));
          try (Cleanup cleanup = new Cleanup()) {
            // Also when the command is ended from outside.
            script.cleanup().make(() -> cleanup::close);
            mix(own, cleanup, nameNodes, dataNodes, clients);
          }
        }
      }
    }
  }

  private void mix(Path dir, Cleanup cleanup, Installation nameNodes, Installation dataNodes,
      Installation clients) throws IOException, InterruptedException {
    HaCluster cluster = cleanup.make(() -> new HaCluster(dir, true));
    cluster.start(nameNodes, dataNodes);
    Load load = cleanup.make(() -> new Load(dir, cluster.settings().client()));
    load.start(clients);
    cluster.awaitFiles(Load.DIR, FILES_BEFORE);
    cluster.killDataNode(1);
    int active = cluster.active();
    cluster.failOver(active, HaSettings.NAME_NODES + 1 - active, nameNodes);
    cluster.startDataNode(1, dataNodes);
    LoadClient.Counts counts = load.end();
    long acks = cluster.firstNodeAcks();
    good = good && counts.failed() == 0 && counts.differing() == 0 && counts.written() > 0
        && counts.read() > 0 && acks > 0;
    say(String.format(ROW, nameNodes.name(), dataNodes.name(), clients.name(), counts.written(),
        counts.read(), counts.failed(), counts.differing(), acks));
  }

  private void upgrade(Path dir, Installation earlier, Installation now)
      throws IOException, InterruptedException {
    HaCluster cluster = script.cleanup().make(() -> new HaCluster(dir, true));
    cluster.start(earlier, earlier);
    Load load = script.cleanup().make(() -> new Load(dir, cluster.settings().client()));
    WritableProbe probe =
        script.cleanup().make(() -> new WritableProbe(cluster.clientConfiguration()));
    RollingRestart restart = new RollingRestart(cluster, load, probe);
    load.start(earlier);
    cluster.awaitFiles(Load.DIR, FILES_BEFORE);
    say(RollingRestart.Outcome.HEADER);
    tell(restart.runBetweenBuilds("earlier, to now", now));
    tell(restart.runBetweenBuilds("now, to earlier", earlier));
    load.end();
  }

  private void tell(RollingRestart.Outcome outcome) {
    good = outcome.isGood() && good;
    say(outcome.toString());
  }

  private void say(String line) {
    script.out().println(line);
    script.out().flush();
  }
}
