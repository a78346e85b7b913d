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

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

public class SiteCheckTest {
  private static final String NODES = "yarn.resourcemanager.nodemanagers.";
  private static final String MASTERS =
      "yarn.app.mapreduce.am.scheduler.heartbeat.";

  @Rule
  public final TemporaryFolder directory = new TemporaryFolder();

  private void write(String file, String... keysAndValues)
      throws IOException {
    StringBuilder xml = new StringBuilder("<configuration>");
    for (int i = 0; i < keysAndValues.length; i += 2) {
      xml.append("<property><name>").append(keysAndValues[i])
          .append("</name><value>").append(keysAndValues[i + 1])
          .append("</value></property>");
    }
    Files.write(directory.getRoot().toPath().resolve(file),
        xml.append("</configuration>").toString()
            .getBytes(StandardCharsets.UTF_8));
  }

  private SiteCheck check() throws IOException {
    return new SiteCheck(directory.getRoot().toPath());
  }

  private static List<String> findings(SiteCheck check) {
    return check.getFindings().stream().map(Finding::toString)
        .collect(Collectors.toList());
  }

  @Test(timeout = 60_000)
  public void theEffectiveValuesAndTheirFilesAreShown() throws IOException {
    write("hdfs-site.xml", "dfs.heartbeat.interval", "200ms");
    write("yarn-site.xml", NODES + "heartbeat-interval-ms", "50");
    write("mapred-site.xml", MASTERS + "event-driven", "false",
        "mapreduce.client.completion.pollinterval", "500");
    SiteCheck check = check();
    assertThat(check.getEffective()).containsExactly(
        "dfs.heartbeat.interval = 200ms (hdfs-site.xml)",
        NODES + "heartbeat-interval-ms = 50 (yarn-site.xml)",
        NODES + "adaptive-heartbeat.enabled = true (default)",
        NODES + "adaptive-heartbeat.offer-at-once = true (default)",
        NODES + "adaptive-heartbeat.min-ms = 50 (default)",
        NODES + "adaptive-heartbeat.max-ms = 50 (default)",
        NODES + "adaptive-heartbeat.max-rate = 1000 (default)",
        MASTERS + "interval-ms = 1000 (default)",
        MASTERS + "event-driven = false (mapred-site.xml)");
    assertThat(check.getFindings()).isEmpty();
    assertThat(check.hasErrors()).isFalse();
  }

  @Test(timeout = 60_000)
  public void everyValueOutOfRangeIsAnError() throws IOException {
    write("hdfs-site.xml", "dfs.heartbeat.interval", "0.2");
    write("yarn-site.xml", NODES + "heartbeat-interval-ms", "fast",
        NODES + "adaptive-heartbeat.min-ms", "-1");
    write("mapred-site.xml", MASTERS + "interval-ms", "1us");
    SiteCheck check = check();
    assertThat(check.hasErrors()).isTrue();
    assertThat(findings(check)).anyMatch(
        finding -> finding.startsWith("error: dfs.heartbeat.interval = 0.2: must be "))
        .contains("error: " + NODES + "heartbeat-interval-ms = fast: must be"
            + " a whole number from 1 to 600000",
            "error: " + NODES + "adaptive-heartbeat.min-ms = -1: must be a"
            + " whole number from 10 to 1000",
            "error: " + MASTERS + "interval-ms = 1us: must be a whole number"
            + " from 1 to 2147483647");
  }

  @Test(timeout = 60_000)
  public void whatStockStartsWithButMakesNoSenseIsAWarning()
      throws IOException {
    write("hdfs-site.xml", "dfs.heartbeat.interval", "0");
    write("yarn-site.xml", NODES + "heartbeat-interval-ms", "5");
    write("mapred-site.xml", MASTERS + "interval-ms", "-1",
        "mapreduce.client.completion.pollinterval", "500");
    SiteCheck check = check();
    assertThat(check.hasErrors()).isFalse();
    assertThat(findings(check)).containsExactly(
        "warning: dfs.heartbeat.interval = 0 makes no sense: it should be 10"
            + " to 86400000 ms",
        "warning: " + NODES + "heartbeat-interval-ms = 5 makes no sense: it"
            + " should be at least 10",
        "warning: " + MASTERS + "interval-ms = -1 makes no sense: it should be"
            + " at least 1; there is no pause");
  }

  @Test(timeout = 60_000)
  public void contradictionsAreWarnings() throws IOException {
    write("core-site.xml", NODES + "heartbeat-interval-ms", "200");
    write("yarn-site.xml", NODES + "heartbeat-interval-ms", "300000",
        NODES + "adaptive-heartbeat.enabled", "false",
        NODES + "adaptive-heartbeat.min-ms", "50",
        "dfs.heartbeat.interval", "1");
    write("hdfs-site.xml", "dfs.namenode.stale.datanode.interval", "100");
    SiteCheck check = check();
    assertThat(check.hasErrors()).isFalse();
    assertThat(findings(check)).contains(
        "warning: dfs.heartbeat.interval has no effect in yarn-site.xml: not"
            + " read by the NameNode and DataNodes",
        "warning: " + NODES + "heartbeat-interval-ms = 200 in core-site.xml"
            + " is overridden by another file: 300000",
        "warning: " + NODES + "adaptive-heartbeat.min-ms = 50 has no effect: "
            + NODES + "adaptive-heartbeat.enabled = false",
        "warning: yarn.nm.liveness-monitor.expiry-interval-ms = 600000: a"
            + " node is lost after less than 3 heartbeats of 300000 ms",
        "warning: dfs.namenode.stale.datanode.interval = 100 is less than 3"
            + " heartbeats; the NameNode makes it 9000");
  }

  @Test(timeout = 60_000)
  public void whatIsNoConfigurationDirectoryIsRefused() throws IOException {
    assertThatThrownBy(this::check).isInstanceOf(IOException.class)
        .hasMessageContaining("no directory with core-site.xml");
    Files.write(directory.getRoot().toPath().resolve("hdfs-site.xml"),
        "<configuration>".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(this::check).isInstanceOf(IOException.class);
  }
}
