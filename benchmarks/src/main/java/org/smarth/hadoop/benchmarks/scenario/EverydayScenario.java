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

package org.smarth.hadoop.benchmarks.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.smarth.hadoop.benchmarks.model.ByteSize;
import org.smarth.hadoop.benchmarks.model.Links;
import org.smarth.hadoop.benchmarks.model.Racks;
import org.smarth.hadoop.benchmarks.model.Rate;
import org.smarth.hadoop.benchmarks.scenario.Chart.Form;
import org.smarth.hadoop.benchmarks.scenario.Scenario.Cluster;

/**
 * What clusters do all day, where nothing is to be gained: none of it may be slower, or take more,
 * than with stock. Sizes are fixed, as they are part of the questions.
 */
final class EverydayScenario {
  static final String NAME = "everyday";
  private static final String SECONDS = "s";
  private static final int RECORDS = 2000;
  private static final int LOG_WARM_UPS = 1000;
  private static final int QUICK_RECORDS = 20;
  private static final long LOCAL_BYTES = 256 * ByteSize.MIB;
  private static final long LOCAL_BLOCK = 16 * ByteSize.MIB;

  private static final int IDLE_FILES = 1000;
  private static final int QUICK_IDLE_FILES = 20;
  private static final int IDLE_BYTES = 192 * 1024;
  private static final int IDLE_SECONDS = 10;
  /** What a file may keep more than with stock. */
  private static final double IDLE_KIB = 64;
  private static final long CALLS_BYTES = ByteSize.GIB;
  private static final long CALLS_BLOCK = 128 * ByteSize.MIB;
  private static final int CALLS_FILES = 1000;
  private static final int QUICK_CALLS_FILES = 30;
  private static final long CALLS_FILE_BYTES = 16 * ByteSize.KIB;
  private static final double COUNT = 1.05;
  private static final Map<String, String> CALLS_OF = Map.of("clientCalls", ", clients",
      "dataNodeCalls", ", DataNodes");
  private static final int SMALL_FILES = 300;
  private static final int QUICK_SMALL_FILES = 20;
  private static final long SMALL_FILE_BYTES = 256 * ByteSize.KIB;
  private static final long PUT_BYTES = 32 * ByteSize.MIB;
  private static final int PUTS = 3;
  private static final long WEB_BYTES = 128 * ByteSize.MIB;
  private static final int JOB_NODES = 6;
  private static final int JOB_FILES = 4;
  private static final long JOB_BYTES = JOB_FILES * 64 * ByteSize.MIB;
  private static final Rate UPLINK = new Rate(200);
  private static final long UPLINK_BYTES = 512 * ByteSize.MIB;
  /** At least 0.98 of stock's rate. */
  private static final Limit ALONE = Limit.time(1 / 0.98);
  private static final Limit BESIDE = Limit.time(1.03);
  private static final long MANY_BLOCK = 8 * ByteSize.MIB;
  private static final List<Work.Writers> MANY = List.of(
      new Work.Writers(16, 4 * MANY_BLOCK), new Work.Writers(200, MANY_BLOCK));
  private static final List<Work.Writers> QUICK_MANY = List.of(
      new Work.Writers(4, 4 * ByteSize.MIB), new Work.Writers(10, 2 * ByteSize.MIB));

  private final Scale scale;

  EverydayScenario(Scale scale) {
    this.scale = scale;
  }

  Scenario scenario() {
    return new Scenario(NAME, "What clusters do all day: no slower and no greedier than stock",
        "wal: records of 1 KB, appended to one file by a client outside of the cluster and each "
            + "flushed, then each synced, unshaped; from write to the return of hflush or hsync. "
            + "local: a client on the host of a DataNode writes 256 MB in blocks of 16 MB, unshaped; its "
            + "own replicas should stay there, and NICs carry the two others. many: all writers are "
            + "in one process with a heap of 2 GB and begin at once, in blocks of 8 MB; each has "
            + "written a small file before. uplink: 512 MB in blocks of 64 MB, NICs of 376 Mbps, and "
            + "the second rack of 4 behind one link of 200 Mbps, which each block passes once and "
            + "which is therefore full all the time. neighbour: a client with stock's jars beside "
            + "the contender's, which begin at the same moment; beside stock both are stock. idle: "
            + "files of one process, of which each had 192 KB written and flushed and was left alone "
            + "for 10 s: live heap and threads beyond those of before. Each may keep 64 KB more than "
            + "with stock, and one thread. calls: what the NameNode is asked while 1 GB is written in "
            + "blocks of 128 MB, and 1,000 files of 16 KB, without heartbeats and full block reports; "
            + "bytes are those of all calls, heartbeats among them. small: 300 files of 256 KB, one "
            + "after the other; a file of 32 MB by an hdfs dfs -put process, whose start is part of "
            + "it, median of three. webhdfs: 128 MB in blocks of 16 MB by hdfs dfs -put to a webhdfs "
            + "URI. mapreduce: TeraGen and TestDFSIO, each with 4 maps that write 64 MB in blocks of "
            + "16 MB, on 6 nodes with a DataNode and a NodeManager each; jars of YARN and MapReduce are "
            + "stock's.",
        Cluster.REAL, List.of(wal("wal", "write-ahead log, a record", "ms", Limit.time(), "p50Ms",
                "p90Ms", "p99Ms"),
            wal("wal-rate", "write-ahead log, rate", "records/s", Limit.rate(), "perSecond"),
            local("local", "writer on a datanode, time", SECONDS, "seconds",
                Limit.time()),
            local("local-share", "writer on a datanode, blocks with a replica there", "%",
                "localPercent", Limit.noLess()),
            local("local-bytes", "writer on a datanode, sent by all NICs", "MB", "sentMegabytes",
                Limit.time()),
            many(), uplink(), neighbour(),
            idle("idle-heap", "open files, idle: live heap", "KiB", "keptHeapKib", IDLE_KIB),
            idle("idle-threads", "open files, idle: threads", "threads", "keptThreads", 1),
            calls("calls", "calls at the NameNode", "calls", Limit.atMost(COUNT, 0), "clientCalls",
                "dataNodeCalls"),
            calls("calls-bytes", "bytes at the NameNode", "KB", Limit.time(), "kilobytes"),
            calls("calls-log", "lines of the NameNode's log", "lines", Limit.atMost(1, 0),
                "logLines"),
            small(), webHdfs(),
            mapReduce("mapreduce", "jobs that write, time", SECONDS,
                jobs -> List.of(Point.of("TeraGen", jobs, "teragen.seconds").within(Limit.time()),
                    Point.of("TestDFSIO", jobs, "write.seconds").within(Limit.time()))),
            mapReduce("mapreduce-share", "jobs that write, blocks with a replica at the task", "%",
                jobs -> List.of(Point.of("both", jobs, "localPercent").within(Limit.noLess())))));
  }

  private Setup unshaped(Work work, long bytes, long block) {
    return scale.setup(work, scale.links(Rate.NONE, Rate.NONE),
        scale.quick() ? scale.bytes() : bytes, block);
  }

  private static Chart bars(String id, String title, String unit, Point... points) {
    return new Chart(id, title, "", unit, Form.BARS, List.of(points));
  }

  private Chart wal(String id, String title, String unit, Limit limit, String... metrics) {
    Setup setup = unshaped(scale.quick() ? new Work.Log(QUICK_RECORDS, QUICK_RECORDS)
        : new Work.Log(RECORDS, LOG_WARM_UPS), ByteSize.MIB, LOCAL_BLOCK);
    List<Point> points = new ArrayList<>();
    for (String step : List.of("hflush", "hsync")) {
      for (String metric : metrics) {
        points.add(Point.of(step + " " + metric.replace("Ms", "").replace("perSecond", "rate"),
            setup, step + "." + metric).within(limit));
      }
    }
    return bars(id, title, unit, points.toArray(new Point[0]));
  }

  private Chart local(String id, String title, String unit, String metric, Limit limit) {
    Setup setup = unshaped(new Work.LocalWriter(), LOCAL_BYTES, LOCAL_BLOCK);
    return bars(id, title, unit, Point.of("writer", setup, metric).within(limit));
  }

  private Chart many() {
    List<Work.Writers> groups = scale.quick() ? QUICK_MANY : MANY;
    long bytes = groups.stream().mapToLong(Work.Writers::bytes).sum();
    Setup setup = unshaped(new Work.ManyWriters(groups), bytes, MANY_BLOCK);
    return bars("many", "many writers in one process", "MB/s", groups.stream()
        .map(g -> Point.of(g.writers() + " of " + ByteSize.format(g.bytesEach()), setup,
            g.writers() + ".megabytesPerSecond").within(Limit.rate()))
        .toArray(Point[]::new));
  }

  private Setup behindOneUplink(boolean neighbour) {
    return scale.setup(new Work.SharedLinks(neighbour),
        scale.links(PaperFigures.MEDIUM, Rate.NONE).withUplink(UPLINK),
        scale.quick() ? scale.bytes() : UPLINK_BYTES, Scale.DEFAULT_BLOCK_BYTES);
  }

  private Chart uplink() {
    return bars("uplink", "racks behind one link, time", SECONDS,
        Point.of("alone", behindOneUplink(false), "seconds").within(ALONE));
  }

  private Chart neighbour() {
    Setup setup = behindOneUplink(true);
    return bars("neighbour", "two clients that share the link, time", SECONDS,
        Point.of("stock neighbour", setup, "neighbourSeconds").within(BESIDE),
        Point.of("the contender", setup, "ownSeconds").within(Limit.time()));
  }

  /** @param more that each file may keep, beyond what it keeps with stock */
  private Chart idle(String id, String title, String unit, String metric, double more) {
    int files = scale.quick() ? QUICK_IDLE_FILES : IDLE_FILES;
    Setup setup = unshaped(
        new Work.OpenFiles(files, IDLE_BYTES, scale.quick() ? 1 : IDLE_SECONDS),
        (long) files * IDLE_BYTES, LOCAL_BLOCK);
    return bars(id, title, unit, Point.of(files + " files", setup, metric)
        .within(Limit.atMost(1, files * more)));
  }

  private Chart calls(String id, String title, String unit, Limit limit, String... metrics) {
    int files = scale.quick() ? QUICK_CALLS_FILES : CALLS_FILES;
    Setup setup =
        unshaped(new Work.Calls(files, CALLS_FILE_BYTES), CALLS_BYTES, CALLS_BLOCK);
    List<Point> points = new ArrayList<>();
    for (String metric : metrics) {
      String whose = CALLS_OF.getOrDefault(metric, "");
      points.add(Point.of(ByteSize.format(setup.bytes()) + whose, setup, "large." + metric)
          .within(limit));
      points.add(Point.of(files + " files" + whose, setup, "small." + metric).within(limit));
    }
    return bars(id, title, unit, points.toArray(new Point[0]));
  }

  private Chart small() {
    int files = scale.quick() ? QUICK_SMALL_FILES : SMALL_FILES;
    Setup setup = unshaped(
        new Work.ShortWrites(files, SMALL_FILE_BYTES, scale.quick() ? 1 : PUTS), PUT_BYTES,
        Scale.DEFAULT_BLOCK_BYTES);
    return bars("small", "short writes, time", SECONDS,
        Point.of(files + " files", setup, "small.seconds").within(Limit.time()),
        Point.of("hdfs dfs -put", setup, "putSeconds").within(Limit.time()));
  }

  private Chart webHdfs() {
    return bars("webhdfs", "through a DataNode's HTTP server, time", SECONDS, Point.of("put",
        unshaped(new Work.WebHdfsUpload(), WEB_BYTES, LOCAL_BLOCK), "seconds")
        .within(Limit.time()));
  }

  private Chart mapReduce(String id, String title, String unit,
      Function<Setup, List<Point>> points) {
    Setup jobs = scale.setup(new Work.WriteJobs(JOB_FILES),
        Links.uniform(new Racks(JOB_NODES, Racks.OUTSIDE), Rate.NONE, Rate.NONE),
        scale.quick() ? scale.bytes() : JOB_BYTES, LOCAL_BLOCK);
    return bars(id, title, unit, points.apply(jobs).toArray(new Point[0]));
  }
}
