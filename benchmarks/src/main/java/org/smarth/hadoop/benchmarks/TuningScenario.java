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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.smarth.hadoop.benchmarks.harness.ByteSize;
import org.smarth.hadoop.benchmarks.harness.Links;
import org.smarth.hadoop.benchmarks.harness.Racks;
import org.smarth.hadoop.benchmarks.harness.Rate;
import org.smarth.hadoop.benchmarks.harness.SortSettings;

/**
 * The steps of the "Hadoop Performance Tuning Guide" (AMD, 2012), section 3, each alone and one on
 * the other.
 */
record TuningScenario(Scale scale) {
  private static final String NOTE = """
      TeraSort of the same rows on one cluster of three nodes, with Hadoop's defaults and with each
      step of the guide: alone, and from the first to each on top of those before. Even repetitions
      go backwards. Times are those of the ResourceManager's records; all outputs are validated. The
      ratio is the seconds of the defaults by those of the step, of the same cluster. Blocks have
      128 MB, and tasks a heap of 320 MB, the serial collector and the JVM's first compiler alone.
      Hadoop 2 reuses no JVMs; an uber job runs all its tasks in one. What cannot be set here: more
      disks; LZO, Snappy and LZ4, since Maven's jars have no native library; noatime, scheduler and
      read-ahead, since all nodes share the machine's one disk.
      """;
  private static final int NODES = 3;
  private static final long BLOCK = 128 * ByteSize.MIB;
  private static final String DEFAULTS = "defaults";
  private static final List<String> TASKS = List.of("map", "reduce");

  /** The steps that go on top of each other, by name. */
  private static Map<String, Map<String, String>> steps() {
    Map<String, Map<String, String>> steps = new LinkedHashMap<>();
    steps.put("map output compressed", Map.of("mapreduce.map.output.compress", "true",
        "mapreduce.map.output.compress.codec", "org.apache.hadoop.io.compress.DefaultCodec"));
    // A block of rows with their index, at 80% of the buffer.
    steps.put("sort buffer of a block", Map.of("mapreduce.task.io.sort.mb", "190"));
    steps.put("reduce buffers", Map.of("mapreduce.reduce.shuffle.input.buffer.percent", "0.8",
        "mapreduce.reduce.shuffle.merge.percent", "0.9",
        "mapreduce.reduce.input.buffer.percent", "0.7", "mapreduce.task.io.sort.factor", "100",
        "mapreduce.reduce.shuffle.parallelcopies", "10"));
    steps.put("second compiler", options("-XX:TieredStopAtLevel=4"));
    steps.put("parallel collector", options("-XX:-UseSerialGC -XX:+UseParallelGC"));
    steps.put("huge pages", options("-XX:+UseTransparentHugePages"));
    return steps;
  }

  private static Map<String, String> options(String words) {
    Map<String, String> options = new LinkedHashMap<>();
    TASKS.forEach(task -> options.put("+mapreduce." + task + ".java.opts", words));
    return options;
  }

  private List<SortSettings> alone() {
    List<SortSettings> alone = new ArrayList<>();
    alone.add(new SortSettings(DEFAULTS, Map.of()));
    steps().forEach((name, settings) -> alone.add(new SortSettings(name, settings)));
    alone.add(new SortSettings("blocks of 64 MB", Map.of("dfs.blocksize",
        Long.toString(64 * ByteSize.MIB))));
    alone.add(new SortSettings("blocks of 256 MB", Map.of("dfs.blocksize",
        Long.toString(256 * ByteSize.MIB))));
    alone.add(new SortSettings("uber job", Map.of("mapreduce.job.ubertask.enable", "true",
        "mapreduce.job.ubertask.maxbytes", Long.toString(Long.MAX_VALUE))));
    return alone;
  }

  private static List<SortSettings> together() {
    List<SortSettings> together = new ArrayList<>();
    Map<String, String> all = new LinkedHashMap<>();
    steps().forEach((name, settings) -> {
      settings.forEach((key, value) -> all.merge(key, value,
          (before, more) -> key.startsWith("+") ? before + " " + more : more));
      together.add(new SortSettings("+ " + name, all));
    });
    // The first one is that step alone.
    return together.subList(1, together.size());
  }

  Scenario scenario() {
    List<SortSettings> sorts = new ArrayList<>(alone());
    sorts.addAll(together());
    Setup setup = new Setup(new Work.TunedSorts(scale.quick() ? sorts.subList(0, 2) : sorts, 1),
        Links.uniform(new Racks(NODES, Racks.OUTSIDE), Rate.NONE, Rate.NONE), scale.bytes(),
        scale.quick() ? scale.blockBytes() : BLOCK, Scale.REPLICATION, 0);
    return new Scenario("tuning", "TeraSort by the steps of a tuning guide", NOTE,
        Scenario.Cluster.REAL, List.of(
            chart("time", "execution time", "s", setup, ".seconds"),
            chart("ratio", "how many times as fast as the defaults", "ratio", setup,
                ".timesBaseline"),
            chart("spilled", "records that maps and reduces wrote to disk", "millions", setup,
                ".spilledMillions"),
            chart("gc", "garbage collection of all tasks", "s", setup, ".gcSeconds"),
            chart("cpu", "CPU of all tasks", "CPU s", setup, ".cpuSeconds")));
  }

  private static Chart chart(String id, String title, String unit, Setup setup, String metric) {
    return Chart.bars(id, title, unit, ((Work.TunedSorts) setup.work()).sorts().stream()
        .map(sort -> Point.of(sort.name(), setup, sort.name() + metric)).toArray(Point[]::new));
  }
}
