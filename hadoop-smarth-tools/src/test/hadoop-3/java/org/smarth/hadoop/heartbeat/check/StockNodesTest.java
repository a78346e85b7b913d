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

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.stream.Collectors;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Keys that Hadoop 3's ResourceManager takes otherwise. */
public class StockNodesTest {
  private static final String NODES = "yarn.resourcemanager.nodemanagers.";

  @Rule
  public final TemporaryFolder directory = new TemporaryFolder();

  private SiteCheck check(String... keysAndValues) throws IOException {
    StringBuilder xml = new StringBuilder("<configuration>");
    for (int i = 0; i < keysAndValues.length; i += 2) {
      xml.append("<property><name>").append(NODES).append(keysAndValues[i])
          .append("</name><value>").append(keysAndValues[i + 1])
          .append("</value></property>");
    }
    Files.write(directory.getRoot().toPath().resolve("yarn-site.xml"),
        xml.append("</configuration>").toString()
            .getBytes(StandardCharsets.UTF_8));
    return new SiteCheck(directory.getRoot().toPath());
  }

  @Test(timeout = 60_000)
  public void noIntervalIsTheDefault() throws IOException {
    SiteCheck check = check("heartbeat-interval-ms", "0");
    assertThat(check.hasErrors()).isFalse();
    assertThat(check.getEffective()).contains(
        NODES + "heartbeat-interval-ms = 1000 (yarn-site.xml)");
    assertThat(check("heartbeat-interval-ms", "often").hasErrors()).isTrue();
  }

  @Test(timeout = 60_000)
  public void whereStockScalesPeriodsOursHaveNoEffect() throws IOException {
    SiteCheck check = check("heartbeat-interval-scaling-enable", "true",
        "adaptive-heartbeat.min-ms", "200");
    assertThat(check.hasErrors()).isFalse();
    assertThat(check.getFindings().stream().map(Finding::toString)
        .collect(Collectors.joining())).contains(NODES
            + "adaptive-heartbeat.min-ms = 200 has no effect: " + NODES
            + "heartbeat-interval-scaling-enable = true");
  }
}
