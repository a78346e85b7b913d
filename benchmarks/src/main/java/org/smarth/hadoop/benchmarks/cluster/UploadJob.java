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

package org.smarth.hadoop.benchmarks.cluster;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.util.ToolRunner;

/**
 * The client's side of one run: `hdfs dfs -put` with its own code, timed, then everything about
 * the uploaded file is checked.
 */
public final class UploadJob {
  private static final String TARGET = "/upload";
  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final Duration REPORT_LIMIT = Duration.ofSeconds(30);
  private static final Duration DELETE_LIMIT = Duration.ofMinutes(2);
  private static final int BUFFER = 256 * 1024;

  private final UploadSpec spec;
  private final Configuration conf;
  private final Events events;

  public UploadJob(UploadSpec spec, Configuration conf, Events events) {
    this.spec = spec;
    this.conf = conf;
    this.events = events;
  }

  /** Uploads, checks and reports; throws {@link Failure} for everything that is not as it must. */
  public void run() throws Exception {
    ReplicaCheck check = new ReplicaCheck(spec);
    try (DistributedFileSystem fs = (DistributedFileSystem) FileSystem.newInstance(conf)) {
      awaitDataNodes(fs);
      deleteEarlier(fs, check);
      long startMillis = System.currentTimeMillis();
      double seconds = put();
      List<ReplicaCheck.Block> blocks = blocks(fs);
      Map<ReplicaCheck.Block, List<java.nio.file.Path>> replicas = check.locate(blocks);
      awaitReports(fs);
      readBack(fs);
      int verified = verify(check, replicas);
      events.result(new UploadResult(startMillis, seconds, Files.size(spec.file()), blocks.size(),
          verified));
    }
  }

  private void awaitDataNodes(DistributedFileSystem fs) throws Exception {
    Await.until("the DataNodes to report to the NameNode", START_LIMIT, () -> {
      int ready = 0;
      for (DatanodeInfo node : fs.getDataNodeStats(DatanodeReportType.LIVE)) {
        ready += node.getCapacity() > 0 ? 1 : 0;
      }
      return ready == spec.racks().dataNodes();
    });
  }

  /** What an upload before this one left would take room, and its removal time. */
  private void deleteEarlier(DistributedFileSystem fs, ReplicaCheck check) throws Exception {
    if (fs.delete(new Path(TARGET), false)) {
      events.stage("deleting the last upload");
      Await.until("the DataNodes to delete the last upload", DELETE_LIMIT, () -> {
        for (int node = 1; node <= spec.racks().dataNodes(); node++) {
          if (hasReplicas(check, node)) {
            return false;
          }
        }
        return true;
      });
    }
  }

  private static boolean hasReplicas(ReplicaCheck check, int node) throws IOException {
    try {
      return !check.finalizedAt(node).isEmpty();
    } catch (NoSuchFileException e) {
      // Removed while it was being looked at.
      return true;
    }
  }

  private double put() throws Exception {
    events.stage("uploading");
    String[] args = {"-put", spec.file().toString(), TARGET};
    try (WrittenBytes written = new WrittenBytes(events)) {
      written.start();
      long start = System.nanoTime();
      int status = ToolRunner.run(new FsShell(conf), args);
      double seconds = (System.nanoTime() - start) / 1e9;
      if (status != 0) {
        throw new Failure("hdfs dfs -put ended with status " + status);
      }
      return seconds;
    }
  }

  private List<ReplicaCheck.Block> blocks(DistributedFileSystem fs) throws IOException {
    List<ReplicaCheck.Block> blocks = new ArrayList<>();
    for (LocatedBlock located : located(fs)) {
      ExtendedBlock b = located.getBlock();
      blocks.add(new ReplicaCheck.Block(b.getBlockId(), b.getGenerationStamp(),
          located.getStartOffset(), b.getNumBytes()));
    }
    return blocks;
  }

  private static List<LocatedBlock> located(DistributedFileSystem fs) throws IOException {
    return fs.getClient().getLocatedBlocks(TARGET, 0, Long.MAX_VALUE).getLocatedBlocks();
  }

  /** The DataNodes' reports may reach the NameNode a moment after the upload returned. */
  private void awaitReports(DistributedFileSystem fs) throws Exception {
    Await.until("the NameNode to know " + spec.replication() + " replicas of every block",
        REPORT_LIMIT, () -> located(fs).stream()
            .allMatch(b -> b.getLocations().length == spec.replication()));
  }

  private void readBack(DistributedFileSystem fs) throws IOException, Failure {
    events.stage("reading back");
    try (InputStream expected = Files.newInputStream(spec.file());
        InputStream actual = fs.open(new Path(TARGET))) {
      byte[] a = new byte[BUFFER];
      byte[] b = new byte[BUFFER];
      long at = 0;
      int n;
      do {
        n = expected.readNBytes(a, 0, BUFFER);
        if (actual.readNBytes(b, 0, BUFFER) != n
            || !ByteBuffer.wrap(a, 0, n).equals(ByteBuffer.wrap(b, 0, n))) {
          throw new Failure("the file read back differs within " + n + " bytes at " + at);
        }
        at += n;
        events.bytes(at);
      } while (n == BUFFER);
    }
  }

  private int verify(ReplicaCheck check, Map<ReplicaCheck.Block, List<java.nio.file.Path>> all)
      throws IOException, Failure {
    events.stage("checking replicas");
    int verified = 0;
    long done = 0;
    for (Map.Entry<ReplicaCheck.Block, List<java.nio.file.Path>> e : all.entrySet()) {
      for (java.nio.file.Path meta : e.getValue()) {
        try (SeekableByteChannel file = Files.newByteChannel(spec.file())) {
          file.position(e.getKey().offset());
          check.verify(e.getKey(), meta,
              new BufferedInputStream(Channels.newInputStream(file), BUFFER));
        }
        verified++;
        done += e.getKey().length();
        events.bytes(done / spec.replication());
      }
    }
    return verified;
  }
}
