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
package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.List;
import java.util.Set;

import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy.NotEnoughReplicasException;
import org.apache.hadoop.hdfs.smarth.namenode.ClientView;
import org.apache.hadoop.hdfs.smarth.namenode.Fallback;
import org.apache.hadoop.hdfs.smarth.namenode.FirstChoice;
import org.apache.hadoop.hdfs.smarth.namenode.PlacementSpeeds;
import org.apache.hadoop.hdfs.smarth.namenode.TopChoice;
import org.apache.hadoop.net.Node;

/**
 * A new block, for a client of which something is known, whose datanodes are
 * chosen one after the other. Used by one thread, which the policy has it for.
 */
final class NewBlock {
  /**
   * Stock's loop, which tries datanodes until one passes its checks. Null if
   * none of the proposals does.
   */
  interface StockLoop {
    DatanodeStorageInfo choose() throws NotEnoughReplicasException;
  }

  private final PlacementSpeeds speeds;
  private final ClusterDatanodes datanodes;
  private final String host;
  private final ClientView client;
  private final int pipelines;
  private final int inService;

  // Null unless it was chosen by speed.
  private DatanodeStorageInfo first;
  // What stock's loop is to try; null: what it draws itself.
  private Proposals proposals;

  /**
   * @param host the client's IP address
   * @param client what is known of it
   * @param replication how many datanodes it asks for
   * @param inService how many there are
   */
  NewBlock(PlacementSpeeds speeds, ClusterDatanodes datanodes, String host,
      ClientView client, int replication, int inService) {
    this.speeds = speeds;
    this.datanodes = datanodes;
    this.host = host;
    this.client = client;
    // Algorithm 1, line 3.
    this.pipelines = Math.max(1, inService / Math.max(1, replication));
    this.inService = inService;
  }

  boolean isLimping(DatanodeDescriptor datanode) {
    return speeds.isLimping(client, datanode.getDatanodeUuid());
  }

  /** The first datanode is the client's own. */
  void firstIsLocal() {
    first = null;
    speeds.getMetrics().firstLeftToStock(Fallback.LOCAL_WRITER);
  }

  /** @return null if stock is to choose it. */
  DatanodeStorageInfo chooseFirst(Set<Node> excluded, Set<StorageType> types,
      StockLoop loop) throws NotEnoughReplicasException {
    FirstChoice choice = speeds.chooseFirst(client,
        ClusterDatanodes.uuids(excluded), pipelines, inService);
    Fallback fallback = choice.getFallback();
    first = null;
    if (fallback == null) {
      first = choose(new FirstProposals(choice.getFastest(), types), excluded,
          loop);
      fallback = Fallback.REFUSED;
    }
    if (first == null) {
      speeds.getMetrics().firstLeftToStock(fallback);
    } else {
      speeds.getMetrics().firstChosenBySpeed();
      if (choice.isTriedAgain(
          first.getDatanodeDescriptor().getDatanodeUuid())) {
        speeds.getMetrics().firstTriedAgain();
      }
    }
    return first;
  }

  /**
   * @param from the datanode that will forward to it
   * @param sameRack whether the rack rule wants it on that datanode's rack,
   *     else on another
   * @return null if stock is to choose it
   */
  DatanodeStorageInfo chooseNext(DatanodeDescriptor from, boolean sameRack,
      Set<Node> excluded, Set<StorageType> types, StockLoop loop)
      throws NotEnoughReplicasException {
    TopChoice choice = speeds.chooseNext(from.getDatanodeUuid(), sameRack,
        ClusterDatanodes.uuids(excluded), pipelines);
    DatanodeStorageInfo next = choice == null ? null
        : choose(new HopProposals(from, sameRack, choice, types), excluded,
            loop);
    if (next != null) {
      speeds.getMetrics().laterChosenBySpeed();
    }
    return next;
  }

  private DatanodeStorageInfo choose(Proposals tried, Set<Node> excluded,
      StockLoop loop) throws NotEnoughReplicasException {
    proposals = tried;
    try {
      DatanodeStorageInfo chosen = loop.choose();
      if (chosen == null) {
        // Stock chooses, and says what it finds, as if nothing had been tried.
        excluded.removeAll(tried.getTried());
      }
      return chosen;
    } finally {
      proposals = null;
    }
  }

  /** @return null outside of a choice by speed. */
  Proposals getProposals() {
    return proposals;
  }

  /**
   * @param writer where stock would have the pipeline begin
   * @return where it begins: a first datanode chosen by speed stays the first
   */
  Node pipelineStart(Node writer, DatanodeStorageInfo[] storages) {
    return first != null && storages.length > 0 && storages[0] == first
        ? first.getDatanodeDescriptor() : writer;
  }

  /** @return the datanode that was chosen last. */
  static DatanodeDescriptor last(List<DatanodeStorageInfo> results) {
    return results.get(results.size() - 1).getDatanodeDescriptor();
  }

  /** Those that are fast for the client. */
  private final class FirstProposals extends Proposals {
    private FirstProposals(TopChoice choice, Set<StorageType> types) {
      super(datanodes, choice, types);
    }

    @Override
    void isGone(String datanode) {
      speeds.getTable().forget(host, datanode);
    }

    @Override
    boolean isInScope(DatanodeDescriptor datanode) {
      return true;
    }
  }

  /** Those that the datanode before them is fast to reach. */
  private final class HopProposals extends Proposals {
    private final DatanodeDescriptor from;
    private final boolean sameRack;

    private HopProposals(DatanodeDescriptor from, boolean sameRack,
        TopChoice choice, Set<StorageType> types) {
      super(datanodes, choice, types);
      this.from = from;
      this.sameRack = sameRack;
    }

    @Override
    void isGone(String datanode) {
      // The next heartbeat of the datanode that knew it brings new rates.
    }

    @Override
    boolean isInScope(DatanodeDescriptor datanode) {
      return datanodes.isOnSameRack(from, datanode) == sameRack;
    }
  }
}
