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
package org.apache.hadoop.hdfs.smarth.datanode;

import java.util.List;
import java.util.function.Supplier;

import com.google.common.base.Strings;
import org.apache.hadoop.hdfs.protocolPB.UnknownFields;
import org.apache.hadoop.hdfs.smarth.datanode.DatanodeSpeedMeter.Transfer;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeSpeeds;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.apache.hadoop.util.FakeTimer;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

public class DatanodeSpeedMeterTest {
  private static final int PACKET = 1 << 16;
  private static final int PACKETS = 100;
  private static final long MILLI = 1_000_000;
  private static final String AT = "10.20.30.40:50010";
  private static final String WRITER = "DFSClient_NONMAPREDUCE_-1_1";
  private static final int ID = Speed.writerId(WRITER);

  @Rule
  public final Timeout timeout = Timeout.seconds(60);

  private final FakeTimer timer = new FakeTimer();
  private final DatanodeSpeedMeter meter = new DatanodeSpeedMeter(true, timer);

  private static Transfer full(Transfer transfer, long nanos) {
    for (int i = 0; i < PACKETS; i++) {
      transfer.add(PACKET, nanos);
    }
    return transfer;
  }

  private static Transfer received(long nanosOfPacket) {
    return full(Transfer.ofReceiving(), nanosOfPacket);
  }

  private static Transfer forwarded(long nanosOfPacket) {
    return full(Transfer.ofForwarding(), nanosOfPacket);
  }

  /** @return what a NameNode that knows nothing is told. */
  private static DatanodeSpeeds told(DatanodeSpeedMeter meter) {
    return meter.newTeller().get();
  }

  private static byte[] fields(DatanodeSpeedMeter meter) {
    return DatanodeSpeeds.toFields(told(meter));
  }

  private static DatanodeSpeeds read(byte[] fields) {
    return DatanodeSpeeds.fromFields(
        UnknownFields.of(UnknownFields.toSet(fields))).getSpeeds();
  }

  @Test
  public void theRateIsThatOfTheTimeSpentOnThePackets() {
    meter.received("10.0.0.1", WRITER, received(2 * MILLI));
    timer.advance(7);
    meter.forwarded("dn2", AT, forwarded(4 * MILLI));

    assertThat(told(meter).getClients())
        .containsExactly(new Speed("10.0.0.1", PACKET * 500, 7).ofOnly(ID));
    assertThat(told(meter).getMirrors())
        .containsExactly(new Speed("dn2", PACKET * 250, 0).at(AT));
  }

  @Test
  public void eachNameNodeIsToldTheSame() {
    meter.received("10.0.0.1", WRITER, received(MILLI));
    assertThat(fields(meter)).isEqualTo(fields(meter));
  }

  @Test
  public void aNameNodeIsToldOfAMeasurementOnce() {
    Supplier<DatanodeSpeeds> teller = meter.newTeller();
    meter.received("10.0.0.1", WRITER, received(MILLI));
    meter.forwarded("dn2", AT, forwarded(MILLI));
    timer.advance(1);
    assertThat(teller.get().isEmpty()).isFalse();
    timer.advance(1);
    assertThat(teller.get().isEmpty()).isTrue();

    timer.advance(1);
    meter.forwarded("dn3", AT, forwarded(MILLI));
    DatanodeSpeeds news = teller.get();
    assertThat(news.getClients()).isEmpty();
    assertThat(news.getMirrors()).extracting(Speed::getPeer)
        .containsExactly("dn3");
  }

  @Test
  public void whatIsMeasuredRightAfterAHeartbeatIsToldInTheNext() {
    Supplier<DatanodeSpeeds> teller = meter.newTeller();
    teller.get();
    meter.received("10.0.0.1", WRITER, received(MILLI));
    timer.advance(3_000);
    assertThat(teller.get().getClients()).hasSize(1);
  }

  @Test
  public void aNameNodeThatRestartedHearsOfAllWithinAMinute() {
    Supplier<DatanodeSpeeds> teller = meter.newTeller();
    meter.received("10.0.0.1", WRITER, received(MILLI));
    timer.advance(1);
    teller.get();
    timer.advance(DatanodeSpeedMeter.REPEAT_MILLIS - 1);
    assertThat(teller.get().isEmpty()).isTrue();
    timer.advance(1);
    assertThat(teller.get().getClients()).hasSize(1);
    timer.advance(1);
    assertThat(teller.get().isEmpty()).isTrue();
  }

  @Test
  public void smallPacketsAreMostlyOverheadAndNotMeasured() {
    Transfer log = Transfer.ofReceiving();
    for (int i = 0; i < 10_000; i++) {
      log.add(Transfer.MIN_PACKET_BYTES - 1, MILLI);
    }
    meter.received("10.0.0.1", WRITER, log);
    assertThat(told(meter).isEmpty()).isTrue();
  }

  @Test
  public void aSmallBlockIsNoMeasure() {
    Transfer small = Transfer.ofReceiving();
    for (int i = 0; i < Transfer.MIN_BYTES / PACKET; i++) {
      small.add(PACKET, MILLI);
    }
    meter.received("10.0.0.1", WRITER, small);
    assertThat(told(meter).isEmpty()).isTrue();
    small.add(PACKET, MILLI);
    meter.received("10.0.0.1", WRITER, small);
    assertThat(told(meter).getClients()).hasSize(1);
  }

  @Test
  public void whatSocketBuffersTakeAtOnceDoesNotMakeASlowLinkLookFast() {
    Transfer forwarding = Transfer.ofForwarding();
    for (int i = 0; i < Transfer.BUFFERED_BYTES / PACKET; i++) {
      forwarding.add(PACKET, 10_000);
    }
    full(forwarding, 10 * MILLI);
    meter.forwarded("dn2", AT, forwarding);
    assertThat(told(meter).getMirrors())
        .containsExactly(new Speed("dn2", PACKET * 100, 0).at(AT));

    Transfer buffered = Transfer.ofForwarding();
    for (int i = 0; i < Transfer.BUFFERED_BYTES / PACKET; i++) {
      buffered.add(PACKET, 10_000);
    }
    meter.forwarded("dn3", AT, buffered);
    assertThat(told(meter).getMirrors()).hasSize(1);
  }

  /** @return packets that each arrive in a millisecond, and are stored so. */
  private static Transfer arrived(int packets) {
    Transfer transfer = Transfer.ofReceiving();
    for (int i = 0; i < packets; i++) {
      transfer.add(PACKET, MILLI, 2 * MILLI);
    }
    return transfer;
  }

  @Test
  public void aWriterThatStandsStillAmidAPacketDoesNotMakeItsLinkLookSlow() {
    Transfer pausing = arrived(PACKETS);
    pausing.add(PACKET, 10_000 * MILLI, 10_001 * MILLI);
    meter.received("10.0.0.1", WRITER, pausing);
    assertThat(told(meter).getClients())
        .containsExactly(new Speed("10.0.0.1", PACKET * 500, 0).ofOnly(ID));
  }

  @Test
  public void aDiskThatStandsStillOnceMakesItsDatanodeLookSlow() {
    Transfer stalled = arrived(PACKETS);
    stalled.add(PACKET, MILLI, 10_001 * MILLI);
    meter.received("10.0.0.1", WRITER, stalled);
    assertThat(told(meter).getClients().get(0).getBytesPerSecond())
        .isLessThan(PACKET * 10);
  }

  @Test
  public void aBlockOfFewLargePacketsIsMeasuredWithAllOfThem() {
    Transfer large = Transfer.ofReceiving();
    large.add(PACKET * 16, 10 * MILLI, 20 * MILLI);
    meter.received("10.0.0.1", WRITER, large);
    assertThat(told(meter).getClients()).containsExactly(
        new Speed("10.0.0.1", PACKET * 800, 0).ofOnly(ID));
  }

  @Test
  public void aLinkThatIsNoBottleneckCountsAsOneGigabyteASecond() {
    meter.forwarded("dn2", AT, forwarded(0));
    meter.received("10.0.0.1", WRITER, received(1));
    assertThat(told(meter).getMirrors())
        .containsExactly(new Speed("dn2", 1_000_000_000, 0).at(AT));
    assertThat(told(meter).getClients())
        .containsExactly(new Speed("10.0.0.1", 1_000_000_000, 0).ofOnly(ID));
  }

  @Test
  public void aMirrorThatWasSlowOnceIsNotHeldToBeFastForOneFastBlock() {
    meter.forwarded("dn2", AT, forwarded(10 * MILLI));
    meter.forwarded("dn2", AT, forwarded(0));
    assertThat(told(meter).getMirrors().get(0).getBytesPerSecond())
        .isLessThan(2 * PACKET * 100);
  }

  @Test
  public void whetherOneWriterAloneIsSlowIsTold() {
    meter.received("10.0.0.1", WRITER, received(MILLI));
    meter.received("10.0.0.1", "other", received(MILLI));
    assertThat(told(meter).getClients())
        .containsExactly(new Speed("10.0.0.1", PACKET * 1000, 0));
    meter.received("10.0.0.1", WRITER, received(10 * MILLI));
    assertThat(told(meter).getClients())
        .containsExactly(new Speed("10.0.0.1", PACKET * 100, 0).ofOnly(ID));
    meter.received("10.0.0.1", "other", received(10 * MILLI));
    assertThat(told(meter).getClients())
        .containsExactly(new Speed("10.0.0.1", PACKET * 100, 0));
  }

  @Test
  public void aDatanodeThatAWriterGivesAnothersNameChangesNothingOfThatOne() {
    meter.forwarded("dn2", AT, forwarded(MILLI));
    meter.forwarded("dn2", "10.20.30.41:50010", forwarded(100 * MILLI));
    assertThat(told(meter).getMirrors()).containsExactlyInAnyOrder(
        new Speed("dn2", PACKET * 1000, 0).at(AT),
        new Speed("dn2", PACKET * 10, 0).at("10.20.30.41:50010"));
  }

  @Test
  public void aDatanodeWithALongNameIsMeasuredToo() {
    String name = Strings.repeat("rack-of-a-cloud.", 15) + "example:50010";
    meter.forwarded("3b62f8a4-8a27-4a3c-9c5e-0d5a3b1c2d00", name,
        forwarded(MILLI));
    assertThat(read(fields(meter)).getMirrors())
        .extracting(Speed::getAddress).containsExactly(name);
  }

  @Test
  public void aThousandClientsFitIntoFourKilobytesTheNewestFirst() {
    for (int i = 0; i < 1000; i++) {
      timer.advance(10);
      meter.received("192.168." + i / 250 + "." + i % 250, WRITER,
          received((i + 1) * MILLI));
    }

    byte[] fields = fields(meter);
    assertThat(fields.length).isBetween(
        DatanodeSpeeds.MAX_BYTES - 100, DatanodeSpeeds.MAX_BYTES);
    List<Speed> told =
        read(fields).getClients();
    assertThat(told).hasSizeGreaterThan(100);
    for (int i = 0; i < told.size(); i++) {
      assertThat(told.get(i).getPeer())
          .isEqualTo("192.168.3." + (249 - i));
    }
  }

  @Test
  public void clientsAndMirrorsHaveHalfOfTheRoomEach() {
    for (int i = 0; i < 300; i++) {
      meter.received("192.168.1." + i, WRITER, received(MILLI));
      meter.forwarded("3b62f8a4-8a27-4a3c-9c5e-0d5a3b1c2d" + (100 + i), AT,
          forwarded(MILLI));
    }

    DatanodeSpeeds told = told(meter);
    int clients = DatanodeSpeeds.toFields(new DatanodeSpeeds(
        told.getClients(), DatanodeSpeeds.EMPTY.getMirrors())).length;
    assertThat(clients).isBetween(DatanodeSpeeds.MAX_BYTES / 2 - 60,
        DatanodeSpeeds.MAX_BYTES / 2 + 60);
    assertThat(fields(meter).length).isBetween(
        DatanodeSpeeds.MAX_BYTES - 60, DatanodeSpeeds.MAX_BYTES);
  }

  @Test
  public void whatOneHalfLeavesFreeGoesToTheOther() {
    for (int i = 0; i < 300; i++) {
      meter.forwarded("3b62f8a4-8a27-4a3c-9c5e-0d5a3b1c2d" + (100 + i), AT,
          forwarded(MILLI));
    }
    meter.received("10.0.0.1", WRITER, received(MILLI));

    assertThat(told(meter).getClients()).hasSize(1);
    assertThat(fields(meter).length).isBetween(
        DatanodeSpeeds.MAX_BYTES - 60, DatanodeSpeeds.MAX_BYTES);
  }

  @Test
  public void whatIsOldIsNotTold() {
    meter.received("10.0.0.1", WRITER, received(MILLI));
    timer.advance(1_800_001);
    assertThat(told(meter).isEmpty()).isTrue();
  }

  @Test
  public void switchedOffNothingIsMeasured() {
    DatanodeSpeedMeter off = new DatanodeSpeedMeter(false, timer);
    off.received("10.0.0.1", WRITER, received(MILLI));
    off.forwarded("dn2", AT, forwarded(MILLI));
    assertThat(told(off).isEmpty()).isTrue();
  }
}
