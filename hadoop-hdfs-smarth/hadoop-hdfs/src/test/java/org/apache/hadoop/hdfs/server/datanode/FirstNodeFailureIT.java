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
package org.apache.hadoop.hdfs.server.datanode;

import static org.apache.hadoop.hdfs.server.datanode.FirstNodeCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.smarth.datanode.FirstNodeConf;
import org.apache.hadoop.hdfs.smarth.protocol.FirstNodeAckProtocol;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

/**
 * What goes wrong around a first datanode: before FNFA it ends as stock does
 * (design.md 3, I1), after FNFA its replica is final (I2) and it owns the
 * delivery; nothing is left over (checked when the cluster is closed).
 */
public class FirstNodeFailureIT {
  private static final int LENGTH = 20 << 20;

  @Rule
  public final Timeout timeout = Timeout.seconds(240);

  private final RawClient.Request request =
      new RawClient.Request(FirstNodeCluster.CLIENT);
  private final byte[] data = FirstNodeCluster.randomBytes(LENGTH);
  private final RawClient client = new RawClient();
  private FirstNodeCluster cluster;
  private LocatedBlock block;

  @Before
  public void start() throws Exception {
    start(FirstNodeCluster.conf());
  }

  private void start(Configuration conf) throws Exception {
    cluster = new FirstNodeCluster(conf, 3);
    block = cluster.createFile("/f");
  }

  @After
  public void stop() throws Exception {
    client.close();
    cluster.close();
  }

  // ---- The data are damaged. ----

  @Test
  public void corruptPacketIsRefusedAtOnceAndNeitherForwardedNorFinalized()
      throws Exception {
    byte[] packet = Arrays.copyOf(data, RawClient.PACKET);
    client.connect(block, request);
    client.send(packet, false);
    assertThat(client.awaitAck(0).isSuccess()).isTrue();
    client.sendCorrupt(packet, 4711);
    PipelineAck refusal = client.nextAck();
    assertThat(refusal.getSeqno()).isEqualTo(1);
    assertReplies(refusal, Status.ERROR_CHECKSUM);
    assertReceiverEndsWithoutASleep();
    assertThat(client.awaitEnd()).isEmpty();
    for (int i = 0; i < 3; i++) {
      assertThat(cluster.replica(block, i).getState())
          .isEqualTo(ReplicaState.RBW);
      assertThat(cluster.replica(block, i).getBytesOnDisk())
          .isEqualTo(packet.length);
    }
  }

  /** Stock's waits for its responder, three seconds. */
  private void assertReceiverEndsWithoutASleep() {
    await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(() -> {
      boolean runs = false;
      for (Map.Entry<Thread, StackTraceElement[]> thread
          : Thread.getAllStackTraces().entrySet()) {
        if (thread.getKey().getName().contains("Receiving block")) {
          boolean sleeps = thread.getKey().getState() == Thread.State.TIMED_WAITING
              && Arrays.stream(thread.getValue())
                  .anyMatch(frame -> frame.getMethodName().equals("sleep"));
          assertThat(sleeps).as("a receiver sleeps").isFalse();
          runs = true;
        }
      }
      return !runs;
    });
  }

  @Test
  public void corruptPacketIsRefusedAtOnceWhileDownstreamStalls()
      throws Exception {
    Downstream.stalled(block);
    client.connect(block, request);
    sendWithoutLast(data);
    client.sendCorrupt(Arrays.copyOf(data, RawClient.PACKET), 0);
    client.sendLast(false);
    assertReplies(client.nextAck(), Status.ERROR_CHECKSUM);
    assertThat(client.awaitEnd()).isEmpty();
    assertThat(cluster.isFinalized(block, 0)).isFalse();
  }

  @Test
  public void packetWithoutChecksumsEndsTheWrite() throws Exception {
    client.connect(block, request);
    client.sendWithoutChecksums(Arrays.copyOf(data, RawClient.PACKET));
    assertThat(client.awaitEnd()).noneMatch(PipelineAck::isSuccess);
    assertThat(cluster.isFinalized(block, 0)).isFalse();
  }

  @Test
  public void replicaDamagedOnDiskBeforeFnfaFailsTheFirstNode()
      throws Exception {
    Downstream downstream = Downstream.stalled(block);
    client.connect(block, request);
    sendWithoutLast(data);
    awaitOnDisk();
    damageReplica();
    downstream.open();
    List<PipelineAck> acks = client.awaitEnd();
    assertReplies(acks.get(acks.size() - 1), Status.ERROR);
    assertThat(acks).noneMatch(ack ->
        ack.getSeqno() == FirstNodeAckProtocol.FNFA_SEQNO);
    assertThat(cluster.isFinalized(block, 0)).isFalse();
    assertThat(cluster.isFinalized(block, 1)).isFalse();
  }

  @Test
  public void replicaDamagedOnDiskAfterFnfaIsReportedAndNotForwarded()
      throws Exception {
    Downstream downstream = Downstream.stalled(block);
    client.connect(block, request);
    client.sendBlock(data);
    client.awaitFirstNodeAck();
    damageReplica();
    downstream.open();
    List<PipelineAck> acks = client.awaitEnd();
    assertReplies(acks.get(acks.size() - 1), Status.ERROR);
    assertThat(cluster.isFinalized(block, 1)).isFalse();
    await().atMost(PATIENCE).untilAsserted(
        () -> assertThat(cluster.corruptReplicas(block)).isEqualTo(1));
    assertThat(cluster.metrics(block).getDeliveriesFailed()).isEqualTo(1);
  }

  // ---- The client leaves. ----

  @Test
  public void clientGoneAfterFnfaTheBlockIsDeliveredAllTheSame()
      throws Exception {
    Downstream downstream = Downstream.stalled(block);
    client.connect(block, request);
    client.sendBlock(data);
    client.awaitFirstNodeAck();
    client.vanish();
    downstream.open();
    for (int i = 0; i < 3; i++) {
      cluster.awaitFinalized(block, i, LENGTH);
      assertThat(cluster.stored(block, i)).isEqualTo(data);
    }
    await().atMost(PATIENCE).untilAsserted(
        () -> assertThat(cluster.liveReplicas(block)).isEqualTo(3));
    assertThat(cluster.metrics(block).getDeliveriesAfterClientLeft())
        .isEqualTo(1);
    cluster.recoverLease("/f");
    assertThat(cluster.read("/f")).isEqualTo(data);
  }

  @Test
  public void clientGoneBeforeFnfaItEndsAsInStock() throws Exception {
    sendOnePacket();
    client.vanish();
    cluster.awaitClean();
    for (int i = 0; i < 3; i++) {
      assertThat(cluster.replica(block, i).getState())
          .isEqualTo(ReplicaState.RBW);
    }
  }

  @Test
  public void clientGoneBeforeFnfaTheBacklogIsDroppedThoughDownstreamStalls()
      throws Exception {
    Downstream downstream = Downstream.stalled(block);
    client.connect(block, request);
    sendWithoutLast(data);
    awaitOnDisk();
    client.vanish();
    await().atMost(PATIENCE).until(() -> forwarders().isEmpty());
    assertThat(cluster.metrics(block).getForwardBacklogBytes()).isZero();
    assertThat(cluster.isFinalized(block, 0)).isFalse();
    downstream.open();
  }

  @Test
  public void forwarderInAWriteThatIgnoresInterruptionIsStopped()
      throws Exception {
    cluster.close();
    Configuration conf = FirstNodeCluster.conf();
    // Sockets without channels.
    conf.setInt(DFSConfigKeys.DFS_DATANODE_SOCKET_WRITE_TIMEOUT_KEY, 0);
    conf.setLong(
        DFSConfigKeys.DFS_DATANODE_XCEIVER_STOP_TIMEOUT_MILLIS_KEY, 10_000);
    start(conf);
    Downstream downstream = Downstream.stalled(block);
    client.connect(block, request);
    sendWithoutLast(data);
    awaitOnDisk();
    client.vanish();
    await().atMost(PATIENCE).until(() -> forwarders().isEmpty());
    downstream.open();
  }

  // ---- The downstream fails. ----

  @Test
  public void downstreamDeadAfterFnfaIsReportedAndTheReplicaStays()
      throws Exception {
    Downstream.stalled(block);
    client.connect(block, request);
    client.sendBlock(data);
    client.awaitFirstNodeAck();
    cluster.stopNode(block, 1);
    assertReplies(client.nextAck(), Status.SUCCESS, Status.ERROR);
    assertThat(cluster.isFinalized(block, 0)).isTrue();
    client.close();
    cluster.awaitClean();
    assertThat(cluster.stored(block, 0)).isEqualTo(data);
    assertThat(cluster.metrics(block).getDeliveriesFailed()).isEqualTo(1);
  }

  @Test
  public void downstreamDeadAfterFnfaAndClientGoneItEnds() throws Exception {
    Downstream.stalled(block);
    client.connect(block, request);
    client.sendBlock(data);
    client.awaitFirstNodeAck();
    client.vanish();
    cluster.stopNode(block, 1);
    cluster.awaitClean();
    assertThat(cluster.stored(block, 0)).isEqualTo(data);
  }

  @Test
  public void downstreamDeadBeforeFnfaNoFnfaFollowsTheError()
      throws Exception {
    sendOnePacket();
    cluster.stopNode(block, 1);
    assertReplies(client.nextAck(), Status.SUCCESS, Status.ERROR);
    client.sendLast(false);
    FirstNodeCluster.awaitReceiverWaitsForAcks(block);
    assertNoFnfaAmongTheNextAcks(100);
    assertThat(cluster.replica(block, 0).getState())
        .isEqualTo(ReplicaState.RBW);
  }

  @Test
  public void errorFarDownstreamBeforeFnfaNoFnfaFollowsIt()
      throws Exception {
    sendOnePacket();
    cluster.stopNode(block, 2);
    assertReplies(client.nextAck(), Status.SUCCESS, Status.SUCCESS,
        Status.ERROR);
    client.sendLast(false);
    FirstNodeCluster.awaitReceiverWaitsForAcks(block);
    assertNoFnfaAmongTheNextAcks(100);
    assertThat(cluster.replica(block, 0).getState())
        .isEqualTo(ReplicaState.RBW);
  }

  // ---- The datanode itself is stopped. ----

  /** The client recovers it as in stock, which no final replica allows. */
  @Test
  public void whereARestartIsAnnouncedBeforeTheEndNoDatanodeFinalizesTheBlock()
      throws Exception {
    sendOnePacket();
    cluster.announceRestart(block, 0);
    assertReplies(client.nextAck(), PipelineAck.getRestartOOBStatus());
    client.sendLast(false);
    assertThat(client.awaitEnd()).isEmpty();
    FirstNodeCluster.awaitNoWriter(block);
    for (int i = 0; i < 3; i++) {
      assertThat(cluster.replica(block, i).getState())
          .isEqualTo(ReplicaState.RBW);
    }
  }

  @Test
  public void shutdownDuringDeliveryDoesNotHang() throws Exception {
    Downstream.stalled(block);
    client.connect(block, request);
    client.sendBlock(data);
    client.awaitFirstNodeAck();
    cluster.stopNode(block, 0);
    assertThat(forwarders()).isEmpty();
    client.awaitEnd();
  }

  @Test
  public void restartDuringDeliveryIsAnnouncedAndDoesNotHang()
      throws Exception {
    Downstream.stalled(block);
    client.connect(block, request);
    client.sendBlock(data);
    client.awaitFirstNodeAck();
    DataNode first = cluster.node(block, 0);
    first.shutdownDatanode(true);
    assertReplies(client.nextAck(), Status.OOB_RESTART);
    await().atMost(PATIENCE).until(() -> !first.isDatanodeUp());
    await().atMost(PATIENCE).until(() -> forwarders().isEmpty());
    client.awaitEnd();
  }

  @Test
  public void recoveryStopsAFirstNodeWhoseDownstreamStalls()
      throws Exception {
    Downstream downstream = Downstream.stalledAfter(1, block);
    sendOnePacket();
    sendWithoutLast(data);
    awaitOnDisk();
    long newStamp = cluster.bump(block).getBlock().getGenerationStamp();
    request.resume(BlockConstructionStage.PIPELINE_SETUP_STREAMING_RECOVERY,
        newStamp, RawClient.PACKET, RawClient.PACKET + LENGTH);
    try (RawClient second = new RawClient()) {
      LocatedBlock firstOnly = FirstNodeCluster.firstOnly(block);
      // Of a writer that does not end the datanode says so after a minute.
      assertThat(second.connect(firstOnly, request).getStatus())
          .isEqualTo(Status.SUCCESS);
      assertThat(forwarders()).isEmpty();
      second.rewind(RawClient.PACKET);
      second.sendBlock(new byte[0]);
      assertThat(second.nextAck().isSuccess()).isTrue();
      firstOnly.getBlock().setGenerationStamp(newStamp);
      cluster.awaitFinalized(firstOnly, 0, RawClient.PACKET);
    }
    downstream.open();
  }

  // ---- It lacks threads or memory. ----

  @Test
  public void aForwarderThatCannotBeStartedEndsTheWriteAndLeavesNothing()
      throws Exception {
    cluster.node(block, 0).firstNodeService.setThreads(
        (group, task) -> new Thread(group, task) {
          @Override
          public void start() {
            throw new OutOfMemoryError(
                "unable to create native thread (injected)");
          }
        });
    Downstream downstream = Downstream.stalledEverywhere();
    client.connect(block, request);
    client.send(Arrays.copyOf(data, RawClient.PACKET), false);
    assertThat(client.awaitEnd()).noneMatch(PipelineAck::isSuccess);
    downstream.open();
    FirstNodeCluster.awaitNoWriter(block);
    assertThat(cluster.isFinalized(block, 0)).isFalse();
    assertThat(cluster.reserved(block, 0)).isZero();
  }

  /** The second datanode's own sending goes on. */
  private void failTheForwarder() {
    String second = block.getLocations()[1].getXferAddr();
    DataNodeFaultInjector.set(new DataNodeFaultInjector() {
      @Override
      public void stopSendingPacketDownstream(String mirror) {
        if (mirror.equals(second)) {
          throw new OutOfMemoryError("direct buffer memory (injected)");
        }
      }
    });
  }

  @Test
  public void aForwarderWithoutMemoryFailsTheFirstNodeBeforeFnfa()
      throws Exception {
    failTheForwarder();
    client.connect(block, request);
    client.send(Arrays.copyOf(data, RawClient.PACKET), false);
    assertReplies(client.nextAck(), Status.ERROR);
    assertThat(client.awaitEnd()).isEmpty();
    assertThat(cluster.isFinalized(block, 0)).isFalse();
  }

  @Test
  public void aForwarderWithoutMemoryFailsTheFirstNodeAfterFnfa()
      throws Exception {
    Downstream downstream = Downstream.stalled(block);
    client.connect(block, request);
    client.sendBlock(data);
    client.awaitFirstNodeAck();
    failTheForwarder();
    downstream.open();
    List<PipelineAck> acks = client.awaitEnd();
    assertReplies(acks.get(acks.size() - 1), Status.ERROR);
    assertThat(cluster.stored(block, 0)).isEqualTo(data);
    // It is well, and stays.
    assertThat(cluster.corruptReplicas(block)).isZero();
  }

  // ---- Its memory is used up. ----

  @Test
  public void usedUpMemorySlowsTheClientAndNothingIsLost() throws Exception {
    cluster.close();
    Configuration conf = FirstNodeCluster.conf();
    conf.set(FirstNodeConf.FORWARD_MEMORY_KEY, "1m");
    start(conf);
    // More than fits into memory and the sockets' buffers.
    byte[] chunks = Arrays.copyOf(data, 40_000 * RawClient.CHUNK);
    Downstream downstream = Downstream.stalled(block);
    client.connect(block, request);
    Thread sender = new Thread(() -> {
      try {
        for (int i = 0; i < chunks.length; i += RawClient.CHUNK) {
          client.send(Arrays.copyOfRange(chunks, i, i + RawClient.CHUNK),
              false);
        }
        client.sendLast(false);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    });
    sender.start();
    await().atMost(PATIENCE).until(() ->
        cluster.metrics(block).getForwardMemoryBytes() > (1 << 20) - 1000);
    downstream.open();
    sender.join();
    client.awaitFirstNodeAck();
    assertThat(client.awaitAck(client.nextSeqno() - 1).isSuccess()).isTrue();
    assertThat(cluster.metrics(block).getForwardMemoryPeakBytes())
        .isLessThanOrEqualTo(1 << 20);
    assertThat(cluster.stored(block, 2)).isEqualTo(chunks);
  }

  private static List<String> forwarders() {
    return FirstNodeCluster.writeThreads().stream()
        .filter(name -> name.startsWith("MirrorForwarder"))
        .collect(Collectors.toList());
  }

  private void sendWithoutLast(byte[] bytes) throws IOException {
    for (int from = 0; from < bytes.length; from += RawClient.PACKET) {
      client.send(Arrays.copyOfRange(bytes, from,
          Math.min(bytes.length, from + RawClient.PACKET)), false);
    }
  }

  private void awaitOnDisk() {
    await().atMost(PATIENCE).until(
        () -> cluster.replica(block, 0).getBytesOnDisk() >= LENGTH);
  }

  /** Its last byte is not forwarded yet. */
  private void damageReplica() throws IOException {
    DataNodeInsides.damageLastByte(cluster.node(block, 0), block.getBlock());
  }

  private void sendOnePacket() throws Exception {
    client.connect(block, request);
    client.send(Arrays.copyOf(data, RawClient.PACKET), false);
    client.awaitAck(0);
  }

  private void assertNoFnfaAmongTheNextAcks(int count) throws Exception {
    for (int i = 0; i < count; i++) {
      PipelineAck ack = client.nextAck();
      assertThat(ack.getSeqno())
          .isNotEqualTo(FirstNodeAckProtocol.FNFA_SEQNO);
      assertThat(ack.isSuccess()).isFalse();
    }
  }

  private static void assertReplies(PipelineAck ack, Status... expected) {
    Status[] replies = new Status[ack.getNumOfReplies()];
    for (int i = 0; i < replies.length; i++) {
      replies[i] = PipelineAck.getStatusFromHeader(ack.getHeaderFlag(i));
    }
    assertThat(replies).as("%s", ack).containsExactly(expected);
  }
}
