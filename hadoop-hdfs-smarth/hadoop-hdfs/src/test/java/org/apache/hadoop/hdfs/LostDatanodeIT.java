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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNodeInsides;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet;
import org.awaitility.Awaitility;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;
import org.mockito.Mockito;

import static org.apache.hadoop.hdfs.SmarthCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;

/** What becomes of later blocks once a datanode has failed one. */
public class LostDatanodeIT {
  @Rule
  public final Timeout timeout = new Timeout(180, TimeUnit.SECONDS);

  @Test
  public void aDatanodeThatRestartsWhileABlockDrainsGetsLaterBlocks()
      throws Exception {
    Path path = new Path("/file");
    try (SmarthCluster cluster = new SmarthCluster(3);
         FSDataOutputStream out = cluster.getFs().create(path)) {
      PipelineSet pipelines =
          ((SmarthOutputStream) SmarthCluster.stream(out)).getFile()
              .getPipelines();
      MiniDFSCluster.DataNodeProperties stopped;
      try (StalledMirror stalled = new StalledMirror()) {
        out.write(SmarthCluster.bytes(100_000, 1));
        Awaitility.await().until(() -> pipelines.getBlocks() == 1);
        List<DatanodeInfo> nodes = SmarthCluster.newest(pipelines);
        out.write(SmarthCluster.bytes(BLOCK, 1));
        Awaitility.await()
            .until(() -> hasFirstBlock(cluster, nodes.get(0), path));
        stopped =
            cluster.getCluster().stopDataNode(nodes.get(2).getXferAddr());
      }
      out.hflush();
      SmarthCluster.restart(cluster.getCluster(), stopped);
      cluster.getCluster().waitActive();
      Awaitility.await().atMost(60, TimeUnit.SECONDS).untilAsserted(() -> {
        out.write(SmarthCluster.bytes(BLOCK / 2, 2));
        out.hflush();
        List<LocatedBlock> blocks = cluster.blocks(path);
        assertThat(blocks.get(blocks.size() - 1).getLocations()).hasSize(3);
      });
      out.close();
      // Also the block that it lost: there is no other datanode for it.
      DFSTestUtil.waitReplication(cluster.getFs(), path, (short) 3);
    }
  }

  @Test
  public void onceAFileIsFlushedALostDatanodeOfALaterBlockIsReplacedAsInStock()
      throws Exception {
    try (SmarthCluster cluster = new SmarthCluster(4);
         HdfsDataOutputStream out = (HdfsDataOutputStream) cluster.getFs()
             .create(new Path("/file"))) {
      PipelineSet pipelines =
          ((SmarthOutputStream) out.getWrappedStream()).getFile()
              .getPipelines();
      out.write(SmarthCluster.bytes(100_000, 1));
      out.hflush();
      out.write(SmarthCluster.bytes(BLOCK, 2));
      Awaitility.await().until(
          () -> pipelines.getBlocks() == 2 && pipelines.getOpen() == 1);
      cluster.getCluster().stopDataNode(
          SmarthCluster.newest(pipelines).get(1).getXferAddr());
      out.write(SmarthCluster.bytes(100_000, 3));
      out.hflush();
      assertThat(out.getCurrentBlockReplication()).isEqualTo(3);
    }
  }

  /** @return a namenode whose first choice is this one, if it may be. */
  private static ClientProtocol offering(ClientProtocol namenode,
      DatanodeInfo choice) throws IOException {
    ClientProtocol offering = Mockito.mock(ClientProtocol.class,
        SmarthCluster.delegatesTo(namenode));
    Mockito.doAnswer(call -> {
      Object[] args = call.getArguments();
      DatanodeInfo[] nodes = (DatanodeInfo[]) args[3];
      DatanodeInfo[] without = (DatanodeInfo[]) args[5];
      if (!Arrays.asList(without).contains(choice)) {
        List<DatanodeInfo> others = new ArrayList<>(Arrays.asList(
            namenode.getDatanodeReport(DatanodeReportType.ALL)));
        others.remove(choice);
        others.removeAll(Arrays.asList(nodes));
        without = others.toArray(new DatanodeInfo[0]);
      }
      return namenode.getAdditionalDatanode((String) args[0], (long) args[1],
          (ExtendedBlock) args[2], nodes, (String[]) args[4], without,
          (int) args[6], (String) args[7]);
    }).when(offering).getAdditionalDatanode(any(), anyLong(), any(), any(),
        any(), any(), anyInt(), any());
    return offering;
  }

  private static DatanodeInfo[] flush(FSDataOutputStream out, int bytes)
      throws IOException {
    out.write(SmarthCluster.bytes(bytes, 3));
    out.hflush();
    return SmarthCluster.stream(out).getPipeline();
  }

  @Test
  public void aDatanodeThatFailedABlockIsNotItsNextReplacementAsInStock()
      throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.set(HdfsClientConfigKeys.BlockWrite.ReplaceDatanodeOnFailure
        .POLICY_KEY, "ALWAYS");
    try (SmarthCluster cluster = new SmarthCluster(7, conf);
         FSDataOutputStream out = cluster.getFs().create(new Path("/file"))) {
      MiniDFSCluster datanodes = cluster.getCluster();
      DatanodeInfo failed = flush(out, 1000)[2];
      MiniDFSCluster.DataNodeProperties stopped =
          datanodes.stopDataNode(failed.getXferAddr());
      assertThat(flush(out, 1000)).hasSize(3).doesNotContain(failed);
      SmarthCluster.restart(datanodes, stopped);
      datanodes.waitActive();
      DFSClient client = cluster.getFs().getClient();
      ClientProtocol namenode = client.namenode;
      DataNodeInsides.set(client, "namenode", offering(namenode, failed));
      DatanodeInfo[] later = {failed};
      while (Arrays.asList(later).contains(failed)) {
        later = flush(out, BLOCK);
      }
      datanodes.stopDataNode(later[1].getXferAddr());
      assertThat(flush(out, 1000)).hasSize(3)
          .doesNotContain(failed, later[1]);
      // As it can be closed.
      DataNodeInsides.set(client, "namenode", namenode);
    }
  }

  private static boolean hasFirstBlock(SmarthCluster cluster,
      DatanodeInfo first, Path path) throws Exception {
    return cluster.datanode(first).getFSDataset()
        .isValidBlock(cluster.blocks(path).get(0).getBlock());
  }
}
