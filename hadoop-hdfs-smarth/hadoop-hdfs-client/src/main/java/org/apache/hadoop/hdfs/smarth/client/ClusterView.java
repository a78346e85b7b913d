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

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.Timer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The datanodes that may take a block, as far as the namenode tells this
 * client: it gives its list to superusers only. Everybody else learns the
 * number from what addBlock returns when datanodes are excluded, and the
 * datanodes from their blocks. One per DFSClient, shared by its files.
 * Thread-safe; the monitor guards all fields.
 */
@InterfaceAudience.Private
public final class ClusterView {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterView.class);
  private static final long EXPIRY_MILLIS = 30_000;
  /** Of more datanodes, the one not seen for the longest time is forgotten. */
  private static final int MOST_SEEN = 1000;

  private final ClientProtocol namenode;
  private final Timer timer;
  private final DrainRates drainRates;
  private List<DatanodeInfo> live = Collections.emptyList();
  private long refreshed;
  private boolean known;
  private boolean refused;
  private int learned;
  private long learnedAt;
  /** The datanodes of this client's blocks. */
  private final Cache<DatanodeInfo, DatanodeInfo> seen =
      CacheBuilder.newBuilder().maximumSize(MOST_SEEN).build();

  /**
   * @param namenode whom to ask
   * @param timer for the age of what is known
   */
  public ClusterView(ClientProtocol namenode, Timer timer) {
    this.namenode = namenode;
    this.timer = timer;
    this.drainRates = new DrainRates(timer);
  }

  /**
   * @return the datanodes in service, at most 30 seconds old; empty if the
   *     namenode does not tell this user or cannot be asked
   */
  public synchronized List<DatanodeInfo> liveDatanodes() {
    long now = timer.monotonicNow();
    if (!refused && (!known || now - refreshed > EXPIRY_MILLIS)) {
      refresh(now);
    }
    return live;
  }

  private void refresh(long now) {
    List<DatanodeInfo> inService = new ArrayList<>();
    try {
      for (DatanodeInfo node
          : namenode.getDatanodeReport(DatanodeReportType.LIVE)) {
        if (node.isInService()) {
          inService.add(node);
        }
      }
    } catch (IOException e) {
      // Without the list a write works all the same, with a bound learned.
      LOG.debug("The namenode does not list its datanodes", e);
      refused = isRefusal(e);
    }
    live = Collections.unmodifiableList(inService);
    known = true;
    refreshed = now;
  }

  private static boolean isRefusal(IOException e) {
    return e instanceof AccessControlException || e instanceof RemoteException
        && ((RemoteException) e).unwrapRemoteException(
            AccessControlException.class) instanceof AccessControlException;
  }

  /**
   * Notes that addBlock found fewer targets than asked for.
   *
   * @param datanodes how many datanodes it had, the excluded ones included
   */
  public synchronized void learn(int datanodes) {
    learned = datanodes;
    learnedAt = timer.monotonicNow();
  }

  /** @return how fast blocks arrive. */
  DrainRates getDrainRates() {
    return drainRates;
  }

  /** @param datanodes that the namenode chose for a block. */
  public synchronized void see(DatanodeInfo[] datanodes) {
    for (DatanodeInfo node : datanodes) {
      seen.put(node, node);
    }
  }

  /**
   * @return the datanodes in service; those seen, if the namenode lists none
   *     and they seem to be all; empty if they are not known
   */
  public synchronized List<DatanodeInfo> knownDatanodes() {
    List<DatanodeInfo> listed = liveDatanodes();
    if (!listed.isEmpty()) {
      return listed;
    }
    int size = learnedSize();
    return size == 0 || seen.size() < size ? Collections.emptyList()
        : new ArrayList<>(seen.asMap().values());
  }

  /** @return how many datanodes are in service; 0 if that is not known. */
  public int size() {
    int size = liveDatanodes().size();
    return size > 0 ? size : learnedSize();
  }

  /**
   * @param replication how many datanodes a pipeline has
   * @return datanodes / replication (paper, Algorithm 1, line 3), at least 1;
   *     a great number while the number of datanodes is unknown
   */
  public int pipelinesFor(int replication) {
    int size = size();
    return size == 0 ? Integer.MAX_VALUE : Math.max(1, size / replication);
  }

  private synchronized int learnedSize() {
    return timer.monotonicNow() - learnedAt > EXPIRY_MILLIS ? 0 : learned;
  }
}
