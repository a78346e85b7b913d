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

package org.smarth.hadoop.benchmarks.soak;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.apache.commons.io.input.BoundedInputStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.ipc.RemoteException;

import org.smarth.hadoop.benchmarks.harness.Await;
import org.smarth.hadoop.benchmarks.harness.Failure;
import org.smarth.hadoop.benchmarks.harness.LoopbackHosts;
import org.smarth.hadoop.benchmarks.harness.ReplicaCheck.Block;
import org.smarth.hadoop.benchmarks.harness.ReplicaCheck;

/** What must hold of one file once all daemons are back: through a client, and on their disks. */
final class FileCheck {
  /** A lease recovery that fails is tried again after 30 heartbeats. */
  private static final Duration RECOVERY_LIMIT = Duration.ofSeconds(90);
  private static final Duration HEALING_LIMIT = Duration.ofSeconds(60);

  private final DistributedFileSystem fs;
  private final ReplicaCheck replicas;
  private final WriteOutcome outcome;
  private final boolean damaged;
  private final Findings findings;
  private final Path path;
  private String unhealed = "";

  /**
   * @param fs of a client that has not written
   * @param damaged whether a packet of some file was damaged on its way
   */
  FileCheck(DistributedFileSystem fs, SoakSettings settings, WriteOutcome outcome,
      boolean damaged, Findings findings) {
    this.fs = fs;
    this.replicas = new ReplicaCheck(settings.spec());
    this.outcome = outcome;
    this.damaged = damaged;
    this.findings = findings;
    this.path = new Path(outcome.plan().name());
  }

  void run() throws IOException, InterruptedException {
    if (!outcome.closed() && !recovered()) {
      return;
    }
    byte[] written = outcome.plan().bytes();
    if (damaged && !outcome.closed()) {
      // As in stock only a pipeline's last datanode verifies, and nobody sends the packet again.
      long lastBlock = Math.max(0, length() - 1) / SoakSettings.BLOCK * SoakSettings.BLOCK;
      readBack(written, Math.max(outcome.acknowledged(), lastBlock));
      return;
    }
    boolean healed = holds("no healing: ", this::heals);
    readBack(written, Long.MAX_VALUE);
    if (healed) {
      verifyReplicas(written);
    }
  }

  private boolean recovered() throws IOException, InterruptedException {
    if (!fs.exists(path)) {
      if (outcome.acknowledged() > 0) {
        findings.lost(path + " does not exist, " + outcome.acknowledged() + " acknowledged");
      }
      return false;
    }
    return holds("no lease recovery: ", () -> Await.until(path + " to be closed",
        RECOVERY_LIMIT, this::isClosed));
  }

  private boolean isClosed() throws IOException {
    try {
      return fs.recoverLease(path);
    } catch (RemoteException e) {
      // Blocks before the last one that wait for their replicas.
      unhealed = e.getMessage().lines().findFirst().orElse("");
      return false;
    }
  }

  /** What is to happen in time. */
  private interface Step {
    void run() throws IOException, InterruptedException;
  }

  private boolean holds(String otherwise, Step step) throws IOException, InterruptedException {
    try {
      step.run();
      return true;
    } catch (Failure e) {
      findings.lost(otherwise + e.getMessage() + "; " + unhealed);
      return false;
    }
  }

  private void heals() throws IOException, InterruptedException {
    long start = System.nanoTime();
    Await.until(path + " to have " + SoakSettings.REPLICATION + " finalized replicas of each block",
        HEALING_LIMIT, this::isHealed);
    findings.healed(Duration.ofNanos(System.nanoTime() - start));
  }

  private boolean isHealed() throws IOException {
    List<List<String>> metas = new ArrayList<>();
    for (LocatedBlock located : located().getLocatedBlocks()) {
      DatanodeInfo[] nodes = located.getLocations();
      if (nodes.length != SoakSettings.REPLICATION || located.isCorrupt()) {
        unhealed = located + " has " + nodes.length + " locations";
        return false;
      }
      if (metas.isEmpty()) {
        metas.addAll(finalized());
      }
      for (DatanodeInfo node : nodes) {
        if (!metas.get(LoopbackHosts.node(node.getIpAddr()))
            .contains(Block.of(located).metaName())) {
          unhealed = located + " is not finalized at " + node;
          return false;
        }
      }
    }
    return true;
  }

  /** The names of the checksum files of each DataNode; those that vanish may be left out. */
  private List<List<String>> finalized() throws IOException {
    List<List<String>> all = new ArrayList<>(List.of(List.of()));
    for (int node = 1; node <= SoakSettings.DATA_NODES; node++) {
      try {
        all.add(replicas.finalizedAt(node).stream().map(f -> f.toFile().getName()).toList());
      } catch (NoSuchFileException e) {
        all.add(List.of());
      }
    }
    return all;
  }

  private LocatedBlocks located() throws IOException {
    return fs.getClient().getLocatedBlocks(path.toString(), 0, Long.MAX_VALUE);
  }

  private long length() throws IOException {
    return fs.getFileStatus(path).getLen();
  }

  /** @param most bytes that are looked at */
  private void readBack(byte[] written, long most) throws IOException {
    long length = Math.min(most, length());
    try (FSDataInputStream in = fs.open(path)) {
      ContentCheck.Result result = ContentCheck.compare(new BoundedInputStream(in, most), length,
          written, outcome.acknowledged());
      findings.compared(result.compared());
      if (result.problem() != null) {
        findings.lost(path + " " + result.problem());
      }
    }
  }

  /** All finalized replicas of the current generation stamp, also those that are too many. */
  private void verifyReplicas(byte[] written) throws IOException {
    List<LocatedBlock> blocks = located().getLocatedBlocks();
    for (int node = 1; node <= SoakSettings.DATA_NODES; node++) {
      List<java.nio.file.Path> metas;
      try {
        metas = replicas.finalizedAt(node);
      } catch (NoSuchFileException e) {
        continue;
      }
      for (LocatedBlock located : blocks) {
        Block block = Block.of(located);
        for (java.nio.file.Path meta : metas) {
          if (meta.toFile().getName().equals(block.metaName())) {
            verify(block, meta, written);
          }
        }
      }
    }
  }

  private void verify(Block block, java.nio.file.Path meta, byte[] written) throws IOException {
    int from = (int) Math.min(block.offset(), written.length);
    int length = (int) Math.min(block.length(), written.length - from);
    try (InputStream expected = new ByteArrayInputStream(written, from, length)) {
      replicas.verify(block, meta, expected);
      findings.compared(block.length());
    } catch (NoSuchFileException | FileNotFoundException e) {
      // One replica too many, and gone.
      findings.compared(0);
    } catch (Failure e) {
      findings.lost(e.getMessage());
    }
  }
}
