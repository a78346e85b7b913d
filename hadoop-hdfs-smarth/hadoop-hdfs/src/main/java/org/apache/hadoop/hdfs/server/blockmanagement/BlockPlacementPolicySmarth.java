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

import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.NewBlock.Proposals;
import org.apache.hadoop.hdfs.smarth.namenode.ClusterSwitch;
import org.apache.hadoop.hdfs.smarth.namenode.monitor.PlacementMonitor;
import org.apache.hadoop.hdfs.smarth.namenode.placement.DatanodeChooser.ClientView;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementConf;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementMetrics.Fallback;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementSpeeds;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.SpeedTable.KnownDatanodes;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.NodeBase;
import org.apache.hadoop.util.Timer;

/**
 * Stock's placement, with the datanodes of a new block chosen by speed where
 * stock leaves them to chance. Source: "SMARTH: Enabling Multi-pipeline Data
 * Transfer in HDFS", Algorithm 1.
 * <p>
 * Only what is drawn differs. Stock's own loop takes the next datanode to try
 * from {@link #chooseDataNode} and applies all its checks to it. Where no
 * datanode is found by speed, stock's method chooses. A client on a datanode
 * keeps stock's local replica, on whose locality HBase and MapReduce rely,
 * unless datanodes measured that it limps: a client's report is anybody's, and
 * takes away no locality, and another writer's blocks alone do not either. Only
 * new blocks of clients with known speeds are chosen here; for all others this
 * is stock's class.
 * <p>
 * Tools make an instance without statistics of the cluster, which also does as
 * stock does. Thread-safe, as stock's.
 */
@InterfaceAudience.Private
public class BlockPlacementPolicySmarth extends BlockPlacementPolicyDefault {
  /** The block that a thread is choosing for by speed; null outside. */
  private final ThreadLocal<NewBlock> current = new ThreadLocal<>();
  /** The name of the writer whose call a thread handles; null: not told. */
  private final ThreadLocal<String> asking = new ThreadLocal<>();

  private FSClusterStats clusterStats;
  // Null in tools.
  private CallerAddress callerAddress;
  // Null in tools.
  private PlacementSpeeds speeds;
  // Null until the NameNode starts: everything as stock does it.
  private volatile ClusterDatanodes datanodes;
  // Null as long.
  private volatile ClusterSwitch clusterSwitch;
  // Null unless the NameNode runs. Guarded by the switch.
  private PlacementMonitor monitor;

  @Override
  public void initialize(Configuration conf, FSClusterStats stats,
      NetworkTopology topology, Host2NodesMap hosts) {
    super.initialize(conf, stats, topology, hosts);
    if (stats == null) {
      return;
    }
    clusterStats = stats;
    callerAddress = new CallerAddress(conf);
    speeds = createSpeeds(new PlacementConf(conf));
  }

  /**
   * This thread will choose the datanodes of a new block.
   *
   * @param manager whose policy will
   * @param clientName the name of the writer that asks
   */
  public static void writerAsks(BlockManager manager, String clientName) {
    BlockPlacementPolicy policy = manager.getBlockPlacementPolicy();
    if (policy instanceof BlockPlacementPolicySmarth) {
      ((BlockPlacementPolicySmarth) policy).asking.set(clientName);
    }
  }

  /** For tests, which bring a clock and a seed. */
  PlacementSpeeds createSpeeds(PlacementConf conf) {
    return new PlacementSpeeds(conf, new Timer(), new Random());
  }

  /** For tests: the address of the client whose call this thread handles. */
  String getCaller() {
    return callerAddress.get();
  }

  /** @return what is known of speeds; null in tools. */
  public PlacementSpeeds getSpeeds() {
    return speeds;
  }

  /** @return null until the NameNode starts. */
  public KnownDatanodes getKnownDatanodes() {
    return datanodes;
  }

  /** @return why speeds are not used; empty if they are. */
  String whyUnused() {
    ClusterSwitch turned = clusterSwitch;
    return turned == null ? "the namenode is starting"
        : turned.getOffBecause();
  }

  /**
   * The NameNode starts: from now on speeds are learnt and used.
   *
   * @param turned while it is off, they are not
   */
  void start(DatanodeManager manager, ClusterSwitch turned) {
    datanodes = new ClusterDatanodes(manager, clusterMap);
    monitor = new PlacementMonitor(speeds, datanodes);
    // Last: who finds it uses the others.
    clusterSwitch = turned;
  }

  /** What another one has learnt is known from now on; before the start. */
  void takeSpeedsOf(BlockPlacementPolicySmarth other) {
    speeds = other.speeds;
  }

  /** The NameNode stops, or another policy has taken its place. */
  void stop() {
    if (monitor != null) {
      monitor.close();
      monitor = null;
    }
  }

  @Override
  DatanodeStorageInfo[] chooseTarget(String src, int numOfReplicas,
      Node writer, Set<Node> excludedNodes, long blocksize,
      List<DatanodeDescriptor> favoredNodes, BlockStoragePolicy storagePolicy,
      EnumSet<AddBlockFlag> flags) {
    String name = asking.get();
    asking.set(null);
    current.set(newBlock(name, numOfReplicas, favoredNodes, excludedNodes));
    try {
      return super.chooseTarget(src, numOfReplicas, writer, excludedNodes,
          blocksize, favoredNodes, storagePolicy, flags);
    } finally {
      current.set(null);
    }
  }

  /** @return null if all is left to stock. */
  private NewBlock newBlock(String name, int replication,
      List<DatanodeDescriptor> favoredNodes, Set<Node> excluded) {
    if (datanodes == null || !whyUnused().isEmpty()) {
      return null;
    }
    String host = getCaller();
    if (host == null) {
      return leaveToStock(Fallback.NO_CALLER);
    }
    if (favoredNodes != null && !favoredNodes.isEmpty()) {
      return leaveToStock(Fallback.FAVORED_NODES);
    }
    ClientView client = speeds.find(host);
    return client == null ? leaveToStock(Fallback.NO_RECORDS)
        : new NewBlock(speeds, datanodes, host, client, replication,
            clusterStats.getNumDatanodesInService(), excluded)
            .askedBy(name == null ? 0 : Speed.writerId(name));
  }

  private NewBlock leaveToStock(Fallback why) {
    speeds.getMetrics().firstLeftToStock(why);
    return null;
  }

  /** The first datanode, unless the client names some that it favors. */
  @Override
  protected DatanodeStorageInfo chooseLocalStorage(Node localMachine,
      Set<Node> excludedNodes, long blocksize, int maxNodesPerRack,
      List<DatanodeStorageInfo> results, boolean avoidStaleNodes,
      EnumMap<StorageType, Integer> storageTypes, boolean fallbackToLocalRack)
      throws NotEnoughReplicasException {
    NewBlock block = current.get();
    if (block != null && results.isEmpty()) {
      DatanodeStorageInfo first = null;
      if (localMachine instanceof DatanodeDescriptor
          && !block.isLimping((DatanodeDescriptor) localMachine)) {
        first = chooseLocalStorage(localMachine, excludedNodes, blocksize,
            maxNodesPerRack, results, avoidStaleNodes, storageTypes);
      }
      if (first != null) {
        block.firstIsLocal();
        return first;
      }
      first = block.chooseFirst(excludedNodes, storageTypes.keySet(),
          () -> chooseRandom(NodeBase.ROOT, excludedNodes, blocksize,
              maxNodesPerRack, results, avoidStaleNodes, storageTypes));
      if (first != null) {
        return first;
      }
    }
    return super.chooseLocalStorage(localMachine, excludedNodes, blocksize,
        maxNodesPerRack, results, avoidStaleNodes, storageTypes,
        fallbackToLocalRack);
  }

  /** The second datanode; the third, if the first two share a rack. */
  @Override
  protected void chooseRemoteRack(int numOfReplicas,
      DatanodeDescriptor localMachine, Set<Node> excludedNodes, long blocksize,
      int maxReplicasPerRack, List<DatanodeStorageInfo> results,
      boolean avoidStaleNodes, EnumMap<StorageType, Integer> storageTypes)
      throws NotEnoughReplicasException {
    NewBlock block = current.get();
    if (block != null && numOfReplicas == 1) {
      String scope = "~" + localMachine.getNetworkLocation();
      boolean oneRack = clusterMap.getNumOfRacks() == 1;
      if (block.chooseNext(NewBlock.last(results), oneRack, excludedNodes,
          storageTypes.keySet(), () -> chooseRandom(scope, excludedNodes,
              blocksize, maxReplicasPerRack, results, avoidStaleNodes,
              storageTypes)) != null) {
        return;
      }
    }
    super.chooseRemoteRack(numOfReplicas, localMachine, excludedNodes,
        blocksize, maxReplicasPerRack, results, avoidStaleNodes, storageTypes);
  }

  /** The third datanode, if the first two are on different racks. */
  @Override
  protected DatanodeStorageInfo chooseLocalRack(Node localMachine,
      Set<Node> excludedNodes, long blocksize, int maxNodesPerRack,
      List<DatanodeStorageInfo> results, boolean avoidStaleNodes,
      EnumMap<StorageType, Integer> storageTypes)
      throws NotEnoughReplicasException {
    NewBlock block = current.get();
    // As the first datanode's fallback it has no hop before it.
    if (block != null && !results.isEmpty()
        && NewBlock.last(results) == localMachine) {
      String scope = localMachine.getNetworkLocation();
      DatanodeStorageInfo next = block.chooseNext(NewBlock.last(results), true,
          excludedNodes, storageTypes.keySet(), () -> chooseRandom(scope,
              excludedNodes, blocksize, maxNodesPerRack, results,
              avoidStaleNodes, storageTypes));
      if (next != null) {
        return next;
      }
    }
    return super.chooseLocalRack(localMachine, excludedNodes, blocksize,
        maxNodesPerRack, results, avoidStaleNodes, storageTypes);
  }

  /** What stock's loop tries next, and all its checks are applied to. */
  @Override
  protected DatanodeDescriptor chooseDataNode(String scope,
      Collection<Node> excludedNodes) {
    Proposals proposals = proposals();
    return proposals == null ? super.chooseDataNode(scope, excludedNodes)
        : proposals.next(excludedNodes);
  }

  /** As the other, for a cluster map that knows storage types. */
  @Override
  protected DatanodeDescriptor chooseDataNode(String scope,
      Collection<Node> excludedNodes, StorageType type) {
    Proposals proposals = proposals();
    return proposals == null ? super.chooseDataNode(scope, excludedNodes, type)
        : proposals.next(excludedNodes, type);
  }

  /**
   * A client that spreads its pipelines may leave no more datanodes than a
   * block needs. To refuse one for its load would only cost a replica.
   */
  @Override
  boolean isGoodDatanode(DatanodeDescriptor node, int maxTargetPerRack,
      boolean considerLoad, List<DatanodeStorageInfo> results,
      boolean avoidStaleNodes) {
    NewBlock block = current.get();
    return super.isGoodDatanode(node, maxTargetPerRack,
        considerLoad && (block == null || block.isLeftAChoice()), results,
        avoidStaleNodes);
  }

  /**
   * Stock's loop has run out of datanodes to try.
   *
   * @return whether these were fast ones, after which stock is to choose: then
   *     they are refused without a line in the log and without an exception
   */
  static boolean isTrying(BlockPlacementPolicy policy) {
    return policy instanceof BlockPlacementPolicySmarth
        && ((BlockPlacementPolicySmarth) policy).proposals() != null;
  }

  private Proposals proposals() {
    NewBlock block = current.get();
    return block == null ? null : block.getProposals();
  }

  /** Stock begins with what is nearest to the writer. */
  @Override
  DatanodeStorageInfo[] getPipeline(Node writer,
      DatanodeStorageInfo[] storages) {
    NewBlock block = current.get();
    return super.getPipeline(
        block == null ? writer : block.pipelineStart(writer, storages),
        storages);
  }
}
