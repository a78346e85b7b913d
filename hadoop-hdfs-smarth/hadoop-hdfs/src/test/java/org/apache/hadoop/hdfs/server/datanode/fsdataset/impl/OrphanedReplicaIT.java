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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import com.google.common.util.concurrent.Uninterruptibles;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.BlockMetadataHeader;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeInsides;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.FaultInjectorFileIoEvents;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.ReplicaAlreadyExistsException;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.StockCalls;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.util.DataChecksum;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

/**
 * A copy of a block takes the place of a replica that nobody writes. It does
 * not hinder other blocks, and is not damaged when the orphan's files are
 * deleted. On a datanode with two volumes, which are used in turn.
 */
public class OrphanedReplicaIT {
  private static final int LENGTH = 4096;
  private static final DataChecksum CHECKSUM =
      DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512);

  @Rule
  public final Timeout timeout = Timeout.seconds(120);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HeldDeletion deletion = new HeldDeletion();
  private MiniDFSCluster dfs;
  private DataNode node;
  private FsDatasetImpl dataset;
  private ExtendedBlock block;
  private long nextId = 4711;

  @Before
  public void start() throws IOException {
    dfs = new MiniDFSCluster.Builder(new HdfsConfiguration(),
        new File("target/test/dfs-" + System.nanoTime()))
        .numDataNodes(1).storagesPerDatanode(2).build();
    dfs.waitActive();
    node = dfs.getDataNodes().get(0);
    dataset = (FsDatasetImpl) DataNodeTestUtils.getFSDataset(node);
    block = newBlock();
  }

  @After
  public void stop() {
    deletion.end();
    threads.shutdownNow();
    dfs.shutdown(true);
  }

  private ExtendedBlock newBlock() {
    return new ExtendedBlock(dfs.getNamesystem().getBlockPoolId(), nextId++,
        LENGTH, 1001);
  }

  /** Holds whoever deletes a file, once, until it is told to go on. */
  private static final class HeldDeletion extends FaultInjectorFileIoEvents {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch mayGoOn = new CountDownLatch(1);

    HeldDeletion() {
      super(null);
    }

    @Override
    public void beforeMetadataOp(FsVolumeSpi volume,
        FileIoProvider.OPERATION op) {
      if (op == FileIoProvider.OPERATION.DELETE) {
        begun.countDown();
        Uninterruptibles.awaitUninterruptibly(mayGoOn);
      }
    }

    void end() {
      mayGoOn.countDown();
    }
  }

  // ---- What is written. ----

  private ReplicaInPipeline copy() throws IOException {
    try (ReplicaHandler handler =
        StockCalls.createTemporary(dataset, block)) {
      return (ReplicaInPipeline) handler.getReplica();
    }
  }

  private ReplicaInPipeline rbw() throws IOException {
    try (ReplicaHandler handler =
        StockCalls.createRbw(dataset, block)) {
      return (ReplicaInPipeline) handler.getReplica();
    }
  }

  /** Writes all of the replica, with the same byte everywhere. */
  private static void write(ReplicaInPipeline replica, int content)
      throws IOException {
    byte[] data = new byte[LENGTH];
    Arrays.fill(data, (byte) content);
    byte[] sums = new byte[CHECKSUM.getChecksumSize(LENGTH)];
    CHECKSUM.calculateChunkedSums(data, 0, LENGTH, sums, 0);
    try (ReplicaOutputStreams streams =
        replica.createStreams(true, CHECKSUM)) {
      DataOutputStream meta =
          new DataOutputStream(streams.getChecksumOut());
      BlockMetadataHeader.writeHeader(meta, CHECKSUM);
      meta.write(sums);
      streams.writeDataToDisk(data, 0, LENGTH);
    }
    replica.setNumBytes(LENGTH);
    replica.setLastChecksumAndDataLen(LENGTH, null);
  }

  private interface Creation {
    ReplicaInPipeline create() throws IOException;
  }

  /** Leaves a replica whose writer is dead. */
  private ReplicaInPipeline orphan(Creation creation) throws Exception {
    ReplicaInPipeline[] orphan = new ReplicaInPipeline[1];
    Thread writer = new Thread(() -> {
      try {
        orphan[0] = creation.create();
        write(orphan[0], 1);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    });
    writer.start();
    writer.join();
    return orphan[0];
  }

  /** Makes the next replica come to the same volume as the one before. */
  private void skipAVolume() throws IOException {
    ExtendedBlock copied = block;
    block = newBlock();
    copy();
    dataset.unfinalizeBlock(block);
    block = copied;
  }

  /** Starts a copy that is held when it deletes the orphan. */
  private Future<ReplicaInPipeline> startCopy() throws Exception {
    DataNodeInsides.setDiskFaults(node, deletion);
    Future<ReplicaInPipeline> copy = threads.submit(() -> {
      ReplicaInPipeline replica = copy();
      write(replica, 2);
      dataset.finalizeBlock(block, false);
      return replica;
    });
    assertThat(deletion.begun.await(60, TimeUnit.SECONDS)).isTrue();
    return copy;
  }

  private void assertIsTheCopy() throws IOException {
    byte[] data = new byte[LENGTH];
    try (InputStream in = dataset.getBlockInputStream(block, 0)) {
      IOUtils.readFully(in, data, 0, LENGTH);
    }
    assertThat(data).containsOnly(2);
    ReplicaInfo replica = dataset.volumeMap.get(block.getBlockPoolId(),
        block.getBlockId());
    assertThat(replica.getState()).isEqualTo(ReplicaState.FINALIZED);
    assertThat(DataNodeInsides.checksumFile(replica).length()).isEqualTo(
        BlockMetadataHeader.getHeaderSize()
            + CHECKSUM.getChecksumSize(LENGTH));
  }

  // ---- The tests. ----

  @Test
  public void aCopyInTheDirectoryOfATemporaryOrphanIsWhole()
      throws Exception {
    ReplicaInPipeline orphan = orphan(this::copy);
    skipAVolume();
    Future<ReplicaInPipeline> copy = startCopy();
    deletion.end();
    assertThat(copy.get().getVolume()).isSameAs(orphan.getVolume());
    assertIsTheCopy();
  }

  @Test
  public void aCopyOnAnotherVolumeThanItsOrphanIsWhole() throws Exception {
    ReplicaInPipeline orphan = orphan(this::rbw);
    Future<ReplicaInPipeline> copy = startCopy();
    deletion.end();
    assertThat(copy.get().getVolume()).isNotSameAs(orphan.getVolume());
    assertIsTheCopy();
    assertThat(DataNodeInsides.dataFile(orphan)).doesNotExist();
    assertThat(DataNodeInsides.checksumFile(orphan)).doesNotExist();
  }

  @Test
  public void otherBlocksAreServedWhileAnOrphanIsDeleted() throws Exception {
    orphan(this::rbw);
    Future<ReplicaInPipeline> copy = startCopy();
    ExtendedBlock other = newBlock();
    Future<?> created = threads.submit(() -> {
      StockCalls.createRbw(dataset, other).close();
      return null;
    });
    // If the dataset's lock were held, this would wait.
    created.get(30, TimeUnit.SECONDS);
    assertThat(copy).isNotDone();
    deletion.end();
    copy.get();
    assertIsTheCopy();
  }

  /** The receiver would clean up what has the place then. */
  @Test
  public void aCopyWhosePlaceIsTakenAwayFailsAsIfAnotherWereThere()
      throws Exception {
    ReplicaInPipeline orphan = orphan(this::rbw);
    long stamp = orphan.getGenerationStamp();
    Future<ReplicaInPipeline> copy = startCopy();
    dataset.volumeMap.remove(block.getBlockPoolId(), block.getBlockId());
    deletion.end();
    assertThatThrownBy(copy::get)
        .hasCauseInstanceOf(ReplicaAlreadyExistsException.class);
    // Of the files' names, by which whoever took it away deletes them.
    assertThat(orphan.getGenerationStamp()).isEqualTo(stamp);
  }

  @Test
  public void nobodyTakesAnOrphanUpThatIsDeleted() throws Exception {
    orphan(this::copy);
    skipAVolume();
    Future<ReplicaInPipeline> copy = startCopy();
    Future<ReplicaInPipeline> second = threads.submit(this::copy);
    assertThatThrownBy(() -> second.get(30, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(ReplicaAlreadyExistsException.class);
    deletion.end();
    copy.get();
    assertIsTheCopy();
  }

  @Test
  public void aBlockThatIsInvalidatedWhileItsOrphanIsDeletedIsNotCopied()
      throws Exception {
    orphan(this::rbw);
    Future<ReplicaInPipeline> copy = startCopy();
    Future<?> invalidated = threads.submit(() -> {
      dataset.invalidate(block.getBlockPoolId(),
          new Block[] {block.getLocalBlock()});
      return null;
    });
    invalidated.get(30, TimeUnit.SECONDS);
    deletion.end();
    assertThatThrownBy(copy::get).isInstanceOf(ExecutionException.class)
        .hasMessageContaining("invalidated");
    assertThat(dataset.volumeMap.get(block.getBlockPoolId(),
        block.getBlockId())).isNull();
  }
}
