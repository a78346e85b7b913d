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
package org.apache.hadoop.hdfs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.SmarthPacket.SpillCandidates;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.hdfs.smarth.client.ClientMetrics;
import org.apache.hadoop.hdfs.smarth.client.SmarthClient;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf.PipelineMode;
import org.apache.hadoop.hdfs.smarth.client.datanodes.OwnDatanodes;
import org.apache.hadoop.hdfs.smarth.client.pipelines.BlockAllocator;
import org.apache.hadoop.hdfs.smarth.client.pipelines.BlockAllocator.FileUnderWrite;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelinePlan;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet;
import org.apache.hadoop.hdfs.smarth.client.pipelines.ReplicaTarget;
import org.apache.hadoop.hdfs.smarth.client.plan.auto.AutoPlan;
import org.apache.hadoop.hdfs.smarth.client.plan.auto.SpreadExclusion;
import org.apache.hadoop.hdfs.smarth.client.plan.auto.SpreadOrder;
import org.apache.hadoop.hdfs.smarth.client.plan.paper.PaperPlan;
import org.apache.hadoop.hdfs.smarth.client.plan.paper.PaperPlan.TargetExclusion;
import org.apache.hadoop.hdfs.smarth.client.plan.paper.PaperPlan.TargetOrder;
import org.apache.hadoop.hdfs.smarth.client.retention.PacketRetention;
import org.apache.hadoop.hdfs.smarth.client.retention.PacketRetention.FlushBacklog;
import org.apache.hadoop.hdfs.smarth.client.speeds.ClusterSpeeds;
import org.apache.hadoop.hdfs.util.ByteArrayManager;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.util.DataChecksum;
import org.apache.hadoop.util.Progressable;
import org.apache.hadoop.util.Timer;

/**
 * What all pipelines of a new file share: what the file is, where its packets
 * are kept, and where its blocks come from. Made by the file's stream, which
 * closes the retention. In this package because DFSOutputStream's members are
 * its package's.
 *
 * <p>Thread-safe: the references never change, and what they lead to is
 * thread-safe.
 */
@InterfaceAudience.Private
final class SmarthFile {
  private final DFSClient client;
  private final String src;
  private final HdfsFileStatus stat;
  private final Progressable progress;
  private final DataChecksum checksum;
  private final String[] favoredNodes;
  private final EnumSet<AddBlockFlag> flags;
  private final AtomicReference<CachingStrategy> cachingStrategy;
  private final ByteArrayManager byteArrayManager;
  private final boolean limitedBuffers;
  private final PipelineSet pipelines;
  private final ClusterSpeeds speeds;
  private final PipelinePlan plan;
  private final BlockAllocator allocator;
  private final PacketRetention retention;
  private final StreamerThreads threads;
  /** What it may hold without asking, in bytes: the packets that stock has. */
  private final long allowance;
  /** Whether blocks were allocated since the last flush told the namenode. */
  private final AtomicBoolean persistBlocks = new AtomicBoolean();
  /** Those that failed a block; stock's streamer of the file keeps them, too. */
  private final Set<DatanodeInfo> failed = ConcurrentHashMap.newKeySet();
  private final AtomicLong nextSeqno = new AtomicLong();
  private final AtomicLong lastQueuedSeqno = new AtomicLong(-1);

  /**
   * @param stream of the file, as far as stock has made it
   * @param stat the file as it was created
   * @param progress told of the file's progress, or null
   * @param checksum of its packets
   * @param favoredNodes host:port of datanodes, or null
   * @param streamers those of its pipelines that have not ended; thread-safe
   */
  SmarthFile(DFSOutputStream stream, HdfsFileStatus stat,
      Progressable progress, DataChecksum checksum, String[] favoredNodes,
      Set<SmarthDataStreamer> streamers) {
    this.client = stream.dfsClient;
    this.src = stream.src;
    this.stat = stat;
    this.progress = progress;
    this.checksum = checksum;
    this.favoredNodes = favoredNodes;
    this.flags = stream.getAddBlockFlags();
    this.cachingStrategy = stream.cachingStrategy;
    this.byteArrayManager = stream.byteArrayManager;
    SmarthClient smarth = client.smarth;
    this.pipelines = new PipelineSet(smarth.getOpenPipelines(),
        smarth.getMetrics()::pipelinesOpened);
    this.speeds = smarth.getSpeeds(new RpcNameNodes(client));
    FileUnderWrite file = new FileUnderWrite(src, stat.getFileId(),
        client.clientName, stat.getReplication(), favoredNodes, flags,
        hasStoragePolicy());
    this.plan = newPlan(smarth, !file.isBound());
    this.allocator = new BlockAllocator(client.namenode, file,
        client.getConf(), StockOutputStream.getMaxRetryMillis(client), plan,
        pipelines);
    // What stock would hold, so that many files never starve each other.
    this.allowance = (client.getConf().getWriteMaxPackets() + 1L)
        * (PacketHeader.PKT_MAX_HEADER_LEN + stream.packetSize);
    // A manager with a limit of its own is not kept from its buffers.
    this.limitedBuffers =
        client.getConf().getWriteByteArrayManagerConf() != null;
    this.retention = new PacketRetention(
        smarth.getBudget().open(allowance,
            smarth.getConf().getRetainedMemory(), !limitedBuffers),
        smarth.getSpillSpace(),
        () -> SpillCandidates.spillSome(streamers, byteArrayManager),
        new FlushBacklog(new Timer(), allowance,
            smarth.getConf().getFlushBacklog()),
        smarth.getControl()::acked);
    this.threads = new StreamerThreads(this, streamers);
  }

  private PipelinePlan newPlan(SmarthClient smarth, boolean free) {
    SmarthClientConf conf = smarth.getConf();
    OwnDatanodes own = new OwnDatanodes(SmarthFile::isLocal, flags);
    if (conf.getPipelinesMode() == PipelineMode.PAPER) {
      return new PaperPlan(smarth.getLive(client.namenode), pipelines,
          new TargetExclusion(stat.getReplication(), own),
          conf.getPipelinesMax(), new TargetOrder(speeds::get,
              speeds::getUndoubted, SmarthFile::isLocal,
              conf.getFirstNodeThreshold(), new Random()));
    }
    SpreadOrder order = new SpreadOrder(speeds::get, speeds::getUndoubted,
        speeds::getAlone, SmarthFile::isLocal, conf.getFirstNodeThreshold(),
        new Random());
    return new AutoPlan(smarth.getView(client.namenode), pipelines,
        smarth.getOpenPipelines(),
        new SpreadExclusion(stat.getReplication(), own, order, new Random()),
        smarth.getControl(), order, free);
  }

  /** @return whether blocks go to others than disks of any kind. */
  private boolean hasStoragePolicy() {
    byte policy = stat.getStoragePolicy();
    return policy != HdfsConstants.BLOCK_STORAGE_POLICY_ID_UNSPECIFIED
        && policy != HdfsConstants.HOT_STORAGE_POLICY_ID;
  }

  /** @return whether a datanode is on this host. */
  private static boolean isLocal(DatanodeInfo node) {
    return LocalAddresses.contain(
        NetUtils.createSocketAddr(node.getXferAddr()));
  }

  DFSClient getClient() {
    return client;
  }

  String getSrc() {
    return src;
  }

  HdfsFileStatus getStat() {
    return stat;
  }

  Progressable getProgress() {
    return progress;
  }

  DataChecksum getChecksum() {
    return checksum;
  }

  String[] getFavoredNodes() {
    return favoredNodes;
  }

  EnumSet<AddBlockFlag> getFlags() {
    return flags;
  }

  AtomicReference<CachingStrategy> getCachingStrategy() {
    return cachingStrategy;
  }

  ByteArrayManager getByteArrayManager() {
    return byteArrayManager;
  }

  /** @return whether the process may have so many of its buffers at a time. */
  boolean hasLimitedBuffers() {
    return limitedBuffers;
  }

  /** @return the pipelines, in the order of their blocks. */
  PipelineSet getPipelines() {
    return pipelines;
  }

  /** @return whether the writer may go on once only this datanode has a block. */
  boolean mayGoOn(DatanodeInfo first) {
    return client.smarth.getConf().isFirstNodeLocal() || !isLocal(first);
  }

  /** @return how fast first datanodes were. */
  ClusterSpeeds getSpeeds() {
    return speeds;
  }

  /** @return what the process counts of all files. */
  ClientMetrics getMetrics() {
    return client.smarth.getMetrics();
  }

  PipelinePlan getPlan() {
    return plan;
  }

  BlockAllocator getAllocator() {
    return allocator;
  }

  /** @return what it may hold without asking, in bytes. */
  long getAllowance() {
    return allowance;
  }

  /** @return where packets are until all datanodes have them. */
  PacketRetention getRetention() {
    return retention;
  }

  /** @return what starts the threads of its pipelines. */
  StreamerThreads getThreads() {
    return threads;
  }

  /** @param nodes that failed a block of the file. */
  void failed(Collection<DatanodeInfo> nodes) {
    failed.addAll(nodes);
  }

  /**
   * Asks the namenode for one more datanode.
   *
   * @param holders that have, or receive, the block
   * @return the holders, and another one if there is any
   */
  LocatedBlock getAdditionalDatanode(ExtendedBlock block,
      List<ReplicaTarget> holders, Collection<DatanodeInfo> excluded)
      throws IOException {
    return client.namenode.getAdditionalDatanode(src, stat.getFileId(), block,
        ReplicaTarget.nodes(holders), ReplicaTarget.storageIds(holders),
        excluded.toArray(new DatanodeInfo[0]), 1, client.clientName);
  }

  /**
   * As stock, a datanode that failed another block of the file replaces none;
   * but here it does where there is no other.
   *
   * @param found what the namenode offers without those that are excluded
   * @return what is to be taken
   */
  LocatedBlock ratherWell(LocatedBlock found, ExtendedBlock block,
      List<ReplicaTarget> holders, Collection<DatanodeInfo> excluded) {
    List<DatanodeInfo> offered =
        new ArrayList<>(Arrays.asList(found.getLocations()));
    offered.removeAll(Arrays.asList(ReplicaTarget.nodes(holders)));
    if (Collections.disjoint(offered, failed)) {
      return found;
    }
    Set<DatanodeInfo> without = new HashSet<>(failed);
    without.addAll(excluded);
    try {
      LocatedBlock other = getAdditionalDatanode(block, holders, without);
      return other.getLocations().length > holders.size() ? other : found;
    } catch (IOException e) {
      // Stock does not ask again, and goes on with what was offered.
      DFSClient.LOG.debug("No other datanode than {}", offered, e);
      return found;
    }
  }

  /** @return whether the next flush tells the namenode of new blocks. */
  AtomicBoolean getPersistBlocks() {
    return persistBlocks;
  }

  /** @return the number of the next packet; the writer counts it up. */
  AtomicLong getNextSeqno() {
    return nextSeqno;
  }

  /** @return the number of the packet queued last; -1 if there is none. */
  AtomicLong getLastQueuedSeqno() {
    return lastQueuedSeqno;
  }
}
