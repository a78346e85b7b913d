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

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import org.junit.Test;

public class ForwardQueueTest {
  private static final byte[] BLOCK = new byte[64 << 10];
  /** The data of stock's 64 KB packets. */
  private static final int PACKET = 126 * Packets.CHUNK;

  private final ForwardMemory memory = new ForwardMemory(1 << 20);
  private final ForwardQueue queue = new ForwardQueue(memory);

  /** One that has more than its share of a memory that is used up. */
  private void useUpAllMemory() throws InterruptedException {
    long others = memory.getUsed();
    do {
      queue.put(packet(0));
    } while (memory.getUsed() - others <= ForwardQueue.ENTITLEMENT);
    memory.take((1 << 20) - memory.getUsed(), false);
  }

  private static ForwardedPacket packet(long seqno) {
    return Packets.of(seqno, BLOCK, 0, BLOCK.length);
  }

  private static <T> FutureTask<T> started(Callable<T> call) {
    FutureTask<T> task = new FutureTask<>(call);
    start(task);
    return task;
  }

  private static Thread start(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** Runs in a thread of its own, which then waits. */
  private static <T> FutureTask<T> waiting(Callable<T> call) {
    FutureTask<T> task = new FutureTask<>(call);
    Thread thread = start(task);
    await().until(() -> thread.getState() == Thread.State.WAITING);
    return task;
  }

  @Test(timeout = 30_000)
  public void packetsComeOutInTheOrderOfArrival() throws Exception {
    queue.put(packet(5));
    queue.put(Packets.heartbeat());
    queue.put(packet(6));
    assertThat(queue.take().getSeqno()).isEqualTo(5);
    assertThat(queue.take().getSeqno()).isEqualTo(-1);
    assertThat(queue.take().getSeqno()).isEqualTo(6);
  }

  @Test(timeout = 30_000)
  public void waitingPacketsAreAccountedForUntilTheyAreTaken()
      throws Exception {
    ForwardedPacket packet = packet(0);
    queue.put(packet);
    assertThat(memory.getUsed()).isEqualTo(packet.getCost());
    assertThat(memory.getBacklog()).isEqualTo(BLOCK.length);
    queue.take();
    assertThat(memory.getUsed()).isZero();
    assertThat(memory.getBacklog()).isZero();
    assertThat(memory.getPeak()).isEqualTo(packet.getCost());
  }

  @Test(timeout = 30_000)
  public void takeWaitsForAPacket() throws Exception {
    FutureTask<ForwardedPacket> taker = waiting(queue::take);
    queue.put(packet(1));
    assertThat(taker.get(10, TimeUnit.SECONDS).getSeqno()).isEqualTo(1);
  }

  @Test(timeout = 30_000)
  public void putWaitsWhileMemoryIsUsedUpAndIsWokenByTake()
      throws Exception {
    useUpAllMemory();
    FutureTask<Boolean> putter = waiting(() -> queue.put(packet(1)));
    queue.take();
    assertThat(putter.get(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test(timeout = 30_000)
  public void memoryThatAnotherQueueGivesBackWakesWhoWaits()
      throws Exception {
    ForwardQueue other = new ForwardQueue(memory);
    while (memory.getUsed() <= (1 << 20) / 2) {
      other.put(packet(0));
    }
    useUpAllMemory();
    FutureTask<Boolean> putter = waiting(() -> queue.put(packet(1)));
    other.take();
    assertThat(putter.get(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test(timeout = 30_000)
  public void interruptedPutHasNoMemoryAndLetsOthersGoOn() throws Exception {
    useUpAllMemory();
    long used = memory.getUsed();
    FutureTask<Boolean> putter = waiting(() -> queue.put(packet(1)));
    ForwardMemory.Claim next = memory.claim(100);
    putter.cancel(true);
    await().until(() -> memory.getWaits() == 1);
    assertThat(memory.getUsed()).isEqualTo(used);
    memory.giveBack(100);
    assertThat(next.isGranted()).isTrue();
  }

  /** What fills, drains, stalls and closes at once loses no wake-up. */
  @Test(timeout = 60_000)
  public void queuesThatShareTooLittleMemoryAllGoOnAndGiveItBack()
      throws Exception {
    int queues = 16;
    int packets = 2000;
    ForwardMemory little = new ForwardMemory(queues * 8 << 10);
    CyclicBarrier start = new CyclicBarrier(2 * queues);
    List<FutureTask<Long>> tasks = new ArrayList<>();
    for (int i = 0; i < queues; i++) {
      ForwardQueue shared = new ForwardQueue(little);
      boolean closes = i % 4 == 0;
      tasks.add(started(() -> {
        start.await();
        long seqno = 0;
        while (seqno < packets && shared.put(Packets.of(seqno, BLOCK, 0, 700))) {
          seqno++;
        }
        return seqno;
      }));
      tasks.add(started(() -> {
        start.await();
        long taken = 0;
        while (taken < (closes ? packets / 2 : packets)) {
          assertThat(shared.take().getSeqno()).isEqualTo(taken);
          taken++;
        }
        shared.close();
        return taken;
      }));
    }
    for (FutureTask<Long> task : tasks) {
      assertThat(task.get(50, TimeUnit.SECONDS)).isGreaterThan(0);
    }
    assertThat(little.getWaits()).isPositive();
    assertThat(little.getUsed()).isZero();
    assertThat(little.getBacklog()).isZero();
  }

  @Test(timeout = 30_000)
  public void queueGetsItsShareThoughOthersUsedUpAllMemory()
      throws Exception {
    memory.take(1 << 20, false);
    long others = memory.getUsed();
    ForwardedPacket packet = packet(0);
    while (memory.getUsed() - others + packet.getCost()
        <= ForwardQueue.ENTITLEMENT) {
      assertThat(queue.put(packet)).isTrue();
    }
  }

  @Test(timeout = 30_000)
  public void emptyQueueTakesAPacketLargerThanItsShare() throws Exception {
    memory.take(1 << 20, false);
    byte[] large = new byte[8 << 20];
    assertThat(queue.put(Packets.of(0, large, 0, large.length))).isTrue();
    assertThat(queue.take().getCost())
        .isGreaterThan(ForwardQueue.ENTITLEMENT);
  }

  @Test(timeout = 30_000)
  public void closeWakesWhoWaitsAndGivesAllMemoryBack() throws Exception {
    FutureTask<ForwardedPacket> taker = waiting(queue::take);
    queue.close();
    assertThat(taker.get(10, TimeUnit.SECONDS)).isNull();

    ForwardQueue full = new ForwardQueue(memory);
    while (memory.getUsed() <= ForwardQueue.ENTITLEMENT) {
      full.put(packet(0));
    }
    long others = (1 << 20) - memory.getUsed();
    memory.take(others, false);
    FutureTask<Boolean> putter = waiting(() -> full.put(packet(1)));
    full.close();
    assertThat(putter.get(10, TimeUnit.SECONDS)).isFalse();
    memory.giveBack(others);
    assertThat(memory.getUsed()).isZero();
    assertThat(memory.getBacklog()).isZero();
  }

  @Test(timeout = 30_000)
  public void closedQueueTakesNothing() throws Exception {
    queue.close();
    assertThat(queue.put(packet(0))).isFalse();
    assertThat(queue.take()).isNull();
    assertThat(memory.getUsed()).isZero();
  }

  @Test(timeout = 30_000)
  public void whoWaitsForMemoryIsCounted() throws Exception {
    useUpAllMemory();
    assertThat(memory.getWaits()).isZero();
    FutureTask<Boolean> putter = waiting(() -> queue.put(packet(1)));
    queue.take();
    assertThat(putter.get(10, TimeUnit.SECONDS)).isTrue();
    assertThat(memory.getWaits()).isEqualTo(1);
  }

  @Test(timeout = 30_000)
  public void theWaitIsCountedInMilliseconds() throws Exception {
    useUpAllMemory();
    long began = System.nanoTime();
    FutureTask<Boolean> putter = waiting(() -> queue.put(packet(1)));
    queue.take();
    assertThat(putter.get(10, TimeUnit.SECONDS)).isTrue();
    assertThat(memory.getWaitMillis()).isBetween(0L,
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
  }

  /** Else one queue that stalls would hold up the others. */
  @Test(timeout = 30_000)
  public void aPacketWithinTheShareGoesOnThoughOthersWaitBeforeIt()
      throws Exception {
    useUpAllMemory();
    ForwardMemory.Claim before = memory.claim(1 << 20);
    FutureTask<Boolean> putter = waiting(() -> queue.put(packet(1)));
    queue.take();
    queue.take();
    assertThat(putter.get(10, TimeUnit.SECONDS)).isTrue();
    assertThat(before.isGranted()).isFalse();
  }

  @Test(timeout = 30_000)
  public void closeEndsAWaitThoughOthersWaitBeforeIt() throws Exception {
    useUpAllMemory();
    memory.claim(1 << 20);
    FutureTask<Boolean> putter = waiting(() -> queue.put(packet(1)));
    queue.close();
    assertThat(putter.get(10, TimeUnit.SECONDS)).isFalse();
  }

  @Test(timeout = 30_000)
  public void aQueueThatHasSentMuchIsAShortOneAgain() throws Exception {
    for (int i = 0; i < 1000; i++) {
      queue.put(packet(i));
      queue.take();
    }
    queue.put(packet(1000));
    queue.put(packet(1001));
    queue.take();
    assertThat(queue.take().hasChecksums()).isTrue();
  }

  @Test(timeout = 30_000)
  public void onlyTheFirstPacketsOfALongQueueKeepTheirChecksums()
      throws Exception {
    while (memory.getUsed() < ForwardQueue.ENTITLEMENT) {
      queue.put(packet(0));
    }
    assertThat(queue.take().hasChecksums()).isTrue();
    queue.put(Packets.of(0, BLOCK, 0, 700));
    queue.put(packet(0));
    ForwardedPacket partOfAChunk = queue.take();
    while (partOfAChunk.getDataLength() != 700) {
      partOfAChunk = queue.take();
    }
    assertThat(partOfAChunk.hasChecksums()).isTrue();
    assertThat(queue.take().hasChecksums()).isFalse();
  }

  @Test(timeout = 60_000)
  public void backlogOf32BlocksOf128MbTakesLessThan16Mb() throws Exception {
    ForwardMemory large = new ForwardMemory(32 << 20);
    for (int block = 0; block < 32; block++) {
      ForwardQueue other = new ForwardQueue(large);
      for (long at = 0; at < 128L << 20; at += PACKET) {
        other.put(Packets.of(at, BLOCK, 0, PACKET));
      }
    }
    assertThat(large.getBacklog()).isGreaterThanOrEqualTo(32 * (128L << 20));
    assertThat(large.getUsed()).isLessThan(16 << 20);
    assertThat(large.getWaits()).isZero();
  }
}
