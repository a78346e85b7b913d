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
package org.apache.hadoop.hdfs;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.hadoop.hdfs.SmarthPacket.SpillCandidates;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.apache.hadoop.hdfs.smarth.client.retention.FakeStore;
import org.apache.hadoop.hdfs.smarth.client.retention.PacketRetention;
import org.apache.hadoop.hdfs.smarth.client.retention.PacketRetention.FlushBacklog;
import org.apache.hadoop.hdfs.smarth.client.retention.RetentionBudget;
import org.apache.hadoop.hdfs.smarth.client.retention.SpillSpace;
import org.apache.hadoop.hdfs.smarth.client.retention.SpillSpace.SpillQuota;
import org.apache.hadoop.hdfs.smarth.client.retention.SpillSpace.SpillStore;
import org.apache.hadoop.hdfs.util.ByteArrayManager;
import org.apache.hadoop.util.Timer;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A packet that goes out of memory, is sent again, and is released. */
public class SmarthPacketTest {
  private static final int CHUNKS = 2;
  private static final int DATA = CHUNKS * 512;
  private static final int SIZE =
      PacketHeader.PKT_MAX_HEADER_LEN + DATA + CHUNKS * 4;
  private static final int ROUNDS = 300;

  @Rule
  public final Timeout timeout = new Timeout(60, TimeUnit.SECONDS);

  private final FakeStore store = new FakeStore();
  private final RetentionBudget budget = new RetentionBudget();
  private final SpillSpace space =
      new SpillSpace(() -> store, new SpillQuota(), 1L << 30);
  private final AtomicLong acked = new AtomicLong();
  private final AtomicLong buffersOut = new AtomicLong();
  private final ByteArrayManager buffers = new ByteArrayManager() {
    @Override
    public byte[] newByteArray(int size) {
      buffersOut.incrementAndGet();
      return new byte[size];
    }

    @Override
    public int release(byte[] buffer) {
      assertThat(buffer).isNotNull();
      buffersOut.decrementAndGet();
      return 0;
    }
  };
  private PacketRetention retention;

  @Before
  public void before() {
    retention = retention(space);
  }

  @After
  public void after() {
    retention.close();
  }

  private PacketRetention retention(SpillSpace place) {
    return new PacketRetention(budget.open(0, 100L * SIZE, true), place,
        () -> false, backlog(), acked::addAndGet);
  }

  private static FlushBacklog backlog() {
    return new FlushBacklog(new Timer(), Long.MAX_VALUE, 1);
  }

  private SmarthPacket packet() throws IOException, InterruptedException {
    retention.reserve(SIZE, () -> { });
    SmarthPacket packet = new SmarthPacket(buffers.newByteArray(SIZE),
        new SmarthPacket.Shape(CHUNKS, 4, 0, 7), retention, SIZE);
    byte[] data = new byte[DATA / 2];
    new Random(1).nextBytes(data);
    packet.writeChecksum(data, 0, 4);
    packet.writeData(data, 0, data.length);
    return packet;
  }

  private static byte[] send(SmarthPacket packet) throws IOException {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    packet.writeTo(new DataOutputStream(sent));
    return sent.toByteArray();
  }

  private void assertNothingIsLeft() {
    assertThat(budget.getHeld()).isZero();
    assertThat(budget.getFree()).isZero();
    assertThat(buffersOut.get()).isZero();
  }

  @Test
  public void aSpilledPacketTakesNoMemoryAndIsSentAgainAsItWas()
      throws Exception {
    SmarthPacket packet = packet();
    byte[] sent = send(packet);
    assertThat(packet.spill(buffers)).isTrue();
    assertNothingIsLeft();
    assertThat(packet.spill(buffers)).isFalse();
    assertThat(send(packet)).isEqualTo(sent);
    assertThat(send(packet)).isEqualTo(sent);
    assertNothingIsLeft();
    packet.releaseBuffer(buffers);
    assertThat(acked.get()).isEqualTo(SIZE);
    assertNothingIsLeft();
    // Its slot is free again.
    SmarthPacket next = packet();
    send(next);
    next.spill(buffers);
    assertThat(space.getPeak()).isEqualTo(space.getUsed()).isEqualTo(4096);
  }

  @Test
  public void aPacketThatWasNotSentStaysInMemory() throws Exception {
    SmarthPacket packet = packet();
    assertThat(packet.isSpillable()).isFalse();
    assertThat(packet.spill(buffers)).isFalse();
    assertThat(budget.getUsed()).isEqualTo(SIZE);
    packet.releaseBuffer(buffers);
    packet.releaseBuffer(buffers);
    assertThat(acked.get()).as("nobody got it").isZero();
    assertNothingIsLeft();
  }

  @Test
  public void whenTheDiskIsFullAPacketStaysInMemory() throws Exception {
    store.setRoom(0);
    SmarthPacket packet = packet();
    byte[] sent = send(packet);
    assertThat(packet.spill(buffers)).isFalse();
    assertThat(send(packet)).isEqualTo(sent);
    packet.releaseBuffer(buffers);
    assertNothingIsLeft();
  }

  @Test
  public void withoutDiskSpaceNoByteOfAPacketIsLookedAt() throws Exception {
    retention.close();
    retention = retention(new SpillSpace(() -> store, new SpillQuota(), 4096));
    assertThat(retention.spill(new byte[100], 0, 100)).isNotNull();
    // There is nothing to look at.
    assertThat(retention.spill(new byte[0], 0, 100)).isNull();
  }

  @Test
  public void aWriterInNeedOfMemoryLooksForPacketsOnlyIfTheyHaveRoom()
      throws Exception {
    retention.close();
    AtomicInteger asked = new AtomicInteger();
    retention = new PacketRetention(budget.open(0, SIZE, true),
        new SpillSpace(() -> store, new SpillQuota(), 4096), () -> {
          asked.incrementAndGet();
          return false;
        }, backlog(), acked::addAndGet);
    PacketRetention.Spilled other = retention.spill(new byte[9], 0, 9);
    SmarthPacket first = packet();
    CompletableFuture<SmarthPacket> second = CompletableFuture.supplyAsync(
        () -> {
          try {
            return packet();
          } catch (IOException | InterruptedException e) {
            throw new CompletionException(e);
          }
        });
    Awaitility.await().during(Duration.ofMillis(500))
        .until(() -> !second.isDone());
    assertThat(asked.get()).isZero();
    retention.free(other);
    Awaitility.await().until(() -> asked.get() > 0);
    first.releaseBuffer(buffers);
    second.get().releaseBuffer(buffers);
    assertNothingIsLeft();
  }

  @Test
  public void aPacketReleasedWhileItIsReadBackKeepsItsPlaceUntilThen()
      throws Exception {
    CountDownLatch reading = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    store.beforeRead(() -> {
      reading.countDown();
      Awaitility.await().until(() -> goOn.getCount() == 0);
    });
    SmarthPacket packet = packet();
    send(packet);
    packet.spill(buffers);
    CompletableFuture<Void> sending = CompletableFuture.runAsync(() ->
        assertThatThrownBy(() -> send(packet))
            .isInstanceOf(ClosedChannelException.class));
    reading.await();
    packet.releaseBuffer(buffers);
    // It takes no place that may still be read.
    assertThat(retention.spill(new byte[DATA], 0, DATA)).isNotNull();
    assertThat(space.getUsed()).isEqualTo(2 * 4096);
    goOn.countDown();
    sending.get();
    assertThat(retention.getFailure()).isNull();
    assertThat(retention.spill(new byte[DATA], 0, DATA)).isNotNull();
    assertThat(space.getUsed()).isEqualTo(2 * 4096);
  }

  @Test
  public void anInterruptedWaitForTheManagerEndsWithABufferThatItDoesNotCount() {
    ByteArrayManager waiting = ByteArrayManager.newInstance(
        new ByteArrayManager.Conf(0, 1, 60_000));
    assertThat(SmarthPacket.newBuffer(waiting, 64)).hasSize(64);
    Thread.currentThread().interrupt();
    assertThat(SmarthPacket.newBuffer(waiting, 64)).hasSize(65);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  public void aStoreThatBreaksOffLeavesAPacketInMemoryThatIsGivenBack()
      throws Exception {
    Error cause = new OutOfMemoryError("expected by the test");
    retention.close();
    retention = retention(new SpillSpace(() -> {
      throw cause;
    }, new SpillQuota(), 1L << 30));
    SmarthPacket packet = packet();
    byte[] sent = send(packet);
    assertThatThrownBy(() -> packet.spill(buffers)).isSameAs(cause);
    assertThat(packet.isSpillable()).isTrue();
    assertThat(send(packet)).isEqualTo(sent);
    packet.releaseBuffer(buffers);
    assertNothingIsLeft();
  }

  @Test
  public void theEndOfABlockMayBeReleasedTwiceAndGivesNothingBack()
      throws Exception {
    DFSPacket end = SmarthPacket.endOfBlock(DATA, 8);
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    end.writeTo(new DataOutputStream(sent));
    assertThat(sent.size()).isPositive();
    assertThat(end.getLastByteOffsetBlock()).isEqualTo(DATA);
    end.releaseBuffer(buffers);
    end.releaseBuffer(buffers);
    assertNothingIsLeft();
  }

  @Test
  public void aPacketThatCannotBeReadBackIsNotSentAndTellsWhy()
      throws Exception {
    SmarthPacket packet = packet();
    send(packet);
    packet.spill(buffers);
    store.failReads();
    assertThatThrownBy(() -> send(packet)).isInstanceOf(IOException.class)
        .hasMessageContaining("Input/output error");
    assertThat(retention.getFailure()).hasMessageContaining("spilled");
    packet.releaseBuffer(buffers);
    assertNothingIsLeft();
  }

  @Test
  public void aPacketThatWasDamagedOnDiskIsNotSent() throws Exception {
    SmarthPacket packet = packet();
    send(packet);
    packet.spill(buffers);
    store.damage();
    assertThatThrownBy(() -> send(packet)).isInstanceOf(IOException.class)
        .hasMessageContaining("not what was written");
  }

  @Test
  public void aPacketThatIsBeingSentIsLeftAloneAndNobodyWaitsForIt()
      throws Exception {
    SmarthPacket packet = packet();
    send(packet);
    CountDownLatch stuck = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Thread sender = new Thread(() -> {
      try {
        packet.writeTo(new DataOutputStream(new ByteArrayOutputStream() {
          @Override
          public void write(byte[] from, int offset, int length) {
            stuck.countDown();
            Awaitility.await().until(() -> goOn.getCount() == 0);
          }
        }));
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    });
    sender.start();
    stuck.await();
    assertThat(packet.spill(buffers)).isFalse();
    goOn.countDown();
    sender.join();
    assertThat(packet.spill(buffers)).isTrue();
  }

  @Test
  public void thoseToGoAreFoundWithoutPassingAllThatAreGoneEachTime()
      throws Exception {
    AtomicLong passed = new AtomicLong();
    Deque<DFSPacket> unacked = new ArrayDeque<DFSPacket>() {
      @Override
      public Iterator<DFSPacket> descendingIterator() {
        Iterator<DFSPacket> all = super.descendingIterator();
        return new Iterator<DFSPacket>() {
          @Override
          public boolean hasNext() {
            return all.hasNext();
          }

          @Override
          public DFSPacket next() {
            passed.incrementAndGet();
            return all.next();
          }
        };
      }
    };
    SpillStore anything = Mockito.mock(SpillStore.class,
        Mockito.withSettings().stubOnly());
    Mockito.when(anything.hasRoom(Mockito.anyLong())).thenReturn(true);
    retention.close();
    retention = new PacketRetention(budget.open(0, Long.MAX_VALUE, true),
        new SpillSpace(() -> anything, new SpillQuota(), 1L << 30),
        () -> false, backlog(), acked::addAndGet);
    int packets = 3 * SpillCandidates.KNOWN;
    for (int i = 0; i < packets; i++) {
      SmarthPacket packet = packet();
      send(packet);
      unacked.add(packet);
    }
    unacked.add(SmarthPacket.endOfBlock(DATA, 8));
    SpillCandidates candidates = new SpillCandidates();
    Iterator<DFSPacket> newestFirst = unacked.descendingIterator();
    newestFirst.next();
    List<SmarthPacket> some = candidates.take(16, unacked);
    int spilled = 0;
    while (!some.isEmpty()) {
      assertThat(some).hasSize(16);
      for (SmarthPacket packet : some) {
        assertThat(packet).isSameAs(newestFirst.next());
        assertThat(packet.spill(buffers)).isTrue();
        spilled++;
      }
      some = candidates.take(16, unacked);
    }
    assertThat(spilled).isEqualTo(packets);
    assertThat(passed.get()).isLessThan(10L * packets);
    for (DFSPacket packet : unacked) {
      packet.releaseBuffer(buffers);
    }
    assertNothingIsLeft();
  }

  @Test
  public void oneThatCouldNotGoIsFoundAgain() throws Exception {
    SmarthPacket packet = packet();
    send(packet);
    Deque<DFSPacket> unacked = new ArrayDeque<>();
    unacked.add(packet);
    SpillCandidates candidates = new SpillCandidates();
    store.setRoom(0);
    assertThat(candidates.take(16, unacked)).containsExactly(packet);
    assertThat(packet.spill(buffers)).isFalse();
    store.setRoom(Integer.MAX_VALUE);
    assertThat(candidates.take(16, unacked)).containsExactly(packet);
    packet.releaseBuffer(buffers);
    assertThat(candidates.take(16, unacked)).isEmpty();
  }

  @Test
  public void whateverHappensAtOnceMemoryIsGivenBackOnce() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      SmarthPacket packet = packet();
      byte[] sent = send(packet);
      CyclicBarrier together = new CyclicBarrier(3);
      Thread[] threads = {
          new Thread(() -> {
            await(together);
            packet.spill(buffers);
          }),
          new Thread(() -> {
            await(together);
            packet.releaseBuffer(buffers);
          }),
          new Thread(() -> {
            await(together);
            try {
              assertThat(send(packet)).isEqualTo(sent);
            } catch (IOException e) {
              // It was released before.
              assertThat(retention.getFailure()).isNull();
            }
          })};
      for (Thread thread : threads) {
        thread.start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertNothingIsLeft();
      assertThat(acked.get()).isEqualTo((i + 1L) * SIZE);
      assertThat(space.getPeak()).isLessThanOrEqualTo(4096);
    }
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
