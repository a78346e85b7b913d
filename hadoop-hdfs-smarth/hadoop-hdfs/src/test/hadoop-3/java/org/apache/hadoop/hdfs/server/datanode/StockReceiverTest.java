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
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck.ECN;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck.SLOW;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.server.datanode.metrics.DataNodeMetrics;
import org.junit.Test;

public class StockReceiverTest {
  private final DataNode node = mock(DataNode.class);

  @Test(timeout = 30_000)
  public void anAckOfOursTellsOfCongestionAndOfASlowDatanodeAsStocksDo() {
    when(node.getECN()).thenReturn(ECN.CONGESTED);
    when(node.getSLOWByBlockPoolId("BP-1")).thenReturn(SLOW.SLOW);
    when(node.getSLOWByBlockPoolId("BP-2")).thenReturn(SLOW.NORMAL);
    int header = StockReceiver.ackHeader(node, "BP-1", Status.ERROR_CHECKSUM);
    assertThat(PipelineAck.getStatusFromHeader(header))
        .isEqualTo(Status.ERROR_CHECKSUM);
    assertThat(PipelineAck.getECNFromHeader(header)).isEqualTo(ECN.CONGESTED);
    assertThat(PipelineAck.getSLOWFromHeader(header)).isEqualTo(SLOW.SLOW);
    assertThat(PipelineAck.getSLOWFromHeader(
        StockReceiver.ackHeader(node, "BP-2", Status.SUCCESS)))
        .isEqualTo(SLOW.NORMAL);
  }

  @Test(timeout = 30_000)
  public void whatTheForwarderDoesSlowlyIsCountedAsByStock() {
    node.metrics = mock(DataNodeMetrics.class);
    StockReceiver.sentSlowly(node);
    verify(node.metrics).incrPacketsSlowWriteToMirror();
    StockReceiver.droppedSlowly(node);
    verify(node.metrics).incrPacketsSlowWriteToOsCache();
  }

  @Test(timeout = 30_000)
  public void aBlockOfAnErasureCodedGroupIsKnownByItsId() {
    assertThat(StockReceiver.isStriped(new Block(-9223372036854775792L)))
        .isTrue();
    assertThat(StockReceiver.isStriped(new Block(1073741825L))).isFalse();
  }

  @Test(timeout = 30_000)
  public void onlyAReplicaOnADiskHereHasFiles() {
    assertThat(StockReceiver.hasFiles(mock(LocalReplicaInPipeline.class)))
        .isTrue();
    assertThat(StockReceiver.hasFiles(mock(ProvidedReplica.class))).isFalse();
    assertThat(StockReceiver.hasFiles(mock(ReplicaInPipeline.class))).isFalse();
  }
}
