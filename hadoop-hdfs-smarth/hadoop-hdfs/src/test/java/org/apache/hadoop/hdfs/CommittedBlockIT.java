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

import java.util.concurrent.TimeUnit;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.awaitility.Awaitility;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** A file that may close before any datanode reports its last block. */
public class CommittedBlockIT {
  @Rule
  public final Timeout timeout = new Timeout(120, TimeUnit.SECONDS);

  @Test
  public void aBlockThatIsYetToBeReportedIsNotMissing() throws Exception {
    HdfsConfiguration conf = new HdfsConfiguration();
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_FILE_CLOSE_NUM_COMMITTED_ALLOWED_KEY,
        1);
    conf.setLong(DFSConfigKeys.DFS_BLOCKREPORT_INCREMENTAL_INTERVAL_MSEC_KEY,
        TimeUnit.SECONDS.toMillis(10));
    try (MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf).numDataNodes(3).build()) {
      cluster.waitActive();
      FSNamesystem namesystem = cluster.getNamesystem();
      DistributedFileSystem fs = cluster.getFileSystem();
      // Datanodes hold reports back from the first one on.
      Path first = new Path("/first");
      DFSTestUtil.createFile(fs, first, 1, (short) 3, 1);
      DFSTestUtil.waitReplication(fs, first, (short) 3);

      Path path = new Path("/file");
      DFSTestUtil.createFile(fs, path, 1, (short) 3, 1);
      assertThat(namesystem.getMissingBlocksCount()).isZero();
      BlockManagerTestUtil.updateState(namesystem.getBlockManager());
      assertThat(namesystem.getUnderReplicatedBlocks()).isZero();

      DFSTestUtil.waitReplication(fs, path, (short) 3);
      Awaitility.await().until(() ->
          namesystem.getPendingReplicationBlocks() == 0);
    }
  }
}
