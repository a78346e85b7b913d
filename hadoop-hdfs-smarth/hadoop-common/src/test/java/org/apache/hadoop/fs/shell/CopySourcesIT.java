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
import static org.junit.Assume.assumeTrue;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.PrivilegedExceptionAction;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.Progressable;
import org.junit.Test;

/** put and get of sources and targets that are not just files, with -t. */
public class CopySourcesIT extends CopyTestCase {
  private static final Path TARGET = new Path("/to/file");

  private static CompletableFuture<Void> begin(
      PrivilegedExceptionAction<?> action) {
    return CompletableFuture.runAsync(() -> {
      try {
        action.run();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    });
  }

  private static boolean succeeds(String... command) throws Exception {
    Process process = new ProcessBuilder(command).inheritIO().start();
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    return process.exitValue() == 0;
  }

  @Test
  public void aNamedPipeIsReadToItsEnd() throws Exception {
    File pipe = new File(folder.getRoot(), "pipe");
    assumeTrue("needs mkfifo", succeeds("mkfifo", pipe.toString()));
    byte[] content = write(folder.newFile(), 2 * BLOCK + 7);
    CompletableFuture<Void> writer = begin(() -> {
      try (OutputStream out = new FileOutputStream(pipe)) {
        out.write(content);
      }
      return null;
    });
    assertThat(run("-put", "-t", "4", "-verify", pipe.toString(), "/to/file"))
        .isZero();
    writer.get();
    assertThat(read(TARGET)).isEqualTo(content);
    assertThat(run("-put", "-f", "-resume", pipe.toString(), "/to/file"))
        .isEqualTo(1);
    assertThat(errors()).isEqualTo(
        "put: `" + pipe + "': -resume cannot read it a second time\n");
    assertThat(read(TARGET)).isEqualTo(content);
  }

  @Test
  public void theHolesOfASparseFileAreZeros() throws Exception {
    File sparse = folder.newFile();
    try (RandomAccessFile file = new RandomAccessFile(sparse, "rw")) {
      file.setLength(3 * BLOCK);
      file.seek(2 * BLOCK);
      file.write(7);
    }
    assertThat(run("-put", "-t", "4", "-verify", sparse.toString(),
        "/to/file")).isZero();
    assertThat(read(TARGET)).isEqualTo(Files.readAllBytes(sparse.toPath()));
  }

  /** The source grows while it is read. */
  public static class Growing extends DistributedFileSystem {
    private static File source;

    @Override
    public FSDataOutputStream create(Path f, FsPermission permission,
        boolean overwrite, int bufferSize, short replication, long blockSize,
        Progressable progress) throws IOException {
      FSDataOutputStream out = super.create(f, permission, overwrite,
          bufferSize, replication, blockSize, progress);
      try (OutputStream more = new FileOutputStream(source, true)) {
        more.write(new byte[BLOCK]);
      }
      return out;
    }
  }

  @Test
  public void ofAGrowingFileIsThereWhatThereWasAtItsEnd() throws Exception {
    Growing.source = folder.newFile();
    write(Growing.source, BLOCK + 7);
    Configuration conf = new Configuration(fs().getConf());
    conf.setClass("fs.hdfs.impl", Growing.class, FileSystem.class);
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    for (String option : new String[] {"-f", "-verify"}) {
      fs().delete(TARGET, false);
      assertThat(run(conf, "-put", "-t", "4", option,
          Growing.source.toString(), "/to/file")).isZero();
      assertThat(read(TARGET))
          .isEqualTo(Files.readAllBytes(Growing.source.toPath()));
    }
  }

  @Test
  public void timesOwnersAndPermissionsArePreserved() throws Exception {
    File dir = folder.newFolder("dir");
    for (int n = 0; n < 8; n++) {
      java.nio.file.Path file = new File(dir, "f" + n).toPath();
      write(file.toFile(), n * 1000);
      Files.setPosixFilePermissions(file, PosixFilePermissions
          .fromString(n % 2 == 0 ? "rw-r-----" : "rwx--x--x"));
      Files.setLastModifiedTime(file,
          FileTime.fromMillis(1_000_000_000_000L + n));
    }
    assertThat(run("-put", "-p", "-t", "4", dir.toString(), "/to")).isZero();
    for (int n = 0; n < 8; n++) {
      FileStatus there = fs().getFileStatus(new Path("/to/dir/f" + n));
      assertThat(there.getPermission())
          .isEqualTo(new FsPermission((short) (n % 2 == 0 ? 0640 : 0711)));
      assertThat(there.getModificationTime())
          .isEqualTo(Files.getLastModifiedTime(new File(dir, "f" + n).toPath())
              .toMillis());
      assertThat(there.getOwner())
          .isEqualTo(Files.getOwner(dir.toPath()).getName());
    }
  }

  @Test
  public void lazilyPersistedFilesHaveOneReplica() throws Exception {
    File file = folder.newFile();
    byte[] content = write(file, 1000);
    assertThat(run("-put", "-l", "-t", "4", file.toString(), "/to/file"))
        .isZero();
    assertThat(read(TARGET)).isEqualTo(content);
    assertThat(fs().getFileStatus(TARGET).getReplication())
        .isEqualTo((short) 1);
    assertThat(fs().getStoragePolicy(TARGET).getName())
        .isEqualTo("LAZY_PERSIST");
  }

  @Test
  public void withoutPermissionEachFileIsNamedAndNothingIsLost()
      throws Exception {
    File one = write("one");
    File two = write("two");
    fs().create(new Path("/to/one")).close();
    UserGroupInformation other =
        UserGroupInformation.createUserForTesting("other", new String[0]);
    assertThat(other.doAs((PrivilegedExceptionAction<Integer>) () -> run(
        "-put", "-f", "-t", "4", one.toString(), two.toString(), "/to")))
            .isEqualTo(1);
    assertThat(errors().split("\n")).hasSize(2).allMatch(
        line -> line.startsWith("put: Permission denied: user=other"));
    assertThat(fs().listStatus(new Path("/to"))).hasSize(1);
  }

  private File write(String name) throws IOException {
    File file = new File(folder.getRoot(), name);
    write(file, 10);
    return file;
  }

  @Test
  public void aTargetThatIsAFileStaysAsItIs() throws Exception {
    File one = write("one");
    File two = write("two");
    byte[] there = write(folder.newFile(), 20);
    try (FSDataOutputStream out = fs().create(TARGET)) {
      out.write(there);
    }
    assertThat(run("-put", "-t", "4", one.toString(), two.toString(),
        "/to/file")).isEqualTo(1);
    assertThat(errors()).isEqualTo("put: `/to/file': Is not a directory\n");
    assertThat(run("-put", "-t", "4", folder.getRoot().toString(),
        "/to/file")).isEqualTo(1);
    assertThat(read(TARGET)).isEqualTo(there);
  }

  @Test
  public void whereTheLocalDiskIsFullOnlyWhatFitsIsThere() throws Exception {
    File disk = folder.newFolder("disk");
    assumeTrue("needs the right to mount", succeeds("mount", "-t", "tmpfs",
        "-o", "size=2m", "tmpfs", disk.toString()));
    try {
      for (String name : new String[] {"a", "b", "c"}) {
        try (FSDataOutputStream out = fs().create(new Path("/to", name))) {
          out.write(new byte[BLOCK]);
        }
      }
      assertThat(run("-get", "-t", "3", "/to/a", "/to/b", "/to/c",
          disk.toString())).isEqualTo(1);
      assertThat(errors().split("\n"))
          .allMatch(line -> line.matches("get: `" + disk + "/[abc]': "
              + "Input/output error: No space left on device"));
      assertThat(disk.list()).hasSize(3 - errors().split("\n").length)
          .allMatch(name -> name.length() == 1);
      assertThat(Arrays.stream(disk.listFiles()))
          .allMatch(file -> file.length() == BLOCK);
    } finally {
      assertThat(succeeds("umount", disk.toString())).isTrue();
    }
  }

  @Test
  public void whereHdfsTakesNoSuchNameOnlyThatFileFails() throws Exception {
    File dir = folder.newFolder("dir");
    for (String name : new String[] {"a", "b:c", "d"}) {
      write(new File(dir, name), 10);
    }
    for (String threads : new String[] {"1", "4"}) {
      File summary = new File(folder.getRoot(), "summary");
      assertThat(run("-put", "-t", threads, "-summary", summary.toString(),
          dir.toString(), write("last").toString(), "/to")).isEqualTo(1);
      assertThat(errors()).startsWith(
          "put: `" + dir + "/b:c': Input/output error: Pathname ");
      assertThat(errors().split("\n")).hasSize(1);
      assertThat(fs().exists(new Path("/to/dir/a"))).isTrue();
      assertThat(fs().exists(new Path("/to/dir/d"))).isTrue();
      assertThat(fs().exists(new Path("/to/last"))).isTrue();
      assertThat(summary).content().contains("\"filesCopied\" : 3",
          "\"filesFailed\" : 1", "\"filesFound\" : 4");
      forgetErrors();
      fs().delete(new Path("/to/dir"), true);
      fs().delete(new Path("/to/last"), true);
    }
    assertThat(run("-put", dir + "/b:c", "/to")).isEqualTo(1);
    assertThat(errors()).startsWith("put: `" + dir + "/b:c': Input/output");
  }

  @Test
  public void aRelativeNameWithAColonIsAFile() throws Exception {
    for (String argument : new String[] {".", "b:c"}) {
      File dir = folder.newFolder();
      for (String name : new String[] {"a", "b:c", "d"}) {
        write(new File(dir, name), 10);
      }
      try (ShellProcess put = new ShellProcess(dir, fs().getUri(), "-put",
          argument, "a", "/to")) {
        assertThat(put.waitFor()).isEqualTo(1);
        assertThat(put.errors()).contains(
            "put: `./b:c': Input/output error: Pathname ");
      }
      assertThat(fs().exists(new Path("/to/a"))).isTrue();
      assertThat(fs().exists(new Path("/to/" + dir.getName() + "/d")))
          .isEqualTo(argument.equals("."));
    }
  }

  @Test
  public void anArgumentThatIsNoUriIsNamed() throws Exception {
    File blank = write("a b");
    File other = write("other");
    assertThat(run("-put", blank.toString(), other.toString(), "/to"))
        .isEqualTo(1);
    assertThat(errors()).startsWith("put: `" + blank + "': ").hasLineCount(1);
    assertThat(read(new Path("/to/other"))).hasSize(10);
  }

  @Test
  public void aLocalTargetThatIsNoUriIsNamed() throws Exception {
    for (String target : new String[] {folder.getRoot() + "/a b", "b:c"}) {
      assertThat(run("-get", "/to", target)).isEqualTo(1);
      assertThat(errors()).startsWith("get: `" + target + "': ")
          .hasLineCount(1);
      forgetErrors();
    }
    assertThat(run("-get", "/to", folder.getRoot() + "/b:c")).isZero();
    assertThat(new File(folder.getRoot(), "b:c")).isDirectory();
  }
}
