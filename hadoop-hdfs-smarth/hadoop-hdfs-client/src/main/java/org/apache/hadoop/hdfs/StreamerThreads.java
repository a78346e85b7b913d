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
package org.apache.hadoop.hdfs;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import com.google.common.util.concurrent.Uninterruptibles;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the threads of a file's pipelines. Stock has one streamer for all
 * blocks, and one thread that takes the acks of the block being written. So
 * where the process may have no more threads, a block waits for those of
 * earlier blocks of the file, as in stock; without such a block the file fails.
 *
 * <p>Thread-safe. The monitor guards all fields; under it a thread is started,
 * and PipelineSet asked, but no dataQueue taken.
 */
@InterfaceAudience.Private
final class StreamerThreads {
  private static final Logger LOG =
      LoggerFactory.getLogger(StreamerThreads.class);

  /** A thread that was joined counts for the system a moment longer. */
  private static final int TRIES = 20;
  private static final long PAUSE_MILLIS = 50;
  private static final long RECHECK_MILLIS = 1000;

  private final SmarthFile file;
  /** Those whose threads run, and those that have none yet. */
  private final Set<SmarthDataStreamer> streamers;
  /** Those that have packets, but no thread yet; in the order of the blocks. */
  private final Deque<SmarthDataStreamer> waiting = new ArrayDeque<>();
  private final Consumer<Thread> starter = Thread::start;
  private long ends;
  private boolean closed;

  /**
   * @param file whose threads these are
   * @param streamers all of it whose threads have not ended; thread-safe
   */
  StreamerThreads(SmarthFile file, Set<SmarthDataStreamer> streamers) {
    this.file = file;
    this.streamers = streamers;
  }

  /**
   * Starts the thread of a streamer, now or as soon as it can have one. If it
   * never can, the streamer is told. Called without a dataQueue.
   *
   * @param which has packets
   */
  void begin(SmarthDataStreamer which) {
    synchronized (this) {
      if (closed || which.getState() != Thread.State.NEW
          || waiting.contains(which)) {
        return;
      }
      waiting.addLast(which);
    }
    beginWaiting();
  }

  /** @param which has ended, but for its thread. */
  void ended(SmarthDataStreamer which) {
    synchronized (this) {
      streamers.remove(which);
      ends++;
      notifyAll();
    }
    beginWaiting();
  }

  /** No more are started: who waits is released by its stream. */
  synchronized void close() {
    closed = true;
    waiting.clear();
  }

  /** Starts those that had to wait and need not any more. */
  void beginWaiting() {
    Throwable refusal = tryToBegin();
    for (int tries = 1; refusal != null && tries < TRIES; tries++) {
      Uninterruptibles.sleepUninterruptibly(PAUSE_MILLIS,
          TimeUnit.MILLISECONDS);
      refusal = tryToBegin();
    }
    SmarthDataStreamer refused = refusal == null ? null : takeLast();
    if (refused != null) {
      refused.cannotBegin(refusal);
    }
  }

  /** @return why the first cannot, with no other to wait for; else null. */
  private synchronized Throwable tryToBegin() {
    while (!waiting.isEmpty() && !mustYield(waiting.peekFirst())) {
      try {
        starter.accept(waiting.peekFirst());
      } catch (Throwable e) {
        boolean earlier = hasEarlier(waiting.peekFirst());
        LOG.debug("No thread for a block of {}; earlier ones are left: {}",
            file.getSrc(), earlier, e);
        return earlier ? null : e;
      }
      waiting.removeFirst();
    }
    return null;
  }

  /** @return the first that waits if there is no other to wait for. */
  private synchronized SmarthDataStreamer takeLast() {
    return waiting.isEmpty() || hasEarlier(waiting.peekFirst()) ? null
        : waiting.pollFirst();
  }

  private boolean hasEarlier(SmarthDataStreamer which) {
    return streamers.stream().anyMatch(other -> isEarlier(other, which));
  }

  /** Until an earlier block has both of its threads, it goes first. */
  private boolean mustYield(SmarthDataStreamer which) {
    return streamers.stream().anyMatch(other -> isEarlier(other, which)
        && other.needsThread());
  }

  /** @return whether it is, and will be {@link #ended}. */
  private static boolean isEarlier(SmarthDataStreamer other,
      SmarthDataStreamer which) {
    return other.getFirstSeqno() < which.getFirstSeqno() && other.isAlive();
  }

  /**
   * Starts the thread that takes acks; waits as long as there can be none and
   * an earlier block has threads. The datanodes are told meanwhile that their
   * client lives. Called by the streamer's thread.
   *
   * @param streamer of the block
   * @param responder the thread
   * @param out to the first datanode
   * @throws IOException if the streamer is to end
   */
  void startResponder(SmarthDataStreamer streamer, Thread responder,
      DataOutputStream out) throws IOException {
    long period = Math.max(RECHECK_MILLIS,
        file.getClient().getConf().getSocketTimeout() / 2);
    long told = Time.monotonicNow();
    int tries = 0;
    boolean started = false;
    while (!started) {
      long seen = getEnds();
      boolean earlier = hasEarlier(streamer);
      try {
        starter.accept(responder);
        started = true;
      } catch (Throwable e) {
        tries += earlier ? 0 : 1;
        if (tries == TRIES) {
          throw e;
        }
        awaitEnd(seen, earlier ? RECHECK_MILLIS : PAUSE_MILLIS);
      }
      if (!started && Time.monotonicNow() - told >= period) {
        sendHeartbeat(streamer, out);
        told = Time.monotonicNow();
      }
      if (!started && streamer.streamerClosed()) {
        throw new ClosedChannelException();
      }
    }
    beginWaiting();
  }

  private static void sendHeartbeat(SmarthDataStreamer streamer,
      DataOutputStream out) throws IOException {
    try {
      new DFSPacket(new byte[PacketHeader.PKT_MAX_HEADER_LEN], 0, 0,
          DFSPacket.HEART_BEAT_SEQNO, 0, false).writeTo(out);
      out.flush();
    } catch (IOException e) {
      // As where stock sends.
      streamer.errorState.markFirstNodeIfNotMarked();
      throw e;
    }
  }

  private synchronized long getEnds() {
    return ends;
  }

  private synchronized void awaitEnd(long seen, long millis)
      throws IOException {
    file.getPipelines().check();
    long end = Time.monotonicNow() + millis;
    long left = millis;
    try {
      while (ends == seen && left > 0) {
        wait(left);
        left = end - Time.monotonicNow();
      }
    } catch (InterruptedException e) {
      throw (InterruptedIOException) new InterruptedIOException(
          "Interrupted while waiting for a thread").initCause(e);
    }
  }
}
