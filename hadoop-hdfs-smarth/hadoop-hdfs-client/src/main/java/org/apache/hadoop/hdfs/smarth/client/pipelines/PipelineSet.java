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
package org.apache.hadoop.hdfs.smarth.client.pipelines;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.smarth.client.pipelines.OpenPipelines.PipelineProgress;

/**
 * The pipelines of one file in the order of their blocks: the first drains
 * longest, and the writer fills the last (paper, section III.A). Pipelines that
 * are done leave the set. The first failure is kept and given to everybody who
 * waits, now or later. Thread-safe; the monitor of the set guards all state,
 * that of its pipelines too.
 */
@InterfaceAudience.Private
public final class PipelineSet {
  /** Waits look again this often, should a notification be missed. */
  private static final long RECHECK_MILLIS = 1000;
  /** The limit may change without a change here. */
  private static final long LIMIT_RECHECK_MILLIS = 250;

  /**
   * The next block of a file comes just after FNFA; that of another at any time,
   * and the datanodes that are about to have a block do not lag.
   */
  private static final long LAG_NANOS = TimeUnit.MILLISECONDS.toNanos(300);
  /** Nothing is on its way to datanodes that had nothing new for so long. */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final OpenPipelines openOfAll;
  private final IntConsumer openCounter;
  private final Deque<Pipeline> pipelines = new ArrayDeque<>();
  private IOException failure;
  private boolean closed;
  /** Why, as far as it is known. */
  private IOException reason;
  private long added;
  private int blocks;
  private int open;
  private int maxOpen;
  private long changes;

  /** @param openOfAll told of those that are open, as the client's other files */
  public PipelineSet(OpenPipelines openOfAll) {
    this(openOfAll, more -> { });
  }

  /**
   * @param openOfAll as above
   * @param openCounter told how many more are open, until the set is closed,
   *     when none is; negative: how many fewer. It returns at once and never
   *     throws
   */
  public PipelineSet(OpenPipelines openOfAll, IntConsumer openCounter) {
    this.openOfAll = openOfAll;
    this.openCounter = openCounter;
  }

  /** @return a new pipeline, for the block after all others. */
  public synchronized Pipeline add() {
    Pipeline pipeline = new Pipeline(added++, pipelines.peekLast());
    pipelines.addLast(pipeline);
    return pipeline;
  }

  /**
   * Ends the file: everybody who waits gets the first failure.
   *
   * @param cause what went wrong
   */
  public synchronized void fail(IOException cause) {
    if (failure == null) {
      failure = cause;
    }
    changed();
    openOfAll.changed();
  }

  /**
   * Wakes all who wait; they get the reason. Stock's streamer, which waits for
   * no other, keeps the reason that its stream was given.
   *
   * @param why null if there is no other than that the file is closed
   */
  public synchronized void close(IOException why) {
    if (!closed) {
      closed = true;
      reason = why;
      openCounter.accept(-open);
      pipelines.forEach(openOfAll::ended);
    }
    changed();
    openOfAll.changed();
  }

  /**
   * @throws ClosedChannelException if closed without a failure or reason
   * @throws IOException the first failure, or why it was closed
   */
  public synchronized void check() throws IOException {
    checkFailure();
    if (closed) {
      throw reason != null ? Failures.again(reason)
          : new ClosedChannelException();
    }
  }

  /** @throws IOException the first failure, each time anew. */
  public synchronized void checkFailure() throws IOException {
    if (failure != null) {
      throw Failures.again(failure);
    }
  }

  /** @return the first failure, or null. */
  public synchronized IOException getFailure() {
    return failure;
  }

  /** @return how many blocks have had a connected pipeline. */
  public synchronized int getBlocks() {
    return blocks;
  }

  /** @return the files of the client that are sent and not complete. */
  Set<PipelineSet> getDrainingFiles() {
    return openOfAll.getDraining();
  }

  /**
   * Waits until one of these files is complete.
   *
   * @param files some that drained; those that have ended are taken
   * @return false at once if there is none
   * @throws InterruptedIOException if interrupted
   * @throws IOException as {@link #check()}
   */
  boolean awaitDrainingFile(Set<PipelineSet> files) throws IOException {
    if (files.isEmpty()) {
      return false;
    }
    try {
      do {
        check();
      } while (!openOfAll.awaitEnd(files, RECHECK_MILLIS));
      return true;
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** @return how many pipelines occupy datanodes now. */
  public synchronized int getOpen() {
    return open;
  }

  /** @return the largest number of pipelines that were open at once. */
  public synchronized int getMaxOpen() {
    return maxOpen;
  }

  /**
   * @return bytes in the longest of the blocks that drain: the next one may be
   *     as long
   */
  public synchronized long getBlockLength() {
    return pipelines.stream().mapToLong(pipeline -> pipeline.length).max()
        .orElse(0);
  }

  /** @return the datanodes that serve in open pipelines. */
  public Set<DatanodeInfo> busyDatanodes() {
    Set<DatanodeInfo> busy = new HashSet<>();
    getTargets().forEach(busy::addAll);
    return busy;
  }

  /** @return the datanodes of each open pipeline, of the oldest one first. */
  public synchronized List<List<DatanodeInfo>> getTargets() {
    return pipelines.stream().filter(pipeline -> pipeline.state.isOpen())
        .map(Pipeline::getTargets).collect(Collectors.toList());
  }

  /**
   * Waits for any change, or until the time is over.
   *
   * @param millis how long at the most, in milliseconds, more than 0
   * @throws InterruptedIOException if interrupted
   * @throws IOException as {@link #check()}
   */
  public synchronized void awaitChange(long millis) throws IOException {
    try {
      awaitChangeOrInterrupt(millis);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private synchronized void awaitChangeOrInterrupt(long millis)
      throws IOException, InterruptedException {
    check();
    pause(millis);
    check();
  }

  /** Whoever waits for something looks for it before the file's end. */
  private void awaitUntil(BooleanSupplier condition) throws IOException {
    checkFailure();
    while (!condition.getAsBoolean()) {
      check();
      try {
        pause(RECHECK_MILLIS);
      } catch (InterruptedException e) {
        throw interrupted(e);
      }
      checkFailure();
    }
  }

  /** A limit may change with any file of the client; without the monitor. */
  private void awaitChangeOfAny(long known) throws IOException {
    try {
      openOfAll.awaitChange(known, LIMIT_RECHECK_MILLIS);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Until something changes, or the time is over; under the monitor. */
  private void pause(long millis) throws InterruptedException {
    long seen = changes;
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    for (long left = millis; seen == changes && left > 0;
        left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())) {
      wait(left);
    }
  }

  private static InterruptedIOException interrupted(InterruptedException e) {
    return (InterruptedIOException) new InterruptedIOException(
        "Interrupted while waiting for a pipeline").initCause(e);
  }

  private synchronized void changed() {
    changes++;
    notifyAll();
  }

  /** The pipeline of one block. */
  public final class Pipeline {
    private final DatanodeInfo[] none = {};
    private final long index;
    /** Until this pipeline may connect; then null, to free old blocks. */
    private Pipeline previous;
    private PipelineState state = PipelineState.QUEUED;
    private DatanodeInfo[] nodes = none;
    /** Read without the monitor, too. */
    private volatile LongSupplier acked = () -> 0;
    private boolean measured;
    private long sinceNanos;
    /** Bytes in the block, and since when the first datanode has them all. */
    private long length;
    private long firstFinishedNanos;
    /** What all datanodes had when that was asked last, and since when. */
    private long seen;
    private long movedNanos = System.nanoTime();
    /** Whether bytes of the block are promised to be on every datanode. */
    private boolean flushed;

    private Pipeline(long index, Pipeline previous) {
      this.index = index;
      this.previous = previous;
    }

    /** @return the state now. */
    public PipelineState getState() {
      synchronized (PipelineSet.this) {
        return state;
      }
    }

    /**
     * Waits until the block before may be followed and fewer pipelines than
     * the limits are open; then takes a place. A block may be followed when its
     * first datanode has finalized it, or all have if some of it was flushed:
     * with the next block the namenode takes the first one's replica for the
     * block, and would be left without the flushed bytes if that were lost.
     *
     * @param limit how many pipelines of the file may be open at once, at
     *     least 1; asked again and again once the block before may be followed,
     *     without a lock
     * @param limitOfAll that of all files of the client, likewise, beside the
     *     one that each of the others may have
     * @throws InterruptedIOException if interrupted
     * @throws IOException the failure of another pipeline
     */
    public void awaitTurn(IntSupplier limit, IntSupplier limitOfAll)
        throws IOException {
      synchronized (PipelineSet.this) {
        check();
        while (!mayFollow()) {
          awaitChange(RECHECK_MILLIS);
        }
      }
      long known = openOfAll.getChanges();
      while (!takeTurn(limit.getAsInt(), limitOfAll.getAsInt())) {
        awaitChangeOfAny(known);
        known = openOfAll.getChanges();
      }
    }

    private boolean takeTurn(int limit, int limitOfAll) throws IOException {
      synchronized (PipelineSet.this) {
        check();
        if (open >= limit || !mayFollow()
            || !openOfAll.takePlace(this, limitOfAll)) {
          return false;
        }
        become(PipelineState.CONNECTING);
        previous = null;
        return true;
      }
    }

    private boolean mayFollow() {
      return previous == null || previous.state == PipelineState.DONE
          || previous.state.isFirstFinished() && !previous.flushed;
    }

    /** What is in the block now is being flushed; its end is yet to come. */
    public void flushing() {
      synchronized (PipelineSet.this) {
        flushed = true;
      }
    }

    /**
     * Waits until the pipeline before this one has had its turn, so that a
     * writer is never more than one block, and one thread, ahead.
     *
     * @throws InterruptedException if interrupted; a failure may be an
     *     InterruptedIOException, which every SocketTimeoutException is
     * @throws IOException the failure of any pipeline
     */
    public void awaitPreviousTurn() throws IOException, InterruptedException {
      synchronized (PipelineSet.this) {
        check();
        while (previous != null && previous.state == PipelineState.QUEUED) {
          awaitChangeOrInterrupt(RECHECK_MILLIS);
        }
      }
    }

    /**
     * @param asking the pipeline of the next block, of this file or another
     * @return how far it has come; null unless it occupies datanodes
     */
    PipelineProgress getProgress(Pipeline asking) {
      synchronized (PipelineSet.this) {
        return state.isOpen() && nodes.length > 0
            ? toProgress(asking != null && asking.getFile() == getFile())
            : null;
      }
    }

    private PipelineProgress toProgress(boolean own) {
      long now = System.nanoTime();
      long bytes = acked.getAsLong();
      if (bytes != seen) {
        seen = bytes;
        movedNanos = now;
      }
      boolean whole = state == PipelineState.FIRST_FINISHED
          && (own || now - firstFinishedNanos >= LAG_NANOS);
      boolean moves = state != PipelineState.STREAMING
          || !flushed && now - movedNanos < IDLE_NANOS;
      return new PipelineProgress(nodes.clone(), bytes,
          measured ? now - sinceNanos : 0, whole ? length : 0, own, moves);
    }

    /** @return how many bytes of its block all datanodes have. */
    long ackedBytes() {
      return acked.getAsLong();
    }

    PipelineSet getFile() {
      return PipelineSet.this;
    }

    /** @return the datanodes that this pipeline occupies. */
    public List<DatanodeInfo> getTargets() {
      synchronized (PipelineSet.this) {
        return Arrays.asList(nodes);
      }
    }

    /** @param targets the datanodes that this pipeline occupies. */
    public void occupy(DatanodeInfo[] targets) {
      synchronized (PipelineSet.this) {
        nodes = targets.clone();
      }
    }

    /**
     * The datanodes are connected, and packets flow.
     *
     * @param ackedBytes how many bytes of the block all of them have, asked
     *     under the monitor: it must return at once
     */
    public void connected(LongSupplier ackedBytes) {
      synchronized (PipelineSet.this) {
        acked = ackedBytes;
        movedNanos = System.nanoTime();
        become(PipelineState.STREAMING);
        blocks++;
      }
    }

    /**
     * The pace of this pipeline says something about its datanodes: its writer
     * was not slower than the first one.
     *
     * @param since when the first byte was sent, as System.nanoTime()
     */
    public void measure(long since) {
      synchronized (PipelineSet.this) {
        measured = true;
        sinceNanos = since;
      }
    }

    /**
     * The first datanode has finalized its replica.
     *
     * @param bytes in the block
     */
    public void firstFinished(long bytes) {
      synchronized (PipelineSet.this) {
        length = bytes;
        firstFinishedNanos = System.nanoTime();
        become(PipelineState.FIRST_FINISHED);
      }
    }

    /** Every datanode has acknowledged every packet. */
    public void done() {
      become(PipelineState.DONE);
    }

    /**
     * This pipeline cannot be completed, and so the file fails.
     *
     * @param cause what went wrong
     */
    public void failed(IOException cause) {
      synchronized (PipelineSet.this) {
        fail(cause);
        if (state.mayBecome(PipelineState.FAILED)) {
          become(PipelineState.FAILED);
        }
      }
    }

    /**
     * Waits until all pipelines before this one are done.
     *
     * @throws InterruptedIOException if interrupted
     * @throws ClosedChannelException if closed before
     * @throws IOException the failure of any pipeline
     */
    public void awaitEarlierDone() throws IOException {
      synchronized (PipelineSet.this) {
        awaitUntil(() -> !hasEarlier());
      }
    }

    /**
     * Waits until the first datanodes, at least, have the whole blocks of all
     * pipelines before this one.
     *
     * @param andThis whether that of this one, too
     * @throws InterruptedIOException if interrupted
     * @throws ClosedChannelException if closed before
     * @throws IOException the failure of any pipeline
     */
    public void awaitFirstFinished(boolean andThis) throws IOException {
      synchronized (PipelineSet.this) {
        awaitUntil(() -> pipelines.stream()
            .filter(other -> other.index < index || andThis && other == this)
            .allMatch(other -> other.state.isFirstFinished()));
      }
    }

    /**
     * Waits until all pipelines before this one are done, or the condition
     * holds.
     *
     * @param andThis whether until this one is done, too
     * @param condition asked again and again, without the monitor
     * @throws IOException as above
     */
    public void awaitDoneOr(boolean andThis, BooleanSupplier condition)
        throws IOException {
      checkFailure();
      long known = openOfAll.getChanges();
      while (!isDelivered(andThis) && !condition.getAsBoolean()) {
        synchronized (PipelineSet.this) {
          // What is done is done, though the file is closed.
          if (isDelivered(andThis)) {
            return;
          }
          check();
        }
        awaitChangeOfAny(known);
        checkFailure();
        known = openOfAll.getChanges();
      }
    }

    private boolean isDelivered(boolean andThis) {
      synchronized (PipelineSet.this) {
        return !hasEarlier() && (!andThis || state == PipelineState.DONE);
      }
    }

    /**
     * Waits until this pipeline is done.
     *
     * @throws InterruptedIOException if interrupted
     * @throws ClosedChannelException if closed before
     * @throws IOException the failure of any pipeline
     */
    public void awaitDone() throws IOException {
      synchronized (PipelineSet.this) {
        awaitUntil(() -> state == PipelineState.DONE);
      }
    }

    /**
     * @return whether a pipeline before this one, which may itself be done, is
     *     not done yet
     */
    public boolean hasEarlier() {
      synchronized (PipelineSet.this) {
        return !pipelines.isEmpty() && pipelines.peekFirst().index < index;
      }
    }

    private void become(PipelineState next) {
      synchronized (PipelineSet.this) {
        if (!state.mayBecome(next)) {
          throw new IllegalStateException(
              "a pipeline that is " + state + " cannot become " + next);
        }
        int opened = (next.isOpen() ? 1 : 0) - (state.isOpen() ? 1 : 0);
        open += opened;
        maxOpen = Math.max(maxOpen, open);
        state = next;
        if (next == PipelineState.DONE || next == PipelineState.FAILED) {
          nodes = none;
          acked = () -> 0;
          pipelines.remove(this);
        }
        changed();
        if (opened < 0) {
          openOfAll.ended(this);
        }
        if (opened != 0) {
          openCounter.accept(closed ? 0 : opened);
        }
      }
    }
  }
}
