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

package org.apache.hadoop.fs.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

/**
 * put -resume of a file, killed amid blocks that a seed chooses, and gone on
 * with. The system property smarth.kills is how often, smarth.seed the seed.
 */
public class KilledCopyIT {
  private static final int BLOCK = 1 << 20;
  private static final int BLOCKS = 40;
  private static final int KILLS = Integer.getInteger("smarth.kills", 4);
  private static final long SEED = Long.getLong("smarth.seed", 1);
  /** The most pipelines of the file. */
  private static final int PIPELINES = 3;
  /** About as long as a block takes here. */
  private static final int SPAN_MICROS = 20_000;
  private static final Pattern GOES_ON =
      Pattern.compile("goes on after ([0-9]+) bytes");

  @Rule
  public final Timeout timeout = Timeout.seconds(60 + 60L * KILLS);
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  private final Random random = new Random(SEED);
  private MiniDFSCluster cluster;
  private DistributedFileSystem fs;

  @Before
  public void setUp() throws IOException {
    HdfsConfiguration conf = new HdfsConfiguration();
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, BLOCK);
    cluster =
        new MiniDFSCluster.Builder(conf).numDataNodes(6).build();
    fs = cluster.getFileSystem();
  }

  @After
  public void tearDown() {
    cluster.shutdown();
  }

  private ShellProcess put(File source) throws IOException {
    return new ShellProcess(folder.newFolder(), fs.getUri(),
        "-D", "dfs.replication=2", "-D", "dfs.blocksize=" + BLOCK,
        "-D", "dfs.client.smarth.pipelines.max=" + PIPELINES,
        "-put", "-resume", "-f", source.toString(), "/file");
  }

  private long blocks(String path) throws IOException {
    Path file = new Path(path);
    return fs.exists(file) ? fs.getClient().getLocatedBlocks(path, 0,
        Long.MAX_VALUE).getLocatedBlocks().size() : 0;
  }

  @Test
  public void whatWasKilledIsGoneOnWith() throws Exception {
    File source = folder.newFile("source");
    byte[] content = new byte[BLOCKS * BLOCK + BLOCK / 3];
    for (int kill = 0; kill < KILLS; kill++) {
      long begun;
      do {
        fs.delete(new Path("/file"), false);
        random.nextBytes(content);
        Files.write(source.toPath(), content);
        begun = kill(source);
      } while (begun == 0);
      try (ShellProcess again = put(source)) {
        assertThat(again.waitFor()).isZero();
        Matcher there = GOES_ON.matcher(again.errors());
        long kept = there.find() ? Long.parseLong(there.group(1)) / BLOCK : 0;
        System.out.println("kill " + kill + ": begun " + begun + ", kept "
            + kept + " blocks");
        assertThat(begun - kept).isBetween(0L, (long) PIPELINES);
      }
      assertSame(content);
    }
  }

  /**
   * Kills an upload a moment after a block has begun.
   *
   * @return how many blocks the namenode knew then; 0 if it was too late
   */
  private long kill(File source) throws Exception {
    int block = 1 + random.nextInt(BLOCKS);
    int micros = random.nextInt(SPAN_MICROS);
    try (ShellProcess first = put(source)) {
      while (first.isAlive() && blocks("/file._COPYING_") < block) {
        TimeUnit.MILLISECONDS.sleep(1);
      }
      TimeUnit.MICROSECONDS.sleep(micros);
      // By SIGKILL, if it has not ended.
      first.close();
      first.waitFor();
    }
    return blocks("/file._COPYING_");
  }

  private void assertSame(byte[] content) throws IOException {
    byte[] there = new byte[content.length];
    try (FSDataInputStream in = fs.open(new Path("/file"))) {
      in.readFully(there);
      assertThat(in.read()).isNegative();
    }
    assertThat(there).isEqualTo(content);
    assertThat(fs.listStatus(new Path("/"))).hasSize(1);
  }
}
