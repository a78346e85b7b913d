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
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.PrivilegedExceptionAction;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.CountDownLatch;

import com.google.common.util.concurrent.Uninterruptibles;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.web.WebHdfsFileSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.Progressable;
import org.junit.Before;
import org.junit.Test;

/** What is there when a file should be replaced, and that fails at its end. */
public class ReplacedFileIT extends CopyTestCase {
  private static final Path FILE = new Path("/to/file");
  private static final Path LEFT = new Path("/to/file._COPYING_");
  private static final byte[] OLD = {1, 2, 3};

  private File source;
  private byte[] content;

  @Before
  public void setUp() throws IOException {
    source = new File(folder.getRoot(), "file");
    content = write(source, 2 * BLOCK + 1000);
    put(FILE);
  }

  private static void put(Path path) throws IOException {
    put(path, OLD);
  }

  private static void put(Path path, byte[] content) throws IOException {
    try (FSDataOutputStream out = fs().create(path)) {
      out.write(content);
    }
  }

  private static Configuration with(Class<? extends FileSystem> hdfs) {
    Configuration conf = new Configuration(fs().getConf());
    conf.setClass("fs.hdfs.impl", hdfs, FileSystem.class);
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    return conf;
  }

  /** Does not rename. */
  public static class NotRenaming extends DistributedFileSystem {
    @Override
    public boolean rename(Path from, Path to) throws IOException {
      throw new IOException("for a test");
    }

    @Override
    public void rename(Path from, Path to, Options.Rename... options)
        throws IOException {
      throw new IOException("for a test");
    }
  }

  @Test
  public void theOldFileStaysIfTheNewOneCannotGetItsName() throws Exception {
    for (String options : new String[] {"-f", "-f -t 2", "-f -verify",
        "-f -resume"}) {
      assertThat(run(with(NotRenaming.class),
          put(options, source.toString(), "/to"))).isEqualTo(1);
      assertThat(read(FILE)).isEqualTo(OLD);
      assertThat(errors()).startsWith("put: rename `").endsWith(LEFT
          + "' to `/to/file': Input/output error: for a test\n");
      forgetErrors();
      fs().delete(LEFT, false);
    }
    Configuration mounted = with(NotRenaming.class);
    mounted.set("fs.viewfs.mounttable.clusterX.link./mounted",
        fs().getUri() + "/to");
    mounted.setBoolean("fs.viewfs.impl.disable.cache", true);
    assertThat(run(mounted, put("-f", source.toString(),
        "viewfs://clusterX/mounted/file"))).isEqualTo(1);
    assertThat(read(FILE)).isEqualTo(OLD);
  }

  private static String[] put(String options, String... paths) {
    String line = "-put " + options + " " + String.join(" ", paths);
    return line.split(" ");
  }

  @Test
  public void aVerifiedFileStaysUntilItHasItsName() throws Exception {
    for (boolean there : new boolean[] {true, false}) {
      assertThat(run(with(NotRenaming.class),
          put("-f -verify", source.toString(), "/to"))).isEqualTo(1);
      assertThat(read(LEFT)).isEqualTo(content);
      assertThat(errors()).contains(LEFT + "' to ");
      assertThat(run(put("-f -verify", source.toString(), "/to"))).isZero();
      assertThat(read(FILE)).isEqualTo(content);
      assertThat(fs().listStatus(new Path("/to"))).hasSize(1);
      forgetErrors();
      fs().delete(FILE, false);
    }
  }

  /** Renames, and what tells so is lost. */
  public static class Forgetting extends DistributedFileSystem {
    @Override
    public void rename(Path from, Path to, Options.Rename... options)
        throws IOException {
      super.rename(from, to, options);
      throw new IOException("for a test");
    }
  }

  @Test
  public void whatHasItsNameIsCopiedThoughTheAnswerWasLost()
      throws Exception {
    for (String options : new String[] {"-f -verify", "-verify",
        "-f -resume"}) {
      assertThat(run(with(Forgetting.class),
          put(options, source.toString(), "/to"))).isZero();
      assertThat(read(FILE)).isEqualTo(content);
      assertThat(fs().listStatus(new Path("/to"))).hasSize(1);
      if (options.startsWith("-f -v")) {
        fs().delete(FILE, false);
      } else {
        put(FILE);
      }
    }
    assertThat(errors()).isEmpty();
  }

  /** Another file comes to be there just before. */
  public static class Late extends DistributedFileSystem {
    @Override
    public FSDataOutputStream create(Path f, FsPermission permission,
        boolean overwrite, int bufferSize, short replication, long blockSize,
        Progressable progress) throws IOException {
      put(f);
      return super.create(f, permission, overwrite, bufferSize, replication,
          blockSize, progress);
    }
  }

  @Test
  public void aFileThatCameToBeThereMeanwhileStays() throws Exception {
    fs().delete(FILE, false);
    assertThat(run(with(Late.class),
        put("-d -verify", source.toString(), "/to"))).isEqualTo(1);
    assertThat(read(FILE)).isEqualTo(OLD);
    assertThat(errors()).contains(FILE.toString());
  }

  /** Another file comes to be there while its copy waits for the others. */
  public static class Slow extends DistributedFileSystem {
    private static final CountDownLatch THERE = new CountDownLatch(1);

    @Override
    public FSDataOutputStream create(Path f, FsPermission permission,
        boolean overwrite, int bufferSize, short replication, long blockSize,
        Progressable progress) throws IOException {
      if (f.getName().equals("big-1")) {
        put(FILE);
        THERE.countDown();
      }
      Uninterruptibles.awaitUninterruptibly(THERE);
      return super.create(f, permission, overwrite, bufferSize, replication,
          blockSize, progress);
    }
  }

  @Test
  public void aFileThatCameToBeThereWhileItsCopyWaitedStays()
      throws Exception {
    fs().delete(FILE, false);
    File big = new File(folder.getRoot(), "big-1");
    write(big, 3 * BLOCK);
    File other = new File(folder.getRoot(), "big-2");
    write(other, 3 * BLOCK);
    assertThat(run(with(Slow.class), put("-d -t 2", big.toString(),
        other.toString(), source.toString(), "/to"))).isEqualTo(1);
    assertThat(errors()).isEqualTo("put: `/to/file': File exists\n");
    assertThat(read(FILE)).isEqualTo(OLD);
  }

  @Test
  public void filesOfOthersInADirectoryWithAStickyBitStayAsInStock()
      throws Exception {
    fs().setPermission(new Path("/to"), new FsPermission((short) 01777));
    UserGroupInformation other =
        UserGroupInformation.createUserForTesting("other", new String[0]);
    for (String options : new String[] {"-f", "-f -t 2"}) {
      assertThat(other.doAs((PrivilegedExceptionAction<Integer>) () -> run(
          put(options, source.toString(), "/to")))).isEqualTo(1);
      assertThat(errors())
          .startsWith("put: Permission denied by sticky bit");
      assertThat(read(FILE)).isEqualTo(OLD);
      forgetErrors();
    }
    assertThat(run(put("-f", source.toString(), "/to"))).isZero();
    assertThat(read(FILE)).isEqualTo(content);
  }

  @Test
  public void aVerifiedFileThatMayReplaceNoneOfOthersIsNamed()
      throws Exception {
    fs().setPermission(new Path("/to"), new FsPermission((short) 01777));
    UserGroupInformation other =
        UserGroupInformation.createUserForTesting("other", new String[0]);
    for (String options : new String[] {"-f -verify", "-f -resume -t 2"}) {
      assertThat(other.doAs((PrivilegedExceptionAction<Integer>) () -> run(
          put(options, source.toString(), "/to")))).isEqualTo(1);
      assertThat(errors()).startsWith("put: rename `").contains(LEFT
          + "' to `/to/file': Input/output error: Permission denied by sticky");
      assertThat(read(FILE)).isEqualTo(OLD);
      assertThat(read(LEFT)).isEqualTo(content);
      forgetErrors();
      fs().delete(LEFT, false);
    }
  }

  /** The old file is gone when the new one begins. */
  public static class Vanishing extends DistributedFileSystem {
    @Override
    public FSDataOutputStream create(Path f, FsPermission permission,
        boolean overwrite, int bufferSize, short replication, long blockSize,
        Progressable progress) throws IOException {
      fs().delete(FILE, false);
      return super.create(f, permission, overwrite, bufferSize, replication,
          blockSize, progress);
    }
  }

  @Test
  public void aFileThatIsGoneByThenIsCopiedBesideAStickyBit()
      throws Exception {
    fs().setPermission(new Path("/to"), new FsPermission((short) 01777));
    for (String options : new String[] {"-f", "-f -verify"}) {
      put(FILE);
      assertThat(run(with(Vanishing.class),
          put(options, source.toString(), "/to"))).isZero();
      assertThat(errors()).isEmpty();
      assertThat(read(FILE)).isEqualTo(content);
      assertThat(fs().listStatus(new Path("/to"))).hasSize(1);
    }
  }

  /** Deletes, and what tells so is lost. */
  public static class Denying extends DistributedFileSystem {
    @Override
    public boolean delete(Path f, boolean recursive) throws IOException {
      if (super.delete(f, recursive) && f.getName().equals("file")) {
        throw new IOException("for a test");
      }
      return true;
    }
  }

  @Test
  public void theNewFileIsNamedIfItIsAllThatIsThere() throws Exception {
    fs().setPermission(new Path("/to"), new FsPermission((short) 01777));
    for (String options : new String[] {"-f", "-f -verify"}) {
      put(FILE);
      fs().setOwner(FILE, "other", null);
      assertThat(run(with(Denying.class),
          put(options, source.toString(), "/to"))).isEqualTo(1);
      assertThat(errors()).startsWith("put: rename `").endsWith(LEFT
          + "' to `/to/file': Input/output error: for a test\n");
      assertThat(read(LEFT)).isEqualTo(content);
      forgetErrors();
      fs().delete(LEFT, false);
    }
  }

  @Test
  public void anOldFileIsReplacedBehindAMountTableAndOverHttp()
      throws Exception {
    Configuration conf = new Configuration(fs().getConf());
    conf.set("fs.viewfs.mounttable.clusterX.link./mounted",
        fs().getUri() + "/to");
    conf.setBoolean("fs.viewfs.impl.disable.cache", true);
    String web = "webhdfs://" + conf.get("dfs.namenode.http-address");
    for (String to : Arrays.asList("viewfs://clusterX/mounted", web + "/to")) {
      assertThat(run(conf, put("-f", source.toString(), to + "/file")))
          .isZero();
      assertThat(read(FILE)).isEqualTo(content);
      assertThat(fs().listStatus(new Path("/to"))).hasSize(1);
      put(FILE);
    }
  }

  /** Counts those that are open. */
  public static class Counted extends DistributedFileSystem {
    private static final AtomicInteger OPEN = new AtomicInteger();

    @Override
    public void initialize(URI uri, Configuration conf) throws IOException {
      super.initialize(uri, conf);
      OPEN.incrementAndGet();
    }

    @Override
    public void close() throws IOException {
      super.close();
      OPEN.decrementAndGet();
    }
  }

  @Test
  public void behindAMountTableNoFileLeavesAFileSystemOpen() throws Exception {
    Configuration conf = with(Counted.class);
    conf.set("fs.viewfs.mounttable.clusterX.link./mounted",
        fs().getUri() + "/to");
    conf.setBoolean("fs.viewfs.impl.disable.cache", true);
    File more = folder.newFile();
    write(more, BLOCK);
    for (String options : new String[] {"-f", "-f -t 2", "-f -verify",
        "-f -resume -t 2"}) {
      int before = Counted.OPEN.get();
      assertThat(run(conf, put(options, source.toString(),
          "viewfs://clusterX/mounted"))).isZero();
      int ofOne = Counted.OPEN.get() - before;
      assertThat(run(conf, put(options, source.toString(), more.toString(),
          "viewfs://clusterX/mounted"))).isZero();
      assertThat(run(conf, put(options, source.toString(), more.toString(),
          "viewfs://clusterX/mounted"))).isZero();
      assertThat(Counted.OPEN.get() - before).as(options)
          .isEqualTo(3 * ofOne);
    }
  }

  /** As a gateway that knows no options of a rename, nor tells of it. */
  public static class Gateway extends WebHdfsFileSystem {
    @Override
    public void rename(Path from, Path to, Options.Rename... options) {
      // Nothing is renamed, and nothing is thrown.
      assertThat(options).isNotEmpty();
    }
  }

  @Test
  public void overAGatewayTheOldFileIsReplacedAsInStock() throws Exception {
    Configuration conf = new Configuration(fs().getConf());
    conf.setClass("fs.webhdfs.impl", Gateway.class, FileSystem.class);
    conf.setBoolean("fs.webhdfs.impl.disable.cache", true);
    assertThat(run(conf, put("-f", source.toString(), "webhdfs://"
        + conf.get("dfs.namenode.http-address") + "/to/file"))).isZero();
    assertThat(read(FILE)).isEqualTo(content);
    assertThat(fs().listStatus(new Path("/to"))).hasSize(1);
  }

  /** HDFS by its scheme, and another class. */
  public static class Wrapped extends FilterFileSystem {
    public Wrapped() {
      super(new DistributedFileSystem());
    }
  }

  @Test
  public void behindAnotherClassTheOldFileIsReplacedAsInStock()
      throws Exception {
    assertThat(run(with(Wrapped.class), put("-f", source.toString(), "/to")))
        .isZero();
    assertThat(read(FILE)).isEqualTo(content);
    assertThat(run(with(Wrapped.class),
        put("-f -verify", source.toString(), "/to"))).isEqualTo(1);
    assertThat(errors()).contains("-resume and -verify are for HDFS alone");
    assertThat(read(FILE)).isEqualTo(content);
  }

  /** Deletes, and does not rename. */
  public static class Stuck extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create("stuck:///");
    }

    @Override
    public boolean rename(Path from, Path to) {
      return false;
    }
  }

  @Test
  public void elsewhereTheNewFileStaysIfTheOldOneIsGone() throws Exception {
    Configuration conf = new Configuration(fs().getConf());
    conf.setClass("fs.stuck.impl", Stuck.class, FileSystem.class);
    File target = folder.newFile("target");
    Files.write(target.toPath(), OLD);
    assertThat(run(conf,
        put("-f", source.toString(), "stuck://" + target))).isEqualTo(1);
    assertThat(Files.readAllBytes(new File(target + "._COPYING_").toPath()))
        .isEqualTo(content);
    assertThat(errors()).contains(target + "._COPYING_' to ");
  }

  /** A disk on which nothing can be deleted but checksums. */
  public static class Undeleted extends LocalFileSystem {
    public Undeleted() {
      super(new RawLocalFileSystem() {
        @Override
        public boolean delete(Path path, boolean recursive)
            throws IOException {
          if (!isChecksumFile(path)) {
            throw new IOException("Killed before " + path + " is deleted");
          }
          return super.delete(path, recursive);
        }
      });
    }
  }

  /** Else it would be gone where the process ends just then. */
  @Test
  public void aLocalFileIsNotDeletedBeforeTheNewOneHasItsName()
      throws Exception {
    Configuration conf = new Configuration(fs().getConf());
    conf.setClass("fs.file.impl", Undeleted.class, FileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    File directory = folder.newFolder("local");
    LocalFileSystem local = FileSystem.getLocal(fs().getConf());
    Path target = new Path(directory.toURI() + "file");
    for (String options : Arrays.asList("-f", "-f -crc", "-f -crc", "-f")) {
      assertThat(run(conf, ("-get " + options + " /to/file " + directory)
          .split(" ")))
          .as(errors()).isZero();
      assertThat(Files.readAllBytes(local.pathToFile(target).toPath()))
          .isEqualTo(read(FILE));
      // Whether the checksums fit.
      try (FSDataInputStream in = local.open(target)) {
        in.readFully(new byte[(int) local.getFileStatus(target).getLen()]);
      }
      assertThat(directory.list()).hasSize(options.endsWith("crc") ? 2 : 1);
      put(FILE, options.getBytes(StandardCharsets.UTF_8));
    }
  }
}
