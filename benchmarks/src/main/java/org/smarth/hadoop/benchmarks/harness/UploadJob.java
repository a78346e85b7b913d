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

package org.smarth.hadoop.benchmarks.harness;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.util.ToolRunner;

/**
 * The client's side of one run: `hdfs dfs -put` with its own code, timed, then everything about
 * the uploaded file is checked.
 *
 * @param destination where put writes to: a path of HDFS, or the URI of such a path in a file
 *     system that writes there
 * @param setReplication whether put writes fewer replicas, and the others are made later
 */
public record UploadJob(String destination, boolean setReplication) implements ClientJob {
  private static final Duration REPORT_LIMIT = Duration.ofSeconds(30);
  private static final Duration DELETE_LIMIT = Duration.ofMinutes(2);
  private static final Duration REPLICATION_LIMIT = Duration.ofHours(2);
  private static final int BUFFER = 256 * 1024;

  @Override
  public Metrics run(ClientContext context, DistributedFileSystem fs) throws Exception {
    UploadSpec spec = context.spec();
    ReplicaCheck check = new ReplicaCheck(spec);
    context.awaitDataNodes(fs);
    deleteEarlier(context, fs, check);
    context.pauseAt(ClientJob.READY);
    Upload upload = upload(context, fs);
    List<ReplicaCheck.Block> blocks = blocks(fs);
    Map<ReplicaCheck.Block, List<java.nio.file.Path>> replicas = check.locate(blocks);
    context.pauseAt(ClientJob.DONE);
    ReadBack read = ReadBack.of(context, fs, target());
    // The reports may reach the NameNode a moment after the upload returned.
    awaitReplicas(fs, spec.replication(), REPORT_LIMIT);
    int verified = verify(context, check, replicas);
    return Json.convert(new UploadResult(upload.startMillis, upload.seconds, upload.putSeconds,
        Files.size(spec.file()), blocks.size(), verified, read.firstByteSeconds(), read.seconds(),
        upload.cpuSeconds), Metrics.class);
  }

  private String target() {
    return new Path(destination).toUri().getPath();
  }

  /** The part that is timed, as {@link UploadResult} tells it. */
  private record Upload(long startMillis, double seconds, double putSeconds, double cpuSeconds) {
  }

  private Upload upload(ClientContext context, DistributedFileSystem fs) throws Exception {
    double cpu = context.commands().usage().cpuSeconds();
    long startMillis = System.currentTimeMillis();
    long start = System.nanoTime();
    shell(context, "uploading", "-put", context.spec().file().toString(), destination);
    double putSeconds = secondsSince(start);
    if (setReplication) {
      int replication = context.spec().replication();
      shell(context, "replicating", "-setrep", Integer.toString(replication), target());
      awaitReplicas(fs, replication, REPLICATION_LIMIT);
    }
    return new Upload(startMillis, secondsSince(start), putSeconds,
        context.commands().usage().cpuSeconds() - cpu);
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  /** What an upload before this one left would take room, and its removal time. */
  private void deleteEarlier(ClientContext context, DistributedFileSystem fs, ReplicaCheck check)
      throws Exception {
    if (fs.delete(new Path(target()), false)) {
      context.events().stage("deleting the last upload");
      Await.until("the DataNodes to delete the last upload", DELETE_LIMIT, () -> {
        for (int node = 1; node <= context.spec().racks().dataNodes(); node++) {
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

  private static void shell(ClientContext context, String stage, String... args) throws Exception {
    context.events().stage(stage);
    try (UploadWatch watch = new UploadWatch(context.events(), context.conf())) {
      watch.start();
      int status = ToolRunner.run(new FsShell(context.conf()), args);
      if (status != 0) {
        throw new Failure("hdfs dfs " + args[0] + " ended with status " + status);
      }
    }
  }

  private List<ReplicaCheck.Block> blocks(DistributedFileSystem fs) throws IOException {
    return located(fs).stream().map(ReplicaCheck.Block::of).toList();
  }

  private List<LocatedBlock> located(DistributedFileSystem fs) throws IOException {
    return fs.getClient().getLocatedBlocks(target(), 0, Long.MAX_VALUE).getLocatedBlocks();
  }

  private void awaitReplicas(DistributedFileSystem fs, int replication, Duration limit)
      throws Exception {
    Await.until("the NameNode to know " + replication + " replicas of every block", limit,
        () -> located(fs).stream().allMatch(b -> b.getLocations().length == replication));
  }

  private static int verify(ClientContext context, ReplicaCheck check,
      Map<ReplicaCheck.Block, List<java.nio.file.Path>> all) throws IOException {
    UploadSpec spec = context.spec();
    context.events().stage("checking replicas");
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
        context.events().bytes(done / spec.replication());
      }
    }
    return verified;
  }
}
