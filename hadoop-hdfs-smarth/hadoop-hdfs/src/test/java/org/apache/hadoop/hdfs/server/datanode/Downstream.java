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
package org.apache.hadoop.hdfs.server.datanode;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * Stops the second datanode of a pipeline where it sends packets to
 * the third: it no longer reads then, as a datanode behind a slow link. Other
 * datanodes are left alone, unless all are to be stopped.
 */
final class Downstream extends DataNodeFaultInjector {
  /** Null for all. */
  private final String thirdNode;
  private final CountDownLatch opened = new CountDownLatch(1);
  private final AtomicInteger packets = new AtomicInteger();
  private final int packetsThatPass;

  private Downstream(String thirdNode, int packetsThatPass) {
    this.thirdNode = thirdNode;
    this.packetsThatPass = packetsThatPass;
    DataNodeFaultInjector.set(this);
  }

  /** Lets no packet pass until opened. */
  static Downstream stalled(LocatedBlock block) {
    return stalledAfter(0, block);
  }

  /** Lets no datanode send any packet until opened. */
  static Downstream stalledEverywhere() {
    return new Downstream(null, 0);
  }

  /** @param packets how many pass before it is opened. */
  static Downstream stalledAfter(int packets, LocatedBlock block) {
    return new Downstream(thirdNode(block), packets);
  }

  private static String thirdNode(LocatedBlock block) {
    return block.getLocations()[2].getXferAddr();
  }

  /** Ends all fault injection, for the end of a test. */
  static void openAll() {
    DataNodeFaultInjector injector = DataNodeFaultInjector.get();
    if (injector instanceof Downstream) {
      ((Downstream) injector).open();
    }
    DataNodeFaultInjector.set(new DataNodeFaultInjector());
  }

  void open() {
    opened.countDown();
  }

  /** @return how many packets the second datanode wanted to send. */
  int packets() {
    return packets.get();
  }

  @Override
  public void stopSendingPacketDownstream(String mirror) throws IOException {
    if (thirdNode != null && !mirror.equals(thirdNode)) {
      return;
    }
    try {
      if (packets.incrementAndGet() > packetsThatPass) {
        opened.await();
      }
    } catch (InterruptedException e) {
      throw new InterruptedIOException("interrupted while stalled");
    }
  }
}
