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
package org.apache.hadoop.hdfs.smarth.client.pipelines;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.client.impl.DfsClientConf;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DSQuotaExceededException;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.NSQuotaExceededException;
import org.apache.hadoop.hdfs.protocol.QuotaByStorageTypeExceededException;
import org.apache.hadoop.hdfs.protocol.QuotaExceededException;
import org.apache.hadoop.hdfs.protocol.UnresolvedPathException;
import org.apache.hadoop.hdfs.server.namenode.NotReplicatedYetException;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet.Pipeline;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.Timer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gets the blocks of one file from the namenode, one at a time. Each goes to
 * datanodes that the plan leaves it, as far as the cluster has room. The
 * threads of the pipelines take turns.
 */
@InterfaceAudience.Private
public final class BlockAllocator {
  private static final Logger LOG =
      LoggerFactory.getLogger(BlockAllocator.class);
  private static final DatanodeInfo[] NONE = {};
  private static final long MAX_RETRY_MILLIS = 1000;
  private static final int MIN_RETRY_DIVISOR = 16;
  /** So long it is known that the namenode gives fewer targets than wanted. */
  static final long FEWER_MILLIS = TimeUnit.SECONDS.toMillis(10);

  private final ClientProtocol namenode;
  private final FileUnderWrite file;
  private final DfsClientConf conf;
  private final long maxRetryMillis;
  private final PipelinePlan plan;
  private final PipelineSet pipelines;
  private final FailedDatanodes bad;
  private final Timer timer;
  /** When the last block was, in milliseconds. */
  private volatile long allocatedAt;
  /** Until when there is no second pipeline, as above. */
  private volatile long aloneUntil = Long.MIN_VALUE;
  /** That failed the block whose turn it is. Of the thread whose turn it is. */
  private Set<DatanodeInfo> failedBlock = Collections.emptySet();
  /** The targets of the last attempt; as above. */
  private List<DatanodeInfo> lastTargets = Collections.emptyList();
  /** How many more attempts may be spent on what failed before; as above. */
  private int sparesLeft;
  /** Targets that the namenode gave with none excluded, if too few; as above. */
  private int fewer;
  /** Until when that is known, in milliseconds; as above. */
  private long fewerUntil = Long.MIN_VALUE;

  /**
   * @param namenode gives the blocks
   * @param file for which
   * @param conf for retries, as stock has them
   * @param maxRetryMillis how long to wait at the most between two of them
   * @param plan how many pipelines, on which datanodes
   * @param pipelines the pipelines of the file
   */
  public BlockAllocator(ClientProtocol namenode, FileUnderWrite file,
      DfsClientConf conf, long maxRetryMillis, PipelinePlan plan,
      PipelineSet pipelines) {
    this(namenode, file, conf, maxRetryMillis, plan, pipelines, new Timer());
  }

  BlockAllocator(ClientProtocol namenode, FileUnderWrite file,
      DfsClientConf conf, long maxRetryMillis, PipelinePlan plan,
      PipelineSet pipelines, Timer timer) {
    this.namenode = namenode;
    this.file = file;
    this.conf = conf;
    this.maxRetryMillis = maxRetryMillis;
    this.plan = plan;
    this.pipelines = pipelines;
    this.timer = timer;
    this.bad = new FailedDatanodes(conf.getExcludedNodesCacheExpiry(), timer);
  }

  /**
   * Waits until the pipeline may have a block.
   *
   * @param pipeline a pipeline without one
   * @throws IOException if interrupted, or the failure of another pipeline
   */
  public void awaitTurn(Pipeline pipeline) throws IOException {
    pipeline.awaitTurn(() -> isAlone() ? 1 : plan.limit(),
        () -> isAlone() ? 1 : plan.limitOfAll());
  }

  /** The first block does not wait and needs no view of the cluster. */
  private boolean isAlone() {
    return pipelines.getOpen() == 0 || timer.monotonicNow() < aloneUntil;
  }

  /** @param node a datanode that lost a block, not to be used soon. */
  public void avoid(DatanodeInfo node) {
    bad.lost(node);
  }

  /**
   * @param pipeline the pipeline whose turn it is
   * @param previous the block before, with its full length; null at the start
   * @param failed datanodes that failed this block
   * @return a new block, its targets in the order of the pipeline, which now
   *     occupies them
   * @throws IOException if the namenode refuses, or the failure of another
   *     pipeline
   */
  public LocatedBlock allocate(Pipeline pipeline, ExtendedBlock previous,
      DatanodeInfo[] failed) throws IOException {
    if (failed.length == 0) {
      beginBlock();
    } else {
      refused(pipeline, new HashSet<>(Arrays.asList(failed)));
    }
    boolean share = file.isBound();
    while (true) {
      // Those of an attempt that was in vain are free again.
      pipeline.occupy(NONE);
      Set<DatanodeInfo> badNow = bad.get();
      Set<DatanodeInfo> busy = share ? Collections.<DatanodeInfo>emptySet()
          : plan.exclude(pipeline, badNow);
      Set<DatanodeInfo> excluded = new HashSet<>(badNow);
      excluded.addAll(busy);
      LocatedBlock block = addBlock(pipeline, previous, excluded,
          !busy.isEmpty() || bad.perhapsFull() > 0 || bad.mayBeWell());
      DatanodeInfo[] targets = block == null ? NONE : block.getLocations();
      if (block != null && (targets.length >= wanted()
          || busy.isEmpty() && (sparesLeft == 0
              || !bad.tryAgain() && bad.perhapsFull() == 0))) {
        learn(targets.length, excluded.isEmpty());
        // If it cannot, the block goes as the namenode has it, as in stock.
        Measuring.attempt(() -> plan.arrange(pipeline, block));
        pipeline.occupy(block.getLocations());
        lastTargets = Arrays.asList(block.getLocations());
        allocatedAt = timer.monotonicNow();
        return block;
      }
      LOG.debug("Only {} targets for a block of {} with {} datanodes excluded",
          targets.length, file.getSrc(), excluded.size());
      if (block != null) {
        namenode.abandonBlock(block.getBlock(), file.getFileId(),
            file.getSrc(), file.getClientName());
      }
      if (!busy.isEmpty()) {
        share = !plan.handleTooFew(excluded, targets);
      } else if (bad.perhapsFull() > 0) {
        awaitThreads(pipeline);
        bad.tryFullAgain();
      } else if (block == null) {
        bad.tryLostAgain();
      }
    }
  }

  /**
   * Fewer than the file's where its replication was lowered meanwhile, or its
   * policy of storage has no room: to do without exclusions is no use then.
   */
  private int wanted() {
    return timer.monotonicNow() < fewerUntil ? fewer : file.getReplication();
  }

  private void learn(int targets, boolean noneExcluded) {
    if (targets >= file.getReplication()) {
      fewerUntil = Long.MIN_VALUE;
    } else if (noneExcluded) {
      fewer = targets;
      fewerUntil = timer.monotonicNow() + FEWER_MILLIS;
    }
  }

  private void beginBlock() {
    failedBlock = Collections.emptySet();
    sparesLeft = conf.getNumBlockWriteRetry();
    // Those took the block before.
    bad.endTrial(lastTargets);
  }

  /**
   * Only those of the last attempt. Stock gives up after a few, so after the
   * second one the threads of other pipelines are waited for. Once one failed
   * that was tried again, or where one attempt is left, the block goes without
   * all that failed, as in stock.
   */
  private void refused(Pipeline pipeline, Set<DatanodeInfo> failed)
      throws IOException {
    Set<DatanodeInfo> now = new HashSet<>(failed);
    now.removeAll(failedBlock);
    if (now.isEmpty()) {
      now.addAll(failed);
      now.retainAll(pipeline.getTargets());
    }
    failedBlock = failed;
    sparesLeft = bad.isTrial(now) ? 0 : Math.max(0, sparesLeft - 1);
    long millis = timer.monotonicNow() - allocatedAt;
    boolean beside = pipeline.hasEarlier();
    for (DatanodeInfo node : now) {
      bad.refused(node, millis, beside);
    }
    if (sparesLeft == 0) {
      bad.endTrial(Collections.emptyList());
    }
    if (beside && failed.size() > 1 && bad.perhapsFull(failed) > 1) {
      awaitThreads(pipeline);
    }
  }

  /** A datanode at its limit of threads gets some back when pipelines end. */
  private void awaitThreads(Pipeline pipeline) throws IOException {
    LOG.info("{}: waiting for the pipelines of earlier blocks to end, because"
        + " datanodes take no more connections", file.getSrc());
    pipeline.awaitEarlierDone();
    aloneUntil = timer.monotonicNow() + bad.getFullMillis();
  }

  /**
   * Whether a file that is complete may leave room: until then its blocks count
   * as full, in quotas and on datanodes.
   */
  private static boolean isForWantOfRoom(IOException refusal) {
    String why = refusal.getMessage();
    return refusal instanceof QuotaExceededException
        // So Hadoop 2 and Hadoop 3 say it.
        || why != null && (why.contains("could only be replicated to")
            || why.contains("could only be written to"));
  }

  /**
   * @param othersLeft whether some of those excluded could be used after all
   * @return null if the namenode has no datanode but those
   */
  private LocatedBlock addBlock(Pipeline pipeline, ExtendedBlock previous,
      Set<DatanodeInfo> excluded, boolean othersLeft) throws IOException {
    int retries = conf.getNumBlockWriteLocateFollowingRetry();
    long max = Math.max(1, conf.getBlockWriteLocateFollowingInitialDelayMs());
    long delay = Math.max(1, max / MIN_RETRY_DIVISOR);
    // Asked before: one that ends meanwhile may have left room too late.
    Set<PipelineSet> draining = pipelines.getDrainingFiles();
    while (true) {
      try {
        return namenode.addBlock(file.getSrc(), file.getClientName(), previous,
            excluded.isEmpty() ? null
                : excluded.toArray(new DatanodeInfo[0]),
            file.getFileId(), file.getFavoredNodes(), file.getFlags());
      } catch (RemoteException e) {
        if (othersLeft && IOException.class.getName().equals(e.getClassName())) {
          // "could only be replicated to 0 nodes" has no class of its own.
          LOG.debug("No block for {}", file.getSrc(), e);
          return null;
        }
        if (!NotReplicatedYetException.class.getName()
            .equals(e.getClassName())) {
          IOException refusal = e.unwrapRemoteException(
              FileNotFoundException.class, AccessControlException.class,
              NSQuotaExceededException.class, DSQuotaExceededException.class,
              QuotaByStorageTypeExceededException.class,
              UnresolvedPathException.class);
          if (!isForWantOfRoom(refusal)) {
            throw refusal;
          }
          pipeline.occupy(NONE);
          if (pipeline.hasEarlier()
              && refusal instanceof QuotaExceededException) {
            // A close completes the file after such a refusal, so that no block
            // may need its client any more; stock asks when they are done, too.
            pipeline.awaitEarlierDone();
          } else if (!pipelines.awaitDrainingFile(draining)) {
            throw refusal;
          }
          continue;
        }
        pipeline.occupy(NONE);
        // With earlier pipelines the replicas are on their way, at the speed
        // of their slowest hop, and a pipeline that stalls fails by itself.
        if (!pipeline.hasEarlier() && delay >= max && retries-- == 0) {
          throw e;
        }
        LOG.debug("The block before the last of {} has too few replicas yet",
            file.getSrc(), e);
        pipelines.awaitChange(delay);
        delay = pipeline.hasEarlier()
            ? Math.min(delay * 2, MAX_RETRY_MILLIS)
            : Math.min(delay * 2, Math.max(max, maxRetryMillis));
      }
    }
  }

  /** What the namenode needs to know of a file to give it a block. Immutable. */
  public static final class FileUnderWrite {
    private final String src;
    private final long fileId;
    private final String clientName;
    private final int replication;
    private final String[] favoredNodes;
    private final EnumSet<AddBlockFlag> flags;
    private final boolean storagePolicy;

    /**
     * @param src the path
     * @param fileId the inode
     * @param clientName the holder of the lease
     * @param replication how many datanodes a block needs
     * @param favoredNodes host:port of the datanodes that the writer favors, or
     *     null
     * @param flags for addBlock
     * @param storagePolicy whether blocks go to storages of certain types
     */
    public FileUnderWrite(String src, long fileId, String clientName,
        int replication, String[] favoredNodes, EnumSet<AddBlockFlag> flags,
        boolean storagePolicy) {
      this.src = src;
      this.fileId = fileId;
      this.clientName = clientName;
      this.replication = replication;
      this.favoredNodes = favoredNodes == null ? null : favoredNodes.clone();
      this.flags = flags.clone();
      this.storagePolicy = storagePolicy;
    }

    /** @return the path. */
    public String getSrc() {
      return src;
    }

    /** @return the inode. */
    public long getFileId() {
      return fileId;
    }

    /** @return the holder of the lease. */
    public String getClientName() {
      return clientName;
    }

    /** @return how many datanodes a block needs. */
    public int getReplication() {
      return replication;
    }

    /** @return the datanodes that the writer favors, or null. */
    public String[] getFavoredNodes() {
      return favoredNodes == null ? null : favoredNodes.clone();
    }

    /**
     * @return whether only the namenode knows which datanodes fit: the writer
     *     favors some, or blocks go to storages of certain types
     */
    public boolean isBound() {
      return favoredNodes != null || storagePolicy;
    }

    /** @return the flags for addBlock. */
    public EnumSet<AddBlockFlag> getFlags() {
      return flags.clone();
    }
  }
}
