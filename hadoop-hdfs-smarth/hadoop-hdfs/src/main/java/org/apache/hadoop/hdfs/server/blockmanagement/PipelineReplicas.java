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

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.heartbeat.HeartbeatPeriod;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage.State;
import org.apache.hadoop.hdfs.smarth.namenode.monitor.DrainingMonitor;
import org.apache.hadoop.hdfs.smarth.namenode.replicas.ExpectedReplicas;
import org.apache.hadoop.hdfs.smarth.namenode.replicas.NamenodePause;
import org.apache.hadoop.util.Timer;

/**
 * Replicas to come. Those that the pipelines of open files deliver do not time
 * out; {@link ExpectedReplicas} says when they are given up. Copies that the
 * namenode has ordered are handled as in stock, with one exception. One whose
 * source or target has become stale is ordered anew at once, not after 5 to 10
 * minutes. With many pipelines a lost datanode leaves many copies to order, and
 * may be chosen for one before it is known to be dead. A copy is also ordered
 * anew if its target has yet to delete an unfinished replica, which has the
 * generation stamp of the copy. In this package because what it asks is.
 *
 * <p>Thread-safe. What takes a block's file needs the namesystem's lock, as
 * stock's callers have it.
 */
@InterfaceAudience.Private
final class PipelineReplicas {
  private static final BlockInfo[] NONE = {};
  /** No replica has it. */
  private static final long NO_STAMP = -1;

  /** How often a standby NameNode looks for files that were closed. */
  private static final long SWEEP_MILLIS = TimeUnit.MINUTES.toMillis(1);

  private final BlockManager manager;
  private final Stock stock;
  private final Timer timer;
  private final ExpectedReplicas<BlockInfo, DatanodeDescriptor> expected;
  /** Those that the namenode has ordered. */
  private final ExpectedReplicas<BlockInfo, DatanodeDescriptor> copies;
  /** From where; a block is copied from one datanode at a time. */
  private final ExpectedReplicas<BlockInfo, DatanodeDescriptor> sources;

  /** Blocks of open files that no pipeline delivers, as the writer says. */
  private final Set<BlockInfo> delivered = ConcurrentHashMap.newKeySet();

  private final AbandonedParts parts;
  private final NamenodePause pause;
  private final SilentDatanodes silent;
  private final CopyTargets copyTargets;
  // Guarded by the namesystem's lock.
  private long sweptAt;
  /** When this namenode became what it is, the active or a standby one. */
  private volatile long startedAt;
  // Null unless the NameNode runs. Its starting and stopping thread's.
  private DrainingMonitor monitor;

  /**
   * @param manager of the blocks, which may still be under construction
   * @param stock of the same manager
   * @param timeoutMillis after which stock orders a copy anew
   * @param roundMillis between two rounds of the ReplicationMonitor
   */
  PipelineReplicas(BlockManager manager, Stock stock, Timer timer,
      long timeoutMillis, long roundMillis) {
    this.manager = manager;
    this.stock = stock;
    this.timer = timer;
    this.sweptAt = timer.monotonicNow();
    this.startedAt = sweptAt;
    this.parts = new AbandonedParts(manager, timer);
    this.silent = new SilentDatanodes(() -> heartbeatMillis() * 3 / 2);
    Registered datanodes = new Registered();
    this.expected = new ExpectedReplicas<>(timer, datanodes, timeoutMillis);
    this.copies = new ExpectedReplicas<>(timer, datanodes, timeoutMillis);
    this.sources = new ExpectedReplicas<>(timer, datanodes, timeoutMillis);
    this.copyTargets = new CopyTargets(manager, silent, this::longMillis,
        this::getHolders, stock::getSource);
    this.pause = new NamenodePause(timer, roundMillis,
        () -> 2 * heartbeatMillis());
  }

  private Set<DatanodeDescriptor> getHolders(BlockInfo block) {
    Set<DatanodeDescriptor> holders = expected.getHolders(block);
    holders.addAll(copies.getHolders(block));
    return holders;
  }

  /** Asked for each time: operators set it while the NameNode runs. */
  private long heartbeatMillis() {
    // Stock starts with any number.
    return Math.min(HeartbeatPeriod.MAX_MS, Math.max(1_000, TimeUnit.SECONDS
        .toMillis(manager.getDatanodeManager().getHeartbeatInterval())));
  }

  /** @return after which silence nothing of a datanode is waited for. */
  private long longMillis() {
    return Math.max(3 * heartbeatMillis(),
        manager.getDatanodeManager().getStaleInterval());
  }

  /** @param millis after which stock orders a copy anew, from now on. */
  void setTimeout(long millis) {
    expected.setTimeout(millis);
    copies.setTimeout(millis);
    sources.setTimeout(millis);
  }

  /** The NameNode runs. */
  void start() {
    monitor = new DrainingMonitor(expected, BlockInfo::getBlockName,
        PipelineReplicas::label, timer);
  }

  void stop() {
    if (monitor != null) {
      monitor.close();
      monitor = null;
    }
  }

  /** @return whether a datanode can be the target of a copy. */
  CopyTargets getTargets() {
    return copyTargets;
  }

  /** @return the datanodes that may be dead, as of the last round. */
  SilentDatanodes getSilent() {
    return silent;
  }

  /**
   * A block is complete, and datanodes of its pipeline have not reported it.
   * One that has told an older generation stamp was lost by the pipeline, or
   * its report is older than the pipeline's recovery. Nobody can tell which, so
   * it is waited for as in stock: not for long, and not after a failover. So is
   * one that was started again, and all once the writer is done with the block.
   *
   * @param block whose file's lock is held
   * @param holders those datanodes
   */
  void expect(BlockInfo block, DatanodeDescriptor... holders) {
    if (holders.length == 0) {
      return;
    }
    List<DatanodeDescriptor> asInStock = new ArrayList<>(Arrays.asList(holders));
    if (isOpen(block)) {
      sweepStandby();
      if (!delivered.contains(block)) {
        asInStock.retainAll(doubtful(block));
      }
      List<DatanodeDescriptor> delivering =
          new ArrayList<>(Arrays.asList(holders));
      delivering.removeAll(asInStock);
      expected.expect(block, delivering);
    }
    if (!asInStock.isEmpty() && manager.isPopulatingReplQueues()) {
      stock.order(block, asInStock);
    }
  }

  private static List<DatanodeDescriptor> doubtful(BlockInfo block) {
    return block.getUnderConstructionFeature().getStaleReplicas(NO_STAMP)
        .stream().filter(replica -> replica.getState() == ReplicaState.RWR
            || replica.getGenerationStamp() != block.getGenerationStamp())
        .map(replica ->
            replica.getExpectedStorageLocation().getDatanodeDescriptor())
        .collect(Collectors.toList());
  }

  /**
   * Edits tell a standby NameNode that a file is closed, but nobody tells this
   * class, and no monitor gives replicas up there. What has not come from one
   * sweep after the close to the next is not waited for.
   */
  private void sweepStandby() {
    long now = timer.monotonicNow();
    if (now - sweptAt < SWEEP_MILLIS || manager.isPopulatingReplQueues()) {
      return;
    }
    sweptAt = now;
    for (BlockInfo block : expected.getBlocks()) {
      if (!isOpen(block) && !expected.closed(block)) {
        expected.remove(block);
      }
    }
  }

  /**
   * A datanode reports that it writes a replica of a complete block. If the
   * file is open the replica is expected, perhaps from now on: another NameNode
   * may have been the active one when the block was completed, an hour ago at
   * most. Not if its writer is done with the block, or enough replicas live: a
   * datanode that the writer has lost comes back with its part. Of a file that
   * was closed long ago the part is deleted if there are enough other replicas.
   */
  void reportedAsWritten(BlockInfo block, DatanodeDescriptor holder) {
    if (block.findStorageInfo(holder) != null) {
      return;
    }
    if (isOpen(block)) {
      if (isOthersPipelinePossible() && !delivered.contains(block)
          && !stock.isInSnapshot(block)
          && !isReplicated(manager.countNodes(block), block)) {
        expected.expect(block, Collections.singleton(holder));
      }
    } else if (parts.isAbandoned(block) && !copies.isExpected(block, holder)
        && isReplicatedEnough(manager.countNodes(block), block)) {
      parts.delete(block, holder);
    }
  }

  /** @return whether a pipeline may drain whose block another one completed. */
  private boolean isOthersPipelinePossible() {
    return !manager.isPopulatingReplQueues()
        || timer.monotonicNow() - startedAt < ExpectedReplicas.OPEN_MILLIS;
  }

  private static boolean isReplicatedEnough(NumberReplicas replicas,
      BlockInfo block) {
    return isReplicated(replicas, block)
        && replicas.replicasOnStaleNodes() == 0;
  }

  private static boolean isReplicated(NumberReplicas replicas,
      BlockInfo block) {
    return replicas.liveReplicas() >= block.getReplication();
  }

  /** @return whether a block can be read, or copied, from some datanode. */
  private static boolean isUsable(NumberReplicas replicas) {
    return replicas.liveReplicas() + replicas.decommissioning()
        + replicas.liveEnteringMaintenanceReplicas() > 0;
  }

  /** @return whether a pipeline is still to deliver the replica. */
  boolean isExpected(BlockInfo block, DatanodeDescriptor holder) {
    return expected.isExpected(block, holder);
  }

  /**
   * A datanode that was started again has an unfinished replica of a complete
   * block. It has the block's generation stamp if the datanode was lost in the
   * drain. Stock takes it for a corrupt replica, which it deletes once enough
   * others live, and to who has one it copies nothing: with three datanodes it
   * would keep the block below its replication for ever.
   *
   * @param reported if for its state; the namesystem's lock is held
   * @return whether it counts for nothing, as when it was never reported. A
   *     copy replaces it, or the next full report has it deleted. Not if it is
   *     all that is known of the block, or stock deletes it now
   */
  boolean isLeftOver(BlockToMarkCorrupt reported, DatanodeDescriptor holder) {
    if (reported.getReasonCode() != CorruptReplicasMap.Reason.INVALID_STATE) {
      return false;
    }
    BlockInfo block = reported.getStored();
    expected.fail(block, holder::equals);
    boolean marked = manager.isReplicaCorrupt(block, holder);
    if (!marked && block.findStorageInfo(holder) != null) {
      // A standby kept this, and heard later that the replica is final.
      return !manager.isPopulatingReplQueues();
    }
    NumberReplicas replicas = manager.countNodes(block);
    if (!isUsable(replicas)) {
      return false;
    }
    if (isReplicatedEnough(replicas, block)
        && !copies.isExpected(block, holder) && !holder.hasStaleStorages()) {
      return false;
    }
    if (marked) {
      manager.removeStoredBlock(block, holder);
    }
    return true;
  }

  /**
   * What the file's blocks lack is waited for no longer.
   *
   * @param file that is closed, or was deleted while it was open: if a snapshot
   *     keeps it, it stays open for ever; null if it is gone
   */
  void fileClosed(BlockCollection file) {
    if (file != null && (expected.size() > 0 || !delivered.isEmpty())) {
      for (BlockInfo block : file.getBlocks()) {
        expected.closed(block);
        delivered.remove(block);
      }
    }
  }

  /** The writer says which datanodes have a block that it delivers no longer. */
  void delivered(BlockInfo block, Collection<DatanodeDescriptor> holders) {
    delivered.add(block);
    expected.delivered(block, holders).forEach(silent::suspect);
  }

  /** @param block that a datanode is to have no more, or null if it is gone. */
  void deleted(BlockInfo block, DatanodeDescriptor holder) {
    expected.fail(block, holder::equals);
  }

  private boolean isOpen(BlockInfo block) {
    BlockCollection file = manager.getBlockCollection(block);
    return file != null && file.isUnderConstruction();
  }

  /**
   * @param holder of a replica of a block; the namesystem's lock is held
   * @return whether it is no source now, as another one is a better one, or as
   *     the copy would be given up at once
   */
  boolean canBeSpared(DatanodeDescriptor holder, Block block) {
    return silent.isLost(holder, longMillis())
        || silent.canBeSpared(holder, manager.blocksMap.getStorages(block),
            other -> isSource(other, block));
  }

  /** Stock copies from no other, or from one whose storage has failed. */
  private boolean isSource(DatanodeStorageInfo storage, Block block) {
    DatanodeDescriptor datanode = storage.getDatanodeDescriptor();
    return datanode.isInService() && storage.getState() != State.FAILED
        && !manager.corruptReplicas.isReplicaCorrupt(block, datanode)
        && !stock.isExcess(block, datanode);
  }

  /** The namenode has ordered copies of a block from a datanode. */
  void copiedFrom(BlockInfo block, DatanodeDescriptor source) {
    sources.remove(block);
    sources.expect(block, Collections.singleton(source));
  }

  /** The namenode has ordered copies. */
  void ordered(BlockInfo block, Collection<DatanodeDescriptor> targets) {
    copies.expect(block, targets);
  }

  /**
   * A datanode has reported its replica.
   *
   * @return whether it was the last one that pipelines were to deliver
   */
  boolean reported(BlockInfo block, DatanodeDescriptor holder) {
    if (copies.reported(block, holder)) {
      sources.remove(block);
    }
    return expected.reported(block, holder);
  }

  /** Nothing of a block is waited for any more. */
  void remove(BlockInfo block) {
    expected.remove(block);
    delivered.remove(block);
    forgetCopies(block);
  }

  private void removeCopies(BlockInfo block) {
    forgetCopies(block);
    stock.forgetOrders(block);
  }

  private void forgetCopies(BlockInfo block) {
    copies.remove(block);
    sources.remove(block);
  }

  /** This namenode becomes the active or a standby one; pipelines go on. */
  void failOver() {
    startedAt = timer.monotonicNow();
    copies.clear();
    sources.clear();
    delivered.clear();
    silent.lookBack(datanodes());
    expected.failedOver();
    for (BlockInfo block : expected.getBlocks()) {
      if (block.isDeleted()) {
        expected.remove(block);
      } else if (!isOpen(block) || stock.isInSnapshot(block)) {
        expected.closed(block);
      }
    }
  }

  /**
   * A dead datanode that is decommissioned waits until this is 0: for files that
   * are open it would wait for ever where somebody always writes.
   */
  int countClosed() {
    return expected.countClosed();
  }

  /** @return how many blocks wait for what pipelines are to deliver. */
  int countDraining() {
    return expected.size();
  }

  /**
   * Once it is complete and has no usable replica none counts: the block is
   * shown as missing.
   *
   * @return how many replicas pipelines are to deliver
   */
  int countDelivering(BlockInfo block) {
    // A NameNode that starts asks for all of its blocks.
    if (expected.size() == 0 || expected.getHolders(block).isEmpty()) {
      return 0;
    }
    NumberReplicas replicas = manager.countNodes(block);
    if (isReplicated(replicas, block)) {
      // A part of it may stay where the writer has lost a datanode.
      expected.remove(block);
      return 0;
    }
    // A file may close before any replica of its last block is reported.
    if (block.isComplete() && !isUsable(replicas) || manager.isInSafeMode()
        || !manager.isPopulatingReplQueues()) {
      // In safe mode stock counts none, or a block would not become safe.
      return 0;
    }
    // Full reports, unlike incremental ones, are not told to this class.
    expected.count(block, holder -> block.findStorageInfo(holder) != null);
    Set<DatanodeDescriptor> delivering = expected.getHolders(block);
    delivering.removeAll(copies.getHolders(block));
    return delivering.size();
  }

  /**
   * Once in a round of the ReplicationMonitor.
   *
   * @param ordered gives the blocks whose copies have timed out; may be null
   * @return these, and those of which something does not come; null: none
   */
  BlockInfo[] takeLost(Supplier<BlockInfo[]> ordered) {
    parts.log();
    if (pause.isOver()) {
      silent.look(datanodes());
    } else {
      silent.lookAgain();
    }
    Set<BlockInfo> lost = takeLost();
    BlockInfo[] timedOut = ordered.get();
    if (timedOut != null) {
      Arrays.asList(timedOut).forEach(this::forgetCopies);
      lost.addAll(Arrays.asList(timedOut));
    }
    return lost.isEmpty() ? null : lost.toArray(NONE);
  }

  /** @return what the NameNode's web UI calls it. */
  static String label(DatanodeDescriptor datanode) {
    return datanode.getHostName() + ":" + datanode.getXferPort();
  }

  private DatanodeDescriptor[] datanodes() {
    return manager.getDatanodeManager().getHeartbeatManager().getDatanodes();
  }

  private Set<BlockInfo> takeLost() {
    for (BlockInfo block : copies.getBlocks()) {
      copies.fail(block, target -> manager.isToBeDeleted(block, target));
    }
    Set<BlockInfo> lost = new HashSet<>(expected.takeLost().keySet());
    for (BlockInfo block : sources.takeLost().keySet()) {
      removeCopies(block);
      lost.add(block);
    }
    for (Map.Entry<BlockInfo, List<DatanodeDescriptor>> copy
        : copies.takeLost().entrySet()) {
      copy.getValue().forEach(
          target -> stock.forgetOrder(copy.getKey(), target));
      if (stock.countOrders(copy.getKey()) == 0) {
        sources.remove(copy.getKey());
      }
      lost.add(copy.getKey());
    }
    return lost;
  }

  void metaSave(PrintWriter out) {
    List<BlockInfo> blocks = expected.getBlocks();
    out.println("Metasave: Blocks being delivered by pipelines: "
        + blocks.size());
    for (BlockInfo block : blocks) {
      out.println(block + " NumReplicaInProgress: "
          + expected.count(block, holder -> false));
    }
  }

  /** Stock's bookkeeping of the copies that the namenode has ordered. */
  interface Stock {
    /** Copies are to come. */
    void order(BlockInfo block, Collection<DatanodeDescriptor> targets);

    /** One does not come. */
    void forgetOrder(BlockInfo block, DatanodeDescriptor target);

    /** None comes. */
    void forgetOrders(BlockInfo block);

    int countOrders(BlockInfo block);

    /** @return the datanode that a copy is made from. */
    DatanodeDescriptor getSource(ReplicationWork work);

    /** @return whether only a snapshot keeps the file. */
    boolean isInSnapshot(BlockInfo block);

    /** @return whether the replica is one too many. */
    boolean isExcess(Block block, DatanodeDescriptor holder);
  }

  /** Who may still report a replica. */
  private final class Registered
      implements ExpectedReplicas.Datanodes<DatanodeDescriptor> {
    @Override
    public boolean isAlive(DatanodeDescriptor datanode) {
      return datanode.isAlive();
    }

    @Override
    public boolean isSilent(DatanodeDescriptor datanode) {
      return silent.isSilentFor(datanode, longMillis());
    }

    @Override
    public long getHeartbeats(DatanodeDescriptor datanode) {
      return datanode.heartbeats;
    }
  }
}
