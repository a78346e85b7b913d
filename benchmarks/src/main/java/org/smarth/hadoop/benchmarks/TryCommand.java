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
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import org.smarth.hadoop.benchmarks.harness.ByteSize;
import org.smarth.hadoop.benchmarks.harness.Converters;
import org.smarth.hadoop.benchmarks.harness.EmbeddedClusters;
import org.smarth.hadoop.benchmarks.harness.Failure;
import org.smarth.hadoop.benchmarks.harness.InputFile;
import org.smarth.hadoop.benchmarks.harness.Installation;
import org.smarth.hadoop.benchmarks.harness.Links;
import org.smarth.hadoop.benchmarks.harness.LoopbackHosts;
import org.smarth.hadoop.benchmarks.harness.Progress;
import org.smarth.hadoop.benchmarks.harness.Racks;
import org.smarth.hadoop.benchmarks.harness.Rate;
import org.smarth.hadoop.benchmarks.harness.RealClusters;
import org.smarth.hadoop.benchmarks.harness.Script;
import org.smarth.hadoop.benchmarks.harness.Workspace;

/** The command of dev-support/try.sh. */
@Command(name = "try.sh", sortOptions = false, usageHelpWidth = 100,
    description = "Uploads FILE into HDFS with stock Hadoop, then with SMARTH, checks every byte "
        + "and every replica, and compares the times.%n")
public final class TryCommand extends Script {
  private static final long DEFAULT_SIZE = 512 * ByteSize.MIB;
  /** The NIC of the SMARTH paper's medium and large machines. */
  private static final Rate DEFAULT_NIC = new Rate(376);
  private static final Rate DEFAULT_CROSS = new Rate(50);
  private static final Rate DEFAULT_SLOW = new Rate(50);

  @Parameters(arity = "0..1", paramLabel = "FILE",
      description = "What to upload. Default: a file that is generated.")
  private Path file;

  @Option(names = "--cross", paramLabel = "MBPS", converter = Converters.OfRate.class,
      description = "Rate of each node to and from the other rack, or none. Default: 50.")
  private Rate cross;

  @Option(names = "--nic", paramLabel = "MBPS", converter = Converters.OfRate.class,
      description = "Rate of every NIC, the client's too, in each direction, or none. "
          + "Default: 376.")
  private Rate nic;

  @Option(names = "--slow", paramLabel = "K", defaultValue = "0",
      description = "This number of DataNodes, spread over the racks, gets slower NICs. What "
          + "earlier uploads taught is to be seen in later ones: --same-cluster. Default: "
          + "${DEFAULT-VALUE}.")
  private int slow;

  @Option(names = "--slow-rate", paramLabel = "MBPS", converter = Converters.OfRate.class,
      description = "Rate of the slow NICs in each direction. Default: 50.")
  private Rate slowRate;

  @Option(names = "--unshaped", description = "No limits, but of slow nodes: --cross none "
      + "--nic none.")
  private boolean unshaped;

  @Option(names = "--size", paramLabel = "SIZE", converter = Converters.OfSize.class,
      description = "Size of the generated file. Default: 512M.")
  private Long size;

  @Option(names = "--datanodes", paramLabel = "N", defaultValue = "9",
      description = "DataNodes, on two racks. Default: ${DEFAULT-VALUE}.")
  private int dataNodes;

  @Option(names = "--replication", paramLabel = "N", defaultValue = "3",
      description = "Default: ${DEFAULT-VALUE}.")
  private int replication;

  @Option(names = "--client-rack", paramLabel = "N", defaultValue = "0",
      description = "Rack of the client: 1, 2, or 0 for outside both, where only its NIC slows "
          + "it. Default: ${DEFAULT-VALUE}.")
  private int clientRack;

  @Option(names = "--pairs", paramLabel = "N", defaultValue = "1",
      description = "How often each uploads, in alternating order. Default: ${DEFAULT-VALUE}.")
  private int pairs;

  @Option(names = "--same-cluster", description = "Each contender keeps its cluster for all its "
      + "uploads, so that its daemons are not cold but for the first; --slow implies it.")
  private boolean sameCluster;

  @Option(names = "--jars", paramLabel = "DIR",
      description = "The drop-in jars to compare with stock. Default: what dev-support/dist.sh "
          + "built; 'stock' compares stock with itself.")
  private Path jars;

  @Option(names = "--block-size", paramLabel = "SIZE", converter = Converters.OfBlockSize.class,
      description = "Default: 64M.")
  private long blockBytes = Scale.DEFAULT_BLOCK_BYTES;

  @Option(names = "--real", description = "Separate JVMs in network namespaces shaped by tc, "
      + "instead of one JVM that shapes its own links. Needs root, and ip and tc of iproute2.")
  private boolean real;

  @Option(names = "--port", paramLabel = "PORT", defaultValue = "0",
      description = "The NameNode's RPC port. Default: any free one.")
  private int port;

  @Option(names = "--keep", description = "Keep the logs.")
  private boolean keep;

  /** The upload that the options ask for together. */
  private Setup setup;

  public static void main(String[] args) {
    new TryCommand().runAndExit(args);
  }

  @Override
  protected void validate() throws IOException {
    range("--datanodes", dataNodes, 2, LoopbackHosts.MAX_NODES);
    range("--replication", replication, 1, LoopbackHosts.MAX_NODES);
    range("--client-rack", clientRack, 0, 2);
    range("--pairs", pairs, 1, 1000);
    range("--port", port, 0, 65535);
    refuse(replication > dataNodes, "--replication: " + replication + " is more than the "
        + dataNodes + " live DataNodes; lower it, or raise --datanodes");
    refuse(unshaped && (cross != null || nic != null),
        "--unshaped contradicts --cross and --nic; leave one out");
    refuse(file != null && size != null, "--size is for a generated file; leave it or FILE out");
    long bytes = size != null ? size : DEFAULT_SIZE;
    if (file != null) {
      InputFile.check(file);
      bytes = Files.size(file);
    }
    refuse(keepsClusters() && port != 0 && !real, "--port is for one cluster, and with "
        + "--same-cluster or --slow there are two at a time; leave it out, or give --real");
    setup = new Setup(new Work.PlainUpload(), links(), bytes, blockBytes, replication, 0);
  }

  private Links links() {
    Rate fast = rate(nic, DEFAULT_NIC);
    Rate slower = slowRate != null ? slowRate : DEFAULT_SLOW;
    range("--slow", slow, 0, dataNodes - 1);
    refuse(slow == 0 && slowRate != null, "--slow-rate is for slow nodes; give --slow too");
    refuse(slow > 0 && slower.mbps() >= fast.mbps(),
        "--slow-rate: " + slower + " is not below the " + fast + " of --nic");
    return Links.uniform(new Racks(dataNodes, clientRack), fast, rate(cross, DEFAULT_CROSS))
        .withNodesAt(slow, slower);
  }

  private Rate rate(Rate given, Rate otherwise) {
    return given != null ? given : unshaped ? Rate.NONE : otherwise;
  }

  /** @param copies where the jars are copied to */
  private Map<Contender, Installation> installations(Path copies) throws IOException {
    Installation other = installation(jars, copies);
    return Map.of(Contender.STOCK, stock(),
        Contender.SMARTH_AUTO, other.isStock() ? other.as("stock again") : other);
  }

  private boolean keepsClusters() {
    return sameCluster || slow > 0;
  }

  @Override
  protected boolean run() throws IOException, InterruptedException {
    Workspace workspace = workspace(keep);
    Map<Contender, Installation> installations = installations(workspace.dir());
    if (real) {
      RealClusters.removeAbandoned();
    }
    RunExecution execution = new RunExecution(
        real ? new RealClusters(workspace.name(), cleanup())
            : new EmbeddedClusters(cleanup()), workspace, null,
        new RunExecution.Wishes(file, port, keepsClusters()));
    execution.checkSpace(setup);
    Point point = Point.of("upload", setup, "seconds");
    Results results = new Results(outcomes(Scenario.of("try", point), installations, execution));
    out().print(new TryReport(point, results, installations, real));
    if (keep) {
      out().println("  Logs: " + workspace.kept());
    }
    out().flush();
    return true;
  }

  private List<Outcome> outcomes(Scenario scenario, Map<Contender, Installation> installations,
      RunExecution execution) throws IOException, InterruptedException {
    Progress progress = new Progress(System.err, TERMINAL, System::nanoTime);
    List<PlannedRun> runs = PlannedRun.of(scenario,
        installations.keySet().stream().sorted().toList(), pairs);
    List<Outcome> outcomes = new ArrayList<>();
    try {
      for (PlannedRun run : runs) {
        Installation installation = installations.get(run.contender());
        progress.run(outcomes.size() + 1 + "/" + runs.size() + " " + installation.name(),
            run.setup().bytes());
        checkPort(real ? 0 : port);
        outcomes.add(outcome(run, installation, execution, progress));
      }
      return outcomes;
    } finally {
      progress.clear();
    }
  }

  private static Outcome outcome(PlannedRun run, Installation installation,
      RunExecution execution, Progress progress) throws IOException, InterruptedException {
    try {
      return execution.run(new RunKey(run.setup(), run.contender(), "", run.pair()), installation,
          progress);
    } catch (Failure e) {
      throw new Failure(installation.name() + ": " + e.getMessage());
    }
  }

  private static void checkPort(int port) {
    if (port == 0) {
      return;
    }
    try (ServerSocket probe =
        new ServerSocket(port, 1, InetAddress.getByName(LoopbackHosts.CLIENT))) {
      probe.getLocalPort();
    } catch (IOException e) {
      throw new Failure("--port: " + port + " is in use; give another port, or leave "
          + "the option out for any free one");
    }
  }
}
