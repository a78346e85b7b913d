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
package org.smarth.hadoop.heartbeat.check;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.fastheartbeat.NodeHeartbeatConf;

/** How stock of this Hadoop takes its own keys for nodes' heartbeats. */
final class StockNodes {
  private StockNodes() {
  }

  /** @return what the ResourceManager makes of a configuration. */
  static Configuration read(Configuration conf) {
    Configuration read = new Configuration(conf);
    if (isTakenForDefault(conf)) {
      read.setLong(NodeHeartbeatConf.INTERVAL_KEY,
          NodeHeartbeatConf.INTERVAL_DEFAULT);
    }
    if (scaling(conf) != null) {
      read.setBoolean(NodeHeartbeatConf.ADAPTIVE_KEY, false);
    }
    return read;
  }

  private static boolean isTakenForDefault(Configuration conf) {
    try {
      return conf.getLong(NodeHeartbeatConf.INTERVAL_KEY,
          NodeHeartbeatConf.INTERVAL_DEFAULT) <= 0;
    } catch (NumberFormatException e) {
      // It does not start.
      return false;
    }
  }

  /** @return the key by which stock chooses periods itself; null if it does not. */
  static String scaling(Configuration conf) {
    String key = YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_SCALING_ENABLE;
    return conf.getBoolean(key, false) ? key : null;
  }
}
