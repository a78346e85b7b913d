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
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.apache.hadoop.hdfs.SmarthCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

/** What fails while several pipelines are open, and what the writer sees. */
public class SmarthFaultIT {
  @Rule
  public final Timeout timeout = new Timeout(120, TimeUnit.SECONDS);

  private final Path path = new Path("/file");
  private SmarthCluster cluster;
  private DistributedFileSystem fs;
  private ClusterLeaks leaks;

  @Before
  public void start() throws IOException {
    start(new HdfsConfiguration());
  }

  private void start(Configuration conf) throws IOException {
    start(conf, 9);
  }

  private void start(Configuration conf, int datanodes) throws IOException {
    conf.setInt(HdfsClientConfigKeys.DFS_CLIENT_SOCKET_TIMEOUT_KEY, 5000);
    conf.set(SmarthClientConf.RETAINED_MEMORY_KEY, "3m");
    conf.setInt(HdfsClientConfigKeys.Write.MAX_PACKETS_IN_FLIGHT_KEY, 10);
    cluster = new SmarthCluster(datanodes, conf);
    fs = cluster.getFs();
    leaks = new ClusterLeaks(cluster.getCluster(), fs.getClient());
  }

  @After
  public void nothingIsLeft() throws IOException {
    DFSClientFaultInjector.set(new DFSClientFaultInjector());
    try {
      leaks.assertNone();
    } finally {
      cluster.close();
    }
  }

  private static DatanodeInfo[] nodes(FSDataOutputStream out) {
    return SmarthCluster.stream(out).getPipeline();
  }

  private static PipelineSet pipelines(FSDataOutputStream out) {
    return ((SmarthOutputStream) SmarthCluster.stream(out)).getFile()
        .getPipelines();
  }

  private static void awaitOpen(FSDataOutputStream out, int pipelines) {
    PipelineSet set = pipelines(out);
    Awaitility.await().untilAsserted(
        () -> assertThat(set.getOpen()).isEqualTo(pipelines));
  }

  /** What may throw. */
  private interface Action {
    void run() throws IOException;
  }

  private static CompletableFuture<Void> inBackground(Action action) {
    return CompletableFuture.runAsync(() -> {
      try {
        action.run();
      } catch (IOException e) {
        throw new CompletionException(e);
      }
    });
  }

  private void kill(DatanodeInfo node) {
    cluster.getCluster().stopDataNode(node.getXferAddr());
  }

  @Test
  public void fnfaLetsThreeBlocksStreamWhileAllDownstreamsStall()
      throws Exception {
    byte[] data = SmarthCluster.bytes(3 * BLOCK - 100, 1);
    FSDataOutputStream out = fs.create(path);
    SmarthCluster.withPipelinesInVain(out);
    CompletableFuture<Void> flushed;
    try (StalledMirror stalled = new StalledMirror()) {
      out.write(data);
      awaitOpen(out, 3);
      flushed = inBackground(out::hflush);
      assertThat(pipelines(out).getMaxOpen()).isEqualTo(3);
      assertThat(flushed).isNotDone();
    }
    flushed.get();
    assertThat(pipelines(out).getOpen()).isEqualTo(1);
    out.close();
    assertThat(cluster.read(path)).isEqualTo(data);
    cluster.assertReplicas(path, data, 3);
  }

  @Test
  public void closeReturnsOnlyWhenEveryDatanodeHasEveryBlock()
      throws Exception {
    byte[] data = SmarthCluster.bytes(2 * BLOCK, 2);
    FSDataOutputStream out = fs.create(path);
    SmarthCluster.withPipelinesInVain(out);
    CompletableFuture<Void> closed;
    try (StalledMirror stalled = new StalledMirror()) {
      out.write(data);
      closed = inBackground(out::close);
      awaitOpen(out, 2);
      assertThat(closed).isNotDone();
    }
    closed.get();
    cluster.assertReplicas(path, data, 3);
  }

  @Test
  public void closeWaitsForAnEarlierBlockThoughTheLastOneIsDone()
      throws Exception {
    cluster.close();
    Configuration conf = new HdfsConfiguration();
    // Its pipelines share no datanode, so that the last one is not stalled.
    conf.set(SmarthClientConf.PIPELINES_MODE_KEY, "paper");
    start(conf);
    byte[] data = SmarthCluster.bytes(BLOCK + 5, 21);
    FSDataOutputStream out = fs.create(path);
    out.write(data, 0, 100_000);
    Awaitility.await().until(() -> nodes(out) != null);
    Set<String> slow = Stream.of(nodes(out))
        .map(DatanodeInfo::getXferAddr).collect(Collectors.toSet());
    CompletableFuture<Void> closed;
    try (StalledMirror stalled = new StalledMirror(slow::contains)) {
      out.write(data, 100_000, data.length - 100_000);
      closed = inBackground(out::close);
      PipelineSet pipelines = pipelines(out);
      Awaitility.await().untilAsserted(() -> {
        assertThat(pipelines.getBlocks()).isEqualTo(2);
        assertThat(pipelines.getOpen()).isEqualTo(1);
      });
      assertThat(closed).isNotDone();
    }
    closed.get();
    cluster.assertReplicas(path, data, 3);
  }

  @Test
  public void withMinimumReplicationTwoTheWriterWaitsButDoesNotFail()
      throws Exception {
    cluster.close();
    Configuration conf = new HdfsConfiguration();
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_REPLICATION_MIN_KEY, 2);
    start(conf);
    byte[] data = SmarthCluster.bytes(4 * BLOCK, 12);
    FSDataOutputStream out = fs.create(path);
    SmarthCluster.withPipelinesInVain(out);
    CompletableFuture<Void> written;
    try (StalledMirror stalled = new StalledMirror()) {
      written = inBackground(() -> {
        out.write(data);
        out.close();
      });
      // The third has its turn, but gets no block before the first has two
      // replicas.
      awaitOpen(out, 3);
      assertThat(pipelines(out).getBlocks()).isEqualTo(2);
    }
    written.get();
    assertThat(cluster.read(path)).isEqualTo(data);
    cluster.assertReplicas(path, data, 3);
  }

  private void assertSurvivesLossBeforeFnfa(int lost) throws IOException {
    byte[] data = SmarthCluster.bytes(4 * BLOCK, 3);
    try (FSDataOutputStream out = fs.create(path)) {
      out.write(data, 0, BLOCK / 2);
      out.hflush();
      kill(nodes(out)[lost]);
      out.write(data, BLOCK / 2, data.length - BLOCK / 2);
    }
    assertThat(cluster.read(path)).isEqualTo(data);
  }

  @Test
  public void aFirstDatanodeLostBeforeFnfaIsReplacedAsInStock()
      throws IOException {
    assertSurvivesLossBeforeFnfa(0);
  }

  @Test
  public void aDownstreamLostBeforeFnfaIsReplacedAsInStock()
      throws IOException {
    assertSurvivesLossBeforeFnfa(2);
  }

  @Test
  public void anErrorInTheBlockBeingWrittenLeavesADrainingPipelineAlone()
      throws Exception {
    byte[] data = SmarthCluster.bytes(2 * BLOCK, 5);
    FSDataOutputStream out = fs.create(path);
    SmarthCluster.withPipelinesInVain(out);
    try (StalledMirror stalled = new StalledMirror()) {
      out.write(data, 0, BLOCK + BLOCK / 2);
      awaitOpen(out, 2);
      Awaitility.await().until(() -> nodes(out) != null);
      kill(nodes(out)[0]);
    }
    out.write(data, BLOCK + BLOCK / 2, BLOCK / 2);
    out.close();
    assertThat(cluster.read(path)).isEqualTo(data);
  }

  /** Datanodes of a block that has a next one, and so is committed. */
  private void assertSurvivesLossAfterFnfa(int... lost) throws Exception {
    byte[] data = SmarthCluster.bytes(2 * BLOCK, 6);
    DrainingFile file;
    long stamp;
    try (StalledMirror stalled = new StalledMirror()) {
      file = new DrainingFile(fs, path, data);
      stamp = cluster.blocks(path).get(0).getBlock().getGenerationStamp();
      for (int i : lost) {
        kill(file.first(i));
      }
    }
    file.writeRest();
    file.getOut().hflush();
    assertThat(cluster.replicas(path, 0, data, stamp))
        .isGreaterThanOrEqualTo(3 - lost.length);
    file.getOut().close();
    assertThat(cluster.read(path)).isEqualTo(data);
    cluster.awaitReplicas(path, data, 3);
  }

  @Test
  public void aFirstDatanodeLostAfterFnfaLosesNothing() throws Exception {
    assertSurvivesLossAfterFnfa(0);
  }

  @Test
  public void aSecondDatanodeLostAfterFnfaLosesNothing() throws Exception {
    assertSurvivesLossAfterFnfa(1);
  }

  @Test
  public void aLastDatanodeLostAfterFnfaLosesNothing() throws Exception {
    assertSurvivesLossAfterFnfa(2);
  }

  @Test
  public void allDownstreamLostAfterFnfaIsReplacedFromTheFirstDatanode()
      throws Exception {
    assertSurvivesLossAfterFnfa(1, 2);
  }

  @Test
  public void onlyTheLastDatanodeLeftAfterFnfaIsCompletedAndReplaced()
      throws Exception {
    assertSurvivesLossAfterFnfa(0, 1);
  }

  /** Only the last block of a file, which the namenode has not committed. */
  private void assertLastBlockSurvives(int lost) throws Exception {
    byte[] data = SmarthCluster.bytes(BLOCK, 13);
    FSDataOutputStream out = fs.create(path);
    out.write(data, 0, 100_000);
    Awaitility.await().until(() -> nodes(out) != null);
    DatanodeInfo[] pipeline = nodes(out);
    CompletableFuture<Void> closed;
    try (StalledMirror stalled = new StalledMirror()) {
      out.write(data, 100_000, BLOCK - 100_000);
      closed = inBackground(out::close);
      Awaitility.await().until(() -> cluster.datanode(pipeline[0])
          .getFSDataset().isValidBlock(cluster.blocks(path).get(0).getBlock()));
      kill(pipeline[lost]);
    }
    closed.get();
    assertThat(cluster.read(path)).isEqualTo(data);
  }

  @Test
  public void theLastBlockSurvivesItsFirstDatanodeAfterFnfa()
      throws Exception {
    assertLastBlockSurvives(0);
  }

  @Test
  public void theLastBlockSurvivesADownstreamAfterFnfa() throws Exception {
    assertLastBlockSurvives(1);
  }

  @Test
  public void aWriterThatWaitsLearnsThatALostDatanodeCannotBeReplaced()
      throws Exception {
    cluster.close();
    Configuration conf = new HdfsConfiguration();
    conf.set(HdfsClientConfigKeys.BlockWrite.ReplaceDatanodeOnFailure
        .POLICY_KEY, "ALWAYS");
    start(conf, 3);
    byte[] data = SmarthCluster.bytes(12 * BLOCK, 8);
    FSDataOutputStream out = fs.create(path);
    CompletableFuture<Void> written;
    try (StalledMirror stalled = new StalledMirror()) {
      written = inBackground(() -> {
        out.write(data);
        out.hflush();
      });
      Awaitility.await().untilAsserted(() -> assertThat(
          fs.getClient().smarth.getBudget().getUsed())
          .isGreaterThan(BLOCK));
      kill(pipelines(out).busyDatanodes().iterator().next());
    }
    // The block being written may be the first to say it, in stock's words.
    assertThatThrownBy(written::get).rootCause().hasMessageFindingMatch(
        "No datanode is left to replace|Failed to replace a bad datanode");
    assertThatThrownBy(out::close).isInstanceOf(IOException.class);
  }

  @Test
  public void aFailureThatCloseFindsIsThrownAgainAtMostOnceAsInStock() throws Exception {
    cluster.close();
    Configuration conf = new HdfsConfiguration();
    conf.set(HdfsClientConfigKeys.BlockWrite.ReplaceDatanodeOnFailure
        .POLICY_KEY, "ALWAYS");
    start(conf, 3);
    FSDataOutputStream out = fs.create(path);
    CompletableFuture<Void> closed;
    try (StalledMirror stalled = new StalledMirror()) {
      out.write(SmarthCluster.bytes(BLOCK, 14));
      closed = inBackground(out::close);
      PipelineSet pipelines = pipelines(out);
      Awaitility.await().until(() -> pipelines.getBlocks() == 1);
      kill(pipelines.busyDatanodes().iterator().next());
    }
    assertThatThrownBy(closed::get).hasCauseInstanceOf(IOException.class);
    assertThat(catchThrowable(out::close)).satisfiesAnyOf(
        thrown -> assertThat(thrown).isNull(),
        thrown -> assertThat(thrown).isInstanceOf(IOException.class));
    out.close();
  }

  @Test
  public void anInterruptedFlushLeavesTheStreamUsable() throws Exception {
    byte[] data = SmarthCluster.bytes(2 * BLOCK, 9);
    FSDataOutputStream out;
    try (StalledMirror stalled = new StalledMirror()) {
      out = new DrainingFile(fs, path, data).getOut();
      Thread.currentThread().interrupt();
      assertThatThrownBy(out::hflush)
          .isInstanceOf(InterruptedIOException.class);
      assertThat(Thread.interrupted()).isFalse();
    }
    out.hflush();
    out.close();
    byte[] read = cluster.read(path);
    assertThat(read.length).isEqualTo(BLOCK + 100_000);
    assertThat(read).isEqualTo(Arrays.copyOf(data, read.length));
  }

  @Test
  public void abortEndsAllPipelinesAtOnce() throws Exception {
    byte[] data = SmarthCluster.bytes(2 * BLOCK, 10);
    FSDataOutputStream out;
    try (StalledMirror stalled = new StalledMirror()) {
      out = new DrainingFile(fs, path, data).getOut();
      SmarthCluster.stream(out).abort();
      // Stock's streamer does not wait for its responder when interrupted.
      Awaitility.await().untilAsserted(
          () -> assertThat(SmarthCluster.clientThreads()).isEmpty());
    }
    assertThatThrownBy(() -> out.write(data)).isInstanceOf(IOException.class);
  }

  @Test
  public void aPacketCorruptedOnItsWayIsSentAgainToOtherDatanodes()
      throws Exception {
    AtomicBoolean corrupt = new AtomicBoolean();
    AtomicBoolean restore = new AtomicBoolean();
    byte[] data = SmarthCluster.bytes(3 * BLOCK, 11);
    try (FSDataOutputStream out = fs.create(path)) {
      out.write(data, 0, BLOCK / 2);
      out.hflush();
      corrupt.set(true);
      DFSClientFaultInjector.set(new DFSClientFaultInjector() {
        @Override
        public boolean corruptPacket() {
          boolean now = corrupt.getAndSet(false);
          restore.compareAndSet(false, now);
          return now;
        }

        @Override
        public boolean uncorruptPacket() {
          return restore.getAndSet(false);
        }
      });
      out.write(data, BLOCK / 2, data.length - BLOCK / 2);
    }
    assertThat(corrupt.get()).isFalse();
    assertThat(cluster.read(path)).isEqualTo(data);
  }
}
