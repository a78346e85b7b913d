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

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.smarth.hadoop.benchmarks.Scenario.Cluster;
import org.smarth.hadoop.benchmarks.harness.ByteSize;
import org.smarth.hadoop.benchmarks.harness.Links;
import org.smarth.hadoop.benchmarks.harness.Protection;
import org.smarth.hadoop.benchmarks.harness.Racks;
import org.smarth.hadoop.benchmarks.harness.Rate;

/**
 * What clusters do all day, where nothing is to be gained: none of it may be slower, or take more,
 * than with stock. Sizes are fixed, as they are part of the questions. The ids of a work's charts
 * begin with its name.
 */
record EverydayScenario(Scale scale) {
  static final String NAME = "everyday";
  private static final String NOTE = """
      Where nothing else is said, links have no limit and the client is on a node of its own.
      wal: records of 1 KB are appended to one file. Each is flushed, later each is synced. A time
      is that from write to the return of hflush or hsync.
      Before local, many, small, mapreduce, uplink and neighbour writers of another process,
      16 or behind the uplink 4, write 32 MB each in blocks of 8 MB, until DataNodes are warm.
      local: a client on the host of a DataNode writes 256 MB in blocks of 16 MB.
      idle: each of the open files had 192 KB written and flushed, and was left alone for 10 s. Heap
      is what a collection leaves; both figures are without what there was before.
      many: the writers of one process, with a heap of 2 GB, begin at once, after 8 or 16 MB
      each that are not timed. Blocks have 8 MB.
      cold: 2 GB in blocks of 64 MB, the first that the cluster's DataNodes are sent.
      small: the files have 256 KB each. The put is of 32 MB, by a process whose start is part of
      the time; the median of three, after one that is not timed.
      mapreduce: TeraGen and TestDFSIO have 4 maps each, which write 64 MB in blocks of 16 MB. Each
      of 6 nodes has a DataNode and a NodeManager; YARN and MapReduce are stock's.
      webhdfs: hdfs dfs -put writes 128 MB in blocks of 16 MB to a webhdfs URI; the median of three,
      after puts that are not timed until DataNodes are warm.
      uplink: 512 MB in blocks of 64 MB, NICs of 376 Mbps. The second rack hangs on one link of 200
      Mbps, which every block passes once.
      neighbour: the same, and a client with stock's jars begins at the same moment.
      calls: 1 GB in blocks of 128 MB, then 1,000 files of 16 KB. Heartbeats and full block reports
      are not among the calls and lines, but among the bytes.
      """;
  private static final String SECONDS = "s";
  private static final long MIB = ByteSize.MIB;
  private static final long KIB = ByteSize.KIB;
  /** What a count may be that varies a little. */
  private static final Limit COUNT = Limit.atMost(1.05, 0);

  /** Rounds at most, until DataNodes have loaded and compiled their code. */
  private static final int WARM_UPS = 15;

  Scenario scenario() {
    return new Scenario(NAME, "What clusters do all day: no slower and no greedier than stock",
        NOTE, Cluster.REAL, Stream.of(wal(), local(), idle(), many(), cold(), small(),
            mapReduce(), webHdfs(), uplink(), neighbour(), calls()).flatMap(List::stream)
            .collect(Collectors.toList()));
  }

  private Setup unshaped(Work work, long bytes, long block) {
    return scale.setup(work, scale.links(Rate.NONE, Rate.NONE), fullOrQuick(bytes), block);
  }

  private long fullOrQuick(long bytes) {
    return scale.quick() ? scale.bytes() : bytes;
  }

  private int fullOrQuick(int full, int quick) {
    return scale.quick() ? quick : full;
  }

  private static Point point(String x, Setup setup, String metric, Limit limit) {
    return Point.of(x, setup, metric).within(limit);
  }

  private List<Chart> wal() {
    Work records = new Work.Log(fullOrQuick(5000, 20), fullOrQuick(10000, 20));
    Setup log = unshaped(records, MIB, 64 * MIB);
    return List.of(
        Chart.bars("wal", "write-ahead log, a record", "ms",
            Stream.of("hflush", "hsync").flatMap(step -> Stream.of("p50", "p90", "p99")
                .map(p -> point(step + " " + p, log, step + "." + p + "Ms", Limit.time())))
                .toArray(Point[]::new)),
        Chart.bars("wal-rate", "write-ahead log, rate", "records/s",
            point("hflush", log, "hflush.perSecond", Limit.rate()),
            point("hsync", log, "hsync.perSecond", Limit.rate())));
  }

  private List<Chart> local() {
    Setup upload = unshaped(new Work.LocalWriter(warmUp(16), true), 256 * MIB, 16 * MIB);
    return List.of(
        Chart.bars("local", "writer on a datanode, time", SECONDS,
            point("writer", upload, "seconds", Limit.time())),
        Chart.bars("local-share", "writer on a datanode, blocks with a replica there", "%",
            point("writer", upload, "localPercent", Limit.noLess())),
        Chart.bars("local-bytes", "writer on a datanode, sent by all NICs", "MB",
            point("writer", upload, "sentMegabytes", Limit.time())));
  }

  /** Each file may keep 64 KB more than with stock, and a thread. */
  private List<Chart> idle() {
    int files = fullOrQuick(1000, 20);
    int bytes = (int) (192 * KIB);
    String x = files + " files";
    Setup open = unshaped(new Work.OpenFiles(files, bytes, fullOrQuick(10, 1)),
        (long) files * bytes, 16 * MIB);
    return List.of(
        Chart.bars("idle-heap", "open files, idle, live heap", "KiB",
            point(x, open, "keptHeapKib", Limit.atMost(1, 64 * files))),
        Chart.bars("idle-threads", "open files, idle, threads", "threads",
            point(x, open, "keptThreads", Limit.atMost(1, files))));
  }

  private List<Chart> many() {
    List<Work.Writers> groups = List.of(scale.quick() ? new Work.Writers(4, 4 * MIB)
        : new Work.Writers(16, 32 * MIB),
        scale.quick() ? new Work.Writers(10, 2 * MIB) : new Work.Writers(200, 8 * MIB));
    Setup writers = unshaped(new Work.ManyWriters(groups, "2g", warmUp(16)),
        groups.stream().mapToLong(Work.Writers::bytes).sum(), 8 * MIB);
    return List.of(Chart.bars("many", "many writers in one process", "MB/s", groups.stream()
        .map(g -> point(g.writers() + " of " + ByteSize.format(g.bytesEach()), writers,
            g.writers() + ".megabytesPerSecond", Limit.rate()))
        .toArray(Point[]::new)));
  }

  /** What a restart of the cluster costs: no DataNode has written anything before. */
  private List<Chart> cold() {
    Setup upload = unshaped(new Work.RemoteWriter(false, Work.WarmUp.NONE), 2 * ByteSize.GIB,
        64 * MIB);
    return List.of(Chart.bars("cold", "2 GB to DataNodes that have just started, time", SECONDS,
        point("writer", upload, "seconds", Limit.time())));
  }

  /** A smoke run has one round of few. */
  private Work.WarmUp warmUp(int writers) {
    return scale.quick() ? new Work.WarmUp(new Work.Writers(2, 16 * MIB), 1)
        : new Work.WarmUp(new Work.Writers(writers, 32 * MIB), WARM_UPS);
  }

  private List<Chart> small() {
    int files = fullOrQuick(300, 20);
    Setup writes = unshaped(new Work.ShortWrites(files, 256 * KIB, warmUp(16),
        fullOrQuick(3, 1)), 32 * MIB, 64 * MIB);
    return List.of(Chart.bars("small", "short writes, time", SECONDS,
        point(files + " files", writes, "small.seconds", Limit.time()),
        point("hdfs dfs -put", writes, "putSeconds", Limit.time())));
  }

  private List<Chart> mapReduce() {
    int files = 4;
    Setup jobs = scale.setup(
        new Work.WriteJobs(files, warmUp(16), Protection.NONE),
        Links.uniform(new Racks(6, Racks.OUTSIDE), Rate.NONE, Rate.NONE),
        fullOrQuick(files * (64 * MIB)), 16 * MIB);
    return List.of(
        Chart.bars("mapreduce", "jobs that write, time", SECONDS,
            point("TeraGen", jobs, "teragen.seconds", Limit.time()),
            point("TestDFSIO", jobs, "write.seconds", Limit.time())),
        Chart.bars("mapreduce-share", "jobs that write, blocks with a replica at their task", "%",
            point("both", jobs, "localPercent", Limit.noLess())));
  }

  private List<Chart> webHdfs() {
    Work upload = new Work.WebHdfsUpload(fullOrQuick(WARM_UPS, 1), fullOrQuick(3, 1));
    return List.of(Chart.bars("webhdfs", "through a DataNode's HTTP server, time", SECONDS,
        point("put", unshaped(upload, 128 * MIB, 16 * MIB), "seconds", Limit.time())));
  }

  private Setup behindOneUplink(boolean neighbour) {
    return scale.setup(new Work.RemoteWriter(neighbour, warmUp(4)),
        scale.links(PaperFigures.MEDIUM, Rate.NONE).withUplink(new Rate(200)),
        fullOrQuick(512 * MIB), 64 * MIB);
  }

  private List<Chart> uplink() {
    return List.of(Chart.bars("uplink", "a rack behind one link, time", SECONDS,
        point("alone", behindOneUplink(false), "seconds", Limit.time())));
  }

  private List<Chart> neighbour() {
    Setup both = behindOneUplink(true);
    return List.of(Chart.bars("neighbour", "two clients that share the link, time", SECONDS,
        point("stock neighbour", both, "neighbourSeconds", Limit.time()),
        point("the contender", both, "ownSeconds", Limit.time())));
  }

  /** How many reports a DataNode's call carries varies with when heartbeats are due. */
  private List<Chart> calls() {
    int files = fullOrQuick(1000, 30);
    Setup writes = unshaped(new Work.Calls(files, 16 * KIB), ByteSize.GIB, 128 * MIB);
    String large = ByteSize.format(writes.bytes());
    String small = files + " files";
    return List.of(
        Chart.bars("calls", "calls at the NameNode", "calls",
            point(large + ", clients", writes, "large.clientCalls", COUNT),
            point(small + ", clients", writes, "small.clientCalls", COUNT),
            point(large + ", DataNodes", writes, "large.dataNodeCalls", Limit.time()),
            point(small + ", DataNodes", writes, "small.dataNodeCalls", Limit.time())),
        Chart.bars("calls-bytes", "bytes at the NameNode", "KB",
            point(large, writes, "large.kilobytes", Limit.time()),
            point(small, writes, "small.kilobytes", Limit.time())),
        Chart.bars("calls-log", "lines of the NameNode's log", "lines",
            point(large, writes, "large.logLines", Limit.atMost(1, 0)),
            point(small, writes, "small.logLines", Limit.atMost(1, 0))));
  }
}
