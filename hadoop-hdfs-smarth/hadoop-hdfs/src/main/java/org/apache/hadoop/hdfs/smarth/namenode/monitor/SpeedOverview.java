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
}
