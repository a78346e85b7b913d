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
package org.apache.hadoop.hdfs.protocolPB;

import java.util.Collections;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.proto.DatanodeProtocolProtos.HeartbeatRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.DatanodeProtocolProtos.HeartbeatResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsServerProtos.NNHAStatusHeartbeatProto;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.NodeType;
import org.apache.hadoop.hdfs.server.common.StorageInfo;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports;
import org.apache.hadoop.hdfs.server.protocol.SlowPeerReports;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.hdfs.smarth.protocol.HeartbeatSpeeds;
import org.apache.hadoop.hdfs.smarth.speed.DatanodeSpeeds;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.junit.Test;
import org.mockito.ArgumentCaptor;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;

public class SpeedTellingTranslatorPBTest {
  private final DatanodeProtocolPB namenode =
      Mockito.mock(DatanodeProtocolPB.class);
  private final AtomicReference<DatanodeSpeeds> speeds =
      new AtomicReference<>(DatanodeSpeeds.EMPTY);

  private HeartbeatRequestProto heartbeat(
      DatanodeProtocolClientSideTranslatorPB translator) throws Exception {
    ArgumentCaptor<HeartbeatRequestProto> sent =
        ArgumentCaptor.forClass(HeartbeatRequestProto.class);
    Mockito.when(namenode.sendHeartbeat(Mockito.any(), sent.capture()))
        .thenReturn(HeartbeatResponseProto.newBuilder().setHaStatus(
            NNHAStatusHeartbeatProto.newBuilder()
                .setState(NNHAStatusHeartbeatProto.State.ACTIVE).setTxid(1))
            .build());
    translator.sendHeartbeat(new DatanodeRegistration(
        new DatanodeID("10.0.0.1", "host", "uuid", 1, 2, 3, 4),
        new StorageInfo(NodeType.DATA_NODE), new ExportedBlockKeys(), "2.10"),
        new StorageReport[0], 0, 0, 0, 0, 0, null, false,
        SlowPeerReports.EMPTY_REPORT, SlowDiskReports.EMPTY_REPORT);
    return sent.getValue();
  }

  @Test(timeout = 30_000)
  public void eachHeartbeatTellsWhatIsKnownThen() throws Exception {
    SpeedTellingTranslatorPB translator =
        new SpeedTellingTranslatorPB(namenode, speeds::get);
    HeartbeatRequestProto nothing = heartbeat(translator);
    DatanodeSpeeds some = new DatanodeSpeeds(
        Collections.singletonList(new Speed("10.0.0.2", 5, 6)),
        Collections.singletonList(new Speed("dn2", 7, 8)));
    speeds.set(some);
    HeartbeatRequestProto something = heartbeat(translator);

    assertThat(HeartbeatSpeeds.fromFields(nothing.getUnknownFields())
        .getSpeeds().isEmpty()).isTrue();
    DatanodeSpeeds told = HeartbeatSpeeds.fromFields(HeartbeatRequestProto
        .parseFrom(something.toByteArray()).getUnknownFields()).getSpeeds();
    assertThat(told.getClients()).isEqualTo(some.getClients());
    assertThat(told.getMirrors()).isEqualTo(some.getMirrors());
  }

  @Test(timeout = 30_000)
  public void apartFromSpeedsAHeartbeatIsStocks() throws Exception {
    speeds.set(new DatanodeSpeeds(
        Collections.singletonList(new Speed("10.0.0.2", 5, 6)),
        Collections.emptyList()));
    HeartbeatRequestProto stock =
        heartbeat(new DatanodeProtocolClientSideTranslatorPB(namenode));
    HeartbeatRequestProto ours =
        heartbeat(new SpeedTellingTranslatorPB(namenode, speeds::get));

    assertThat(ours.getSerializedSize()).isGreaterThan(
        stock.getSerializedSize());
    assertThat(ours.toBuilder().setUnknownFields(stock.getUnknownFields())
        .build()).isEqualTo(stock);
  }
}
