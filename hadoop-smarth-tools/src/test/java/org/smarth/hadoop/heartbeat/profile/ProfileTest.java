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
package org.smarth.hadoop.heartbeat.profile;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.heartbeat.HeartbeatPeriod;
import org.apache.hadoop.yarn.fastheartbeat.AllocateHeartbeatConf;
import org.apache.hadoop.yarn.fastheartbeat.NodeHeartbeatConf;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

public class ProfileTest {
  private static Configuration read(String name) {
    Profile profile = Profile.values().stream()
        .filter(each -> each.getName().equals(name)).findAny().get();
    Configuration conf = new Configuration(false);
    String xml = "<configuration>" + profile.toXml() + "</configuration>";
    conf.addResource(new ByteArrayInputStream(
        xml.getBytes(StandardCharsets.UTF_8)));
    return conf;
  }

  private static void assertPeriods(String name, boolean byEvents, long hdfs,
      long master, long node) {
    Configuration conf = read(name);
    NodeHeartbeatConf nodes = new NodeHeartbeatConf(conf);
    AllocateHeartbeatConf masters = new AllocateHeartbeatConf(conf);
    assertThat(nodes.isAdaptive()).as(name).isEqualTo(byEvents);
    assertThat(masters.isEventDriven()).as(name).isEqualTo(byEvents);
    assertThat(new long[] {HeartbeatPeriod.getMillis(conf),
        masters.getInterval(), nodes.getInterval()}).as(name)
        .containsExactly(hdfs, master, node);
  }

  @Test(timeout = 60_000)
  public void theNamesAreThoseOfTheDocumentation() {
    assertThat(Profile.values().stream().map(Profile::getName)
        .collect(Collectors.toList())).containsExactly("fast", "stock",
        "paper-case-1", "paper-case-2", "paper-case-3", "paper-case-4",
        "paper-case-5", "paper-case-6");
  }

  @Test(timeout = 60_000)
  public void theSixCasesAreFixedPeriodsAsInSectionFourOne() {
    assertPeriods("paper-case-1", false, 3_000, 1_000, 1_000);
    assertPeriods("paper-case-2", false, 3_000, 200, 200);
    assertPeriods("paper-case-3", false, 1_000, 1_000, 1_000);
    assertPeriods("paper-case-4", false, 1_000, 1_000, 200);
    assertPeriods("paper-case-5", false, 1_000, 200, 1_000);
    assertPeriods("paper-case-6", false, 1_000, 200, 200);
  }

  @Test(timeout = 60_000)
  public void stockIsWhatHadoopDoesByItself() {
    assertPeriods("stock", false, 3_000, 1_000, 1_000);
    assertThat(read("stock").get("mapreduce.client.completion.pollinterval"))
        .isEqualTo("5000");
  }

  @Test(timeout = 60_000)
  public void fastIsDrivenByEventsAndPollsTheJobMoreOften() {
    assertPeriods("fast", true, 1_000, 1_000, 1_000);
    assertThat(read("fast").get(NodeHeartbeatConf.MAX_KEY)).isEqualTo("3000");
    assertThat(read("fast").get("mapreduce.client.completion.pollinterval"))
        .isEqualTo("200");
  }

  @Test(timeout = 60_000)
  public void theCasesOfThePaperLeaveTheClientAlone() {
    assertThat(read("paper-case-6")
        .get("mapreduce.client.completion.pollinterval")).isNull();
  }
}
