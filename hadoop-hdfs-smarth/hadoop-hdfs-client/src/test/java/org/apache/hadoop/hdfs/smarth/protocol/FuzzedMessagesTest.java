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

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.GetSpeedsResponseProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.HostSpeedsProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.ReportSpeedsRequestProto;
import org.apache.hadoop.hdfs.smarth.speed.DatanodeSpeeds;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

/**
 * Messages that nobody of ours would send: cut off, with bytes changed or put
 * in, with lengths below zero or far too long, with fields that nobody knows.
 * Each either cannot be parsed, which is RPC's error to the peer, or has
 * nothing that is implausible or too much.
 */
public class FuzzedMessagesTest {
  private static final int MESSAGES = 100_000;
  private static final long SEED = 20_102;
  private static final int RECORDS = 1024;
  private static final List<Speed> SPEEDS = Arrays.asList(
      new Speed("2001:db8::1", 47_000_000, 1500),
      new Speed("0a1b2c3d-0000-4000-8000-000000000001", 6_250_000, 0));

  @Rule
  public final Timeout timeout = Timeout.seconds(120);

  private final Random random = new Random(SEED);
  private int refused;

  /** What the caller of ours parses a message to, RPC or stock. */
  private interface Parser<T> {
    T parse(byte[] message) throws InvalidProtocolBufferException;
  }

  /** What ours does with it. */
  private interface Reader<T> {
    void read(T parsed);
  }

  private <T> void fuzz(byte[] valid, Parser<T> parser, Reader<T> reader)
      throws IOException {
    reader.read(parser.parse(valid));
    for (int i = 0; i < MESSAGES; i++) {
      T parsed;
      try {
        parsed = parser.parse(mutated(valid));
      } catch (InvalidProtocolBufferException | IndexOutOfBoundsException e) {
        // Protobuf 2.5 throws the latter, too; whoever parses has an error.
        refused++;
        continue;
      }
      reader.read(parsed);
    }
    assertThat(refused).isBetween(MESSAGES / 20, MESSAGES);
  }

  private byte[] mutated(byte[] valid) throws IOException {
    byte[] message = valid;
    for (int times = random.nextInt(3); times >= 0; times--) {
      message = once(message);
    }
    return message;
  }

  private byte[] once(byte[] message) throws IOException {
    int at = random.nextInt(message.length + 1);
    switch (random.nextInt(6)) {
    case 0:
      return Arrays.copyOf(message, at);
    case 1:
      byte[] changed = message.clone();
      if (at < changed.length) {
        changed[at] = (byte) random.nextInt();
      }
      return changed;
    case 2:
      byte[] bytes = new byte[random.nextInt(16)];
      random.nextBytes(bytes);
      return inserted(message, at, bytes);
    case 3:
      return inserted(message, at,
          message.length < 4096 ? message : new byte[0]);
    case 4:
      return inserted(message, at, field(1 + random.nextInt(2000),
          new byte[random.nextInt(64)]));
    default:
      return inserted(message, at, lengthOf(1 + random.nextInt(8)));
    }
  }

  private static byte[] inserted(byte[] message, int at, byte[] part) {
    byte[] longer = new byte[message.length + part.length];
    System.arraycopy(message, 0, longer, 0, at);
    System.arraycopy(part, 0, longer, at, part.length);
    System.arraycopy(message, at, longer, at + part.length,
        message.length - at);
    return longer;
  }

  private static byte[] field(int number, byte[] content) throws IOException {
    return UnknownFieldSet.newBuilder().addField(number,
        UnknownFieldSet.Field.newBuilder().addLengthDelimited(
            ByteString.copyFrom(content)).build())
        .build().toByteArray();
  }

  /** A field whose length is below zero, or more than there is. */
  private byte[] lengthOf(int number) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.writeRawVarint32(number << 3 | 2);
    out.writeRawVarint64(random.nextBoolean() ? -1 - random.nextInt(100)
        : Integer.MAX_VALUE - random.nextInt(100));
    out.flush();
    return bytes.toByteArray();
  }

  private static void arePlausible(List<Speed> speeds, int most) {
    assertThat(speeds.size()).isLessThanOrEqualTo(most);
    for (Speed speed : speeds) {
      assertThat(Speed.isPlausible(speed.getPeer(), speed.getBytesPerSecond(),
          speed.getAgeMillis())).isTrue();
    }
  }

  /** Only what stock parses reaches ours: the unknown fields. */
  @Test
  public void aRequestForFirstNodeAckIsUnderstoodOrIsNone()
      throws IOException {
    fuzz(FirstNodeAckProtocol.request().toByteArray(),
        UnknownFieldSet::parseFrom, FirstNodeAckProtocol::isRequested);
  }

  @Test
  public void aGrantOfFirstNodeAckIsUnderstoodOrIsNone() throws IOException {
    fuzz(FirstNodeAckProtocol.grant().toByteArray(),
        UnknownFieldSet::parseFrom, FirstNodeAckProtocol::isGranted);
  }

  @Test
  public void aHeartbeatNeverFailsForWhatItTellsOfSpeeds()
      throws IOException {
    fuzz(HeartbeatSpeeds.toFields(new DatanodeSpeeds(SPEEDS,
        Arrays.asList(SPEEDS.get(0), SPEEDS.get(1).at("10.0.0.1:50010"))))
        .toByteArray(), UnknownFieldSet::parseFrom, fields -> {
          DatanodeSpeeds speeds =
              HeartbeatSpeeds.fromFields(fields).getSpeeds();
          arePlausible(speeds.getClients(), RECORDS);
          arePlausible(speeds.getMirrors(), RECORDS);
        });
  }

  @Test
  public void aReportOfSpeedsHasWhatIsPlausibleAndNotTooMuch()
      throws IOException {
    fuzz(ReportSpeedsRequestProto.newBuilder()
        .addAllFirstDatanodes(SpeedMessages.toProtos(SPEEDS)).build()
        .toByteArray(), ReportSpeedsRequestProto::parseFrom,
        report -> arePlausible(SpeedMessages.fromProtos(
            report.getFirstDatanodesList(), RECORDS).getSpeeds(), RECORDS));
  }

  @Test
  public void anAnswerWithSpeedsHasWhatIsPlausible() throws IOException {
    HostSpeedsProto host = HostSpeedsProto.newBuilder().setSource("10.0.0.1")
        .addAllDatanodes(SpeedMessages.toProtos(SPEEDS)).build();
    fuzz(GetSpeedsResponseProto.newBuilder().setUsed(true)
        .setUnusedBecause("").setActive(true)
        .addAllClients(Collections.nCopies(3, host)).build().toByteArray(),
        GetSpeedsResponseProto::parseFrom, answer -> {
          for (HostSpeedsProto each : answer.getClientsList()) {
            arePlausible(SpeedMessages.fromProtos(each.getDatanodesList(),
                RECORDS).getSpeeds(), RECORDS);
          }
        });
  }
}
