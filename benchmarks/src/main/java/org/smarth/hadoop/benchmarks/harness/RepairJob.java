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

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;

import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * Writes one file while DataNodes may die, and watches the NameNode from the file's close until it
 * knows all replicas of every block. A write that fails is a result like any other; bytes that
 * differ are none.
 *
 * @param limitMillis for how long all replicas are waited for
 */
public record RepairJob(String target, long limitMillis) implements ClientJob {
  /** How finely the driver can tell how much is written. */
  private static final int BUFFER = 256 * 1024;

  @Override
  public Metrics run(ClientContext context, DistributedFileSystem fs) throws Exception {
    context.awaitDataNodes(fs);
    context.pauseAt(ClientJob.READY);
    Metrics result = new Metrics().put("startMillis", System.currentTimeMillis());
    long start = System.nanoTime();
    // Says twice a second that this JVM lives: a close may take longer than the driver waits.
    try (UploadWatch watch = new UploadWatch(context.events(), context.conf())) {
      watch.start();
      boolean written = write(context, fs);
      result.put(written ? "seconds" : "failedAfterSeconds", secondsSince(start))
          .put("failed", written ? 0 : 1);
      if (written) {
        awaitReplicas(context, fs, result);
      }
    }
    context.pauseAt(ClientJob.DONE);
    if (result.get("failed") == 0) {
      result.put("readSeconds", ReadBack.of(context, fs, target).seconds());
    }
    return result;
  }

  /** Whether it succeeded; the cause is said if not. */
  private boolean write(ClientContext context, FileSystem fs) throws IOException {
    context.events().stage("uploading");
    try (InputStream in = Files.newInputStream(context.spec().file())) {
      copy(context, in, fs);
      return true;
    } catch (IOException | RuntimeException e) {
      e.printStackTrace();
      context.events().line("upload failed: " + e);
      return false;
    }
  }

  private void copy(ClientContext context, InputStream in, FileSystem fs) throws IOException {
    try (OutputStream out = fs.create(new Path(target))) {
      byte[] buffer = new byte[BUFFER];
      long written = 0;
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        out.write(buffer, 0, n);
        written += n;
        context.events().bytes(written);
      }
    }
  }

  private void awaitReplicas(ClientContext context, DistributedFileSystem fs, Metrics result)
      throws IOException, InterruptedException {
    long closed = System.nanoTime();
    context.events().stage("waiting for all replicas");
    List<LocatedBlock> blocks = located(fs);
    long shortAtClose = lacking(blocks, context.spec().replication());
    boolean repaired = Await.holdsWithin(Duration.ofMillis(limitMillis),
        () -> lacking(located(fs), context.spec().replication()) == 0);
    double seconds = secondsSince(closed);
    result.put("bytes", Files.size(context.spec().file())).put("blocks", blocks.size())
        .put("shortAtClose", shortAtClose).put("repaired", repaired ? 1 : 0)
        .put("repairSeconds", seconds);
    if (shortAtClose > 0) {
      result.put("repairSecondsIfShort", seconds);
    }
  }

  private List<LocatedBlock> located(DistributedFileSystem fs) throws IOException {
    return fs.getClient().getLocatedBlocks(target, 0, Long.MAX_VALUE).getLocatedBlocks();
  }

  /** How many blocks have fewer replicas that the NameNode knows to be final. */
  static long lacking(List<LocatedBlock> blocks, int replication) {
    return blocks.stream()
        .filter(b -> b.isCorrupt() || b.getLocations().length < replication).count();
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) / 1e9;
  }
}
