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

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import org.smarth.hadoop.benchmarks.harness.Metrics;

public class NameNodeLoadTest {
  private static final NameNodeLoad BEFORE = new NameNodeLoad(new Metrics().put("Create", 1)
      .put("SendHeartbeat", 90).put("BlockReceivedAndDeleted", 3).put("ReceivedBytes", 1000)
      .put("SentBytes", 2000), 50);
  private static final NameNodeLoad AFTER = new NameNodeLoad(new Metrics().put("Create", 2)
      .put("AddBlock", 8).put("SendHeartbeat", 120).put("BlockReport", 9)
      .put("BlockReceivedAndDeleted", 27).put("ReceivedBytes", 4000).put("SentBytes", 7000), 75);

  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  @Test
  public void callsOfClientsAreAllThatAreNotOfDataNodes() {
    Metrics clients = AFTER.clientsSince(BEFORE);
    assertThat(clients.get("clientCalls")).isEqualTo(9);
    assertThat(clients.get("calls.AddBlock")).isEqualTo(8);
    assertThat(clients.find("calls.SendHeartbeat")).isEmpty();
    assertThat(clients.get("kilobytes")).isEqualTo(8);
  }

  @Test
  public void callsOfDataNodesAreCountedWithoutWhatDependsOnTimeAlone() {
    Metrics dataNodes = AFTER.dataNodesSince(BEFORE);
    assertThat(dataNodes.get("dataNodeCalls")).isEqualTo(24);
    assertThat(dataNodes.get("logLines")).isEqualTo(25);
  }

  @Test
  public void whatWasNeverCalledIsNoCall() {
    assertThat(BEFORE.clientsSince(BEFORE).asMap()).containsOnlyKeys("clientCalls", "kilobytes");
    assertThat(BEFORE.dataNodesSince(BEFORE).get("dataNodeCalls")).isZero();
  }

  @Test
  public void linesOfTheAuditLogOfRepeatedCallsAndOfFullReportsAreNotCounted() {
    String time = "2026-01-01 12:00:00,000 INFO  [IPC Server handler 9 on default port 8020] ";
    assertThat(NameNodeLoad.counts(time + "FSNamesystem.audit: allowed=true ugi=u cmd=create"))
        .isFalse();
    assertThat(NameNodeLoad.counts(time + "namenode.FSNamesystem: BLOCK* blk_1_1001 is COMMITTED "
        + "but not COMPLETE(numNodes= 0 <  minimum = 1) in file /f")).isFalse();
    assertThat(NameNodeLoad.counts("2026-01-01 12:00:00,000 INFO  [Block report processor] "
        + "BlockStateChange: BLOCK* processReport 0x1: Processing first storage report for DS-1"))
        .isFalse();
    assertThat(NameNodeLoad.counts(time + "hdfs.StateChange: DIR* completeFile: /f is closed"))
        .isTrue();
  }
}
