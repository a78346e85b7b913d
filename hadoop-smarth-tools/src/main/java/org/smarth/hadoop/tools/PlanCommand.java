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
package org.smarth.hadoop.tools;

import java.io.PrintWriter;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;

import org.smarth.hadoop.heartbeat.measure.Beats;
import org.smarth.hadoop.heartbeat.measure.CostMeter;
import org.smarth.hadoop.heartbeat.measure.EmbeddedApplications;
import org.smarth.hadoop.heartbeat.measure.EmbeddedNameNode;
import org.smarth.hadoop.heartbeat.measure.EmbeddedResourceManager;
import org.smarth.hadoop.heartbeat.measure.MeasuredCost;
import org.smarth.hadoop.heartbeat.plan.ClusterSize;
import org.smarth.hadoop.heartbeat.plan.Heartbeat;
import org.smarth.hadoop.heartbeat.plan.HeartbeatCost;
import org.smarth.hadoop.heartbeat.plan.Plan;
import org.smarth.hadoop.heartbeat.plan.PlanReport;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How short periods can be in a cluster, and what they cost. */
@Command(name = "plan", usageHelpWidth = 100, sortOptions = false,
    description = "Says how short the periods can be, and what they cost.%n")
final class PlanCommand implements Callable<Integer> {
  private static final int MAX_NODES = 100_000;
  private static final int MEASURED_APPLICATIONS = 16;

  @Option(names = "--nodes", required = true, paramLabel = "N",
      description = "Nodes that have a DataNode and a NodeManager, 1 to 100000.")
  private int nodes;

  @Option(names = "--bandwidth", required = true, paramLabel = "B",
      converter = Bandwidth.Converter.class,
      description = "Bandwidth of the NameNode and the ResourceManager in bit/s: 1g, 100M, 10Gbps.")
  private Bandwidth bandwidth;

  @Option(names = "--applications", defaultValue = "10", paramLabel = "N",
      description = "Applications that run at a time, 1 to 100000 (default: ${DEFAULT-VALUE}).")
  private int applications;

  @Option(names = "--share", defaultValue = "20", paramLabel = "PERCENT",
      description = "What heartbeats of one kind may use of their receiver, 1 to 100 percent"
          + " (default: ${DEFAULT-VALUE}).")
  private int share;

  @Option(names = "--measure",
      description = "Measure what a heartbeat costs on this machine: start a NameNode and a"
          + " ResourceManager in this process, which know nothing of the cluster's configuration,"
          + " and send them heartbeats of idle nodes and applications by RPC over loopback, as fast"
          + " as they answer. Run it where the daemons run, while they are idle.")
  private boolean measure;

  @Option(names = "--seconds", defaultValue = "5", paramLabel = "S",
      description = "How long to measure each kind, after as long to warm up, 1 to 600"
          + " (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(names = "--cores", paramLabel = "N",
      description = "With --measure: cores of the NameNode and of the ResourceManager, 1 to 1024"
          + " (default: as here). If there are more here, heartbeats are sent from the others.")
  private int cores = Runtime.getRuntime().availableProcessors();

  @Option(names = "--csv",
      description = "Print the table for programs; what was measured goes to standard error.")
  private boolean csv;

  @Spec
  private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    require("--nodes", nodes, MAX_NODES);
    require("--applications", applications, MAX_NODES);
    require("--share", share, 100);
    require("--seconds", seconds, 600);
    require("--cores", cores, 1024);
    PrintWriter out = spec.commandLine().getOut();
    Map<Heartbeat, HeartbeatCost> costs = measure
        ? measure(csv ? spec.commandLine().getErr() : out) : costsOfPaper();
    Plan plan = new Plan(new ClusterSize(nodes, applications,
        bandwidth.getBitsPerSecond()), costs, share / 100.0);
    out.print(csv ? PlanReport.csv(plan)
        : PlanReport.of(plan, share / 100.0));
    out.flush();
    return CommandLine.ExitCode.OK;
  }

  private void require(String option, int value, int max) {
    if (value < 1 || value > max) {
      throw new ParameterException(spec.commandLine(),
          option + " = " + value + ": must be 1 to " + max);
    }
  }

  private static Map<Heartbeat, HeartbeatCost> costsOfPaper() {
    Map<Heartbeat, HeartbeatCost> costs = new EnumMap<>(Heartbeat.class);
    for (Heartbeat heartbeat : Heartbeat.values()) {
      costs.put(heartbeat, HeartbeatCost.ofPaper());
    }
    return costs;
  }

  private Map<Heartbeat, HeartbeatCost> measure(PrintWriter out)
      throws Exception {
    int simulated = Math.min(nodes, 500);
    Map<Heartbeat, HeartbeatCost> costs = new EnumMap<>(Heartbeat.class);
    out.println("Measured with " + simulated + " nodes and "
        + MEASURED_APPLICATIONS + " applications, all idle, "
        + (CostMeter.isApart(cores) ? "on other cores than the daemons:"
        : "on the daemons' cores:"));
    try (EmbeddedNameNode nameNode = new EmbeddedNameNode(simulated)) {
      measure(Heartbeat.DATANODE, nameNode, costs, out);
    }
    try (EmbeddedResourceManager resourceManager =
        new EmbeddedResourceManager(simulated)) {
      measure(Heartbeat.NODE_MANAGER, resourceManager, costs, out);
      try (EmbeddedApplications masters = new EmbeddedApplications(
          resourceManager, MEASURED_APPLICATIONS)) {
        measure(Heartbeat.APPLICATION_MASTER, masters, costs, out);
      }
    }
    out.println();
    return costs;
  }

  private void measure(Heartbeat heartbeat, Beats beats,
      Map<Heartbeat, HeartbeatCost> costs, PrintWriter out) throws Exception {
    MeasuredCost measured =
        new CostMeter(seconds, seconds, cores).measure(beats);
    costs.put(heartbeat, measured.cost(cores));
    out.println("  " + heartbeat + ": " + measured);
    out.flush();
  }
}
