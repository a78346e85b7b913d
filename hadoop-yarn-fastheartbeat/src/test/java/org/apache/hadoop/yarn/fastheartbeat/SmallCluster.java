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
package org.apache.hadoop.yarn.fastheartbeat;

import java.io.IOException;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.net.ServerSocketUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/** Settings of a ResourceManager and a NodeManager of tests. */
public final class SmallCluster {
  private SmallCluster() {
  }

  /**
   * Ports and files of its own, and no complaint of a disk that is nearly full.
   */
  public static void configure(Configuration conf) throws IOException {
    for (String key : new String[] {YarnConfiguration.RM_ADDRESS,
        YarnConfiguration.RM_ADMIN_ADDRESS,
        YarnConfiguration.RM_SCHEDULER_ADDRESS,
        YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
        YarnConfiguration.RM_WEBAPP_ADDRESS,
        YarnConfiguration.NM_ADDRESS, YarnConfiguration.NM_LOCALIZER_ADDRESS,
        YarnConfiguration.NM_WEBAPP_ADDRESS}) {
      conf.set(key, "localhost:" + ServerSocketUtil.getPort(0, 10));
    }
    conf.setFloat(
        YarnConfiguration.NM_MAX_PER_DISK_UTILIZATION_PERCENTAGE, 100);
    // Of Hadoop 3: by default all ResourceManagers of a user share it.
    conf.set("yarn.node-attribute.fs-store.root-dir", "file://"
        + System.getProperty("java.io.tmpdir") + "/node-attribute");
    // There several in one process would have metrics of one name.
    DefaultMetricsSystem.setMiniClusterMode(true);
  }
}
