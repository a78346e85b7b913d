/*
 * Licensed to the Apache Software Foundation (ASF) under one
 * or more contributor license agreements.  See the NOTICE file
 * distributed with this work for additional information
 * regarding copyright ownership.  The ASF licenses this file
 * to you under the Apache License, Version 2.0 (the
 * "License"); you may not use this file except in compliance
 * with the License.  You may obtain a copy of the License at
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
 * while the queue has more than its due share of the datanode's memory and
 * that is used up; taking makes room, so a queue depends on no other one.
 */
@InterfaceAudience.Private
final class ForwardQueue {
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
  private boolean closed;

  ForwardQueue(ForwardMemory memory) {
    this.memory = memory;
  }

  /**
   * Waits until there is memory for a packet and appends it.
   *
   * @return false if the queue is closed, and the packet dropped
   */
  synchronized boolean put(ForwardedPacket arrived)
      throws InterruptedException {
    ForwardedPacket packet =
        held < CHECKSUMS_KEPT ? arrived : arrived.withoutChecksums();
    if (closed || !memory.take(packet.getCost(), isEntitledTo(packet))
        && !awaitMemory(packet)) {
      return false;
    }
    held += packet.getCost();
    memory.addBacklog(packet.getDataLength());
    packets.addLast(packet);
    notifyAll();
    return true;
  }

  /** @return whether memory was taken; false if the queue is closed. */
  private boolean awaitMemory(ForwardedPacket packet)
      throws InterruptedException {
    long began = System.nanoTime();
    boolean taken = false;
    try {
      while (!closed && !taken) {
        wait();
        taken = !closed && memory.take(packet.getCost(), isEntitledTo(packet));
      }
    } finally {
      memory.addWait(System.nanoTime() - began);
    }
    return taken;
  }

  /** Waits for a packet and takes it out; null if the queue is closed. */
  synchronized ForwardedPacket take() throws InterruptedException {
    while (!closed && packets.isEmpty()) {
      wait();
    }
    if (closed) {
      return null;
    }
    ForwardedPacket packet = packets.removeFirst();
    release(packet);
    notifyAll();
    return packet;
  }

  /** Drops all packets, gives their memory back and wakes who waits. */
  synchronized void close() {
    closed = true;
    for (ForwardedPacket packet : packets) {
      release(packet);
    }
    packets.clear();
    notifyAll();
  }

  /** An empty queue always takes a packet: nobody would wake it later. */
  private boolean isEntitledTo(ForwardedPacket packet) {
    return packets.isEmpty() || held + packet.getCost() <= ENTITLEMENT;
  }

  private void release(ForwardedPacket packet) {
    held -= packet.getCost();
    memory.giveBack(packet.getCost());
    memory.addBacklog(-packet.getDataLength());
  }
}
