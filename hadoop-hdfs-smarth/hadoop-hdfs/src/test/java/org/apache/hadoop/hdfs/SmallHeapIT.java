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
package org.apache.hadoop.hdfs;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf;
import org.apache.hadoop.hdfs.smarth.client.retention.RetentionBudget;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** A writer in a JVM whose heap is half full, as that of a task that sorts. */
public class SmallHeapIT {
  /** Of a task, unless configured otherwise (mapred.child.java.opts). */
  private static final int HEAP_MB = 200;
  private static final int BLOCK_MB = 32;
  private static final int BLOCKS = 9;
  private static final String FULL = "memory is full";
  private static final String WRITTEN = "all is written";
  private static final String DONE = "done";

  @Rule
  public final Timeout timeout = new Timeout(240, TimeUnit.SECONDS);
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  private final Path path = new Path("/file");
  private SmarthCluster cluster;
  private Process child;

  @Before
  public void start() throws IOException {
    cluster = new SmarthCluster(9);
  }

  @After
  public void stop() throws IOException {
    if (child != null) {
      child.destroyForcibly();
    }
    cluster.close();
  }

  /** The child: the file system, the directory for packets, a path. */
  public static void main(String[] args) throws Exception {
    byte[] sorting = new byte[HEAP_MB / 2 << 20];
    Configuration conf = new HdfsConfiguration();
    conf.set(FileSystem.FS_DEFAULT_NAME_KEY, args[0]);
    conf.set(SmarthClientConf.SPILL_DIR_KEY, args[1]);
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, (long) BLOCK_MB << 20);
    conf.set(SmarthClientConf.PIPELINES_MODE_KEY, "paper");
    conf.setInt(SmarthClientConf.PIPELINES_MAX_KEY, BLOCKS);
    long quarter = Runtime.getRuntime().maxMemory() / 4;
    byte[] some = new byte[1 << 20];
    boolean told = false;
    try (FileSystem fs = FileSystem.newInstance(conf);
        FSDataOutputStream out = fs.create(new Path(args[2]))) {
      RetentionBudget budget =
          ((DistributedFileSystem) fs).getClient().smarth.getBudget();
      for (int i = 0; i < BLOCK_MB * BLOCKS; i++) {
        Arrays.fill(some, (byte) i);
        out.write(some);
        if (!told && budget.getPeak() > quarter - some.length) {
          told = true;
          System.out.println(FULL);
        }
      }
      System.out.println(WRITTEN);
    }
    System.out.println(DONE + " " + sorting.length);
  }

  private BufferedReader runChild() throws IOException {
    List<String> command = new ArrayList<>(Arrays.asList(
        new File(System.getProperty("java.home"), "bin/java").getPath(),
        "-Xmx" + HEAP_MB + "m", "-XX:+ExitOnOutOfMemoryError",
        "-Djava.net.preferIPv4Stack=true"));
    String collector = System.getProperty("smarth.small.heap.collector");
    if (collector != null) {
      command.add("-XX:+Use" + collector + "GC");
    }
    command.addAll(Arrays.asList("-cp", System.getProperty("java.class.path"),
        SmallHeapIT.class.getName(), cluster.getFs().getUri().toString(),
        folder.getRoot().getPath(), path.toString()));
    child = new ProcessBuilder(command).redirectErrorStream(true).start();
    return new BufferedReader(new InputStreamReader(child.getInputStream(),
        StandardCharsets.UTF_8));
  }

  @Test
  public void whoSortsInHalfOfTheHeapWritesInWhatIsLeft() throws Exception {
    List<String> said = new ArrayList<>();
    StalledMirror stalled = new StalledMirror();
    try (BufferedReader out = runChild()) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        said.add(line);
        // If memory is never full, nobody is to hang for it.
        if (line.equals(FULL) || line.equals(WRITTEN)) {
          stalled.close();
        }
      }
    } finally {
      stalled.close();
    }
    assertThat(child.waitFor()).as("%s", said).isZero();
    assertThat(said).containsSubsequence(FULL, WRITTEN)
        .anyMatch(line -> line.startsWith(DONE));
    assertThat(cluster.getFs().getFileStatus(path).getLen())
        .isEqualTo((long) BLOCK_MB * BLOCKS << 20);
    try (FSDataInputStream in = cluster.getFs().open(path)) {
      for (int i = 0; i < BLOCK_MB * BLOCKS; i++) {
        byte[] read = new byte[1];
        in.readFully((long) i << 20, read);
        assertThat(read[0]).as("megabyte %s", i).isEqualTo((byte) i);
      }
    }
  }
}
