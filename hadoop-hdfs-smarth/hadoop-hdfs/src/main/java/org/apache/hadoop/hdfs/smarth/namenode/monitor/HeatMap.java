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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

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
    HeatMapColumns columns = new HeatMapColumns(labels);
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
      HeatMapColumns columns) {
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
}
