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
package org.apache.hadoop.hdfs.smarth.client.retention;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.hadoop.hdfs.smarth.client.retention.PacketRetention.FlushBacklog;
import org.apache.hadoop.hdfs.smarth.client.retention.SpillSpace.SpillQuota;
import org.apache.hadoop.util.FakeTimer;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

public class PacketRetentionTest {
  private static final RetentionBudget.Liveness ALIVE = () -> { };
  private static final int UNIT = 4096;
  private static final int ALLOWANCE = 100;
  private static final int LIMIT = 100;
  /** Bytes that may be on their way whatever the rate. */
  private static final int STOCK = 150;

  @Rule
  public final Timeout timeout = new Timeout(20, TimeUnit.SECONDS);

  private final RetentionBudget budget = new RetentionBudget();
  private final RetentionBudget.Account memory =
      budget.open(ALLOWANCE, LIMIT, true);
  private final FakeStore store = new FakeStore();
  private final SpillQuota quota = new SpillQuota();
  private final FlushBacklog backlog =
      new FlushBacklog(new FakeTimer(), STOCK, 5000);
  private final AtomicLong acked = new AtomicLong();
  private final AtomicInteger asked = new AtomicInteger();
  private final PacketRetention retention = new PacketRetention(memory,
      new SpillSpace(() -> store, quota, 2 * UNIT), this::spillSome, backlog,
      acked::addAndGet);

  private boolean spillSome() {
    asked.incrementAndGet();
    retention.release(50, null);
    return true;
  }

  private static byte[] packet() {
    byte[] packet = new byte[300];
    Arrays.fill(packet, 100, 300, (byte) 7);
    return packet;
  }

  @Test
  public void aPacketComesBackFromDiskWhereItWasInItsBuffer()
      throws IOException {
    PacketRetention.Spilled spilled = retention.spill(packet(), 100, 200);
    assertThat(retention.load(spilled)).isEqualTo(packet());
    assertThat(retention.getSpilledBytes()).isEqualTo(200);
    assertThat(retention.getLoadedBytes()).isEqualTo(200);
    assertThat(retention.getFailure()).isNull();
  }

  @Test
  public void aPacketThatIsNotWhatWasWrittenIsNeverSentAndFailsTheFile() {
    PacketRetention.Spilled spilled = retention.spill(packet(), 100, 200);
    store.damage();
    assertThatThrownBy(() -> retention.load(spilled))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("it is not what was written");
    assertThat(retention.getFailure())
        .hasMessageContaining("it is not what was written");
    assertThat(retention.getLoadedBytes()).isZero();
  }

  @Test
  public void aPacketThatCannotBeReadFailsTheFile() {
    PacketRetention.Spilled spilled = retention.spill(packet(), 100, 200);
    store.failReads();
    assertThatThrownBy(() -> retention.load(spilled))
        .hasMessageContaining("cannot be read: Input/output error");
    assertThat(retention.getFailure()).isNotNull();
  }

  @Test
  public void whereTheDiskHasNoRoomThePacketStaysInMemory() {
    store.setDiskFree(0);
    assertThat(retention.spill(packet(), 100, 200)).isNull();
    assertThat(retention.getSpilledBytes()).isZero();
  }

  @Test
  public void aPacketThatIsNoLongerNeededMakesRoomForOthers() {
    byte[] large = new byte[2 * UNIT];
    PacketRetention.Spilled spilled = retention.spill(large, 0, large.length);
    assertThat(retention.spill(large, 0, large.length)).isNull();
    retention.free(spilled);
    assertThat(retention.spill(large, 0, large.length)).isNotNull();
  }

  @Test
  public void whatIsReservedBeyondThatOfStockIsTold() throws Exception {
    retention.reserve(ALLOWANCE, ALIVE);
    assertThat(retention.isMoreThanInStock()).isFalse();
    retention.reserveAnyway(1);
    assertThat(retention.isMoreThanInStock()).isTrue();
    assertThat(memory.getShared()).isEqualTo(1);
    retention.release(1, null);
    assertThat(retention.isMoreThanInStock()).isFalse();
  }

  @Test
  public void whenMemoryIsUsedUpPacketsAreMovedToDisk() throws Exception {
    retention.reserve(ALLOWANCE + LIMIT, ALIVE);
    retention.reserve(50, ALIVE);
    assertThat(asked.get()).isEqualTo(1);
    assertThat(budget.getWaits()).isZero();
  }

  @Test
  public void aBufferThatWasGivenBackIsUsedForTheNextPacket()
      throws Exception {
    byte[] buffer = new byte[50];
    retention.reserve(ALLOWANCE, ALIVE);
    retention.release(50, buffer);
    assertThat(retention.reserve(50, ALIVE)).isSameAs(buffer);
  }

  @Test
  public void whereTheDiskHasNoRoomNoPacketIsLookedForInVain()
      throws Exception {
    retention.reserve(ALLOWANCE + LIMIT, ALIVE);
    store.setDiskFree(0);
    AtomicBoolean waits = new AtomicBoolean();
    retention.reserve(50, () -> {
      if (waits.getAndSet(true)) {
        retention.release(50, null);
      }
    });
    assertThat(asked.get()).isZero();
  }

  @Test
  public void afterAFlushTheWriterWaitsForWhatIsOnItsWay() throws Exception {
    retention.flushed();
    retention.reserve(60, ALIVE);
    retention.reserveAnyway(STOCK - 60);
    assertThat(backlog.isFull(1)).isTrue();
    assertThatThrownBy(() -> retention.reserve(1, () -> {
      throw new IOException("it is full");
    })).hasMessage("it is full");
    retention.done(60);
    assertThat(acked.get()).isEqualTo(60);
    assertThat(backlog.isFull(60)).isFalse();
    assertThat(backlog.isFull(61)).isTrue();
    retention.dropped(40);
    assertThat(backlog.isFull(100)).isFalse();
    assertThat(acked.get()).isEqualTo(60);
  }

  @Test
  public void spaceOnDiskIsGivenBackWhenNoneOfItIsInUse() {
    PacketRetention.Spilled spilled = retention.spill(packet(), 100, 200);
    retention.trim();
    assertThat(quota.getUsed()).isEqualTo(UNIT);
    retention.free(spilled);
    retention.trim();
    assertThat(quota.getUsed()).isZero();
    assertThat(store.isClosed()).isTrue();
  }

  @Test
  public void theEndOfAFileGivesItsSpaceAndItsShareOfTheMemoryBack()
      throws Exception {
    retention.spill(packet(), 100, 200);
    retention.reserve(ALLOWANCE, ALIVE);
    retention.release(50, new byte[50]);
    retention.close();
    retention.close();
    assertThat(quota.getUsed()).isZero();
    assertThat(store.isClosed()).isTrue();
    // No file is open any more: the buffer would be kept for nobody.
    assertThat(budget.getFree()).isZero();
  }
}
