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

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

import com.google.common.base.Strings;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import org.apache.hadoop.hdfs.protocolPB.UnknownFields;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.DatanodeSpeedsProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.HeartbeatExtensionProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.SpeedProto;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

/** What peers may say of speeds, and what is made of what they must not say. */
public class SpeedMessagesTest {
  private static final int FIELD = HeartbeatExtensionProto.SPEEDS_FIELD_NUMBER;

  @Rule
  public final Timeout timeout = Timeout.seconds(30);

  private final Speed slow =
      new Speed("10.0.0.1", 1, 1800000).ofOnly(-7);
  private final Speed fast =
      new Speed("10.0.0.2", Speed.MAX_BYTES_PER_SECOND, 0).at("h:50010");

  private static SpeedProto proto(String peer, long rate, long age) {
    return SpeedProto.newBuilder().setPeer(peer).setBytesPerSecond(rate)
        .setAgeMillis(age).build();
  }

  private static UnknownFields field(ByteString bytes) {
    return UnknownFields.of(UnknownFieldSet.newBuilder()
        .addField(FIELD, UnknownFieldSet.Field.newBuilder()
            .addLengthDelimited(bytes).build())
        .build());
  }

  private static UnknownFields fields(byte[] message) {
    return UnknownFields.of(UnknownFields.toSet(message));
  }

  @Test
  public void speedsComeBackAsTheyWereInTheSameOrder() {
    SpeedMessages.Parsed parsed = SpeedMessages.fromProtos(
        SpeedMessages.toProtos(Arrays.asList(slow, fast)), 2);

    assertThat(parsed.getSpeeds()).containsExactly(slow, fast);
    assertThat(parsed.getDropped()).isZero();
  }

  @Test
  public void implausibleRecordsAreDroppedAndCounted() {
    SpeedMessages.Parsed parsed = SpeedMessages.fromProtos(Arrays.asList(
        proto("zero", 0, 0),
        proto("negative", -1, 0),
        proto("least", Long.MIN_VALUE, 0),
        proto("above 1 Tbit/s", 125_000_000_001L, 0),
        proto("younger than now", 1, -1),
        proto("older than any expiry", 1, 7 * 86_400_000 + 1),
        proto("", 1, 0),
        proto(Strings.repeat("x", Speed.MAX_PEER_LENGTH + 1), 1, 0),
        proto("elsewhere", 1, 0).toBuilder().setAddress(
            Strings.repeat("x", Speed.MAX_ADDRESS_LENGTH + 1)).build(),
        proto("good", 1, 7 * 86_400_000)), 100);

    assertThat(parsed.getSpeeds())
        .containsExactly(new Speed("good", 1, 7 * 86_400_000));
    assertThat(parsed.getDropped()).isEqualTo(9);
  }

  @Test
  public void recordsBeyondTheLimitAreDroppedAndCounted() {
    List<SpeedProto> protos = Collections.nCopies(5, proto("peer", 1, 0));

    SpeedMessages.Parsed parsed = SpeedMessages.fromProtos(protos, 3);

    assertThat(parsed.getSpeeds()).hasSize(3);
    assertThat(parsed.getDropped()).isEqualTo(2);
  }

  @Test
  public void theSizeOfAListIsThatOfItsRecords() {
    DatanodeSpeedsProto message = DatanodeSpeedsProto.newBuilder()
        .addAllClients(SpeedMessages.toProtos(Arrays.asList(slow, fast)))
        .addAllMirrors(SpeedMessages.toProtos(Arrays.asList(fast))).build();

    assertThat(message.getSerializedSize()).isEqualTo(
        SpeedMessages.sizeInList(slow) + 2 * SpeedMessages.sizeInList(fast));
  }

  @Test
  public void aHeartbeatCarriesClientsAndMirrors() {
    DatanodeSpeeds.Parsed parsed = DatanodeSpeeds.fromFields(
        fields(DatanodeSpeeds.toFields(new DatanodeSpeeds(
            Arrays.asList(slow, fast), Arrays.asList(fast)))));

    assertThat(parsed.getSpeeds().getClients()).containsExactly(slow, fast);
    assertThat(parsed.getSpeeds().getMirrors()).containsExactly(fast);
    assertThat(parsed.getDropped()).isZero();
  }

  @Test
  public void whoMeasuredNothingYetSaysThatItMeasures() {
    byte[] nothing = DatanodeSpeeds.toFields(DatanodeSpeeds.EMPTY);

    assertThat(DatanodeSpeeds.isTold(fields(nothing))).isTrue();
    assertThat(nothing.length).isLessThan(4);
    assertThat(DatanodeSpeeds.fromFields(fields(nothing)).getSpeeds().isEmpty())
        .isTrue();
  }

  @Test
  public void aStockHeartbeatTellsNothing() {
    assertThat(DatanodeSpeeds.isTold(fields(new byte[0])))
        .isFalse();
    DatanodeSpeeds.Parsed parsed =
        DatanodeSpeeds.fromFields(fields(new byte[0]));
    assertThat(parsed.getSpeeds().isEmpty()).isTrue();
    assertThat(parsed.getDropped()).isZero();
  }

  @Test
  public void otherUnknownFieldsOfAHeartbeatAreIgnored() {
    UnknownFieldSet fields = UnknownFields.toSet(
        DatanodeSpeeds.toFields(new DatanodeSpeeds(Arrays.asList(slow),
            Collections.<Speed>emptyList()))).toBuilder()
        .addField(FIELD + 1, UnknownFieldSet.Field.newBuilder()
            .addVarint(7).build())
        .build();

    assertThat(DatanodeSpeeds.fromFields(UnknownFields.of(fields))
        .getSpeeds().getClients()).containsExactly(slow);
  }

  @Test
  public void malformedFieldsOfAHeartbeatAreDroppedAndCounted() {
    UnknownFields number = UnknownFields.of(UnknownFieldSet.newBuilder()
        .addField(FIELD, UnknownFieldSet.Field.newBuilder()
            .addVarint(7).build()).build());
    SpeedProto noRate = SpeedProto.newBuilder().setPeer("x").buildPartial();
    ByteString incomplete = DatanodeSpeedsProto.newBuilder()
        .addClients(noRate).buildPartial().toByteString();
    byte[] garbage = new byte[100];
    Arrays.fill(garbage, (byte) 0xff);

    for (UnknownFields fields : Arrays.asList(number, field(incomplete),
        field(ByteString.copyFrom(garbage)))) {
      DatanodeSpeeds.Parsed parsed = DatanodeSpeeds.fromFields(fields);
      assertThat(parsed.getSpeeds().isEmpty()).isTrue();
      assertThat(parsed.getDropped()).isEqualTo(1);
    }
  }

  @Test
  public void implausibleRecordsOfAHeartbeatAreDroppedAndTheOthersKept() {
    ByteString mixed = DatanodeSpeedsProto.newBuilder()
        .addClients(proto("bad", -1, 0)).addClients(proto("good", 5, 0))
        .addMirrors(proto("bad", 0, 0)).build().toByteString();

    DatanodeSpeeds.Parsed parsed = DatanodeSpeeds.fromFields(field(mixed));

    assertThat(parsed.getSpeeds().getClients())
        .containsExactly(new Speed("good", 5, 0));
    assertThat(parsed.getSpeeds().getMirrors()).isEmpty();
    assertThat(parsed.getDropped()).isEqualTo(2);
  }

  @Test
  public void aFarTooLongFieldOfAHeartbeatIsDroppedUnread() {
    List<SpeedProto> many = new ArrayList<>();
    for (int i = 0; i < 10000; i++) {
      many.add(proto("10.0.0." + i, 5, 0));
    }

    DatanodeSpeeds.Parsed parsed = DatanodeSpeeds.fromFields(field(
        DatanodeSpeedsProto.newBuilder().addAllClients(many).build()
            .toByteString()));

    assertThat(parsed.getSpeeds().isEmpty()).isTrue();
    assertThat(parsed.getDropped()).isEqualTo(1);
  }
}
