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
package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.apache.hadoop.hdfs.server.datanode.DataNodeInsides;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.StockCalls;
import org.apache.hadoop.util.DataChecksum;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

/**
 * The deletion of an orphan is ordered, and done only when a copy has its place.
 * The copy has the same block id and generation stamp.
 */
public class LateDeletionIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Rule
  public final Timeout timeout = Timeout.seconds(120);

  private final DataNodeFaultInjector before = DataNodeFaultInjector.get();
  private LateDeletion deletion;
  private MiniDFSCluster dfs;
  private DataNode node;
  private FsDatasetImpl dataset;
  private ExtendedBlock block;

  /** Holds the threads of the disks before they look for the replica. */
  private static final class LateDeletion extends DataNodeFaultInjector {
    private final CountDownLatch ordered = new CountDownLatch(1);
    private final CountDownLatch mayGoOn = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    /** It deletes an orphan itself, at once. */
    private final Thread testing = Thread.currentThread();

    @Override
    public void delayDeleteReplica() {
      if (Thread.currentThread() != testing) {
        ordered.countDown();
        try {
          mayGoOn.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        done.countDown();
      }
    }
  }

  @Before
  public void start() throws Exception {
    dfs = new MiniDFSCluster.Builder(new HdfsConfiguration(),
        new File("target/test/dfs-" + System.nanoTime()))
        .numDataNodes(1).storagesPerDatanode(1).build();
    dfs.waitActive();
    node = dfs.getDataNodes().get(0);
    dataset = (FsDatasetImpl) DataNodeTestUtils.getFSDataset(node);
    block = new ExtendedBlock(dfs.getNamesystem().getBlockPoolId(), 4711, 100,
        1001);
    deletion = new LateDeletion();
    DataNodeFaultInjector.set(deletion);
  }

  @After
  public void stop() {
    deletion.mayGoOn.countDown();
    DataNodeFaultInjector.set(before);
    dfs.shutdown(true);
  }

  private ReplicaInPipeline rbw() throws Exception {
    try (ReplicaHandler handler = StockCalls.createRbw(dataset, block)) {
      return handler.getReplica();
    }
  }

  private ReplicaInPipeline copy() throws Exception {
    try (ReplicaHandler handler = StockCalls.createTemporary(dataset, block)) {
      return handler.getReplica();
    }
  }

  private ReplicaInfo stored() {
    return dataset.volumeMap.get(block.getBlockPoolId(), block.getBlockId());
  }

  private void orderDeletion() throws Exception {
    dataset.invalidate(block.getBlockPoolId(),
        new Block[] {block.getLocalBlock()});
    deletion.ordered.await();
  }

  private void awaitDeletion() throws Exception {
    deletion.mayGoOn.countDown();
    deletion.done.await();
    // There is one thread for each volume, unless it has too much to do.
    CountDownLatch behind = new CountDownLatch(1);
    dataset.asyncDiskService.execute(
        (FsVolumeImpl) dataset.getVolumeList().get(0), behind::countDown);
    behind.await();
  }

  private ReplicaInPipeline orphan() throws Exception {
    ReplicaInPipeline[] orphan = new ReplicaInPipeline[1];
    Thread writer = new Thread(() -> {
      try {
        orphan[0] = rbw();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    });
    writer.start();
    writer.join();
    return orphan[0];
  }

  @Test
  public void aCopyThatIsWrittenIsNotDeletedInPlaceOfTheOrphan()
      throws Exception {
    ReplicaInPipeline orphan = orphan();
    File data = DataNodeInsides.dataFile(orphan);
    orderDeletion();
    ReplicaInPipeline copy = copy();
    assertThat(data).doesNotExist();
    awaitDeletion();
    assertThat(stored()).isSameAs(copy);
    assertThat(DataNodeInsides.dataFile(copy)).exists();
  }

  @Test
  public void aCopyThatIsFinalIsNotDeletedInPlaceOfTheOrphan()
      throws Exception {
    orphan();
    orderDeletion();
    copy().createStreams(true, DataChecksum.newDataChecksum(
        DataChecksum.Type.CRC32C, 512)).close();
    dataset.finalizeBlock(block, false);
    awaitDeletion();
    assertThat(stored().getState()).isEqualTo(ReplicaState.FINALIZED);
    assertThat(DataNodeInsides.dataFile(stored())).exists();
  }

  @Test
  public void whatNothingHasTakenThePlaceOfIsDeletedAsInStock()
      throws Exception {
    ReplicaInPipeline orphan = orphan();
    File data = DataNodeInsides.dataFile(orphan);
    orderDeletion();
    assertThat(stored()).isSameAs(orphan);
    awaitDeletion();
    await().atMost(PATIENCE).until(() -> stored() == null && !data.exists());
  }
}
