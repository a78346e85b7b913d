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

import java.io.File;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNodeInsides;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet;
import org.apache.hadoop.hdfs.smarth.client.retention.PacketRetention;
import org.apache.hadoop.hdfs.smarth.client.retention.SpillSpace;
import org.apache.hadoop.hdfs.smarth.client.retention.SpillSpace.SpillQuota;
import org.apache.hadoop.hdfs.smarth.client.retention.SpillSpace.SpillStore;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

import static org.apache.hadoop.hdfs.SmarthCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Uploads whose packets for recovery do not fit into memory. */
public class SpillIT {
  private static final int SOME = 100_000;

  @Rule
  public final Timeout timeout = new Timeout(120, TimeUnit.SECONDS);
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  private final Path path = new Path("/file");
  private SmarthCluster cluster;
  private DistributedFileSystem fs;
  private ClusterLeaks leaks;

  private void start(File directory) throws IOException {
    Configuration conf = new HdfsConfiguration();
    conf.setInt(HdfsClientConfigKeys.DFS_CLIENT_SOCKET_TIMEOUT_KEY, 5000);
    conf.set(SmarthClientConf.RETAINED_MEMORY_KEY, "1m");
    conf.setInt(HdfsClientConfigKeys.Write.MAX_PACKETS_IN_FLIGHT_KEY, 3);
    conf.set(SmarthClientConf.SPILL_DIR_KEY, directory.getPath());
    cluster = new SmarthCluster(9, conf);
    fs = cluster.getFs();
    leaks = new ClusterLeaks(cluster.getCluster(), fs.getClient());
  }

  @After
  public void nothingIsLeft() throws IOException {
    try {
      leaks.assertNone();
      assertThat(fs.getClient().smarth.getSpillSpace().getUsed()).isZero();
    } finally {
      cluster.close();
    }
  }

  private static PacketRetention retention(FSDataOutputStream out) {
    return ((SmarthOutputStream) SmarthCluster.stream(out)).getFile()
        .getRetention();
  }

  /**
   * Three blocks that are final on their first datanodes only, and the
   * beginning of a fourth; in memory there is room for one.
   *
   * @return the first datanode of the second block
   */
  private DatanodeInfo writeWhileStalled(FSDataOutputStream out, byte[] data)
      throws IOException {
    PipelineSet pipelines = SmarthCluster.withPipelinesInVain(out);
    out.write(data, 0, BLOCK + SOME);
    Awaitility.await().until(() -> pipelines.getBlocks() == 2);
    DatanodeInfo first = DrainingFile.pipeline(out)[0];
    out.write(data, BLOCK + SOME, 2 * BLOCK);
    Awaitility.await().until(() -> pipelines.getBlocks() == 4);
    return first;
  }

  private void kill(DatanodeInfo node) {
    cluster.getCluster().stopDataNode(node.getXferAddr());
  }

  @Test
  public void spilledPacketsAreSentAgainWhenTheirFirstDatanodeIsLost()
      throws Exception {
    start(folder.getRoot());
    byte[] data = SmarthCluster.bytes(4 * BLOCK, 1);
    FSDataOutputStream out = fs.create(path);
    PacketRetention retention = retention(out);
    DatanodeInfo first;
    try (StalledMirror stalled = new StalledMirror()) {
      first = writeWhileStalled(out, data);
      assertThat(retention.getSpilledBytes()).isGreaterThan(BLOCK);
      assertThat(fs.getClient().smarth.getBudget().getPeak())
          .isLessThanOrEqualTo(1 << 20);
      assertThat(folder.getRoot().list()).as("spill files with a name")
          .isEmpty();
      kill(first);
    }
    out.write(data, 3 * BLOCK + SOME, BLOCK - SOME);
    out.close();
    assertThat(retention.getLoadedBytes()).isPositive();
    assertThat(cluster.read(path)).isEqualTo(data);
    cluster.awaitReplicas(path, data, 3, first);
  }

  @Test
  public void aDiskThatTakesNothingSlowsTheWriterButLosesNothing()
      throws Exception {
    start(new File(folder.newFile(), "below"));
    byte[] data = SmarthCluster.bytes(6 * BLOCK, 2);
    FSDataOutputStream out = fs.create(path);
    CompletableFuture<Void> written;
    try (StalledMirror stalled = new StalledMirror()) {
      written = CompletableFuture.runAsync(() -> {
        try {
          out.write(data);
        } catch (IOException e) {
          throw new CompletionException(e);
        }
      });
      Awaitility.await().untilAsserted(() -> assertThat(
          fs.getClient().smarth.getBudget().getUsed())
          .isGreaterThan((1 << 20) - 70_000));
      assertThat(written).isNotDone();
    }
    written.get();
    out.close();
    assertThat(retention(out).getSpilledBytes()).isZero();
    assertThat(cluster.read(path)).isEqualTo(data);
    cluster.assertReplicas(path, data, 3);
  }

  /** What it takes it does not give back. */
  private static final class LosingStore implements SpillStore {
    @Override
    public boolean hasRoom(long bytes) {
      return true;
    }

    @Override
    public void write(long position, byte[] from, int offset, int length) {
      // Lost.
    }

    @Override
    public void read(long position, byte[] to, int offset, int length)
        throws IOException {
      throw new IOException("Input/output error");
    }

    @Override
    public void close() {
      // There is nothing.
    }
  }

  @Test
  public void packetsThatCannotBeReadBackFailTheFileWithTheCause()
      throws Exception {
    start(folder.getRoot());
    DataNodeInsides.set(fs.getClient().smarth, "spillSpace",
        new SpillSpace(LosingStore::new, new SpillQuota(), 1L << 30));
    byte[] data = SmarthCluster.bytes(4 * BLOCK, 3);
    FSDataOutputStream out = fs.create(path);
    try (StalledMirror stalled = new StalledMirror()) {
      kill(writeWhileStalled(out, data));
    }
    assertThatThrownBy(out::hflush).isInstanceOf(IOException.class)
        .hasStackTraceContaining("spilled to the local disk")
        .hasStackTraceContaining("Input/output error");
    assertThatThrownBy(out::close).isInstanceOf(IOException.class);
  }

  @Test
  public void anOpenFileKeepsNoDiskSpaceOfBlocksThatHaveArrived()
      throws Exception {
    start(folder.getRoot());
    byte[] data = SmarthCluster.bytes(4 * BLOCK, 5);
    FSDataOutputStream out = fs.create(path);
    SpillSpace space = fs.getClient().smarth.getSpillSpace();
    try (StalledMirror stalled = new StalledMirror()) {
      writeWhileStalled(out, data);
      assertThat(space.getUsed()).isPositive();
    }
    out.write(data, 3 * BLOCK + SOME, BLOCK - SOME);
    out.hflush();
    Awaitility.await().untilAsserted(
        () -> assertThat(space.getUsed()).isZero());
    out.close();
    cluster.assertReplicas(path, data, 3);
  }

  @Test
  public void whereTheDiskIsToStayFreeTheWriterIsSlowedButLosesNothing()
      throws Exception {
    start(folder.getRoot());
    Configuration conf = new Configuration(fs.getConf());
    conf.setDouble(SmarthClientConf.SPILL_FREE_FRACTION_KEY, 1);
    byte[] data = SmarthCluster.bytes(6 * BLOCK, 6);
    try (FileSystem careful = FileSystem.newInstance(conf)) {
      FSDataOutputStream out = careful.create(path);
      out.write(data);
      out.close();
      assertThat(retention(out).getSpilledBytes()).isZero();
    }
    cluster.assertReplicas(path, data, 3);
  }

  @Test
  public void packetsOfABlockThatArrivesAreNeverReadBack() throws Exception {
    start(folder.getRoot());
    byte[] data = SmarthCluster.bytes(4 * BLOCK, 4);
    FSDataOutputStream out = fs.create(path);
    try (StalledMirror stalled = new StalledMirror()) {
      writeWhileStalled(out, data);
    }
    out.write(data, 3 * BLOCK + SOME, BLOCK - SOME);
    out.close();
    assertThat(retention(out).getSpilledBytes()).isPositive();
    assertThat(retention(out).getLoadedBytes()).isZero();
    cluster.assertReplicas(path, data, 3);
  }
}
