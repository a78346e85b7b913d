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

/** How stock of this Hadoop takes its own keys for nodes' heartbeats. */
final class StockNodes {
  private StockNodes() {
  }

  /** @return what the ResourceManager makes of a configuration. */
  static Configuration read(Configuration conf) {
    return conf;
  }

  /** @return the key by which stock chooses periods itself; null if it does not. */
  static String scaling(Configuration conf) {
    return null;
  }
}
