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
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import org.smarth.hadoop.benchmarks.harness.Cleanup;
import org.smarth.hadoop.benchmarks.harness.Installation;
import org.smarth.hadoop.benchmarks.harness.JvmPlan;
import org.smarth.hadoop.benchmarks.harness.LoopbackHosts;
import org.smarth.hadoop.benchmarks.harness.Releases;
import org.smarth.hadoop.benchmarks.harness.Script;
import org.smarth.hadoop.benchmarks.harness.Workspace;

/** The command of dev-support/rolling-upgrade.sh. */
@Command(name = "rolling-upgrade.sh", sortOptions = false, usageHelpWidth = 100,
    description = "Restarts every daemon of a highly available cluster with SMARTH's jars, one "
        + "after the other, and back with stock's, while " + Load.CLIENTS + " clients write and "
        + "read. SMARTH is switched on when all have its jars. A restart with stock's jars alone "
        + "comes first, to compare. Exit status 0 if no write and no read failed, no byte differs, "
        + "and no block was written by SMARTH before that. With --to-hadoop it upgrades to another "
        + "release by HDFS's rolling upgrade: SMARTH to SMARTH, there, back, and there for good. "
        + "Stock to stock comes first. Exit status 0 if SMARTH failed no more often than stock, no "
        + "byte differs, and SMARTH wrote.%n")
public final class RollingUpgradeCommand extends Script {
  private static final long FILES_BEFORE = 5 * Load.CLIENTS;

  @Option(names = "--jars", paramLabel = "DIR", description = "The drop-in jars. Default: what "
      + "dev-support/dist.sh built.")
  private Path jars;

  @Option(names = "--to-hadoop", paramLabel = "VERSION", description = "The release to upgrade to; "
      + "--hadoop is that to upgrade from.")
  private String toHadoop;

  @Option(names = "--target", hidden = true, required = true)
  private Path target;

  private boolean good = true;

  public static void main(String[] args) {
    new RollingUpgradeCommand().runAndExit(args);
  }

  @Override
  protected void validate() {
    if (toHadoop != null) {
      Releases.check("--to-hadoop", toHadoop);
      refuse(jars != null, "--jars: not with --to-hadoop; see --help");
    }
  }

  @Override
  protected boolean run() throws IOException, InterruptedException {
    Workspace workspace = workspace(true);
    return toHadoop == null ? betweenStockAndSmarth(workspace) : betweenReleases(workspace.dir());
  }

  private boolean betweenReleases(Path dir) throws IOException, InterruptedException {
    // What Hadoop's classes log in this JVM.
    JvmPlan.writeHosts(dir, HaSettings.DATA_NODES, LoopbackHosts::ip);
    JvmPlan.properties(dir, "driver").forEach(System::setProperty);
    refuse(toHadoop.equals(Installation.HADOOP),
        "--to-hadoop: " + toHadoop + " is what it upgrades from; see --help");
    Releases all = new Releases(target, ownJar());
    Path jarsDir = dir.resolve("jars");
    Installation stockNext = all.stock(toHadoop);
    say(RollingRestart.Outcome.HEADER);
    List<RollingRestart.Outcome> stock = releases(Files.createDirectory(dir.resolve("stock")),
        "stock", all.stock(Installation.HADOOP), stockNext, stockNext);
    List<RollingRestart.Outcome> smarth = releases(Files.createDirectory(dir.resolve("smarth")),
        "SMARTH", all.smarth(Installation.HADOOP, jarsDir), all.smarth(toHadoop, jarsDir),
        stockNext);
    return IntStream.range(0, stock.size())
        .allMatch(i -> smarth.get(i).isNoWorseThan(stock.get(i)));
  }

  /** @param zooKeeper of the later release: older clients work with it, and not the reverse */
  private List<RollingRestart.Outcome> releases(Path dir, String who, Installation from,
      Installation to, Installation zooKeeper) throws IOException, InterruptedException {
    List<RollingRestart.Outcome> outcomes = new ArrayList<>();
    try (Cleanup own = new Cleanup()) {
      // Also when the command is ended from outside.
      cleanup().make(() -> own::close);
      RollingRestart restart = RollingRestart.begin(own, () -> new HaCluster(dir, true, true), from,
          zooKeeper, FILES_BEFORE);
      tellLayouts(restart);
      add(outcomes, restart, restart.upgrade(who + ", to " + toHadoop, from, to));
      add(outcomes, restart, restart.downgrade(who + ", to " + Installation.HADOOP, from));
      add(outcomes, restart,
          restart.upgradeAndFinalize(who + ", to " + toHadoop + " for good", from, to));
      restart.load().end();
      String whyNot = restart.cluster()
          .whyStandbyDoesNotStart(HaSettings.NAME_NODES + 1 - restart.cluster().active(), from);
      say("  a NameNode of " + Installation.HADOOP + " now: "
          + (whyNot.isEmpty() ? "starts" : whyNot.replaceAll(".*?(\\w+Exception: )", "$1")));
    }
    return outcomes;
  }

  private void add(List<RollingRestart.Outcome> outcomes, RollingRestart restart,
      RollingRestart.Outcome outcome) throws IOException {
    outcomes.add(outcome);
    say(outcome.toString());
    tellLayouts(restart);
  }

  private void tellLayouts(RollingRestart restart) throws IOException {
    say("  layout of NameNodes: " + String.join(", ", restart.cluster().layouts()));
  }

  private boolean betweenStockAndSmarth(Workspace workspace)
      throws IOException, InterruptedException {
    Installation stock = stock();
    Installation smarth = installation(jars, workspace.dir());
    Path dir = Files.createDirectory(workspace.dir().resolve("cluster"));
    // What Hadoop's classes log in this JVM.
    JvmPlan.properties(dir, "driver").forEach(System::setProperty);
    RollingRestart restart = RollingRestart.begin(cleanup(),
        () -> new HaCluster(dir, false, false), stock, stock, FILES_BEFORE);
    say(RollingRestart.Outcome.HEADER);
    tell(restart.runToStock("stock, to stock", stock));
    tell(restart.runToSmarth("stock, to " + smarth.name(), smarth));
    restart.cluster().turn(false, smarth);
    tell(restart.runToStock(smarth.name() + ", to stock", stock));
    restart.load().end();
    return good;
  }

  private void tell(RollingRestart.Outcome outcome) {
    good = outcome.isGood() && good;
    say(outcome.toString());
  }
}
