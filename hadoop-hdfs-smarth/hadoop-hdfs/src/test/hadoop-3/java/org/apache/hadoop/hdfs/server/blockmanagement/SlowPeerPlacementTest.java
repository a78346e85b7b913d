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

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;

import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.apache.hadoop.util.Timer;
import org.junit.After;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What Hadoop 3 leaves out of a choice by itself: datanodes that others call
 * slow, and a writer's own rack. Speeds choose among what is left.
 */
public class SlowPeerPlacementTest extends PlacementTestBase {
  @After
  public void forgetSlowPeers() {
    // The set is static.
    DatanodeManager.getSlowNodesUuidSet().clear();
  }

  private PlacementCluster.Request twoRacksWithSlow(int... slow)
      throws Exception {
    conf().setBoolean(DFSConfigKeys.DFS_DATANODE_PEER_STATS_ENABLED_KEY, true);
    conf().setBoolean(DFSConfigKeys
        .DFS_NAMENODE_BLOCKPLACEMENTPOLICY_EXCLUDE_SLOW_NODES_ENABLED_KEY,
        true);
    PlacementCluster.Request request = twoRacks();
    // Ends the thread that would replace the set.
    cluster().getManager().initSlowPeerTracker(conf(), new Timer(), false);
    for (int node : slow) {
      cluster().getManager()
          .addSlowPeers(cluster().node(node).getDatanodeUuid());
    }
    return request;
  }

  @Test(timeout = 60_000)
  public void aSlowPeerIsNotTakenHoweverFastItIsForTheClient()
      throws Exception {
    PlacementCluster.Request request = twoRacksWithSlow(7);
    for (int i = 0; i < MANY; i++) {
      assertThat(request.choose()).hasSize(3).doesNotContain(7)
          .first().isIn(1, 5);
    }
    assertThat(cluster().count("FirstBySpeed")).isEqualTo(MANY);
  }

  @Test(timeout = 60_000)
  public void ifAllOfTheTopAreSlowPeersStockChooses() throws Exception {
    PlacementCluster.Request request = twoRacksWithSlow(1, 5, 7);
    LogCapturer log = LogCapturer.captureLogs(BlockPlacementPolicy.LOG);
    try {
      for (int i = 0; i < MANY; i++) {
        assertThat(request.choose()).hasSize(3).doesNotContain(1, 5, 7);
      }
      assertThat(log.getOutput()).isEmpty();
    } finally {
      log.stopCapturing();
    }
    assertThat(leftToStock("Refused")).isEqualTo(MANY);
  }

  /** A client that left too few asks again without exclusions of its own. */
  @Test(timeout = 60_000)
  public void aSlowPeerIsNotTakenThoughTheClientLeavesNoOtherAsInStock()
      throws Exception {
    PlacementCluster.Request request =
        twoRacksWithSlow(7).excluding(0, 2, 3, 4, 6, 8);
    for (int i = 0; i < MANY; i++) {
      assertThat(request.choose()).containsExactlyInAnyOrder(1, 5);
      assertThat(request.choose(stock())).containsExactlyInAnyOrder(1, 5);
    }
  }

  @Test(timeout = 60_000)
  public void aWriterOnASlowPeerGetsAFastDatanode() throws Exception {
    PlacementCluster.Request request = twoRacksWithSlow(3);
    request.writer(cluster().node(3));
    for (int i = 0; i < MANY; i++) {
      assertThat(request.choose()).hasSize(3).doesNotContain(3)
          .first().isIn(1, 5, 7);
    }
  }

  @Test(timeout = 60_000)
  public void aWriterThatWantsNothingOnItsRackGetsNothingThere()
      throws Exception {
    start(new PlacementCluster(conf(), "/a", "/a", "/a", "/b", "/b", "/b",
        "/c", "/c", "/c"));
    cluster().clientKnows(47, 46, 45, 10, 41, 12, 13, 40, 11);
    for (int i = 0; i < MANY; i++) {
      DatanodeStorageInfo[] targets = cluster().getPolicy().chooseTarget(
          "/file", 3, cluster().node(0), new HashSet<>(),
          PlacementCluster.BLOCK, null, BlockStoragePolicySuite
              .createDefaultSuite()
              .getPolicy(HdfsConstants.HOT_STORAGE_POLICY_NAME),
          EnumSet.of(AddBlockFlag.NO_LOCAL_RACK));
      assertThat(targets).hasSize(3).allSatisfy(target -> assertThat(
          target.getDatanodeDescriptor().getNetworkLocation())
          .isNotEqualTo("/a"));
      assertThat(cluster().indexOf(targets[0])).isIn(4, 6, 7);
    }
  }

  /** What they do not cover is chosen through another method than in 2.10. */
  @Test(timeout = 60_000)
  public void whatFavoredDatanodesLeaveIsStocks() throws Exception {
    PlacementCluster.Request request = twoRacks().favoring(8);
    assertAsStock(request);
    for (int i = 0; i < MANY; i++) {
      List<Integer> chosen = request.choose();
      assertThat(chosen).hasSize(3).contains(8);
    }
    assertThat(cluster().count("FirstBySpeed")).isZero();
    assertThat(cluster().count("LaterBySpeed")).isZero();
  }
}
