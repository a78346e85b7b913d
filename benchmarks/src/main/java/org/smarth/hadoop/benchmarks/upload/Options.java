/*
 * Licensed to the Apache Software Foundation (ASF) under one or more
 * contributor license agreements.  See the NOTICE file distributed with
 * this work for additional information regarding copyright ownership.
 * The ASF licenses this file to You under the Apache License, Version 2.0
 * (the "License"); you may not use this file except in compliance with
 * the License.  You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.smarth.hadoop.benchmarks.upload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.smarth.hadoop.benchmarks.cluster.Failure;
import org.smarth.hadoop.benchmarks.driver.Converters;
import org.smarth.hadoop.benchmarks.driver.InputFile;
import org.smarth.hadoop.benchmarks.model.ByteSize;
import org.smarth.hadoop.benchmarks.model.Links;
import org.smarth.hadoop.benchmarks.model.Racks;
import org.smarth.hadoop.benchmarks.model.Rate;
import org.smarth.hadoop.benchmarks.process.Contender;
import org.smarth.hadoop.benchmarks.shaping.LoopbackHosts;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What can be asked for on the command line of dev-support/try.sh. */
final class Options {
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
      description = "So many of the DataNodes, spread over the racks, get slower NICs. What "
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

  @Option(names = "--block-size", paramLabel = "SIZE", defaultValue = "64M",
      converter = Converters.OfBlockSize.class, description = "Default: ${DEFAULT-VALUE}.")
  private long blockBytes;

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

  @Option(names = "--real", description = "Separate JVMs in network namespaces shaped by tc, "
      + "instead of one JVM that shapes its own links. Needs root, and ip and tc of iproute2.")
  private boolean real;

  @Option(names = "--port", paramLabel = "PORT", defaultValue = "0",
      description = "The NameNode's RPC port. Default: any free one.")
  private int port;

  @Option(names = "--work-dir", paramLabel = "DIR",
      description = "Where the file, the replicas and the logs go while this runs. "
          + "Default: $TMPDIR or /tmp.")
  private Path workDir;

  @Option(names = "--keep", description = "Keep the logs.")
  private boolean keep;

  @Option(names = "--class-path-file", hidden = true, required = true)
  private Path classPathFile;

  @Option(names = "--dist", hidden = true, required = true)
  private Path dist;

  @Option(names = "--check", hidden = true, description = "Only look at the arguments.")
  private boolean check;

  /**
   * What the options say together.
   *
   * @throws Failure when they, or FILE, make no sense
   */
  Settings settings() throws IOException, Failure {
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
    boolean keeps = sameCluster || slow > 0;
    refuse(keeps && port != 0 && !real, "--port is for one cluster, and with --same-cluster or "
        + "--slow there are two at a time; leave it out, or give --real");
    return new Settings(file, bytes, blockBytes, replication, links(), port, pairs, keeps, real);
  }

  private Links links() throws Failure {
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

  private static void range(String option, int value, int least, int most) throws Failure {
    refuse(value < least || value > most,
        option + ": " + value + " is not from " + least + " to " + most + "; see try.sh --help");
  }

  private static void refuse(boolean wrong, String why) throws Failure {
    if (wrong) {
      throw new Failure(why);
    }
  }

  Contender first() throws IOException {
    return Contender.stock(classPathFile);
  }

  /** @param copies where the jars are copied to */
  Contender second(Path copies) throws IOException, Failure {
    if (jars != null && jars.toString().equals("stock")) {
      return first().as("stock again");
    }
    return first().with(jars != null ? jars : dist, Contender.HDFS, "SMARTH", copies);
  }

  Path base() {
    return workDir != null ? workDir : Path.of(System.getProperty("java.io.tmpdir"));
  }

  boolean keep() {
    return keep;
  }

  boolean checkOnly() {
    return check;
  }
}
