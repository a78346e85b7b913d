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

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.apache.hadoop.hdfs.server.datanode.DataNodeInsides;
import org.apache.hadoop.hdfs.server.datanode.FirstNodeFaultInjector;

/**
 * Holds the datanodes at places where a fault is to come, and makes their
 * connections fail there. Places are told by the names of stock's threads,
 * which have the block's. All that is held goes on when this is closed.
 */
final class DatanodeFaults extends DataNodeFaultInjector implements Closeable {
  /** Where a thread waits. */
  static final class Gate {
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    boolean hasArrived() {
      return arrived.getCount() == 0;
    }

    private void open() {
      opened.countDown();
    }

    private void pass() throws IOException {
      arrived.countDown();
      try {
        opened.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while held");
      }
    }
  }

  /** A datanode's part in a block. */
  private static final class Place {
    private final DataNode node;
    private final String block;

    private Place(DataNode node, String block) {
      this.node = node;
      this.block = block;
    }

    private boolean isHere() {
      Thread here = Thread.currentThread();
      return here.getName().contains(block)
          && DataNodeInsides.serves(node, here);
    }
  }

  private final DataNodeFaultInjector before = DataNodeFaultInjector.get();
  private final Gate connect = new Gate();
  private final Gate firstNodeAck = new Gate();
  private final Gate packets = new Gate();
  private final AtomicBoolean fired = new AtomicBoolean();

  private volatile boolean connectHeld;
  private volatile String connectBlock;
  private volatile boolean allStalled;
  private volatile String stalledBlock;
  private volatile String stalledMirror;
  private volatile String ackBlock;
  private volatile boolean ackLost;
  private volatile String brokenBlock;
  private volatile String brokenMirror;
  private volatile Place brokenUpstream;
  private volatile Place lastAckLost;
  private volatile ExtendedBlock lastAckBlock;

  DatanodeFaults() {
    DataNodeFaultInjector.set(this);
    DataNodeInsides.setFirstNodeFault(client -> {
      if (isOf(ackBlock)) {
        firstNodeAck.pass();
        if (ackLost) {
          failOnce("FNFA lost");
        }
      }
    });
  }

  // What to hold.

  /** @param block null for any: whoever connects to the next datanode waits. */
  Gate holdConnect(String block) {
    connectBlock = block;
    connectHeld = true;
    return connect;
  }

  /** The next datanode gets no packet of the block. */
  void stall(String block, DataNode mirror) {
    stalledMirror = mirror.getDatanodeId().getXferAddr();
    stalledBlock = block;
  }

  /** No datanode gets a packet from another. */
  void stallAll() {
    allStalled = true;
  }

  /** The block's first datanode has finalized it, and FNFA waits. */
  Gate holdFirstNodeAck(String block) {
    ackBlock = block;
    return firstNodeAck;
  }

  // What to break. Each happens once.

  /** The FNFA that is held is not sent; its connection fails. */
  void loseFirstNodeAck() {
    ackLost = true;
  }

  /** The datanode cannot connect to the next one. */
  void breakConnect(DataNode upstream, String block) {
    brokenUpstream = new Place(upstream, block);
  }

  /** The connection to the mirror fails with the block's next packet. */
  void breakMirror(String block, DataNode mirror) {
    brokenMirror = mirror.getDatanodeId().getXferAddr();
    brokenBlock = block;
  }

  /** The same, for whichever connection sends the block's next packet. */
  void breakAnyMirror(String block) {
    brokenMirror = null;
    brokenBlock = block;
  }

  /** The datanode finalizes the block; its connection fails with that ack. */
  void loseLastAck(DataNode node, ExtendedBlock block, String name) {
    lastAckBlock = block;
    lastAckLost = new Place(node, name);
  }

  /** @return whether something was broken here. */
  boolean hasFired() {
    return fired.get();
  }

  /** Packets go on. */
  void releasePackets() {
    allStalled = false;
    stalledBlock = null;
    packets.open();
  }

  /** All that is held goes on; what is to break still does. */
  void release() {
    releasePackets();
    connectHeld = false;
    ackBlock = null;
    connect.open();
    firstNodeAck.open();
  }

  @Override
  public void close() {
    DataNodeFaultInjector.set(before);
    DataNodeInsides.setFirstNodeFault(FirstNodeFaultInjector.NONE);
    release();
  }

  // The injection points.

  private static boolean isOf(String block) {
    return block != null && Thread.currentThread().getName().contains(block);
  }

  private void failOnce(String what) throws IOException {
    if (fired.compareAndSet(false, true)) {
      throw new IOException(what + " (injected)");
    }
  }

  @Override
  public void failMirrorConnection() throws IOException {
    if (connectHeld && !connect.hasArrived()
        && (connectBlock == null || isOf(connectBlock))) {
      connect.pass();
    }
    Place place = brokenUpstream;
    if (place != null && place.isHere()) {
      failOnce("no connection to the next datanode");
    }
  }

  @Override
  public void stopSendingPacketDownstream(String mirror) throws IOException {
    if (allStalled || isOf(stalledBlock) && mirror.equals(stalledMirror)) {
      packets.pass();
    }
    if (isOf(brokenBlock)
        && (brokenMirror == null || mirror.equals(brokenMirror))) {
      failOnce("connection to " + mirror + " broken");
    }
  }

  @Override
  public void delaySendingAckToUpstream(String upstream) throws IOException {
    Place place = lastAckLost;
    if (place != null && place.isHere()
        && DataNodeInsides.isFinalized(place.node, lastAckBlock)) {
      failOnce("last ack lost");
    }
  }
}
