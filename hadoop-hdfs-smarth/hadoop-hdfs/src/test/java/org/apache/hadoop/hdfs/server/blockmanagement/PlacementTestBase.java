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
import java.util.List;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementConf;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.TopologySeed;
import org.junit.After;
import org.junit.Before;

import static org.assertj.core.api.Assertions.assertThat;

/** Nine datanodes on two racks. A client knows how fast they are. */
public abstract class PlacementTestBase {
  static final int MANY = 100;
  /** Of nine datanodes, three and the slow one on /b; 3 are the top. */
  static final double[] RATES = {40, 45, 41, 30, 31, 46, 32, 47, 6};

  private final Configuration conf = new HdfsConfiguration();
  private PlacementCluster cluster;

  @After
  public void stop() {
    if (cluster != null) {
      cluster.getPolicy().stop();
    }
  }

  final Configuration conf() {
    return conf;
  }

  final PlacementCluster cluster() {
    return cluster;
  }

  /** From now on the test is about this one. */
  final void start(PlacementCluster started) {
    cluster = started;
  }

  /** Most rates here differ by less than measurements do. */
  @Before
  public void onlyTheTopNAreFast() {
    conf.set(PlacementConf.FAST_FRACTION_KEY, "1");
  }

  final PlacementCluster.Request twoRacks() throws IOException {
    cluster = PlacementCluster.ofTwoRacks(conf);
    cluster.clientKnows(RATES);
    return cluster.request();
  }

  final BlockPlacementPolicyDefault stock() {
    BlockPlacementPolicyDefault stock = new BlockPlacementPolicyDefault();
    DatanodeManager manager = cluster.getManager();
    stock.initialize(conf, manager.getFSClusterStats(),
        manager.getNetworkTopology(), manager.getHost2DatanodeMap());
    return stock;
  }

  /** With equal seeds both choose the same, for many seeds. */
  final void assertAsStock(PlacementCluster.Request request) {
    NetworkTopology topology = cluster.getManager().getNetworkTopology();
    BlockPlacementPolicyDefault stock = stock();
    for (int seed = 0; seed < MANY; seed++) {
      TopologySeed.set(topology, seed);
      List<Integer> expected = request.choose(stock);
      TopologySeed.set(topology, seed);
      assertThat(request.choose()).as("seed %d", seed).isEqualTo(expected);
    }
  }

  final long leftToStock(String why) {
    return cluster.count("FirstByStock" + why);
  }
}
