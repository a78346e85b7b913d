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
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor.BlockTargetPair;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.NamenodeRole;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.NodeType;
import org.apache.hadoop.hdfs.server.common.StorageInfo;
import org.apache.hadoop.hdfs.server.datanode.FinalizedReplica;
import org.apache.hadoop.hdfs.server.datanode.ReplicaBeingWritten;
import org.apache.hadoop.hdfs.server.datanode.ReplicaWaitingToBeRecovered;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.protocol.BlockCommand;
import org.apache.hadoop.hdfs.server.protocol.DatanodeCommand;
import org.apache.hadoop.hdfs.server.protocol.DatanodeProtocol;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo.BlockStatus;
import org.apache.hadoop.hdfs.server.protocol.RegisterCommand;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports;
import org.apache.hadoop.hdfs.server.protocol.SlowPeerReports;
import org.apache.hadoop.hdfs.server.protocol.StorageReceivedDeletedBlocks;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.net.NetworkTopology;
import org.smarth.hadoop.models.replicas.Namenode;

/**
 * The real BlockManager, HeartbeatManager and DatanodeManager, stock's or ours,
 * without an FSNamesystem around them. In this package because they are. Found
 * by its name, as it is loaded twice.
 */
public final class ModelNamenode implements Namenode {
  static final long LENGTH = 1024;
  private static final long CAPACITY = 1L << 40;
  /** The next ones are the datanodes' numbers. */
  private static final int IPC_PORT = 50020;
  private static final String POOL = "BP-1-10.0.0.1-1";
  private static final Field THREADS =
      field(Thread.class, "threadLocalRandomSeed");
  private static final Field LISTS = field(Collections.class, "r");
  private static final Field TOPOLOGIES = field(NetworkTopology.class, "r");
  private static final Field BLOCKS = field(BlockManager.class, "blocksMap");

  private final boolean stock;
  private final long seed;
  private final ModelNamesystem namesystem = new ModelNamesystem();
  private final BlockManager manager;
  private final DatanodeManager datanodes;
  private final HeartbeatManager heartbeats;
  /** Orders that were seen in the queues of datanodes. */
  private final Set<Object> seen =
      Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * @param isStock whether this is loaded with stock's classes
   * @param seed of where copies go
   */
  public ModelNamenode(boolean isStock, long seed) throws Exception {
    stock = isStock;
    this.seed = seed;
    Configuration conf = new Configuration(Settings.CONF);
    manager = new BlockManager(namesystem, true, conf);
    datanodes = manager.getDatanodeManager();
    heartbeats = datanodes.getHeartbeatManager();
    manager.setPostponeBlocksFromFuture(true);
    // It has room for a million blocks, and a failover goes through all of it.
    BLOCKS.set(manager, new BlocksMap(1024));
  }

  /** Read once: thousands of NameNodes are made. */
  private static final class Settings {
    private static final Configuration CONF = new Configuration();

    static {
      CONF.set(DFSConfigKeys.DFS_BLOCK_REPLICATOR_CLASSNAME_KEY,
          BlockPlacementPolicyDefault.class.getName());
      CONF.setInt(DFSConfigKeys.DFS_BLOCK_MISREPLICATION_PROCESSING_LIMIT,
          1000);
      DefaultMetricsSystem.setMiniClusterMode(true);
      NameNode.initMetrics(CONF, NamenodeRole.NAMENODE);
    }
  }

  /**
   * What follows from chance in a round, as where copies go, is the same for
   * both kinds of NameNodes: of this thread, and of the topology and of shuffled
   * lists, which have one for all.
   */
  private static void seed(long seed) throws Exception {
    ThreadLocalRandom.current();
    THREADS.setLong(Thread.currentThread(), seed);
    Random lists = (Random) LISTS.get(null);
    if (lists == null) {
      lists = new Random();
      LISTS.set(null, lists);
    }
    lists.setSeed(seed);
    ((Random) TOPOLOGIES.get(null)).setSeed(seed);
  }

  private static Field field(Class<?> of, String name) {
    try {
      Field found = of.getDeclaredField(name);
      found.setAccessible(true);
      return found;
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object get(Object of, String field) throws Exception {
    Field found = of.getClass().getDeclaredField(field);
    found.setAccessible(true);
    return found.get(of);
  }

  private static String uuid(int datanode) {
    return "datanode-" + datanode;
  }

  private static int number(DatanodeID datanode) {
    return datanode.getIpcPort() - IPC_PORT;
  }

  private static DatanodeStorage storage(int datanode) {
    return new DatanodeStorage("DS-" + datanode);
  }

  private static DatanodeRegistration registration(int datanode) {
    DatanodeID id = new DatanodeID("10.0.0." + (10 + datanode),
        "host" + datanode, uuid(datanode), 50010, 50075, 50475,
        IPC_PORT + datanode);
    return new DatanodeRegistration(id, new StorageInfo(NodeType.DATA_NODE),
        new ExportedBlockKeys(), "2.10.2");
  }

  private static Block block(Replica replica, long length) {
    return new Block(replica.block(), length, replica.stamp());
  }

  private static Replica replica(Block block) {
    return new Replica(block.getBlockId(), block.getGenerationStamp());
  }

  private static StorageReport[] reports(int datanode) {
    return new StorageReport[] {new StorageReport(storage(datanode), false,
        CAPACITY, 0, CAPACITY, 0, 0)};
  }

  private DatanodeStorageInfo[] storages(int[] numbers) {
    return IntStream.of(numbers).mapToObj(number -> datanodes
            .getDatanode(uuid(number)).getStorageInfo(storage(number)
            .getStorageID()))
        .toArray(DatanodeStorageInfo[]::new);
  }

  @Override
  public void becomeActive() throws Exception {
    namesystem.setActive(true);
    namesystem.setTransition(true);
    manager.setPostponeBlocksFromFuture(false);
    datanodes.markAllDatanodesStale();
    manager.clearQueues();
    manager.processAllPendingDNMessages();
    // As initializeReplQueues does it, but in this thread.
    namesystem.setRound(null);
    Method initialize =
        BlockManager.class.getDeclaredMethod("processMisReplicatesAsync");
    initialize.setAccessible(true);
    initialize.invoke(manager);
    manager.setInitializedReplQueues(true);
    namesystem.setTransition(false);
  }

  @Override
  public void register(int datanode, Collection<Replica> finalized,
      Collection<Replica> unfinished, Collection<Replica> parts)
      throws Exception {
    DatanodeRegistration registration = registration(datanode);
    datanodes.registerDatanode(registration);
    datanodes.getDatanode(uuid(datanode))
        .updateStorage(storage(datanode));
    BlockListAsLongs.Builder report = BlockListAsLongs.builder();
    for (Replica replica : finalized) {
      report.add(new FinalizedReplica(block(replica, LENGTH), null, null));
    }
    for (Replica replica : unfinished) {
      report.add(new ReplicaBeingWritten(replica.block(), replica.stamp(),
          null, null, 0));
    }
    for (Replica part : parts) {
      report.add(new ReplicaWaitingToBeRecovered(block(part, 0), null, null));
    }
    manager.processReport(registration, storage(datanode), report.build(),
        null);
  }

  @Override
  public List<Command> heartbeat(int datanode) throws Exception {
    List<Command> commands = new ArrayList<>();
    for (DatanodeCommand command : datanodes.handleHeartbeat(
        registration(datanode), reports(datanode), POOL, 0, 0, 1, 100, 0, null,
        SlowPeerReports.EMPTY_REPORT, SlowDiskReports.EMPTY_REPORT)) {
      if (command instanceof RegisterCommand) {
        return null;
      }
      BlockCommand blocks = (BlockCommand) command;
      for (int i = 0; i < blocks.getBlocks().length; i++) {
        int[] targets = blocks.getAction() == DatanodeProtocol.DNA_TRANSFER
            ? numbers(blocks.getTargets()[i]) : new int[0];
        commands.add(
            new Command(replica(blocks.getBlocks()[i]), targets));
      }
    }
    return commands;
  }

  private static int[] numbers(DatanodeInfo[] found) {
    return Arrays.stream(found).mapToInt(ModelNamenode::number).toArray();
  }

  @Override
  public boolean isRegistered(int datanode) {
    DatanodeDescriptor found = datanodes.getDatanode(uuid(datanode));
    return found != null && found.isRegistered();
  }

  @Override
  public boolean isStale(int datanode) {
    DatanodeDescriptor found = datanodes.getDatanode(uuid(datanode));
    return found == null || found.isStale(datanodes.getStaleInterval());
  }

  @Override
  public void lifeline(int datanode) throws Exception {
    datanodes.handleLifeline(registration(datanode), reports(datanode), POOL,
        0, 0, 1, 100, 0, null);
  }

  @Override
  public boolean report(int datanode, List<Report> reports) throws Exception {
    ReceivedDeletedBlockInfo[] blocks = reports.stream()
        .map(report -> new ReceivedDeletedBlockInfo(
            block(report.replica(), report.kind() == Kind.RECEIVING ? 0 : LENGTH),
            status(report.kind()), null))
        .toArray(ReceivedDeletedBlockInfo[]::new);
    if (!isRegistered(datanode)) {
      return false;
    }
    manager.processIncrementalBlockReport(registration(datanode),
        new StorageReceivedDeletedBlocks(storage(datanode), blocks));
    return true;
  }

  private static BlockStatus status(Kind kind) {
    switch (kind) {
    case RECEIVING:
      return BlockStatus.RECEIVING_BLOCK;
    case RECEIVED:
      return BlockStatus.RECEIVED_BLOCK;
    default:
      return BlockStatus.DELETED_BLOCK;
    }
  }

  @Override
  public List<Order> round(Runnable meanwhile) throws Exception {
    namesystem.setRound(meanwhile);
    seed(seed ^ org.apache.hadoop.util.Time.monotonicNow());
    // It does not sleep then, and ends as the namesystem runs no longer.
    Thread.currentThread().interrupt();
    manager.replicationThread.getRunnable().run();
    Thread.interrupted();
    if (manager.isPopulatingReplQueues() && manager.getLastReplicationCycleTS()
        != org.apache.hadoop.util.Time.monotonicNow()) {
      throw new IllegalStateException("the round failed, see the log");
    }
    return takeOrders();
  }

  private List<Order> takeOrders() throws Exception {
    List<Order> orders = new ArrayList<>();
    for (DatanodeDescriptor source : datanodes.getDatanodes()) {
      Queue<?> queue =
          (Queue<?>) get(get(source, "replicateBlocks"), "blockq");
      for (Object ordered : queue) {
        if (seen.add(ordered)) {
          BlockTargetPair pair = (BlockTargetPair) ordered;
          orders.add(new Order(pair.block.getBlockId(),
              number(source), numbers(
                  DatanodeStorageInfo.toDatanodeInfos(pair.targets))));
        }
      }
    }
    return orders;
  }

  @Override
  public void checkHeartbeats() {
    heartbeats.restartHeartbeatStopWatch();
    heartbeats.heartbeatCheck();
  }

  @Override
  public void timeOutCopies() {
    manager.pendingReplications.new PendingReplicationMonitor()
        .pendingReplicationCheck();
  }

  @Override
  public void addBlock(int file, short replication, Replica replica,
      int[] targets) throws Exception {
    ModelFile found = namesystem.getFiles()
        .computeIfAbsent((long) file, absent -> new ModelFile(file));
    commitLast(found);
    allocate(found, replication, replica, storages(targets));
  }

  private void allocate(ModelFile file, short replication, Replica replica,
      DatanodeStorageInfo[] targets) {
    BlockInfo info = new BlockInfoContiguous(block(replica, 0), replication);
    info.convertToBlockUnderConstruction(BlockUCState.UNDER_CONSTRUCTION,
        targets);
    manager.addBlockCollection(info, file);
    file.add(info);
  }

  private void commitLast(ModelFile file) throws IOException {
    BlockInfo last = file.getLastBlock();
    if (last != null) {
      manager.commitOrCompleteLastBlock(file,
          block(replica(last), LENGTH), null);
    }
  }

  private BlockInfo lastBlock(int file, Replica replica) {
    ModelFile found = namesystem.getFiles().get((long) file);
    BlockInfo last = found == null ? null : found.getLastBlock();
    return last == null || last.getBlockId() != replica.block() ? null : last;
  }

  @Override
  public void updatePipeline(int file, Replica replica, int[] targets)
      throws Exception {
    BlockInfo last = lastBlock(file, replica);
    if (last != null && !last.isComplete()) {
      manager.updateLastBlock(last,
          new ExtendedBlock(POOL, block(replica, 0)));
      last.getUnderConstructionFeature()
          .setExpectedLocations(last, storages(targets));
    }
  }

  @Override
  public void replayUpdate(int file, Replica replica) throws Exception {
    BlockInfo last = lastBlock(file, replica);
    if (last != null) {
      last.setGenerationStamp(replica.stamp());
      manager.getBlockIdManager().setGenerationStampIfGreater(replica.stamp());
      manager.processQueuedMessagesForBlock(last);
    }
  }

  @Override
  public void abandonBlock(int file, long block) throws Exception {
    ModelFile found = namesystem.getFiles().get((long) file);
    BlockInfo last = found == null ? null : found.getLastBlock();
    if (last != null && last.getBlockId() == block) {
      found.removeLast();
      last.delete();
      manager.removeBlock(last);
    }
  }

  @Override
  public boolean close(int file) throws Exception {
    ModelFile found = namesystem.getFiles().get((long) file);
    if (found == null) {
      return true;
    }
    commitLast(found);
    for (BlockInfo block : found.getBlocks()) {
      if (!block.isComplete()) {
        return false;
      }
    }
    found.close();
    manager.checkReplication(found);
    return true;
  }

  @Override
  public void delivered(int file, long block, int[] holders) throws Exception {
    BlockInfo info = manager.getStoredBlock(new Block(block));
    if (info == null
        || !IntStream.of(holders).allMatch(this::isRegistered)) {
      return;
    }
    List<DatanodeDescriptor> have = IntStream.of(holders)
        .mapToObj(number -> datanodes.getDatanode(uuid(number)))
        .collect(Collectors.toList());
    if (stock) {
      // Stock's pipeline is made anew before the block is complete: nobody
      // waits for those that failed.
      for (DatanodeDescriptor datanode : datanodes.getDatanodes()) {
        if (!have.contains(datanode)) {
          manager.pendingReplications.decrement(info, datanode);
        }
      }
    } else {
      manager.pipelineReplicas.delivered(info, have);
    }
    if (!info.isComplete()) {
      info.getUnderConstructionFeature()
          .setExpectedLocations(info, storages(holders));
    }
  }

  @Override
  public void delete(int file) {
    ModelFile found = namesystem.getFiles().remove((long) file);
    if (found != null) {
      for (BlockInfo block : found.getBlocks()) {
        block.delete();
        manager.removeBlock(block);
      }
    }
  }

  @Override
  public void replayBlock(int file, short replication, Replica replica)
      throws Exception {
    ModelFile found = namesystem.getFiles()
        .computeIfAbsent((long) file, absent -> new ModelFile(file));
    forceLast(found);
    allocate(found, replication, replica, null);
    manager.processQueuedMessagesForBlock(block(replica, 0));
  }

  private void forceLast(ModelFile file) throws IOException {
    BlockInfo last = file.getLastBlock();
    if (last != null && !last.isComplete()) {
      last.setNumBytes(LENGTH);
      manager.forceCompleteBlock(last);
      manager.processQueuedMessagesForBlock(last);
    }
  }

  @Override
  public void replayClose(int file) throws Exception {
    ModelFile found = namesystem.getFiles().get((long) file);
    if (found != null) {
      forceLast(found);
      found.close();
    }
  }

  @Override
  public State getState(long block) {
    BlockInfo info = manager.getStoredBlock(new Block(block));
    if (info == null) {
      return null;
    }
    BlockCollection file = manager.getBlockCollection(info);
    return new State(!file.isUnderConstruction() && info.isComplete(),
        info.getReplication(), manager.countNodes(info).liveReplicas(),
        manager.pendingReplications.getNumReplicas(info),
        // A round does nothing for others.
        manager.neededReplications.contains(info)
            && info.isCompleteOrCommitted(), holders(info));
  }

  private static int holders(BlockInfo block) {
    int holders = 0;
    for (int i = 0; i < block.getCapacity(); i++) {
      DatanodeDescriptor datanode = block.getDatanode(i);
      if (datanode != null) {
        holders |= 1 << number(datanode);
      }
    }
    return holders;
  }

  @Override
  public String getHeld() {
    try {
      StringBuilder held = new StringBuilder();
      if (manager.pendingReplications.size() != 0) {
        held.append(" pending ").append(manager.pendingReplications.size());
      }
      if (!stock) {
        for (String field : List.of("expected", "copies", "sources")) {
          Object replicas = get(manager.pipelineReplicas, field);
          Object size = replicas.getClass().getMethod("size").invoke(replicas);
          if (!size.equals(0)) {
            held.append(' ').append(field).append(' ').append(size);
          }
        }
      }
      return held.toString();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
