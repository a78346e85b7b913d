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
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeInsides;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;

/** What writes leave behind in client and datanodes, compared to before. */
final class ClusterLeaks {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  /** Connections between daemons come and go by themselves. */
  private static final int DESCRIPTORS_OF_DAEMONS = 24;

  private final MiniDFSCluster cluster;
  private final DFSClient client;
  private final CountedBuffers buffers;
  private final Map<FsVolumeSpi, Long> reserved = new HashMap<>();
  private final int descriptors = Descriptors.count();

  /** To be made when no write runs. */
  ClusterLeaks(MiniDFSCluster cluster, DFSClient client) throws IOException {
    this.cluster = cluster;
    this.client = client;
    this.buffers = CountedBuffers.of(client);
    for (DataNode node : cluster.getDataNodes()) {
      reserved.putAll(DataNodeInsides.reserved(node));
    }
  }

  /** Waits until nothing is left, and fails if something is. */
  void assertNone() {
    Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50))
        .untilAsserted(() -> {
          assertClient();
          assertDataNodes();
          assertDescriptors();
        });
  }

  private void assertClient() {
    assertThat(SmarthCluster.clientThreads()).as("client threads").isEmpty();
    assertThat(client.smarth.getBudget().getHeld()).as("retained").isZero();
    assertThat(client.smarth.getBudget().getFree()).as("free buffers")
        .isZero();
    assertThat(buffers.getTaken()).as("packet buffers").isEmpty();
    assertThat(client.smarth.getClock().getSent()).as("blocks that are sent")
        .isZero();
  }

  private void assertDataNodes() throws IOException {
    assertThat(DataNodeInsides.writeThreads()).as("datanode threads")
        .isEmpty();
    for (DataNode node : cluster.getDataNodes()) {
      assertThat(DataNodeInsides.waitingToBeForwarded(node))
          .as("to be forwarded by %s", node.getDisplayName()).isZero();
      assertThat(DataNodeInsides.references(node))
          .as("volume references of %s", node.getDisplayName()).containsOnly(0);
    }
    assertThat(getReserved()).as("reserved for replicas").isZero();
  }

  /** @return bytes that datanodes reserve for replicas more than before. */
  private long getReserved() throws IOException {
    long more = 0;
    for (DataNode node : cluster.getDataNodes()) {
      for (Map.Entry<FsVolumeSpi, Long> now
          : DataNodeInsides.reserved(node).entrySet()) {
        more += Math.max(0,
            now.getValue() - reserved.getOrDefault(now.getKey(), 0L));
      }
    }
    return more;
  }

  private void assertDescriptors() throws IOException {
    Set<Integer> ports = new HashSet<>();
    for (DataNode node : cluster.getDataNodes()) {
      ports.add(node.getXferPort());
    }
    assertThat(Descriptors.blockFiles()).as("open block files").isEmpty();
    assertThat(Descriptors.connections(ports)).as("data connections")
        .isEmpty();
    assertThat(Descriptors.count()).as("open descriptors")
        .isLessThanOrEqualTo(descriptors + DESCRIPTORS_OF_DAEMONS);
  }
}
