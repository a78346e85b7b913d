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

import java.util.ArrayDeque;

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * The packets of one block that are on disk and not yet forwarded, in the
 * order of arrival. One thread puts, one takes, any may close. Putting waits
 * while the datanode's memory is used up and the queue has more than its due
 * share of it. It goes on when its turn comes, or when taking has made room. So
 * no queue depends on another.
 */
@InterfaceAudience.Private
class ForwardQueue {
  /** What a queue may hold even if the datanode's memory is used up. */
  static final int ENTITLEMENT = 64 << 10;
  /**
   * A longer queue leaves checksums on disk. A short one keeps them and saves
   * the reading.
   */
  private static final int CHECKSUMS_KEPT = ENTITLEMENT / 2;

  private final ForwardMemory memory;
  // All fields below are guarded by this.
  private final ArrayDeque<ForwardedPacket> packets = new ArrayDeque<>();
  private long held;
  /** Of the packet that waits for memory; null if none does. */
  private ForwardMemory.Claim claim;
  /** Whether the packet that was taken last is still being sent. */
  private boolean sending;
  private boolean closed;

  ForwardQueue(ForwardMemory memory) {
    this.memory = memory;
  }

  /**
   * Waits until there is memory for a packet and appends it.
   *
   * @return false if the queue is closed, and the packet dropped
   */
  boolean put(ForwardedPacket arrived) throws InterruptedException {
    ForwardedPacket packet;
    ForwardMemory.Claim awaited;
    synchronized (this) {
      packet = held < CHECKSUMS_KEPT ? arrived : arrived.withoutChecksums();
      if (closed) {
        return false;
      }
      if (memory.take(packet.getCost(), isEntitledTo(packet.getCost()))) {
        append(packet);
        return true;
      }
      awaited = memory.claim(packet.getCost());
      claim = awaited;
    }
    // Not in the monitor, which taking and closing need.
    return await(awaited) && appendIfOpen(packet);
  }

  /** @return whether memory was taken; false if the queue is closed. */
  private boolean await(ForwardMemory.Claim awaited) throws InterruptedException {
    long began = System.nanoTime();
    try {
      return awaited.await();
    } finally {
      memory.addWait(System.nanoTime() - began);
      synchronized (this) {
        claim = null;
      }
    }
  }

  /** Its memory is taken. */
  private synchronized boolean appendIfOpen(ForwardedPacket packet) {
    if (closed) {
      memory.giveBack(packet.getCost());
      return false;
    }
    append(packet);
    return true;
  }

  /** Called with the monitor, once memory is taken. */
  private void append(ForwardedPacket packet) {
    held += packet.getCost();
    memory.addBacklog(packet.getDataLength());
    packets.addLast(packet);
    notifyAll();
  }

  /**
   * @return whether all packets are sent. It stays so until the thread that
   *     asks, and puts, puts another one
   */
  synchronized boolean isIdle() {
    return packets.isEmpty() && !sending && !closed;
  }

  /**
   * Waits for a packet and takes it out; null if the queue is closed. The
   * packet that was taken before is sent.
   */
  synchronized ForwardedPacket take() throws InterruptedException {
    sending = false;
    while (!closed && packets.isEmpty()) {
      wait();
    }
    if (closed) {
      return null;
    }
    sending = true;
    ForwardedPacket packet = packets.removeFirst();
    release(packet);
    if (claim != null && isEntitledTo(claim.getBytes())) {
      memory.grant(claim);
    }
    return packet;
  }

  /** Drops all packets, gives their memory back and wakes who waits. */
  synchronized void close() {
    closed = true;
    for (ForwardedPacket packet : packets) {
      release(packet);
    }
    packets.clear();
    if (claim != null) {
      memory.withdraw(claim);
    }
    notifyAll();
  }

  /** An empty queue always takes a packet: nothing else is sure to wake it. */
  private boolean isEntitledTo(long cost) {
    return packets.isEmpty() || held + cost <= ENTITLEMENT;
  }

  private void release(ForwardedPacket packet) {
    held -= packet.getCost();
    memory.giveBack(packet.getCost());
    memory.addBacklog(-packet.getDataLength());
  }
}
