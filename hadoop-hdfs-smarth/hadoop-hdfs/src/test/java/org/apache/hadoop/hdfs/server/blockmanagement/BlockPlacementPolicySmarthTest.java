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

import java.util.Arrays;
import java.util.List;

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.smarth.namenode.ClusterSwitch;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementConf;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.NodeBase;
import org.apache.hadoop.net.TopologySeed;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Which first datanode is chosen, for which client, and when stock chooses. */
public class BlockPlacementPolicySmarthTest extends PlacementTestBase {
  private static DatanodeDescriptor[] stockNodes(
      DatanodeStorageInfo[] storages) {
    return DFSTestUtil.toDatanodeDescriptor(storages);
  }

  // ---- The first datanode ------------------------------------------------

  @Test(timeout = 60_000)
  public void theFirstIsOneOfTheTopNOnWhateverRack() throws Exception {
    assertThat(twoRacks().firsts(MANY)).containsExactlyInAnyOrder(1, 5, 7);
    assertThat(cluster().count("FirstBySpeed")).isEqualTo(MANY);
  }

  @Test(timeout = 60_000)
  public void asFastAsTheTopNIsWhatDiffersByNoMoreThanMeasurementsDo()
      throws Exception {
    conf().unset(PlacementConf.FAST_FRACTION_KEY);
    start(PlacementCluster.ofTwoRacks(conf()));
    cluster().clientKnows(40, 50, 39, 45, 30, 48, 35, 47, 46);
    // n = 3; 0.8 of 47 is 37.6.
    assertThat(cluster().request().firsts(MANY))
        .containsExactlyInAnyOrder(0, 1, 2, 3, 5, 7, 8);
  }

  @Test(timeout = 60_000)
  public void fastOnesThatAreBeingWrittenToGiveWayToOthers() throws Exception {
    PlacementCluster.Request request = twoRacks();
    for (int busy : new int[] {1, 5, 7}) {
      for (int block = 0; block < 3; block++) {
        cluster().node(busy).incrementBlocksScheduled(StorageType.DEFAULT);
      }
    }
    assertThat(request.firsts(MANY)).contains(0, 2, 3);
  }

  @Test(timeout = 60_000)
  public void aDatanodeThatLimpedLongEnoughIsTriedOnceMore() throws Exception {
    start(PlacementCluster.ofTwoRacks(conf()));
    cluster().clientKnows(40, 50, 39, 45, 41, 48, 42, 47, 46);
    cluster().clientKnows(40, 50, 39, 45, 5, 48, 42, 47, 46);
    PlacementCluster.Request request = cluster().request();
    assertThat(request.firsts(MANY)).doesNotContain(4);
    cluster().getTimer().advance(10_000);
    assertThat(request.choose().get(0)).isEqualTo(4);
    assertThat(request.firsts(MANY)).doesNotContain(4);
    assertThat(cluster().count("FirstTriedAgain")).isEqualTo(1);
  }

  @Test(timeout = 60_000)
  public void theSecondIsOnAnotherRackAndTheThirdOnTheSecondsRack()
      throws Exception {
    PlacementCluster.Request request = twoRacks();
    for (int i = 0; i < MANY; i++) {
      List<Integer> chosen = request.choose();
      assertThat(chosen).doesNotHaveDuplicates().hasSize(3);
      assertThat(cluster().rackOf(chosen.get(1)))
          .isNotEqualTo(cluster().rackOf(chosen.get(0)))
          .isEqualTo(cluster().rackOf(chosen.get(2)));
    }
  }

  @Test(timeout = 60_000)
  public void onOneRackTheFirstIsFastAndTheOthersDiffer() throws Exception {
    start(new PlacementCluster(conf(), "/a", "/a", "/a", "/a", "/a", "/a"));
    cluster().clientKnows(40, 50, 6, 45, 30, 44);
    PlacementCluster.Request request = cluster().request();
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
    cluster().setCaller("10.8.8.8");
    assertAsStock(request);
    assertThat(leftToStock("NoRecords")).isEqualTo(MANY);
  }

  @Test(timeout = 60_000)
  public void outsideOfAnRpcTheChoiceIsStocks() throws Exception {
    PlacementCluster.Request request = twoRacks();
    cluster().setCaller(null);
    assertAsStock(request);
    assertThat(leftToStock("NoCaller")).isEqualTo(MANY);
  }

  @Test(timeout = 60_000)
  public void switchedOffTheChoiceIsStocks() throws Exception {
    PlacementCluster.Request request = twoRacks();
    ClusterSwitch turned = cluster().getSwitch();
    turned.turn(false, "root", "10.0.0.1");
    assertAsStock(request);
    assertThat(cluster().getPolicy().whyUnused())
        .isEqualTo("switched off by an operator");
    turned.turn(true, "root", "10.0.0.1");
    assertThat(cluster().getPolicy().whyUnused()).isEmpty();
    assertThat(request.firsts(MANY)).hasSizeLessThan(9);
  }

  @Test(timeout = 60_000)
  public void offByItsKeyTheChoiceIsStocks() throws Exception {
    conf().setBoolean(ClusterSwitch.ENABLED_KEY, false);
    assertAsStock(twoRacks());
  }

  @Test(timeout = 60_000)
  public void replicasThatAreAddedLaterAreStocks() throws Exception {
    twoRacks();
    NetworkTopology topology = cluster().getManager().getNetworkTopology();
    BlockPlacementPolicy[] both = {stock(), cluster().getPolicy()};
    DatanodeDescriptor[][] chosen = new DatanodeDescriptor[2][];
    for (int i = 0; i < 2; i++) {
      TopologySeed.set(topology, 7);
      chosen[i] = stockNodes(both[i].chooseTarget("/file", 2, null,
          Arrays.asList(cluster().node(0).getStorageInfos()), false, null,
          PlacementCluster.BLOCK, BlockStoragePolicySuite.createDefaultSuite()
              .getDefaultPolicy(), null));
    }
    assertThat(chosen[1]).isEqualTo(chosen[0]);
    assertThat(cluster().count("FirstBySpeed")).isZero();
  }

  // ---- A client on a datanode --------------------------------------------

  @Test(timeout = 60_000)
  public void aClientOnADatanodeKeepsItsLocalReplicaAndStocksOrder()
      throws Exception {
    PlacementCluster.Request request = twoRacks();
    request.writer(cluster().node(3));
    assertThat(request.firsts(MANY)).containsExactly(3);
    assertThat(leftToStock("LocalWriter")).isEqualTo(MANY);
  }

  @Test(timeout = 60_000)
  public void aClientWhoseOwnDatanodeLimpsByDatanodesGetsAFastOneFirst()
      throws Exception {
    PlacementCluster.Request request = twoRacks();
    cluster().datanodesMeasure(RATES);
    request.writer(cluster().node(8));
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(1, 5, 7);
    // Whatever the client says of it.
    cluster().clientKnows(0, 0, 0, 0, 0, 0, 0, 0, 35);
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(1, 5, 7);
    cluster().datanodesMeasure(0, 0, 0, 0, 0, 0, 0, 0, 35);
    assertThat(request.firsts(MANY)).containsExactly(8);
    cluster().datanodesMeasure(0, 0, 0, 0, 0, 0, 0, 0, 6);
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(1, 5, 7);
    cluster().getTimer().advance(600_001);
    cluster().clientKnows(RATES);
    assertThat(request.firsts(MANY)).containsExactly(8);
  }

  @Test(timeout = 60_000)
  public void slowBlocksOfOneWriterTakeLocalityFromNoOtherOfItsHost()
      throws Exception {
    PlacementCluster.Request request = twoRacks();
    cluster().datanodesMeasureOf(Speed.writerId("slow"), RATES);
    request.writer(cluster().node(8));
    assertThat(request.firsts(MANY)).containsExactly(8);
    assertThat(request.clientName("other").firsts(MANY)).containsExactly(8);
    assertThat(request.clientName("slow").firsts(MANY))
        .containsExactlyInAnyOrder(1, 5, 7);
    // As when two have measured it.
    cluster().datanodesMeasure(RATES);
    assertThat(request.clientName("other").firsts(MANY))
        .containsExactlyInAnyOrder(1, 5, 7);
  }

  @Test(timeout = 60_000)
  public void whatAClientReportsLeavesItsFirstReplicaLocal()
      throws Exception {
    PlacementCluster.Request request = twoRacks();
    request.writer(cluster().node(8));
    assertThat(request.firsts(MANY)).containsExactly(8);
    // Nor can it raise what is usual, nor hide behind few measurements.
    cluster().datanodesMeasure(40, 0, 0, 0, 0, 0, 0, 41, 38);
    cluster().clientKnows(90_000, 90_000, 90_000, 90_000, 90_000, 90_000,
        90_000, 90_000, 1e-6);
    assertThat(request.firsts(MANY)).containsExactly(8);
    assertThat(leftToStock("LocalWriter")).isEqualTo(2 * MANY);
  }

  @Test(timeout = 60_000)
  public void aFirstBySpeedStaysFirstThoughOthersAreNearerToTheWriter()
      throws Exception {
    PlacementCluster.Request request = twoRacks();
    // Its own datanode has a pipeline already.
    request.writer(cluster().node(3)).excluding(3);
    for (int i = 0; i < MANY; i++) {
      List<Integer> chosen = request.choose();
      assertThat(chosen).doesNotContain(3).first().isIn(1, 5, 7);
      assertThat(cluster().rackOf(chosen.get(1)))
          .isNotEqualTo(cluster().rackOf(chosen.get(0)));
    }
  }

  @Test(timeout = 60_000)
  public void withNoLocalWriteTheOwnDatanodeIsLeftOutAndTheFirstIsFast()
      throws Exception {
    PlacementCluster.Request request = twoRacks().noLocalWrite();
    request.writer(cluster().node(7));
    for (int i = 0; i < MANY; i++) {
      assertThat(request.choose()).doesNotContain(7)
          .first().isIn(1, 5, 2);
    }
  }

  @Test(timeout = 60_000)
  public void withNoLocalWriteAndNoOtherDatanodesTheOwnOneIsUsedAsInStock()
      throws Exception {
    start(new PlacementCluster(conf(), "/a", "/a", "/b"));
    cluster().clientKnows(40, 41, 42);
    PlacementCluster.Request request = cluster().request().noLocalWrite();
    request.writer(cluster().node(0));
    assertThat(request.choose()).containsExactlyInAnyOrder(0, 1, 2)
        .first().isEqualTo(0);
  }

  @Test(timeout = 60_000)
  public void whereLocalReplicasAreSwitchedOffTheFirstIsFast()
      throws Exception {
    conf().setBoolean(DFSConfigKeys
        .DFS_NAMENODE_BLOCKPLACEMENTPOLICY_DEFAULT_PREFER_LOCAL_NODE_KEY,
        false);
    PlacementCluster.Request request = twoRacks();
    request.writer(cluster().node(3));
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(1, 5, 7);
  }

  // ---- Lives and lies ----------------------------------------------------

  @Test(timeout = 60_000)
  public void aDatanodeThatRegistersAgainElsewhereKeepsItsSpeed()
      throws Exception {
    PlacementCluster.Request request = twoRacks();
    DatanodeDescriptor node = cluster().node(7);
    cluster().remove(7);
    node.updateRegInfo(new DatanodeID("10.0.0.77", "elsewhere",
        node.getDatanodeUuid(), 50_077, 50_078, 50_079, 50_080));
    cluster().restore(7);
    assertThat(request.firsts(MANY)).containsExactlyInAnyOrder(1, 5, 7);
  }

  @Test(timeout = 60_000)
  public void afterTheExpiryTheChoiceIsStocksAgain() throws Exception {
    PlacementCluster.Request request = twoRacks();
    cluster().getTimer().advance(600_001);
    assertAsStock(request);
    assertThat(leftToStock("NoRecords")).isEqualTo(MANY);
  }

  @Test(timeout = 60_000)
  public void toolsGetAStockPolicyWithoutBeansOrThreads() {
    conf().setBoolean(ClusterSwitch.ENABLED_KEY, true);
    BlockPlacementPolicy policy = StockPolicies.ofTools(conf());
    assertThat(policy).isInstanceOf(BlockPlacementPolicySmarth.class)
        .isInstanceOf(BlockPlacementPolicyDefault.class);
    BlockPlacementPolicySmarth smarth = (BlockPlacementPolicySmarth) policy;
    assertThat(smarth.getSpeeds()).isNull();
    smarth.stop();
  }

  @Test(timeout = 60_000)
  public void aKeyOutOfRangeStopsTheNameNodeWithKeyValueAndRange() {
    conf().set(PlacementConf.LIMPING_FRACTION_KEY, "2");
    assertThatThrownBy(() -> PlacementCluster.ofTwoRacks(conf()))
        .isInstanceOf(HadoopIllegalArgumentException.class)
        .hasMessage("dfs.namenode.smarth.limping.fraction = 2: must be a"
            + " number from 0.0 to 1.0");
  }
}
