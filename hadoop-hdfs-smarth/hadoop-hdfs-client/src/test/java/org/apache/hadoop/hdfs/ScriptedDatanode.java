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

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;

import com.google.common.util.concurrent.Uninterruptibles;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.datatransfer.Op;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketReceiver;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.OpWriteBlockProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.OpWriteBlockProto.BlockConstructionStage;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.protocolPB.UnknownFields;
import org.apache.hadoop.hdfs.smarth.protocol.FirstNodeAckProtocol;

/**
 * The datanodes of all pipelines in one: takes blocks, grants and sends
 * FIRST_NODE_FINISH_ACK, and acknowledges packets when the test lets it. A
 * thread for each connection; the monitor guards all fields.
 */
final class ScriptedDatanode implements Closeable {
  /** Bytes that have a checksum. */
  private static final int CHUNK = 512;

  private final ServerSocket server =
      new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final SortedMap<Long, ByteArrayOutputStream> blocks =
      new TreeMap<>();
  private final List<Connection> connections = new ArrayList<>();
  private final Thread acceptor;
  private final AtomicInteger heartbeats = new AtomicInteger();
  private boolean held;
  /** How many acks are let through though they are held. */
  private int let;
  private int flag =
      PipelineAck.combineHeader(PipelineAck.ECN.DISABLED, Status.SUCCESS);
  private int expired;
  private int restarts;
  private IntPredicate finals = request -> true;
  private int finalsAsked;

  ScriptedDatanode() throws IOException {
    acceptor = inBackground(() -> {
      while (true) {
        Connection connection = new Connection(server.accept());
        synchronized (this) {
          connections.add(connection);
        }
        inBackground(connection::serve);
      }
    });
  }

  /** Ends with its connection, whatever ends that. */
  private interface Task {
    void run() throws IOException;
  }

  private static Thread inBackground(Task task) {
    Thread thread = new Thread(() -> {
      try {
        task.run();
      } catch (IOException e) {
        Thread.currentThread().interrupt();
      }
    }, "ScriptedDatanode");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** @return names of this datanode, as many as asked for. */
  DatanodeInfo[] nodes(int number) {
    DatanodeInfo[] nodes = new DatanodeInfo[number];
    for (int i = 0; i < number; i++) {
      nodes[i] = new DatanodeInfoBuilder().setDatanodeUuid("dn" + i)
          .setHostName("localhost").setNetworkLocation("/rack")
          .setIpAddr(server.getInetAddress().getHostAddress())
          .setXferPort(server.getLocalPort()).build();
    }
    return nodes;
  }

  /** From now on packets are taken, but none is acknowledged. */
  synchronized void holdAcks() {
    held = true;
  }

  /** What was held back is acknowledged now. */
  synchronized void letAcks() throws IOException {
    held = false;
    for (Connection connection : connections) {
      connection.flush();
    }
  }

  /** So many of those that are held, and will be, are acknowledged. */
  synchronized void letAcks(int number) throws IOException {
    let += number;
    for (Connection connection : connections) {
      connection.flush();
    }
  }

  /** @param all what each datanode says in each ack from now on. */
  synchronized void flagAcks(int all) {
    flag = all;
  }

  /** Ends all connections, and takes new ones. */
  synchronized void disconnect() throws IOException {
    for (Connection connection : connections) {
      connection.socket.close();
    }
    connections.clear();
  }

  /** @param which connection ends, of those not yet ended; the oldest is 0. */
  synchronized void disconnect(int which) throws IOException {
    connections.remove(which).socket.close();
  }

  /** @return how many came so far. */
  int heartbeats() {
    return heartbeats.get();
  }

  /** @return bytes that came after the ends of blocks. */
  synchronized int unread() throws IOException {
    int bytes = 0;
    for (Connection connection : connections) {
      bytes += connection.socket.getInputStream().available();
    }
    return bytes;
  }

  /** The tokens of the next requests are taken for expired. */
  synchronized void refuseTokens(int requests) {
    expired = requests;
  }

  /** To the next requests it says that it restarts. */
  synchronized void restart(int requests) {
    restarts = requests;
  }

  /** @param which whether request N for a final replica finds one. */
  synchronized void finalReplicas(IntPredicate which) {
    finals = which;
  }

  private boolean isUnfinished(OpWriteBlockProto request) {
    IntPredicate which;
    int number;
    synchronized (this) {
      if (request.getStage() != BlockConstructionStage.PIPELINE_CLOSE_RECOVERY) {
        return false;
      }
      which = finals;
      number = ++finalsAsked;
    }
    return !which.test(number);
  }

  private synchronized boolean isTokenRefused() {
    return expired-- > 0;
  }

  private synchronized boolean isRestarting() {
    return restarts-- > 0;
  }

  /** @return the blocks' bytes, one block after the other. */
  synchronized byte[] stored() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (ByteArrayOutputStream block : blocks.values()) {
      block.writeTo(all);
    }
    return all.toByteArray();
  }

  @Override
  public void close() throws IOException {
    server.close();
    // A thread amid accept() keeps the port open, and may take one more.
    Uninterruptibles.joinUninterruptibly(acceptor);
    synchronized (this) {
      for (Connection connection : connections) {
        connection.socket.close();
      }
    }
  }

  /** What a pipeline sends again is there. */
  private synchronized void store(long block, long offset, ByteBuffer data) {
    ByteArrayOutputStream stored =
        blocks.computeIfAbsent(block, id -> new ByteArrayOutputStream());
    int size = stored.size();
    if (offset + data.remaining() <= size) {
      return;
    }
    if (offset < size && offset % CHUNK == 0 && size - offset < CHUNK) {
      // The last chunk comes again, with more.
      byte[] before = stored.toByteArray();
      stored.reset();
      stored.write(before, 0, (int) offset);
    } else if (offset != size) {
      throw new IllegalStateException("a packet for offset " + offset
          + " of a block of " + size + " bytes");
    }
    byte[] bytes = new byte[data.remaining()];
    data.get(bytes);
    stored.write(bytes, 0, bytes.length);
  }

  /** Of one block. */
  private final class Connection {
    private final Socket socket;
    private final Deque<Long> unacked = new ArrayDeque<>();
    private DataOutputStream out;
    private int replies;

    private Connection(Socket socket) {
      this.socket = socket;
    }

    private void serve() throws IOException {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      out = new DataOutputStream(socket.getOutputStream());
      in.readShort();
      if (in.readByte() != Op.WRITE_BLOCK.code) {
        // Of copies it makes none.
        socket.close();
        return;
      }
      OpWriteBlockProto request =
          OpWriteBlockProto.parseFrom(PBHelperClient.vintPrefixed(in));
      if (isTokenRefused()) {
        BlockOpResponseProto.newBuilder().setStatus(Status.ERROR_ACCESS_TOKEN)
            .build().writeDelimitedTo(out);
        return;
      }
      if (isRestarting()) {
        BlockOpResponseProto.newBuilder().setStatus(Status.OOB_RESTART)
            .setFirstBadLink(nodes(1)[0].getXferAddr())
            .build().writeDelimitedTo(out);
        return;
      }
      if (isUnfinished(request)) {
        socket.close();
        return;
      }
      replies = request.getTargetsCount() + 1;
      boolean asked =
          FirstNodeAckProtocol.isRequested(UnknownFields.of(request));
      BlockOpResponseProto.Builder answer = BlockOpResponseProto.newBuilder()
          .setStatus(Status.SUCCESS).setFirstBadLink("");
      if (asked) {
        answer.setUnknownFields(
            UnknownFields.toSet(FirstNodeAckProtocol.grant()));
      }
      answer.build().writeDelimitedTo(out);
      receive(in, asked, request.getHeader().getBaseHeader().getBlock()
          .getBlockId());
    }

    private void receive(DataInputStream in, boolean asked, long block)
        throws IOException {
      try (PacketReceiver receiver = new PacketReceiver(false)) {
        boolean last = false;
        while (!last) {
          receiver.receiveNextPacket(in);
          last = receiver.getHeader().isLastPacketInBlock();
          if (receiver.getHeader().getSeqno() != DFSPacket.HEART_BEAT_SEQNO) {
            store(block, receiver.getHeader().getOffsetInBlock(),
                receiver.getDataSlice());
          } else {
            heartbeats.incrementAndGet();
          }
          if (last && asked) {
            ack(FirstNodeAckProtocol.FNFA_SEQNO, 1);
          }
          synchronized (ScriptedDatanode.this) {
            unacked.add(receiver.getHeader().getSeqno());
            flush();
          }
        }
      }
    }

    private void flush() throws IOException {
      while (!unacked.isEmpty() && (!held || let > 0)) {
        let = Math.max(0, let - 1);
        ack(unacked.poll(), replies);
      }
    }

    private void ack(long seqno, int number) throws IOException {
      synchronized (ScriptedDatanode.this) {
        int[] flags = new int[number];
        Arrays.fill(flags, flag);
        new PipelineAck(seqno, flags).write(out);
        out.flush();
      }
    }
  }
}
