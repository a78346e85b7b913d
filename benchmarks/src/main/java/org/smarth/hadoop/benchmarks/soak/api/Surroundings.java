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

package org.smarth.hadoop.benchmarks.soak.api;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.apache.commons.io.IOUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

import org.smarth.hadoop.benchmarks.harness.Await;
import org.smarth.hadoop.benchmarks.harness.Failure;
import org.smarth.hadoop.benchmarks.harness.LoopbackHosts;
import org.smarth.hadoop.benchmarks.soak.EmbeddedSoakCluster;
import org.smarth.hadoop.benchmarks.soak.SoakCluster;

/** What others do to a file while it is written, and what happens to the cluster. Thread-safe. */
final class Surroundings implements AutoCloseable {
  /**
   * Of a block: the NameNode orders the next when so many heartbeats of a DataNode were due since
   * the last, and a DataNode after the other is to lead them.
   */
  private static final int HEARTBEATS_PER_RECOVERY = 30;
  private static final int RECOVERIES = 3;
  /** Nothing more is copied if nothing was for so long. */
  private static final Duration REPLICATION = Duration.ofSeconds(12);

  private final EmbeddedSoakCluster cluster;
  private final Faults faults;
  private final Progress progress;
  private final Program program;
  private final DistributedFileSystem fs;
  private final Path dir;
  private final Duration recovery;
  /** Null once it is deleted. Guarded by this. */
  private Path file;
  private int renames;

  Surroundings(EmbeddedSoakCluster cluster, Configuration conf, Program program, Path dir)
      throws IOException {
    this.cluster = cluster;
    this.faults = new Faults(cluster, program.dataNodes());
    this.progress = new Progress(cluster.disks());
    this.program = program;
    this.fs = (DistributedFileSystem) FileSystem.newInstance(conf);
    this.dir = dir;
    this.recovery = Duration.ofSeconds(conf.getTimeDuration("dfs.heartbeat.interval", 3,
        TimeUnit.SECONDS) * HEARTBEATS_PER_RECOVERY * RECOVERIES);
    this.file = new Path(dir, "file");
  }

  Faults faults() {
    return faults;
  }

  Progress progress() {
    return progress;
  }

  /** Where the file is; null once it is deleted. */
  synchronized Path file() {
    return file;
  }

  private Path existing() throws FileNotFoundException {
    Path now = file();
    if (now == null) {
      throw new FileNotFoundException("deleted");
    }
    return now;
  }

  synchronized void rename() throws IOException {
    Path to = new Path(dir, "renamed-" + ++renames);
    if (!fs.rename(existing(), to)) {
      throw new IOException("not renamed");
    }
    file = to;
  }

  synchronized void delete() throws IOException {
    fs.delete(existing(), false);
    file = null;
  }

  void namespaceQuota(int names) throws IOException {
    fs.setQuota(dir, names, HdfsConstants.QUOTA_DONT_SET);
  }

  void spaceQuota(int blocks) throws IOException {
    fs.setQuota(dir, HdfsConstants.QUOTA_DONT_SET, space(blocks));
  }

  void typeQuota(int blocks) throws IOException {
    fs.setQuotaByStorageType(dir, StorageType.DISK, space(blocks));
  }

  private long space(int blocks) {
    return (long) blocks * program.options().blockBytes() * program.options().replication();
  }

  void noQuota() throws IOException {
    fs.setQuota(dir, HdfsConstants.QUOTA_RESET, HdfsConstants.QUOTA_RESET);
    fs.setQuotaByStorageType(dir, StorageType.DISK, HdfsConstants.QUOTA_RESET);
  }

  void setReplication(int replication) throws IOException {
    fs.setReplication(existing(), (short) replication);
  }

  /** Returns when the file is closed. */
  void recoverLease() throws IOException, InterruptedException {
    Path now = existing();
    Await.until(now + " to be closed by recovery of its lease", recovery, () -> recovers(now));
  }

  private boolean recovers(Path now) throws IOException {
    return fs.isFileClosed(now) || fs.recoverLease(now);
  }

  /**
   * The same once all is well again, but for what stock leaves unrecovered until DataNodes restart.
   *
   * @return whether they had to
   */
  boolean recoverLeaseAtLast() throws IOException, InterruptedException {
    Path now = existing();
    LocatedBlock last = fs.getClient().getLocatedBlocks(now.toString(), 0).getLastLocatedBlock();
    if (Await.holdsWithin(recovery, () -> recovers(now))) {
      return false;
    }
    if (last == null || !cluster.hasUncountedBytes(last.getBlock())) {
      throw new Failure("waited " + recovery.toSeconds() + " s in vain for " + last
          + " to be recovered");
    }
    faults.restartAll();
    SoakCluster.awaitDataNodes(fs, program.dataNodes());
    recoverLease();
    return true;
  }

  byte[] read() throws IOException {
    try (FSDataInputStream in = fs.open(existing())) {
      return IOUtils.toByteArray(in);
    }
  }

  /** Whether the NameNode has it as closed. */
  boolean isClosed() throws IOException {
    return fs.isFileClosed(existing());
  }

  long length() throws IOException {
    return fs.getFileStatus(existing()).getLen();
  }

  /** Waits for as many replicas as there can be; returns which blocks have others. */
  String awaitReplicas() throws IOException, InterruptedException {
    FileStatus status = fs.getFileStatus(existing());
    int wanted = Math.min(status.getReplication(), program.dataNodes());
    int[] now = replicas(status);
    int[] last;
    do {
      last = now;
      int[] before = last;
      // Some are never copied, on stock too: those of a block that every DataNode has a bad one of.
      Await.holdsWithin(REPLICATION, () -> isAll(replicas(status), wanted)
          || !Arrays.equals(replicas(status), before));
      now = replicas(status);
    } while (!isAll(now, wanted) && !Arrays.equals(now, last));
    return isAll(now, wanted) ? favored(status)
        : wanted + " replicas wanted, there are " + Arrays.toString(now);
  }

  private static boolean isAll(int[] replicas, int wanted) {
    return Arrays.stream(replicas).allMatch(r -> r == wanted);
  }

  /** Where only one outcome is right, or the few that stock has: whether favored nodes have it. */
  private String favored(FileStatus status) throws IOException {
    int favored = program.options().favored();
    if (favored == 0 || !program.isExact()) {
      return Outcome.OK;
    }
    List<String> names = IntStream.rangeClosed(1, favored)
        .mapToObj(n -> LoopbackHosts.ip(n) + ":" + cluster.dataNodeAddress(n).getPort()).toList();
    int beside = 0;
    for (BlockLocation block : fs.getFileBlockLocations(status, 0, status.getLen())) {
      beside += Arrays.asList(block.getNames()).containsAll(names) ? 0 : 1;
    }
    return beside == 0 ? Outcome.OK : "some blocks are not on all favored nodes";
  }

  private int[] replicas(FileStatus status) throws IOException {
    BlockLocation[] blocks = fs.getFileBlockLocations(status, 0, status.getLen());
    int[] replicas = new int[blocks.length];
    for (int i = 0; i < blocks.length; i++) {
      replicas[i] = blocks[i].getHosts().length;
    }
    return replicas;
  }

  /** All is well again. */
  void heal() throws IOException, InterruptedException {
    faults.heal();
    SoakCluster.awaitDataNodes(fs, program.dataNodes());
  }

  @Override
  public void close() throws IOException {
    faults.close();
    noQuota();
    fs.delete(dir, true);
    fs.close();
  }
}
