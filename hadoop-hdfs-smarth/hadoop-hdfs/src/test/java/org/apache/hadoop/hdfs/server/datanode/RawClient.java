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

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.OpWriteBlockProto;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.protocolPB.UnknownFields;
import org.apache.hadoop.hdfs.smarth.protocol.FirstNodeAckProtocol;
import org.apache.hadoop.util.DataChecksum;

/**
 * The client's side of one pipeline, scripted by hand: what it sends is what
 * the test says. A thread of its own collects the acks.
 */
final class RawClient implements Closeable {
  static final int CHUNK = 512;
  /** Stock's packets have this much data with 64 KB packets. */
  static final int PACKET = 126 * CHUNK;
  private static final long PATIENCE_SECONDS = 60;

  /** Stands in the ack queue for the end of the connection. */
  private static final PipelineAck END = new PipelineAck(-99, new int[0]);

  private final Socket socket = new Socket();
  private final DataChecksum checksum =
      DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, CHUNK);
  private final BlockingQueue<PipelineAck> acks = new LinkedBlockingQueue<>();
  private DataOutputStream out;
  private DataInputStream in;
  private long seqno;
  private long offset;

  /** What is asked of the first datanode. */
  static final class Request {
    private final String clientName;
    private boolean asks = true;
    private boolean lazyPersist;
    private CachingStrategy caching = CachingStrategy.newDefaultStrategy();
    private DataChecksum.Type checksum = DataChecksum.Type.CRC32C;
    private BlockConstructionStage stage =
        BlockConstructionStage.PIPELINE_SETUP_CREATE;
    private long newGenerationStamp;
    private long minBytes;
    private long maxBytes;

    /** @param clientName empty for a copy that another datanode sends. */
    Request(String clientName) {
      this.clientName = clientName;
    }

    String getClientName() {
      return clientName;
    }

    boolean isLazyPersist() {
      return lazyPersist;
    }

    CachingStrategy getCaching() {
      return caching;
    }

    BlockConstructionStage getStage() {
      return stage;
    }

    long getNewGenerationStamp() {
      return newGenerationStamp;
    }

    long getMinBytes() {
      return minBytes;
    }

    long getMaxBytes() {
      return maxBytes;
    }

    /** As a stock client. */
    Request withoutAsking() {
      asks = false;
      return this;
    }

    Request lazyPersist() {
      lazyPersist = true;
      return this;
    }

    /** To leave nothing in the page cache. */
    Request dropBehind() {
      caching = CachingStrategy.newDropBehind();
      return this;
    }

    Request withoutChecksums() {
      checksum = DataChecksum.Type.NULL;
      return this;
    }

    /** To go on with a replica that has from min to max bytes. */
    Request resume(BlockConstructionStage how, long generationStamp,
        long min, long max) {
      stage = how;
      newGenerationStamp = generationStamp;
      minBytes = min;
      maxBytes = max;
      return this;
    }
  }

  /**
   * Connects to the first datanode of the block and reads its answer, which
   * is empty for another datanode's copy.
   */
  BlockOpResponseProto connect(LocatedBlock block, Request request)
      throws IOException {
    DatanodeInfo[] nodes = block.getLocations();
    socket.connect(new InetSocketAddress(nodes[0].getIpAddr(),
        nodes[0].getXferPort()), 10_000);
    socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS * 2));
    socket.setTcpNoDelay(true);
    out = new DataOutputStream(socket.getOutputStream());
    in = new DataInputStream(socket.getInputStream());
    out.write(encode(block, request));
    out.flush();
    BlockOpResponseProto answer = request.clientName.isEmpty()
        ? BlockOpResponseProto.newBuilder().buildPartial()
        : BlockOpResponseProto.parseFrom(PBHelperClient.vintPrefixed(in));
    Thread reader = new Thread(this::readAcks, "RawClient");
    reader.setDaemon(true);
    reader.start();
    return answer;
  }

  /** Lets stock build the message, then adds the field. */
  private static byte[] encode(LocatedBlock block, Request request)
      throws IOException {
    ByteArrayOutputStream stock = new ByteArrayOutputStream();
    StockCalls.writeBlock(new Sender(new DataOutputStream(stock)), block,
        request, DataChecksum.newDataChecksum(request.checksum, CHUNK));
    if (!request.asks) {
      return stock.toByteArray();
    }
    DataInputStream message =
        new DataInputStream(new ByteArrayInputStream(stock.toByteArray()));
    ByteArrayOutputStream extended = new ByteArrayOutputStream();
    DataOutputStream to = new DataOutputStream(extended);
    to.writeShort(message.readShort());
    to.writeByte(message.readByte());
    OpWriteBlockProto.parseFrom(PBHelperClient.vintPrefixed(message))
        .toBuilder().setUnknownFields(
            UnknownFields.toSet(FirstNodeAckProtocol.request())).build()
        .writeDelimitedTo(to);
    return extended.toByteArray();
  }

  /** All that a client sends of a block of small packets. */
  static byte[] conversation(LocatedBlock block, Request request, int packets,
      int packetBytes) throws IOException {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    sent.write(encode(block, request));
    try (RawClient client = new RawClient()) {
      client.out = new DataOutputStream(sent);
      for (int i = 0; i < packets; i++) {
        client.send(new byte[packetBytes], false);
      }
      client.sendLast(false);
    }
    return sent.toByteArray();
  }

  private void readAcks() {
    try {
      while (true) {
        PipelineAck ack = new PipelineAck();
        ack.readFields(in);
        acks.add(ack);
      }
    } catch (IOException | RuntimeException e) {
      acks.add(END);
    }
  }

  // ---- Packets. ----

  /** Sends data in full packets, then the empty last packet. */
  void sendBlock(byte[] data) throws IOException {
    for (int from = 0; from < data.length; from += PACKET) {
      send(Arrays.copyOfRange(data, from,
          Math.min(data.length, from + PACKET)), false);
    }
    sendLast(false);
  }

  /** Sends a block of zeroes, with as little work as possible. */
  void sendZeroes(int length) throws IOException {
    byte[] data = new byte[PACKET];
    byte[] sums = sums(data);
    int left = length;
    for (; left >= PACKET; left -= PACKET) {
      write(header(PACKET, false, false), sums, data);
      offset += PACKET;
      seqno++;
    }
    if (left > 0) {
      send(new byte[left], false);
    }
    sendLast(false);
  }

  /** Sends one packet of new data. */
  void send(byte[] data, boolean sync) throws IOException {
    write(header(data.length, false, sync), sums(data), data);
    offset += data.length;
    seqno++;
  }

  /** Sends data again from an earlier offset, as after an hflush. */
  void rewind(long to) {
    offset = to;
  }

  /** Sends a packet with a byte that changes on the way. */
  void sendCorrupt(byte[] data, int position) throws IOException {
    byte[] sums = sums(data);
    byte[] damaged = data.clone();
    damaged[position] ^= 1;
    write(header(data.length, false, false), sums, damaged);
    offset += data.length;
    seqno++;
  }

  void sendWithoutChecksums(byte[] data) throws IOException {
    PacketHeader header = new PacketHeader(4 + data.length, offset, seqno,
        false, data.length, false);
    write(header, new byte[0], data);
  }

  void sendLast(boolean sync) throws IOException {
    write(header(0, true, sync), new byte[0], new byte[0]);
    seqno++;
  }

  void sendHeartbeat() throws IOException {
    write(new PacketHeader(4, 0, -1, false, 0, false), new byte[0],
        new byte[0]);
  }

  private PacketHeader header(int length, boolean last, boolean sync) {
    int sums = length == 0 ? 0 : checksum.getChecksumSize(length);
    return new PacketHeader(4 + sums + length, offset, seqno, last, length,
        sync);
  }

  private byte[] sums(byte[] data) {
    byte[] sums = new byte[checksum.getChecksumSize(data.length)];
    checksum.calculateChunkedSums(data, 0, data.length, sums, 0);
    return sums;
  }

  private void write(PacketHeader header, byte[] sums, byte[] data)
      throws IOException {
    ByteArrayOutputStream packet = new ByteArrayOutputStream();
    packet.write(header.getBytes());
    packet.write(sums);
    packet.write(data);
    out.write(packet.toByteArray());
    out.flush();
  }

  /** @return the seqno of the next packet. */
  long nextSeqno() {
    return seqno;
  }

  // ---- Acks. ----

  /** Waits for the next ack. */
  PipelineAck nextAck() throws IOException, InterruptedException {
    PipelineAck ack = acks.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (ack == null) {
      throw new IOException("no ack for " + PATIENCE_SECONDS + " s");
    }
    if (ack == END) {
      throw new EOFException("the datanode closed the connection");
    }
    return ack;
  }

  /** Waits for an ack with the seqno, past those of other packets. */
  PipelineAck awaitAck(long wanted) throws IOException, InterruptedException {
    while (true) {
      PipelineAck ack = nextAck();
      if (ack.getSeqno() == wanted) {
        return ack;
      }
    }
  }

  PipelineAck awaitFirstNodeAck() throws IOException, InterruptedException {
    return awaitAck(FirstNodeAckProtocol.FNFA_SEQNO);
  }

  /** Waits for the end of the connection; @return the acks before it. */
  List<PipelineAck> awaitEnd()
      throws IOException, InterruptedException {
    List<PipelineAck> before = new ArrayList<>();
    try {
      while (true) {
        before.add(nextAck());
      }
    } catch (EOFException e) {
      return before;
    }
  }

  /** Interrupts the datanode's thread that serves this connection. */
  void interruptReceiver() {
    String end = "/127.0.0.1:" + socket.getLocalPort() + " ";
    Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("DataXceiver for")
            && thread.getName().contains(end))
        .forEach(Thread::interrupt);
  }

  /** Goes away as a killed process does: with a reset. */
  void vanish() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
