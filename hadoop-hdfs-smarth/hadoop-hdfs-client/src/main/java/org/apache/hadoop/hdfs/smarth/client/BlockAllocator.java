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
package org.apache.hadoop.hdfs.smarth.client;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.client.impl.DfsClientConf;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.NSQuotaExceededException;
import org.apache.hadoop.hdfs.protocol.DSQuotaExceededException;
import org.apache.hadoop.hdfs.protocol.QuotaByStorageTypeExceededException;
import org.apache.hadoop.hdfs.protocol.UnresolvedPathException;
import org.apache.hadoop.hdfs.server.namenode.NotReplicatedYetException;
import org.apache.hadoop.hdfs.smarth.client.PipelineSet.Pipeline;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gets the blocks of one file from the namenode, each when it is its turn and
 * on datanodes that no open pipeline of the file occupies, as far as the
 * cluster has room. Used by the threads of the pipelines, of which only one at
 * a time has its turn.
 */
@InterfaceAudience.Private
public final class BlockAllocator {
  private static final Logger LOG =
      LoggerFactory.getLogger(BlockAllocator.class);
  private static final long MOST_RETRY_MILLIS = 1000;
  private static final int LEAST_RETRY_DIVISOR = 16;

  private final ClientProtocol namenode;
  private final FileUnderWrite file;
  private final DfsClientConf conf;
  private final int pipelinesMax;
  private final ClusterView view;
  private final PipelineSet pipelines;
  private final Random random;
  /** Datanodes that failed this file lately, as stock remembers them. */
  private final Cache<DatanodeInfo, DatanodeInfo> bad;

  /**
   * @param namenode whom to ask for blocks
   * @param file for which
   * @param conf for retries, as stock has them
   * @param smarth the keys and the view of the cluster
   * @param pipelines the pipelines of the file
   */
  public BlockAllocator(ClientProtocol namenode, FileUnderWrite file,
      DfsClientConf conf, SmarthClient smarth, PipelineSet pipelines) {
    this.namenode = namenode;
    this.file = file;
    this.conf = conf;
    this.pipelinesMax = smarth.getConf().getPipelinesMax();
    this.view = smarth.getView(namenode);
    this.pipelines = pipelines;
    this.random = new Random();
    this.bad = CacheBuilder.newBuilder().expireAfterWrite(
        conf.getExcludedNodesCacheExpiry(), TimeUnit.MILLISECONDS).build();
  }

  /**
   * Waits until the pipeline may have a block.
   *
   * @param pipeline a pipeline without one
   * @throws IOException if interrupted, or the failure of another pipeline
   */
  public void awaitTurn(Pipeline pipeline) throws IOException {
    // The first block does not wait and needs no view of the cluster.
    pipeline.awaitTurn(
        () -> pipelines.getOpen() == 0 ? 1 : pipelineLimit());
  }

  /** @param node a datanode that failed this file, not to be used soon. */
  public void avoid(DatanodeInfo node) {
    bad.put(node, node);
  }

  private int pipelineLimit() {
    return pipelinesMax > 0 ? pipelinesMax
        : view.pipelinesFor(file.getReplication());
  }

  /**
   * @param pipeline the pipeline whose turn it is
   * @param previous the block before, with its full length; null at the start
   * @param failed datanodes that just failed this client
   * @return a new block on datanodes that the pipeline now occupies
   * @throws IOException if the namenode refuses, or the failure of another
   *     pipeline
   */
  public LocatedBlock allocate(Pipeline pipeline, ExtendedBlock previous,
      DatanodeInfo[] failed) throws IOException {
    // Those of an attempt that could not connect are free again.
    pipeline.occupy(new DatanodeInfo[0]);
    for (DatanodeInfo node : failed) {
      bad.put(node, node);
    }
    Set<DatanodeInfo> badNow = new HashSet<>(bad.asMap().keySet());
    boolean share = file.getFavoredNodes() != null;
    while (true) {
      Set<DatanodeInfo> busy = share ? Collections.<DatanodeInfo>emptySet()
          : awaitExclusion(badNow);
      Set<DatanodeInfo> excluded = new HashSet<>(badNow);
      excluded.addAll(busy);
      LocatedBlock block =
          addBlock(pipeline, previous, excluded, !busy.isEmpty());
      int targets = block == null ? 0 : block.getLocations().length;
      if (block != null
          && (targets >= file.getReplication() || busy.isEmpty())) {
        pipeline.occupy(block.getLocations());
        return block;
      }
      LOG.debug("Only {} targets for a block of {} with {} datanodes excluded",
          targets, file.getSrc(), excluded.size());
      if (block != null) {
        namenode.abandonBlock(block.getBlock(), file.getFileId(),
            file.getSrc(), file.getClientName());
      }
      view.learn(excluded.size() + targets);
      share = !awaitFewerPipelines();
    }
  }

  /** Waits until it is known which datanodes to leave out. */
  private Set<DatanodeInfo> awaitExclusion(Set<DatanodeInfo> badNow)
      throws IOException {
    while (true) {
      Set<DatanodeInfo> busy = pipelines.busyDatanodes();
      if (pipelines.getBlocks() == 0) {
        // A file of one block asks no more of the namenode than stock.
        return busy;
      }
      int open = pipelines.getOpen();
      List<DatanodeInfo> live = new ArrayList<>(view.liveDatanodes());
      Collections.shuffle(live, random);
      int limit = pipelineLimit();
      int toCome = limit == Integer.MAX_VALUE ? 0 : Math.max(0, limit - open);
      Set<DatanodeInfo> excluded = TargetExclusion.choose(live, busy, badNow,
          file.getReplication(), toCome);
      if (excluded != null) {
        return excluded;
      }
      if (open == 1) {
        return Collections.emptySet();
      }
      pipelines.awaitChange(MOST_RETRY_MILLIS);
    }
  }

  /** @return false if there is nothing to wait for. */
  private boolean awaitFewerPipelines() throws IOException {
    boolean waited = false;
    while (pipelines.getOpen() > Math.max(1, pipelineLimit())) {
      pipelines.awaitChange(MOST_RETRY_MILLIS);
      waited = true;
    }
    return waited;
  }

  /**
   * @param mayShare whether some datanodes are excluded only because of other
   *     pipelines
   * @return null if the namenode has no datanode at all, and they may be shared
   */
  private LocatedBlock addBlock(Pipeline pipeline, ExtendedBlock previous,
      Set<DatanodeInfo> excluded, boolean mayShare) throws IOException {
    int retries = conf.getNumBlockWriteLocateFollowingRetry();
    long most = Math.max(1, conf.getBlockWriteLocateFollowingInitialDelayMs());
    long delay = Math.max(1, most / LEAST_RETRY_DIVISOR);
    while (true) {
      try {
        return namenode.addBlock(file.getSrc(), file.getClientName(), previous,
            excluded.isEmpty() ? null
                : excluded.toArray(new DatanodeInfo[0]),
            file.getFileId(), file.getFavoredNodes(), file.getFlags());
      } catch (RemoteException e) {
        if (mayShare && IOException.class.getName().equals(e.getClassName())) {
          // "could only be replicated to 0 nodes" has no class of its own.
          LOG.debug("No block for {}", file.getSrc(), e);
          return null;
        }
        if (!NotReplicatedYetException.class.getName()
            .equals(e.getClassName())) {
          throw e.unwrapRemoteException(FileNotFoundException.class,
              AccessControlException.class, NSQuotaExceededException.class,
              DSQuotaExceededException.class,
              QuotaByStorageTypeExceededException.class,
              UnresolvedPathException.class);
        }
        // With earlier pipelines the replicas are on their way, at the speed
        // of their slowest hop, and a pipeline that stalls fails by itself.
        if (!pipeline.hasEarlier() && delay >= most && retries-- == 0) {
          throw e;
        }
        LOG.debug("The block before the last of {} has too few replicas yet",
            file.getSrc(), e);
        pipelines.awaitChange(delay);
        delay = pipeline.hasEarlier()
            ? Math.min(delay * 2, MOST_RETRY_MILLIS) : delay * 2;
      }
    }
  }
}
