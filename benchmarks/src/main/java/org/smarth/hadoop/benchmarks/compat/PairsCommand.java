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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import org.smarth.hadoop.benchmarks.compat.Pair.Side;
import org.smarth.hadoop.benchmarks.harness.ChildJvm;
import org.smarth.hadoop.benchmarks.harness.Cleanup;
import org.smarth.hadoop.benchmarks.harness.JvmPlan;
import org.smarth.hadoop.benchmarks.harness.LoopbackHosts;
import org.smarth.hadoop.benchmarks.harness.Releases;
import org.smarth.hadoop.benchmarks.harness.Script;

/** The command of dev-support/pairs.sh. */
@Command(name = "pairs.sh", sortOptions = false, usageHelpWidth = 100,
    description = "Writes and reads with clients and clusters of several releases of Hadoop, stock "
        + "and with SMARTH's jars, in all pairs. A cluster is a NameNode and four DataNodes of the "
        + "same jars. A client puts a file of six blocks, and gets it and those of the clients "
        + "before it; all bytes are compared. Exit status 0 if each pair with SMARTH does what "
        + "stock's pair of the same releases does, and blocks get FNFA where both have SMARTH, "
        + "and nowhere else.%n")
public final class PairsCommand extends Script {
  private static final String ROW = "%-14s %-14s %-6s %-6s %s";

  @Option(names = "--release", paramLabel = "VERSION", description = "A release, as stock and with "
      + "SMARTH's jars. May be repeated. Default: those that this repository builds for.")
  private Set<String> releases = new LinkedHashSet<>();

  @Option(names = "--stock-release", paramLabel = "VERSION",
      description = "A release, as stock alone. May be repeated.")
  private Set<String> stockReleases = new LinkedHashSet<>();

  @Option(names = "--target", hidden = true, required = true)
  private Path target;

  private final List<Pair> pairs = new ArrayList<>();

  public static void main(String[] args) {
    new PairsCommand().runAndExit(args);
  }

  @Override
  protected void validate() {
    releases.forEach(version -> Releases.check("--release", version));
    stockReleases.forEach(version -> Releases.check("--stock-release", version));
  }

  @Override
  protected boolean run() throws Exception {
    Path dir = workspace(true).dir();
    // What Hadoop's classes log in this JVM.
    JvmPlan.writeHosts(dir, PlainSettings.NODE, LoopbackHosts::ip);
    JvmPlan.properties(dir, "driver").forEach(System::setProperty);
    List<Side> sides = sides(dir);
    Inputs inputs = Inputs.make(dir);
    say(String.format(ROW, "client", "cluster", "write", "read", "path of the write"));
    for (Side cluster : sides) {
      Path own = Files.createDirectory(dir.resolve(cluster.with().name()));
      try (Cleanup cleanup = new Cleanup()) {
        // Also when the command is ended from outside.
        cleanup().make(() -> cleanup::close);
        PairTrial trial = new PairTrial(cleanup.make(
            () -> new PlainCluster(own, ChildJvm.OWN_JAVA, inputs.file())), cluster, inputs.file());
        for (Side client : sides) {
          Pair pair = trial.of(client);
          pairs.add(pair);
          tell(pair);
        }
      }
    }
    return pairs.stream().allMatch(pair -> pair.isGood(pairs.stream()
        .filter(other -> other.isOfStock() && other.hasReleasesOf(pair)).findFirst()
        .orElseThrow()));
  }

  private List<Side> sides(Path dir) throws IOException {
    Releases all = new Releases(target, ownJar());
    List<Side> sides = new ArrayList<>();
    for (String release : releases) {
      sides.add(new Side(release, false, all.stock(release)));
      sides.add(new Side(release, true, all.smarth(release, dir.resolve("jars"))));
    }
    for (String release : stockReleases) {
      if (!releases.contains(release)) {
        sides.add(new Side(release, false, all.stock(release)));
      }
    }
    return sides;
  }

  private void tell(Pair pair) {
    say(String.format(ROW, pair.client().jars(), pair.cluster().jars(), word(pair.written()),
        word(pair.hasSucceeded()), pair.path()));
    if (!pair.hasSucceeded()) {
      say("  " + pair.failure());
    }
  }

  private static String word(boolean done) {
    return done ? "yes" : "no";
  }
}
