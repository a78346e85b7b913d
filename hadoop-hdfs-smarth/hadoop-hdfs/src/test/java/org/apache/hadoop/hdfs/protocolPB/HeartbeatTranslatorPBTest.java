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

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.proto.DatanodeProtocolProtos.HeartbeatRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.DatanodeProtocolProtos.HeartbeatResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsServerProtos.NNHAStatusHeartbeatProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsServerProtos.VersionResponseProto;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.NodeType;
import org.apache.hadoop.hdfs.server.common.StorageInfo;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports;
import org.apache.hadoop.hdfs.server.protocol.SlowPeerReports;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeSpeeds;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeState;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeState.Heard;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.junit.Test;
import org.mockito.ArgumentCaptor;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;

public class HeartbeatTranslatorPBTest {
  private static final String POOL = "BP-1";

  private final DatanodeProtocolPB namenode =
      Mockito.mock(DatanodeProtocolPB.class);
  private final Script script = new Script();
  private HeartbeatResponseProto answer = answer(
      NNHAStatusHeartbeatProto.State.ACTIVE, new byte[0]);

  private static HeartbeatResponseProto answer(
      NNHAStatusHeartbeatProto.State state, byte[] fields) {
    return HeartbeatResponseProto.newBuilder().setHaStatus(
        NNHAStatusHeartbeatProto.newBuilder().setState(state).setTxid(17))
        .setUnknownFields(UnknownFields.toSet(fields)).build();
  }

  private HeartbeatTranslatorPB connected() throws Exception {
    Mockito.when(namenode.versionRequest(Mockito.any(), Mockito.any()))
        .thenReturn(VersionResponseProto.newBuilder().setInfo(PBHelper.convert(
            new NamespaceInfo(1, "cluster", POOL, 2))).build());
    HeartbeatTranslatorPB translator =
        new HeartbeatTranslatorPB(namenode, script);
    assertThat(translator.versionRequest().getBlockPoolID()).isEqualTo(POOL);
    return translator;
  }

  private HeartbeatRequestProto heartbeat(
      DatanodeProtocolClientSideTranslatorPB translator) throws Exception {
    ArgumentCaptor<HeartbeatRequestProto> sent =
        ArgumentCaptor.forClass(HeartbeatRequestProto.class);
    Mockito.when(namenode.sendHeartbeat(Mockito.any(), sent.capture()))
        .thenReturn(answer);
    translator.sendHeartbeat(new DatanodeRegistration(
        new DatanodeID("10.0.0.1", "host", "uuid", 1, 2, 3, 4),
        new StorageInfo(NodeType.DATA_NODE), new ExportedBlockKeys(), "2.10"),
        new StorageReport[0], 0, 0, 0, 0, 0, null, false,
        SlowPeerReports.EMPTY_REPORT, SlowDiskReports.EMPTY_REPORT);
    return sent.getValue();
  }

  @Test(timeout = 30_000)
  public void eachHeartbeatTellsWhatIsToBeToldThen() throws Exception {
    HeartbeatTranslatorPB translator = connected();
    script.fields = DatanodeState.toFields(
        new DatanodeState(Heard.NOTHING, "a"));
    HeartbeatRequestProto nothing = heartbeat(translator);
    DatanodeSpeeds some = new DatanodeSpeeds(
        Collections.singletonList(new Speed("10.0.0.2", 5, 6)),
        Collections.singletonList(new Speed("dn2", 7, 8)));
    script.fields = UnknownFields.toSet(DatanodeSpeeds.toFields(some))
        .toBuilder().mergeFrom(UnknownFields.toSet(DatanodeState.toFields(
            new DatanodeState(Heard.OFF, "a")))).build().toByteArray();
    HeartbeatRequestProto something = HeartbeatRequestProto
        .parseFrom(heartbeat(translator).toByteArray());

    assertThat(DatanodeSpeeds.isTold(UnknownFields.of(nothing))).isFalse();
    assertThat(DatanodeState.fromFields(UnknownFields.of(nothing))
        .getHeard()).isEqualTo(Heard.NOTHING);
    DatanodeSpeeds told = DatanodeSpeeds
        .fromFields(UnknownFields.of(something)).getSpeeds();
    assertThat(told.getClients()).isEqualTo(some.getClients());
    assertThat(told.getMirrors()).isEqualTo(some.getMirrors());
    assertThat(DatanodeState.fromFields(UnknownFields.of(something))
        .getHeard()).isEqualTo(Heard.OFF);
    assertThat(script.askedFor).containsExactly(POOL, POOL);
  }

  @Test(timeout = 30_000)
  public void apartFromWhatIsToldAHeartbeatIsStocks() throws Exception {
    script.fields = DatanodeSpeeds.toFields(new DatanodeSpeeds(
        Collections.singletonList(new Speed("10.0.0.2", 5, 6)),
        Collections.emptyList()));
    HeartbeatRequestProto stock =
        heartbeat(new DatanodeProtocolClientSideTranslatorPB(namenode));
    HeartbeatRequestProto ours = heartbeat(connected());

    assertThat(ours.getSerializedSize()).isGreaterThan(
        stock.getSerializedSize());
    assertThat(ours.toBuilder().setUnknownFields(stock.getUnknownFields())
        .build()).isEqualTo(stock);
  }

  @Test(timeout = 30_000)
  public void eachAnswerIsHeardWithTheClaimToBeActive() throws Exception {
    HeartbeatTranslatorPB translator = connected();
    answer = answer(NNHAStatusHeartbeatProto.State.STANDBY,
        DatanodeState.toAnswer(false));
    heartbeat(translator);
    answer = answer(NNHAStatusHeartbeatProto.State.ACTIVE,
        DatanodeState.toAnswer(false));
    heartbeat(translator);
    answer = answer(NNHAStatusHeartbeatProto.State.ACTIVE, new byte[0]);
    heartbeat(translator);
    assertThat(script.heard).containsExactly(
        POOL + " standby 17 Optional[false]",
        POOL + " active 17 Optional[false]",
        POOL + " active 17 Optional.empty");
  }

  /** What is told, and was heard. */
  private static final class Script implements HeartbeatTranslatorPB.Talk {
    private byte[] fields = {};
    private final List<String> askedFor = new ArrayList<>();
    private final List<String> heard = new ArrayList<>();

    @Override
    public byte[] tell(String pool) {
      askedFor.add(pool);
      return fields;
    }

    @Override
    public void hear(String pool, boolean active, long txid,
        Optional<Boolean> on) {
      heard.add(pool + (active ? " active " : " standby ") + txid + " " + on);
    }
  }
}
