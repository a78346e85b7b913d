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
package org.apache.hadoop.hdfs.smarth.client.plan.paper;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.smarth.client.datanodes.OwnDatanodes;
import org.apache.hadoop.hdfs.smarth.client.datanodes.Racks;

/**
 * Which datanodes the namenode is asked not to choose, so that the pipelines
 * of a file do not share datanodes (paper, section IV.C). Too long a list
 * makes the namenode return too few targets, or targets on one rack, without
 * an error; this keeps enough of them. The writer's own datanode is shared by
 * all pipelines. One per file; as safe for threads as what it is given.
 */
@InterfaceAudience.Private
public final class TargetExclusion {
  private final int replication;
  private final OwnDatanodes own;

  /**
   * @param replication how many targets a block needs
   * @param own the datanodes on the writer's host
   */
  public TargetExclusion(int replication, OwnDatanodes own) {
    this.replication = replication;
    this.own = own;
  }

  /** @return how many targets a block needs. */
  int getReplication() {
    return replication;
  }

  /** @param targets of a new block, in the namenode's order. */
  void noteChosen(DatanodeInfo[] targets) {
    own.noteChosen(targets);
  }

  /**
   * @param live the datanodes in service, in any order, which decides between
   *     racks that are equal; empty if not known
   * @param busy the datanodes in this file's open pipelines
   * @param bad the datanodes that failed this client lately
   * @param toCome how many pipelines may be opened after this one before one
   *     of the open ones ends
   * @return the datanodes to exclude because of other pipelines; null if too
   *     few would be left, so that a pipeline should end first
   */
  Set<DatanodeInfo> choose(Collection<DatanodeInfo> live,
      Set<DatanodeInfo> busy, Set<DatanodeInfo> bad, int toCome) {
    Collection<DatanodeInfo> known = live.isEmpty() ? busy : live;
    Set<DatanodeInfo> first = own.preferredAmong(known);
    Set<DatanodeInfo> others = new HashSet<>(busy);
    others.removeAll(first);
    Set<DatanodeInfo> unusable = new HashSet<>(bad);
    unusable.addAll(own.avoidedAmong(known));
    Set<DatanodeInfo> excluded = apart(live, others, unusable, toCome);
    if (excluded != null) {
      excluded.removeAll(first);
    }
    return excluded;
  }

  private Set<DatanodeInfo> apart(Collection<DatanodeInfo> live,
      Set<DatanodeInfo> busy, Set<DatanodeInfo> bad, int toCome) {
    if (live.isEmpty() || busy.isEmpty() && toCome == 0) {
      return new HashSet<>(busy);
    }
    List<DatanodeInfo> nodes = new ArrayList<>(live);
    nodes.removeAll(bad);
    Map<String, List<DatanodeInfo>> racks = Racks.of(nodes);
    nodes.removeAll(busy);
    Map<String, List<DatanodeInfo>> free = Racks.of(nodes);
    Set<DatanodeInfo> excluded = new HashSet<>(busy);
    if (racks.size() > 1 && free.size() < 2) {
      // Better to share the few datanodes of a small rack than to keep a
      // block on one rack.
      for (Map.Entry<String, List<DatanodeInfo>> rack : racks.entrySet()) {
        if (!free.containsKey(rack.getKey())) {
          excluded.removeAll(rack.getValue());
        }
      }
    } else if (racks.size() == 2) {
      keepForLater(free, excluded, toCome);
    } else if (racks.size() > 2 && replication > 2) {
      keepPairs(racks, free, excluded);
    }
    return available(racks, excluded) < replication ? null : excluded;
  }

  /**
   * Keeps a free datanode on each rack for each pipeline to come. Of two racks
   * of 5 and 4 datanodes, two pipelines could take all of the smaller one, and
   * leave none there for a third.
   */
  private void keepForLater(Map<String, List<DatanodeInfo>> free,
      Set<DatanodeInfo> excluded, int toCome) {
    int total = 0;
    int least = Integer.MAX_VALUE;
    for (List<DatanodeInfo> rack : free.values()) {
      total += rack.size();
      least = Math.min(least, rack.size());
    }
    int keep = Math.min(toCome, least - 1);
    if (total - keep * free.size() < replication) {
      return;
    }
    for (List<DatanodeInfo> rack : free.values()) {
      for (int i = 0; i < keep; i++) {
        excluded.add(rack.get(i));
      }
    }
  }

  /**
   * The second and third replica of a block belong on one rack. A rack with
   * one free datanode left would give it one of them only.
   */
  private void keepPairs(Map<String, List<DatanodeInfo>> racks,
      Map<String, List<DatanodeInfo>> free, Set<DatanodeInfo> excluded) {
    int pairs = 0;
    for (List<DatanodeInfo> rack : free.values()) {
      pairs += rack.size() > 1 ? 1 : 0;
    }
    for (Map.Entry<String, List<DatanodeInfo>> rack : free.entrySet()) {
      List<DatanodeInfo> all = racks.get(rack.getKey());
      if (rack.getValue().size() > 1 || all.size() == 1) {
        continue;
      }
      if (pairs > 1 && available(racks, excluded) > replication) {
        excluded.addAll(rack.getValue());
      } else {
        // One that is busy is shared.
        all.stream().filter(excluded::contains).findFirst()
            .ifPresent(excluded::remove);
        pairs++;
      }
    }
  }

  private static int available(Map<String, List<DatanodeInfo>> racks,
      Set<DatanodeInfo> excluded) {
    int available = 0;
    for (List<DatanodeInfo> rack : racks.values()) {
      for (DatanodeInfo node : rack) {
        available += excluded.contains(node) ? 0 : 1;
      }
    }
    return available;
  }
}
