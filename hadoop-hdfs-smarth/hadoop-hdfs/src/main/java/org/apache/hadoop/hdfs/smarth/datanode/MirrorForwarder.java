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

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.ThreadFactory;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketReceiver;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.apache.hadoop.util.DirectBufferPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the packets of one block to the next datanode, in a thread of its own
 * and at that datanode's pace. Headers wait in a queue, the data in the
 * replica's file, from which they are read back, and the checksums in either;
 * data that do not match their checksums are not sent. Owned by the thread
 * that receives the block, which adds packets and stops it. As long as nothing
 * waits, that thread sends what the next datanode takes at once, as in stock;
 * it starts the forwarder with the first packet that must wait. The forwarder
 * closes the source.
 */
@InterfaceAudience.Private
public final class MirrorForwarder {
  /** Learns, in the forwarder's thread, of its end and why it came early. */
  public interface Observer {
    /** The next datanode cannot be written to; this one is well. */
    void mirrorFailed(IOException cause);

    /**
     * This datanode cannot go on.
     *
     * @param seqno of the packet that could not be forwarded;
     *     PipelineAck.UNKOWN_SEQNO if there was none yet
     * @param cause an IOException if the replica here cannot be read or is not
     *     what the client sent; otherwise anything
     */
    void forwardFailed(long seqno, Throwable cause);

    /** The thread is about to end, for whatever reason. */
    void forwarderEnds();
  }

  /** The way to the next datanode. Used by one thread at a time. */
  public interface Sink {
    /**
     * @return whether packets are to come in direct buffers, which spares a
     *     copy; if not, in array-backed ones
     */
    boolean takesDirectBuffers();

    /**
     * Sends a packet, and returns when it has left this process.
     *
     * @param packet as it is on the wire, from the buffer's position to its
     *     limit
     * @throws IOException if the next datanode cannot be written to
     */
    void send(ByteBuffer packet) throws IOException;

    /**
     * Sends as much of a packet as the next datanode takes without a wait.
     *
     * @param packet just received
     * @return how many bytes of it were sent, as it is on the wire
     * @throws IOException if the next datanode cannot be written to
     */
    int sendAtOnce(PacketReceiver packet) throws IOException;
  }

  /**
   * The data of one replica on disk and their checksums, readable also after it
   * was finalized (and so renamed). Used and closed by one thread.
   */
  public interface Source extends Closeable {
    /**
     * @param position where to begin, in bytes from the start of the block
     * @param buffer filled from its position to its limit
     * @throws IOException if the replica is shorter, or cannot be read
     */
    void readData(long position, ByteBuffer buffer) throws IOException;

    /**
     * @param position of the first chunk, in bytes from the start of the block
     * @param buffer filled from its position to its limit, with the checksums
     *     of that chunk and of those that follow
     * @throws IOException if there are fewer, or they cannot be read
     */
    void readChecksums(long position, ByteBuffer buffer) throws IOException;
  }

  private static final Logger LOG =
      LoggerFactory.getLogger(MirrorForwarder.class);

  private final String block;
  private final ForwardQueue queue;
  private final Source source;
  private final ChunkVerifier verifier;
  private final Sink sink;
  private final Observer observer;
  private final Thread thread;

  /** Has the packet on its way; belongs to the forwarder's thread. */
  private final PacketBuffer buffer;
  private volatile boolean stopping;
  /** The owner's. */
  private boolean started;

  /**
   * @param block its name, for log and thread
   * @param threads makes the thread, which is named here
   * @param memory where waiting packets are accounted for
   * @param verifier of the packets; not used by any other thread
   */
  public MirrorForwarder(String block, ThreadFactory threads,
      ForwardMemory memory, Source source, ChunkVerifier verifier,
      Sink sink, Observer observer) {
    this(block, threads, new ForwardQueue(memory), source, verifier, sink,
        observer);
  }

  MirrorForwarder(String block, ThreadFactory threads, ForwardQueue queue,
      Source source, ChunkVerifier verifier, Sink sink,
      Observer observer) {
    this.block = block;
    this.queue = queue;
    this.source = source;
    this.verifier = verifier;
    this.sink = sink;
    this.buffer = new PacketBuffer(
        sink.takesDirectBuffers() && ChunkVerifier.VERIFIES_DIRECT_BUFFERS);
    this.observer = observer;
    this.thread = threads.newThread(this::run);
    thread.setName("MirrorForwarder for " + block);
    thread.setDaemon(true);
  }

  /**
   * Sends what the next datanode takes of a packet without a wait, unless
   * packets before it wait.
   *
   * @param packet just received, and not the last one before FNFA
   * @return how many of its bytes were sent; the rest is to be added
   */
  public int sendAtOnce(PacketReceiver packet) {
    if (!queue.isIdle()) {
      return 0;
    }
    try {
      return sink.sendAtOnce(packet);
    } catch (IOException e) {
      queue.close();
      observer.mirrorFailed(e);
      return 0;
    }
  }

  /** @return whether the owner may send at once. */
  public boolean isIdle() {
    return queue.isIdle();
  }

  /** Starts the thread, once; ends at once if that is impossible. */
  public void start() {
    if (started) {
      return;
    }
    started = true;
    boolean running = false;
    try {
      thread.start();
      running = true;
    } finally {
      if (!running) {
        finish();
      }
    }
  }

  /**
   * Hands over a packet whose data is in the file. Waits while waiting packets
   * take too much memory.
   *
   * @return false if the forwarder has ended, and the packet is not sent
   */
  public boolean add(ForwardedPacket packet) throws InterruptedException {
    return queue.put(packet);
  }

  /** Makes it end soon, whatever still waits; returns at once. */
  public void stop() {
    stopping = true;
    queue.close();
    if (started) {
      thread.interrupt();
    } else {
      started = true;
      finish();
    }
  }

  /**
   * Waits for its end. An interruption of the caller does not shorten this,
   * because it would come from the very end that is waited for.
   *
   * @return whether it ended
   */
  public boolean join(long millis) {
    long deadline = System.nanoTime() + millis * 1_000_000;
    boolean interrupted = false;
    try {
      for (long left = millis; left > 0 && thread.isAlive();
          left = (deadline - System.nanoTime()) / 1_000_000) {
        try {
          thread.join(left);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    return !thread.isAlive();
  }

  private void run() {
    long seqno = PipelineAck.UNKOWN_SEQNO;
    try {
      boolean more = true;
      while (more) {
        ForwardedPacket packet = queue.take();
        if (packet != null) {
          seqno = packet.getSeqno();
        }
        more = packet != null && send(packet, assemble(packet))
            && !packet.isLast();
      }
    } catch (InterruptedException e) {
      LOG.debug("{}: forwarder stopped", block);
    } catch (IOException | RuntimeException | Error e) {
      // Whatever it is: else client and responder would wait for ever.
      if (stopping) {
        LOG.debug("{}: forwarder stopped at packet {}", block, seqno, e);
      } else {
        observer.forwardFailed(seqno, e);
      }
    } finally {
      finish();
    }
  }

  private void finish() {
    try {
      end();
    } finally {
      observer.forwarderEnds();
    }
  }

  private void end() {
    // Each is closed, whatever happens to the others.
    try {
      queue.close();
    } finally {
      try {
        buffer.close();
      } finally {
        closeSource();
      }
    }
  }

  private void closeSource() {
    try {
      source.close();
    } catch (IOException | RuntimeException e) {
      LOG.warn("{}: cannot close the replica after forwarding", block, e);
    }
  }

  /** @return the packet as it is on the wire. */
  private ByteBuffer assemble(ForwardedPacket packet) throws IOException {
    ByteBuffer wire = buffer.ofLength(packet.getWireLength());
    packet.putHeader(wire);
    ByteBuffer sums = next(wire, packet.getChecksumLength());
    if (packet.hasChecksums()) {
      packet.putChecksums(sums);
    } else {
      source.readChecksums(packet.getOffset(), sums);
    }
    sums.flip();
    ByteBuffer data = wire.slice();
    if (data.hasRemaining()) {
      source.readData(packet.getOffset(), data);
      data.flip();
      verifier.verify(data, sums, block, packet.getOffset());
    }
    wire.position(packet.getSent());
    return wire;
  }

  /** @return the buffer's next bytes, past which it is moved. */
  private static ByteBuffer next(ByteBuffer buffer, int length) {
    ByteBuffer part = buffer.slice();
    part.limit(length);
    buffer.position(buffer.position() + length);
    return part;
  }

  private boolean send(ForwardedPacket packet, ByteBuffer wire) {
    try {
      sink.send(wire);
      return true;
    } catch (IOException e) {
      if (stopping) {
        LOG.debug("{}: forwarder stopped at {}", block, packet, e);
      } else {
        observer.mirrorFailed(e);
      }
      return false;
    }
  }

  /**
   * Where a forwarder puts the packet that it is about to send. Belongs to the
   * forwarder's thread, which closes it.
   */
  private static final class PacketBuffer implements Closeable {
    /** All forwarders of the process use the same few sizes, one each. */
    private static final DirectBufferPool POOL = new DirectBufferPool();
    private static final int MIN_BYTES = 4 << 10;

    private final boolean direct;
    private ByteBuffer buffer = ByteBuffer.allocate(0);

    /** @param direct whether the buffer is to be a direct one. */
    PacketBuffer(boolean direct) {
      this.direct = direct;
    }

    /** @return a buffer of this length, from position 0 to its limit. */
    ByteBuffer ofLength(int bytes) {
      if (buffer.capacity() < bytes) {
        close();
        // A power of two, so that the pool has it for the next block.
        int size = Math.max(MIN_BYTES, Integer.highestOneBit(bytes - 1) << 1);
        buffer = direct ? POOL.getBuffer(size) : ByteBuffer.allocate(size);
      }
      buffer.clear();
      buffer.limit(bytes);
      return buffer;
    }

    @Override
    public void close() {
      if (buffer.isDirect()) {
        POOL.returnBuffer(buffer);
      }
      buffer = ByteBuffer.allocate(0);
    }
  }
}
