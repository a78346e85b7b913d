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

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.Random;

import org.apache.commons.io.IOUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.util.ToolRunner;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Rule;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

/** Commands of the shell, run in this JVM on a cluster with a directory /to. */
public abstract class CopyTestCase {
  static final int BLOCK = 1 << 20;
  private static MiniDFSCluster cluster;
  private static DistributedFileSystem fs;

  @Rule
  public final Timeout timeout = Timeout.seconds(120);
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
  private final ByteArrayOutputStream output = new ByteArrayOutputStream();
  private final PrintStream stderr = System.err;
  private final PrintStream stdout = System.out;

  @BeforeClass
  public static void startCluster() throws IOException {
    Configuration conf = new HdfsConfiguration();
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, BLOCK);
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(3).build();
    fs = cluster.getFileSystem();
  }

  @AfterClass
  public static void stopCluster() {
    cluster.shutdown();
  }

  @Before
  public void begin() throws IOException {
    System.setErr(new PrintStream(errors, true, "UTF-8"));
    System.setOut(new PrintStream(output, true, "UTF-8"));
    fs.delete(new Path("/to"), true);
    fs.mkdirs(new Path("/to"));
  }

  @After
  public void end() {
    System.setErr(stderr);
    System.setOut(stdout);
  }

  static int run(Configuration conf, String... args) throws Exception {
    return ToolRunner.run(conf, new FsShell(), args);
  }

  static int run(String... args) throws Exception {
    return run(new Configuration(fs.getConf()), args);
  }

  static DistributedFileSystem fs() {
    return fs;
  }

  /** @return what came to standard error. */
  String errors() {
    return errors.toString();
  }

  /** @return what came to standard output. */
  String output() {
    return output.toString();
  }

  void forgetErrors() {
    errors.reset();
  }

  void forgetOutput() {
    output.reset();
  }

  /** @return what is written there, in each file something else. */
  static byte[] write(File file, int bytes) throws IOException {
    byte[] content = new byte[bytes];
    new Random(file.hashCode()).nextBytes(content);
    Files.write(file.toPath(), content);
    return content;
  }

  /** @return the content of a file in HDFS. */
  static byte[] read(Path path) throws IOException {
    try (InputStream in = fs.open(path)) {
      return IOUtils.toByteArray(in);
    }
  }
}
