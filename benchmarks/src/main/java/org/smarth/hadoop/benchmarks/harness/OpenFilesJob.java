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
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Opens many files, writes and flushes a part of each, and leaves them alone: what heap and threads
 * they keep, beyond those of before. Then all are closed.
 *
 * @param bytes of each file
 * @param idleMillis for how long they are left alone before it is looked at what they keep
 */
public record OpenFilesJob(int files, int bytes, long idleMillis) implements ClientJob {
  private static final Path DIR = new Path("/open-files");

  /** What this JVM has, after a collection. */
  private record Kept(long heapBytes, int threads) {
    static Kept now() {
      System.gc();
      return new Kept(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
          ManagementFactory.getThreadMXBean().getThreadCount());
    }
  }

  @Override
  public Metrics run(ClientContext context, DistributedFileSystem fs) throws Exception {
    Metrics result = new Metrics();
    context.awaitDataNodes(fs);
    byte[] part = new byte[bytes];
    // Classes, connections and the lease's thread are not what is asked for.
    open(fs, "warm-up", part).close();
    context.pauseAt(ClientJob.READY);
    Kept before = Kept.now();
    context.events().stage("opening files");
    long start = System.nanoTime();
    List<FSDataOutputStream> open = new ArrayList<>();
    for (int i = 0; i < files; i++) {
      open.add(open(fs, Integer.toString(i), part));
      context.events().bytes((i + 1L) * bytes);
    }
    result.put("openSeconds", (System.nanoTime() - start) / 1e9);
    context.events().stage("doing nothing");
    // To be left alone is what is done to them.
    Thread.sleep(idleMillis);
    Kept after = Kept.now();
    result.put("keptHeapKib", (after.heapBytes - before.heapBytes) / 1024.0)
        .put("keptThreads", after.threads - before.threads).put("files", files);
    context.events().stage("closing files");
    for (OutputStream out : open) {
      out.close();
    }
    context.pauseAt(ClientJob.DONE);
    check(fs);
    return result;
  }

  private static FSDataOutputStream open(FileSystem fs, String name, byte[] part)
      throws IOException {
    FSDataOutputStream out = fs.create(new Path(DIR, name));
    out.write(part);
    out.hflush();
    return out;
  }

  private void check(FileSystem fs) throws IOException {
    for (int i = 0; i < files; i++) {
      long length = fs.getFileStatus(new Path(DIR, Integer.toString(i))).getLen();
      if (length != bytes) {
        throw new Failure("file " + i + " has " + length + " bytes of " + bytes);
      }
    }
  }
}
