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

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import org.smarth.hadoop.benchmarks.harness.Cleanup;
import org.smarth.hadoop.benchmarks.harness.Installation;
import org.smarth.hadoop.benchmarks.harness.JvmPlan;
import org.smarth.hadoop.benchmarks.harness.Script;

/** The command of dev-support/mixed-builds.sh. */
@Command(name = "mixed-builds.sh", sortOptions = false, usageHelpWidth = 100,
    description = "Writes and reads with NameNodes, DataNodes and clients on SMARTH's jars of two "
        + "builds, in all eight mixes. In each a DataNode is killed, and the NameNodes fail over. "
        + "Then everything is restarted with the other jars, one after the other, and back. "
        + "Exit status 0 if no write and no read failed, no byte differs, and blocks were written "
        + "by SMARTH in each.%n")
public final class MixedBuildsCommand extends Script {
  private static final String ROW = "%-10s %-10s %-10s %8s %6s %7s %10s %6s";
  private static final long FILES_BEFORE = 2 * Load.CLIENTS;

  @Option(names = "--jars", paramLabel = "DIR", description = "The drop-in jars. Default: what "
      + "dev-support/dist.sh built.")
  private Path jars;

  @Option(names = "--earlier-jars", paramLabel = "DIR", required = true,
      description = "Those of an earlier build.")
  private Path earlierJars;

  private boolean good = true;

  public static void main(String[] args) {
    new MixedBuildsCommand().runAndExit(args);
  }

  @Override
  protected boolean run() throws IOException, InterruptedException {
    Path dir = workspace(true).dir();
    Installation now = installation(jars, Files.createDirectory(dir.resolve("now"))).as("now");
    Installation earlier = installation(earlierJars,
        Files.createDirectory(dir.resolve("earlier"))).as("earlier");
    // What Hadoop's classes log in this JVM.
    JvmPlan.properties(dir, "driver").forEach(System::setProperty);
    say(String.format(ROW, "NameNodes", "DataNodes", "clients", "written", "read", "failed",
        "differing", "FNFA"));
    everyMix(dir, List.of(now, earlier));
    upgrade(Files.createDirectory(dir.resolve("upgrade")), earlier, now);
    return good;
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
            cleanup().make(() -> cleanup::close);
            mix(own, cleanup, nameNodes, dataNodes, clients);
          }
        }
      }
    }
  }

  private void mix(Path dir, Cleanup cleanup, Installation nameNodes, Installation dataNodes,
      Installation clients) throws IOException, InterruptedException {
    HaCluster cluster = cleanup.make(() -> new HaCluster(dir, true, false));
    cluster.start(nameNodes, dataNodes, nameNodes);
    Load load = cluster.load();
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
    RollingRestart restart = RollingRestart.begin(cleanup(),
        () -> new HaCluster(dir, true, false), earlier, earlier, FILES_BEFORE);
    say(RollingRestart.Outcome.HEADER);
    tell(restart.runBetweenBuilds("earlier, to now", now));
    tell(restart.runBetweenBuilds("now, to earlier", earlier));
    restart.load().end();
  }

  private void tell(RollingRestart.Outcome outcome) {
    good = outcome.isGood() && good;
    say(outcome.toString());
  }
}
