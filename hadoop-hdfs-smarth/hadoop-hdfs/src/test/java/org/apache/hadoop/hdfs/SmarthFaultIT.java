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
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.smarth.client.ClientMetrics;
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
    Awaitility.setDefaultTimeout(60, TimeUnit.SECONDS);
    conf.setInt(HdfsClientConfigKeys.DFS_CLIENT_SOCKET_TIMEOUT_KEY, 5000);
    conf.set(SmarthClientConf.RETAINED_MEMORY_KEY, "3m");
    conf.setInt(HdfsClientConfigKeys.Write.MAX_PACKETS_IN_FLIGHT_KEY, 10);
    cluster = new SmarthCluster(datanodes, conf);
    fs = cluster.getFs();
    leaks = new ClusterLeaks(cluster.getCluster(), fs.getClient());
    // A minute: datanodes that are stopped do not come back here.
    FinalBlockDatanodes.setPatience(1);
  }

  @After
  public void nothingIsLeft() throws IOException {
    DFSClientFaultInjector.set(new DFSClientFaultInjector());
    FinalBlockDatanodes.setPatience(FinalBlockDatanodes.PATIENCE_MILLIS);
    Awaitility.reset();
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

  /** What the writer does, in a thread of its own. */
  private static final class Call {
    private final FutureTask<Void> task;
    private final Thread thread;

    private Call(Action action) {
      task = new FutureTask<>(() -> {
        action.run();
        return null;
      });
      thread = new Thread(task);
      thread.start();
    }

    /** It has come to where it waits for acks, and goes no further. */
    void assertAwaitsAcks() {
      Awaitility.await().until(
          () -> task.isDone() || isWaitingIn(thread, "waitForAckedSeqno"));
      assertThat(task.isDone()).as("has returned").isFalse();
    }

    void get() throws Exception {
      task.get();
    }
  }

  private static boolean isWaitingIn(Thread thread, String method) {
    return EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING)
        .contains(thread.getState())
        && Arrays.stream(thread.getStackTrace())
            .anyMatch(frame -> frame.getMethodName().equals(method));
  }

  private long stamp(int block) throws IOException {
    return cluster.blocks(path).get(block).getBlock().getGenerationStamp();
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
    Call flushed;
    try (StalledMirror stalled = new StalledMirror()) {
      out.write(data);
      awaitOpen(out, 3);
      for (int i = 0; i < 2; i++) {
        assertThat(cluster.replicas(path, i, data, stamp(i))).as("block %s", i).isEqualTo(1);
      }
      flushed = new Call(out::hflush);
      flushed.assertAwaitsAcks();
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
    Call closed;
    try (StalledMirror stalled = new StalledMirror()) {
      out.write(data);
      closed = new Call(out::close);
      awaitOpen(out, 2);
      closed.assertAwaitsAcks();
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
    Call closed;
    try (StalledMirror stalled = new StalledMirror(slow::contains)) {
      out.write(data, 100_000, data.length - 100_000);
      closed = new Call(out::close);
      PipelineSet pipelines = pipelines(out);
      Awaitility.await().untilAsserted(() -> {
        assertThat(pipelines.getBlocks()).isEqualTo(2);
        assertThat(pipelines.getOpen()).isEqualTo(1);
      });
      closed.assertAwaitsAcks();
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
    Call written;
    try (StalledMirror stalled = new StalledMirror()) {
      written = new Call(() -> {
        out.write(data);
        out.close();
      });
      awaitOpen(out, 3);
      // The third has its turn, but the namenode refuses it a block before the
      // first has two replicas.
      PipelineSet pipelines = pipelines(out);
      Awaitility.await().until(() -> pipelines.getFailure() != null
          || Thread.getAllStackTraces().keySet().stream().anyMatch(
              thread -> isWaitingIn(thread, "addBlock")
                  && isWaitingIn(thread, "awaitChange")));
      assertThat(pipelines.getFailure()).isNull();
      assertThat(pipelines.getBlocks()).isEqualTo(2);
    }
    written.get();
    assertThat(cluster.read(path)).isEqualTo(data);
    cluster.assertReplicas(path, data, 3);
  }

  private void assertSurvivesLossBeforeFnfa(int lost) throws IOException {
    byte[] data = SmarthCluster.bytes(4 * BLOCK, 3);
    long stamp;
    try (FSDataOutputStream out = fs.create(path)) {
      out.write(data, 0, BLOCK / 2);
      out.hflush();
      stamp = stamp(0);
      kill(nodes(out)[lost]);
      out.write(data, BLOCK / 2, data.length - BLOCK / 2);
    }
    assertThat(stamp(0)).isGreaterThan(stamp);
    assertThat(cluster.read(path)).isEqualTo(data);
    cluster.assertReplicas(path, data, 3);
    // The client had it replaced, not the namenode.
    assertThat(SmarthCluster.copies(cluster.getCluster())).isZero();
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
    cluster.close();
    Configuration conf = new HdfsConfiguration();
    // Pipelines share no datanode.
    conf.set(SmarthClientConf.PIPELINES_MODE_KEY, "paper");
    start(conf);
    ClientMetrics metrics = fs.getClient().smarth.getMetrics();
    long recoveries = metrics.getRecoveriesWhileDraining();
    byte[] data = SmarthCluster.bytes(2 * BLOCK, 5);
    DrainingFile file;
    long stamp;
    try (StalledMirror stalled = new StalledMirror()) {
      file = new DrainingFile(fs, path, data);
      stamp = stamp(0);
      long written = stamp(1);
      kill(nodes(file.getOut())[0]);
      Awaitility.await().until(() -> stamp(1) > written);
      assertThat(pipelines(file.getOut()).getOpen()).isEqualTo(2);
    }
    file.writeRest();
    file.getOut().close();
    assertThat(metrics.getRecoveriesWhileDraining()).isEqualTo(recoveries);
    assertThat(stamp(0)).isEqualTo(stamp);
    for (int i = 0; i < 3; i++) {
      assertThat(cluster.datanode(file.first(i)).getFSDataset()
          .isValidBlock(cluster.blocks(path).get(0).getBlock())).as("replica %s", i).isTrue();
    }
    assertThat(cluster.read(path)).isEqualTo(data);
  }

  /** Datanodes of a block that has a next one, and so is committed. */
  private void assertSurvivesLossAfterFnfa(int... lost) throws Exception {
    byte[] data = SmarthCluster.bytes(2 * BLOCK, 6);
    DrainingFile file;
    long stamp;
    try (StalledMirror stalled = new StalledMirror()) {
      file = new DrainingFile(fs, path, data);
      stamp = stamp(0);
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
    cluster.awaitReplicas(path, data, 3,
        Arrays.stream(lost).mapToObj(file::first).toArray(DatanodeInfo[]::new));
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
    ClientMetrics metrics = fs.getClient().smarth.getMetrics();
    long acks = metrics.getFirstNodeAcks();
    byte[] data = SmarthCluster.bytes(BLOCK, 13);
    FSDataOutputStream out = fs.create(path);
    out.write(data, 0, 100_000);
    Awaitility.await().until(() -> nodes(out) != null);
    DatanodeInfo[] pipeline = nodes(out);
    long stamp;
    Call closed;
    try (StalledMirror stalled = new StalledMirror()) {
      out.write(data, 100_000, BLOCK - 100_000);
      closed = new Call(out::close);
      Awaitility.await().until(() -> metrics.getFirstNodeAcks() > acks);
      stamp = stamp(0);
      kill(pipeline[lost]);
    }
    closed.get();
    assertThat(cluster.replicas(path, 0, data, stamp)).isGreaterThanOrEqualTo(2);
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
    Call written;
    try (StalledMirror stalled = new StalledMirror()) {
      written = new Call(() -> {
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
    Call closed;
    try (StalledMirror stalled = new StalledMirror()) {
      out.write(SmarthCluster.bytes(BLOCK, 14));
      closed = new Call(out::close);
      PipelineSet pipelines = pipelines(out);
      Awaitility.await().until(() -> pipelines.getBlocks() == 1);
      kill(pipelines.busyDatanodes().iterator().next());
    }
    Throwable first = catchThrowable(closed::get).getCause();
    assertThat(first).isInstanceOf(IOException.class);
    Throwable again = catchThrowable(out::close);
    assertThat(again == null ? first.getMessage() : again.getMessage())
        .isEqualTo(first.getMessage());
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
    long stamp;
    DatanodeInfo first;
    try (FSDataOutputStream out = fs.create(path)) {
      out.write(data, 0, BLOCK / 2);
      out.hflush();
      stamp = stamp(0);
      first = nodes(out)[0];
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
    assertThat(stamp(0)).isGreaterThan(stamp);
    assertThat(Arrays.<DatanodeInfo>asList(
        cluster.blocks(path).get(0).getLocations())).doesNotContain(first);
    cluster.assertReplicas(path, data, 3);
  }
}
