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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import com.google.common.base.Strings;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.UnknownFieldSet;
import org.apache.hadoop.hdfs.protocolPB.UnknownFields;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.DatanodeSpeedsProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.GetSpeedsResponseProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.HeartbeatExtensionProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.HostSpeedsProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.ReportSpeedsRequestProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.SpeedProto;
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
  private static final int MESSAGES = 20_000;
  private static final int SOME = MESSAGES / 20;
  private static final long SEED = 20_102;
  /** A message with more records than this is among those of chance. */
  private static final int LIMIT = 4;
  private static final int LONGEST_PEER = 128;
  private static final int LONGEST_ADDRESS = 261;
  private static final long FASTEST = 125_000_000_000L;
  private static final long OLDEST = TimeUnit.DAYS.toMillis(7);
  private static final List<SpeedProto> SPEEDS = SpeedMessages.toProtos(
      Arrays.asList(new Speed("2001:db8::1", 47_000_000, 1500),
          new Speed("0a1b2c3d-0000-4000-8000-000000000001", FASTEST, OLDEST)));

  @Rule
  public final Timeout timeout = Timeout.seconds(120);

  private final Random random = new Random(SEED);

  /** What a message says before chance changes its bytes. */
  private interface Source {
    MessageLite message();
  }

  /** What the caller of ours parses a message to, RPC or stock. */
  private interface Parser<T> {
    T parse(byte[] message) throws InvalidProtocolBufferException;
  }

  /** What ours does with it. */
  private interface Reader<T> {
    /** @return whether it says something. */
    boolean read(T parsed);
  }

  private <T> void fuzz(Source source, Parser<T> parser, Reader<T> reader)
      throws IOException {
    int refused = 0;
    int understood = 0;
    for (int i = 0; i < MESSAGES; i++) {
      T parsed;
      try {
        parsed = parser.parse(mutated(source.message().toByteArray()));
      } catch (InvalidProtocolBufferException | IndexOutOfBoundsException e) {
        // Protobuf 2.5 throws the latter, too; whoever parses has an error.
        refused++;
        continue;
      }
      if (reader.read(parsed)) {
        understood++;
      }
    }
    assertThat(refused).as("refused").isBetween(SOME, MESSAGES - SOME);
    assertThat(understood).as("understood").isGreaterThan(SOME);
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

  /** @return whether there is any. */
  private static boolean arePlausible(List<Speed> speeds) {
    assertThat(speeds).allMatch(FuzzedMessagesTest::isPlausible);
    return !speeds.isEmpty();
  }

  private static boolean isPlausible(Speed speed) {
    return !speed.getPeer().isEmpty()
        && speed.getPeer().length() <= LONGEST_PEER
        && speed.getBytesPerSecond() >= 1
        && speed.getBytesPerSecond() <= FASTEST
        && speed.getAgeMillis() >= 0 && speed.getAgeMillis() <= OLDEST
        && (speed.getAddress() == null
            || speed.getAddress().length() <= LONGEST_ADDRESS);
  }

  /** What is no speed, or too much, is counted. */
  private static boolean arePlausibleAndFew(List<SpeedProto> told) {
    SpeedMessages.Parsed read = SpeedMessages.fromProtos(told, LIMIT);
    assertThat(read.getSpeeds().size()).isLessThanOrEqualTo(LIMIT);
    assertThat(read.getSpeeds().size() + read.getDropped())
        .isEqualTo(told.size());
    return arePlausible(read.getSpeeds());
  }

  /** @return whether each field of that number, and there is one, is sound. */
  private static boolean isMessage(UnknownFieldSet fields, int number) {
    List<ByteString> values = fields.getField(number).getLengthDelimitedList();
    for (ByteString value : values) {
      try {
        UnknownFieldSet.parseFrom(value);
      } catch (InvalidProtocolBufferException | IndexOutOfBoundsException e) {
        return false;
      }
    }
    return !values.isEmpty();
  }

  /** Two that are plausible, and others. */
  private List<SpeedProto> speeds() {
    List<SpeedProto> speeds = new ArrayList<>(SPEEDS);
    for (int more = random.nextInt(2 * LIMIT - 2); more > 0; more--) {
      speeds.add(random.nextInt(speeds.size() + 1), SpeedProto.newBuilder()
          .setPeer(Strings.repeat("u", random.nextInt(2 * LONGEST_PEER)))
          .setAddress(Strings.repeat("h", random.nextInt(2 * LONGEST_ADDRESS)))
          .setBytesPerSecond(random.nextLong() >> random.nextInt(Long.SIZE))
          .setAgeMillis(random.nextLong() >> random.nextInt(Long.SIZE))
          .build());
    }
    return speeds;
  }

  /** As a later one of ours might say more in it. */
  private UnknownFieldSet fieldWithMore(int number) {
    return UnknownFieldSet.newBuilder().addField(number,
        UnknownFieldSet.Field.newBuilder().addLengthDelimited(
            SPEEDS.get(random.nextInt(SPEEDS.size())).toByteString()).build())
        .build();
  }

  /** Only what stock parses reaches ours: the unknown fields. */
  @Test
  public void aRequestForFirstNodeAckIsUnderstoodOrIsNone()
      throws IOException {
    fuzz(() -> random.nextBoolean() ? UnknownFields.toSet(FirstNodeAckProtocol.request())
        : fieldWithMore(1000), UnknownFieldSet::parseFrom, fields -> {
          boolean requested = FirstNodeAckProtocol.isRequested(
              UnknownFields.of(fields));
          assertThat(requested).as("%s", fields)
              .isEqualTo(isMessage(fields, 1000));
          return requested;
        });
  }

  @Test
  public void aGrantOfFirstNodeAckIsUnderstoodOrIsNone() throws IOException {
    fuzz(() -> random.nextBoolean() ? UnknownFields.toSet(FirstNodeAckProtocol.grant())
        : fieldWithMore(1000), UnknownFieldSet::parseFrom, fields -> {
          boolean granted = FirstNodeAckProtocol.isGranted(
              UnknownFields.of(fields));
          assertThat(granted).as("%s", fields)
              .isEqualTo(isMessage(fields, 1000));
          return granted;
        });
  }

  @Test
  public void aHeartbeatNeverFailsForWhatItTellsOfSpeeds()
      throws IOException {
    fuzz(() -> HeartbeatExtensionProto.newBuilder().setSpeeds(
        DatanodeSpeedsProto.newBuilder().addAllClients(speeds())
            .addAllMirrors(speeds())).build(),
        UnknownFieldSet::parseFrom, fields -> {
          DatanodeSpeeds speeds =
              DatanodeSpeeds.fromFields(UnknownFields.of(fields)).getSpeeds();
          return arePlausible(speeds.getClients())
              & arePlausible(speeds.getMirrors());
        });
  }

  @Test
  public void aReportOfSpeedsHasWhatIsPlausibleAndNotTooMuch()
      throws IOException {
    fuzz(() -> ReportSpeedsRequestProto.newBuilder()
        .addAllFirstDatanodes(speeds()).build(),
        ReportSpeedsRequestProto::parseFrom,
        report -> arePlausibleAndFew(report.getFirstDatanodesList()));
  }

  @Test
  public void anAnswerWithSpeedsHasWhatIsPlausible() throws IOException {
    fuzz(() -> GetSpeedsResponseProto.newBuilder().setUsed(true)
        .setUnusedBecause("").setActive(true)
        .addAllClients(Collections.nCopies(2, HostSpeedsProto.newBuilder()
            .setSource("10.0.0.1").addAllDatanodes(speeds()).build()))
        .build(), GetSpeedsResponseProto::parseFrom, answer -> {
          boolean any = false;
          for (HostSpeedsProto each : answer.getClientsList()) {
            any |= arePlausibleAndFew(each.getDatanodesList());
          }
          return any;
        });
  }
}
