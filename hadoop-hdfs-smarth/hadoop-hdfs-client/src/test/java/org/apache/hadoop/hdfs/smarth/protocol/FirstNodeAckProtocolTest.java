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
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

public class FirstNodeAckProtocolTest {
  private static BlockOpResponseProto response(UnknownFieldSet fields)
      throws Exception {
    return BlockOpResponseProto.parseFrom(BlockOpResponseProto.newBuilder()
        .setStatus(Status.SUCCESS).setFirstBadLink("").setUnknownFields(fields)
        .build().toByteArray());
  }

  @Test
  public void aGrantSurvivesTheStockMessageThatCarriesIt() throws Exception {
    BlockOpResponseProto response = response(FirstNodeAckProtocol.grant());
    assertThat(response.getStatus()).isEqualTo(Status.SUCCESS);
    assertThat(FirstNodeAckProtocol.isGranted(response.getUnknownFields()))
        .isTrue();
  }

  @Test
  public void wantOfThreadsIsToldWithoutAGrant() throws Exception {
    UnknownFieldSet few =
        response(FirstNodeAckProtocol.fewThreads()).getUnknownFields();
    assertThat(FirstNodeAckProtocol.hasFewThreads(few)).isTrue();
    assertThat(FirstNodeAckProtocol.isGranted(few)).isFalse();
    assertThat(FirstNodeAckProtocol.hasFewThreads(
        response(FirstNodeAckProtocol.grant()).getUnknownFields())).isFalse();
  }

  @Test
  public void aStockPeerNeitherAsksNorGrants() throws Exception {
    UnknownFieldSet none =
        response(UnknownFieldSet.getDefaultInstance()).getUnknownFields();
    assertThat(FirstNodeAckProtocol.isGranted(none)).isFalse();
    assertThat(FirstNodeAckProtocol.isRequested(none)).isFalse();
    assertThat(FirstNodeAckProtocol.hasFewThreads(none)).isFalse();
  }

  @Test
  public void aRequestIsRecognizedAmongOtherUnknownFields() {
    UnknownFieldSet fields = UnknownFieldSet.newBuilder()
        .mergeFrom(FirstNodeAckProtocol.request())
        .addField(17, UnknownFieldSet.Field.newBuilder().addVarint(4).build())
        .build();
    assertThat(FirstNodeAckProtocol.isRequested(fields)).isTrue();
  }

  @Test
  public void aMalformedFieldCountsAsStock() {
    UnknownFieldSet broken = UnknownFieldSet.newBuilder().addField(1000,
        UnknownFieldSet.Field.newBuilder().addLengthDelimited(
            ByteString.copyFrom(new byte[] {(byte) 0xff})).build()).build();
    assertThat(FirstNodeAckProtocol.isRequested(broken)).isFalse();
    assertThat(FirstNodeAckProtocol.isGranted(broken)).isFalse();
    assertThat(FirstNodeAckProtocol.hasFewThreads(broken)).isFalse();
  }
}
