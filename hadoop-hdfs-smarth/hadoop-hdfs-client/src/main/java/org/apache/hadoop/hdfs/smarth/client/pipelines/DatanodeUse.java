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

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.smarth.client.datanodes.Racks;
import org.apache.hadoop.hdfs.smarth.client.pipelines.OpenPipelines.PipelineProgress;

/**
 * In how many open pipelines of a client each datanode serves, and as what: as
 * the first one, as one that others send to, or as the one that sends to, or
 * receives from, another rack. Immutable.
 */
@InterfaceAudience.Private
public final class DatanodeUse {
  /** Where no datanode is of any pipeline. */
  public static final DatanodeUse NONE = new DatanodeUse(
      Collections.<DatanodeInfo[]>emptySet(),
      Collections.<DatanodeInfo>emptySet());

  /** Of more pipelines a block keeps off the newest; a file has no more. */
  private static final int MOST = 64;

  /**
   * @param pipelines the open ones, the oldest first
   * @param known the datanodes in service, as far as they are known
   * @return what the datanodes do in those that keep links busy
   */
  public static DatanodeUse of(Collection<PipelineProgress> pipelines,
      Collection<DatanodeInfo> known) {
    List<DatanodeInfo[]> busy = pipelines.stream()
        .filter(PipelineProgress::takesLinks).map(PipelineProgress::getNodes)
        .collect(Collectors.toList());
    return new DatanodeUse(
        busy.subList(Math.max(0, busy.size() - MOST), busy.size()), known);
  }

  private final Set<DatanodeInfo> serving = new HashSet<>();
  private final Map<DatanodeInfo, Integer> serves = new HashMap<>();
  private final Map<DatanodeInfo, Integer> firsts = new HashMap<>();
  /** The number of the latest pipeline whose first datanode it is. */
  private final Map<DatanodeInfo, Integer> latest = new HashMap<>();
  private final int pipelines;
  /** How many datanodes are on each rack; nothing as long as most are idle. */
  private final Map<String, Integer> racks = new HashMap<>();
  private final Map<DatanodeInfo, Integer> sends = new HashMap<>();
  private final Map<DatanodeInfo, Integer> receives = new HashMap<>();
  /** By the racks that a block leaves and enters. */
  private final Map<Map.Entry<String, String>, Integer> flows =
      new HashMap<>();

  /**
   * @param occupied the datanodes of each pipeline, in their order; the oldest
   *     pipeline first
   * @param known the datanodes in service, as far as they are known
   */
  public DatanodeUse(Collection<DatanodeInfo[]> occupied,
      Collection<DatanodeInfo> known) {
    pipelines = occupied.size();
    int number = 0;
    int roles = 0;
    for (DatanodeInfo[] nodes : occupied) {
      for (int i = 0; i < nodes.length; i++) {
        serving.add(nodes[i]);
        count(serves, nodes[i]);
        if (i == 0) {
          count(firsts, nodes[i]);
          latest.put(nodes[i], number);
        } else if (Racks.isBetween(nodes[i - 1], nodes[i])) {
          count(sends, nodes[i - 1]);
          count(receives, nodes[i]);
          count(flows, flow(nodes[i - 1].getNetworkLocation(),
              nodes[i].getNetworkLocation()));
        }
      }
      number++;
      roles += nodes.length;
    }
    if (2 * roles >= known.size()) {
      for (DatanodeInfo node : known) {
        count(racks, node.getNetworkLocation());
      }
    }
  }

  private static Map.Entry<String, String> flow(String from, String to) {
    return new SimpleImmutableEntry<>(from, to);
  }

  private static <K> void count(Map<K, Integer> counts, K key) {
    counts.put(key, counts.getOrDefault(key, 0) + 1);
  }

  /** @return the datanodes that serve in a pipeline. */
  public Set<DatanodeInfo> getServing() {
    return Collections.unmodifiableSet(serving);
  }

  /** @return in how many pipelines a datanode serves. */
  public int serves(DatanodeInfo node) {
    return serves.getOrDefault(node, 0);
  }

  /** @return of how many pipelines it is the first. */
  public int firsts(DatanodeInfo node) {
    return firsts.getOrDefault(node, 0);
  }

  /** @return how many blocks other datanodes send to it. */
  public int mirrors(DatanodeInfo node) {
    return serves(node) - firsts(node);
  }

  /**
   * @return how many blocks will begin before it is the first datanode of one
   *     again, if racks take turns, and on each its datanodes; never above 0
   *     while most datanodes are idle
   */
  public int untilFirst(DatanodeInfo node) {
    int round =
        racks.size() * racks.getOrDefault(node.getNetworkLocation(), 0);
    return round - (pipelines - latest.getOrDefault(node, -1));
  }

  /** @return how many blocks it sends to other racks. */
  public int sends(DatanodeInfo node) {
    return sends.getOrDefault(node, 0);
  }

  /** @return how many blocks it receives from other racks. */
  public int receives(DatanodeInfo node) {
    return receives.getOrDefault(node, 0);
  }

  /** @return how many blocks leave one rack for the other. */
  public int flows(String from, String to) {
    return flows.getOrDefault(flow(from, to), 0);
  }
}
