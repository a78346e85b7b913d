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

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy.NotEnoughReplicasException;
import org.apache.hadoop.hdfs.smarth.namenode.placement.Candidates;
import org.apache.hadoop.hdfs.smarth.namenode.placement.DatanodeChooser.ClientView;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementMetrics.Fallback;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementSpeeds;
import org.apache.hadoop.net.Node;

/**
 * A new block of a client with known speeds. Its datanodes are chosen one after
 * the other, by one thread.
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
  private final boolean choice;

  private int writerId;
  // Null unless it was chosen by speed.
  private DatanodeStorageInfo first;
  // What stock's loop is to try; null: what it draws itself.
  private Proposals proposals;

  /**
   * @param host the client's IP address
   * @param client what is known of it
   * @param replication how many datanodes it asks for
   * @param inService how many there are
   * @param excluded those that the client does not want; may be null
   */
  NewBlock(PlacementSpeeds speeds, ClusterDatanodes datanodes, String host,
      ClientView client, int replication, int inService, Set<Node> excluded) {
    this.speeds = speeds;
    this.datanodes = datanodes;
    this.host = host;
    this.client = client;
    // Algorithm 1, line 3.
    this.pipelines = Math.max(1, inService / Math.max(1, replication));
    this.inService = inService;
    int unwanted = excluded == null ? 0 : (int) excluded.stream()
        .filter(NewBlock::isInService).count();
    this.choice = inService - unwanted > replication;
  }

  /**
   * @param id that of the client's writers that asks; 0: not known
   * @return this
   */
  NewBlock askedBy(int id) {
    writerId = id;
    return this;
  }

  private static boolean isInService(Node node) {
    return node instanceof DatanodeDescriptor
        && ((DatanodeDescriptor) node).isInService();
  }

  /** @return whether the client leaves more datanodes than the block needs. */
  boolean isLeftAChoice() {
    return choice;
  }

  boolean isLimping(DatanodeDescriptor datanode) {
    return speeds.getChooser()
        .isLimping(client, datanode.getDatanodeUuid(), writerId);
  }

  /** The first datanode is the client's own. */
  void firstIsLocal() {
    first = null;
    speeds.getMetrics().firstLeftToStock(Fallback.LOCAL_WRITER);
  }

  /** @return null if stock is to choose it. */
  DatanodeStorageInfo chooseFirst(Set<Node> excluded, Set<StorageType> types,
      StockLoop loop) throws NotEnoughReplicasException {
    Candidates candidates = speeds.getChooser().chooseFirst(client,
        ClusterDatanodes.uuids(excluded), pipelines, inService);
    first = null;
    first = choose(new Proposals(datanodes, candidates, types,
        datanode -> true, gone -> speeds.getTable().forget(host, gone)),
        excluded, loop);
    if (first == null) {
      speeds.getMetrics().firstLeftToStock(candidates.getFallback());
    } else {
      speeds.getMetrics().firstChosenBySpeed();
      if (candidates.isTriedAgain(
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
    Candidates candidates = speeds.getChooser().chooseNext(
        from.getDatanodeUuid(), sameRack, ClusterDatanodes.uuids(excluded),
        pipelines);
    // The next rates of the one before are without those that are gone.
    DatanodeStorageInfo next = choose(new Proposals(datanodes, candidates,
        types, datanode -> datanodes.isOnSameRack(from, datanode) == sameRack,
        gone -> { }), excluded, loop);
    if (next != null) {
      speeds.getMetrics().laterChosenBySpeed();
    }
    return next;
  }

  private DatanodeStorageInfo choose(Proposals tried, Set<Node> excluded,
      StockLoop loop) throws NotEnoughReplicasException {
    if (tried.isEmpty()) {
      return null;
    }
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

  /**
   * The datanodes that stock's loop is to try for one replica, in place of those
   * that it would draw. Used by one thread.
   */
  static final class Proposals {
    private final ClusterDatanodes datanodes;
    private final Candidates candidates;
    private final Set<StorageType> types;
    private final Predicate<DatanodeDescriptor> inScope;
    private final Consumer<String> gone;
    /** Given to the loop, which excludes each. */
    private final List<DatanodeDescriptor> tried = new ArrayList<>(2);
    /** Drawn, but without the storage type that was asked for. */
    private final List<DatanodeDescriptor> passedOver = new ArrayList<>(0);

    /**
     * @param types that the block still needs; any of them will do
     * @param inScope whether the rack rule allows a datanode
     * @param gone is told the UUID of a candidate that has left the cluster
     */
    Proposals(ClusterDatanodes datanodes, Candidates candidates,
        Set<StorageType> types, Predicate<DatanodeDescriptor> inScope,
        Consumer<String> gone) {
      this.datanodes = datanodes;
      this.candidates = candidates;
      this.types = types;
      this.inScope = inScope;
      this.gone = gone;
      candidates.compareWrites(datanodes::blocksScheduled);
    }

    /** @return whether there is none from the beginning. */
    boolean isEmpty() {
      return candidates.isEmpty();
    }

    /** @return those that the loop has tried. */
    List<DatanodeDescriptor> getTried() {
      return tried;
    }

    /** @return null if there is none left. */
    DatanodeDescriptor next(Collection<Node> excluded) {
      DatanodeDescriptor datanode = draw(excluded);
      while (datanode != null && !hasAnyType(datanode)) {
        candidates.replaceLast();
        datanode = draw(excluded);
      }
      return toTry(datanode);
    }

    /** @return null if there is none left that has the storage type. */
    DatanodeDescriptor next(Collection<Node> excluded, StorageType type) {
      for (Iterator<DatanodeDescriptor> again = passedOver.iterator();
          again.hasNext();) {
        DatanodeDescriptor datanode = again.next();
        if (datanode.hasStorageType(type)) {
          again.remove();
          return toTry(datanode);
        }
      }
      DatanodeDescriptor datanode = draw(excluded);
      while (datanode != null && !datanode.hasStorageType(type)) {
        if (hasAnyType(datanode)) {
          passedOver.add(datanode);
        } else {
          candidates.replaceLast();
        }
        datanode = draw(excluded);
      }
      return toTry(datanode);
    }

    private DatanodeDescriptor toTry(DatanodeDescriptor datanode) {
      if (datanode != null) {
        tried.add(datanode);
      }
      return datanode;
    }

    private DatanodeDescriptor draw(Collection<Node> excluded) {
      for (String uuid = candidates.next(); uuid != null;
          uuid = candidates.next()) {
        DatanodeDescriptor datanode = datanodes.find(uuid);
        if (datanode == null) {
          gone.accept(uuid);
        } else if (excluded.contains(datanode)) {
          continue;
        } else if (inScope.test(datanode)) {
          return datanode;
        }
        candidates.replaceLast();
      }
      return null;
    }

    private boolean hasAnyType(DatanodeDescriptor datanode) {
      for (StorageType type : types) {
        if (datanode.hasStorageType(type)) {
          return true;
        }
      }
      return false;
    }
  }
}
