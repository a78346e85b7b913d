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
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.hdfs.smarth.datanode.ChunkVerifier;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.net.SocketOutputStream;
import org.apache.hadoop.util.DataChecksum;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Ways to read packets back from a file in the page cache and to send them
 * through a local socket: how the forwarder does it, how it could with Java's
 * streams, and without looking at the data at all. What counts is
 * <code>cpuMillisPerGb</code> of each iteration (in the table JMH adds them
 * up): the CPU time of the sending thread, in user and kernel mode, for 10^9
 * bytes. On a busy machine compare the medians.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 10)
@Measurement(iterations = 20)
@Fork(3)
public class ForwardBenchmark {
  private static final int CHUNK = 512;
  private static final int DATA = 126 * CHUNK;
  private static final int HEADER = 31;
  private static final int PACKETS = 2_000;
  private static final ThreadMXBean THREADS =
      ManagementFactory.getThreadMXBean();

  private final DataChecksum checksum =
      DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, CHUNK);
  private final ChunkVerifier verifier = new ChunkVerifier(checksum);
  private final byte[] head =
      new byte[HEADER + checksum.getChecksumSize(DATA)];
  private final byte[] heap = new byte[head.length + DATA];
  private final ByteBuffer direct = ByteBuffer.allocateDirect(heap.length);
  private File file;
  private RandomAccessFile replica;
  private ServerSocketChannel server;
  private SocketChannel connection;
  private SocketOutputStream socket;
  private DataOutputStream stream;

  /** CPU time of the thread that sends. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Cpu {
    private long nanos;
    private long bytes;

    @Setup(Level.Iteration)
    public void reset() {
      nanos = 0;
      bytes = 0;
    }

    public double cpuMillisPerGb() {
      return bytes == 0 ? 0 : nanos * 1e3 / bytes;
    }
  }

  private interface Way {
    void send(long position) throws IOException;
  }

  /** Every packet has the same data, and so the same checksums. */
  @Setup
  public void open() throws IOException {
    byte[] data = new byte[DATA];
    new Random(1).nextBytes(data);
    checksum.calculateChunkedSums(data, 0, DATA, head, HEADER);
    file = File.createTempFile("ForwardBenchmark", null);
    replica = new RandomAccessFile(file, "rw");
    for (int i = 0; i < PACKETS; i++) {
      replica.write(data);
    }
    server = ServerSocketChannel.open();
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Thread reader = new Thread(this::readAll, "reader");
    reader.setDaemon(true);
    reader.start();
    connection = SocketChannel.open(server.getLocalAddress());
    socket = new SocketOutputStream(connection.socket(), 60_000);
    stream = new DataOutputStream(new BufferedOutputStream(socket, 512));
  }

  private void readAll() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(128 << 10);
    try (SocketChannel from = server.accept()) {
      while (from.read(buffer) >= 0) {
        buffer.clear();
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @TearDown
  public void close() throws IOException {
    connection.close();
    server.close();
    replica.close();
    if (!file.delete()) {
      throw new IOException("cannot delete " + file);
    }
  }

  private static void measure(Cpu cpu, Way way) throws IOException {
    long begin = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < PACKETS; i++) {
      way.send((long) i * DATA);
    }
    cpu.nanos += THREADS.getCurrentThreadCpuTime() - begin;
    cpu.bytes += (long) PACKETS * DATA;
  }

  /** As the forwarder sends to a plain socket. */
  @Benchmark
  public void directBuffersVerified(Cpu cpu) throws IOException {
    measure(cpu, position -> {
      direct.clear();
      direct.put(head);
      ByteBuffer data = direct.slice();
      for (long at = position; data.hasRemaining();) {
        at += replica.getChannel().read(data, at);
      }
      data.flip();
      verify(direct, data);
      direct.rewind();
      while (direct.hasRemaining()) {
        socket.write(direct);
      }
    });
  }

  /** With Java's streams and arrays. */
  @Benchmark
  public void streamsVerified(Cpu cpu) throws IOException {
    measure(cpu, position -> {
      System.arraycopy(head, 0, heap, 0, head.length);
      if (position == 0) {
        replica.seek(0);
      }
      replica.readFully(heap, head.length, DATA);
      verify(ByteBuffer.wrap(heap), ByteBuffer.wrap(heap, head.length, DATA));
      stream.write(heap);
      stream.flush();
    });
  }

  /** Zero-copy: the data are sent unseen. */
  @Benchmark
  public void transferToUnverified(Cpu cpu) throws IOException {
    LongWritable ignored = new LongWritable();
    measure(cpu, position -> {
      stream.write(head);
      stream.flush();
      socket.transferToFully(replica.getChannel(), position, DATA, ignored,
          ignored);
    });
  }

  private void verify(ByteBuffer packet, ByteBuffer data)
      throws ChecksumException {
    ByteBuffer sums = packet.duplicate();
    sums.position(HEADER);
    sums.limit(head.length);
    verifier.verify(data, sums.slice(), "packet", 0);
  }
}
