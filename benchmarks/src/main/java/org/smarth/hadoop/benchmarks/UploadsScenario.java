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
import java.util.stream.Stream;

import org.smarth.hadoop.benchmarks.harness.ByteSize;
import org.smarth.hadoop.benchmarks.harness.Links;
import org.smarth.hadoop.benchmarks.harness.Rate;
import org.smarth.hadoop.benchmarks.harness.RunningCluster;

/** Directories of many files, which people upload by the commands that they have. */
record UploadsScenario(Scale scale) {
  private static final String NOTE = """
      Each directory is uploaded by one process, whose start is part of the time: hdfs dfs -put of
      stock's jars; the same with the drop-in jars and fs.shell.smarth.copy.threads=8; the client of
      Hadoop 3.4 with -t 8; the Go client of colinmarc (--copy-threads says another number than 8).
      Each writes to a cluster of its own. The
      daemons of SMARTH's are SMARTH's, all others stock's. Blocks have 64 MB. Before comes a
      directory of 2,000 files of 64 KB and 20 of 4 MB, which is not timed, and in which
      the daemons compile their code; before the other points, one file of 1 GB. The mix:
      1,000 files of 64 KB, 100 of 4 MB and one of 512 MB.
      The 240 files come twice, the second time over links of a quarter of the rates: there even
      two cores are not what limits them.
      In the point heap, clients that are JVMs have 256 MB, half of what `hdfs dfs` has.
      The two last points are about fairness: the seconds of a client with stock's jars that writes
      128 MB while the 240 files are uploaded from another node; and Jain's index of two clients
      that upload the 240 files at once by the same command, from a node each.
      With another --size than 1 GB, the number of files and the size of a single one are scaled by
      it. Afterwards all lengths, and the contents of every hundredth file, are compared. All
      processes share this machine's cores.
      """;
  private static final long SMALL = 64 * ByteSize.KIB;
  private static final long MEDIUM = 4 * ByteSize.MIB;
  private static final double QUARTER = 0.25;

  Scenario scenario() {
    List<List<Chart>> charts = scale.some(List.of(
        charts("unshaped", "links without a limit", scale.links(Rate.NONE, Rate.NONE)),
        charts("shaped", "NICs of 376 Mbps, 50 Mbps between racks",
            scale.links(PaperFigures.MEDIUM, new Rate(50))),
        medium(), smallHeap(), besides()));
    return new Scenario("uploads", "Directories, uploaded by the commands that people have", NOTE,
        Scenario.Cluster.REAL, charts.stream().flatMap(List::stream).toList());
  }

  /**
   * A directory that the links limit, and no daemon's compiler; once more over links of a quarter
   * of their rates, where even few cores do not limit it.
   */
  private List<Chart> medium() {
    List<Work.Tree> trees = List.of(tree(files(240, MEDIUM)));
    Rate cross = new Rate(50);
    List<Chart> charts = new ArrayList<>(charts("4m",
        "files of 4 MB, NICs of 376 Mbps, 50 Mbps between racks",
        scale.links(PaperFigures.MEDIUM, cross), oneFile(), trees));
    charts.addAll(charts("quarter", "files of 4 MB, links of a quarter of these rates",
        scale.links(PaperFigures.MEDIUM.times(QUARTER), cross.times(QUARTER)), oneFile(),
        trees));
    return charts;
  }

  /** What warms a cluster for all but {@link #charts(String, String, Links)}. */
  private Work.Tree oneFile() {
    return new Work.Tree("warm-up of one file", List.of(new Work.Files(1, scaled(ByteSize.GIB))));
  }

  /** Many drains of a client that has little memory for them. */
  private List<Chart> smallHeap() {
    return charts("heap", "a heap of 256 MB, NICs of 376 Mbps, 50 Mbps between racks",
        scale.links(PaperFigures.MEDIUM, new Rate(50)), oneFile(),
        List.of(tree(files(2_500, ByteSize.MIB))), "256m");
  }

  private List<Chart> besides() {
    Work.Tree tree = tree(files(240, MEDIUM));
    Links links = scale.links(PaperFigures.MEDIUM, new Rate(50));
    long bytes = oneFile().bytes() + 2 * tree.bytes();
    Setup stock = scale.setup(
        new Work.TreeBeside(oneFile(), tree, scaled(128 * ByteSize.MIB)), links, bytes,
        64 * ByteSize.MIB);
    Setup twins = scale.setup(new Work.TreeBeside(oneFile(), tree, 0), links, bytes,
        64 * ByteSize.MIB);
    return List.of(
        Chart.bars("neighbour", "a stock client beside " + tree.name() + ": its time", "s",
            Point.of("a stock client", stock, "neighbourSeconds")),
        Chart.bars("twins", "two clients that upload " + tree.name() + " each", "Jain's index",
            Point.of("two of a kind", twins, "jain")));
  }

  private List<Chart> charts(String id, String title, Links links) {
    List<Work.Tree> trees = Stream.of(tree(files(10_000, SMALL)), tree(files(1_000, MEDIUM)),
        tree(new Work.Files(1, scaled(2 * ByteSize.GIB))),
        new Work.Tree("mix", List.of(files(1_000, SMALL), files(100, MEDIUM),
            new Work.Files(1, scaled(512 * ByteSize.MIB))))).toList();
    return charts(id, title, links,
        new Work.Tree("warm-up", List.of(files(2_000, SMALL), files(20, MEDIUM))), trees);
  }

  private List<Chart> charts(String id, String title, Links links, Work.Tree warmUp,
      List<Work.Tree> trees) {
    return charts(id, title, links, warmUp, trees, RunningCluster.CLIENT_HEAP);
  }

  private List<Chart> charts(String id, String title, Links links, Work.Tree warmUp,
      List<Work.Tree> trees, String heap) {
    Work work = new Work.Trees(warmUp, scale.some(trees), heap);
    Setup setup = scale.setup(work, links,
        warmUp.bytes() + scale.some(trees).stream().mapToLong(Work.Tree::bytes).sum(),
        64 * ByteSize.MIB);
    return List.of(
        Chart.bars(id, title + ": time", "s",
            points(trees, setup, "." + PaperFigures.SECONDS, Limit.time())),
        Chart.bars(id + "-cpu", title + ": CPU of the client", "CPU s",
            points(trees, setup, ".cpuSeconds", null)),
        Chart.bars(id + "-memory", title + ": most memory of the client", "MiB resident",
            points(trees, setup, ".rssMiB", null)),
        Chart.bars(id + "-machine", title + ": busy cores of this machine", "% of all",
            points(trees, setup, ".cpuPercent", null)));
  }

  private Point[] points(List<Work.Tree> trees, Setup setup, String metric, Limit limit) {
    return scale.some(trees).stream()
        .map(t -> Point.of(t.name(), setup, t.name() + metric))
        .map(p -> limit == null ? p : p.within(limit)).toArray(Point[]::new);
  }

  private static Work.Tree tree(Work.Files files) {
    return new Work.Tree(files.count() + " of " + ByteSize.format(files.bytesEach()),
        List.of(files));
  }

  private Work.Files files(int count, long bytesEach) {
    return new Work.Files((int) scaled(count), bytesEach);
  }

  private long scaled(long full) {
    return Math.max(1, full * scale.bytes() / Scale.DEFAULT_BYTES);
  }
}
