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
package org.apache.hadoop.hdfs;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.NumberReplicas;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;

/** Whether namenode and datanodes agree on a closed file, as fsck asks. */
final class ClusterHealth {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private final SmarthCluster cluster;
  private final Path path;

  ClusterHealth(SmarthCluster cluster, Path path) {
    this.cluster = cluster;
    this.path = path;
  }

  /** Ends a write that its client gave up. */
  void recoverLease() {
    Awaitility.await("lease recovery").atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .until(() -> cluster.getFs().recoverLease(path));
  }

  /** The file is there, from its beginning to a place not before the least. */
  byte[] assertBegins(byte[] data, int least) throws IOException {
    byte[] stored = cluster.read(path);
    assertThat(stored.length).isBetween(least, data.length);
    byte[] begin = Arrays.copyOf(data, stored.length);
    assertThat(Arrays.equals(stored, begin)).as("the bytes").isTrue();
    return begin;
  }

  /** Soon every block has all its replicas, and they are equal. */
  void assertHealsTo(byte[] data, int replication) {
    Awaitility.await("full replication").atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(200)).untilAsserted(() -> {
          assertCounts(replication);
          cluster.assertLocated(path, data, replication);
        });
  }

  private void assertCounts(int replication) throws IOException {
    BlockManager manager =
        cluster.getCluster().getNamesystem().getBlockManager();
    for (LocatedBlock block : cluster.blocks(path)) {
      NumberReplicas replicas = manager.countNodes(
          manager.getStoredBlock(block.getBlock().getLocalBlock()));
      assertThat(replicas.liveReplicas()).as("live of %s", block)
          .isEqualTo(replication);
      if (replicas.corruptReplicas() > 0) {
        reportAllBlocks();
      }
      assertThat(replicas.corruptReplicas()).as("corrupt of %s", block)
          .isZero();
    }
  }

  /**
   * As datanodes do every six hours. A corrupt replica that a namenode hears
   * of in the first report after a restart it does not delete before the next.
   */
  private void reportAllBlocks() throws IOException {
    for (DataNode datanode : cluster.getCluster().getDataNodes()) {
      DataNodeTestUtils.triggerBlockReport(datanode);
    }
  }
}
