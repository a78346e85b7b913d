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
import java.util.Arrays;
import java.util.EnumSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.AlreadyBeingCreatedException;
import org.apache.hadoop.hdfs.protocol.DSQuotaExceededException;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.security.token.block.SecurityTestUtil;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet;
import org.apache.hadoop.io.IOUtils;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.apache.hadoop.hdfs.SmarthCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * What the namenode, other clients and security do to a file while several
 * pipelines write it.
 */
public class NamespaceFaultIT {
  @Rule
  public final Timeout timeout = new Timeout(120, TimeUnit.SECONDS);

  private final Path path = new Path("/file");
  private final byte[] data = SmarthCluster.bytes(6 * BLOCK + 4321, 1);
  private Configuration conf = new HdfsConfiguration();
  private SmarthCluster cluster;
  private DistributedFileSystem fs;

  private void start() throws IOException {
    cluster = new SmarthCluster(9, conf);
    fs = cluster.getFs();
  }

  @After
  public void nothingIsLeft() throws IOException {
    IOUtils.cleanupWithLogger(null, cluster);
    Awaitility.await().untilAsserted(
        () -> assertThat(SmarthCluster.clientThreads()).isEmpty());
  }

  private DrainingFile begin(FileSystem client) throws IOException {
    return new DrainingFile(client, path, data);
  }

  private static void end(DrainingFile file) throws IOException {
    file.writeRest();
    file.getOut().close();
  }

  private void assertStored(Path where, DatanodeInfo... stopped)
      throws IOException {
    assertThat(cluster.read(where)).isEqualTo(data);
    cluster.awaitReplicas(where, data, 3, stopped);
  }

  /** What an ended lease leaves of the file. */
  private void assertPrefixIsReadable() throws IOException {
    Awaitility.await().atMost(60, TimeUnit.SECONDS)
        .until(() -> fs.recoverLease(path));
    byte[] read = cluster.read(path);
    assertThat(read.length).isGreaterThanOrEqualTo(BLOCK);
    assertThat(read).isEqualTo(Arrays.copyOf(data, read.length));
    cluster.awaitReplicas(path, read, 3);
  }

  @Test
  public void aRestartOfTheNamenodeLosesNothing() throws Exception {
    start();
    DrainingFile file;
    try (StalledMirror stalled = new StalledMirror()) {
      file = begin(fs);
      cluster.getCluster().restartNameNode();
    }
    end(file);
    assertStored(path);
  }

  @Test
  public void aFailoverLosesNothing() throws Exception {
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, BLOCK);
    try (MiniDFSCluster pair = new MiniDFSCluster.Builder(conf)
        .nnTopology(MiniDFSNNTopology.simpleHATopology()).numDataNodes(9)
        .build()) {
      pair.waitActive();
      pair.transitionToActive(0);
      try (FileSystem client = HATestUtil.configureFailoverFs(pair, conf)) {
        DrainingFile file;
        try (StalledMirror stalled = new StalledMirror()) {
          file = begin(client);
          pair.transitionToStandby(0);
          pair.transitionToActive(1);
        }
        end(file);
        byte[] read = new byte[data.length];
        try (java.io.InputStream in = client.open(path)) {
          IOUtils.readFully(in, read, 0, read.length);
          assertThat(in.read()).isEqualTo(-1);
        }
        assertThat(read).isEqualTo(data);
      }
    }
  }

  @Test
  public void safeModeReachesTheWriterAndLeavesAPrefix() throws Exception {
    start();
    DrainingFile file;
    try (StalledMirror stalled = new StalledMirror()) {
      file = begin(fs);
      fs.setSafeMode(SafeModeAction.SAFEMODE_ENTER);
    }
    assertThatThrownBy(() -> end(file)).isInstanceOf(IOException.class);
    fs.setSafeMode(SafeModeAction.SAFEMODE_LEAVE);
    assertPrefixIsReadable();
  }

  @Test
  public void aFileThatIsDeletedFailsItsWriter() throws Exception {
    start();
    DrainingFile file;
    try (StalledMirror stalled = new StalledMirror()) {
      file = begin(fs);
      assertThat(fs.delete(path, false)).isTrue();
    }
    assertThatThrownBy(() -> end(file)).isInstanceOf(IOException.class)
        .hasStackTraceContaining("/file");
  }

  @Test
  public void aFileThatIsRenamedIsWrittenToItsEnd() throws Exception {
    start();
    Path renamed = new Path("/renamed");
    DrainingFile file;
    try (StalledMirror stalled = new StalledMirror()) {
      file = begin(fs);
      assertThat(fs.rename(path, renamed)).isTrue();
    }
    end(file);
    assertStored(renamed);
  }

  @Test
  public void aSecondWriterIsRefusedUnlessItOverwrites() throws Exception {
    start();
    try (FileSystem second = FileSystem.newInstance(conf)) {
      DrainingFile file;
      try (StalledMirror stalled = new StalledMirror()) {
        file = begin(fs);
        assertThatThrownBy(() -> second.create(path, FsPermission.getDefault(),
            EnumSet.of(CreateFlag.CREATE), 4096, (short) 3, BLOCK, null))
            .hasStackTraceContaining(
                AlreadyBeingCreatedException.class.getSimpleName());
        assertThatThrownBy(() -> second.append(path)).hasStackTraceContaining(
            AlreadyBeingCreatedException.class.getSimpleName());
      }
      try (FSDataOutputStream other = second.create(path, true)) {
        other.write(data);
      }
      assertThatThrownBy(() -> end(file)).isInstanceOf(IOException.class);
    }
    assertStored(path);
  }

  @Test
  public void withMinimumReplicationThreeTheWriterWaitsButDoesNotFail()
      throws Exception {
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_REPLICATION_MIN_KEY, 3);
    start();
    CompletableFuture<Void> written;
    try (StalledMirror stalled = new StalledMirror()) {
      DrainingFile file = begin(fs);
      written = CompletableFuture.runAsync(() -> {
        try {
          end(file);
        } catch (IOException e) {
          throw new CompletionException(e);
        }
      });
      assertThat(written).isNotDone();
    }
    written.get();
    assertStored(path);
  }

  /** What stock stores before it asks for the block that is refused. */
  private void assertQuotaLeavesTheBlockBeforeIt(boolean flushed)
      throws Exception {
    start();
    Path directory = new Path("/quota");
    fs.mkdirs(directory);
    fs.setQuota(directory, HdfsConstants.QUOTA_DONT_SET, 3L * BLOCK);
    Path file = new Path(directory, "file");
    FSDataOutputStream out = fs.create(file);
    SmarthCluster.withPipelinesInVain(out);
    out.write(data, 0, 100_000);
    DatanodeInfo[] pipeline = DrainingFile.pipeline(out);
    CompletableFuture<Void> closed;
    try (StalledMirror stalled = new StalledMirror()) {
      out.write(data, 100_000, BLOCK);
      closed = CompletableFuture.runAsync(() -> {
        if (flushed) {
          assertThatThrownBy(out::hflush)
              .isInstanceOf(DSQuotaExceededException.class);
        }
        assertThatThrownBy(out::close)
            .isInstanceOf(DSQuotaExceededException.class);
      });
      // The next one is asked for, and refused.
      Awaitility.await().until(() -> fs.getClient().getLocatedBlocks(
          file.toString(), 0).isLastBlockComplete());
      assertThatThrownBy(() -> closed.get(1, TimeUnit.SECONDS))
          .isInstanceOf(TimeoutException.class);
      cluster.getCluster().stopDataNode(pipeline[0].getXferAddr());
    }
    closed.get();
    assertThat(fs.isFileClosed(file)).isTrue();
    assertThat(cluster.read(file)).isEqualTo(Arrays.copyOf(data, BLOCK));
    cluster.awaitReplicas(file, Arrays.copyOf(data, BLOCK), 3, pipeline[0]);
  }

  @Test
  public void aQuotaLeavesTheBlockThatDrainsWhenTheFileIsClosed()
      throws Exception {
    assertQuotaLeavesTheBlockBeforeIt(false);
  }

  @Test
  public void aQuotaLeavesTheBlockThatDrainsWhenTheFileIsFlushed()
      throws Exception {
    assertQuotaLeavesTheBlockBeforeIt(true);
  }

  private void assertSurvivesALossAfterFnfa() throws Exception {
    for (int lost = 0; lost < 2; lost++) {
      DrainingFile file;
      try (StalledMirror stalled = new StalledMirror()) {
        file = begin(fs);
        cluster.getCluster().stopDataNode(file.first(lost).getXferAddr());
      }
      end(file);
      assertStored(path, file.first(lost));
    }
  }

  @Test
  public void recoveryPassesItsBlockTokens() throws Exception {
    conf.setBoolean(DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_KEY, true);
    start();
    assertSurvivesALossAfterFnfa();
  }

  @Test
  public void recoveryWorksOnEncryptedConnections() throws Exception {
    conf.setBoolean(DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_KEY, true);
    conf.setBoolean(DFSConfigKeys.DFS_ENCRYPT_DATA_TRANSFER_KEY, true);
    start();
    assertSurvivesALossAfterFnfa();
  }

  /** The first datanode has said that it has the block, and still answers. */
  @Test
  public void aTokenThatExpiresWhileABlockDrainsLeavesItToTheNamenode()
      throws Exception {
    conf.setBoolean(DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_KEY, true);
    conf.setInt(SmarthClientConf.PIPELINES_MAX_KEY, 2);
    start();
    tokensLast(1000);
    DrainingFile file;
    try (StalledMirror stalled = new StalledMirror()) {
      file = begin(fs);
      awaitTokenExpired(file.getOut());
      cluster.getCluster().stopDataNode(file.first(1).getXferAddr());
    }
    end(file);
    assertStored(path);
  }

  @Test
  public void aTokenThatExpiredWhileItsBlockWasWrittenIsRenewedInTime()
      throws Exception {
    conf.setBoolean(DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_KEY, true);
    start();
    tokensLast(1000);
    FSDataOutputStream out = fs.create(path);
    PipelineSet pipelines = SmarthCluster.withPipelinesInVain(out);
    out.write(data, 0, 100_000);
    DatanodeInfo[] pipeline = DrainingFile.pipeline(out);
    awaitTokenExpired(out);
    tokensLast(TimeUnit.MINUTES.toMillis(10));
    try (StalledMirror stalled = new StalledMirror()) {
      out.write(data, 100_000, BLOCK);
      Awaitility.await().until(() -> pipelines.getBlocks() == 2);
      cluster.getCluster().stopDataNode(pipeline[1].getXferAddr());
    }
    out.write(data, BLOCK + 100_000, data.length - BLOCK - 100_000);
    out.close();
    assertStored(path);
  }

  private void tokensLast(long millis) {
    SecurityTestUtil.setBlockTokenLifetime(cluster.getCluster().getNameNode()
        .getNamesystem().getBlockManager().getBlockTokenSecretManager(),
        millis);
  }

  private static void awaitTokenExpired(FSDataOutputStream out) {
    DataStreamer streamer = SmarthCluster.stream(out).getStreamer();
    Awaitility.await().until(() ->
        SecurityTestUtil.isBlockTokenExpired(streamer.getBlockToken()));
  }
}
