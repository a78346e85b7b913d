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

import java.io.OutputStream;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.metrics2.lib.MetricsTestHelper;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

/** SMARTH's own client with datanodes that are set up in special ways. */
public class FirstNodeRealClientIT {
  private static final int BLOCK = 1 << 20;
  private static final int BLOCKS = 4;

  @Rule
  public final Timeout timeout = Timeout.seconds(180);

  private final byte[] data =
      FirstNodeCluster.randomBytes(BLOCKS * BLOCK - 12_345);
  private final Configuration conf = FirstNodeCluster.conf();

  @Test
  public void encryptedTransferIsForwarded() throws Exception {
    conf.setBoolean(DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_KEY, true);
    conf.setBoolean(DFSConfigKeys.DFS_ENCRYPT_DATA_TRANSFER_KEY, true);
    try (FirstNodeCluster cluster = new FirstNodeCluster(conf, 3)) {
      assertWritten(cluster, (short) 3);
    }
  }

  @Test
  public void blockingSocketsWithoutWriteTimeoutAreForwardedTo()
      throws Exception {
    conf.setInt(DFSConfigKeys.DFS_DATANODE_SOCKET_WRITE_TIMEOUT_KEY, 0);
    try (FirstNodeCluster cluster = new FirstNodeCluster(conf, 3)) {
      assertWritten(cluster, (short) 3);
    }
  }

  @Test
  public void sendingTimesToTheLastDatanodeAreMeasuredAsInStock()
      throws Exception {
    conf.setBoolean(DFSConfigKeys.DFS_DATANODE_PEER_STATS_ENABLED_KEY, true);
    conf.set(
        DFSConfigKeys.DFS_DATANODE_FILEIO_PROFILING_SAMPLING_PERCENTAGE_KEY,
        "100");
    try (FirstNodeCluster cluster = new FirstNodeCluster(conf, 2)) {
      for (DataNode node : cluster.getDfs().getDataNodes()) {
        MetricsTestHelper.replaceRollingAveragesScheduler(
            node.getPeerMetrics().getSendPacketDownstreamRollingAverages(),
            36, 1, TimeUnit.SECONDS);
      }
      assertWritten(cluster, (short) 2);
      await().atMost(FirstNodeCluster.PATIENCE).until(() ->
          cluster.getDfs().getDataNodes().stream().anyMatch(node ->
              node.getPeerMetrics().dumpSendPacketDownstreamAvgInfoAsJson()
                  .contains("127.0.0.1")));
    }
  }

  private void assertWritten(FirstNodeCluster cluster, short replication)
      throws Exception {
    Path path = new Path("/f");
    try (OutputStream out = cluster.getFs().create(path, true, 4096, replication,
        BLOCK)) {
      out.write(data);
    }
    assertThat(cluster.read("/f")).isEqualTo(data);
    long acks = 0;
    for (DataNode node : cluster.getDfs().getDataNodes()) {
      acks += node.firstNodeService.getMetrics().getFirstNodeAcks();
    }
    assertThat(acks).isEqualTo(BLOCKS);
    for (LocatedBlock block : cluster.getFs().getClient()
        .getLocatedBlocks("/f", 0, Long.MAX_VALUE).getLocatedBlocks()) {
      assertThat(block.getLocations()).hasSize(replication);
    }
  }
}
