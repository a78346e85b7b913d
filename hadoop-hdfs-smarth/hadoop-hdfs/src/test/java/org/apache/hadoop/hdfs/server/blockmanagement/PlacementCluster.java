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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.smarth.namenode.ClusterSwitch;
import org.apache.hadoop.hdfs.smarth.namenode.placement.Counters;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementConf;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementSpeeds;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeSpeeds;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.TopologySeed;
import org.apache.hadoop.util.FakeTimer;

/**
 * The part of a NameNode that places blocks. Its datanodes exist only there,
 * its clock stands still, it has a seed, and one client calls it.
 */
final class PlacementCluster {
  static final String CLIENT = "10.9.9.9";
  static final long BLOCK = 1 << 20;
  static final long ROOM = 100 * BLOCK;
  private static final long SEED = 20_141_123;

  private final FakeTimer timer = new FakeTimer();
  private final BlockManager blockManager;
  private final BlockStoragePolicySuite storagePolicies =
      BlockStoragePolicySuite.createDefaultSuite();
  private final List<DatanodeDescriptor> nodes = new ArrayList<>();
  private final Seeded policy = new Seeded();
  // Null: no RPC.
  private String caller;

  /** @param racks of each datanode */
  PlacementCluster(Configuration conf, String... racks) throws IOException {
    FSNamesystem namesystem = LockedNamesystem.mocked();
    timer.advance(1_000_000);
    caller = CLIENT;
    blockManager = new BlockManager(namesystem, false, conf);
    DatanodeManager manager = getManager();
    TopologySeed.set(manager.getNetworkTopology(), SEED);
    policy.initialize(conf, manager.getFSClusterStats(),
        manager.getNetworkTopology(), manager.getHost2DatanodeMap());
    StockPolicies.set(blockManager, policy, conf);
    policy.start(manager, blockManager.getClusterSwitch());
    for (int i = 0; i < racks.length; i++) {
      addNode("10.0." + i / 250 + "." + (i % 250 + 1), racks[i]);
    }
  }

  ClusterSwitch getSwitch() {
    return blockManager.getClusterSwitch();
  }

  /** @return nine datanodes, five on /a (0 to 4) and four on /b (5 to 8). */
  static PlacementCluster ofTwoRacks(Configuration conf) throws IOException {
    return new PlacementCluster(conf, "/a", "/a", "/a", "/a", "/a", "/b", "/b",
        "/b", "/b");
  }

  private void addNode(String address, String rack) {
    DatanodeDescriptor node = DFSTestUtil.getDatanodeDescriptor(address, rack);
    nodes.add(node);
    addStorage(node, StorageType.DISK);
    getManager().addDatanode(node);
    getManager().getHeartbeatManager().addDatanode(node);
    getManager().getHeartbeatManager().updateDnStat(node);
    heartbeat(node, 0);
  }

  private static void addStorage(DatanodeDescriptor node, StorageType type) {
    BlockManagerTestUtil.updateStorage(node, new DatanodeStorage(
        node.getDatanodeUuid() + "-" + type, DatanodeStorage.State.NORMAL,
        type)).setUtilizationForTesting(ROOM, 0, ROOM, 0);
  }

  /** Gives a datanode storage of another type, too. */
  void add(int node, StorageType type) {
    addStorage(node(node), type);
  }

  /** Has a datanode tell how many transfers it serves. */
  void load(int node, int transfers) {
    heartbeat(node(node), transfers);
  }

  private void heartbeat(DatanodeDescriptor node, int transfers) {
    getManager().getHeartbeatManager().updateHeartbeat(node,
        BlockManagerTestUtil.getStorageReportsForDatanode(node), 0, 0,
        transfers, 0, null);
  }

  /** Leaves a datanode this room. */
  void room(int node, long bytes) {
    node(node).getStorageInfos()[0].setUtilizationForTesting(ROOM,
        ROOM - bytes, bytes, 0);
    heartbeat(node(node), 0);
  }

  /** Takes a datanode out of the cluster, as when it is dead. */
  void remove(int node) {
    getManager().getNetworkTopology().remove(node(node));
  }

  /** Undoes {@link #remove}. */
  void restore(int node) {
    getManager().getNetworkTopology().add(node(node));
  }

  DatanodeManager getManager() {
    return blockManager.getDatanodeManager();
  }

  DatanodeDescriptor node(int index) {
    return nodes.get(index);
  }

  int indexOf(DatanodeStorageInfo storage) {
    return nodes.indexOf(storage.getDatanodeDescriptor());
  }

  String rackOf(int node) {
    return node(node).getNetworkLocation();
  }

  FakeTimer getTimer() {
    return timer;
  }

  BlockPlacementPolicySmarth getPolicy() {
    return policy;
  }

  /** @return a metric of the placement's. */
  long count(String name) {
    return Counters.get(policy.getSpeeds().getMetrics()::addTo, name);
  }

  /** From now on the caller is at this address; null: none calls. */
  void setCaller(String address) {
    caller = address;
  }

  /** The client tells of its rates to datanodes 0, 1, ..., in MB/s; 0: none. */
  void clientKnows(double... rates) {
    policy.getSpeeds().getTable().learnFromClient(CLIENT, speeds(rates),
        policy.getKnownDatanodes());
  }

  /** Datanodes 0, 1, ... tell of their rates from the client; 0: none. */
  void datanodesMeasure(double... rates) {
    datanodesMeasureOf(0, rates);
  }

  /** As the other, of the blocks of one of the client's writers; 0: of all. */
  void datanodesMeasureOf(int writer, double... rates) {
    for (Speed speed : speeds(rates)) {
      policy.getSpeeds().getTable().learnFromDatanode(speed.getPeer(),
          new DatanodeSpeeds(Collections.singletonList(new Speed(CLIENT,
              speed.getBytesPerSecond(), speed.getAgeMillis())
              .ofOnly(writer)),
              Collections.<Speed>emptyList()), policy.getKnownDatanodes());
    }
  }

  /** A datanode tells of its rates to datanodes 0, 1, ...; 0: none. */
  void datanodeKnows(int node, double... rates) {
    policy.getSpeeds().getTable().learnFromDatanode(
        node(node).getDatanodeUuid(), new DatanodeSpeeds(
            Collections.<Speed>emptyList(), speeds(rates)),
        policy.getKnownDatanodes());
  }

  private List<Speed> speeds(double... rates) {
    List<Speed> speeds = new ArrayList<>();
    for (int i = 0; i < rates.length; i++) {
      if (rates[i] > 0) {
        speeds.add(new Speed(node(i).getDatanodeUuid(),
            Math.round(rates[i] * 1e6), 0));
      }
    }
    return speeds;
  }

  /** @return a request like most: three replicas, of a client elsewhere. */
  Request request() {
    return new Request();
  }

  /** A new block that a client asks for. */
  final class Request {
    private int replicas = 3;
    private Node writer;
    private String clientName;
    private final Set<Node> excluded = new HashSet<>();
    private List<DatanodeDescriptor> favored;
    private String storagePolicy = HdfsConstants.HOT_STORAGE_POLICY_NAME;
    private EnumSet<AddBlockFlag> flags = EnumSet.noneOf(AddBlockFlag.class);

    Request replicas(int number) {
      replicas = number;
      return this;
    }

    Request writer(Node node) {
      writer = node;
      return this;
    }

    Request clientName(String name) {
      clientName = name;
      return this;
    }

    Request excluding(Integer... indices) {
      Arrays.asList(indices).forEach(index -> excluded.add(node(index)));
      return this;
    }

    Request favoring(Integer... indices) {
      favored = new ArrayList<>();
      Arrays.asList(indices).forEach(index -> favored.add(node(index)));
      return this;
    }

    Request storagePolicy(String name) {
      storagePolicy = name;
      return this;
    }

    Request noLocalWrite() {
      flags = EnumSet.of(AddBlockFlag.NO_LOCAL_WRITE);
      return this;
    }

    /** @return the storages, in the order of the pipeline. */
    DatanodeStorageInfo[] storages(BlockPlacementPolicy by) {
      BlockPlacementPolicySmarth.writerAsks(blockManager, clientName);
      return by.chooseTarget("/file", replicas, writer,
          new HashSet<>(excluded), BLOCK, favored,
          storagePolicies.getPolicy(storagePolicy), flags);
    }

    /** @return the datanodes, in the order of the pipeline. */
    List<Integer> choose(BlockPlacementPolicy by) {
      List<Integer> chosen = new ArrayList<>();
      for (DatanodeStorageInfo storage : storages(by)) {
        chosen.add(indexOf(storage));
      }
      return chosen;
    }

    List<Integer> choose() {
      return choose(policy);
    }

    /** @return the first datanodes of that many choices. */
    Set<Integer> firsts(int choices) {
      Set<Integer> firsts = new HashSet<>();
      for (int i = 0; i < choices; i++) {
        firsts.add(choose().get(0));
      }
      return firsts;
    }
  }

  /** The policy with this cluster's clock, chance and caller. */
  private final class Seeded extends BlockPlacementPolicySmarth {
    @Override
    PlacementSpeeds createSpeeds(PlacementConf conf) {
      return new PlacementSpeeds(conf, timer, new Random(SEED));
    }

    @Override
    String getCaller() {
      return caller;
    }
  }
}
