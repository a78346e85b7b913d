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

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

import com.google.common.util.concurrent.Uninterruptibles;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.apache.hadoop.hdfs.protocolPB.UnknownFields;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.smarth.datanode.FirstNodeMetrics;
import org.apache.hadoop.hdfs.smarth.protocol.FirstNodeAckProtocol;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

/** The normal course of a block on its first datanode (design.md 2). */
public class FirstNodeAckIT {
  @Rule
  public final Timeout timeout = Timeout.seconds(180);

  private final RawClient.Request request =
      new RawClient.Request(FirstNodeCluster.CLIENT);
  private FirstNodeCluster cluster;
  private LocatedBlock block;

  @Before
  public void start() throws Exception {
    cluster = FirstNodeCluster.start();
    block = cluster.createFile("/f");
  }

  @After
  public void stop() throws Exception {
    cluster.close();
  }

  @Test
  public void wholeBlockIsAcknowledgedByTheFirstNodeThenByAll()
      throws Exception {
    byte[] data = FirstNodeCluster.randomBytes(3_000_001);
    try (RawClient client = new RawClient()) {
      assertThat(FirstNodeAckProtocol.isGranted(UnknownFields.of(
          client.connect(block, request)))).isTrue();
      client.sendBlock(data);
      PipelineAck first = client.awaitFirstNodeAck();
      assertThat(first.getNumOfReplies()).isEqualTo((short) 1);
      assertThat(first.isSuccess()).isTrue();
      awaitLastAckOfAll(client);
    }
    assertBlockIsEverywhere(data);
    assertThat(cluster.metrics(block).getFirstNodeAcks()).isEqualTo(1);
    // The request is not passed on: the others are not first.
    for (int i = 1; i < 3; i++) {
      assertThat(cluster.node(block, i).firstNodeService.getMetrics()
          .getFirstNodeAcks()).isZero();
    }
  }

  @Test
  public void firstNodeAckComesAndNameNodeKnowsTheReplicaWhileDownstreamStalls()
      throws Exception {
    byte[] data = FirstNodeCluster.randomBytes(20 << 20);
    Downstream downstream = Downstream.stalled(block);
    try (RawClient client = new RawClient()) {
      client.connect(block, request);
      client.sendBlock(data);
      PipelineAck first = client.nextAck();
      assertThat(first.getSeqno()).isEqualTo(FirstNodeAckProtocol.FNFA_SEQNO);
      assertThat(cluster.isFinalized(block, 0)).isTrue();
      assertThat(cluster.isFinalized(block, 1)).isFalse();
      await().atMost(PATIENCE).untilAsserted(
          () -> assertThat(cluster.liveReplicas(block)).isEqualTo(1));
      assertNextBlockIsAllowed(data.length);
      FirstNodeMetrics metrics = cluster.metrics(block);
      assertThat(metrics.getForwardBacklogBytes()).isPositive();
      assertThat(metrics.getForwardings()).isEqualTo(1);
      await().atMost(PATIENCE)
          .until(() -> metrics.getOldestForwardingSeconds() > 0);
      assertThat(metrics.getBlocksDelivered()).isZero();
      downstream.open();
      awaitLastAckOfAll(client);
      await().atMost(PATIENCE)
          .until(() -> metrics.getBlocksDelivered() == 1);
      assertThat(metrics.getDrainMillis()).isGreaterThanOrEqualTo(1000);
      assertThat(metrics.getForwardings()).isZero();
      assertThat(metrics.getOldestForwardingSeconds()).isZero();
    }
    for (int i = 0; i < 3; i++) {
      cluster.awaitFinalized(block, i, data.length);
    }
  }

  /** The whole point: block k+1 while block k is on one datanode. */
  private void assertNextBlockIsAllowed(long length) throws Exception {
    ExtendedBlock previous = new ExtendedBlock(block.getBlock());
    previous.setNumBytes(length);
    assertThat(cluster.addBlock("/f", cluster.fileId("/f"), previous)
        .getLocations()).hasSize(3);
  }

  /** As in stock: the datanodes sync at the same time. */
  @Test
  public void aSyncReachesEveryDatanodeBeforeTheDiskOfTheFirst()
      throws Exception {
    CountDownLatch mayStore = new CountDownLatch(1);
    DataNodeInsides.setDiskFaults(cluster.node(block, 0),
        new FaultInjectorFileIoEvents(null) {
          @Override
          public void beforeFileIo(FsVolumeSpi volume,
              FileIoProvider.OPERATION op, long length) {
            Uninterruptibles.awaitUninterruptibly(mayStore);
          }
        });
    try (RawClient client = new RawClient()) {
      client.connect(block, request);
      client.send(FirstNodeCluster.randomBytes(1000), true);
      await().atMost(PATIENCE).until(
          () -> cluster.replica(block, 2).getBytesOnDisk() == 1000);
      assertThat(cluster.replica(block, 0).getBytesOnDisk()).isZero();
      mayStore.countDown();
      assertThat(client.awaitAck(0).isSuccess()).isTrue();
      client.sendLast(false);
      client.awaitFirstNodeAck();
      awaitLastAckOfAll(client);
    } finally {
      mayStore.countDown();
    }
  }

  @Test
  public void flushedPartialChunksAndHeartbeatsAreForwardedInOrder()
      throws Exception {
    byte[] data = FirstNodeCluster.randomBytes(2 * RawClient.PACKET);
    try (RawClient client = new RawClient()) {
      client.connect(block, request);
      client.send(Arrays.copyOfRange(data, 0, 1300), false);
      assertThat(client.awaitAck(0).isSuccess()).isTrue();
      client.sendHeartbeat();
      assertThat(client.nextAck().getSeqno()).isEqualTo(-1);
      // As after hflush: the partial chunk is sent again, longer.
      client.rewind(1024);
      client.send(Arrays.copyOfRange(data, 1024, 1500), true);
      assertThat(client.awaitAck(1).isSuccess()).isTrue();
      assertThat(cluster.replica(block, 0).getVisibleLength())
          .isEqualTo(1500);
      client.sendHeartbeat();
      client.rewind(1024);
      client.send(Arrays.copyOfRange(data, 1024, data.length), true);
      client.sendLast(true);
      // FNFA may overtake the heartbeat's ack, which all datanodes give.
      Set<Long> wanted = new HashSet<>(
          Arrays.asList(-1L, FirstNodeAckProtocol.FNFA_SEQNO));
      while (!wanted.isEmpty()) {
        wanted.remove(client.nextAck().getSeqno());
      }
      awaitLastAckOfAll(client);
    }
    assertBlockIsEverywhere(data);
  }

  @Test
  public void emptyBlockGetsFirstNodeAck() throws Exception {
    try (RawClient client = new RawClient()) {
      client.connect(block, request);
      client.sendLast(false);
      client.awaitFirstNodeAck();
      awaitLastAckOfAll(client);
    }
    for (int i = 0; i < 3; i++) {
      cluster.awaitFinalized(block, i, 0);
    }
  }

  @Test
  public void replicaIsVisibleAsInStockUntilItIsFinal() throws Exception {
    byte[] data = FirstNodeCluster.randomBytes(RawClient.PACKET);
    try (RawClient client = new RawClient()) {
      client.connect(block, request);
      client.send(data, false);
      client.awaitAck(0);
      Replica replica = cluster.replica(block, 0);
      assertThat(replica.getState()).isEqualTo(ReplicaState.RBW);
      assertThat(replica.getVisibleLength()).isEqualTo(data.length);
      assertThat(client.nextSeqno()).isEqualTo(1);
      client.sendLast(false);
      client.awaitFirstNodeAck();
      assertThat(cluster.replica(block, 0).getState())
          .isEqualTo(ReplicaState.FINALIZED);
      awaitLastAckOfAll(client);
    }
  }

  @Test
  public void writersCountAsInStockForLoadAndLimits() throws Exception {
    int before = StockCalls.load(cluster.node(block, 0));
    Downstream downstream = Downstream.stalledEverywhere();
    try (RawClient client = new RawClient()) {
      client.connect(block, request);
      client.send(new byte[RawClient.PACKET], false);
      await().atMost(PATIENCE).until(() -> FirstNodeCluster.writeThreads()
          .stream().anyMatch(name -> name.startsWith("MirrorForwarder")));
      // The DataXceiver and its PacketResponder, not the forwarder.
      assertThat(StockCalls.load(cluster.node(block, 0)))
          .isEqualTo(before + 2);
      downstream.open();
      client.sendLast(false);
      awaitLastAckOfAll(client);
    }
  }

  @Test
  public void syncOnCloseIsHonouredBeforeTheFirstNodeAck() throws Exception {
    Configuration conf = FirstNodeCluster.conf();
    conf.setBoolean(DFSConfigKeys.DFS_DATANODE_SYNCONCLOSE_KEY, true);
    try (FirstNodeCluster syncing = new FirstNodeCluster(conf, 3)) {
      LocatedBlock synced = syncing.createFile("/synced");
      Downstream downstream = Downstream.stalled(synced);
      try (RawClient client = new RawClient()) {
        client.connect(synced, request);
        client.sendBlock(new byte[RawClient.PACKET]);
        client.awaitFirstNodeAck();
        // Block and checksum file.
        assertThat(syncing.counter(synced, 0, "FsyncCount")).isPositive();
        downstream.open();
        awaitLastAckOfAll(client);
      }
    }
  }

  private void awaitLastAckOfAll(RawClient client) throws Exception {
    PipelineAck last = client.awaitAck(client.nextSeqno() - 1);
    assertThat(last.getNumOfReplies()).isEqualTo((short) 3);
    assertThat(last.isSuccess()).isTrue();
  }

  private void assertBlockIsEverywhere(byte[] data) throws Exception {
    for (int i = 0; i < 3; i++) {
      cluster.awaitFinalized(block, i, data.length);
      assertThat(cluster.stored(block, i)).isEqualTo(data);
    }
    cluster.complete("/f", block, data.length);
    assertThat(cluster.read("/f")).isEqualTo(data);
  }
}
