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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import com.google.common.util.concurrent.Uninterruptibles;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.fs.GlobalStorageStatistics;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageStatistics;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.fs.smarth.copy.SummaryFile;
import org.apache.hadoop.hdfs.DFSOpsCountStatistics;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.apache.hadoop.util.Progressable;
import org.apache.hadoop.util.ToolRunner;
import org.awaitility.Awaitility;
import org.junit.Before;
import org.junit.Test;

/** put, get and moveFromLocal of many files at the same time, in HDFS. */
public class ParallelCopyIT extends CopyTestCase {
  private File source;

  @Before
  public void setUp() throws IOException {
    source = folder.newFolder("source");
  }

  private File write(String name, int bytes) throws IOException {
    File file = new File(source, name);
    file.getParentFile().mkdirs();
    write(file, bytes);
    return file;
  }

  /** Three directories with files of 0 to 3 blocks. */
  private void writeTree() throws IOException {
    for (String dir : new String[] {"a", "a/b", "c"}) {
      for (int n = 0; n < 10; n++) {
        write(dir + "/" + n, n * BLOCK / 3);
      }
    }
  }

  private void assertSame(File expected, String path) throws Exception {
    File back = new File(folder.getRoot(), "back");
    assertThat(run("-get", path, back.toString())).isZero();
    try (Stream<java.nio.file.Path> files = Files.walk(expected.toPath())) {
      for (java.nio.file.Path file : (Iterable<java.nio.file.Path>)
          files.filter(Files::isRegularFile)::iterator) {
        java.nio.file.Path other =
            back.toPath().resolve(expected.toPath().relativize(file));
        assertThat(Files.readAllBytes(other))
            .isEqualTo(Files.readAllBytes(file));
      }
    }
    try (Stream<java.nio.file.Path> all = Files.walk(expected.toPath());
        Stream<java.nio.file.Path> others = Files.walk(back.toPath())) {
      assertThat(others.count()).isEqualTo(all.count());
    }
  }

  @Test
  public void aTreeIsThereAsItWas() throws Exception {
    writeTree();
    assertThat(run("-put", "-t", "8", source.toString(), "/to/tree")).isZero();
    assertThat(errors()).isEmpty();
    assertSame(source, "/to/tree");
  }

  /** Two at a time ask the namenode for files of a directory. */
  public static class Asked extends DistributedFileSystem {
    private static final CountDownLatch TWO = new CountDownLatch(2);
    private static volatile boolean alone;

    @Override
    public FileStatus getFileStatus(Path file) throws IOException {
      if (file.getParent().getName().equals("asked")
          && !file.getName().endsWith("._COPYING_")) {
        TWO.countDown();
        alone |= !Uninterruptibles.awaitUninterruptibly(TWO, 20,
            TimeUnit.SECONDS);
      }
      return super.getFileStatus(file);
    }
  }

  @Test
  public void whoCopiesAFileAsksForItsTarget() throws Exception {
    for (int n = 0; n < 4; n++) {
      write("asked/" + n, n);
    }
    Configuration conf = new Configuration(fs().getConf());
    conf.setClass("fs.hdfs.impl", Asked.class, FileSystem.class);
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    assertThat(run(conf, "-put", "-t", "2", new File(source, "asked").toString(),
        "/to/")).isZero();
    assertThat(Asked.alone).as("another one waited").isFalse();
    assertSame(new File(source, "asked"), "/to/asked");
  }

  /** While it is open, datanodes send slowly to the next ones. */
  private static final class SlowMirrors extends DataNodeFaultInjector
      implements AutoCloseable {
    private final DataNodeFaultInjector before = get();

    SlowMirrors() {
      set(this);
    }

    @Override
    public void stopSendingPacketDownstream(String mirror) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }

    @Override
    public void close() {
      set(before);
    }
  }

  private static int count(String names) throws IOException {
    FileStatus[] files = fs().globStatus(new Path("/to/tree/" + names));
    return files == null ? 0 : files.length;
  }

  /** With two threads two are sent, and others are being stored. */
  @Test
  public void othersAreSentWhileFilesDrain() throws Exception {
    for (int n = 0; n < 60; n++) {
      write("" + n, BLOCK);
    }
    CompletableFuture<Integer> put = CompletableFuture.supplyAsync(() -> {
      try (SlowMirrors slow = new SlowMirrors()) {
        return run("-put", "-t", "2", source.toString(), "/to/tree");
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    });
    Awaitility.await().until(() -> count("*._COPYING_") > 2);
    assertThat(put.get()).isZero();
    assertThat(errors()).isEmpty();
    assertSame(source, "/to/tree");
  }

  @Test
  public void aTreeComesBackAsItWas() throws Exception {
    writeTree();
    fs().copyFromLocalFile(new Path(source.toString()), new Path("/to/tree"));
    File back = new File(folder.getRoot(), "back-8");
    assertThat(run("-get", "-t", "8", "-q", "2", "/to/tree", back.toString()))
        .isZero();
    fs().delete(new Path("/to/tree"), true);
    assertThat(run("-put", back.toString(), "/to/tree")).isZero();
    assertSame(source, "/to/tree");
  }

  @Test
  public void timesOfDirectoriesArePreservedAfterTheirFilesAreThere()
      throws Exception {
    writeTree();
    FileTime time = FileTime.fromMillis(1_000_000_000_000L);
    for (String dir : new String[] {"a/b", "a", "c"}) {
      Files.setLastModifiedTime(source.toPath().resolve(dir), time);
    }
    assertThat(run("-put", "-p", "-t", "8", source.toString(), "/to/tree"))
        .isZero();
    for (String dir : new String[] {"a/b", "a", "c"}) {
      assertThat(fs().getFileStatus(new Path("/to/tree", dir))
          .getModificationTime()).isEqualTo(time.toMillis());
    }
  }

  /** Knows how many directories are made, and have not their times yet. */
  public static class OpenDirectories extends DistributedFileSystem {
    private static final AtomicInteger NOW = new AtomicInteger();
    private static final AtomicInteger MOST = new AtomicInteger();

    @Override
    public boolean mkdirs(Path f, FsPermission permission)
        throws IOException {
      MOST.accumulateAndGet(NOW.incrementAndGet(), Math::max);
      return super.mkdirs(f, permission);
    }

    @Override
    public void setTimes(Path p, long mtime, long atime) throws IOException {
      super.setTimes(p, mtime, atime);
      if (!p.getName().equals("file")) {
        NOW.decrementAndGet();
      }
    }
  }

  @Test
  public void aDirectoryIsDoneWhenItsFilesAre() throws Exception {
    for (int n = 0; n < 60; n++) {
      write("dir-" + n + "/sub/file", 10);
    }
    Configuration conf = new Configuration(fs().getConf());
    conf.setClass("fs.hdfs.impl", OpenDirectories.class, FileSystem.class);
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    assertThat(run(conf, "-put", "-p", "-t", "2", "-q", "1",
        source.toString(), "/to")).isZero();
    assertThat(OpenDirectories.NOW.get()).isZero();
    // Two for each file that is copied, waits or is found, and the first one.
    assertThat(OpenDirectories.MOST.get()).isLessThanOrEqualTo(2 * 4 + 1);
  }

  @Test
  public void whatFailsIsNamedAndTheRestIsCopied() throws Exception {
    File one = write("one", BLOCK);
    File two = write("two", 10);
    write("three", 10);
    fs().create(new Path("/to/three")).close();
    assertThat(run("-put", "-t", "4", one.toString(), source + "/missing",
        source + "/three", two.toString(), "/to")).isEqualTo(1);
    assertThat(errors().split("\n")).containsExactlyInAnyOrder(
        "put: `" + source + "/missing': No such file or directory",
        "put: `/to/three': File exists");
    assertThat(fs().getFileStatus(new Path("/to/one")).getLen())
        .isEqualTo(BLOCK);
    assertThat(fs().getFileStatus(new Path("/to/two")).getLen()).isEqualTo(10);
    assertThat(fs().getFileStatus(new Path("/to/three")).getLen()).isZero();
    assertThat(fs().listStatus(new Path("/to"))).hasSize(3);
  }

  @Test
  public void aSummaryHasWhatFailed() throws Exception {
    File one = write("one", BLOCK);
    File summary = new File(folder.getRoot(), "summary");
    assertThat(run("-put", "-t", "2", "-summary", summary.toString(),
        one.toString(), source + "/missing", "/to")).isEqualTo(1);
    SummaryFile json = new SummaryFile(summary);
    assertThat(json.number("bytesCopied").longValue()).isEqualTo(BLOCK);
    assertThat(json.number("filesCopied").intValue()).isEqualTo(1);
    assertThat(json.errors()).containsExactly(
        "`" + source + "/missing': No such file or directory");
  }

  @Test
  public void aSummaryHasWhatFailsBeforeAFileIsFound() throws Exception {
    File summary = new File(folder.getRoot(), "summary");
    assertThat(run("-put", "-summary", summary.toString(), source.toString(),
        "/missing/to")).isEqualTo(1);
    assertThat(new SummaryFile(summary).errors()).hasSize(1);
  }

  @Test
  public void standardInputCounts() throws Exception {
    File summary = new File(folder.getRoot(), "summary");
    InputStream stdin = System.in;
    System.setIn(new ByteArrayInputStream(new byte[BLOCK + 3]));
    try {
      assertThat(run("-put", "-summary", summary.toString(), "-", "/to/file"))
          .isZero();
    } finally {
      System.setIn(stdin);
    }
    SummaryFile json = new SummaryFile(summary);
    assertThat(json.number("filesCopied").intValue()).isEqualTo(1);
    assertThat(json.number("filesFound").intValue()).isEqualTo(1);
    assertThat(json.number("bytesCopied").longValue()).isEqualTo(BLOCK + 3);
    assertThat(json.number("bytesFound").longValue()).isEqualTo(BLOCK + 3);
    assertThat(json.isEndedEarly()).isFalse();
  }

  @Test
  public void aSummaryThatCannotBeWrittenIsToldBeforeAnythingIsCopied()
      throws Exception {
    File one = write("one", BLOCK);
    for (String summary : new String[] {source + "/missing/summary",
        source.toString()}) {
      assertThat(run("-put", "-summary", summary, one.toString(), "/to"))
          .isEqualTo(1);
      assertThat(errors()).startsWith(
          "put: `" + summary + "': -summary cannot be written: ");
      forgetErrors();
    }
    assertThat(fs().listStatus(new Path("/to"))).isEmpty();
    assertThat(source.list()).hasSize(1);
  }

  private static long calls(CopyCommands.Put put, String... args) {
    put.setConf(new Configuration(fs().getConf()));
    long before = calls();
    assertThat(put.run(args)).isZero();
    return calls() - before;
  }

  private static long calls() {
    long sum = 0;
    for (Iterator<StorageStatistics.LongStatistic> all =
        GlobalStorageStatistics.INSTANCE.get(DFSOpsCountStatistics.NAME)
            .getLongStatistics(); all.hasNext();) {
      sum += all.next().getValue();
    }
    return sum;
  }

  @Test
  public void withoutOptionsOfOursTheNamenodeIsAskedAsByStock()
      throws Exception {
    writeTree();
    String one = write("one", 10).toString();
    String two = write("two", 10).toString();
    fs().mkdirs(new Path("/to/stock"));
    fs().mkdirs(new Path("/to/ours"));
    assertThat(calls(new SmarthCopyCommands.Put(), one, two, source + "/a", "/to/ours"))
        .isEqualTo(calls(new CopyCommands.Put(), one, two, source + "/a",
            "/to/stock"));
    assertThat(calls(new SmarthCopyCommands.Put(), "-f", one, two, "/to/ours"))
        .isLessThanOrEqualTo(
            calls(new CopyCommands.Put(), "-f", one, two, "/to/stock"));
  }

  /** For one file there is no memory. */
  public static class Full extends DistributedFileSystem {
    @Override
    public FSDataOutputStream create(Path f, FsPermission permission,
        boolean overwrite, int bufferSize, short replication, long blockSize,
        Progressable progress) throws IOException {
      if (f.getName().startsWith("two")) {
        throw new OutOfMemoryError("for a test");
      }
      return super.create(f, permission, overwrite, bufferSize, replication,
          blockSize, progress);
    }
  }

  @Test
  public void wantOfMemoryIsNoSuccessAndTheOthersAreCopied()
      throws Exception {
    write("one", 10);
    write("two", 10);
    write("three", 10);
    Configuration conf = new Configuration(fs().getConf());
    conf.setClass("fs.hdfs.impl", Full.class, FileSystem.class);
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    assertThatThrownBy(() -> ToolRunner.run(conf, new FsShell(), new String[] {
        "-put", "-t", "2", source + "/one", source + "/two",
        source + "/three", "/to"})).isInstanceOf(OutOfMemoryError.class);
    assertThat(errors()).isEqualTo("put: `" + source
        + "/two': java.lang.OutOfMemoryError: for a test\n");
    assertThat(fs().listStatus(new Path("/to"))).hasSize(2);
  }

  /** There is a bug for some files. */
  public static class Broken extends DistributedFileSystem {
    @Override
    public FSDataOutputStream create(Path f, FsPermission permission,
        boolean overwrite, int bufferSize, short replication, long blockSize,
        Progressable progress) throws IOException {
      if (f.getName().startsWith("t")) {
        throw new IllegalStateException("for a test");
      }
      return super.create(f, permission, overwrite, bufferSize, replication,
          blockSize, progress);
    }
  }

  @Test
  public void eachFileThatABugConcernsIsNamed() throws Exception {
    write("one", 10);
    write("two", 10);
    write("three", 10);
    File summary = new File(folder.getRoot(), "summary");
    Configuration conf = new Configuration(fs().getConf());
    conf.setClass("fs.hdfs.impl", Broken.class, FileSystem.class);
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    assertThat(run(conf, "-put", "-t", "2", "-summary", summary.toString(),
        source.toString(), "/to")).isEqualTo(-1);
    for (String name : new String[] {"two", "three"}) {
      assertThat(errors()).contains("put: `" + source + "/" + name
          + "': java.lang.IllegalStateException: for a test\n");
    }
    assertThat(errors()).contains("Suppressed: ");
    assertThat(new SummaryFile(summary).errors()).hasSize(2);
    assertThat(fs().exists(new Path("/to/source/one"))).isTrue();
  }

  /** Each of both kinds of files waits once for the other kind. */
  public static class SideBySide extends DistributedFileSystem {
    private static final int SMALL = 100;
    private static final CountDownLatch SMALL_BEGUN =
        new CountDownLatch(SMALL);

    @Override
    public FSDataOutputStream create(Path f, FsPermission permission,
        boolean overwrite, int bufferSize, short replication, long blockSize,
        Progressable progress) throws IOException {
      try {
        if (f.getName().startsWith("big")) {
          SMALL_BEGUN.await();
        } else if (SMALL_BEGUN.getCount() == 0) {
          Awaitility.await().until(() -> exists(new Path("/to/source/big")));
        }
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      SMALL_BEGUN.countDown();
      return super.create(f, permission, overwrite, bufferSize, replication,
          blockSize, progress);
    }
  }

  @Test
  public void neitherABigFileNorSmallOnesWaitForTheOthers()
      throws Exception {
    write("big", 5 * BLOCK);
    for (int n = 0; n < 2 * SideBySide.SMALL; n++) {
      write("small-" + n, 10);
    }
    Configuration conf = new Configuration(fs().getConf());
    conf.setClass("fs.hdfs.impl", SideBySide.class, FileSystem.class);
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    assertThat(run(conf, "-put", "-t", "2", source.toString(), "/to"))
        .isZero();
    assertSame(source, "/to/source");
  }

  @Test
  public void ofTwoSourcesOfOneNameTheSecondIsRefusedAsInStock()
      throws Exception {
    File first = write("a/name", 3 * BLOCK);
    File second = write("b/name", 10);
    assertThat(run("-put", "-t", "4", first.toString(), second.toString(),
        "/to")).isEqualTo(1);
    assertThat(errors()).isEqualTo("put: `/to/name': File exists\n");
    assertSame(first, "/to/name");
  }

  @Test
  public void whatIsMovedIsGoneAndWhatFailedIsNot() throws Exception {
    writeTree();
    write("c/taken", 10);
    fs().mkdirs(new Path("/to/source/c"));
    fs().create(new Path("/to/source/c/taken")).close();
    assertThat(run("-moveFromLocal", "-t", "4", source + "/a", "/to"))
        .isZero();
    assertThat(new File(source, "a")).doesNotExist();
    assertThat(fs().getFileStatus(new Path("/to/a/b/9")).getLen())
        .isEqualTo(9 * BLOCK / 3);
    assertThat(run("-moveFromLocal", "-t", "4", source + "/c/taken",
        "/to/source/c/taken")).isEqualTo(1);
    assertThat(new File(source, "c/taken")).exists();
  }

  @Test
  public void aQuotaThatIsUsedUpEndsOnlyWhatItConcerns() throws Exception {
    fs().mkdirs(new Path("/to/q"));
    fs().setQuota(new Path("/to/q"), 4, Long.MAX_VALUE - 1);
    for (int n = 0; n < 8; n++) {
      write("q/" + n, 10);
    }
    assertThat(run("-put", "-t", "4", source + "/q", "/to")).isEqualTo(1);
    FileStatus[] there = fs().listStatus(new Path("/to/q"));
    assertThat(there.length).isBetween(1, 3);
    assertThat(Arrays.stream(there).map(f -> f.getPath().getName()))
        .noneMatch(name -> name.endsWith("._COPYING_"));
    assertThat(errors().split("\n")).hasSize(8 - there.length)
        .allMatch(line -> line.contains("quota"));
  }

  @Test
  public void aValueThatIsNoNumberIsNamed() throws Exception {
    assertThat(run("-put", "-t", "x", source.toString(), "/to"))
        .isEqualTo(-1);
    assertThat(errors()).startsWith("-put: -t x: must be a number");
    assertThat(fs().listStatus(new Path("/to"))).isEmpty();
  }
}
