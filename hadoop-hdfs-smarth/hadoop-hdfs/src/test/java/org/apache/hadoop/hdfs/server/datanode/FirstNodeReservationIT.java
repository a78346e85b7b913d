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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi.FsVolumeReferences;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.apache.hadoop.hdfs.smarth.protocol.FirstNodeAckProtocol;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

/**
 * The space that a volume reserves for a replica is released once. A volume
 * cuts a sum below zero to zero, so another block, which keeps its
 * reservation meanwhile, shows what is released twice.
 */
public class FirstNodeReservationIT {
  @Rule
  public final Timeout timeout = Timeout.seconds(180);

  private final RawClient.Request request =
      new RawClient.Request(FirstNodeCluster.CLIENT);
  private final byte[] data = FirstNodeCluster.randomBytes(20 << 20);
  private final RawClient other = new RawClient();
  private final RawClient client = new RawClient();
  private FirstNodeCluster cluster;
  private LocatedBlock block;
  private long reservedByOther;
  private List<PipelineAck> acksOfTheEnd;

  @Before
  public void startWithAnotherBlockThatKeepsItsReservation()
      throws Exception {
    cluster = FirstNodeCluster.start();
    LocatedBlock otherBlock = cluster.createFile("/other");
    other.connect(otherBlock, request);
    other.send(Arrays.copyOf(data, RawClient.PACKET), false);
    assertThat(other.awaitAck(0).isSuccess()).isTrue();
    reservedByOther = FirstNodeCluster.BLOCK - RawClient.PACKET;
    block = cluster.createFile("/f");
    assertReservedOnly(reservedByOther);
  }

  @After
  public void stop() throws Exception {
    client.close();
    other.close();
    cluster.close();
  }

  private void assertReservedOnly(long expected) throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThat(cluster.reserved(block, i)).as("datanode %s", i)
          .isEqualTo(expected);
    }
  }

  @Test
  public void acksAfterTheEarlyEndReleaseNothing() throws Exception {
    Downstream downstream = Downstream.stalled(block);
    client.connect(block, request);
    client.sendBlock(data);
    client.awaitFirstNodeAck();
    assertThat(cluster.reserved(block, 0)).isEqualTo(reservedByOther);
    downstream.open();
    assertThat(client.awaitAck(client.nextSeqno() - 1).isSuccess()).isTrue();
    client.awaitEnd();
    assertReservedOnly(reservedByOther);
  }

  @Test
  public void failureAfterTheEarlyEndReleasesNothing() throws Exception {
    Downstream.stalled(block);
    client.connect(block, request);
    client.sendBlock(data);
    client.awaitFirstNodeAck();
    client.interruptReceiver();
    client.awaitEnd();
    assertThat(cluster.reserved(block, 0)).isEqualTo(reservedByOther);
    assertThat(cluster.metrics(block).getDeliveriesFailed()).isEqualTo(1);
  }

  @Test
  public void failureBeforeTheFirstPacketReleasesAll() throws Exception {
    DataNodeFaultInjector before = DataNodeFaultInjector.get();
    DataNodeFaultInjector.set(new DataNodeFaultInjector() {
      @Override
      public void failMirrorConnection() throws IOException {
        throw new IOException("no mirror (injected)");
      }
    });
    try {
      assertThat(client.connect(block, request).getStatus())
          .isEqualTo(Status.ERROR);
    } finally {
      DataNodeFaultInjector.set(before);
    }
    FirstNodeCluster.awaitNoWriter(block);
    assertThat(cluster.reserved(block, 0)).isEqualTo(reservedByOther);
  }

  @Test
  public void failureBeforeTheEndReleasesAllOnce() throws Exception {
    client.connect(block, request);
    client.send(Arrays.copyOf(data, RawClient.PACKET), false);
    client.awaitAck(0);
    client.sendCorrupt(Arrays.copyOf(data, RawClient.PACKET), 0);
    client.awaitEnd();
    FirstNodeCluster.awaitNoWriter(block);
    assertReservedOnly(reservedByOther);
  }

  // ---- The finalization fails. ----

  @Test
  public void finalizationWithoutItsFileGivesNoFnfaAndReleasesOnce()
      throws Exception {
    failFinalization(() -> assertThat(blockFile().delete()).isTrue());
    assertNoFnfaAndReservedOnlyByOther();
  }

  @Test
  public void finalizationWithoutADirectoryGivesNoFnfaAndReleasesOnce()
      throws Exception {
    failFinalization(this::leaveNoDirectory);
    assertNoFnfaAndReservedOnlyByOther();
  }

  @Test
  public void finalizationThatMovesOneFileGivesNoFnfaAndReleasesOnce()
      throws Exception {
    failFinalization(this::leaveNoPlaceForTheData);
    assertNoFnfaAndReservedOnlyByOther();
  }

  @Test
  public void stockFinalizationWithoutItsFileReleasesOnce() throws Exception {
    request.withoutAsking();
    failFinalization(() -> assertThat(blockFile().delete()).isTrue());
    assertReservedOnly(reservedByOther);
  }

  @Test
  public void stockFinalizationWithoutADirectoryReleasesOnce()
      throws Exception {
    request.withoutAsking();
    failFinalization(this::leaveNoDirectory);
    assertReservedOnly(reservedByOther);
  }

  @Test
  public void stockFinalizationThatMovesOneFileReleasesOnce()
      throws Exception {
    request.withoutAsking();
    failFinalization(this::leaveNoPlaceForTheData);
    assertReservedOnly(reservedByOther);
  }

  /** Done to the first datanode's replica before the block ends. */
  private interface Damage {
    void inflict() throws IOException;
  }

  /** Writes a packet and ends the block, which cannot become final. */
  private void failFinalization(Damage damage) throws Exception {
    client.connect(block, request);
    client.send(Arrays.copyOf(data, RawClient.PACKET), false);
    client.awaitAck(0);
    damage.inflict();
    client.sendLast(false);
    acksOfTheEnd = client.awaitEnd();
    FirstNodeCluster.awaitNoWriter(block);
    assertThat(cluster.isFinalized(block, 0)).isFalse();
  }

  private void assertNoFnfaAndReservedOnlyByOther() throws Exception {
    assertThat(acksOfTheEnd).noneMatch(PipelineAck::isSuccess)
        .noneMatch(ack ->
            ack.getSeqno() == FirstNodeAckProtocol.FNFA_SEQNO);
    assertThat(cluster.isFinalized(block, 1)).isFalse();
    assertReservedOnly(reservedByOther);
  }

  private File blockFile() {
    return DataNodeInsides.dataFile(cluster.replica(block, 0));
  }

  /** @return where the files of the final replica are to be. */
  private File finalDirectory() {
    File blocks = new File(blockFile().getParentFile().getParentFile(),
        DataStorage.STORAGE_DIR_FINALIZED);
    return DatanodeUtil.idToBlockDir(blocks, block.getBlock().getBlockId());
  }

  private void leaveNoDirectory() throws IOException {
    File directory = finalDirectory();
    Files.createDirectories(directory.getParentFile().toPath());
    Files.createFile(directory.toPath());
  }

  private void leaveNoPlaceForTheData() throws IOException {
    Files.createDirectories(finalDirectory().toPath()
        .resolve(blockFile().getName()).resolve("something"));
  }

  // ---- Stock's own errors. ----

  @Test
  public void aReplicationThatEndsWithARuntimeExceptionReleasesAll()
      throws Exception {
    LocatedBlock copy = FirstNodeCluster.firstOnly(block);
    DataNodeFaultInjector before = DataNodeFaultInjector.get();
    DataNodeFaultInjector.set(new DataNodeFaultInjector() {
      @Override
      public boolean dropHeartbeatPacket() {
        throw new IllegalStateException("injected");
      }
    });
    try {
      client.connect(copy, new RawClient.Request("").withoutAsking());
      client.sendHeartbeat();
      client.awaitEnd();
    } finally {
      DataNodeFaultInjector.set(before);
    }
    FirstNodeCluster.awaitNoWriter(block);
    assertReservedOnly(reservedByOther);
  }

  @Test
  public void aReceiverThatCannotBeMadeReleasesAll() throws Exception {
    DataNode node = cluster.node(block, 0);
    int references = volume(node).getReferenceCount();
    DataNodeInsides.setDiskFaults(node,
        new FaultInjectorFileIoEvents(node.getConf()) {
          @Override
          public void beforeMetadataOp(FsVolumeSpi volume,
              FileIoProvider.OPERATION op) {
            if (op == FileIoProvider.OPERATION.OPEN
                && cluster.replica(block, 0) != null) {
              throw new IllegalStateException("injected");
            }
          }
        });
    try {
      assertThatThrownBy(() -> client.connect(block, request))
          .isInstanceOf(IOException.class);
    } finally {
      DataNodeInsides.fillDisks(node, false);
    }
    FirstNodeCluster.awaitNoWriter(block);
    assertReservedOnly(reservedByOther);
    assertThat(volume(node).getReferenceCount()).isEqualTo(references);
  }

  @Test
  public void theCopyThatATruncationMakesForASnapshotReleasesNothing()
      throws Exception {
    Path path = new Path("/d/truncated");
    try (OutputStream out = cluster.getFs().create(path)) {
      out.write(data, 0, RawClient.PACKET);
    }
    cluster.getFs().allowSnapshot(path.getParent());
    cluster.getFs().createSnapshot(path.getParent(), "before");
    long blockId = blockId(path);
    cluster.getFs().truncate(path, RawClient.CHUNK);
    await().atMost(FirstNodeCluster.PATIENCE)
        .until(() -> cluster.getFs().isFileClosed(path));
    assertThat(blockId(path)).as("a copy").isNotEqualTo(blockId);
    assertReservedOnly(reservedByOther);
  }

  private long blockId(Path path) throws IOException {
    return cluster.getFs().getClient().getLocatedBlocks(path.toString(), 0)
        .get(0).getBlock().getBlockId();
  }

  private static FsVolumeImpl volume(DataNode node) throws IOException {
    try (FsVolumeReferences volumes = node.data.getFsVolumeReferences()) {
      return (FsVolumeImpl) volumes.get(0);
    }
  }
}
