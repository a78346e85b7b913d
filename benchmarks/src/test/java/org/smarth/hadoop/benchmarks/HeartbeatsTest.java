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

package org.smarth.hadoop.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolPB;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocolPB;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.ResourceTrackerPB;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

/** Of 10 jobs in 20 seconds. */
public class HeartbeatsTest {
  private static final YarnMeasurement.Heartbeats NONE = new YarnMeasurement.Heartbeats(0, 0, 0);

  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  /** A method of the protocol that Hadoop serves at a port, and how often it was called. */
  private record Served(Class<?> protocol, String method, long calls) {
    long calls(String counted) {
      // Hadoop's server counts under the method's name, with a capital.
      assertThat(protocol.getMethods()).extracting("name").contains(method);
      return counted.equals(StringUtils.capitalize(method)) ? calls : 0;
    }
  }

  /** Heartbeats as servers count them at Hadoop's own ports. */
  private static Map<String, Double> measured(long dataNodes, long masters, long nodeManagers)
      throws Exception {
    Map<Integer, Served> servers = Map.of(
        HdfsClientConfigKeys.DFS_NAMENODE_RPC_PORT_DEFAULT,
        new Served(DatanodeProtocolPB.class, "sendHeartbeat", dataNodes),
        YarnConfiguration.DEFAULT_RM_SCHEDULER_PORT,
        new Served(ApplicationMasterProtocolPB.class, "allocate", masters),
        YarnConfiguration.DEFAULT_RM_RESOURCE_TRACKER_PORT,
        new Served(ResourceTrackerPB.class, "nodeHeartbeat", nodeManagers));
    return YarnMeasurement.Heartbeats
        .of((daemon, port, method) -> servers.get(port).calls(method))
        .since(NONE, "pi", 10, 20).asMap();
  }

  @Test
  public void heartbeatsAreThoseOfTheirSendersForEachJob() throws Exception {
    assertThat(measured(30, 0, 0)).containsEntry("pi.messages.datanode", 3.0);
    assertThat(measured(0, 40, 0)).containsEntry("pi.messages.application", 4.0);
    assertThat(measured(0, 0, 60)).containsEntry("pi.messages.nodemanager", 6.0);
  }

  @Test
  public void whatJobsCauseIsCountedTogetherWithoutTheHeartbeatsOfDataNodes() throws Exception {
    assertThat(measured(30, 40, 60)).containsEntry("pi.messages", 10.0)
        .containsEntry("pi.messagesPerSecond", 5.0);
    assertThat(measured(30, 0, 0)).containsEntry("pi.messages", 0.0)
        .containsEntry("pi.messagesPerSecond", 0.0);
  }

  @Test
  public void whatWasSentBeforeCountsForNothing() {
    YarnMeasurement.Heartbeats now = new YarnMeasurement.Heartbeats(30, 40, 60);
    assertThat(now.since(now, "pi", 10, 20).asMap().values()).containsOnly(0.0);
  }
}
