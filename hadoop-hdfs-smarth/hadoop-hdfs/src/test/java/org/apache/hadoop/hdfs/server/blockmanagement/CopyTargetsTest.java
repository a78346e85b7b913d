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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage.State;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.util.FakeTimer;
import org.apache.hadoop.util.Time;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyBoolean;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

/** Who is chosen as the target of a copy. */
public class CopyTargetsTest extends PendingReplicasTestBase {
  private final BlockInfo block = block();
  private final DatanodeDescriptor target = target();
  private final FakeTimer timer = timer();
  private final INodeFile file = file();
  private final BlockManager manager = manager();
  private final HeartbeatManager heartbeats = heartbeats();
  private final PendingPipelineReplicas pending = pending();
  private final PipelineReplicas replicas = pending.getReplicas();
  private final Map<DatanodeDescriptor, StorageType> types = new HashMap<>();
  private byte storagePolicy = HdfsConstants.HOT_STORAGE_POLICY_ID;

  private Set<Node> excluded(int replication, Node... before) {
    Set<Node> excluded = new HashSet<>(Arrays.asList(before));
    when(block.getReplication()).thenReturn((short) replication);
    replicas.getTargets().exclude(excluded, block);
    return excluded;
  }

  @Test
  public void whoIsToStoreABlockAnywayIsNoTargetOfACopy() {
    when(file.isUnderConstruction()).thenReturn(true);
    DatanodeDescriptor copied = datanode(2, 0);
    replicas.expect(block, target);
    StockBlocks.order(pending, block, copied);
    assertThat(excluded(3)).containsExactlyInAnyOrder(target, copied);
    StockBlocks.report(pending, block, copied);
    assertThat(excluded(3)).containsExactly(target);
  }

  /** It would be ordered again and again, each time in vain. */
  @Test
  public void whereTooFewAreLeftAStaleDatanodeIsStillNoTarget() {
    heartbeat(STALE_MILLIS);
    DatanodeDescriptor[] all = {target, datanode(2, 0), datanode(3, 0)};
    when(heartbeats.getDatanodes()).thenReturn(all);
    pending.getTimedOutBlocks();
    assertThat(excluded(3, all[1], all[2])).contains(target);
    heartbeat(STALE_MILLIS / 2);
    assertThat(excluded(3, all[1], all[2])).doesNotContain(target);
  }

  @Test
  public void whatIsToComeDoesNotMakeASilentDatanodeATarget() {
    heartbeat(STALE_MILLIS / 2);
    DatanodeDescriptor[] all = {target, datanode(2, 0), datanode(3, 0),
        datanode(4, 0)};
    when(heartbeats.getDatanodes()).thenReturn(all);
    pending.getTimedOutBlocks();
    StockBlocks.order(pending, block, all[2]);
    assertThat(excluded(3, all[1])).contains(target, all[2])
        .doesNotContain(all[3]);
  }

  /** @return those that a copy goes to at last; each choice excludes more */
  private DatanodeDescriptor[] chosen(List<DatanodeDescriptor> order,
      int copies, List<Set<Node>> choices) {
    BlockCollection of = mock(BlockCollection.class);
    when(of.getStoragePolicyID()).thenReturn(storagePolicy);
    ReplicationWork work = StockBlocks.copy(block, of, target, copies);
    BlockPlacementPolicy policy = mock(BlockPlacementPolicy.class);
    when(policy.chooseTarget(any(), anyInt(), any(), any(), anyBoolean(),
        any(), anyLong(), any(), any())).thenAnswer(call -> {
          Set<Node> excluded = (Set<Node>) call.getArguments()[5];
          choices.add(new HashSet<>(excluded));
          return order.stream().filter(node -> !excluded.contains(node))
              .limit(copies)
              .map(node -> new DatanodeStorageInfo(node, new DatanodeStorage(
                  "s", State.NORMAL, types.getOrDefault(node, StorageType.DISK))))
              .toArray(DatanodeStorageInfo[]::new);
        });
    BlockStoragePolicySuite policies =
        BlockStoragePolicySuite.createDefaultSuite();
    Set<Node> excluded = new HashSet<>(work.getContainingNodes());
    replicas.getTargets().exclude(excluded, block);
    work.chooseTargets(policy, policies, excluded);
    replicas.getTargets().check(work, policies,
        others -> work.chooseTargets(policy, policies, others));
    assertThat(target.getNumberOfBlocksToBeReplicated()).isZero();
    return DatanodeStorageInfo.toDatanodeDescriptors(work.getTargets());
  }

  @Test
  public void aTargetThatIsToDeleteTheBlockIsReplacedAlone() {
    when(block.getReplication()).thenReturn((short) 3);
    List<DatanodeDescriptor> order =
        Arrays.asList(datanode(2, 0), datanode(3, 0), datanode(4, 0));
    when(manager.isToBeDeleted(block, order.get(0))).thenReturn(true);
    assertThat(chosen(order, 2, new ArrayList<>()))
        .containsExactly(order.get(1), order.get(2));
  }

  @Test
  public void whereNoOtherTargetIsLeftTheRestOfTheCopiesIsOrdered() {
    when(block.getReplication()).thenReturn((short) 3);
    List<DatanodeDescriptor> order =
        Arrays.asList(datanode(2, 0), datanode(3, 0));
    when(manager.isToBeDeleted(block, order.get(1))).thenReturn(true);
    assertThat(chosen(order, 2, new ArrayList<>()))
        .containsExactly(order.get(0));
  }

  /** As where all of the only other rack is, which stock prefers. */
  @Test
  public void whereVeryManyAreSilentWhoWasChosenIsReplaced() {
    when(block.getReplication()).thenReturn((short) 2);
    heartbeat(0);
    DatanodeDescriptor[] all = new DatanodeDescriptor[240];
    for (int i = 0; i < all.length; i++) {
      all[i] = datanode(i + 1, i < 100 ? STALE_MILLIS / 2 : 0);
    }
    when(heartbeats.getDatanodes()).thenReturn(all);
    pending.getTimedOutBlocks();
    List<Set<Node>> choices = new ArrayList<>();
    assertThat(chosen(Arrays.asList(all), 1, choices))
        .containsExactly(all[100]);
    assertThat(choices.get(0)).containsExactly(target);
    assertThat(choices.get(1)).containsExactlyInAnyOrder(target, all[0]);
    assertThat(choices.size()).isLessThan(9);
  }

  private List<DatanodeDescriptor> aSilentDatanodeAndOthers(StorageType type,
      StorageType othersType) {
    when(block.getReplication()).thenReturn((short) 2);
    heartbeat(0);
    DatanodeDescriptor[] all = {datanode(2, STALE_MILLIS / 2), datanode(3, 0),
        datanode(4, 0), datanode(5, 0)};
    when(heartbeats.getDatanodes()).thenReturn(all);
    pending.getTimedOutBlocks();
    for (DatanodeDescriptor datanode : all) {
      types.put(datanode, datanode == all[0] ? type : othersType);
    }
    return Arrays.asList(all);
  }

  /** Nothing would move it back. */
  @Test
  public void aSilentDatanodeIsATargetWhereOthersHaveAnotherKindOfStorage() {
    storagePolicy = HdfsConstants.ALLSSD_STORAGE_POLICY_ID;
    List<DatanodeDescriptor> all =
        aSilentDatanodeAndOthers(StorageType.SSD, StorageType.DISK);
    assertThat(chosen(all, 1, new ArrayList<>())).containsExactly(all.get(0));
    storagePolicy = HdfsConstants.ONESSD_STORAGE_POLICY_ID;
    assertThat(chosen(all, 1, new ArrayList<>())).containsExactly(all.get(0));
  }

  @Test
  public void aSilentDatanodeIsNoTargetWhereOthersHaveItsKindOfStorage() {
    storagePolicy = HdfsConstants.ALLSSD_STORAGE_POLICY_ID;
    List<DatanodeDescriptor> all =
        aSilentDatanodeAndOthers(StorageType.SSD, StorageType.SSD);
    assertThat(chosen(all, 1, new ArrayList<>())).containsExactly(all.get(1));
    storagePolicy = HdfsConstants.HOT_STORAGE_POLICY_ID;
    types.clear();
    assertThat(chosen(all, 1, new ArrayList<>())).containsExactly(all.get(1));
  }

  @Test
  public void aStaleDatanodeIsNoTargetWhateverStorageItHas() {
    storagePolicy = HdfsConstants.ALLSSD_STORAGE_POLICY_ID;
    List<DatanodeDescriptor> all =
        aSilentDatanodeAndOthers(StorageType.SSD, StorageType.DISK);
    all.get(0).setLastUpdateMonotonic(Time.monotonicNow() - 2 * STALE_MILLIS);
    pending.getTimedOutBlocks();
    assertThat(chosen(all, 1, new ArrayList<>())).containsExactly(all.get(1));
  }

  /** It has not looked for long, which is as after a pause. */
  @Test
  public void whoWasSilentBeforeAFailoverIsNoTargetAfterIt() {
    heartbeat(STALE_MILLIS);
    DatanodeDescriptor[] all = {target, datanode(2, 0), datanode(3, 0),
        datanode(4, 0)};
    when(heartbeats.getDatanodes()).thenReturn(all);
    timer.advance(10 * STALE_MILLIS);
    pending.clear();
    StockBlocks.order(pending, block, all[1]);
    replicas.copiedFrom(block, target);
    assertThat(pending.getTimedOutBlocks()).isNull();
    assertThat(excluded(2, all[1])).contains(target).doesNotContain(all[3]);
  }
}
