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
import java.net.SocketTimeoutException;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.fs.smarth.copy.SummaryFile;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.ViewDistributedFileSystem;
import org.apache.hadoop.util.Progressable;
import org.junit.Test;

/** Copies where Hadoop 3 has more than Hadoop 2. */
public class CopyOfHadoop3IT extends CopyTestCase {
  private static final String POLICY = "XOR-2-1-1024k";

  private File source() throws IOException {
    return folder.newFolder("source");
  }

  // ---- Erasure coding ----

  private Path codedDirectory() throws IOException {
    Path coded = new Path("/to/coded");
    fs().mkdirs(coded);
    fs().enableErasureCodingPolicy(POLICY);
    fs().setErasureCodingPolicy(coded, POLICY);
    return coded;
  }

  @Test
  public void filesThatAreErasureCodedAreCopiedAsInStock() throws Exception {
    Path coded = codedDirectory();
    File source = source();
    byte[] one = write(new File(source, "one"), 3 * BLOCK + 5);
    byte[] two = write(new File(source, "two"), 10);
    assertThat(run("-put", "-t", "2", source + "/one", source + "/two",
        coded.toString())).isZero();
    assertThat(read(new Path(coded, "one"))).isEqualTo(one);
    assertThat(read(new Path(coded, "two"))).isEqualTo(two);
    assertThat(fs().getFileStatus(new Path(coded, "one")).isErasureCoded())
        .isTrue();
  }

  @Test
  public void filesThatAreErasureCodedCannotBeVerified() throws Exception {
    Path coded = codedDirectory();
    File file = folder.newFile("file");
    write(file, BLOCK);
    assertThat(run("-put", "-verify", file.toString(), coded.toString()))
        .isEqualTo(1);
    assertThat(errors()).contains("Erasure-coded files cannot be verified");
    assertThat(fs().listStatus(coded)).isEmpty();
  }

  @Test
  public void aFileThatIsErasureCodedIsNotGoneOnWith() throws Exception {
    Path coded = codedDirectory();
    File file = folder.newFile("file");
    byte[] content = write(file, 3 * BLOCK + 5);
    try (FSDataOutputStream out =
        fs().create(new Path(coded, "file._COPYING_"))) {
      out.write(content, 0, 2 * BLOCK);
    }
    assertThat(run("-put", "-resume", file.toString(), coded.toString()))
        .isZero();
    assertThat(errors()).contains("erasure-coded files cannot be compared");
    assertThat(read(new Path(coded, "file"))).isEqualTo(content);
    // It may be another one, for all that is known.
    forgetErrors();
    assertThat(run("-put", "-resume", file.toString(), coded.toString()))
        .isEqualTo(1);
    assertThat(errors()).contains("File exists");
    assertThat(run("-put", "-resume", "-f", file.toString(),
        coded.toString())).isZero();
    assertThat(read(new Path(coded, "file"))).isEqualTo(content);
    assertThat(fs().listStatus(coded)).hasSize(1);
  }

  // ---- Other checksums ----

  @Test
  public void filesAreVerifiedWhateverChecksumsTheClientMakes()
      throws Exception {
    Configuration conf = new Configuration(fs().getConf());
    conf.set("dfs.checksum.combine.mode", "COMPOSITE_CRC");
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    File file = folder.newFile("file");
    byte[] content = write(file, 3 * BLOCK + 5);
    assertThat(run(conf, "-put", "-verify", file.toString(), "/to")).isZero();
    assertThat(read(new Path("/to/file"))).isEqualTo(content);
    File summary = new File(folder.getRoot(), "summary");
    assertThat(run(conf, "-put", "-resume", "-summary", summary.toString(),
        file.toString(), "/to")).isZero();
    assertThat(new SummaryFile(summary).number("bytesResumed").longValue())
        .isEqualTo(content.length);
  }

  // ---- A mount table that is HDFS, too ----

  private Configuration mountTable() {
    Configuration conf = new Configuration(fs().getConf());
    conf.setClass("fs.hdfs.impl", ViewDistributedFileSystem.class,
        FileSystem.class);
    conf.setClass("fs.viewfs.overload.scheme.target.hdfs.impl",
        DistributedFileSystem.class, FileSystem.class);
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    conf.setBoolean("fs.viewfs.ignore.port.in.mount.table.name", true);
    String table = "fs.viewfs.mounttable." + fs().getUri().getHost();
    conf.set(table + ".linkFallback", fs().getUri() + "/");
    conf.set(table + ".link./local", folder.getRoot().toURI().toString());
    return conf;
  }

  @Test
  public void filesAreCopiedThroughAMountTable() throws Exception {
    File source = source();
    byte[] one = write(new File(source, "one"), 10);
    write(new File(source, "two"), 10);
    assertThat(run(mountTable(), "-put", "-t", "2", source + "/one",
        source + "/two", "/to")).isZero();
    byte[] other = write(new File(source, "one"), BLOCK + 20);
    assertThat(run(mountTable(), "-put", "-f", source + "/one", "/to"))
        .isZero();
    assertThat(one).isNotEqualTo(other);
    assertThat(read(new Path("/to/one"))).isEqualTo(other);
    assertThat(run(mountTable(), "-put", "-f", source + "/one", "/local/copy"))
        .isZero();
    assertThat(new File(folder.getRoot(), "copy")).hasBinaryContent(other);
    assertThat(fs().listStatus(new Path("/to"))).hasSize(2);
    assertThat(run(mountTable(), "-cleanup", "-older", "0s", "/to", "/local"))
        .isZero();
  }

  @Test
  public void throughAMountTableThatIsHdfsNothingIsVerified()
      throws Exception {
    File file = folder.newFile("file");
    write(file, 10);
    assertThat(run(mountTable(), "-put", "-verify", file.toString(), "/to"))
        .isEqualTo(1);
    assertThat(errors()).contains("-resume and -verify are for HDFS alone");
    assertThat(fs().listStatus(new Path("/to"))).isEmpty();
  }

  // ---- Time-outs, which end stock's walk ----

  /** Datanodes are late with one of the files. */
  public static class Late extends DistributedFileSystem {
    @Override
    public FSDataOutputStream create(Path f, FsPermission permission,
        boolean overwrite, int bufferSize, short replication, long blockSize,
        Progressable progress) throws IOException {
      if (f.getName().startsWith("late")) {
        throw new SocketTimeoutException("for a test");
      }
      return super.create(f, permission, overwrite, bufferSize, replication,
          blockSize, progress);
    }
  }

  private Configuration late() {
    Configuration conf = new Configuration(fs().getConf());
    conf.setClass("fs.hdfs.impl", Late.class, FileSystem.class);
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    return conf;
  }

  @Test
  public void aFileThatTimesOutFailsItselfAlone() throws Exception {
    File source = source();
    for (String name : new String[] {"a", "late", "z"}) {
      write(new File(source, name), 10);
    }
    File summary = new File(folder.getRoot(), "summary");
    assertThat(run(late(), "-put", "-p", "-t", "2", "-summary",
        summary.toString(), source.toString(), "/to")).isEqualTo(1);
    assertThat(errors()).isEqualTo("put: for a test\n");
    FileStatus[] there = fs().listStatus(new Path("/to/source"));
    assertThat(there).extracting(file -> file.getPath().getName())
        .containsExactly("a", "z");
    SummaryFile json = new SummaryFile(summary);
    assertThat(json.isEndedEarly()).isFalse();
    assertThat(json.errors()).hasSize(1);
    assertThat(json.number("filesFailed").intValue()).isEqualTo(1);
    // What comes after the files of a directory has come.
    assertThat(fs().getFileStatus(new Path("/to/source"))
        .getModificationTime()).isEqualTo(source.lastModified());
  }

  @Test
  public void aTimeoutOfTheOnlyThreadEndsTheCommandAsInStock()
      throws Exception {
    File source = source();
    write(new File(source, "late"), 10);
    File summary = new File(folder.getRoot(), "summary");
    assertThat(run(late(), "-put", "-summary", summary.toString(),
        source + "/late", source + "/late", "/to")).isEqualTo(130);
    assertThat(errors()).isEqualTo("put: Interrupted\n");
    assertThat(new SummaryFile(summary).isEndedEarly()).isTrue();
  }

  // ---- Options that stock has, too ----

  @Test
  public void optionsHaveStocksMeaning() throws Exception {
    File file = folder.newFile("file");
    byte[] content = write(file, 10);
    assertThat(run("-put", "-t", "0", "-q", "0", file.toString(), "/to"))
        .isZero();
    assertThat(read(new Path("/to/file"))).isEqualTo(content);
    File back = new File(folder.getRoot(), "back");
    assertThat(run("-get", "-t", "5000", "-q", "3000000", "/to/file",
        back.toString())).isZero();
    assertThat(back).hasBinaryContent(content);
    assertThat(run("-moveFromLocal", "-f", "-t", "2", file.toString(), "/to"))
        .isZero();
    assertThat(file).doesNotExist();
  }

  @Test
  public void helpTellsOfBothStocksOptionsAndOurs() throws Exception {
    run("-help", "put");
    assertThat(output()).contains("Number of threads to be used",
        "Options of SMARTH", "-resume");
    forgetOutput();
    run("-help", "moveFromLocal");
    assertThat(output()).contains("deleted after it's copied.")
        .doesNotContain("not yet implemented");
  }
}
