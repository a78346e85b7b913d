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

import java.util.Arrays;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import org.apache.hadoop.hdfs.protocolPB.UnknownFields;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeState.Heard;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

public class HeartbeatStateTest {
  private static UnknownFields overTheWire(byte[] fields) {
    return UnknownFields.of(UnknownFields.toSet(fields));
  }

  private static UnknownFields state(UnknownFieldSet.Field value) {
    return UnknownFields.of(
        UnknownFieldSet.newBuilder().addField(1001, value).build());
  }

  @Test(timeout = 60_000)
  public void anAnswerSaysWhetherSmarthIsOn() {
    for (boolean on : new boolean[] {true, false}) {
      assertThat(DatanodeState.fromAnswer(
          overTheWire(DatanodeState.toAnswer(on)))).contains(on);
    }
    assertThat(DatanodeState.fromAnswer(
        overTheWire(new byte[0]))).isEmpty();
  }

  @Test(timeout = 60_000)
  public void aHeartbeatSaysWhatItsSenderHeardAndItsBuild() {
    for (Heard heard : new Heard[] {Heard.ON, Heard.OFF, Heard.NOTHING}) {
      DatanodeState read = DatanodeState.fromFields(overTheWire(
          DatanodeState.toFields(new DatanodeState(heard, "0123456789ab"))));
      assertThat(read.getHeard()).isEqualTo(heard);
      assertThat(read.getBuild()).isEqualTo("0123456789ab");
    }
    assertThat(DatanodeState.fromFields(
        overTheWire(new byte[0]))).isSameAs(DatanodeState.SILENT);
  }

  @Test(timeout = 60_000)
  public void aNameThatNoBuildHasIsUnknown() {
    char[] letters = new char[65];
    Arrays.fill(letters, 'x');
    for (String build : new String[] {new String(letters), "", "a b",
        "a\n  SMARTH: on", "\u001b[2J"}) {
      assertThat(DatanodeState.fromFields(overTheWire(
          DatanodeState.toFields(new DatanodeState(Heard.ON, build)))).getBuild())
          .isEqualTo("unknown");
    }
  }

  @Test(timeout = 60_000)
  public void whoTellsOfSpeedsAloneIsOfAnEarlierBuild() {
    assertThat(DatanodeState.fromFields(
        overTheWire(DatanodeSpeeds.toFields(DatanodeSpeeds.EMPTY))))
        .isSameAs(DatanodeState.EARLIER);
  }

  @Test(timeout = 60_000)
  public void whatIsMalformedSaysNothing() {
    assertThat(DatanodeState.fromAnswer(UnknownFields.of(
        UnknownFieldSet.newBuilder().addField(1000, UnknownFieldSet.Field
            .newBuilder().addLengthDelimited(ByteString.copyFromUtf8("on"))
            .build()).build()))).isEmpty();
    assertThat(DatanodeState.fromFields(state(UnknownFieldSet.Field
        .newBuilder().addLengthDelimited(ByteString.copyFromUtf8("on"))
        .build()))).isSameAs(DatanodeState.SILENT);
    assertThat(DatanodeState.fromFields(state(UnknownFieldSet.Field
        .newBuilder().addVarint(1).build())).getHeard())
        .isEqualTo(Heard.NOTHING);
  }
}
