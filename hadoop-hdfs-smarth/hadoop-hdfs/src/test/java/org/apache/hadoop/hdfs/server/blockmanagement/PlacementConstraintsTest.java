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

import java.util.List;
import java.util.Set;

import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.net.TopologySeed;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Stock's constraints hold for what is chosen by speed. */
public class PlacementConstraintsTest extends PlacementTestBase {
  @Test(timeout = 60_000)
  public void excludedDatanodesLeaveTheirPlacesToTheNextInRank()
      throws Exception {
    PlacementCluster.Request request = twoRacks().excluding(5, 7);
    for (int i = 0; i < MANY; i++) {
      assertThat(request.choose()).doesNotContain(5, 7)
          .first().isIn(1, 2, 0);
    }
  }

  @Test(timeout = 60_000)
  public void anOverloadedDatanodeIsNotTaken() throws Exception {
    PlacementCluster.Request request = twoRacks();
    cluster().load(7, 100);
    for (int i = 0; i < MANY; i++) {
      assertThat(request.choose()).doesNotContain(7).first().isIn(1, 5);
    }
  }

  @Test(timeout = 60_000)
  public void ifAllOfTheTopAreOverloadedStockChoosesAndItIsCounted()
      throws Exception {
    PlacementCluster.Request request = twoRacks();
    for (int busy : new int[] {1, 5, 7}) {
      cluster().load(busy, 100);
    }
    for (int i = 0; i < MANY; i++) {
      assertThat(request.choose()).hasSize(3).doesNotContain(1, 5, 7);
    }
    assertThat(leftToStock("Refused")).isEqualTo(MANY);
  }

  @Test(timeout = 60_000)
  public void anOverloadedDatanodeIsTakenIfTheClientLeavesNoOther()
      throws Exception {
    PlacementCluster.Request request = twoRacks().excluding(0, 2, 3, 4, 6);
    cluster().load(7, 100);
    for (int i = 0; i < MANY; i++) {
      assertThat(request.choose()).containsExactlyInAnyOrder(1, 5, 8);
    }
    request.excluding(8);
    for (int i = 0; i < MANY; i++) {
      assertThat(request.choose()).containsExactlyInAnyOrder(1, 5, 7);
    }
  }

  /** @return what placement logs, at INFO and above, but for who chose. */
  private String logOf(PlacementCluster.Request request,
      BlockPlacementPolicy policy) {
    LogCapturer log = LogCapturer.captureLogs(BlockPlacementPolicy.LOG);
    try {
      TopologySeed.set(cluster().getManager().getNetworkTopology(), 7);
      request.choose(policy);
      return log.getOutput().replaceAll("(?m)^.* (INFO|WARN) ", "$1 ");
    } finally {
      log.stopCapturing();
    }
  }

  @Test(timeout = 60_000)
  public void fastDatanodesAreRefusedWithoutAWord() throws Exception {
    PlacementCluster.Request request = twoRacks();
    for (int node = 0; node < 9; node++) {
      cluster().datanodeKnows(node, RATES);
    }
    for (int busy : new int[] {1, 5, 7}) {
      cluster().load(busy, 100);
    }
    for (int i = 0; i < MANY; i++) {
      assertThat(logOf(request, cluster().getPolicy())).isEmpty();
    }
    assertThat(leftToStock("Refused")).isEqualTo(MANY);
  }

  @Test(timeout = 60_000)
  public void whenStockFindsNoDatanodeEitherTheLogIsStocks() throws Exception {
    PlacementCluster.Request request = twoRacks();
    for (int node = 0; node < 9; node++) {
      cluster().room(node, PlacementCluster.BLOCK / 2);
    }
    String stock = logOf(request, stock());
    assertThat(stock).contains("Not enough replicas was chosen. Reason:",
        "NOT_ENOUGH_STORAGE_SPACE=9", "Failed to place enough replicas");
    assertThat(logOf(request, cluster().getPolicy())).isEqualTo(stock);
    assertThat(leftToStock("Refused")).isPositive();
  }

  @Test(timeout = 60_000)
  public void aFullDatanodeIsNotTaken() throws Exception {
    PlacementCluster.Request request = twoRacks();
    cluster().room(7, PlacementCluster.BLOCK / 2);
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(1, 5);
  }

  @Test(timeout = 60_000)
  public void aStaleDatanodeIsNotTakenWhereStockAvoidsIt() throws Exception {
    conf().setBoolean(
        DFSConfigKeys.DFS_NAMENODE_AVOID_STALE_DATANODE_FOR_WRITE_KEY, true);
    PlacementCluster.Request request = twoRacks();
    DFSTestUtil.resetLastUpdatesWithOffset(cluster().node(7), -60_000);
    // As the thread that counts them does.
    cluster().getManager().setNumStaleNodes(1);
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(1, 5);
  }

  @Test(timeout = 60_000)
  public void ifAllAreStaleTheyAreTakenAsInStock() throws Exception {
    conf().setBoolean(
        DFSConfigKeys.DFS_NAMENODE_AVOID_STALE_DATANODE_FOR_WRITE_KEY, true);
    PlacementCluster.Request request = twoRacks();
    for (int i = 0; i < 9; i++) {
      DFSTestUtil.resetLastUpdatesWithOffset(cluster().node(i), -60_000);
    }
    for (int i = 0; i < MANY; i++) {
      assertThat(request.choose()).doesNotHaveDuplicates().hasSize(3)
          .first().isIn(1, 5, 7);
    }
  }

  @Test(timeout = 60_000)
  public void aDecommissioningDatanodeIsNotTaken() throws Exception {
    PlacementCluster.Request request = twoRacks();
    cluster().node(7).startDecommission();
    cluster().node(5).setDecommissioned();
    assertThat(request.firsts(MANY)).containsExactly(1);
  }

  @Test(timeout = 60_000)
  public void aDeadDatanodeIsNotTakenAndForgottenUntilItIsMeasuredAgain()
      throws Exception {
    PlacementCluster.Request request = twoRacks();
    cluster().remove(7);
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(1, 5, 2);
    cluster().restore(7);
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(1, 5, 2);
    cluster().clientKnows(0, 0, 0, 0, 0, 0, 0, 47);
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(1, 5, 7);
  }

  @Test(timeout = 60_000)
  public void aRackNeverGetsMoreReplicasThanStockAllows() throws Exception {
    // Two racks and four replicas: at most three on one.
    PlacementCluster.Request request = twoRacks().replicas(4);
    int[] limits =
        cluster().getPolicy().getMaxNodesPerRack(0, 4);
    for (int i = 0; i < MANY; i++) {
      List<Integer> chosen = request.choose();
      assertThat(chosen).hasSize(4);
      assertThat(chosen.stream().filter(node -> node < 5).count())
          .isBetween(4L - limits[1], (long) limits[1]);
    }
  }

  @Test(timeout = 60_000)
  public void oneReplicaIsOnOneOfTheTop() throws Exception {
    Set<Integer> firsts = twoRacks().replicas(1).firsts(MANY);
    // n = 9: all but the one that limps.
    assertThat(firsts).hasSize(8).doesNotContain(8);
  }

  @Test(timeout = 60_000)
  public void whenAllReplicasMustBeOnSsdOnlyDatanodesWithSsdAreTaken()
      throws Exception {
    PlacementCluster.Request request =
        twoRacks().storagePolicy(HdfsConstants.ALLSSD_STORAGE_POLICY_NAME);
    for (int ssd : new int[] {0, 2, 3, 5, 6, 8}) {
      cluster().add(ssd, StorageType.SSD);
    }
    for (int i = 0; i < MANY; i++) {
      for (DatanodeStorageInfo storage
          : request.storages(cluster().getPolicy())) {
        assertThat(storage.getStorageType()).isEqualTo(StorageType.SSD);
      }
    }
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(5, 2, 0);
  }

  @Test(timeout = 60_000)
  public void whenOneReplicaMustBeOnSsdOneIs() throws Exception {
    PlacementCluster.Request request =
        twoRacks().storagePolicy(HdfsConstants.ONESSD_STORAGE_POLICY_NAME);
    for (int ssd : new int[] {0, 6, 7}) {
      cluster().add(ssd, StorageType.SSD);
    }
    for (int i = 0; i < MANY; i++) {
      DatanodeStorageInfo[] chosen = request.storages(cluster().getPolicy());
      assertThat(chosen).extracting(DatanodeStorageInfo::getStorageType)
          .containsExactlyInAnyOrder(StorageType.SSD, StorageType.DISK,
              StorageType.DISK);
      assertThat(cluster().indexOf(chosen[0])).isEqualTo(7);
    }
  }

  @Test(timeout = 60_000)
  public void ifNoneOfTheTopHasSsdTheFirstIsStillOneOfThem()
      throws Exception {
    PlacementCluster.Request request =
        twoRacks().storagePolicy(HdfsConstants.ONESSD_STORAGE_POLICY_NAME);
    cluster().add(3, StorageType.SSD);
    cluster().add(6, StorageType.SSD);
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(1, 5, 7);
  }

  @Test(timeout = 60_000)
  public void withoutAStorageOfTheTypeStocksFallbackTypeIsUsed()
      throws Exception {
    PlacementCluster.Request request =
        twoRacks().storagePolicy(HdfsConstants.ALLSSD_STORAGE_POLICY_NAME);
    for (DatanodeStorageInfo storage
        : request.storages(cluster().getPolicy())) {
      assertThat(storage.getStorageType()).isEqualTo(StorageType.DISK);
    }
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(1, 5, 7);
  }

  @Test(timeout = 60_000)
  public void coldFilesGoToArchiveOnly() throws Exception {
    PlacementCluster.Request request =
        twoRacks().storagePolicy(HdfsConstants.COLD_STORAGE_POLICY_NAME);
    for (int archive : new int[] {3, 4, 6, 8}) {
      cluster().add(archive, StorageType.ARCHIVE);
    }
    for (int i = 0; i < MANY; i++) {
      assertThat(request.storages(cluster().getPolicy())).hasSize(3)
          .extracting(DatanodeStorageInfo::getStorageType)
          .containsOnly(StorageType.ARCHIVE);
    }
    // 8 limps.
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(6, 4, 3);
  }

  @Test(timeout = 60_000)
  public void withoutStorageTypesInTheTopologyTheyHoldToo() throws Exception {
    conf().setBoolean(DFSConfigKeys.DFS_USE_DFS_NETWORK_TOPOLOGY_KEY, false);
    PlacementCluster.Request request =
        twoRacks().storagePolicy(HdfsConstants.ALLSSD_STORAGE_POLICY_NAME);
    for (int ssd : new int[] {0, 2, 3, 5, 6, 8}) {
      cluster().add(ssd, StorageType.SSD);
    }
    for (int i = 0; i < MANY; i++) {
      for (DatanodeStorageInfo storage
          : request.storages(cluster().getPolicy())) {
        assertThat(storage.getStorageType()).isEqualTo(StorageType.SSD);
      }
    }
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(5, 2, 0);
  }

  @Test(timeout = 60_000)
  public void favoredDatanodesAreStocks() throws Exception {
    assertAsStock(twoRacks().favoring(3, 6, 8));
    assertAsStock(cluster().request().favoring(3));
    assertThat(leftToStock("FavoredNodes")).isEqualTo(2 * MANY);
  }
}
