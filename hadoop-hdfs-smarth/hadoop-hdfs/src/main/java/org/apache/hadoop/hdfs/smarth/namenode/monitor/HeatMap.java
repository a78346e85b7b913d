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
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.apache.hadoop.hdfs.smarth.namenode.monitor.SpeedOverview.DatanodeLabels;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.Ranking;

/**
 * How fast client hosts reach datanodes, as a table that fits on a page: a row
 * for each client host, of those with the newest measurements; a column for
 * each datanode, or for each rack if there are too many. Goes through a table
 * of speeds. Used by one thread.
 */
final class HeatMap {
  static final int ROWS_MAX = 50;

  private final double limpingFraction;
  private final DatanodeLabels labels;
  // The one that goes first for a newer one is first.
  private final PriorityQueue<Row> rows =
      new PriorityQueue<>(Comparator.comparingLong((Row row) -> row.newest));
  private int omitted;

  /** @param limpingFraction of the median, 0 to 1 */
  HeatMap(double limpingFraction, DatanodeLabels labels) {
    this.limpingFraction = limpingFraction;
    this.labels = labels;
  }

  /**
   * @param host a client's address
   * @param ranking its datanodes
   */
  void addClient(String host, Ranking ranking) {
    if (ranking.size() == 0) {
      return;
    }
    rows.add(new Row(host, ranking));
    if (rows.size() > ROWS_MAX) {
      rows.remove();
      omitted++;
    }
  }

  /** @return for JSON. */
  Map<String, Object> toMap(ClientNames names) {
    Columns columns = new Columns(labels);
    Map<String, Ranking> rankings = new LinkedHashMap<>();
    List<Row> newestFirst = new ArrayList<>(rows);
    newestFirst.sort(rows.comparator().reversed());
    for (Row row : newestFirst) {
      rankings.put(row.host, row.ranking);
      columns.addAll(row.ranking);
    }
    List<Map<String, Object>> cells = new ArrayList<>();
    names.name(new ArrayList<>(rankings.keySet())).forEach((host, name) ->
        cells.add(row(name, rankings.get(host), columns)));
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("clientsAreHosts", names.areHosts());
    json.put("limpingFraction", limpingFraction);
    json.put("columnsAre", columns.areRacks() ? "racks" : "datanodes");
    json.put("columns", columns.toList());
    json.put("omittedColumns", columns.getOmitted());
    json.put("rows", cells);
    json.put("omittedClients", omitted);
    return json;
  }

  private Map<String, Object> row(String client, Ranking ranking,
      Columns columns) {
    int width = columns.size();
    long[] sums = new long[width];
    int[] measured = new int[width];
    int[] limping = new int[width];
    int limpingFrom = ranking.limpingFrom(limpingFraction);
    for (int rank = 0; rank < ranking.size(); rank++) {
      int column = columns.indexOf(ranking.peerAt(rank));
      if (column >= 0) {
        sums[column] += ranking.bytesPerSecondAt(rank);
        measured[column]++;
        limping[column] += rank >= limpingFrom ? 1 : 0;
      }
    }
    List<Long> speeds = new ArrayList<>(width);
    for (int column = 0; column < width; column++) {
      speeds.add(measured[column] == 0 ? null
          : Long.valueOf(sums[column] / measured[column]));
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("client", client);
    json.put("bytesPerSecond", speeds);
    json.put("measured", measured);
    json.put("limping", limping);
    return json;
  }

  /** Of one client host. */
  private static final class Row {
    private final String host;
    private final Ranking ranking;
    private final long newest;

    private Row(String host, Ranking ranking) {
      this.host = host;
      this.ranking = ranking;
      this.newest = ranking.getNewest();
    }
  }

  /**
   * The columns of a heat map: datanodes by rack and name, or racks if these are
   * too many. First all datanodes are added, then columns are asked for. Used by
   * one thread.
   */
  static final class Columns {
    static final int COLUMNS_MAX = 60;

    private final DatanodeLabels labels;
    // By UUID; those that the cluster has.
    private final Map<String, DatanodeLabels.Label> datanodes = new HashMap<>();
    // Null: not asked for yet. By UUID, or by rack.
    private Map<String, Integer> columns;
    private final List<Map<String, Object>> described = new ArrayList<>();
    private int omitted;

    Columns(DatanodeLabels labels) {
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

  /**
   * What client hosts are called where others than superusers read it: by their
   * addresses, or by numbers. A host has its number for as long as it is shown.
   * Thread-safe.
   */
  static final class ClientNames {
    private final boolean hosts;
    // Of those shown last. Both guarded by this.
    private Map<String, Integer> numbers = new HashMap<>();
    private int numbered;

    /** @param hosts whether they are called by their addresses */
    ClientNames(boolean hosts) {
      this.hosts = hosts;
    }

    boolean areHosts() {
      return hosts;
    }

    /**
     * @param shown all client hosts that are shown from now on
     * @return by host its name, in the order in which people look for them
     */
    Map<String, String> name(List<String> shown) {
      return hosts
          ? sorted(shown, Comparator.naturalOrder(), Function.identity())
          : numbered(shown);
    }

    private synchronized Map<String, String> numbered(List<String> shown) {
      Map<String, Integer> next = new HashMap<>();
      for (String host : shown) {
        Integer number = numbers.get(host);
        if (number == null) {
          numbered++;
          number = numbered;
        }
        next.put(host, number);
      }
      numbers = next;
      return sorted(shown, Comparator.comparing(next::get),
          host -> "client " + next.get(host));
    }

    private static Map<String, String> sorted(List<String> shown,
        Comparator<String> order, Function<String, String> name) {
      return shown.stream().sorted(order).collect(Collectors.toMap(
          Function.identity(), name, (one, other) -> one, LinkedHashMap::new));
    }
  }
}
