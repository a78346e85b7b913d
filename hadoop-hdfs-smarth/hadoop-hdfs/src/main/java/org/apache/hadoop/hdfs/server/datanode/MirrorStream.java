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

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketReceiver;
import org.apache.hadoop.hdfs.server.datanode.metrics.DataNodePeerMetrics;
import org.apache.hadoop.hdfs.smarth.datanode.DatanodeSpeedMeter.Transfer;
import org.apache.hadoop.hdfs.smarth.datanode.MirrorForwarder;
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
final class MirrorStream implements MirrorForwarder.Sink {
  private final ClientWrite write;
  private final String address;
  /** The mirror in the metrics of peers; null if others come after it. */
  private final String lastName;
  private final long slowMillis;
  private final DataOutputStream out;
  /** What is below <code>out</code> if that is a plain socket; else null. */
  private final WritableByteChannel channel;
  /** Takes what it can without a wait; null if nothing does. */
  private final AtOnce atOnce;
  private final Transfer meter = Transfer.ofForwarding();

  /** @param atOnce whether packets may be sent before they are on disk. */
  MirrorStream(ClientWrite write, DataOutputStream out, boolean atOnce) {
    this.write = write;
    this.address = write.getMirrorAddress();
    this.lastName = write.getTargets().length == 1
        ? infoAddress(write.getMirror()) : null;
    this.slowMillis = write.getSlowMillis();
    this.out = out;
    OutputStream unbuffered =
        out instanceof Output ? ((Output) out).unbuffered : null;
    this.channel = unbuffered instanceof SocketOutputStream
        ? (SocketOutputStream) unbuffered : null;
    this.atOnce = channel == null || !atOnce ? null
        : AtOnce.of(((SocketOutputStream) channel).getChannel());
  }

  private static String infoAddress(DatanodeInfo node) {
    return node.getInfoSecurePort() != 0 ? node.getInfoSecureAddr()
        : node.getInfoAddr();
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
    DataNodeFaultInjector.get().stopSendingPacketDownstream(address);
    write(packet);
    meter.add(length, System.nanoTime() - beginNanos);
    long now = Time.monotonicNow();
    StockReceiver.sent(write.getReceiver(), now);
    long duration = now - begin;
    DataNodeFaultInjector.get().logDelaySendingPacketDownstream(address,
        duration);
    addToPeerMetrics(duration);
    if (duration > slowMillis) {
      StockReceiver.sentSlowly(write.getDataNode());
      DataNode.LOG.warn("Slow forwarding of a packet of {} took {}ms"
          + " (threshold={}ms), downstream DNs={}", write.getBlock(),
          duration, slowMillis, Arrays.toString(write.getTargets()));
    }
  }

  /** As in stock, only the time of the pipeline's last datanode counts. */
  private void addToPeerMetrics(long millis) {
    DataNodePeerMetrics peers = write.getDataNode().getPeerMetrics();
    if (peers != null && lastName != null
        && write.getDataNode().getDnConf().peerStatsEnabled) {
      peers.addSendPacketDownstream(lastName, millis);
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
        throw new EOFException("The connection to " + address
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
      StockReceiver.sent(write.getReceiver(), Time.monotonicNow());
      addToPeerMetrics(0);
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
    private static AtOnce of(WritableByteChannel channel) {
      return channel instanceof SocketChannel
          && !((SocketChannel) channel).isBlocking()
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
    BlockSpeeds.forwarded(write, meter);
  }

  /** A buffered stream that knows what is below its buffer. */
  static final class Output extends DataOutputStream {
    private final OutputStream unbuffered;

    Output(OutputStream unbuffered, int bufferSize) {
      super(new BufferedOutputStream(unbuffered, bufferSize));
      this.unbuffered = unbuffered;
    }
  }
}
