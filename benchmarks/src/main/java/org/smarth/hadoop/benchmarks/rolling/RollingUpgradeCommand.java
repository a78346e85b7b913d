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

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import org.smarth.hadoop.benchmarks.harness.Installation;
import org.smarth.hadoop.benchmarks.harness.JvmPlan;
import org.smarth.hadoop.benchmarks.harness.Script;
import org.smarth.hadoop.benchmarks.harness.Workspace;

/** The command of dev-support/rolling-upgrade.sh. */
@Command(name = "rolling-upgrade.sh", sortOptions = false, usageHelpWidth = 100,
    description = "Restarts every daemon of a highly available cluster with SMARTH's jars, one "
        + "after the other, and back with stock's, while " + Load.CLIENTS + " clients write and "
        + "read. SMARTH is switched on when all have its jars. A restart with stock's jars alone "
        + "comes first, to compare. Exit status 0 if no write and no read failed, no byte differs, "
        + "and no block was written by SMARTH before that.%n")
public final class RollingUpgradeCommand extends Script {
  private static final long FILES_BEFORE = 5 * Load.CLIENTS;

  @Option(names = "--jars", paramLabel = "DIR", description = "The drop-in jars. Default: what "
      + "dev-support/dist.sh built.")
  private Path jars;

  private boolean good = true;

  public static void main(String[] args) {
    new RollingUpgradeCommand().runAndExit(args);
  }

  @Override
  protected boolean run() throws IOException, InterruptedException {
    Workspace workspace = workspace(true);
    Installation stock = stock();
    Installation smarth = installation(jars, workspace.dir());
    Path dir = Files.createDirectory(workspace.dir().resolve("cluster"));
    // What Hadoop's classes log in this JVM.
    JvmPlan.properties(dir, "driver").forEach(System::setProperty);
    RollingRestart restart = RollingRestart.begin(cleanup(), dir, false, stock, FILES_BEFORE);
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
