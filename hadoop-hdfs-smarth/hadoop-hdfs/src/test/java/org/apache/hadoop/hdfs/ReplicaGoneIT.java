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

import java.io.File;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeInsides;
import org.apache.hadoop.hdfs.server.datanode.StockCalls;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.apache.hadoop.hdfs.SmarthCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * What a writer sees when the first datanode's final replica goes away before
 * the block is delivered.
 */
public class ReplicaGoneIT {
  @Rule
  public final Timeout timeout = new Timeout(180, TimeUnit.SECONDS);

  private final Path path = new Path("/file");
  private final byte[] data = SmarthCluster.bytes(2 * BLOCK, 1);
  private SmarthCluster cluster;

  @Before
  public void start() throws IOException {
    HdfsConfiguration conf = new HdfsConfiguration();
    conf.setInt(HdfsClientConfigKeys.DFS_CLIENT_SOCKET_TIMEOUT_KEY, 5000);
    cluster = new SmarthCluster(9, conf);
    // A minute: what is deleted does not come back.
    FinalBlockDatanodes.setPatience(1);
  }

  @After
  public void nothingIsLeft() throws IOException {
    try {
      Awaitility.await().atMost(30, TimeUnit.SECONDS).untilAsserted(() -> {
        assertThat(SmarthCluster.clientThreads()).isEmpty();
        assertThat(DataNodeInsides.writeThreads()).isEmpty();
        for (DataNode node : cluster.getCluster().getDataNodes()) {
          assertThat(DataNodeInsides.waitingToBeForwarded(node)).isZero();
          assertThat(DataNodeInsides.references(node)).containsOnly(0);
        }
      });
    } finally {
      // Not before: a streamer that has yet to give up would go on.
      FinalBlockDatanodes.setPatience(FinalBlockDatanodes.PATIENCE_MILLIS);
      cluster.close();
    }
  }

  private static void awaitNoForwarder(ExtendedBlock block) {
    Awaitility.await().atMost(60, TimeUnit.SECONDS).until(
        () -> DataNodeInsides.writeThreads().stream().noneMatch(
            name -> name.startsWith("MirrorForwarder")
                && name.contains(block.getBlockName())));
  }

  private static void removeVolume(DataNode node, File volume)
      throws Exception {
    String rest = DataNode.getStorageLocations(node.getConf()).stream()
        .filter(location -> !StockCalls.directory(location).getAbsoluteFile()
            .equals(volume.getAbsoluteFile()))
        .map(Object::toString).collect(Collectors.joining(","));
    node.reconfigurePropertyImpl(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY,
        rest);
  }

  @Test
  public void aVolumeRemovedWhileItsBlockDrainsLosesNothing()
      throws Exception {
    DrainingFile file;
    try (StalledMirror stalled = new StalledMirror()) {
      file = new DrainingFile(cluster.getFs(), path, data);
      ExtendedBlock block = cluster.blocks(path).get(0).getBlock();
      DataNode first = cluster.datanode(file.first(0));
      removeVolume(first, DataNodeInsides.volume(first, block));
      awaitNoForwarder(block);
    }
    file.writeRest();
    file.getOut().close();
    assertThat(cluster.read(path)).isEqualTo(data);
    cluster.awaitReplicas(path, data, 3);
  }

  @Test
  public void aFileDeletedWhileItsBlockDrainsIsForwardedNoFurther()
      throws Exception {
    DrainingFile file;
    try (StalledMirror stalled = new StalledMirror()) {
      file = new DrainingFile(cluster.getFs(), path, data);
      ExtendedBlock block = cluster.blocks(path).get(0).getBlock();
      assertThat(cluster.getFs().delete(path, false)).isTrue();
      awaitNoForwarder(block);
    }
    // The NameNode says it of the file, or of the block if that was asked for.
    assertThatThrownBy(() -> {
      file.writeRest();
      file.getOut().close();
    }).isInstanceOf(IOException.class)
        .hasStackTraceContaining("does not exist");
  }
}
