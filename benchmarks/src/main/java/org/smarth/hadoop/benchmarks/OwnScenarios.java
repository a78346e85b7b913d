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

import org.smarth.hadoop.benchmarks.Chart.Form;
import org.smarth.hadoop.benchmarks.Scenario.Cluster;
import org.smarth.hadoop.benchmarks.harness.ByteSize;
import org.smarth.hadoop.benchmarks.harness.Links;
import org.smarth.hadoop.benchmarks.harness.Protection;
import org.smarth.hadoop.benchmarks.harness.Racks;
import org.smarth.hadoop.benchmarks.harness.Rate;

/**
 * What the paper does not ask, and operators do.
 *
 * @param seed of which DataNodes are killed, and when
 */
record OwnScenarios(Scale scale, long seed) {
  private static final Rate NIC = PaperFigures.MEDIUM;
  private static final Rate CROSS = new Rate(50);
  private static final List<Long> SMALL_SIZES = List.of(ByteSize.KIB, 16 * ByteSize.KIB,
      256 * ByteSize.KIB, ByteSize.MIB, 4 * ByteSize.MIB, 16 * ByteSize.MIB);
  private static final int SMALL_FILES = 500;
  private static final int QUICK_SMALL_FILES = 20;
  /** With a gigabyte of data, of which they are as many at any size. */
  private static final int MANY_FILES = 240;
  private static final long MANY_FILES_BYTES = 4 * ByteSize.MIB;
  private static final long LARGE_BLOCK = 128 * ByteSize.MIB;
  private static final int CONTAINER_FILES = 8;
  private static final long SMALL_BLOCK = 16 * ByteSize.MIB;
  /** Long enough that many blocks begin before, while and after a node limps. */
  private static final int LIMP_FILES = 3;
  private static final int FLUSHES = 20;
  private static final int MAPS = 4;
  private static final int JOB_NODES = 3;

  private static final long DRAINING_BLOCK = 64 * ByteSize.MIB;
  /** As many as there are pipelines that share no DataNode. */
  private static final int DRAINING_BLOCKS = 3;
  /**
   * Carries such a block in twelve minutes, more than twice the time after which the NameNode takes
   * a copy to be lost.
   */
  private static final Rate DRAIN = new Rate(0.746);

  List<Scenario> all() {
    return List.of(latency(), manyFiles(), memory(), cpu(), parallel(), readAfterWrite(),
        limping(), byHand(), onADatanode(), protection(), repair());
  }

  private Links slowBetweenRacks() {
    return scale.links(NIC, CROSS);
  }

  private Scenario latency() {
    List<Long> sizes = scale.quick() ? SMALL_SIZES.subList(0, 2) : SMALL_SIZES;
    Setup setup = scale.setup(new Work.SmallFiles(
        scale.quick() ? QUICK_SMALL_FILES : SMALL_FILES, sizes), scale.links(NIC, Rate.NONE));
    return new Scenario("latency", "Time to write a small file, from create to the end of close",
        "One file after the other by one client, 16 MB at the most: each is one block.",
        Cluster.ANY, List.of(percentiles("p50", "median", setup, sizes),
            percentiles("p99", "99th percentile", setup, sizes)));
  }

  private Scenario manyFiles() {
    int files = (int) Math.max(1, MANY_FILES * scale.bytes() / Scale.DEFAULT_BYTES);
    Setup setup = scale.setup(new Work.ManyFiles(files, MANY_FILES_BYTES), slowBetweenRacks(),
        2 * files * MANY_FILES_BYTES, 16 * MANY_FILES_BYTES);
    return new Scenario("many-files", "Files of 4 MB, written by one thread",
        "Each is closed before the next is begun; then all are closed in the background, which "
            + "stock does not know: there both are the same. 376 Mbps, 50 Mbps between racks.",
        Cluster.REAL, List.of(Chart.bars("time", "until all files are complete", "s",
            Point.of("close()", setup, "closeSeconds"),
            Point.of("BackgroundClose", setup, "backgroundSeconds"))));
  }

  private static Chart percentiles(String id, String title, Setup setup, List<Long> sizes) {
    List<Point> points = new ArrayList<>();
    sizes.forEach(s -> points.add(Point.of(ByteSize.format(s), setup, s + "." + id + "Ms")));
    return new Chart(id, title, "file size", "ms", Form.BARS, points);
  }

  private Scenario memory() {
    Setup setup =
        scale.setup(new Work.WatchedUpload(), slowBetweenRacks(), scale.bytes(), LARGE_BLOCK);
    return new Scenario("memory", "Peak memory of client and DataNodes, 128 MB blocks, 50 Mbps "
        + "between racks", "The client has a heap of 512 MB. In use: heap with garbage. Live: the "
        + "most that a collection left. Resident: the whole process. Of the DataNodes the one with "
        + "the most. Retained: packets kept for recovery, part of the heap; spilled: the same on "
        + "disk.",
        Cluster.REAL, scale.some(List.of(Chart.bars("memory", "peak memory", "MiB",
            Point.of("client heap in use", setup, "client.heapMiB"),
            Point.of("client heap live", setup, "client.liveMiB"),
            Point.of("client resident", setup, "client.rssMiB"),
            Point.of("client retained", setup, "client.retainedMiB"),
            Point.of("client spilled", setup, "client.spilledMiB"),
            Point.of("DataNode heap in use", setup, "datanode.heapMiB"),
            Point.of("DataNode heap live", setup, "datanode.liveMiB"),
            Point.of("DataNode resident", setup, "datanode.rssMiB")),
            container())));
  }

  private Chart container() {
    Work.Writers writers = new Work.Writers(CONTAINER_FILES, scale.bytes() / CONTAINER_FILES);
    Setup setup = scale.setup(
        new Work.ManyWriters(List.of(writers), "512m", Work.WarmUp.NONE), slowBetweenRacks(),
        writers.bytes(), LARGE_BLOCK);
    String in = CONTAINER_FILES + " files at once";
    return Chart.bars("container", "peak memory of a client that writes " + in
        + ", as YARN counts a container's", "MiB",
        Point.of(in + " (resident)", setup, CONTAINER_FILES + ".cost.client.rssMiB"),
        Point.of(in + " (direct)", setup, CONTAINER_FILES + ".cost.client.directMiB"));
  }

  private Scenario cpu() {
    Setup setup = scale.upload(scale.links(Rate.NONE, Rate.NONE));
    return new Scenario("cpu", "Unshaped: uploading time, and CPU seconds for each 10^9 bytes",
        "All processes share this machine's cores: what is measured is the software's own cost.",
        Cluster.REAL, List.of(
            Chart.bars("time", "uploading time", "s",
                Point.of("unshaped", setup, PaperFigures.SECONDS)),
            Chart.bars("cpu", "CPU", "CPU s per 10^9 bytes",
                Point.of("client", setup, "client.cpuPerGb"),
                Point.of("all DataNodes", setup, "datanodes.cpuPerGb"),
                Point.of("NameNode", setup, "namenode.cpuPerGb"))));
  }

  private Scenario parallel() {
    List<Point> time = new ArrayList<>();
    List<Point> fairness = new ArrayList<>();
    for (int clients : scale.quick() ? List.of(2) : List.of(1, 2, 4, 8)) {
      Setup setup = scale.setup(new Work.Parallel(clients), scale.links(NIC, new Rate(100)),
          scale.quick() ? scale.bytes() : scale.bytes() / 4, scale.blockBytes());
      time.add(Point.of(Integer.toString(clients), setup, PaperFigures.SECONDS));
      fairness.add(Point.of(Integer.toString(clients), setup, "slowestToFastest"));
    }
    return new Scenario("parallel", "Several clients at once, 100 Mbps between racks",
        "Every client is on a node of its own with a NIC of 376 Mbps and uploads a file of its "
            + "own. Fairness is how many times as long the slowest client takes as the fastest: 1 "
            + "is fair.",
        Cluster.REAL, List.of(
            new Chart("time", "until the last client is done", "clients", "s", Form.LINES, time),
            new Chart("fairness", "slowest to fastest client", "clients", "times", Form.LINES,
                fairness)));
  }

  private Scenario readAfterWrite() {
    long part = scale.blockBytes() / 4;
    Work work = new Work.ReadAfterWrite((int) Math.min(FLUSHES, scale.bytes() / part), part);
    Setup setup = scale.setup(work, slowBetweenRacks());
    return new Scenario("read-after-write", "Reading right after writing, 50 Mbps between racks",
        "A file is uploaded and read at once by the same client. Another is written in parts of a "
            + "quarter of a block; each is flushed, and read by another client while the file "
            + "stays open.",
        Cluster.ANY, List.of(
            Chart.bars("file", "a whole file", "s",
                Point.of("upload", setup, PaperFigures.SECONDS),
                Point.of("read", setup, "readSeconds"),
                Point.of("first byte", setup, "firstByteSeconds")),
            Chart.bars("flush", "a flushed part, median", "ms",
                Point.of("hflush", setup, "flush.p50Ms"),
                Point.of("until read", setup, "visible.p50Ms"))));
  }

  private Scenario limping() {
    Links links = scale.links(PaperFigures.SMALL, Rate.NONE);
    long bytes = LIMP_FILES * scale.bytes();
    double expected = scale.setup(new Work.Upload(), links, bytes, SMALL_BLOCK).bound();
    double from = whole(expected / 6);
    Setup setup = scale.setup(
        new Work.Limp(1, CROSS, from, Math.max(from + 1, whole(expected / 2))), links, bytes,
        SMALL_BLOCK);
    return new Scenario("limping", "A node becomes slow during an upload, and recovers",
        "The NIC of the DataNode that was first most often until then drops from 216 to 50 Mbps "
            + "and is restored later. A missing bar: it was avoided, or taken again, never.",
        Cluster.REAL, List.of(
            Chart.bars("time", "uploading time", "s",
                Point.of("upload", setup, PaperFigures.SECONDS)),
            Chart.bars("reaction", "reaction", "s",
                Point.of("avoided after", setup, "avoidedAfter"),
                Point.of("taken again after", setup, "takenAgainAfter"))));
  }

  private Scenario onADatanode() {
    List<Rate> rates = scale.some(List.of(CROSS, new Rate(100)));
    return new Scenario("on-a-datanode", "A writer on a datanode, slow links between racks",
        "Each node has a rate of its own to the other rack. The first replica stays local. As safe "
            + "as stock: with dfs.client.smarth.first.node.local=false, which stock does not know.",
        Cluster.REAL, List.of(
            Chart.bars("time", "uploading time", "s", onADatanode(rates, PaperFigures.SECONDS)),
            Chart.bars("share", "blocks with a replica there", "%",
                onADatanode(rates, "localPercent"))));
  }

  private Point[] onADatanode(List<Rate> rates, String metric) {
    List<Boolean> alone = scale.some(List.of(true, false));
    return rates.stream().flatMap(rate -> alone.stream().map(a -> Point.of(
        rate + " Mbps between racks" + (a ? "" : " (as safe as stock)"),
        scale.setup(new Work.LocalWriter(Work.WarmUp.NONE, a), scale.links(NIC, rate)), metric)))
        .toArray(Point[]::new);
  }

  private Scenario protection() {
    Setup jobs = scale.setup(new Work.WriteJobs(MAPS, Protection.PRIVACY),
        Links.uniform(new Racks(JOB_NODES, Racks.OUTSIDE), Rate.NONE, Rate.NONE),
        scale.bytes() / 4, SMALL_BLOCK);
    return new Scenario("protection", "Data protected on their way, 50 Mbps between racks",
        "Kerberos with a KDC on the NameNode's node, block tokens, and each setting of "
            + "dfs.data.transfer.protection (authentication, integrity, privacy) or "
            + "dfs.encrypt.data.transfer (3des, rc4). All processes share this machine's cores. "
            + "Needs Debian's krb5-kdc and krb5-admin-server.",
        Cluster.REAL, List.of(
            Chart.bars("time", "uploading time", "s", protections(PaperFigures.SECONDS)),
            Chart.bars("client", "CPU of the client", "CPU s per 10^9 bytes",
                protections("client.cpuPerGb")),
            Chart.bars("datanodes", "CPU of all DataNodes", "CPU s per 10^9 bytes",
                protections("datanodes.cpuPerGb")),
            Chart.bars("jobs", "a job that writes, with delegation tokens", "s",
                Point.of("TeraGen", jobs, "teragen.seconds"))));
  }

  private Point[] protections(String metric) {
    return scale.some(List.of(Protection.values())).stream().map(p -> Point.of(p.toString(),
        scale.setup(new Work.ProtectedUpload(p), slowBetweenRacks()), metric))
        .toArray(Point[]::new);
  }

  private static double whole(double seconds) {
    return Math.max(1, Math.round(seconds));
  }

  private Scenario byHand() {
    Setup setup = scale.setup(new Work.ByHand(), slowBetweenRacks());
    return new Scenario("by-hand", "The harness against a plain `hdfs dfs -put` process",
        "Both upload to the same cluster; the process's time includes the start of its JVM.",
        Cluster.ANY, List.of(Chart.bars("time", "uploading time", "s",
            Point.of("harness", setup, PaperFigures.SECONDS),
            Point.of("by hand", setup, "byHandSeconds"))));
  }

  /** When a file has all its replicas again after DataNodes died while it was written. */
  private Scenario repair() {
    return new Scenario("repair",
        "Time from a file's close to its full replication, when DataNodes were killed meanwhile",
        "DataNodes are killed with SIGKILL when shares of the file have been written that follow "
            + "from the seed and the pair: the same DataNodes and shares for all contenders. A "
            + "block is fully replicated when the NameNode knows three final replicas. With "
            + "stock's settings it takes a killed DataNode for live for 10 min 30 s, and its final "
            + "replicas for there. A time of 900 s stands for one that was not reached; an upload "
            + "that failed has none. The point drain: a file whose last DataNodes get their "
            + "last bytes 12 minutes after the first ones, and no copy may be asked for meanwhile.",
        Cluster.REAL, repairCharts(List.of(killing(1), killing(2)), draining()));
  }

  private List<Chart> repairCharts(List<Setup> kills, Setup drain) {
    List<Chart> charts = new ArrayList<>(List.of(
        killed("time", "from close to full replication", "s", kills, "repairSeconds"),
        killed("short", "the same, of files that lacked replicas when they were closed", "s",
            kills, "repairSecondsIfShort"),
        killed("lacking", "blocks that lacked replicas at the close", "blocks", kills,
            "shortAtClose"),
        killed("upload", "uploading time", "s", kills, PaperFigures.SECONDS),
        killed("copies", "copies that the NameNode asked for", "copies", kills, "copies")));
    if (!scale.quick()) {
      charts.add(Chart.bars("drain", "from a block's first to its last final replica", "s",
          Point.of("drain", drain, "drainSeconds")));
      charts.add(Chart.bars("drain-copies",
          "copies that the NameNode asked for while blocks drained", "copies",
          Point.of("drain", drain, "copies")));
    }
    return charts;
  }

  private Chart killed(String id, String title, String unit, List<Setup> kills, String metric) {
    return new Chart(id, title, "", unit, Form.BARS, scale.some(List.of(
        Point.of("1 kill", kills.get(0), metric), Point.of("2 kills", kills.get(1), metric))));
  }

  private Setup killing(int count) {
    // 192 MB by default: twelve blocks.
    long bytes = scale.quick() ? scale.bytes() : scale.bytes() / 16 * 3;
    return scale.setup(new Work.Repair(count, seed), slowBetweenRacks(), bytes, SMALL_BLOCK);
  }

  private Setup draining() {
    return scale.setup(new Work.Drain(), scale.links(NIC, DRAIN),
        DRAINING_BLOCKS * DRAINING_BLOCK, DRAINING_BLOCK);
  }
}
