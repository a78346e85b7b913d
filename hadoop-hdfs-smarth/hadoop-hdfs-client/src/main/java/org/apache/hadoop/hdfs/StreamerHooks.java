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

import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The points at which a DataStreamer may do something else than stock; these
 * methods do as stock does. In this package because DataStreamer is.
 */
@InterfaceAudience.Private
class StreamerHooks {
  static final StreamerHooks STOCK = new StreamerHooks();
  private static final Logger LOG =
      LoggerFactory.getLogger(StreamerHooks.class);

  /**
   * @param out to the first datanode
   * @param stage the stage of the request
   * @return what sends the write request
   */
  Sender newSender(DataOutputStream out, BlockConstructionStage stage) {
    return new Sender(out);
  }

  /** @param response with which the first datanode agreed. */
  void connected(BlockOpResponseProto response) {
  }

  /**
   * @return told of what ends the thread that takes acks and is no Exception;
   *     null if nobody is
   */
  Thread.UncaughtExceptionHandler responderHandler() {
    return null;
  }

  /**
   * Starts the thread that takes acks.
   *
   * @param responder the thread
   * @param out to the first datanode
   * @throws IOException if the streamer is to end
   */
  void startResponder(Thread responder, DataOutputStream out)
      throws IOException {
    KeepAlive keepAlive = new KeepAlive(out, HdfsConstants.READ_TIMEOUT / 2);
    SpareThreads.start(responder, () -> {
      try {
        keepAlive.tell();
      } catch (IOException e) {
        LOG.debug("The thread that takes acks will meet this, too", e);
      }
    });
  }

  /**
   * @param found what the namenode offers to replace a datanode
   * @param excluded those that it was asked to leave out
   * @return what is taken of it
   * @throws IOException if the namenode does not answer
   */
  LocatedBlock replacement(LocatedBlock found, List<DatanodeInfo> excluded)
      throws IOException {
    return found;
  }

  /** There is no packet to be sent, and the queue is waited for. */
  void waitBegins() {
  }

  /** There may be a packet to be sent, or something else to be done. */
  void waitEnds() {
  }

  /** @return whether the last packet waits for the acks of all others. */
  boolean lastPacketAwaitsAcks() {
    return true;
  }

  /** @return the stage from the last packet on. */
  BlockConstructionStage lastPacketStage() {
    return BlockConstructionStage.PIPELINE_CLOSE;
  }

  /**
   * Asked where Hadoop sends heartbeats after the last packet, too.
   *
   * @return whether they are read
   */
  boolean sendsHeartbeats() {
    return true;
  }

  /**
   * Asked before an ack that came late is logged, and where Hadoop puts
   * datanodes that are slow out of their pipelines.
   *
   * @return whether they may be slow
   */
  boolean toleratesSlowNodes() {
    return false;
  }

  /**
   * @param ack any ack, as it came
   * @return whether it acknowledges no packet and has been dealt with
   * @throws IOException if the ack breaks the protocol
   */
  boolean consume(PipelineAck ack) throws IOException {
    return false;
  }

  /**
   * Tells the datanodes of a block that their client lives, while its streamer
   * waits for a thread. Belongs to the streamer's thread.
   */
  static final class KeepAlive {
    private final DataOutputStream out;
    private final long periodMillis;
    private long told = Time.monotonicNow();

    /**
     * @param out to the first datanode
     * @param periodMillis between two heartbeats
     */
    KeepAlive(DataOutputStream out, long periodMillis) {
      this.out = out;
      this.periodMillis = periodMillis;
    }

    /**
     * Sends a heartbeat if it is time for one.
     *
     * @throws IOException if the connection is broken
     */
    void tell() throws IOException {
      if (Time.monotonicNow() - told >= periodMillis) {
        // Also if it fails: who goes on waiting asks many times a second.
        told = Time.monotonicNow();
        new DFSPacket(new byte[PacketHeader.PKT_MAX_HEADER_LEN], 0, 0,
            DFSPacket.HEART_BEAT_SEQNO, 0, false).writeTo(out);
        out.flush();
      }
    }
  }
}
