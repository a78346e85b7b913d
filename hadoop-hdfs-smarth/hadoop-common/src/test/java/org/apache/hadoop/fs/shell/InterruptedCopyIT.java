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
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import com.google.common.util.concurrent.Uninterruptibles;
import org.apache.commons.io.IOUtils;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileIds;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.util.Progressable;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

/** A command, in a process of its own, that is told to end while it copies. */
public class InterruptedCopyIT {
  /** 128 and the number of SIGTERM. */
  private static final int INTERRUPTED = 143;
  private static final int PART = 1 << 20;
  // So many that they are not all copied when the command hears of its end.
  private static final int FILES = 300;

  @Rule
  public final Timeout timeout = Timeout.seconds(180);
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  private MiniDFSCluster cluster;
  private FileSystem fs;
  private ShellProcess command;

  @Before
  public void setUp() throws IOException {
    Awaitility.setDefaultTimeout(60, TimeUnit.SECONDS);
    cluster = new MiniDFSCluster.Builder(new HdfsConfiguration())
        .numDataNodes(1).build();
    fs = cluster.getFileSystem();
  }

  @After
  public void tearDown() {
    Awaitility.reset();
    if (command != null) {
      command.close();
    }
    cluster.shutdown();
  }

  private void start(String... args) throws IOException {
    command = new ShellProcess(folder.newFolder(), fs.getUri(), args);
  }

  /** @return what the command said. */
  private String interrupt() throws Exception {
    // Does what Ctrl-C does, also below a shell that ignores SIGINT.
    command.kill("TERM");
    assertThat(command.waitFor()).isEqualTo(INTERRUPTED);
    return command.errors();
  }

  private boolean isThere(String path) throws IOException {
    return fs.exists(new Path(path));
  }

  @Test
  public void whatIsUnfinishedIsDeleted() throws Exception {
    File summary = new File(folder.getRoot(), "summary");
    start("-put", "-summary", summary.toString(), "-", "/file");
    OutputStream input = command.input();
    input.write(new byte[PART]);
    input.flush();
    await().until(() -> isThere("/file._COPYING_"));
    assertThat(interrupt()).endsWith("put: ended early; files copied: 0, "
        + "unfinished and deleted: 1, found and not begun: 0\n");
    assertThat(fs.listStatus(new Path("/"))).isEmpty();
    assertThat(summary).content().contains("\"endedEarly\" : true",
        "\"filesFound\" : 1", "\"bytesCopied\" : " + PART);
    assertThat(folder.getRoot().list()).noneMatch(n -> n.endsWith(".tmp"));
  }

  /** Its length is 0 as long as another one writes its first block. */
  @Test
  public void whatHasABlockIsNotEmpty() throws Exception {
    Path path = new Path("/file");
    try (FSDataOutputStream out = fs.create(path)) {
      assertThat(FileIds.isEmpty(fs, path)).isTrue();
      out.write(new byte[PART]);
      await().until(() -> !FileIds.isEmpty(fs, path));
      assertThat(fs.getFileStatus(path).getLen()).isZero();
    }
  }

  @Test
  public void whatIsCopiedStays() throws Exception {
    File source = folder.newFolder("source");
    for (int n = 0; n < FILES; n++) {
      Files.write(new File(source, Integer.toString(n)).toPath(),
          new byte[PART]);
    }
    start("-put", "-t", "3", source.toString(), "/to");
    await().until(() -> isThere("/to") && Arrays
        .stream(fs.listStatus(new Path("/to")))
        .anyMatch(file -> !file.getPath().getName().contains("COPYING")));
    String told = interrupt();
    FileStatus[] there = fs.listStatus(new Path("/to"));
    assertThat(there).allMatch(file -> file.getLen() == PART);
    assertThat(there).noneMatch(
        file -> file.getPath().getName().contains("COPYING"));
    assertThat(told).contains("files copied: " + there.length + ",");
  }

  private static void waitForTheEnd() throws IOException {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw (IOException) new InterruptedIOException().initCause(e);
    }
  }

  private void write(String path, String content) throws IOException {
    try (FSDataOutputStream out = fs.create(new Path(path))) {
      out.writeBytes(content);
    }
  }

  private String read(String path) throws IOException {
    try (FSDataInputStream in = fs.open(new Path(path))) {
      return IOUtils.toString(in, "US-ASCII");
    }
  }

  /** Writes a marker instead of files, and waits. */
  public static class NeverCreating extends DistributedFileSystem {
    @Override
    public FSDataOutputStream create(Path f, FsPermission permission,
        boolean overwrite, int bufferSize, short replication, long blockSize,
        Progressable progress) throws IOException {
      super.mkdirs(new Path("/marker"));
      waitForTheEnd();
      throw new IOException("never");
    }
  }

  /** The NameNode creates a file after it was asked to delete it. */
  public static class Late extends DistributedFileSystem {
    private volatile boolean asked;

    @Override
    public FSDataOutputStream create(Path f, FsPermission permission,
        boolean overwrite, int bufferSize, short replication, long blockSize,
        Progressable progress) throws IOException {
      super.mkdirs(new Path("/marker"));
      try {
        waitForTheEnd();
      } finally {
        asked = true;
      }
      throw new IOException("never");
    }

    @Override
    public boolean delete(Path f, boolean recursive) throws IOException {
      boolean deleted = super.delete(f, recursive);
      if (asked) {
        asked = false;
        super.create(f, FsPermission.getFileDefault(), true, 4096, (short) 1,
            PART, null);
      }
      return deleted;
    }
  }

  @Test
  public void whatIsCreatedLateIsDeleted() throws Exception {
    Files.write(folder.newFile("file").toPath(), new byte[PART]);
    for (String[] options : new String[][] {{}, {"-t", "2"}, {"-verify"}}) {
      List<String> args = new ArrayList<>(Arrays.asList("-D",
          "fs.hdfs.impl=" + Late.class.getName(), "-put"));
      args.addAll(Arrays.asList(options));
      args.addAll(Arrays.asList(folder.getRoot() + "/file", "/file"));
      start(args.toArray(new String[0]));
      await().until(() -> isThere("/marker"));
      assertThat(interrupt()).contains("unfinished and deleted: 1,");
      fs.delete(new Path("/marker"), true);
      assertThat(fs.listStatus(new Path("/"))).isEmpty();
    }
  }

  @Test
  public void whatWasThereBeforeItWasReplacedStays() throws Exception {
    Files.write(folder.newFile("file").toPath(), new byte[PART]);
    for (String[] options : new String[][] {{"-d"}, {}, {"-t", "2"}}) {
      write("/file", "old");
      write("/file._COPYING_", "left");
      fs.delete(new Path("/marker"), true);
      List<String> args = new ArrayList<>(Arrays.asList("-D",
          "fs.hdfs.impl=" + NeverCreating.class.getName(), "-put", "-f"));
      args.addAll(Arrays.asList(options));
      args.addAll(Arrays.asList(folder.getRoot() + "/file", "/file"));
      start(args.toArray(new String[0]));
      await().until(() -> isThere("/marker"));
      assertThat(interrupt()).contains("unfinished and deleted: 0,");
      assertThat(read("/file")).isEqualTo("old");
    }
  }

  @Test
  public void whatAnotherHasPutInPlaceOfTheCopyStays() throws Exception {
    for (String option : new String[] {"-d", "-f"}) {
      String written = option.equals("-d") ? "/file" : "/file._COPYING_";
      start("-put", option, "-", "/file");
      OutputStream input = command.input();
      input.write(new byte[PART]);
      input.flush();
      await().until(() -> isThere(written));
      write(written, "another's");
      assertThat(interrupt()).contains("unfinished and deleted: 0,");
      assertThat(read(written)).isEqualTo("another's");
      fs.delete(new Path(written), false);
    }
  }

  /** A file has its name, and who gave it does not hear so. */
  public static class Silent extends DistributedFileSystem {
    @Override
    public boolean rename(Path from, Path to) throws IOException {
      boolean renamed = super.rename(from, to);
      waitForTheEnd();
      return renamed;
    }

    @Override
    public void rename(Path from, Path to, Options.Rename... options)
        throws IOException {
      super.rename(from, to, options);
      waitForTheEnd();
    }
  }

  @Test
  public void whatHasItsNameCountsAsCopied() throws Exception {
    for (String name : new String[] {"new", "old"}) {
      Files.write(folder.newFile(name).toPath(), new byte[PART]);
    }
    fs.create(new Path("/old")).close();
    start("-D", "fs.hdfs.impl=" + Silent.class.getName(), "-put", "-f", "-t",
        "2", folder.getRoot() + "/new", folder.getRoot() + "/old", "/");
    await().until(() -> isThere("/new") && isThere("/old")
        && fs.getFileStatus(new Path("/old")).getLen() == PART);
    assertThat(interrupt()).endsWith("put: ended early; files copied: 2, "
        + "unfinished and deleted: 0, found and not begun: 0\n");
    assertThat(fs.listStatus(new Path("/"))).hasSize(2);
  }

  @Test
  public void whatCanBeGoneOnWithIsKept() throws Exception {
    File source = folder.newFile("source");
    byte[] content = new byte[FILES * PART];
    new Random(1).nextBytes(content);
    Files.write(source.toPath(), content);
    start("-D", "dfs.blocksize=" + PART, "-put", "-resume",
        source.toString(), "/file");
    await().until(() -> isThere("/file._COPYING_")
        && fs.getFileBlockLocations(new Path("/file._COPYING_"), 0,
            Long.MAX_VALUE).length > 2);
    assertThat(interrupt()).endsWith("put: ended early; files copied: 0, "
        + "unfinished and kept for -resume: 1, found and not begun: 0\n");
    start("-D", "dfs.blocksize=" + PART, "-put", "-resume",
        source.toString(), "/file");
    assertThat(command.waitFor()).isZero();
    assertThat(command.errors()).contains("`/file': goes on after ");
    byte[] there = new byte[content.length];
    try (FSDataInputStream in = fs.open(new Path("/file"))) {
      in.readFully(there);
      assertThat(in.read()).isNegative();
    }
    assertThat(there).isEqualTo(content);
    assertThat(fs.listStatus(new Path("/"))).hasSize(1);
  }

  /** Completes a file while it is deleted, and deletes it after its source. */
  public static class Completing extends DistributedFileSystem {
    private static final CountDownLatch DELETING = new CountDownLatch(1);

    @Override
    public FSDataOutputStream create(Path f, FsPermission permission,
        boolean overwrite, int bufferSize, short replication, long blockSize,
        Progressable progress) throws IOException {
      FSDataOutputStream out = super.create(f, permission, overwrite,
          bufferSize, replication, blockSize, progress);
      return new HdfsDataOutputStream(
          (DFSOutputStream) out.getWrappedStream(), statistics) {
        @Override
        public void close() throws IOException {
          if (mkdirs(new Path("/marker")) && DELETING.getCount() > 0) {
            try {
              waitForTheEnd();
            } catch (InterruptedIOException e) {
              // As a stream that waits for its last block: it goes on.
              Uninterruptibles.awaitUninterruptibly(DELETING, 10,
                  TimeUnit.SECONDS);
            }
          }
          super.close();
        }
      };
    }

    @Override
    public boolean delete(Path f, boolean recursive) throws IOException {
      DELETING.countDown();
      File source = new File(getConf().get("test.source"));
      for (int n = 0; n < 30 && source.exists(); n++) {
        Uninterruptibles.sleepUninterruptibly(100, TimeUnit.MILLISECONDS);
      }
      return super.delete(f, recursive);
    }
  }

  @Test
  public void whatIsDeletedWhileItIsCompletedKeepsItsSource()
      throws Exception {
    File source = new File(folder.getRoot(), "source");
    for (String[] options : new String[][] {{}, {"-f", "-t", "2"}}) {
      Files.write(source.toPath(), new byte[PART]);
      if (options.length > 0) {
        write("/file", "old");
      }
      fs.delete(new Path("/marker"), true);
      List<String> args = new ArrayList<>(Arrays.asList("-D",
          "fs.hdfs.impl=" + Completing.class.getName(), "-D",
          "test.source=" + source, "-moveFromLocal", "-d"));
      args.addAll(Arrays.asList(options));
      args.addAll(Arrays.asList(source.toString(), "/file"));
      start(args.toArray(new String[0]));
      await().until(() -> isThere("/marker"));
      assertThat(interrupt()).contains("files copied: 0, unfinished and "
          + "deleted: 1,");
      assertThat(source).exists();
      assertThat(isThere("/file")).isFalse();
    }
  }
}
