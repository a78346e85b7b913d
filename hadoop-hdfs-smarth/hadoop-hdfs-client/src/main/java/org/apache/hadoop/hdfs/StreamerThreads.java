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
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.StreamerHooks.KeepAlive;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the threads of a file's pipelines. Stock has one streamer for all
 * blocks, and one thread that takes the acks of the block being written. So
 * where the process may have no more threads, a block waits for those of
 * earlier blocks of the file, as in stock. Without such a block it waits for
 * those that other files have beyond that ({@link SpareThreads}), and then for
 * a while, as other processes may have some; then the file fails.
 *
 * <p>Thread-safe. The monitor guards all fields; under it a thread is started,
 * and PipelineSet asked, but no dataQueue taken.
 */
@InterfaceAudience.Private
final class StreamerThreads {
  private static final Logger LOG =
      LoggerFactory.getLogger(StreamerThreads.class);

  private static final long RECHECK_MILLIS = 1000;

  private final SmarthFile file;
  /** Those whose threads run, and those that have none yet. */
  private final Set<SmarthDataStreamer> streamers;
  /** Those that have packets, but no thread yet; in the order of the blocks. */
  private final Deque<SmarthDataStreamer> waiting = new ArrayDeque<>();
  private long ends;
  private boolean drains;
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
      boolean waits = waiting.contains(which);
      if (closed || which.getState() != Thread.State.NEW
          || waits && hasEarlier(which)) {
        // Not for each packet: the JVM tells of each thread that is refused.
        return;
      }
      if (!waits) {
        waiting.addLast(which);
      }
    }
    beginWaiting();
  }

  /**
   * For each packet: as {@link #beginWaiting}, of one that an interrupted writer
   * has left. Where an earlier one runs, its end begins the next.
   */
  void beginLeft() {
    synchronized (this) {
      if (waiting.isEmpty() || hasEarlier(waiting.peekFirst())) {
        return;
      }
    }
    beginWaiting();
  }

  /** @param which has ended, but for its thread. */
  void ended(SmarthDataStreamer which) {
    try {
      synchronized (this) {
        streamers.remove(which);
        ends++;
        notifyAll();
        if (!drains) {
          haveFew();
        }
      }
    } finally {
      // Whatever fails, for want of memory: nobody else would begin them.
      beginWaiting();
    }
  }

  private void haveFew() {
    if (streamers.stream().filter(Thread::isAlive).count() <= 1) {
      SpareThreads.noneOf(this);
    }
  }

  /** The file is sent, and another begins: stock has its threads only then. */
  synchronized void drains() {
    if (!closed) {
      drains = true;
      SpareThreads.someOf(this);
    }
  }

  /** No more are started: who waits is released by its stream. */
  synchronized void close() {
    closed = true;
    waiting.clear();
    if (drains) {
      drains = false;
      haveFew();
    }
  }

  /**
   * Starts those that had to wait and need not any more. A writer that is
   * interrupted meanwhile goes on, and asks again with its next call.
   */
  void beginWaiting() {
    Throwable refusal = tryToBegin();
    if (refusal == null) {
      return;
    }
    try {
      refusal = SpareThreads.await(this, refusal, this::tryToBegin);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    SmarthDataStreamer refused = refusal == null ? null : takeLast();
    if (refused != null) {
      refused.cannotBegin(refusal);
    }
  }

  /** @return why the first cannot, with no other to wait for; else null. */
  private synchronized Throwable tryToBegin() {
    while (!waiting.isEmpty() && !mustYield(waiting.peekFirst())) {
      boolean earlier = hasEarlier(waiting.peekFirst());
      try {
        SpareThreads.tryToStart(waiting.peekFirst());
      } catch (Throwable e) {
        LOG.debug("No thread for a block of {}; earlier ones are left: {}",
            file.getSrc(), earlier, e);
        return earlier ? null : e;
      }
      waiting.removeFirst();
      if (earlier) {
        SpareThreads.someOf(this);
      }
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

  /** Until an earlier block has both of its threads, or a file its first. */
  private boolean mustYield(SmarthDataStreamer which) {
    return streamers.stream().anyMatch(other -> isEarlier(other, which)
        && (needsThread(other) || SpareThreads.areWanted()));
  }

  /** As above. Until a thread is refused there is enough for all blocks. */
  private boolean mustYieldResponder(SmarthDataStreamer which) {
    return streamers.stream().anyMatch(other -> isEarlier(other, which)
        && (SpareThreads.areLimited() && !other.takesAcks()
            || SpareThreads.areWanted()));
  }

  /** @return whether it does; in its drain a block that recovers does, too. */
  private static boolean needsThread(SmarthDataStreamer which) {
    return !which.takesAcks()
        && (SpareThreads.areLimited() || !which.isFirstFinished());
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
    new Start(streamer, responder, out).run();
    beginWaiting();
  }

  /** Of a responder. Belongs to the streamer's thread. */
  private final class Start {
    private final SmarthDataStreamer streamer;
    private final Thread responder;
    private final KeepAlive keepAlive;
    private boolean wanted;
    private int tries;

    private Start(SmarthDataStreamer streamer, Thread responder,
        DataOutputStream out) {
      this.streamer = streamer;
      this.responder = responder;
      keepAlive = new KeepAlive(out, Math.max(RECHECK_MILLIS,
          file.getClient().getConf().getSocketTimeout() / 2));
    }

    private void run() throws IOException {
      try {
        long seen = getEnds();
        boolean earlier = hasEarlier(streamer);
        while (!isStarted(earlier)) {
          awaitEnd(seen, earlier ? RECHECK_MILLIS
              : SpareThreads.PAUSE_MILLIS);
          tellDatanodes();
          if (streamer.streamerClosed()) {
            throw reason(new ClosedChannelException());
          }
          seen = getEnds();
          earlier = hasEarlier(streamer);
        }
      } finally {
        if (wanted) {
          SpareThreads.wantNoMore(StreamerThreads.this);
        }
      }
    }

    private boolean isStarted(boolean earlier) {
      if (mustYieldResponder(streamer)) {
        return false;
      }
      try {
        SpareThreads.tryToStart(responder);
        return true;
      } catch (Throwable e) {
        if (!earlier && !SpareThreads.isAnyBut(StreamerThreads.this)
            && ++tries >= SpareThreads.getMostTries()) {
          throw e;
        }
      }
      if (!earlier && !wanted) {
        SpareThreads.want(StreamerThreads.this);
        wanted = true;
      }
      return false;
    }

    private void awaitEnd(long seen, long millis) throws IOException {
      try {
        StreamerThreads.this.awaitEnd(seen, millis);
      } catch (InterruptedException e) {
        throw reason((InterruptedIOException) new InterruptedIOException(
            "Interrupted while waiting for a thread").initCause(e));
      }
    }

    /** @return why the streamer was told to end; else that it has ended. */
    private IOException reason(IOException otherwise) {
      IOException cause = streamer.cause();
      return cause == null ? otherwise : cause;
    }

    private void tellDatanodes() throws IOException {
      try {
        keepAlive.tell();
      } catch (IOException e) {
        // As where stock sends.
        streamer.errorState.markFirstNodeIfNotMarked();
        throw e;
      }
    }
  }

  private synchronized long getEnds() {
    return ends;
  }

  private synchronized void awaitEnd(long seen, long millis)
      throws IOException, InterruptedException {
    file.getPipelines().check();
    long end = Time.monotonicNow() + millis;
    long left = millis;
    while (ends == seen && left > 0) {
      wait(left);
      left = end - Time.monotonicNow();
    }
  }
}
