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
package org.apache.hadoop.hdfs.smarth.namenode.monitor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.apache.hadoop.hdfs.smarth.namenode.speeds.Ranking;

/**
 * The columns of a heat map: datanodes by rack and name, or racks if these are
 * too many. First all datanodes are added, then columns are asked for. Used by
 * one thread.
 */
final class HeatMapColumns {
  static final int COLUMNS_MAX = 60;

  private final DatanodeLabels labels;
  // By UUID; those that the cluster has.
  private final Map<String, DatanodeLabels.Label> datanodes = new HashMap<>();
  // Null: not asked for yet. By UUID, or by rack.
  private Map<String, Integer> columns;
  private final List<Map<String, Object>> described = new ArrayList<>();
  private int omitted;

  HeatMapColumns(DatanodeLabels labels) {
    this.labels = labels;
  }

  void addAll(Ranking ranking) {
    for (int rank = 0; rank < ranking.size(); rank++) {
      String datanode = ranking.peerAt(rank);
      DatanodeLabels.Label label = labels.get(datanode);
      if (label != null) {
        datanodes.put(datanode, label);
      }
    }
  }

  boolean areRacks() {
    return datanodes.size() > COLUMNS_MAX;
  }

  int size() {
    return columns().size();
  }

  /** @return for JSON. */
  List<Map<String, Object>> toList() {
    columns();
    return described;
  }

  /** @return how many racks there is no column for. */
  int getOmitted() {
    columns();
    return omitted;
  }

  /** @return the column of a datanode; negative if it has none. */
  int indexOf(String datanode) {
    DatanodeLabels.Label label = datanodes.get(datanode);
    return label == null ? -1
        : columns().getOrDefault(areRacks() ? label.getRack() : datanode, -1);
  }

  private Map<String, Integer> columns() {
    if (columns == null) {
      columns = new HashMap<>();
      if (areRacks()) {
        addRacks();
      } else {
        addDatanodes();
      }
    }
    return columns;
  }

  private void addDatanodes() {
    datanodes.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(
            Comparator.comparing(DatanodeLabels.Label::getRack)
                .thenComparing(DatanodeLabels.Label::getName)))
        .forEach(datanode -> add(datanode.getKey(),
            datanode.getValue().getName(), "rack",
            datanode.getValue().getRack()));
  }

  /** Those with most datanodes, in the order of their names. */
  private void addRacks() {
    Map<String, Integer> sizes = new TreeMap<>();
    for (DatanodeLabels.Label label : datanodes.values()) {
      sizes.merge(label.getRack(), 1, Integer::sum);
    }
    omitted = Math.max(0, sizes.size() - COLUMNS_MAX);
    sizes.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .limit(COLUMNS_MAX).map(Map.Entry::getKey).sorted()
        .collect(Collectors.toList())
        .forEach(rack -> add(rack, rack, "datanodes", sizes.get(rack)));
  }

  private void add(String key, String name, String what, Object value) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", name);
    json.put(what, value);
    columns.put(key, columns.size());
    described.add(json);
  }
}
