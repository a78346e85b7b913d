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
package org.apache.hadoop.hdfs.server.datanode;

import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketReceiver;
import org.apache.hadoop.hdfs.smarth.datanode.PacketSink;
import org.apache.hadoop.hdfs.smarth.datanode.TransferMeter;
import org.apache.hadoop.net.SocketOutputStream;
import org.apache.hadoop.util.Time;

/**
 * Writes to the next datanode with all that stock does around it in
 * BlockReceiver.receivePacket: fault injection, metrics, the log of slow
 * writes, the time that tells who is at fault when the downstream goes; and
 * the speed of the link. A plain socket is written to without the copying that
 * Java's streams do. Used by one thread at a time: the receiver's as long as
 * nothing waits, else the forwarder's.
 */
@InterfaceAudience.Private
final class MirrorStream implements PacketSink {
  private final BlockReceiver receiver;
  private final DataOutputStream out;
  /** What is below <code>out</code> if that is a plain socket; else null. */
  private final WritableByteChannel channel;
  /** Takes what it can without a wait; null if nothing does. */
  private final AtOnce atOnce;
  private final TransferMeter meter = TransferMeter.ofForwarding();

  MirrorStream(BlockReceiver receiver, DataOutputStream out) {
    this.receiver = receiver;
    this.out = out;
    this.channel = receiver.unbufferedMirrorOut instanceof SocketOutputStream
        ? (SocketOutputStream) receiver.unbufferedMirrorOut : null;
    this.atOnce = channel == null ? null
        : AtOnce.of(((SocketOutputStream) channel).getChannel(), receiver);
  }

  @Override
  public boolean takesDirectBuffers() {
    return channel != null;
  }

  @Override
  public void send(ByteBuffer packet) throws IOException {
    int length = packet.remaining();
    long begin = Time.monotonicNow();
    long beginNanos = System.nanoTime();
    DataNodeFaultInjector.get().stopSendingPacketDownstream(
        receiver.mirrorAddr);
    write(packet);
    meter.add(length, System.nanoTime() - beginNanos);
    long now = Time.monotonicNow();
    receiver.setLastSentTime(now);
    long duration = now - begin;
    DataNodeFaultInjector.get().logDelaySendingPacketDownstream(
        receiver.mirrorAddr, duration);
    receiver.trackSendPacketToLastNodeInPipeline(duration);
    if (duration > receiver.datanodeSlowLogThresholdMs) {
      DataNode.LOG.warn("Slow forwarding of a packet of {} took {}ms"
          + " (threshold={}ms), downstream DNs={}", receiver.block, duration,
          receiver.datanodeSlowLogThresholdMs,
          Arrays.toString(receiver.downstreamDNs));
    }
  }

  private void write(ByteBuffer packet) throws IOException {
    if (channel == null) {
      out.write(packet.array(), packet.arrayOffset() + packet.position(),
          packet.remaining());
      out.flush();
      return;
    }
    while (packet.hasRemaining()) {
      if (channel.write(packet) < 0) {
        throw new EOFException("The connection to " + receiver.mirrorAddr
            + " is closed");
      }
    }
  }

  @Override
  public int sendAtOnce(PacketReceiver packet) throws IOException {
    // What holds or breaks the connection in tests waits for a forwarder.
    if (atOnce == null || DataNodeFaultInjector.get().getClass()
        != DataNodeFaultInjector.class) {
      return 0;
    }
    long beginNanos = System.nanoTime();
    packet.mirrorPacketTo(atOnce.stream);
    if (atOnce.written > 0) {
      meter.add(atOnce.written, System.nanoTime() - beginNanos);
      receiver.setLastSentTime(Time.monotonicNow());
      receiver.trackSendPacketToLastNodeInPipeline(0);
    }
    return atOnce.written;
  }

  /** A socket's channel that does not block, as the stream of one packet. */
  private static final class AtOnce extends OutputStream {
    private final SocketChannel socket;
    private final DataOutputStream stream = new DataOutputStream(this);
    /** Of the packet written last, in bytes. */
    private int written;

    private AtOnce(SocketChannel socket) {
      this.socket = socket;
    }

    /** @return null where it cannot be used. */
    private static AtOnce of(WritableByteChannel channel,
        BlockReceiver receiver) {
      // Only the forwarder drops from the page cache what it has sent.
      return channel instanceof SocketChannel
          && !((SocketChannel) channel).isBlocking()
          && !receiver.dropCacheBehindWrites
          ? new AtOnce((SocketChannel) channel) : null;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] packet, int offset, int length)
        throws IOException {
      written = socket.write(ByteBuffer.wrap(packet, offset, length));
    }
  }

  /** Nothing is sent any more. */
  void ended() {
    BlockSpeeds.forwarded(receiver, meter);
  }
}
