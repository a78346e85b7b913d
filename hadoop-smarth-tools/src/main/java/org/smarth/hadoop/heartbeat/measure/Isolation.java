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
package org.smarth.hadoop.heartbeat.measure;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.security.UserGroupInformation;

/** Keeps daemons that are started for measuring apart from the site's. */
final class Isolation {
  private static final String ANY_PORT = "127.0.0.1:0";

  private Isolation() {
  }

  /**
   * @param defaults names of default resources
   * @return a configuration that knows nothing of the site's files, and makes
   *     this process one without security
   */
  static Configuration configuration(String... defaults) {
    Configuration conf = new Configuration(false);
    conf.addResource("core-default.xml");
    for (String resource : defaults) {
      conf.addResource(resource);
    }
    UserGroupInformation.setConfiguration(conf);
    // Daemons that follow each other in one process publish the same metrics.
    DefaultMetricsSystem.setMiniClusterMode(true);
    return conf;
  }

  static void onAnyPort(Configuration conf, String... keys) {
    for (String key : keys) {
      conf.set(key, ANY_PORT);
    }
  }
}
