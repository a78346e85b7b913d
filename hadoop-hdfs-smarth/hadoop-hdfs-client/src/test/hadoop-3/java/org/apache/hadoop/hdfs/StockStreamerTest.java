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
import java.io.PrintWriter;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys.BlockWrite;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys.BlockWrite.ReplaceDatanodeOnFailure;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.smarth.client.ClientMetrics;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

/** What Hadoop 3's streamer does otherwise than that of Hadoop 2. */
public class StockStreamerTest {
  private static final int SLOW = PipelineAck.combineHeader(
      PipelineAck.ECN.DISABLED, Status.SUCCESS, PipelineAck.SLOW.SLOW);
  private static final int SLOW_ACKS = 2;
  private static final int BEAT_MILLIS = 100;
  /** Stock adds five seconds for each of the two datanodes. */
  private static final long ACK_MILLIS = 10_000;
  private static final DatanodeInfo DOWN = new DatanodeInfoBuilder()
      .setDatanodeUuid("down").setHostName("localhost")
      .setNetworkLocation("/rack").setIpAddr("127.0.0.1").setXferPort(1)
      .build();

  @Rule
  public final Timeout timeout = new Timeout(60, TimeUnit.SECONDS);

  private final Configuration conf = new Configuration(false);
  private final List<ScriptedCluster> clusters = new ArrayList<>();
  private final AtomicLong stamps = new AtomicLong(1);
  private final List<DatanodeInfo[]> updated =
      Collections.synchronizedList(new ArrayList<>());

  @After
  public void nothingIsLeft() throws IOException {
    for (ScriptedCluster cluster : clusters) {
      cluster.close();
    }
    SpareThreads.reset();
    Awaitility.await().untilAsserted(
        () -> assertThat(ScriptedCluster.threads()).isEmpty());
    for (ScriptedCluster cluster : clusters) {
      assertThat(cluster.getBudget().getHeld()).isZero();
    }
  }

  private ScriptedCluster start() throws IOException {
    // The namenode's order is kept.
    conf.setDouble(SmarthClientConf.FIRST_NODE_THRESHOLD_KEY, 1);
    ScriptedCluster cluster = new ScriptedCluster(conf);
    clusters.add(cluster);
    ClientProtocol namenode = cluster.getNamenode();
    Mockito.when(namenode.updateBlockForPipeline(Mockito.any(), Mockito.any()))
        .thenAnswer(call -> {
          ExtendedBlock block =
              new ExtendedBlock((ExtendedBlock) call.getArguments()[0]);
          block.setGenerationStamp(stamps.incrementAndGet());
          return new LocatedBlock(block, new DatanodeInfo[0]);
        });
    Mockito.doAnswer(call -> updated.add((DatanodeInfo[])
        Arrays.copyOf((Object[]) call.getArguments()[3],
            ((Object[]) call.getArguments()[3]).length, DatanodeInfo[].class)))
        .when(namenode).updatePipeline(Mockito.any(), Mockito.any(),
            Mockito.any(), Mockito.any(), Mockito.any());
    return cluster;
  }

  private static SmarthOutputStream create(ScriptedCluster cluster)
      throws IOException {
    return cluster.create((client, stat, sum) -> new SmarthOutputStream(client,
        "/file", stat, EnumSet.of(CreateFlag.CREATE), null, sum, null));
  }

  private static LocatedBlock located(long id, DatanodeInfo... nodes) {
    String[] storages = new String[nodes.length];
    StorageType[] types = new StorageType[nodes.length];
    Arrays.fill(storages, "s");
    Arrays.fill(types, StorageType.DISK);
    return new LocatedBlock(new ExtendedBlock("pool", id, 0, 1), nodes,
        storages, types);
  }

  /** @return the datanodes that each call excluded. */
  private static List<List<DatanodeInfo>> answerBlocks(
      ScriptedCluster cluster, DatanodeInfo[]... targets) throws IOException {
    List<List<DatanodeInfo>> excluded =
        Collections.synchronizedList(new ArrayList<>());
    AtomicInteger calls = new AtomicInteger();
    Mockito.when(cluster.getNamenode().addBlock(Mockito.any(), Mockito.any(),
        Mockito.any(), Mockito.any(), Mockito.anyLong(), Mockito.any(),
        Mockito.any())).thenAnswer(call -> {
          DatanodeInfo[] without = (DatanodeInfo[]) call.getArguments()[3];
          excluded.add(without == null ? Collections.emptyList()
              : Arrays.asList(without));
          int number = calls.getAndIncrement();
          return located(number,
              targets[Math.min(number, targets.length - 1)]);
        });
    return excluded;
  }

  private static ClientMetrics metrics(ScriptedCluster cluster) {
    return cluster.getClient().smarth.getMetrics();
  }

  // Acks.

  @Test
  public void aDrainMayTakeLongerThanAnAckMay() throws Exception {
    conf.setInt(HdfsClientConfigKeys.DFS_DATANODE_SOCKET_WRITE_TIMEOUT_KEY, 1);
    ScriptedCluster drains = start();
    ScriptedCluster hangs = start();
    SmarthOutputStream slow = create(drains);
    SmarthOutputStream stuck = create(hangs);
    drains.getDatanode().holdAcks();
    hangs.getDatanode().holdAcks();
    byte[] packets = new byte[2 * ScriptedCluster.PACKET];
    slow.write(packets);
    stuck.write(packets);
    CompletableFuture<Throwable> flushed = CompletableFuture.supplyAsync(
        () -> catchThrowable(slow::hflush));
    CompletableFuture<Throwable> failed = CompletableFuture.supplyAsync(
        () -> catchThrowable(stuck::hflush));
    for (int i = 0; i < 2; i++) {
      TimeUnit.MILLISECONDS.sleep(ACK_MILLIS * 3 / 5);
      assertThat(flushed).isNotDone();
      drains.getDatanode().letAcks(1);
    }
    assertThat(flushed.get()).isNull();
    // As in stock, it may be tried again.
    assertThat(failed.get()).isInstanceOf(InterruptedIOException.class)
        .hasMessageContaining("timeout of 10001 ms");
    hangs.getDatanode().letAcks();
    stuck.hflush();
    stuck.close();
    drains.getDatanode().letAcks();
    slow.close();
  }

  @Test
  public void noAckIsLateAsLongAsNoThreadIsLeftToTakeIt() throws Exception {
    conf.setInt(HdfsClientConfigKeys.DFS_DATANODE_SOCKET_WRITE_TIMEOUT_KEY, 1);
    ScriptedCluster cluster = start();
    AtomicBoolean full = new AtomicBoolean(true);
    SpareThreads.setStart(thread -> {
      if (full.get()
          && thread.getClass().getSimpleName().equals("ResponseProcessor")) {
        throw new OutOfMemoryError("unable to create native thread");
      }
      thread.start();
    }, Integer.MAX_VALUE);
    SmarthOutputStream out = create(cluster);
    out.write(new byte[ScriptedCluster.PACKET]);
    CompletableFuture<Throwable> flushed = CompletableFuture.supplyAsync(
        () -> catchThrowable(out::hflush));
    assertThatThrownBy(() -> flushed.get(ACK_MILLIS * 6 / 5,
        TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
    full.set(false);
    assertThat(flushed.get()).isNull();
    out.close();
  }

  @Test
  public void aDrainHasNoHeartbeats() throws Exception {
    conf.setInt(HdfsClientConfigKeys.DFS_CLIENT_SOCKET_TIMEOUT_KEY,
        2 * BEAT_MILLIS);
    ScriptedCluster cluster = start();
    SmarthOutputStream out = create(cluster);
    SmarthDataStreamer drains = out.getStreamer();
    cluster.getDatanode().holdAcks();
    out.write(new byte[ScriptedCluster.PACKET]);
    Awaitility.await().until(() -> cluster.getDatanode().heartbeats() > 1);
    out.write(new byte[ScriptedCluster.BLOCK - ScriptedCluster.PACKET]);
    Awaitility.await().until(drains::isFirstFinished);
    TimeUnit.MILLISECONDS.sleep(10 * BEAT_MILLIS);
    assertThat(cluster.getDatanode().unread()).isZero();
    cluster.getDatanode().letAcks();
    out.close();
  }

  @Test
  public void aDatanodeThatIsSlowStaysInAPipelineThatDrains()
      throws Exception {
    conf.setInt(HdfsClientConfigKeys
        .DFS_CLIENT_MARK_SLOWNODE_AS_BADNODE_THRESHOLD_KEY, SLOW_ACKS);
    ScriptedCluster cluster = start();
    SmarthOutputStream out = create(cluster);
    SmarthDataStreamer drains = out.getStreamer();
    long before = metrics(cluster).getRecoveriesWhileDraining();
    cluster.getDatanode().holdAcks();
    out.write(new byte[ScriptedCluster.BLOCK]);
    Awaitility.await().until(drains::isFirstFinished);
    cluster.getDatanode().flagAcks(SLOW);
    cluster.getDatanode().letAcks();
    out.close();
    assertThat(metrics(cluster).getRecoveriesWhileDraining())
        .isEqualTo(before);
    assertThat(updated).isEmpty();
  }

  @Test
  public void itLeavesAPipelineThatIsWrittenAsInStock() throws Exception {
    conf.setInt(HdfsClientConfigKeys
        .DFS_CLIENT_MARK_SLOWNODE_AS_BADNODE_THRESHOLD_KEY, SLOW_ACKS);
    ScriptedCluster cluster = start();
    SmarthOutputStream out = create(cluster);
    cluster.getDatanode().holdAcks();
    out.write(new byte[3 * ScriptedCluster.PACKET]);
    Awaitility.await().until(() -> out.getStreamer().ackQueue.size() >= 2);
    cluster.getDatanode().flagAcks(SLOW);
    cluster.getDatanode().letAcks(SLOW_ACKS);
    Awaitility.await().until(() -> updated.size() == 1);
    assertThat(updated.get(0)).hasSize(1);
    cluster.getDatanode().flagAcks(PipelineAck.combineHeader(
        PipelineAck.ECN.DISABLED, Status.SUCCESS, PipelineAck.SLOW.NORMAL));
    cluster.getDatanode().disconnect(0);
    cluster.getDatanode().letAcks();
    out.close();
    assertThat(cluster.getDatanode().stored())
        .hasSize(3 * ScriptedCluster.PACKET);
  }

  @Test
  public void whatIsThrownWhereAcksAreTakenIsRecoveredFromAsInStock()
      throws Exception {
    assertRecoveredFrom(new OutOfMemoryError("expected by the test"));
  }

  @Test
  public void soItIsWhereTheLogCannotTellOfIt() throws Exception {
    // It ends the thread, once the streamer knows.
    assertRecoveredFrom(new OutOfMemoryError("expected by the test") {
      @Override
      public void printStackTrace(PrintWriter writer) {
        throw this;
      }
    });
  }

  private void assertRecoveredFrom(Error error) throws Exception {
    ScriptedCluster cluster = start();
    SmarthOutputStream out = create(cluster);
    StreamerHooks hooks = out.getStreamer().hooks;
    AtomicBoolean thrown = new AtomicBoolean();
    out.getStreamer().hooks = new StreamerHooks() {
      @Override
      boolean consume(PipelineAck ack) {
        if (thrown.compareAndSet(false, true)) {
          throw error;
        }
        return false;
      }

      @Override
      Thread.UncaughtExceptionHandler responderHandler() {
        return hooks.responderHandler();
      }

      @Override
      BlockConstructionStage lastPacketStage() {
        return hooks.lastPacketStage();
      }
    };
    out.write(new byte[ScriptedCluster.PACKET]);
    out.close();
    assertThat(updated).hasSize(1);
    assertThat(cluster.getDatanode().stored())
        .hasSize(ScriptedCluster.PACKET);
  }

  // A new block.

  @Test
  public void aNewBlockIsGivenUpWithADatanodeThatTakesNoConnection()
      throws Exception {
    ScriptedCluster cluster = start();
    DatanodeInfo[] up = cluster.getDatanode().nodes(2);
    List<List<DatanodeInfo>> excluded = answerBlocks(cluster,
        new DatanodeInfo[] {DOWN, up[0]}, up);
    SmarthOutputStream out = create(cluster);
    out.write(new byte[ScriptedCluster.PACKET]);
    out.close();
    assertThat(excluded).containsExactly(Collections.emptyList(),
        Collections.singletonList(DOWN));
    assertThat(updated).isEmpty();
    assertThat(cluster.getDatanode().stored())
        .hasSize(ScriptedCluster.PACKET);
  }

  @Test
  public void theOnlyDatanodeOfABlockIsReplacedAsAny() throws Exception {
    ScriptedCluster cluster = start();
    DatanodeInfo[] up = cluster.getDatanode().nodes(2);
    List<List<DatanodeInfo>> excluded = answerBlocks(cluster,
        new DatanodeInfo[] {DOWN}, up);
    SmarthOutputStream out = create(cluster);
    SmarthDataStreamer streamer = out.getStreamer();
    List<Boolean> closed = Collections.synchronizedList(new ArrayList<>());
    Mockito.doAnswer(call -> closed.add(streamer.streamerClosed()))
        .when(cluster.getNamenode()).abandonBlock(Mockito.any(),
            Mockito.anyLong(), Mockito.any(), Mockito.any());
    out.write(new byte[ScriptedCluster.PACKET]);
    out.close();
    assertThat(excluded.get(excluded.size() - 1)).containsExactly(DOWN);
    // A writer that looked then would take its file for failed.
    assertThat(closed).containsExactly(false);
  }

  @Test
  public void soIsOneThatRestarts() throws Exception {
    ScriptedCluster cluster = start();
    DatanodeInfo[] up = cluster.getDatanode().nodes(2);
    List<List<DatanodeInfo>> excluded = answerBlocks(cluster, up);
    cluster.getDatanode().restart(1);
    SmarthOutputStream out = create(cluster);
    out.write(new byte[ScriptedCluster.PACKET]);
    out.close();
    assertThat(excluded).containsExactly(Collections.emptyList(),
        Collections.singletonList(up[0]));
  }

  @Test
  public void aNewBlockGoesOnWithoutItWhereFewerReplicasSuffice()
      throws Exception {
    conf.setInt(ReplaceDatanodeOnFailure.MIN_REPLICATION, 1);
    ScriptedCluster cluster = start();
    DatanodeInfo up = cluster.getDatanode().nodes(1)[0];
    List<List<DatanodeInfo>> excluded = answerBlocks(cluster,
        new DatanodeInfo[] {DOWN, up});
    SmarthOutputStream out = create(cluster);
    SmarthDataStreamer first = out.getStreamer();
    long before = metrics(cluster).getRecoveriesWhileStreaming();
    cluster.getDatanode().holdAcks();
    out.write(new byte[ScriptedCluster.BLOCK]);
    // FNFA is granted, at the new generation stamp.
    Awaitility.await().until(first::isFirstFinished);
    assertThat(first.getBlock().getGenerationStamp())
        .isEqualTo(stamps.get()).isGreaterThan(1);
    assertThat(out.getFile().getPipelines().getTargets())
        .containsExactly(Collections.singletonList(up));
    assertThat(updated).containsExactly(new DatanodeInfo[] {up});
    cluster.getDatanode().letAcks();
    out.close();
    assertThat(excluded).hasSize(1);
    assertThat(metrics(cluster).getRecoveriesWhileStreaming())
        .isEqualTo(before);
    assertThat(cluster.getDatanode().stored())
        .hasSize(ScriptedCluster.BLOCK);
  }

  @Test
  public void whoeverIsToldToEndAsksForNoMoreBlocks() throws Exception {
    conf.setInt(BlockWrite.RETRIES_KEY, Integer.MAX_VALUE - 1);
    ScriptedCluster cluster = start();
    List<List<DatanodeInfo>> excluded = answerBlocks(cluster,
        new DatanodeInfo[] {DOWN, cluster.getDatanode().nodes(1)[0]});
    SmarthOutputStream out = create(cluster);
    out.write(new byte[ScriptedCluster.PACKET]);
    Awaitility.await().until(() -> excluded.size() > 2);
    out.abort();
    int asked = excluded.size();
    assertThat(ScriptedCluster.threads()).isEmpty();
    assertThatThrownBy(out::close).hasMessageContaining("Lease timeout");
    assertThat(excluded).hasSize(asked);
  }

  @Test
  public void whyThereIsNoBlockIsTold() throws Exception {
    conf.setInt(BlockWrite.RETRIES_KEY, 0);
    ScriptedCluster cluster = start();
    answerBlocks(cluster, new DatanodeInfo[] {DOWN});
    SmarthOutputStream out = create(cluster);
    out.write(new byte[ScriptedCluster.PACKET]);
    assertThatThrownBy(out::close)
        .hasMessageContaining("Unable to create new block.");
  }

  // The file.

  @Test
  public void aFileThatIsErasureCodedIsStocks() throws Exception {
    ScriptedCluster cluster = start();
    HdfsFileStatus coded = new HdfsFileStatus.Builder().replication(1)
        .blocksize(ScriptedCluster.BLOCK).perm(FsPermission.getFileDefault())
        .path(new byte[0]).fileId(7).ecPolicy(SystemErasureCodingPolicies
            .getByID(SystemErasureCodingPolicies.XOR_2_1_POLICY_ID)).build();
    TestedHadoop.onCreate(cluster.getNamenode()).thenReturn(coded);
    DFSOutputStream out = cluster.createAny();
    assertThat(out).isInstanceOf(DFSStripedOutputStream.class);
    assertThat(out.getStreamer()).isInstanceOf(StripedDataStreamer.class);
    assertThat(out.getStreamer().hooks).isSameAs(StreamerHooks.STOCK);
    out.abort();
  }

  @Test
  public void theLeaseOfAFileThatFailsIsRecoveredWhereThatIsWanted()
      throws Exception {
    conf.setBoolean(HdfsClientConfigKeys.Write
        .RECOVER_LEASE_ON_CLOSE_EXCEPTION_KEY, true);
    ScriptedCluster cluster = start();
    AtomicInteger recovered = new AtomicInteger();
    Mockito.when(cluster.getNamenode().recoverLease(Mockito.any(),
        Mockito.any())).thenAnswer(call -> recovered.incrementAndGet() > 0);
    SmarthOutputStream fails = create(cluster);
    cluster.getDatanode().holdAcks();
    fails.write(new byte[ScriptedCluster.PACKET]);
    CompletableFuture<Throwable> closed = CompletableFuture.supplyAsync(
        () -> catchThrowable(fails::close));
    Awaitility.await().until(fails::isEnding);
    // Of this one stock's close says nothing.
    fails.getFile().getPipelines().fail(new ClosedChannelException());
    assertThat(closed.get()).isInstanceOf(ClosedChannelException.class);
    assertThat(recovered).hasValue(1);
    cluster.getDatanode().disconnect();
    cluster.getDatanode().letAcks();
    SmarthOutputStream good = create(cluster);
    good.write(new byte[ScriptedCluster.PACKET]);
    good.close();
    assertThat(recovered).hasValue(1);
  }
}
