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
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.apache.hadoop.hdfs.smarth.namenode.monitor.HeatMap.ClientNames;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.Ranking;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.SpeedTable;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.SpeedTable.KnownDatanodes;

/** What a page shows of a table of speeds, as JSON. Immutable. */
final class SpeedOverview {
  private final String heatMap;
  private final String slowDatanodes;

  private SpeedOverview(String heatMap, String slowDatanodes) {
    this.heatMap = heatMap;
    this.slowDatanodes = slowDatanodes;
  }

  /**
   * @param limpingFraction of the median, 0 to 1
   * @param known the cluster's datanodes; others are left out
   * @return of a table as it is now
   */
  static SpeedOverview of(SpeedTable table, double limpingFraction,
      KnownDatanodes known, ClientNames names) {
    DatanodeLabels labels = new DatanodeLabels(known);
    HeatMap heatMap = new HeatMap(limpingFraction, labels);
    SlowDatanodes slow = new SlowDatanodes(limpingFraction);
    table.forEachClient((host, ranking) -> {
      heatMap.addClient(host, ranking);
      slow.addClient(ranking);
    });
    return new SpeedOverview(NamenodeBean.json(heatMap.toMap(names)),
        NamenodeBean.json(slow.toList(labels)));
  }

  String getHeatMap() {
    return heatMap;
  }

  String getSlowDatanodes() {
    return slowDatanodes;
  }

  /**
   * Names and racks of datanodes for one look at the table, in which each
   * datanode is asked for once. Used by one thread.
   */
  static final class DatanodeLabels {
    private static final Label GONE = new Label("", "");

    private final KnownDatanodes known;
    private final Map<String, Label> labels = new HashMap<>();

    DatanodeLabels(KnownDatanodes known) {
      this.known = known;
    }

    /**
     * @param datanode a UUID
     * @return null if the cluster has none with it, or it is dead
     */
    Label get(String datanode) {
      Label label = labels.computeIfAbsent(datanode, uuid -> {
        String rack = known.rackOf(uuid);
        return rack == null ? GONE : new Label(known.labelOf(uuid), rack);
      });
      return label == GONE ? null : label;
    }

    /** Of one datanode. Immutable. */
    static final class Label {
      private final String name;
      private final String rack;

      private Label(String name, String rack) {
        this.name = name;
        this.rack = rack;
      }

      String getName() {
        return name;
      }

      String getRack() {
        return rack;
      }
    }
  }

  /**
   * Which datanodes are slow for the clients that know them. Goes through a
   * table, and takes 8 to 16 bytes for each of its pairs. Used by one thread.
   */
  static final class SlowDatanodes {
    /** How many are named. */
    static final int NAMED_MAX = 100;

    private final double limpingFraction;
    private final Map<String, Measured> datanodes = new HashMap<>();

    /** @param limpingFraction of the median, 0 to 1 */
    SlowDatanodes(double limpingFraction) {
      this.limpingFraction = limpingFraction;
    }

    /** @param ranking of one client host */
    void addClient(Ranking ranking) {
      int limping = ranking.limpingFrom(limpingFraction);
      for (int rank = 0; rank < ranking.size(); rank++) {
        datanodes.computeIfAbsent(ranking.peerAt(rank), first -> new Measured())
            .add(ranking.bytesPerSecondAt(rank), rank >= limping);
      }
    }

    /** @return for JSON: the slowest first, at most {@link #NAMED_MAX}. */
    List<Map<String, Object>> toList(DatanodeLabels labels) {
      List<Slow> all = new ArrayList<>(datanodes.size());
      datanodes.forEach((datanode, measured) -> {
        DatanodeLabels.Label label = labels.get(datanode);
        if (label != null) {
          all.add(new Slow(label, measured));
        }
      });
      return all.stream()
          .sorted(Comparator.<Slow>comparingLong(slow -> slow.median)
              .thenComparing(slow -> slow.label.getName()))
          .limit(NAMED_MAX).map(Slow::toMap).collect(Collectors.toList());
    }

    /** Of one datanode, to or from each client host. */
    private static final class Measured {
      private long[] bytesPerSecond = new long[4];
      private int size;
      private int limping;

      private void add(long rate, boolean limps) {
        if (size == bytesPerSecond.length) {
          bytesPerSecond = Arrays.copyOf(bytesPerSecond, 2 * size);
        }
        bytesPerSecond[size++] = rate;
        limping += limps ? 1 : 0;
      }

      private long median() {
        long[] sorted = Arrays.copyOf(bytesPerSecond, size);
        Arrays.sort(sorted);
        return (long) Ranking.median(sorted);
      }
    }

    /** One datanode. */
    private static final class Slow {
      private final DatanodeLabels.Label label;
      private final Measured measured;
      private final long median;

      private Slow(DatanodeLabels.Label label, Measured measured) {
        this.label = label;
        this.measured = measured;
        this.median = measured.median();
      }

      private Map<String, Object> toMap() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", label.getName());
        json.put("rack", label.getRack());
        json.put("medianBytesPerSecond", median);
        json.put("clients", measured.size);
        json.put("limpingFor", measured.limping);
        return json;
      }
    }
  }
}
