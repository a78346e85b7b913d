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

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.ConfigurationProvider;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * Gives a ResourceManager one queue, and hides the site's files, which it
 * would add to its configuration: addresses, its store, security.
 */
public final class NoSiteFiles extends ConfigurationProvider {
  private static final String ONE_QUEUE = "<configuration>"
      + property("root.queues", "default")
      + property("root.default.capacity", "100")
      + property("maximum-am-resource-percent", "1.0")
      + "</configuration>";

  private static String property(String name, String value) {
    return "<property><name>yarn.scheduler.capacity." + name
        + "</name><value>" + value + "</value></property>";
  }

  @Override
  public InputStream getConfigurationInputStream(Configuration bootstrap,
      String name) {
    return YarnConfiguration.CS_CONFIGURATION_FILE.equals(name)
        ? new ByteArrayInputStream(ONE_QUEUE.getBytes(StandardCharsets.UTF_8))
        : null;
  }

  @Override
  public void initInternal(Configuration bootstrap) {
    // Nothing to prepare.
  }

  @Override
  public void closeInternal() {
    // Nothing is open.
  }
}
