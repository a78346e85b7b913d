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
package org.apache.hadoop.hdfs.smarth.protocol;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.protocolPB.UnknownFields;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

public class FirstNodeAckProtocolTest {
  private static BlockOpResponseProto response(byte[] fields)
      throws Exception {
    return BlockOpResponseProto.parseFrom(BlockOpResponseProto.newBuilder()
        .setStatus(Status.SUCCESS).setFirstBadLink("")
        .setUnknownFields(UnknownFields.toSet(fields)).build().toByteArray());
  }

  @Test
  public void aGrantSurvivesTheStockMessageThatCarriesIt() throws Exception {
    BlockOpResponseProto response = response(FirstNodeAckProtocol.grant());
    assertThat(response.getStatus()).isEqualTo(Status.SUCCESS);
    assertThat(FirstNodeAckProtocol.isGranted(UnknownFields.of(response)))
        .isTrue();
  }

  @Test
  public void wantOfThreadsIsToldWithoutAGrant() throws Exception {
    UnknownFields few =
        UnknownFields.of(response(FirstNodeAckProtocol.fewThreads()));
    assertThat(FirstNodeAckProtocol.hasFewThreads(few)).isTrue();
    assertThat(FirstNodeAckProtocol.isGranted(few)).isFalse();
    assertThat(FirstNodeAckProtocol.hasFewThreads(
        UnknownFields.of(response(FirstNodeAckProtocol.grant())))).isFalse();
  }

  @Test
  public void aStockPeerNeitherAsksNorGrants() throws Exception {
    UnknownFields none = UnknownFields.of(response(new byte[0]));
    assertThat(FirstNodeAckProtocol.isGranted(none)).isFalse();
    assertThat(FirstNodeAckProtocol.isRequested(none)).isFalse();
    assertThat(FirstNodeAckProtocol.hasFewThreads(none)).isFalse();
  }

  @Test
  public void aRequestIsRecognizedAmongOtherUnknownFields() {
    UnknownFields fields = UnknownFields.of(UnknownFieldSet.newBuilder()
        .mergeFrom(UnknownFields.toSet(FirstNodeAckProtocol.request()))
        .addField(17, UnknownFieldSet.Field.newBuilder().addVarint(4).build())
        .build());
    assertThat(FirstNodeAckProtocol.isRequested(fields)).isTrue();
  }

  @Test
  public void aMalformedFieldCountsAsStock() {
    UnknownFields broken = UnknownFields.of(UnknownFieldSet.newBuilder()
        .addField(1000, UnknownFieldSet.Field.newBuilder().addLengthDelimited(
            ByteString.copyFrom(new byte[] {(byte) 0xff})).build()).build());
    assertThat(FirstNodeAckProtocol.isRequested(broken)).isFalse();
    assertThat(FirstNodeAckProtocol.isGranted(broken)).isFalse();
    assertThat(FirstNodeAckProtocol.hasFewThreads(broken)).isFalse();
  }
}
