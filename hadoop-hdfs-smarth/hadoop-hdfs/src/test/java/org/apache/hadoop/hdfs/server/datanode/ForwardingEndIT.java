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
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

/**
 * A block that a first datanode delivers over a downstream that stalls, while
 * its replica goes away: with its volume, or because the block is deleted. The
 * forwarder ends then, whatever the downstream does.
 */
public class ForwardingEndIT {
  private static final int LENGTH = 20 << 20;
  /** What the sockets' buffers take. */
  private static final int LITTLE = 100_000;

  @Rule
  public final Timeout timeout = Timeout.seconds(240);

  private final RawClient client = new RawClient();
  private FirstNodeCluster cluster;
  private LocatedBlock block;
  private DataNode first;

  @Before
  public void start() throws Exception {
    Configuration conf = FirstNodeCluster.conf();
    conf.setInt(DFSConfigKeys.DFS_DATANODE_FAILED_VOLUMES_TOLERATED_KEY, 1);
    conf.setLong(DFSConfigKeys.DFS_DATANODE_DISK_CHECK_MIN_GAP_KEY, 0);
    cluster = new FirstNodeCluster(conf, 3, 2);
    block = cluster.createFile("/f");
    first = cluster.node(block, 0);
  }

  /** The first datanode owns a delivery that stands still, and has said so. */
  private void deliver(int length) throws Exception {
    Downstream.stalled(block);
    client.connect(block, new RawClient.Request(FirstNodeCluster.CLIENT));
    client.sendBlock(FirstNodeCluster.randomBytes(length));
    client.awaitFirstNodeAck();
    // Stock keeps a replica that it hears of amid the deletion of its file.
    await().atMost(PATIENCE).until(() -> cluster.liveReplicas(block) == 1);
  }

  @After
  public void stop() throws Exception {
    client.close();
    cluster.close();
  }

  private File volume() {
    return StockCalls.directory(
        ((ReplicaInfo) cluster.replica(block, 0)).getVolume());
  }

  private static <T> FutureTask<T> inBackground(Callable<T> call) {
    FutureTask<T> task = new FutureTask<>(call);
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  private void removeVolume(File volume) throws Exception {
    String rest = DataNode.getStorageLocations(first.getConf()).stream()
        .filter(location -> !StockCalls.directory(location).getAbsoluteFile()
            .equals(volume.getAbsoluteFile()))
        .map(Object::toString).collect(Collectors.joining(","));
    inBackground(() -> first.reconfigurePropertyImpl(
        DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY, rest))
        .get(60, TimeUnit.SECONDS);
  }

  private static void awaitNoForwarder() {
    await().atMost(PATIENCE).until(() -> FirstNodeCluster.writeThreads()
        .stream().noneMatch(name -> name.startsWith("MirrorForwarder")));
  }

  /** While the downstream still stalls. */
  private void assertEnded() throws Exception {
    awaitNoForwarder();
    client.awaitEnd();
    assertThat(cluster.replica(block, 0)).isNull();
    assertThat(cluster.isFinalized(block, 1)).isFalse();
    assertThat(first.firstNodeService.getMemory().getBacklog()).isZero();
  }

  // ---- The volume goes. ----

  @Test
  public void aVolumeIsRemovedThoughABlockOnItIsBeingDelivered()
      throws Exception {
    deliver(LENGTH);
    removeVolume(volume());
    assertEnded();
    assertThat(cluster.metrics(block).getDeliveriesFailed()).isEqualTo(1);
  }

  @Test
  public void aVolumeIsRemovedThoughTheClientOfABlockOnItHasLeft()
      throws Exception {
    deliver(LENGTH);
    client.vanish();
    removeVolume(volume());
    assertEnded();
  }

  @Test
  public void aVolumeIsRemovedThoughTheLastAcksOfABlockOnItAreMissing()
      throws Exception {
    deliver(LITTLE);
    awaitNoForwarder();
    removeVolume(volume());
    assertEnded();
  }

  @Test
  public void aVolumeThatFailsIsRemovedThoughABlockOnItIsBeingDelivered()
      throws Exception {
    deliver(LENGTH);
    File volume = volume();
    DataNodeTestUtils.injectDataDirFailure(new File(volume, "current"));
    try {
      inBackground(() -> {
        first.checkDiskError();
        return null;
      }).get(60, TimeUnit.SECONDS);
      assertEnded();
    } finally {
      DataNodeTestUtils.restoreDataDirFromFailure(
          new File(volume, "current"));
    }
  }

  @Test
  public void removingAnotherVolumeLeavesTheDeliveryAlone()
      throws Exception {
    deliver(LENGTH);
    for (File volume : DataNode.getStorageLocations(first.getConf()).stream()
        .map(location -> StockCalls.directory(location).getAbsoluteFile())
        .collect(Collectors.toList())) {
      if (!volume.equals(volume().getAbsoluteFile())) {
        removeVolume(volume);
      }
    }
    assertDelivered();
  }

  private void assertDelivered() throws IOException, InterruptedException {
    Downstream.openAll();
    assertThat(client.awaitAck(client.nextSeqno() - 1).isSuccess()).isTrue();
    cluster.awaitFinalized(block, 2, LENGTH);
    assertThat(cluster.stored(block, 2)).isEqualTo(
        FirstNodeCluster.randomBytes(LENGTH));
  }

  // ---- The block goes. ----

  @Test
  public void aDeletedFileIsDeliveredNoFurtherAndItsClientIsCutOff()
      throws Exception {
    deliver(LENGTH);
    assertThat(cluster.getFs().delete(new Path("/f"), false)).isTrue();
    assertEnded();
    // Nobody wants it any more: no failure.
    assertThat(cluster.metrics(block).getDeliveriesFailed()).isZero();
  }

  @Test
  public void aDeletedFileIsDeliveredNoFurtherThoughItsClientHasLeft()
      throws Exception {
    deliver(LENGTH);
    client.vanish();
    assertThat(cluster.getFs().delete(new Path("/f"), false)).isTrue();
    assertEnded();
  }

  @Test
  public void invalidatingAnOlderStampOrAnotherBlockLeavesTheDeliveryAlone()
      throws Exception {
    deliver(LENGTH);
    String pool = block.getBlock().getBlockPoolId();
    Block older = new Block(block.getBlock().getLocalBlock());
    older.setGenerationStamp(older.getGenerationStamp() - 1);
    assertThatThrownBy(() ->
        first.data.invalidate(pool, new Block[] {older}))
        .hasMessageContaining("GenerationStamp not matched");
    Block another = new Block(block.getBlock().getLocalBlock());
    another.setBlockId(another.getBlockId() + 1000);
    first.data.invalidate(pool, new Block[] {another});
    assertDelivered();
  }
}
