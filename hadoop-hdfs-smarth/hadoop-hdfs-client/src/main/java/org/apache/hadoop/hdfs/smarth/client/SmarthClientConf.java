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
package org.apache.hadoop.hdfs.smarth.client;

import java.io.File;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.smarth.conf.RangedConf;
import org.apache.hadoop.util.StringUtils;

/**
 * The client's keys, read and checked once when a DFSClient is made. The
 * defaults turn SMARTH on, because a client may lack hdfs-default.xml.
 * Immutable.
 */
@InterfaceAudience.Private
public final class SmarthClientConf {
  /** Whether new files are written through several pipelines. */
  public static final String ENABLED_KEY = "dfs.client.smarth.enabled";
  public static final boolean ENABLED_DEFAULT = true;

  /** How many pipelines a file has at once: auto or paper. */
  public static final String PIPELINES_MODE_KEY =
      "dfs.client.smarth.pipelines.mode";
  public static final String PIPELINES_MODE_DEFAULT = "auto";

  /**
   * The most pipelines of a file at once; 0: in mode auto one for each
   * datanode, at most 64, in mode paper live datanodes / replication.
   */
  public static final String PIPELINES_MAX_KEY =
      "dfs.client.smarth.pipelines.max";
  public static final int PIPELINES_MAX_DEFAULT = 0;
  public static final int PIPELINES_MAX_LIMIT = 64;

  /**
   * The most memory, in bytes, that all files of this process may hold for
   * packets that some datanode has not acknowledged; 0: a quarter of the heap,
   * at most 256 MB. What stock would hold for each file comes on top
   * (dfs.client.write.max-packets-in-flight). Of several configurations in a
   * process the largest value of those with an open file holds.
   */
  public static final String RETAINED_MEMORY_KEY =
      "dfs.client.smarth.retained.memory";
  public static final long RETAINED_MEMORY_DEFAULT = 0;
  private static final long RETAINED_MEMORY_MIN = 1L << 20;
  private static final long RETAINED_MEMORY_MAX = 1L << 40;
  private static final long RETAINED_MEMORY_AUTOMATIC_MAX = 256L << 20;
  /** Who sorts in half of the heap has room for this beside it. */
  private static final int RETAINED_MEMORY_AUTOMATIC_PART = 4;

  /**
   * The most disk space, in bytes, that all files of this process may use for
   * such packets when the memory is used up; 0: none for the files of this
   * configuration. Of several in a process the largest holds, as above.
   */
  public static final String SPILL_MAX_KEY = "dfs.client.smarth.spill.max";
  public static final long SPILL_MAX_DEFAULT = 1L << 30;
  private static final long SPILL_MAX_MIN = 1L << 20;
  private static final long SPILL_MAX_MAX = 1L << 40;

  /**
   * Where that is: local directories. Each file of a process uses one of them,
   * in turn. In a YARN container the default means the container's directories
   * (LOCAL_DIRS in its environment). Without core-default.xml it means
   * java.io.tmpdir.
   */
  public static final String SPILL_DIR_KEY = "dfs.client.smarth.spill.dir";
  public static final String SPILL_DIR_DEFAULT = "${hadoop.tmp.dir}/smarth";

  /**
   * The share of each of their disks that stays free: with less nothing is
   * spilled there. The default leaves a YARN node, which gives up a disk when
   * it is filled to 0.9, some room.
   */
  public static final String SPILL_FREE_FRACTION_KEY =
      "dfs.client.smarth.spill.free.fraction";
  public static final double SPILL_FREE_FRACTION_DEFAULT = 0.15;

  /** How long a flush may wait for what the datanodes still receive. */
  public static final String FLUSH_BACKLOG_KEY =
      "dfs.client.smarth.flush.backlog";
  public static final String FLUSH_BACKLOG_DEFAULT = "5s";
  private static final String FLUSH_BACKLOG_MIN = "100ms";
  private static final String FLUSH_BACKLOG_MAX = "1h";

  /** How often new measurements are told to the namenodes. */
  public static final String SPEED_REPORT_INTERVAL_KEY =
      "dfs.client.smarth.speed.report.interval";
  public static final String SPEED_REPORT_INTERVAL_DEFAULT = "3s";
  private static final String SPEED_REPORT_INTERVAL_MIN = "100ms";
  private static final String SPEED_REPORT_INTERVAL_MAX = "1h";

  /**
   * The share of blocks that go to the fastest of their datanodes first; the
   * others try another one (paper, Algorithm 2).
   */
  public static final String FIRST_NODE_THRESHOLD_KEY =
      "dfs.client.smarth.first.node.threshold";
  public static final double FIRST_NODE_THRESHOLD_DEFAULT = 0.8;
  private static final double FIRST_NODE_THRESHOLD_MIN = 0.5;
  private static final double FIRST_NODE_THRESHOLD_MAX = 1;

  /**
   * Whether the first datanode that lets the writer go on may be on the
   * writer's host. false: such a block is written as in stock.
   */
  public static final String FIRST_NODE_LOCAL_KEY =
      "dfs.client.smarth.first.node.local";
  public static final boolean FIRST_NODE_LOCAL_DEFAULT = true;

  private final boolean enabled;
  private final PipelineMode pipelinesMode;
  private final int pipelinesMax;
  private final long retainedMemory;
  private final long spillMax;
  private final List<String> spillDirs;
  private final double spillFreeFraction;
  private final long flushBacklog;
  private final long speedReportInterval;
  private final double firstNodeThreshold;
  private final boolean firstNodeLocal;

  /**
   * @param conf the client's configuration
   * @param maxHeap the most heap this process may use, in bytes
   * @param containerDirs local directories, separated by commas, that YARN has
   *     given this process; null if it is no container
   * @throws HadoopIllegalArgumentException naming the key, its value and its
   *     range if a value is wrong
   */
  public SmarthClientConf(Configuration conf, long maxHeap,
      String containerDirs) {
    enabled = RangedConf.getBoolean(conf, ENABLED_KEY, ENABLED_DEFAULT);
    pipelinesMode = RangedConf.getEnum(conf, PIPELINES_MODE_KEY,
        PIPELINES_MODE_DEFAULT, PipelineMode.class);
    pipelinesMax = RangedConf.getInt(conf, PIPELINES_MAX_KEY,
        PIPELINES_MAX_DEFAULT, 0, PIPELINES_MAX_LIMIT);
    long memory = RangedConf.getBytes(conf, RETAINED_MEMORY_KEY,
        RETAINED_MEMORY_DEFAULT, RETAINED_MEMORY_MIN, RETAINED_MEMORY_MAX,
        true);
    retainedMemory = memory > 0 ? memory
        : Math.max(RETAINED_MEMORY_MIN,
            Math.min(maxHeap / RETAINED_MEMORY_AUTOMATIC_PART,
                RETAINED_MEMORY_AUTOMATIC_MAX));
    spillMax = RangedConf.getBytes(conf, SPILL_MAX_KEY, SPILL_MAX_DEFAULT,
        SPILL_MAX_MIN, SPILL_MAX_MAX, true);
    spillDirs = spillDirs(conf, containerDirs);
    spillFreeFraction = RangedConf.getDouble(conf, SPILL_FREE_FRACTION_KEY,
        SPILL_FREE_FRACTION_DEFAULT, 0, 1);
    flushBacklog = RangedConf.getMillis(conf, FLUSH_BACKLOG_KEY,
        FLUSH_BACKLOG_DEFAULT, FLUSH_BACKLOG_MIN, FLUSH_BACKLOG_MAX);
    speedReportInterval = RangedConf.getMillis(conf,
        SPEED_REPORT_INTERVAL_KEY, SPEED_REPORT_INTERVAL_DEFAULT,
        SPEED_REPORT_INTERVAL_MIN, SPEED_REPORT_INTERVAL_MAX);
    firstNodeThreshold = RangedConf.getDouble(conf, FIRST_NODE_THRESHOLD_KEY,
        FIRST_NODE_THRESHOLD_DEFAULT, FIRST_NODE_THRESHOLD_MIN,
        FIRST_NODE_THRESHOLD_MAX);
    firstNodeLocal = RangedConf.getBoolean(conf, FIRST_NODE_LOCAL_KEY,
        FIRST_NODE_LOCAL_DEFAULT);
  }

  private static List<String> spillDirs(Configuration conf,
      String containerDirs) {
    String raw = conf.getRaw(SPILL_DIR_KEY);
    if (raw != null && !raw.trim().equals(SPILL_DIR_DEFAULT)) {
      Collection<String> chosen = conf.getTrimmedStringCollection(SPILL_DIR_KEY);
      if (chosen.isEmpty() || chosen.contains("")) {
        throw new HadoopIllegalArgumentException(SPILL_DIR_KEY + " = " + raw
            + ": must be the path of a local directory, or several, separated"
            + " by commas");
      }
      return new ArrayList<>(chosen);
    }
    List<String> directories = new ArrayList<>();
    for (String parent
        : StringUtils.getTrimmedStringCollection(containerDirs)) {
      directories.add(parent + "/smarth");
    }
    if (directories.isEmpty()) {
      directories.add(defaultSpillDir(conf));
    }
    return directories;
  }

  private static String defaultSpillDir(Configuration conf) {
    String directory = conf.getTrimmed(SPILL_DIR_KEY, SPILL_DIR_DEFAULT);
    if (!directory.equals(SPILL_DIR_DEFAULT)) {
      return directory;
    }
    // Nobody has resolved it.
    String parent = conf.getTrimmed("hadoop.tmp.dir");
    return parent != null ? parent + "/smarth"
        : new File(System.getProperty("java.io.tmpdir"),
            "smarth-" + System.getProperty("user.name")).getPath();
  }

  /** @return whether new files are written through several pipelines. */
  public boolean isEnabled() {
    return enabled;
  }

  /** @return how many pipelines a file has at once. */
  public PipelineMode getPipelinesMode() {
    return pipelinesMode;
  }

  /** @return the most pipelines of a file at once; 0: by the cluster's size. */
  public int getPipelinesMax() {
    return pipelinesMax;
  }

  /** @return the memory for unacknowledged packets of all files, in bytes. */
  public long getRetainedMemory() {
    return retainedMemory;
  }

  /** @return the disk space for packets, in bytes; 0: none. */
  public long getSpillMax() {
    return spillMax;
  }

  /** @return the paths of the directories where that is, at least one. */
  public List<String> getSpillDirs() {
    return spillDirs;
  }

  /** @return the share of each of their disks that stays free, 0 to 1. */
  public double getSpillFreeFraction() {
    return spillFreeFraction;
  }

  /** @return how long a flush may wait for what is on its way, in ms. */
  public long getFlushBacklog() {
    return flushBacklog;
  }

  /** @return how often the namenodes are told of speeds, in milliseconds. */
  public long getSpeedReportInterval() {
    return speedReportInterval;
  }

  /** @return whether a datanode on the writer's host may let it go on. */
  public boolean isFirstNodeLocal() {
    return firstNodeLocal;
  }

  /** @return the share of blocks whose datanodes are not reshuffled. */
  public double getFirstNodeThreshold() {
    return firstNodeThreshold;
  }

  /** How many pipelines a file has at once, and which datanodes they share. */
  public enum PipelineMode {
    /** As many as bring something; they share datanodes where that helps. */
    AUTO,
    /** Live datanodes / replication, on datanodes of their own. */
    PAPER
  }
}
