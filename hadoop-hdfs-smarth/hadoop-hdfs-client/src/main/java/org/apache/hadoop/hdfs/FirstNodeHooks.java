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
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.apache.hadoop.hdfs.protocol.datatransfer.FirstNodeAckSender;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.protocolPB.UnknownFields;
import org.apache.hadoop.hdfs.smarth.client.ClientMetrics;
import org.apache.hadoop.hdfs.smarth.client.pipelines.Measuring;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet.Pipeline;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineState;
import org.apache.hadoop.hdfs.smarth.client.speeds.BlockMeter;
import org.apache.hadoop.hdfs.smarth.protocol.FirstNodeAckProtocol;
import org.apache.hadoop.util.Timer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What differs from stock while a block streams: FIRST_NODE_FINISH_ACK is asked
 * for, the last packet does not wait for the acks of the data, and the time to
 * FNFA is measured. Belongs to the streamer of the block. In this package
 * because DataStreamer is.
 *
 * <p>Thread-safe: the streamer's thread connects and sends, the
 * ResponseProcessor takes acks.
 */
@InterfaceAudience.Private
final class FirstNodeHooks extends StreamerHooks {
  private static final Logger LOG =
      LoggerFactory.getLogger(FirstNodeHooks.class);
  /** Of this process: who writes many files is told once. */
  private static final AtomicBoolean STOCK_DATANODE_SEEN =
      new AtomicBoolean();

  private final SmarthDataStreamer streamer;
  private final Pipeline pipeline;
  private final SmarthFile file;
  private final ClientMetrics metrics;
  private final BlockMeter meter;
  /** Whether the last request was for a new block. The streamer's thread's. */
  private boolean created;
  /** Whether FNFA was promised and not given up yet. As above. */
  private boolean promised;
  /** Whether the last request asked for FNFA. The streamer's thread's. */
  private boolean asked;
  /** Whether the first datanode promised FNFA on this connection. */
  private volatile boolean granted;
  /** Whether the last packet went out. The streamer's thread's. */
  private boolean lastPacketSent;
  /** Whether the first datanode of this connection said that it is at fault. */
  private volatile boolean firstFaulty;
  /** Takes acks, or did, or will. */
  private volatile Thread responder;
  /** When packets began to flow; 0 unless that says something of the links. */
  private volatile long measuredSince;
  /** When the new block was connected, as System.nanoTime(). */
  private volatile long connectedAt;
  /** When FNFA came, as above; 0 if it has not come. */
  private volatile long firstNodeAckAt;

  /**
   * @param streamer of the block
   * @param pipeline of the block
   * @param file that the block belongs to
   */
  FirstNodeHooks(SmarthDataStreamer streamer, Pipeline pipeline,
      SmarthFile file) {
    this.streamer = streamer;
    this.pipeline = pipeline;
    this.file = file;
    this.metrics = file.getMetrics();
    this.meter =
        new BlockMeter(new Timer(), file.getClient().smarth.getClock());
  }

  /** @return whether the last packet was sent. Asked by the streamer. */
  boolean isEndSent() {
    return lastPacketSent;
  }

  /** @return how long ago the new block was connected, in milliseconds. */
  long getConnectedMillis() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - connectedAt);
  }

  /** @return whether the first datanode said that it is at fault. */
  boolean isFirstFaulty() {
    return firstFaulty;
  }

  /**
   * @return whether the first datanode may have finalized the block though no
   *     FNFA came. Asked by the streamer
   */
  boolean isFirstNodeAckDue() {
    return pipeline.getState() == PipelineState.STREAMING && granted
        && lastPacketSent && !firstFaulty;
  }

  @Override
  Sender newSender(DataOutputStream out, BlockConstructionStage stage) {
    // A recovered pipeline goes on as stock.
    created = stage == BlockConstructionStage.PIPELINE_SETUP_CREATE;
    asked = created && !streamer.isShortFile()
        && file.mayGoOn(pipeline.getTargets().get(0));
    return asked ? new FirstNodeAckSender(out) : super.newSender(out, stage);
  }

  @Override
  void connected(BlockOpResponseProto response) {
    firstFaulty = false;
    granted = asked
        && FirstNodeAckProtocol.isGranted(UnknownFields.of(response));
    if (asked && !granted && response.getStatus() == Status.SUCCESS
        && !FirstNodeAckProtocol.hasFewThreads(UnknownFields.of(response))
        && STOCK_DATANODE_SEEN.compareAndSet(false, true)) {
      LOG.info("The first datanode of a block, {}, does not promise"
          + " FIRST_NODE_FINISH_ACK: it is a stock one, or SMARTH is off"
          + " there. Blocks that go to such datanodes are written as in stock"
          + " Hadoop. This is said once", pipeline.getTargets().get(0));
    }
    if (response.getStatus() == Status.SUCCESS) {
      count();
    }
    // The first packet is here already, and sent next.
    meter.begin();
  }

  private void count() {
    if (created) {
      connectedAt = System.nanoTime();
      promised = granted;
      if (streamer.isShortFile() && !asked) {
        metrics.asStockShortFile();
      } else if (!granted) {
        metrics.asStockNotGranted();
      }
    } else if (promised
        && pipeline.getState() == PipelineState.STREAMING) {
      promised = false;
      metrics.asStockRecovered();
    }
  }

  @Override
  Thread.UncaughtExceptionHandler responderHandler() {
    return (thread, cause) -> streamer.responderDied(cause);
  }

  @Override
  void startResponder(Thread thread, DataOutputStream out) throws IOException {
    responder = thread;
    file.getThreads().startResponder(streamer, thread, out);
  }

  /** @return whether acks are taken now. */
  boolean hasResponder() {
    Thread thread = responder;
    return thread != null && thread.isAlive();
  }

  @Override
  LocatedBlock replacement(LocatedBlock found, List<DatanodeInfo> excluded)
      throws IOException {
    return file.ratherWell(found, streamer.getBlock(),
        FinalBlockDatanodes.targets(streamer), excluded);
  }

  @Override
  void waitBegins() {
    if (!lastPacketSent) {
      meter.waitBegins();
    }
  }

  @Override
  void waitEnds() {
    meter.waitEnds();
    if (streamer.errorState.hasError()) {
      meter.end();
    }
  }

  @Override
  boolean lastPacketAwaitsAcks() {
    boolean waits = !granted || streamer.isOnlyUnackedAgain();
    if (waits) {
      meter.end();
    }
    return waits;
  }

  @Override
  BlockConstructionStage lastPacketStage() {
    lastPacketSent = true;
    return granted ? BlockConstructionStage.DATA_STREAMING
        : super.lastPacketStage();
  }

  /**
   * In a drain they would be many, and wait to be read until the connection is
   * reset for their sake; and whoever sends one holds up who takes acks.
   */
  @Override
  boolean sendsHeartbeats() {
    return !granted || !lastPacketSent;
  }

  /** Nobody waits for what drains; another datanode would get all of it. */
  @Override
  boolean toleratesSlowNodes() {
    return pipeline.getState() == PipelineState.FIRST_FINISHED;
  }

  @Override
  boolean consume(PipelineAck ack) throws IOException {
    if (ack.getNumOfReplies() > 0) {
      Status first = PipelineAck.getStatusFromHeader(ack.getHeaderFlag(0));
      firstFaulty |= first != Status.SUCCESS
          && !PipelineAck.isRestartOOBStatus(first);
    }
    if (ack.getSeqno() != FirstNodeAckProtocol.FNFA_SEQNO) {
      if (firstNodeAckAt != 0 && file.getProgress() != null) {
        // As stock's writer, who gets on with the slowest datanode: a task that
        // waits in close() for minutes is not to be ended as one that hangs.
        Measuring.attempt(file.getProgress()::progress);
      }
      return false;
    }
    synchronized (streamer.dataQueue) {
      if (!granted || streamer.getFullLength() < 0
          || !streamer.dataQueue.isEmpty()
          || pipeline.getState() != PipelineState.STREAMING) {
        throw new IOException("FIRST_NODE_FINISH_ACK before the end of "
            + streamer);
      }
    }
    // First, for the next block is placed by how far this one has come.
    Measuring.attempt(this::measure);
    pipeline.firstFinished(streamer.getFullLength());
    return true;
  }

  private void measure() {
    firstNodeAckAt = System.nanoTime();
    metrics.firstNodeAckCame(firstNodeAckAt - connectedAt);
    long bytes = streamer.getFullLength();
    OptionalLong nanos = meter.finish(bytes);
    if (nanos.isPresent()) {
      measuredSince = System.nanoTime() - nanos.getAsLong();
      pipeline.measure(measuredSince);
      if (!SpareThreads.areLimited()) {
        // It may need a thread, and one for each namenode.
        file.getSpeeds().record(streamer.getNodes()[0].getDatanodeUuid(),
            bytes, nanos.getAsLong(), meter.getAloneNanos());
      }
    }
  }

  /** Nothing is sent: the streamer ends, or recovers its pipeline. */
  void sendsNothing() {
    meter.end();
  }

  /** All datanodes have the block. Called by the streamer's thread. */
  void delivered() {
    long now = System.nanoTime();
    if (firstNodeAckAt != 0) {
      metrics.delivered(now - firstNodeAckAt);
    }
    if (measuredSince != 0) {
      Measuring.attempt(() -> file.getPlan().arrived(streamer.getNodes(),
          streamer.getFullLength(), now - measuredSince));
    }
  }
}
