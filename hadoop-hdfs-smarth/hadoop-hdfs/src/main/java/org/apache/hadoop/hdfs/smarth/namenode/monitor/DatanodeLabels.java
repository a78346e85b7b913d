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

import java.util.HashMap;
import java.util.Map;

import org.apache.hadoop.hdfs.smarth.namenode.speeds.SpeedTable.KnownDatanodes;

/**
 * Names and racks of datanodes for one look at the table, in which each
 * datanode is asked for once. Used by one thread.
 */
final class DatanodeLabels {
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
