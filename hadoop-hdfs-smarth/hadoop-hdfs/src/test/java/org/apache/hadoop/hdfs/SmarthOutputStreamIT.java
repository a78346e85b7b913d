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

import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.Arrays;
import java.util.EnumSet;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream.SyncFlag;
import org.apache.hadoop.hdfs.protocol.DSQuotaExceededException;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet;
import org.apache.hadoop.hdfs.smarth.client.retention.RetentionBudget;
import org.apache.hadoop.security.UserGroupInformation;
import org.awaitility.Awaitility;
import org.junit.Test;

import static org.apache.hadoop.hdfs.SmarthCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a writer may rely on, with a client and datanodes that know FNFA. */
public class SmarthOutputStreamIT extends SharedClusterTestBase {
  private void write(byte[] data) throws IOException {
    try (FSDataOutputStream out = fs().create(path())) {
      out.write(data);
    }
  }

  @Test
  public void sizesAroundTheBoundariesOfChunkPacketAndBlockReadBackEqual()
      throws IOException {
    int packet = 126 * 512;
    for (int size : new int[] {0, 1, 511, 512, 513, packet - 1, packet,
        packet + 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 3 * BLOCK + 7}) {
      byte[] data = SmarthCluster.bytes(size, size);
      write(data);
      assertStored(data);
    }
  }

  @Test
  public void manyBlocksGoThroughSeveralPipelinesAndReadBackEqual()
      throws IOException {
    byte[] data = SmarthCluster.bytes(24 * BLOCK + 12345, 1);
    FSDataOutputStream out = fs().create(path());
    out.write(data);
    out.close();
    assertThat(out.getWrappedStream()).isInstanceOf(SmarthOutputStream.class);
    assertStored(data);
  }

  @Test
  public void hflushMakesEveryByteOfEveryPipelineVisible() throws IOException {
    byte[] data = SmarthCluster.bytes(5 * BLOCK + 777, 2);
    try (FSDataOutputStream out = fs().create(path())) {
      out.write(data);
      out.hflush();
      try (FSDataInputStream in = fs().open(path())) {
        byte[] seen = new byte[data.length];
        in.readFully(0, seen);
        assertThat(seen).isEqualTo(data);
      }
      out.write(data);
      out.hsync();
      try (FSDataInputStream in = fs().open(path())) {
        byte[] seen = new byte[data.length];
        in.readFully(data.length, seen);
        assertThat(seen).isEqualTo(data);
      }
    }
    byte[] twice = Arrays.copyOf(data, 2 * data.length);
    System.arraycopy(data, 0, twice, data.length, data.length);
    assertStored(twice);
  }

  private void awaitNothingSent() {
    Awaitility.await().untilAsserted(() -> assertThat(
        fs().getClient().smarth.getClock().getSent()).isZero());
  }

  /** Else blocks that are sent meanwhile would seem to share the NIC. */
  @Test
  public void whatDrainsOrIsIdleIsNotSent() throws IOException {
    byte[] data = SmarthCluster.bytes(3 * BLOCK, 9);
    try (FSDataOutputStream log = fs().create(new Path(path(), "log"))) {
      log.write(data, 0, 1000);
      log.hflush();
      awaitNothingSent();
      DrainingFile file;
      try (StalledMirror stalled = new StalledMirror()) {
        file = new DrainingFile(fs(), new Path(path(), "drains"), data);
        awaitNothingSent();
      }
      file.writeRest();
      file.getOut().close();
    }
  }

  @Test
  public void hflushAtABlockBoundaryTellsTheNamenodeOfTheBlocks()
      throws IOException {
    byte[] data = SmarthCluster.bytes(2 * BLOCK, 3);
    try (FSDataOutputStream out = fs().create(path())) {
      out.write(data);
      out.hflush();
      assertThat(cluster().blocks(path())).hasSize(2);
    }
    assertStored(data);
  }

  @Test
  public void hsyncWithEndOfBlockStartsANewBlock() throws IOException {
    byte[] data = SmarthCluster.bytes(3 * 100_000, 4);
    try (HdfsDataOutputStream out =
        (HdfsDataOutputStream) fs().create(path())) {
      for (int i = 0; i < 3; i++) {
        out.write(data, i * 100_000, 100_000);
        out.hsync(EnumSet.of(SyncFlag.END_BLOCK, SyncFlag.UPDATE_LENGTH));
        assertThat(fs().getFileStatus(path()).getLen())
            .isEqualTo((i + 1) * 100_000);
      }
    }
    assertThat(cluster().blocks(path())).hasSize(3);
    assertStored(data);
  }

  @Test
  public void hsyncWithUpdateLengthIsSeenByTheNamenode() throws IOException {
    byte[] data = SmarthCluster.bytes(BLOCK + 4321, 5);
    try (HdfsDataOutputStream out =
        (HdfsDataOutputStream) fs().create(path())) {
      out.write(data);
      out.hsync(EnumSet.of(SyncFlag.UPDATE_LENGTH));
      assertThat(fs().getFileStatus(path()).getLen()).isEqualTo(data.length);
    }
    assertStored(data);
  }

  @Test
  public void manySmallFlushesLoseNothing() throws IOException {
    byte[] data = SmarthCluster.bytes(2 * BLOCK + 50_001, 6);
    try (FSDataOutputStream out = fs().create(path())) {
      int at = 0;
      while (at < data.length) {
        int length = Math.min(30_001, data.length - at);
        out.write(data, at, length);
        out.hflush();
        at += length;
      }
    }
    assertStored(data);
  }

  @Test
  public void writesFromSeveralThreadsWithFlushesEndInOneWholeFile()
      throws Exception {
    byte[] chunk = SmarthCluster.bytes(100_000, 7);
    FSDataOutputStream out = fs().create(path());
    Thread[] writers = new Thread[4];
    Throwable[] failures = new Throwable[writers.length];
    for (int i = 0; i < writers.length; i++) {
      final int id = i;
      writers[i] = new Thread(() -> {
        try {
          for (int n = 0; n < 20; n++) {
            synchronized (chunk) {
              out.write(chunk);
            }
            out.hflush();
          }
        } catch (Throwable e) {
          failures[id] = e;
        }
      });
      writers[i].start();
    }
    for (Thread writer : writers) {
      writer.join();
    }
    out.close();
    assertThat(failures).containsOnlyNulls();
    byte[] expected = new byte[80 * chunk.length];
    for (int i = 0; i < 80; i++) {
      System.arraycopy(chunk, 0, expected, i * chunk.length, chunk.length);
    }
    assertStored(expected);
  }

  @Test
  public void aSmallBudgetSlowsTheWriterButLosesNothing() throws IOException {
    Configuration conf = new Configuration(cluster().getFs().getConf());
    conf.set(SmarthClientConf.RETAINED_MEMORY_KEY, "1m");
    byte[] data = SmarthCluster.bytes(12 * BLOCK, 8);
    try (FileSystem small = FileSystem.newInstance(conf)) {
      try (FSDataOutputStream out = small.create(path())) {
        out.write(data);
      }
      RetentionBudget used =
          ((DistributedFileSystem) small).getClient().smarth.getBudget();
      assertThat(used.getPeak()).isLessThanOrEqualTo(1 << 20);
      assertThat(used.getUsed()).isZero();
    }
    assertStored(data);
  }

  @Test
  public void aUserWhoMayNotListTheDatanodesHasSeveralPipelinesToo()
      throws Exception {
    Path home = new Path("/user/" + name.getMethodName());
    fs().mkdirs(home);
    fs().setOwner(home, "somebody", "some");
    setPath(new Path(home, "file"));
    byte[] data = SmarthCluster.bytes(8 * BLOCK + 1, 12);
    UserGroupInformation somebody =
        UserGroupInformation.createUserForTesting("somebody", new String[0]);
    try (FileSystem theirs = somebody.doAs(
        (PrivilegedExceptionAction<FileSystem>) () ->
            FileSystem.newInstance(fs().getConf()))) {
      FSDataOutputStream out = theirs.create(path());
      PipelineSet pipelines = SmarthCluster.withPipelinesInVain(out);
      try (StalledMirror stalled = new StalledMirror()) {
        out.write(data, 0, 2 * BLOCK + 100_000);
        Awaitility.await().untilAsserted(
            () -> assertThat(pipelines.getOpen()).isEqualTo(3));
      }
      out.write(data, 2 * BLOCK + 100_000,
          data.length - 2 * BLOCK - 100_000);
      out.close();
    }
    assertStored(data);
  }

  @Test
  public void aQuotaThatIsExceededReachesTheWriterAsInStock()
      throws IOException {
    Path directory = new Path("/quota");
    fs().mkdirs(directory);
    fs().setQuota(directory, HdfsConstants.QUOTA_DONT_SET, 4L * 3 * BLOCK);
    setPath(new Path(directory, "file"));
    FSDataOutputStream out = fs().create(path());
    assertThatThrownBy(() -> {
      out.write(new byte[10 * BLOCK]);
      out.hflush();
    }).isInstanceOf(DSQuotaExceededException.class);
    assertThatThrownBy(out::close).isInstanceOf(IOException.class);
    assertThat(fs().isFileClosed(path())).isTrue();
    assertThat(cluster().read(path())).isEqualTo(new byte[4 * BLOCK]);
  }

  @Test
  public void disabledOneReplicaAppendAndLazyPersistAreStock()
      throws IOException {
    Configuration off = new Configuration(fs().getConf());
    off.setBoolean(SmarthClientConf.ENABLED_KEY, false);
    try (FileSystem stock = FileSystem.newInstance(off);
         FSDataOutputStream out = stock.create(path())) {
      assertThat(out.getWrappedStream().getClass())
          .isSameAs(DFSOutputStream.class);
    }
    try (FSDataOutputStream out = fs().create(path(), (short) 1)) {
      assertThat(out.getWrappedStream().getClass())
          .isSameAs(DFSOutputStream.class);
    }
    write(SmarthCluster.bytes(BLOCK + 5, 9));
    try (FSDataOutputStream out = fs().append(path())) {
      assertThat(out.getWrappedStream().getClass())
          .isSameAs(DFSOutputStream.class);
      out.write(SmarthCluster.bytes(BLOCK, 10));
    }
    assertThat(fs().getFileStatus(path()).getLen()).isEqualTo(2 * BLOCK + 5);
    Path memory = new Path("/memory");
    fs().mkdirs(memory);
    fs().setStoragePolicy(memory, HdfsConstants.MEMORY_STORAGE_POLICY_NAME);
    try (FSDataOutputStream out = fs().create(new Path(memory, "file"))) {
      assertThat(out.getWrappedStream().getClass())
          .isSameAs(DFSOutputStream.class);
    }
  }

  @Test
  public void createNonRecursiveBuilderAndFavoredNodesAreCovered()
      throws IOException {
    try (FSDataOutputStream out = fs().createNonRecursive(path(),
        FsPermission.getFileDefault(),
        EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE), 4096, (short) 3,
        BLOCK, null)) {
      assertThat(out.getWrappedStream()).isInstanceOf(SmarthOutputStream.class);
    }
    try (FSDataOutputStream out =
        fs().createFile(path()).overwrite(true).build()) {
      assertThat(out.getWrappedStream()).isInstanceOf(SmarthOutputStream.class);
    }
    java.net.InetSocketAddress[] favored = {
        cluster().getCluster().getDataNodes().get(1).getXferAddress(),
        cluster().getCluster().getDataNodes().get(2).getXferAddress(),
        cluster().getCluster().getDataNodes().get(7).getXferAddress()};
    byte[] data = SmarthCluster.bytes(6 * BLOCK, 11);
    try (FSDataOutputStream out = fs().create(path(),
        FsPermission.getFileDefault(), true, 4096, (short) 3, BLOCK, null,
        favored)) {
      assertThat(out.getWrappedStream()).isInstanceOf(SmarthOutputStream.class);
      out.write(data);
    }
    assertStored(data);
    cluster().blocks(path()).forEach(block -> assertThat(block.getLocations())
        .extracting(node -> node.getXferPort())
        .containsExactlyInAnyOrder(favored[0].getPort(), favored[1].getPort(),
            favored[2].getPort()));
  }

  @Test
  public void aWrongKeyStopsTheClientWithKeyValueAndRange() {
    Configuration conf = new Configuration(fs().getConf());
    conf.set(SmarthClientConf.PIPELINES_MAX_KEY, "65");
    assertThatThrownBy(() -> FileSystem.newInstance(conf))
        .hasStackTraceContaining(
            "dfs.client.smarth.pipelines.max = 65: must be a whole number"
                + " from 0 to 64");
  }
}
