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
package org.apache.hadoop.hdfs.server.blockmanagement;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage.State;
import org.apache.hadoop.util.Time;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/** Where the NameNode has a block copied from that a silent datanode has. */
public class CopySourceTest {
  @Rule
  public final Timeout timeout = new Timeout(60, TimeUnit.SECONDS);

  private final Configuration conf = new HdfsConfiguration();
  private final DatanodeStorageInfo[] storages =
      DFSTestUtil.createDatanodeStorageInfos(2);
  private final DatanodeDescriptor silent =
      storages[0].getDatanodeDescriptor();
  private final DatanodeDescriptor heard =
      storages[1].getDatanodeDescriptor();
  private final BlockInfo block =
      new BlockInfoContiguous(new Block(4711, 1, 1001), (short) 3);
  private BlockManager manager;

  @Before
  public void before() throws IOException {
    FSNamesystem namesystem = LockedNamesystem.mocked();
    manager = new BlockManager(namesystem, false, conf);
    manager.blocksMap.addBlockCollection(block, mock(BlockCollection.class));
    for (DatanodeStorageInfo storage : storages) {
      storage.getDatanodeDescriptor().setAlive(true);
      StockBlocks.store(storage, block);
    }
    silent.setLastUpdateMonotonic(
        Time.monotonicNow() - TimeUnit.SECONDS.toMillis(10));
    heard.setLastUpdateMonotonic(Time.monotonicNow());
    manager.pipelineReplicas.getSilent().look(
        new DatanodeDescriptor[] {silent, heard});
  }

  @After
  public void after() {
    manager.close();
  }

  private DatanodeDescriptor source() {
    return StockBlocks.source(manager, block);
  }

  @Test
  public void aSilentDatanodeIsSparedWhereAnotherHasTheBlock() {
    assertThat(source()).isSameAs(heard);
  }

  @Test
  public void aSilentDatanodeIsTheSourceWhereTheOtherReplicaIsCorrupt() {
    StockBlocks.markCorrupt(manager, block, heard);
    assertThat(source()).isSameAs(silent);
  }

  /** It would be ordered to send the block again and again. */
  @Test
  public void aStaleDatanodeIsNoSourceThoughNoOtherHasTheBlock() {
    StockBlocks.markCorrupt(manager, block, heard);
    silent.setLastUpdateMonotonic(
        Time.monotonicNow() - TimeUnit.SECONDS.toMillis(30));
    assertThat(source()).isNull();
    silent.setLastUpdateMonotonic(Time.monotonicNow());
    assertThat(source()).isSameAs(silent);
  }

  @Test
  public void aSilentDatanodeIsTheSourceWhereTheOtherReplicaIsToBeDeleted() {
    StockBlocks.markExcess(manager, block, heard);
    assertThat(source()).isSameAs(silent);
  }

  @Test
  public void aSilentDatanodeMayBeTheSourceWhereTheOthersStorageFailed() {
    storages[1].setState(State.FAILED);
    assertThat(manager.pipelineReplicas.canBeSpared(silent, block)).isFalse();
  }
}
