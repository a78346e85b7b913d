/*
 * Licensed to the Apache Software Foundation (ASF) under one
 * or more contributor license agreements.  See the NOTICE file
 * distributed with this work for additional information
 * regarding copyright ownership.  The ASF licenses this file
 * to you under the Apache License, Version 2.0 (the
 * "License"); you may not use this file except in compliance
 * with the License.  You may obtain a copy of the License at
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
import java.util.Arrays;
import java.util.List;
import java.util.Set;

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.smarth.namenode.Fallback;
import org.apache.hadoop.hdfs.smarth.namenode.PlacementConf;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.NodeBase;
import org.apache.hadoop.net.TopologySeed;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Which datanodes are chosen, and that stock's constraints hold. */
public class BlockPlacementPolicySmarthTest {
  private static final int MANY = 100;
  /** Of nine datanodes, three and the slow one on /b; 3 are the top. */
  private static final double[] RATES = {40, 45, 41, 30, 31, 46, 32, 47, 6};

  private final Configuration conf = new HdfsConfiguration();
  private PlacementCluster cluster;

  @After
  public void stop() {
    if (cluster != null) {
      cluster.getPolicy().stop();
    }
  }

  /** Most rates here differ by less than measurements do. */
  @Before
  public void onlyTheTopNAreFast() {
    conf.set(PlacementConf.FAST_FRACTION_KEY, "1");
  }

  private PlacementCluster.Request twoRacks() throws IOException {
    cluster = PlacementCluster.ofTwoRacks(conf);
    cluster.clientKnows(RATES);
    return cluster.request();
  }

  private static DatanodeDescriptor[] stockNodes(
      DatanodeStorageInfo[] storages) {
    return DFSTestUtil.toDatanodeDescriptor(storages);
  }

  private BlockPlacementPolicyDefault stock() {
    BlockPlacementPolicyDefault stock = new BlockPlacementPolicyDefault();
    DatanodeManager manager = cluster.getManager();
    stock.initialize(conf, manager.getFSClusterStats(),
        manager.getNetworkTopology(), manager.getHost2DatanodeMap());
    return stock;
  }

  /** With equal seeds both choose the same, for many seeds. */
  private void assertAsStock(PlacementCluster.Request request) {
    NetworkTopology topology = cluster.getManager().getNetworkTopology();
    BlockPlacementPolicyDefault stock = stock();
    for (int seed = 0; seed < MANY; seed++) {
      TopologySeed.set(topology, seed);
      List<Integer> expected = request.choose(stock);
      TopologySeed.set(topology, seed);
      assertThat(request.choose()).as("seed %d", seed).isEqualTo(expected);
    }
  }

  private long leftToStock(Fallback why) {
    return cluster.getMetrics().getFirstByStock(why);
  }

  // ---- The first datanode ------------------------------------------------

  @Test(timeout = 60_000)
  public void theFirstIsOneOfTheTopNOnWhateverRack() throws Exception {
    assertThat(twoRacks().firsts(MANY)).containsExactlyInAnyOrder(1, 5, 7);
    assertThat(cluster.getMetrics().getFirstBySpeed()).isEqualTo(MANY);
  }

  @Test(timeout = 60_000)
  public void asFastAsTheTopNIsWhatDiffersByNoMoreThanMeasurementsDo()
      throws Exception {
    conf.unset(PlacementConf.FAST_FRACTION_KEY);
    cluster = PlacementCluster.ofTwoRacks(conf);
    cluster.clientKnows(40, 50, 39, 45, 30, 48, 35, 47, 46);
    // n = 3; 0.8 of 47 is 37.6.
    assertThat(cluster.request().firsts(MANY))
        .containsExactlyInAnyOrder(0, 1, 2, 3, 5, 7, 8);
  }

  @Test(timeout = 60_000)
  public void aDatanodeThatLimpedLongEnoughIsTriedOnceMore() throws Exception {
    cluster = PlacementCluster.ofTwoRacks(conf);
    cluster.clientKnows(40, 50, 39, 45, 41, 48, 42, 47, 46);
    cluster.clientKnows(40, 50, 39, 45, 5, 48, 42, 47, 46);
    PlacementCluster.Request request = cluster.request();
    assertThat(request.firsts(MANY)).doesNotContain(4);
    cluster.getTimer().advance(10_000);
    assertThat(request.choose().get(0)).isEqualTo(4);
    assertThat(request.firsts(MANY)).doesNotContain(4);
    assertThat(cluster.getMetrics().getFirstTriedAgain()).isEqualTo(1);
  }

  @Test(timeout = 60_000)
  public void theSecondIsOnAnotherRackAndTheThirdOnTheSecondsRack()
      throws Exception {
    PlacementCluster.Request request = twoRacks();
    for (int i = 0; i < MANY; i++) {
      List<Integer> chosen = request.choose();
      assertThat(chosen).doesNotHaveDuplicates().hasSize(3);
      assertThat(cluster.rackOf(chosen.get(1)))
          .isNotEqualTo(cluster.rackOf(chosen.get(0)))
          .isEqualTo(cluster.rackOf(chosen.get(2)));
    }
  }

  @Test(timeout = 60_000)
  public void onOneRackTheFirstIsFastAndTheOthersDiffer() throws Exception {
    cluster = new PlacementCluster(conf, "/a", "/a", "/a", "/a", "/a", "/a");
    cluster.clientKnows(40, 50, 6, 45, 30, 44);
    PlacementCluster.Request request = cluster.request();
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(1, 3);
    assertThat(request.choose()).doesNotHaveDuplicates().hasSize(3);
  }

  @Test(timeout = 60_000)
  public void aClientOnARackOfItsOwnGetsTheTopNToo() throws Exception {
    PlacementCluster.Request request =
        twoRacks().writer(new NodeBase("client", "/a"));
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(1, 5, 7);
  }

  @Test(timeout = 60_000)
  public void ofManyReplicasAllDifferAndTheFirstIsTheFastest()
      throws Exception {
    PlacementCluster.Request request = twoRacks().replicas(5);
    for (int i = 0; i < MANY; i++) {
      assertThat(request.choose()).doesNotHaveDuplicates().hasSize(5)
          .first().isEqualTo(7);
    }
    assertThat(request.replicas(9).choose()).doesNotHaveDuplicates()
        .hasSize(9).first().isEqualTo(7);
  }

  @Test(timeout = 60_000)
  public void aClientWithoutRecordGetsStocksChoice() throws Exception {
    PlacementCluster.Request request = twoRacks();
    cluster.setCaller("10.8.8.8");
    assertAsStock(request);
    assertThat(leftToStock(Fallback.NO_RECORDS)).isEqualTo(MANY);
  }

  @Test(timeout = 60_000)
  public void outsideOfAnRpcTheChoiceIsStocks() throws Exception {
    PlacementCluster.Request request = twoRacks();
    cluster.setCaller(null);
    assertAsStock(request);
    assertThat(leftToStock(Fallback.NO_CALLER)).isEqualTo(MANY);
  }

  @Test(timeout = 60_000)
  public void switchedOffTheChoiceIsStocks() throws Exception {
    conf.setBoolean(PlacementConf.ENABLED_KEY, false);
    cluster = PlacementCluster.ofTwoRacks(conf);
    assertThat(cluster.getPolicy().getSpeeds()).isNull();
    assertAsStock(cluster.request());
  }

  @Test(timeout = 60_000)
  public void replicasThatAreAddedLaterAreStocks() throws Exception {
    twoRacks();
    NetworkTopology topology = cluster.getManager().getNetworkTopology();
    BlockPlacementPolicy[] both = {stock(), cluster.getPolicy()};
    DatanodeDescriptor[][] chosen = new DatanodeDescriptor[2][];
    for (int i = 0; i < 2; i++) {
      TopologySeed.set(topology, 7);
      chosen[i] = stockNodes(both[i].chooseTarget("/file", 2, null,
          Arrays.asList(cluster.node(0).getStorageInfos()), false, null,
          PlacementCluster.BLOCK, BlockStoragePolicySuite.createDefaultSuite()
              .getDefaultPolicy(), null));
    }
    assertThat(chosen[1]).isEqualTo(chosen[0]);
    assertThat(cluster.getMetrics().getFirstBySpeed()).isZero();
  }

  // ---- Stock's constraints -----------------------------------------------

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
    cluster.load(7, 100);
    for (int i = 0; i < MANY; i++) {
      assertThat(request.choose()).doesNotContain(7).first().isIn(1, 5);
    }
  }

  @Test(timeout = 60_000)
  public void ifAllOfTheTopAreOverloadedStockChoosesAndItIsCounted()
      throws Exception {
    PlacementCluster.Request request = twoRacks();
    for (int busy : new int[] {1, 5, 7}) {
      cluster.load(busy, 100);
    }
    for (int i = 0; i < MANY; i++) {
      assertThat(request.choose()).hasSize(3).doesNotContain(1, 5, 7);
    }
    assertThat(leftToStock(Fallback.REFUSED)).isEqualTo(MANY);
  }

  /** @return what placement logs, at INFO and above, but for who chose. */
  private String logOf(PlacementCluster.Request request,
      BlockPlacementPolicy policy) {
    LogCapturer log = LogCapturer.captureLogs(BlockPlacementPolicy.LOG);
    try {
      TopologySeed.set(cluster.getManager().getNetworkTopology(), 7);
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
      cluster.datanodeKnows(node, RATES);
    }
    for (int busy : new int[] {1, 5, 7}) {
      cluster.load(busy, 100);
    }
    for (int i = 0; i < MANY; i++) {
      assertThat(logOf(request, cluster.getPolicy())).isEmpty();
    }
    assertThat(leftToStock(Fallback.REFUSED)).isEqualTo(MANY);
  }

  @Test(timeout = 60_000)
  public void whenStockFindsNoDatanodeEitherTheLogIsStocks() throws Exception {
    PlacementCluster.Request request = twoRacks();
    for (int node = 0; node < 9; node++) {
      cluster.room(node, PlacementCluster.BLOCK / 2);
    }
    String stock = logOf(request, stock());
    assertThat(stock).contains("Not enough replicas was chosen. Reason:"
        + "{NOT_ENOUGH_STORAGE_SPACE=9}", "Failed to place enough replicas");
    assertThat(logOf(request, cluster.getPolicy())).isEqualTo(stock);
    assertThat(leftToStock(Fallback.REFUSED)).isPositive();
  }

  @Test(timeout = 60_000)
  public void aFullDatanodeIsNotTaken() throws Exception {
    PlacementCluster.Request request = twoRacks();
    cluster.room(7, PlacementCluster.BLOCK / 2);
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(1, 5);
  }

  @Test(timeout = 60_000)
  public void aStaleDatanodeIsNotTakenWhereStockAvoidsIt() throws Exception {
    conf.setBoolean(
        DFSConfigKeys.DFS_NAMENODE_AVOID_STALE_DATANODE_FOR_WRITE_KEY, true);
    PlacementCluster.Request request = twoRacks();
    DFSTestUtil.resetLastUpdatesWithOffset(cluster.node(7), -60_000);
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(1, 5);
  }

  @Test(timeout = 60_000)
  public void ifAllAreStaleTheyAreTakenAsInStock() throws Exception {
    conf.setBoolean(
        DFSConfigKeys.DFS_NAMENODE_AVOID_STALE_DATANODE_FOR_WRITE_KEY, true);
    PlacementCluster.Request request = twoRacks();
    for (int i = 0; i < 9; i++) {
      DFSTestUtil.resetLastUpdatesWithOffset(cluster.node(i), -60_000);
    }
    for (int i = 0; i < MANY; i++) {
      assertThat(request.choose()).doesNotHaveDuplicates().hasSize(3)
          .first().isIn(1, 5, 7);
    }
  }

  @Test(timeout = 60_000)
  public void aDecommissioningDatanodeIsNotTaken() throws Exception {
    PlacementCluster.Request request = twoRacks();
    cluster.node(7).startDecommission();
    cluster.node(5).setDecommissioned();
    assertThat(request.firsts(MANY)).containsExactly(1);
  }

  @Test(timeout = 60_000)
  public void aDeadDatanodeIsNotTakenAndForgottenUntilItIsMeasuredAgain()
      throws Exception {
    PlacementCluster.Request request = twoRacks();
    cluster.remove(7);
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(1, 5, 2);
    cluster.restore(7);
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(1, 5, 2);
    cluster.clientKnows(0, 0, 0, 0, 0, 0, 0, 47);
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(1, 5, 7);
  }

  @Test(timeout = 60_000)
  public void aRackNeverGetsMoreReplicasThanStockAllows() throws Exception {
    // Two racks and four replicas: at most three on one.
    PlacementCluster.Request request = twoRacks().replicas(4);
    int[] limits =
        cluster.getPolicy().getMaxNodesPerRack(0, 4);
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
      cluster.add(ssd, StorageType.SSD);
    }
    for (int i = 0; i < MANY; i++) {
      for (DatanodeStorageInfo storage
          : request.storages(cluster.getPolicy())) {
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
      cluster.add(ssd, StorageType.SSD);
    }
    for (int i = 0; i < MANY; i++) {
      DatanodeStorageInfo[] chosen = request.storages(cluster.getPolicy());
      assertThat(chosen).extracting(DatanodeStorageInfo::getStorageType)
          .containsExactlyInAnyOrder(StorageType.SSD, StorageType.DISK,
              StorageType.DISK);
      assertThat(cluster.indexOf(chosen[0])).isEqualTo(7);
    }
  }

  @Test(timeout = 60_000)
  public void ifNoneOfTheTopHasSsdTheFirstIsStillOneOfThem()
      throws Exception {
    PlacementCluster.Request request =
        twoRacks().storagePolicy(HdfsConstants.ONESSD_STORAGE_POLICY_NAME);
    cluster.add(3, StorageType.SSD);
    cluster.add(6, StorageType.SSD);
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(1, 5, 7);
  }

  @Test(timeout = 60_000)
  public void withoutAStorageOfTheTypeStocksFallbackTypeIsUsed()
      throws Exception {
    PlacementCluster.Request request =
        twoRacks().storagePolicy(HdfsConstants.ALLSSD_STORAGE_POLICY_NAME);
    for (DatanodeStorageInfo storage
        : request.storages(cluster.getPolicy())) {
      assertThat(storage.getStorageType()).isEqualTo(StorageType.DISK);
    }
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(1, 5, 7);
  }

  @Test(timeout = 60_000)
  public void coldFilesGoToArchiveOnly() throws Exception {
    PlacementCluster.Request request =
        twoRacks().storagePolicy(HdfsConstants.COLD_STORAGE_POLICY_NAME);
    for (int archive : new int[] {3, 4, 6, 8}) {
      cluster.add(archive, StorageType.ARCHIVE);
    }
    for (int i = 0; i < MANY; i++) {
      assertThat(request.storages(cluster.getPolicy())).hasSize(3)
          .extracting(DatanodeStorageInfo::getStorageType)
          .containsOnly(StorageType.ARCHIVE);
    }
    // 8 limps.
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(6, 4, 3);
  }

  @Test(timeout = 60_000)
  public void withoutStorageTypesInTheTopologyTheyHoldToo() throws Exception {
    conf.setBoolean(DFSConfigKeys.DFS_USE_DFS_NETWORK_TOPOLOGY_KEY, false);
    PlacementCluster.Request request =
        twoRacks().storagePolicy(HdfsConstants.ALLSSD_STORAGE_POLICY_NAME);
    for (int ssd : new int[] {0, 2, 3, 5, 6, 8}) {
      cluster.add(ssd, StorageType.SSD);
    }
    for (int i = 0; i < MANY; i++) {
      for (DatanodeStorageInfo storage
          : request.storages(cluster.getPolicy())) {
        assertThat(storage.getStorageType()).isEqualTo(StorageType.SSD);
      }
    }
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(5, 2, 0);
  }

  @Test(timeout = 60_000)
  public void favoredDatanodesAreStocks() throws Exception {
    assertAsStock(twoRacks().favoring(3, 6, 8));
    assertAsStock(cluster.request().favoring(3));
    assertThat(leftToStock(Fallback.FAVORED_NODES)).isEqualTo(2 * MANY);
  }

  // ---- A client on a datanode --------------------------------------------

  @Test(timeout = 60_000)
  public void aClientOnADatanodeKeepsItsLocalReplicaAndStocksOrder()
      throws Exception {
    PlacementCluster.Request request = twoRacks();
    request.writer(cluster.node(3));
    assertThat(request.firsts(MANY)).containsExactly(3);
    assertThat(leftToStock(Fallback.LOCAL_WRITER)).isEqualTo(MANY);
  }

  @Test(timeout = 60_000)
  public void aClientWhoseOwnDatanodeLimpsByDatanodesGetsAFastOneFirst()
      throws Exception {
    PlacementCluster.Request request = twoRacks();
    cluster.datanodesMeasure(RATES);
    request.writer(cluster.node(8));
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(1, 5, 7);
    // Whatever the client says of it.
    cluster.clientKnows(0, 0, 0, 0, 0, 0, 0, 0, 35);
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(1, 5, 7);
    cluster.datanodesMeasure(0, 0, 0, 0, 0, 0, 0, 0, 35);
    assertThat(request.firsts(MANY)).containsExactly(8);
    cluster.datanodesMeasure(0, 0, 0, 0, 0, 0, 0, 0, 6);
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(1, 5, 7);
    cluster.getTimer().advance(600_001);
    cluster.clientKnows(RATES);
    assertThat(request.firsts(MANY)).containsExactly(8);
  }

  @Test(timeout = 60_000)
  public void whatAClientReportsLeavesItsFirstReplicaLocal()
      throws Exception {
    PlacementCluster.Request request = twoRacks();
    request.writer(cluster.node(8));
    assertThat(request.firsts(MANY)).containsExactly(8);
    // Nor can it raise what is usual, nor hide behind few measurements.
    cluster.datanodesMeasure(40, 0, 0, 0, 0, 0, 0, 41, 38);
    cluster.clientKnows(90_000, 90_000, 90_000, 90_000, 90_000, 90_000,
        90_000, 90_000, 1e-6);
    assertThat(request.firsts(MANY)).containsExactly(8);
    assertThat(leftToStock(Fallback.LOCAL_WRITER)).isEqualTo(2 * MANY);
  }

  @Test(timeout = 60_000)
  public void aFirstBySpeedStaysFirstThoughOthersAreNearerToTheWriter()
      throws Exception {
    PlacementCluster.Request request = twoRacks();
    // Its own datanode has a pipeline already.
    request.writer(cluster.node(3)).excluding(3);
    for (int i = 0; i < MANY; i++) {
      List<Integer> chosen = request.choose();
      assertThat(chosen).doesNotContain(3).first().isIn(1, 5, 7);
      assertThat(cluster.rackOf(chosen.get(1)))
          .isNotEqualTo(cluster.rackOf(chosen.get(0)));
    }
  }

  @Test(timeout = 60_000)
  public void withNoLocalWriteTheOwnDatanodeIsLeftOutAndTheFirstIsFast()
      throws Exception {
    PlacementCluster.Request request = twoRacks().noLocalWrite();
    request.writer(cluster.node(7));
    for (int i = 0; i < MANY; i++) {
      assertThat(request.choose()).doesNotContain(7)
          .first().isIn(1, 5, 2);
    }
  }

  @Test(timeout = 60_000)
  public void withNoLocalWriteAndNoOtherDatanodesTheOwnOneIsUsedAsInStock()
      throws Exception {
    cluster = new PlacementCluster(conf, "/a", "/a", "/b");
    cluster.clientKnows(40, 41, 42);
    PlacementCluster.Request request = cluster.request().noLocalWrite();
    request.writer(cluster.node(0));
    assertThat(request.choose()).containsExactlyInAnyOrder(0, 1, 2)
        .first().isEqualTo(0);
  }

  @Test(timeout = 60_000)
  public void whereLocalReplicasAreSwitchedOffTheFirstIsFast()
      throws Exception {
    conf.setBoolean(DFSConfigKeys
        .DFS_NAMENODE_BLOCKPLACEMENTPOLICY_DEFAULT_PREFER_LOCAL_NODE_KEY,
        false);
    PlacementCluster.Request request = twoRacks();
    request.writer(cluster.node(3));
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(1, 5, 7);
  }

  // ---- Later hops --------------------------------------------------------

  @Test(timeout = 60_000)
  public void theSecondAndThirdAreMostlyOnTheFastHopsThatTheRackRuleAllows()
      throws Exception {
    PlacementCluster.Request request = twoRacks();
    // Those on the first one's own rack are faster, and not asked for.
    cluster.datanodeKnows(1, 99, 0, 98, 97, 96, 40, 30, 45, 29);
    for (int second = 5; second < 9; second++) {
      double[] rates = {99, 99, 99, 99, 99, 40, 39, 10, 9};
      rates[second] = 0;
      cluster.datanodeKnows(second, rates);
    }
    int[] seconds = new int[9];
    int[] thirds = new int[9];
    for (int i = 0; i < 3000; i++) {
      List<Integer> chosen = request.choose();
      assertThat(chosen).hasSize(3);
      if (chosen.get(0) == 1) {
        seconds[chosen.get(1)]++;
        thirds[chosen.get(2)]++;
      }
    }
    double all = Arrays.stream(seconds).sum();
    assertThat(all).isBetween(900.0, 1100.0);
    // Of four known hops the faster two, but for the fifth left to chance.
    assertThat(seconds[5] / all).isBetween(0.4, 0.5);
    assertThat(seconds[7] / all).isBetween(0.4, 0.5);
    assertThat((seconds[6] + seconds[8]) / all).isBetween(0.07, 0.13);
    // Never among the faster two that are left.
    assertThat(thirds[8] / all).isBetween(0.03, 0.1);
  }

  @Test(timeout = 60_000)
  public void onOneRackLaterHopsAreFastToo() throws Exception {
    cluster = new PlacementCluster(conf, "/a", "/a", "/a", "/a", "/a", "/a");
    cluster.clientKnows(49, 48, 47, 46, 45, 44);
    cluster.datanodeKnows(0, 0, 40, 41, 20, 19, 5);
    int fast = 0;
    int all = 0;
    for (int i = 0; i < 3000; i++) {
      List<Integer> chosen = cluster.request().choose();
      if (chosen.get(0) == 0) {
        all++;
        fast += chosen.get(1) <= 2 ? 1 : 0;
      }
    }
    // The limping one is left out, and n is 2: 0.8, and 2 of 5 of the rest.
    assertThat(all).isBetween(1400, 1600);
    assertThat(fast / (double) all).isBetween(0.84, 0.92);
  }

  @Test(timeout = 60_000)
  public void inPaperModeLaterHopsAreLeftToChance() throws Exception {
    conf.setBoolean(PlacementConf.LATER_HOPS_KEY, false);
    PlacementCluster.Request request = twoRacks();
    cluster.datanodeKnows(1, 0, 0, 0, 0, 0, 40, 30, 45, 5);
    request.firsts(MANY);
    assertThat(cluster.getMetrics().getLaterBySpeed()).isZero();
    assertThat(cluster.getMetrics().getFirstBySpeed()).isEqualTo(MANY);
  }

  @Test(timeout = 60_000)
  public void aFastHopToAFullOrBusyDatanodeIsNotTaken() throws Exception {
    PlacementCluster.Request request = twoRacks();
    for (int first : new int[] {1, 5, 7}) {
      cluster.datanodeKnows(first, 40, 0, 45, 30, 5, 0, 30, 0, 5);
    }
    cluster.room(2, PlacementCluster.BLOCK / 2);
    cluster.load(6, 100);
    for (int i = 0; i < MANY; i++) {
      assertThat(request.choose()).doesNotContain(2, 6)
          .doesNotHaveDuplicates().hasSize(3);
    }
  }

  @Test(timeout = 60_000)
  public void aFastHopToADatanodeThatIsGoneOrHasMovedIsNotTaken()
      throws Exception {
    PlacementCluster.Request request = twoRacks();
    for (int first : new int[] {1, 5, 7}) {
      cluster.datanodeKnows(first, 40, 0, 45, 30, 5, 0, 30, 0, 5);
    }
    cluster.remove(2);
    cluster.remove(6);
    cluster.node(6).setNetworkLocation("/a");
    cluster.restore(6);
    for (int i = 0; i < MANY; i++) {
      List<Integer> chosen = request.choose();
      assertThat(chosen).doesNotContain(2).hasSize(3);
      assertThat(cluster.rackOf(chosen.get(1)))
          .isNotEqualTo(cluster.rackOf(chosen.get(0)))
          .isEqualTo(cluster.rackOf(chosen.get(2)));
    }
  }

  // ---- Lives and lies ----------------------------------------------------

  @Test(timeout = 60_000)
  public void aDatanodeThatRegistersAgainElsewhereKeepsItsSpeed()
      throws Exception {
    PlacementCluster.Request request = twoRacks();
    DatanodeDescriptor node = cluster.node(7);
    cluster.remove(7);
    node.updateRegInfo(new DatanodeID("10.0.0.77", "elsewhere",
        node.getDatanodeUuid(), 50_077, 50_078, 50_079, 50_080));
    cluster.restore(7);
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(1, 5, 7);
  }

  @Test(timeout = 60_000)
  public void afterTheExpiryTheChoiceIsStocksAgain() throws Exception {
    PlacementCluster.Request request = twoRacks();
    cluster.getTimer().advance(600_001);
    assertAsStock(request);
    assertThat(leftToStock(Fallback.NO_RECORDS)).isEqualTo(MANY);
  }

  @Test(timeout = 60_000)
  public void toolsGetAStockPolicyWithoutBeansOrThreads() {
    conf.setBoolean(PlacementConf.ENABLED_KEY, true);
    BlockPlacementPolicy policy =
        BlockPlacementPolicy.getInstance(conf, null, null, null);
    assertThat(policy).isInstanceOf(BlockPlacementPolicySmarth.class)
        .isInstanceOf(BlockPlacementPolicyDefault.class);
    BlockPlacementPolicySmarth smarth = (BlockPlacementPolicySmarth) policy;
    assertThat(smarth.getSpeeds()).isNull();
    SmarthPlacement.stopped(policy);
  }

  @Test(timeout = 60_000)
  public void aKeyOutOfRangeStopsTheNameNodeWithKeyValueAndRange() {
    conf.set(PlacementConf.LIMPING_FRACTION_KEY, "2");
    assertThatThrownBy(() -> PlacementCluster.ofTwoRacks(conf))
        .isInstanceOf(HadoopIllegalArgumentException.class)
        .hasMessage("dfs.namenode.smarth.limping.fraction = 2: must be a"
            + " number from 0.0 to 1.0");
  }
}
