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

import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.util.FakeTimer;
import org.apache.hadoop.util.Time;
import org.junit.Before;
import org.junit.Rule;
import org.junit.rules.Timeout;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

/** One block of one file, and one datanode that is to store it. */
public abstract class PendingReplicasTestBase {
  static final long STALE_MILLIS = TimeUnit.SECONDS.toMillis(30);

  @Rule
  public final Timeout timeout = new Timeout(30, TimeUnit.SECONDS);

  private final DatanodeDescriptor target =
      DFSTestUtil.getLocalDatanodeDescriptor();
  private final BlockInfo block = blockUnderConstruction(
      new DatanodeStorageInfo(target, new DatanodeStorage("s")));
  private final FakeTimer timer = new FakeTimer();
  private final INodeFile file = mock(INodeFile.class);
  private final BlockManager manager = mock(BlockManager.class);
  private final DatanodeManager datanodes = mock(DatanodeManager.class);
  private final HeartbeatManager heartbeats = mock(HeartbeatManager.class);
  private final PendingPipelineReplicas pending =
      new PendingPipelineReplicas(manager, new Configuration(), timer);

  @Before
  public void before() {
    when(manager.isPopulatingReplQueues()).thenReturn(true);
    when(manager.getBlockCollection(any(BlockInfo.class))).thenReturn(file);
    replicas(1, 0);
    when(datanodes.getHeartbeatInterval()).thenReturn(3L);
    when(datanodes.getStaleInterval()).thenReturn(STALE_MILLIS);
    when(manager.getDatanodeManager()).thenReturn(datanodes);
    when(datanodes.getHeartbeatManager()).thenReturn(heartbeats);
    when(heartbeats.getDatanodes()).thenReturn(new DatanodeDescriptor[0]);
  }

  protected static BlockInfo blockUnderConstruction(
      DatanodeStorageInfo... storages) {
    BlockInfo made = mock(BlockInfo.class);
    BlockUnderConstructionFeature feature =
        StockBlocks.underConstruction(made, storages);
    when(made.getUnderConstructionFeature()).thenReturn(feature);
    return made;
  }

  protected void heartbeat(long millisAgo) {
    target.setAlive(true);
    target.setLastUpdateMonotonic(Time.monotonicNow() - millisAgo);
  }

  protected static DatanodeDescriptor late(long millis) {
    DatanodeDescriptor datanode = DFSTestUtil.getLocalDatanodeDescriptor();
    datanode.setLastUpdateMonotonic(Time.monotonicNow() - millis);
    return datanode;
  }

  protected void heartbeatOfTarget() {
    target.updateHeartbeat(StorageReport.EMPTY_ARRAY, 0, 0, 0, 0, null);
  }

  protected static DatanodeDescriptor datanode(int number, long millisAgo) {
    DatanodeDescriptor datanode =
        DFSTestUtil.getDatanodeDescriptor("10.0.0." + number, "/rack");
    datanode.setAlive(true);
    datanode.setLastUpdateMonotonic(Time.monotonicNow() - millisAgo);
    return datanode;
  }

  protected void replicas(int live, int onStaleNodes) {
    when(block.getReplication()).thenReturn((short) 3);
    NumberReplicas replicas = mock(NumberReplicas.class);
    when(replicas.liveReplicas()).thenReturn(live);
    when(replicas.replicasOnStaleNodes()).thenReturn(onStaleNodes);
    when(manager.countNodes(block)).thenReturn(replicas);
  }

  protected final BlockInfo block() {
    return block;
  }

  protected final DatanodeDescriptor target() {
    return target;
  }

  protected final FakeTimer timer() {
    return timer;
  }

  protected final INodeFile file() {
    return file;
  }

  protected final BlockManager manager() {
    return manager;
  }

  protected final DatanodeManager datanodes() {
    return datanodes;
  }

  protected final HeartbeatManager heartbeats() {
    return heartbeats;
  }

  protected final PendingPipelineReplicas pending() {
    return pending;
  }
}
