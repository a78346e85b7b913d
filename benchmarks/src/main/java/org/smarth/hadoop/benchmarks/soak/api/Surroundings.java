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

package org.smarth.hadoop.benchmarks.soak.api;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.apache.commons.io.IOUtils;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;

import org.smarth.hadoop.benchmarks.harness.Await;
import org.smarth.hadoop.benchmarks.harness.Failure;
import org.smarth.hadoop.benchmarks.soak.EmbeddedSoakCluster;
import org.smarth.hadoop.benchmarks.soak.SoakCluster;

/** What others do to a file while it is written, and what happens to the cluster. Thread-safe. */
final class Surroundings implements AutoCloseable {
  private static final Duration READY = Duration.ofSeconds(60);
  private static final Duration RECOVERY = Duration.ofSeconds(90);
  private static final Duration REPLICATION = Duration.ofSeconds(15);
  private static final Duration HEALING = Duration.ofSeconds(60);
  /** dfs.datanode.max.transfer.threads. */
  private static final int CONNECTIONS = 4096;

  private final EmbeddedSoakCluster cluster;
  private final Program program;
  private final DistributedFileSystem fs;
  private final Path dir;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "stall-end");
        thread.setDaemon(true);
        return thread;
      });
  /** Guarded by this. */
  private final Set<Integer> down = new TreeSet<>();
  private final List<SoakCluster.Stall> stalls = new ArrayList<>();
  /** Null once it is deleted. Guarded by this. */
  private Path file;
  private int renames;

  Surroundings(EmbeddedSoakCluster cluster, Configuration conf, Program program, Path dir)
      throws IOException {
    this.cluster = cluster;
    this.program = program;
    this.fs = (DistributedFileSystem) FileSystem.newInstance(conf);
    this.dir = dir;
    this.file = new Path(dir, "file");
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
    fs.setQuota(dir, HdfsConstants.QUOTA_DONT_SET, (long) blocks * program.options().blockBytes()
        * program.options().replication());
  }

  void noQuota() throws IOException {
    fs.setQuota(dir, HdfsConstants.QUOTA_RESET, HdfsConstants.QUOTA_RESET);
  }

  void setReplication(int replication) throws IOException {
    fs.setReplication(existing(), (short) replication);
  }

  /** Returns when the file is closed. */
  void recoverLease() throws IOException, InterruptedException, Failure {
    Path now = existing();
    Await.until(now + " to be closed by recovery of its lease", RECOVERY,
        () -> fs.isFileClosed(now) || fs.recoverLease(now));
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
  String awaitReplicas() throws IOException, InterruptedException, Failure {
    FileStatus status = fs.getFileStatus(existing());
    int wanted = Math.min(status.getReplication(), program.dataNodes());
    Duration limit = program.hasFaults() ? HEALING : REPLICATION;
    boolean all = Await.holdsWithin(limit, () -> Arrays.stream(replicas(status))
        .allMatch(r -> r == wanted));
    return all ? Outcome.OK : wanted + " replicas wanted, there are "
        + Arrays.toString(replicas(status));
  }

  private int[] replicas(FileStatus status) throws IOException {
    BlockLocation[] blocks = fs.getFileBlockLocations(status, 0, status.getLen());
    int[] replicas = new int[blocks.length];
    for (int i = 0; i < blocks.length; i++) {
      replicas[i] = blocks[i].getHosts().length;
    }
    return replicas;
  }

  synchronized void kill(int node) {
    if (down.add(node)) {
      cluster.stopDataNode(node);
    }
  }

  synchronized void restart(int node) throws IOException, InterruptedException, Failure {
    if (down.remove(node)) {
      cluster.startDataNode(node);
    }
  }

  synchronized void limit(int node, boolean refused) {
    cluster.limitConnections(node, refused ? 0 : CONNECTIONS);
  }

  synchronized void stall(int millis) {
    SoakCluster.Stall stall = cluster.stall(1);
    stalls.add(stall);
    timer.schedule(() -> {
      stall.close();
      return null;
    }, millis, TimeUnit.MILLISECONDS);
  }

  /** All is well again. */
  synchronized void heal() throws IOException, InterruptedException, Failure {
    for (SoakCluster.Stall stall : stalls) {
      stall.close();
    }
    cluster.clearFaults();
    for (int node = 1; node <= program.dataNodes(); node++) {
      restart(node);
      limit(node, false);
    }
    awaitDataNodes(fs, program.dataNodes());
  }

  static void awaitDataNodes(DistributedFileSystem fs, int dataNodes)
      throws IOException, InterruptedException, Failure {
    Await.until("all DataNodes to serve", READY,
        () -> Arrays.stream(fs.getDataNodeStats(DatanodeReportType.LIVE))
            .filter(d -> d.getCapacity() > 0).count() == dataNodes);
  }

  @Override
  public void close() throws IOException {
    timer.shutdownNow();
    noQuota();
    fs.delete(dir, true);
    fs.close();
  }
}
