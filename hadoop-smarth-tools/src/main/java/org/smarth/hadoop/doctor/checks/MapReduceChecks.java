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
package org.smarth.hadoop.doctor.checks;

import java.io.IOException;
import java.util.Map;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.smarth.hadoop.doctor.finding.Findings;
import org.smarth.hadoop.doctor.finding.Mend;
import org.smarth.hadoop.doctor.machine.Daemon;
import org.smarth.hadoop.doctor.machine.Installation;
import org.smarth.hadoop.doctor.machine.Machine;

/** Checks of the memory, buffers and codecs of MapReduce's tasks. */
final class MapReduceChecks {
  private static final String SITE = "mapred-site.xml";
  private static final String SORT_MB = "mapreduce.task.io.sort.mb";
  private static final String SPILL_PERCENT =
      "mapreduce.map.sort.spill.percent";
  private static final String COMPRESS = "mapreduce.map.output.compress";
  /** Codecs that take more CPU than the others. */
  private static final String DEFLATE =
      "org\\.apache\\.hadoop\\.io\\.compress\\.(Default|Deflate|Gzip)Codec";
  private static final String CODEC = "mapreduce.map.output.compress.codec";
  private static final String CODECS = "io.compression.codecs";
  /** A container's memory that is not heap. */
  private static final double HEAP_SHARE = 0.9;
  /** The sort buffer's largest share of the heap. */
  private static final double SORT_SHARE = 0.7;
  private static final int DEFAULT_TASK_MB = 1_024;
  private static final int LARGEST_SORT_MB = 2_047;

  private final Machine machine;
  private final Installation installation;

  MapReduceChecks(Machine machine, Installation installation) {
    this.machine = machine;
    this.installation = installation;
  }

  void addTo(Map<String, Check> checks) {
    checks.put("mapreduce.map-heap", findings -> heap(findings, "map"));
    checks.put("mapreduce.reduce-heap", findings -> heap(findings, "reduce"));
    checks.put("mapreduce.master-heap", this::masterHeap);
    checks.put("mapreduce.container", this::container);
    checks.put("mapreduce.sort-buffer", this::sortBuffer);
    checks.put("mapreduce.spills", this::spills);
    checks.put("mapreduce.compression", this::compression);
    checks.put("mapreduce.codecs", this::codecs);
    checks.put("hadoop.native", this::nativeLibrary);
  }

  private void heap(Findings findings, String task) throws IOException {
    Configuration conf = installation.mapReduce();
    String options = "mapreduce." + task + ".java.opts";
    heap(findings, "mapreduce." + task + ".memory.mb", DEFAULT_TASK_MB,
        options, conf.get(options, conf.get("mapred.child.java.opts", "")));
  }

  private void masterHeap(Findings findings) throws IOException {
    String options = "yarn.app.mapreduce.am.command-opts";
    heap(findings, "yarn.app.mapreduce.am.resource.mb", 1_536, options,
        installation.mapReduce().get(options, "-Xmx1024m"));
  }

  private void heap(Findings findings, String memoryKey, int defaultMb,
      String optionsKey, String options) throws IOException {
    long mb = installation.mapReduce().getLong(memoryKey, -1);
    long heap = Daemon.heapOf(options);
    if (heap < 0) {
      // Hadoop sets the heap from the memory then.
      findings.ok(optionsKey + " has no -Xmx");
      return;
    }
    mb = mb > 0 ? mb : Math.max(defaultMb, heap / Sizes.MIB);
    String found = "heap of " + heap / Sizes.MIB + " MB in " + memoryKey + " = "
        + mb;
    Mend mend = Mend.property(SITE, optionsKey,
        "-Xmx" + (long) (mb * 0.8) + "m");
    if (heap > mb * HEAP_SHARE * Sizes.MIB && mb * Sizes.MIB > heap) {
      findings.warning(found, "Threads, code and buffers need memory besides;"
          + " YARN ends a container that takes more.", mend);
    } else if (heap >= mb * Sizes.MIB) {
      findings.error(found, "YARN ends a container that takes more than its"
          + " memory.", mend);
    } else if (heap < mb / 2 * Sizes.MIB) {
      findings.note(found, "Half of the container's memory is not used.",
          mend);
    } else {
      findings.ok(found);
    }
  }

  private void container(Findings findings) throws IOException {
    long largest = installation.yarn().getLong(
        YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_MB,
        YarnConfiguration.DEFAULT_RM_SCHEDULER_MAXIMUM_ALLOCATION_MB);
    for (String key : new String[] {"mapreduce.map.memory.mb",
        "mapreduce.reduce.memory.mb", "yarn.app.mapreduce.am.resource.mb"}) {
      long mb = installation.mapReduce().getLong(key, -1);
      if (mb > largest) {
        findings.error(key + " = " + mb + " is more than " + largest,
            "The ResourceManager refuses such a container, and the job fails.",
            Mend.property(SITE, key, largest));
      } else {
        findings.ok(key + " fits a container");
      }
    }
  }

  /** The heap of a map task in bytes. */
  private long mapHeap() throws IOException {
    Configuration conf = installation.mapReduce();
    long heap = Daemon.heapOf(conf.get("mapreduce.map.java.opts",
        conf.get("mapred.child.java.opts", "")));
    if (heap >= 0) {
      return heap;
    }
    long mb = conf.getLong("mapreduce.map.memory.mb", -1);
    return (long) ((mb > 0 ? mb : DEFAULT_TASK_MB)
        * conf.getDouble("mapreduce.job.heap.memory-mb.ratio", 0.8))
        * Sizes.MIB;
  }

  private void sortBuffer(Findings findings) throws IOException {
    int sort = installation.mapReduce().getInt(SORT_MB, 100);
    long heap = mapHeap();
    String found = SORT_MB + " = " + sort + " in a heap of "
        + heap / Sizes.MIB + " MB";
    if (sort > LARGEST_SORT_MB || sort * Sizes.MIB >= heap) {
      findings.error(found, "Each map task fails as it starts.",
          Mend.property(SITE, SORT_MB, Math.min(LARGEST_SORT_MB,
              (long) (heap * SORT_SHARE / Sizes.MIB))));
    } else if (sort * Sizes.MIB > heap * SORT_SHARE) {
      findings.warning(found, "The map function has little memory left, and"
          + " garbage is collected often.", Mend.property(SITE, SORT_MB,
          (long) (heap * SORT_SHARE / Sizes.MIB)));
    } else {
      findings.ok(found);
    }
  }

  private void spills(Findings findings) throws IOException {
    Configuration conf = installation.mapReduce();
    long block = installation.hdfs().getLongBytes(
        DFSConfigKeys.DFS_BLOCK_SIZE_KEY, DFSConfigKeys.DFS_BLOCK_SIZE_DEFAULT);
    long sort = conf.getInt(SORT_MB, 100) * Sizes.MIB;
    double before = sort * (double) conf.getFloat(SPILL_PERCENT, 0.8f);
    // TeraSort's records: 16 bytes of index for each 100 of data.
    long needed = (long) (block * 1.16);
    String found = "sort buffer of " + Sizes.format(sort) + ", spilled at "
        + Sizes.format((long) before) + "; a block of records takes "
        + Sizes.format(needed);
    if (before < needed) {
      findings.note(found, "A map that puts out as much as it reads writes its"
          + " output twice. Measured: TeraSort wrote 1.5 times the records; no"
          + " difference in its seconds was shown.", Mend.property(SITE, SORT_MB,
          (long) Math.ceil(needed / conf.getFloat(SPILL_PERCENT, 0.8f)
              / Sizes.MIB)));
    } else {
      findings.ok(found);
    }
  }

  private void compression(Findings findings) throws IOException {
    Configuration conf = installation.mapReduce();
    if (!conf.getBoolean(COMPRESS, false)) {
      findings.note(COMPRESS + " = false", "Map output goes to the disk and"
          + " over the network as it is.", Mend.property(SITE, COMPRESS,
          "true, and " + CODEC + " = a codec of the native library"));
    } else {
      String codec = conf.getTrimmed(CODEC,
          "org.apache.hadoop.io.compress.DefaultCodec");
      if (codec.matches(DEFLATE)) {
        findings.note(CODEC + " = " + codec, "DEFLATE takes CPU to save disks"
            + " and links. Measured: on two cores TeraSort took 1.67 times as"
            + " long with it.", Mend.property(SITE, CODEC,
            "a codec of the native library, such as SnappyCodec"));
      }
      loads(findings, codec, CODEC);
    }
  }

  private void codecs(Findings findings) throws IOException {
    for (String codec : installation.hdfs().getTrimmedStrings(CODECS)) {
      loads(findings, codec, CODECS);
    }
  }

  private static void loads(Findings findings, String codec, String key) {
    if (new Configuration(false).getClassByNameOrNull(codec) == null) {
      findings.error(key + ": " + codec + " is not on the classpath",
          key.equals(CODECS) ? "Every job that reads text fails."
              : "Every job with map output fails.",
          Mend.advice("Add its jar to share/hadoop/common/lib, or take it from "
              + key));
    } else {
      findings.ok(codec + " loads");
    }
  }

  private void nativeLibrary(Findings findings) throws IOException {
    if (installation.getHome() == null) {
      findings.unknown("the native library: the home is not known; see"
          + " --home");
      return;
    }
    String directory = installation.getHome() + "/lib/native";
    boolean there = machine.names(directory).stream()
        .anyMatch(name -> name.startsWith("libhadoop.so"));
    if (there) {
      findings.ok("the native library is there");
    } else {
      findings.note("no libhadoop.so in " + directory, "Checksums, codecs and"
          + " short-circuit reads are slower, or not there, without it.",
          Mend.advice("Take lib/native from the archive of the same release"
              + " of Hadoop; see hadoop checknative -a"));
    }
  }
}
