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
import static org.awaitility.Awaitility.await;

import java.io.FileDescriptor;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

/**
 * Where writes are not to stay in the page cache, the first datanode drops what
 * it has forwarded. It keeps what it has yet to forward.
 */
public class FirstNodeDropBehindIT {
  private static final long LAG = BlockReceiver.CACHE_DROP_LAG_BYTES;
  private static final int LENGTH = (int) (5 * LAG);

  @Rule
  public final Timeout timeout = Timeout.seconds(180);

  private final Configuration conf = FirstNodeCluster.conf();
  private final RawClient.Request request =
      new RawClient.Request(FirstNodeCluster.CLIENT);
  private final RawClient client = new RawClient();
  private final NativeIO.POSIX.CacheManipulator stockManipulator =
      NativeIO.POSIX.getCacheManipulator();
  /** How far files were dropped, by the first datanode's forwarder. */
  private final List<Long> behindForwarder = new CopyOnWriteArrayList<>();
  /** The same, by the receivers of all datanodes. */
  private final List<Long> behindReceivers = new CopyOnWriteArrayList<>();
  private FirstNodeCluster cluster;
  private LocatedBlock block;

  private void start() throws Exception {
    NativeIO.POSIX.setCacheManipulator(new NativeIO.POSIX.CacheManipulator() {
      @Override
      public void posixFadviseIfPossible(String identifier, FileDescriptor fd,
          long offset, long length, int flags) {
        if (flags == NativeIO.POSIX.POSIX_FADV_DONTNEED) {
          assertThat(offset).isZero();
          assertThat(fd.valid()).isTrue();
          assertThat(identifier).isEqualTo(block.getBlock().getBlockName());
          boolean forwarder = Thread.currentThread().getName()
              .startsWith("MirrorForwarder");
          (forwarder ? behindForwarder : behindReceivers).add(length);
        }
      }
    });
    cluster = new FirstNodeCluster(conf, 3);
    block = cluster.createFile("/f");
  }

  @After
  public void stop() throws Exception {
    NativeIO.POSIX.setCacheManipulator(stockManipulator);
    client.close();
    cluster.close();
  }

  private void dropBehindWrites() {
    conf.setBoolean(DFSConfigKeys.DFS_DATANODE_DROP_CACHE_BEHIND_WRITES_KEY,
        true);
  }

  private void write() throws Exception {
    client.connect(block, request);
    client.sendZeroes(LENGTH);
    client.awaitFirstNodeAck();
  }

  private void awaitDelivery() throws Exception {
    assertThat(client.awaitAck(client.nextSeqno() - 1).isSuccess()).isTrue();
    client.awaitEnd();
    cluster.awaitClean();
  }

  /** Stock drops all but the last two windows, and what it looks at last. */
  private static void assertDroppedAsInStock(List<Long> lengths) {
    assertThat(lengths).isSorted().isNotEmpty();
    assertThat(lengths.get(lengths.size() - 1))
        .isBetween(LENGTH - 3 * LAG, LENGTH - LAG);
  }

  @Test
  public void whatIsNotForwardedStaysAndIsDroppedOnceItIs() throws Exception {
    dropBehindWrites();
    start();
    Downstream downstream = Downstream.stalled(block);
    write();
    assertThat(behindReceivers).isEmpty();
    assertThat(behindForwarder).isEmpty();
    downstream.open();
    awaitDelivery();
    assertDroppedAsInStock(behindForwarder);
    // The datanodes downstream have no forwarder.
    assertThat(behindReceivers).hasSize(2 * behindForwarder.size());
  }

  @Test
  public void aClientThatWantsItIsServedToo() throws Exception {
    request.dropBehind();
    start();
    write();
    awaitDelivery();
    assertDroppedAsInStock(behindForwarder);
  }

  @Test
  public void whatIsNeverForwardedIsDroppedAtTheEnd() throws Exception {
    dropBehindWrites();
    start();
    Downstream.stalled(block);
    write();
    cluster.stopNode(block, 1);
    await().atMost(FirstNodeCluster.PATIENCE).untilAsserted(
        () -> assertDroppedAsInStock(behindForwarder));
  }

  @Test
  public void nothingIsDroppedWhereNobodyWantsIt() throws Exception {
    start();
    write();
    awaitDelivery();
    assertThat(behindForwarder).isEmpty();
    assertThat(behindReceivers).isEmpty();
  }

  @Test
  public void filesAreSyncedBehindTheReceiverWhateverIsForwarded()
      throws Exception {
    conf.setBoolean(DFSConfigKeys.DFS_DATANODE_SYNC_BEHIND_WRITES_KEY, true);
    start();
    AtomicInteger syncs = new AtomicInteger();
    DataNodeInsides.setDiskFaults(cluster.node(block, 0),
        new FaultInjectorFileIoEvents(null) {
          @Override
          public void beforeFileIo(FsVolumeSpi volume,
              FileIoProvider.OPERATION op, long length) {
            if (op == FileIoProvider.OPERATION.SYNC) {
              syncs.incrementAndGet();
            }
          }
        });
    Downstream downstream = Downstream.stalled(block);
    write();
    assertThat(syncs).hasValueBetween(LENGTH / (int) LAG - 1,
        LENGTH / (int) LAG);
    downstream.open();
    awaitDelivery();
  }
}
