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
package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.awaitility.Awaitility;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Where the NameNode has a replica copied to that is missing. */
public class CopyTargetIT {
  private static final int BLOCKS = 5;

  /** The copy would be deleted, too, and be waited for during minutes. */
  @Test(timeout = 120_000)
  public void noCopyGoesWhereAReplicaOfTheBlockIsStillToBeDeleted()
      throws Exception {
    HdfsConfiguration conf = new HdfsConfiguration();
    // The test does what the NameNode's thread does.
    conf.setLong("dfs.namenode.replication.interval",
        TimeUnit.HOURS.toSeconds(1));
    try (MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf).numDataNodes(7).build()) {
      cluster.waitActive();
      for (int i = 0; i < BLOCKS; i++) {
        assertSpared(cluster, new Path("/" + i));
      }
    }
  }

  /** The block would count as complete, with a replica too few. */
  @Test(timeout = 120_000)
  public void noSecondCopyGoesWhereOneIsToCome() throws Exception {
    HdfsConfiguration conf = new HdfsConfiguration();
    conf.setLong("dfs.namenode.replication.interval",
        TimeUnit.HOURS.toSeconds(1));
    try (MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf).numDataNodes(4).build()) {
      cluster.waitActive();
      DistributedFileSystem fs = cluster.getFileSystem();
      BlockManager manager = cluster.getNamesystem().getBlockManager();
      for (int i = 0; i < BLOCKS; i++) {
        Path path = new Path("/" + i);
        DFSTestUtil.createFile(fs, path, 1, (short) 1, 1);
        LocatedBlock located = locate(fs, path);
        BlockInfo block =
            manager.getStoredBlock(located.getBlock().getLocalBlock());
        Set<DatanodeDescriptor> others = new HashSet<>(
            manager.getDatanodeManager().getDatanodes());
        others.removeAll(Arrays.asList(located.getLocations()));
        DatanodeDescriptor first = others.iterator().next();
        StockBlocks.order(StockBlocks.pending(manager), block, first);
        fs.setReplication(path, (short) 4);
        Awaitility.await().until(() -> StockBlocks.orderCopies(manager) > 0);
        // Those that were ordered have perhaps been made.
        others.remove(first);
        Awaitility.await().until(() -> others.stream()
            .allMatch(other -> block.findStorageInfo(other) != null));
        assertThat(block.findStorageInfo(first)).isNull();
        assertThat(StockBlocks.pending(manager).getNumReplicas(block)).isEqualTo(1);
      }
    }
  }

  private static void assertSpared(MiniDFSCluster cluster, Path path)
      throws Exception {
    DistributedFileSystem fs = cluster.getFileSystem();
    BlockManager manager = cluster.getNamesystem().getBlockManager();
    DFSTestUtil.createFile(fs, path, 1, (short) 2, 1);
    // A file is closed with its first report; the other replica is no target.
    DFSTestUtil.waitReplication(fs, path, (short) 2);
    LocatedBlock block = locate(fs, path);
    Set<DatanodeInfo> others = new HashSet<>(
        Arrays.asList(fs.getDataNodeStats(DatanodeReportType.LIVE)));
    others.removeAll(Arrays.asList(block.getLocations()));
    DatanodeInfo good = others.iterator().next();
    others.remove(good);
    others.forEach(node -> manager.addToInvalidates(
        block.getBlock().getLocalBlock(), node));
    fs.setReplication(path, (short) 3);
    Awaitility.await().until(() -> StockBlocks.orderCopies(manager) > 0);
    DFSTestUtil.waitReplication(fs, path, (short) 3);
    assertThat(Arrays.<DatanodeInfo>asList(locate(fs, path).getLocations())).contains(good);
  }

  private static LocatedBlock locate(DistributedFileSystem fs, Path path)
      throws Exception {
    List<LocatedBlock> blocks = fs.getClient()
        .getLocatedBlocks(path.toString(), 0).getLocatedBlocks();
    return blocks.get(0);
  }
}
