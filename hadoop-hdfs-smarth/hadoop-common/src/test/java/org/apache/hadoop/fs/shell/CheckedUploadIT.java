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
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Collections;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.util.Progressable;
import org.junit.Before;
import org.junit.Test;

/** put -resume and -verify, and cleanup, in HDFS. */
public class CheckedUploadIT extends CopyTestCase {
  private static final Path FILE = new Path("/to/file");
  private static final Path LEFT = new Path("/to/file._COPYING_");
  private static final Path REST = new Path("/to/file._COPYING_._REST_");

  private File source;
  private byte[] content;

  @Before
  public void setUp() throws IOException {
    write(4 * BLOCK + 1000);
  }

  private void write(int bytes) throws IOException {
    source = new File(folder.getRoot(), "file");
    content = write(source, bytes);
  }

  private void put(Path path, int bytes, int from) throws IOException {
    try (FSDataOutputStream out = fs().create(path)) {
      out.write(content, from, bytes);
    }
  }

  private void assertPut() throws IOException {
    assertThat(read(FILE)).isEqualTo(content);
    assertThat(fs().listStatus(new Path("/to"))).hasSize(1);
  }

  private long firstBlock(Path path) throws IOException {
    return fs().getClient().getLocatedBlocks(path.toString(), 0).get(0)
        .getBlock().getBlockId();
  }

  @Test
  public void whatHdfsHasIsWhatWasReadWhateverItsSizeAndChecksums()
      throws Exception {
    for (String type : new String[] {"CRC32", "CRC32C"}) {
      for (int bytes : new int[] {0, 1, 511, 512, 513, BLOCK - 1, BLOCK,
          BLOCK + 1, 2 * BLOCK, 3 * BLOCK, 5 * BLOCK + 5}) {
        write(bytes);
        Configuration conf = new Configuration(fs().getConf());
        conf.set("dfs.checksum.type", type);
        conf.set("dfs.bytes-per-checksum", bytes % 2 == 0 ? "512" : "4096");
        conf.setBoolean("fs.hdfs.impl.disable.cache", true);
        assertThat(run(conf, "-put", "-f", "-verify", source.toString(),
            FILE.toString())).isZero();
        assertPut();
      }
    }
    assertThat(errors()).isEmpty();
  }

  /** A byte flips after it was read, and before its checksum is made. */
  public static class Flipping extends DistributedFileSystem {
    @Override
    public FSDataOutputStream create(Path f, FsPermission permission,
        boolean overwrite, int bufferSize, short replication, long blockSize,
        Progressable progress) throws IOException {
      OutputStream out = super.create(f, permission, overwrite, bufferSize,
          replication, blockSize, progress);
      return new FSDataOutputStream(new FilterOutputStream(out) {
        private long written;

        @Override
        public void write(byte[] b, int off, int len) throws IOException {
          byte[] copy = Arrays.copyOfRange(b, off, off + len);
          if (written <= BLOCK && written + len > BLOCK) {
            copy[(int) (BLOCK - written)] ^= 4;
          }
          written += len;
          out.write(copy);
        }
      }, null);
    }
  }

  @Test
  public void aByteThatFlipsOnItsWayIsFoundAndWhatWasThereStays()
      throws Exception {
    Configuration conf = new Configuration(fs().getConf());
    conf.setClass("fs.hdfs.impl", Flipping.class, FileSystem.class);
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    assertThat(run(conf, "-put", "-verify", source.toString(), "/to"))
        .isEqualTo(1);
    assertThat(errors()).startsWith("put: `" + fs().getUri()
        + LEFT + "': HDFS has MD5-of-2048MD5-of-512CRC32C:");
    assertThat(fs().listStatus(new Path("/to"))).isEmpty();
    put(FILE, 10, 0);
    assertThat(run(conf, "-put", "-f", "-verify", "-resume",
        source.toString(), "/to")).isEqualTo(1);
    assertThat(fs().getFileStatus(FILE).getLen()).isEqualTo(10);
    assertThat(fs().listStatus(new Path("/to"))).hasSize(1);
  }

  @Test
  public void wholeBlocksThatAreThereAreNotSentAgain() throws Exception {
    put(LEFT, 2 * BLOCK + 7, 0);
    long first = firstBlock(LEFT);
    assertThat(run("-put", "-resume", "-verify", source.toString(), "/to"))
        .isZero();
    assertThat(errors()).isEqualTo("put: `/to/file': goes on after "
        + 2 * BLOCK + " bytes\n");
    assertPut();
    assertThat(firstBlock(FILE)).isEqualTo(first);
  }

  @Test
  public void whatASecondUploadLeftIsGoneOnWith() throws Exception {
    put(LEFT, BLOCK, 0);
    put(REST, BLOCK + BLOCK / 2, BLOCK);
    assertThat(run("-put", "-resume", source.toString(), "/to")).isZero();
    assertThat(errors()).contains(2 * BLOCK + " bytes");
    assertPut();
  }

  @Test
  public void aFileThatIsStillOpenIsClosedFirst() throws Exception {
    try (FileSystem other = FileSystem.newInstance(fs().getUri(),
        new Configuration(fs().getConf()))) {
      FSDataOutputStream out = other.create(LEFT);
      out.write(content, 0, 3 * BLOCK + 9);
      out.hflush();
      assertThat(run("-put", "-resume", source.toString(), "/to")).isZero();
      assertThat(errors()).contains(3 * BLOCK + " bytes");
      assertPut();
    }
  }

  @Test
  public void whereNothingIsLeftToBeSentTheFileIsComplete()
      throws Exception {
    write(2 * BLOCK);
    put(LEFT, 2 * BLOCK, 0);
    assertThat(run("-put", "-resume", source.toString(), "/to")).isZero();
    assertPut();
  }

  @Test
  public void anotherSourceIsSentFromItsBegin() throws Exception {
    put(LEFT, 2 * BLOCK, 1);
    assertStartsAgain("the source or the kind of checksums is another");
    put(LEFT, 4 * BLOCK, 0);
    write(2 * BLOCK);
    assertStartsAgain("the source has become shorter");
  }

  /** No datanode answers. */
  public static class Silent extends DistributedFileSystem {
    @Override
    public FileChecksum getFileChecksum(Path f, long length)
        throws IOException {
      throw new IOException("Fail to get block MD5");
    }
  }

  @Test
  public void whatCannotBeComparedNowStaysForTheNextTime() throws Exception {
    put(LEFT, 3 * BLOCK, 0);
    Configuration conf = new Configuration(fs().getConf());
    conf.setClass("fs.hdfs.impl", Silent.class, FileSystem.class);
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    assertThat(run(conf, "-put", "-resume", source.toString(), "/to"))
        .isEqualTo(1);
    assertThat(errors()).isEqualTo("put: `" + fs().getUri() + LEFT
        + "': Input/output error: Fail to get block MD5\n");
    assertThat(run("-put", "-resume", source.toString(), "/to")).isZero();
    assertThat(errors()).contains(3 * BLOCK + " bytes");
    assertPut();
  }

  @Test
  public void whatCannotBeVerifiedNowStaysForTheNextTime() throws Exception {
    Configuration conf = new Configuration(fs().getConf());
    conf.setClass("fs.hdfs.impl", Silent.class, FileSystem.class);
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    assertThat(run(conf, "-put", "-resume", "-verify", source.toString(),
        "/to")).isEqualTo(1);
    assertThat(fs().getFileStatus(LEFT).getLen()).isEqualTo(content.length);
    assertThat(run("-put", "-resume", "-verify", source.toString(), "/to"))
        .isZero();
    assertThat(errors()).contains(4 * BLOCK + " bytes");
    assertPut();
  }

  @Test
  public void otherBlocksAreSentAgain() throws Exception {
    try (FSDataOutputStream out =
        fs().create(LEFT, true, 4096, (short) 1, 2 * BLOCK)) {
      out.write(content, 0, 2 * BLOCK);
    }
    assertStartsAgain("blocks were to have " + 2 * BLOCK + " bytes, and now "
        + BLOCK);
    put(LEFT, 7, 0);
    assertStartsAgain("it had less than a block");
  }

  private void assertStartsAgain(String why) throws Exception {
    forgetErrors();
    assertThat(run("-put", "-f", "-resume", "-verify", source.toString(),
        "/to")).isZero();
    assertThat(errors())
        .isEqualTo("put: `/to/file': starts again: " + why + "\n");
    assertPut();
    fs().delete(FILE, false);
  }

  @Test
  public void anotherKindOfChecksumsIsSentAgain() throws Exception {
    put(LEFT, 2 * BLOCK, 0);
    Configuration conf = new Configuration(fs().getConf());
    conf.set("dfs.checksum.type", "CRC32");
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    assertThat(run(conf, "-put", "-resume", source.toString(), "/to"))
        .isZero();
    assertThat(errors()).contains("starts again");
    assertPut();
  }

  @Test
  public void filesThatAreThereAreLeftAndOthersRefused() throws Exception {
    put(FILE, content.length, 0);
    long first = firstBlock(FILE);
    assertThat(run("-put", "-resume", source.toString(), "/to")).isZero();
    assertThat(errors()).isEmpty();
    assertThat(firstBlock(FILE)).isEqualTo(first);
    content[0]++;
    Files.write(source.toPath(), content);
    assertThat(run("-put", "-resume", source.toString(), "/to"))
        .isEqualTo(1);
    assertThat(errors()).isEqualTo("put: `/to/file': File exists\n");
  }

  @Test
  public void whatCannotBeReadTwiceIsRefused() throws Exception {
    assertThat(run("-put", "-resume", "-", FILE.toString())).isEqualTo(1);
    assertThat(errors())
        .isEqualTo("put: `-': -resume cannot read it a second time\n");
  }

  @Test
  public void anotherFileSystemIsRefused() throws Exception {
    URI target = folder.newFolder("target").toURI();
    assertThat(run("-put", "-verify", source.toString(), target.toString()))
        .isEqualTo(1);
    assertThat(errors())
        .endsWith("-resume and -verify are for HDFS alone\n");
  }

  @Test
  public void behindAMountTableIsHdfs() throws Exception {
    Configuration conf = new Configuration(fs().getConf());
    conf.set("fs.defaultFS", "viewfs://clusterX");
    conf.set("fs.viewfs.mounttable.clusterX.link./mounted",
        fs().getUri() + "/to");
    put(LEFT, 2 * BLOCK, 0);
    File summary = new File(folder.getRoot(), "summary");
    assertThat(run(conf, "-put", "-resume", "-verify", "-summary",
        summary.toString(), source.toString(), "/mounted/file")).isZero();
    assertThat(summary).content().contains("\"blocks\" : ");
    assertThat(errors()).contains("goes on after " + 2 * BLOCK + " bytes");
    assertPut();
    assertThat(run(conf, "-put", "-verify", source.toString(),
        "/mounted/file")).isEqualTo(1);
    assertThat(errors()).endsWith("put: `/mounted/file': File exists\n");
  }

  @Test
  public void whatWasLeftLongAgoIsDeletedAndNamed() throws Exception {
    Path old = new Path("/to/a/old._COPYING_");
    put(old, 10, 0);
    put(REST, 10, 0);
    put(FILE, 10, 0);
    put(LEFT, 10, 0);
    for (Path path : new Path[] {old, REST, FILE}) {
      fs().setTimes(path, System.currentTimeMillis() - 7_200_000, -1);
    }
    try (FSDataOutputStream open = fs().create(new Path("/to/b._COPYING_"))) {
      open.hflush();
      assertThat(run("-cleanup", "-n", "-older", "1h", "/to")).isZero();
      assertThat(output().replaceAll(" [0-9]+ bytes, .*", "")
          .split("\n")).containsExactlyInAnyOrder("would be deleted: " + old,
              "would be deleted: " + REST, "too new: " + LEFT,
              "being written: /to/b._COPYING_");
      forgetOutput();
      assertThat(run("-cleanup", "-older", "1h", "/to")).isZero();
      assertThat(output().split("\n")).hasSize(4)
          .filteredOn(line -> line.startsWith("deleted: ")).hasSize(2);
    }
    assertThat(fs().exists(old)).isFalse();
    assertThat(fs().exists(REST)).isFalse();
    assertThat(fs().exists(FILE)).isTrue();
    assertThat(fs().exists(LEFT)).isTrue();
    assertThat(run("-cleanup", "-older", "1", "/to")).isEqualTo(-1);
    assertThat(errors()).startsWith(
        "-cleanup: -older 1: must be a number with d, h, m or s");
  }

  @Test
  public void whatIsGoneOnWithIsNotCleanedUp() throws Exception {
    long old = System.currentTimeMillis() - 7_200_000;
    put(LEFT, BLOCK, 0);
    fs().setTimes(LEFT, old, -1);
    try (FSDataOutputStream open = fs().create(REST)) {
      open.hflush();
      assertThat(run("-cleanup", "-older", "1h", "/to")).isZero();
    }
    assertThat(output().replaceAll(" [0-9]+ bytes, .*", "").split("\n"))
        .containsExactlyInAnyOrder("gone on with: " + LEFT,
            "being written: " + REST);
    assertThat(run("-cleanup", "-older", "1h", "/to")).isZero();
    assertThat(fs().exists(LEFT)).isTrue();
    assertThat(fs().exists(REST)).isTrue();
  }

  @Test
  public void whatIsBeingComparedIsNotOld() throws Exception {
    long old = System.currentTimeMillis() - 7_200_000;
    put(LEFT, BLOCK, 0);
    fs().setTimes(LEFT, old, -1);
    Configuration conf = new Configuration(fs().getConf());
    conf.setClass("fs.hdfs.impl", Silent.class, FileSystem.class);
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    assertThat(run(conf, "-put", "-resume", source.toString(), "/to"))
        .isEqualTo(1);
    assertThat(run("-cleanup", "-older", "1h", "/to")).isZero();
    assertThat(output()).startsWith("too new: " + LEFT);
    assertThat(fs().exists(LEFT)).isTrue();
  }

  @Test
  public void clearTextIsKeptFromRawFiles() throws Exception {
    for (String from : new String[] {source.toString(), "-"}) {
      for (String option : new String[] {"-verify", "-resume"}) {
        forgetErrors();
        assertThat(run("-put", option, from, "/.reserved/raw/to/file"))
            .isEqualTo(1);
        assertThat(errors()).contains("/.reserved/raw");
        assertThat(fs().exists(FILE)).isFalse();
      }
    }
  }

  @Test
  public void anOldFileIsNotGivenUpForOneThatIsNotVerified()
      throws Exception {
    put(FILE, 10, 0);
    assertThat(run("-put", "-verify", "-d", "-f", source.toString(), "/to"))
        .isEqualTo(-1);
    assertThat(errors()).startsWith(
        "-put: -verify with -f needs a temporary file: leave out -d");
    assertThat(fs().getFileStatus(FILE).getLen()).isEqualTo(10);
  }

  @Test
  public void aRestInASnapshotIsSentAgain() throws Exception {
    put(LEFT, BLOCK, 0);
    put(REST, BLOCK, BLOCK);
    fs().allowSnapshot(new Path("/to"));
    fs().createSnapshot(new Path("/to"), "before");
    try {
      assertThat(run("-put", "-resume", "-verify", source.toString(), "/to"))
          .isZero();
      assertThat(errors()).isEqualTo(
          "put: `/to/file': goes on after " + BLOCK + " bytes\n");
      assertPut();
    } finally {
      fs().deleteSnapshot(new Path("/to"), "before");
    }
  }

  /** Makes a snapshot before the rest is appended. */
  public static class Snapshots extends DistributedFileSystem {
    @Override
    public void concat(Path file, Path[] parts) throws IOException {
      createSnapshot(new Path("/to"), "meanwhile");
      super.concat(file, parts);
    }
  }

  @Test
  public void aRestThatComesIntoASnapshotIsSentAgain() throws Exception {
    put(LEFT, 2 * BLOCK, 0);
    long first = firstBlock(LEFT);
    fs().allowSnapshot(new Path("/to"));
    Configuration conf = new Configuration(fs().getConf());
    conf.setClass("fs.hdfs.impl", Snapshots.class, FileSystem.class);
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    try {
      assertThat(run(conf, "-put", "-resume", "-verify", source.toString(),
          "/to")).isZero();
      assertPut();
      assertThat(firstBlock(FILE)).isEqualTo(first);
    } finally {
      fs().deleteSnapshot(new Path("/to"), "meanwhile");
    }
  }

  @Test
  public void aRestWhoseNameWouldBeTooLongIsAppended() throws Exception {
    Path target = new Path("/to/" + String.join("",
        Collections.nCopies(240, "n")));
    put(target.suffix("._COPYING_"), 2 * BLOCK + 9, 0);
    assertThat(run("-put", "-resume", "-verify", source.toString(),
        target.toString())).isZero();
    assertThat(errors()).contains("goes on after " + 2 * BLOCK + " bytes");
    assertThat(read(target)).isEqualTo(content);
    assertThat(fs().listStatus(new Path("/to"))).hasSize(1);
  }

  @Test
  public void anEqualFileOfOtherBlocksAndChecksumsIsLeft() throws Exception {
    Configuration conf = new Configuration(fs().getConf());
    conf.set("dfs.checksum.type", "CRC32");
    conf.set("dfs.bytes-per-checksum", "1024");
    conf.set("dfs.blocksize", Integer.toString(2 * BLOCK));
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    for (int bytes : new int[] {content.length, 0}) {
      write(bytes);
      assertThat(run(conf, "-put", "-f", source.toString(), "/to")).isZero();
      long time = fs().getFileStatus(FILE).getModificationTime();
      assertThat(run("-put", "-resume", source.toString(), "/to")).isZero();
      assertThat(errors()).isEmpty();
      assertThat(fs().getFileStatus(FILE).getModificationTime())
          .isEqualTo(time);
    }
  }

  @Test
  public void whatIsOfNoUseAnyMoreIsDeleted() throws Exception {
    put(FILE, content.length, 0);
    put(LEFT, BLOCK, 0);
    put(REST, BLOCK, BLOCK);
    assertThat(run("-put", "-resume", source.toString(), "/to")).isZero();
    assertPut();
    put(REST, BLOCK, BLOCK);
    assertThat(run("-put", "-f", "-verify", source.toString(), "/to"))
        .isZero();
    assertPut();
  }
}
