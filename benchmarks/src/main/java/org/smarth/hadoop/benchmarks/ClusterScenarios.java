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

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.smarth.hadoop.benchmarks.harness.Links;
import org.smarth.hadoop.benchmarks.harness.Racks;
import org.smarth.hadoop.benchmarks.harness.Rate;

/**
 * What papers say of a cluster's surroundings: of a service on its nodes ("Performance Optimization
 * of Hadoop Cluster Using Linux Services", three workers) and of its links (AMAX, 1 and 10 Gbps,
 * seven workers).
 */
record ClusterScenarios(Scale scale) {
  private static final String SECONDS = "s";
  private static final int SERVICE_NODES = 3;
  private static final int SERVICE_REPLICATION = 2;
  private static final int LINK_NODES = 7;
  /** A new cluster compiles code for its first gigabytes. */
  private static final int WARM_UPS = 3;
  private static final int FILES = 10;
  private static final long SAMPLES = 1_000_000;
  /** By how many percent the jobs take longer without rpcbind in the paper's table. */
  private static final Map<String, Double> PAPER = Map.of("write", 8.9, "read", 56.7, "teragen",
      38.4, "sort", 7.6, "validate", 13.7, "pi", 0.3);
  private static final List<String> JOBS =
      List.of("write", "read", "teragen", "sort", "validate", "pi");
  private static final List<Rate> RATES = List.of(new Rate(100), new Rate(1000));

  List<Scenario> all() {
    return List.of(rpcbind(), links());
  }

  private int files() {
    return scale.quick() ? 2 : FILES;
  }

  private Scenario rpcbind() {
    Setup setup = new Setup(new Work.ServiceJobs(files(), scale.quick() ? 1000 : SAMPLES),
        Links.uniform(new Racks(SERVICE_NODES, Racks.OUTSIDE), Rate.NONE, Rate.NONE),
        scale.bytes(), scale.blockBytes(), SERVICE_REPLICATION, 0);
    List<Point> times = JOBS.stream()
        .map(job -> Point.of(job, setup, job + ".seconds").within(Limit.time())).toList();
    List<Scenario.Comparison> comparisons = new ArrayList<>();
    for (Point point : times) {
      comparisons.add(Scenario.Comparison.of(point, Contender.STOCK, Contender.RPCBIND,
          PAPER.get(point.x())));
    }
    return new Scenario("rpcbind", "Jobs with rpcbind on each node, and without",
        "The paper finds reads 1.57 times as fast with a service that Hadoop does not call. "
            + "TestDFSIO writes and reads, TeraGen writes and TeraSort sorts the same number of "
            + "bytes: the paper 10 GB, and 3 GB. Times are those of the ResourceManager's "
            + "records. tcpdump counts packets to and from port 111 at each node, for both.",
        Scenario.Cluster.REAL, List.of(
            new Chart("time", "execution time", "", SECONDS, Chart.Form.BARS, times),
            Chart.bars("packets", "packets to and from port 111", "packets",
                Point.of("all jobs", setup, "rpcbindPackets"))),
        comparisons);
  }

  private Scenario links() {
    List<Chart> charts = new ArrayList<>();
    for (Rate rate : scale.some(RATES)) {
      Setup setup = new Setup(new Work.LinkJobs(files(), LINK_NODES),
          Links.uniform(new Racks(LINK_NODES, Racks.OUTSIDE), rate, Rate.NONE),
          scale.bytes(), scale.blockBytes(), Scale.REPLICATION, scale.quick() ? 0 : WARM_UPS);
      String id = rate.toString();
      String nics = "NICs of " + rate + " Mbps: ";
      charts.add(Chart.bars(id, nics + "execution time", SECONDS,
          Point.of("write", setup, "write.seconds").within(Limit.time()),
          Point.of("read", setup, "read.seconds").within(Limit.time()),
          Point.of("teragen", setup, "teragen.seconds").within(Limit.time()),
          Point.of("sort, maps", setup, "sort.mapSeconds").within(Limit.time()),
          Point.of("sort", setup, "sort.seconds").within(Limit.time())));
      charts.add(Chart.bars(id + "-rates", nics + "rates of TestDFSIO", "MB/s",
          Point.of("write, throughput", setup, "write.throughput").within(Limit.rate()),
          Point.of("write, average IO rate", setup, "write.ioRate").within(Limit.rate()),
          Point.of("read, throughput", setup, "read.throughput").within(Limit.rate()),
          Point.of("read, average IO rate", setup, "read.ioRate").within(Limit.rate())));
      charts.add(Chart.bars(id + "-cpu", nics + "busy cores of this machine",
          "% of all", load(setup, "cpuPercent")));
      charts.add(Chart.bars(id + "-disk", nics + "busy time of the disk",
          "% of the time", load(setup, "diskPercent")));
      charts.add(Chart.bars(id + "-network", nics + "sent by all NICs", "Mbps",
          load(setup, "sentMbps")));
    }
    return new Scenario("links", "Jobs by the rate of links: what stops them",
        "AMAX compares links of 1 and 10 Gbps; here they are " + RATES.get(0) + " and "
            + RATES.get(1) + " Mbps, on seven nodes as there. Uploads from outside come before, so "
            + "that DataNodes are warm. TeraGen is TeraSort's generation, as a job of its own. The "
            + "throughput of TestDFSIO is all bytes by the sum of its tasks' seconds, and its "
            + "average IO rate the mean of its files'. What is near its limit stops a job: the "
            + "cores of this machine, its disk, or the NICs, each of which sends and receives so "
            + "much.",
        Scenario.Cluster.REAL, charts);
  }

  private static Point[] load(Setup setup, String what) {
    return List.of("write", "read", "teragen", "sort").stream()
        .map(job -> Point.of(job, setup, job + "." + what)).toArray(Point[]::new);
  }
}
