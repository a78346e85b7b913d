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
package org.apache.hadoop.hdfs.server.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck.SLOW;
import org.apache.hadoop.hdfs.server.datanode.metrics.DataNodePeerMetrics;
import org.apache.hadoop.metrics2.lib.MetricsTestHelper;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

/** What a first datanode measures and tells of slow datanodes. */
public class PeerStatsIT {
  @Rule
  public final Timeout timeout = Timeout.seconds(180);

  /** Of the last datanode's name. */
  private static final String LAST = "127.0.0.1";

  private FirstNodeCluster cluster;

  @Before
  public void start() throws Exception {
    Configuration conf = FirstNodeCluster.conf();
    conf.setBoolean(DFSConfigKeys.DFS_DATANODE_PEER_STATS_ENABLED_KEY, true);
    conf.setBoolean(DFSConfigKeys.DFS_PIPELINE_SLOWNODE_ENABLED, true);
    cluster = new FirstNodeCluster(conf, 2);
  }

  @After
  public void stop() throws Exception {
    cluster.close();
  }

  /** Writes a block, to whose first datanode the other one is the last. */
  private PipelineAck write(LocatedBlock block) throws Exception {
    try (RawClient client = new RawClient()) {
      client.connect(block, new RawClient.Request(FirstNodeCluster.CLIENT));
      client.sendBlock(FirstNodeCluster.randomBytes(100_000));
      PipelineAck ack = client.awaitFirstNodeAck();
      assertThat(client.awaitAck(client.nextSeqno() - 1).isSuccess()).isTrue();
      return ack;
    }
  }

  private static DataNodePeerMetrics watch(DataNode node) throws Exception {
    DataNodePeerMetrics peers = node.getPeerMetrics();
    MetricsTestHelper.replaceRollingAveragesScheduler(
        peers.getSendPacketDownstreamRollingAverages(), 36, 1,
        TimeUnit.SECONDS);
    return peers;
  }

  private static boolean isMeasured(DataNodePeerMetrics peers, String peer) {
    return peers.dumpSendPacketDownstreamAvgInfoAsJson().contains(peer);
  }

  @Test
  public void theLastDatanodeIsMeasuredAndTheAckTellsThatNoneIsSlow()
      throws Exception {
    LocatedBlock block = cluster.createFile("/measured");
    DataNodePeerMetrics peers = watch(cluster.node(block, 0));
    PipelineAck ack = write(block);
    await().atMost(FirstNodeCluster.PATIENCE)
        .until(() -> isMeasured(peers, LAST));
    assertThat(PipelineAck.getSLOWFromHeader(ack.getHeaderFlag(0)))
        .isEqualTo(SLOW.NORMAL);
  }

  @Test
  public void whoIsNotToMeasureAnyMoreDoesNot() throws Exception {
    LocatedBlock block = cluster.createFile("/not-measured");
    DataNode node = cluster.node(block, 0);
    DataNodePeerMetrics peers = watch(node);
    node.reconfigurePropertyImpl(
        DFSConfigKeys.DFS_DATANODE_PEER_STATS_ENABLED_KEY, "false");
    write(block);
    FirstNodeCluster.awaitNoWriter(block);
    // What is shown comes after all that was measured before.
    peers.addSendPacketDownstream("Another", 1);
    peers.collectThreadLocalStates();
    await().atMost(FirstNodeCluster.PATIENCE)
        .until(() -> isMeasured(peers, "Another"));
    assertThat(node.getPeerMetrics()).isSameAs(peers);
    assertThat(isMeasured(peers, LAST)).isFalse();
  }
}
