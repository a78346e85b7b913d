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

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.apache.hadoop.hdfs.smarth.client.pipelines.Failures;
import org.apache.hadoop.hdfs.smarth.client.pipelines.Measuring;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet;
import org.apache.hadoop.hdfs.smarth.client.pipelines.ReportWait;
import org.apache.hadoop.hdfs.smarth.client.retention.PacketRetention;
import org.apache.hadoop.util.DataChecksum;
import org.apache.hadoop.util.Progressable;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A new file whose blocks go through a pipeline each: when the first datanode
 * has finalized a block, the next one goes into the next pipeline while the
 * old one drains. hflush, hsync and close promise what stock promises: they
 * wait for all pipelines. Source: "SMARTH: Enabling Multi-pipeline Data
 * Transfer in HDFS", section III.A. In this package because DFSOutputStream's
 * members are its package's.
 *
 * <p>Threads as in DFSOutputStream: its monitor serializes writers; the threads
 * of the pipelines never take it.
 */
@InterfaceAudience.Private
class SmarthOutputStream extends StockOutputStream
    implements SmarthDataStreamer.Owner {
  private static final Logger SUMMARY =
      LoggerFactory.getLogger(PipelineSet.class);

  /** For so long a close waits for threads that hold no lock of it. */
  private static final long CLOSE_MILLIS = TimeUnit.SECONDS.toMillis(30);
  private static final long TELL_AGAIN_MILLIS = 500;

  /** Of all files of this process. */
  private static final ReportWait REPORT_WAIT = new ReportWait();

  private final SmarthFile file;
  private final PipelineSet pipelines;
  private final PacketRetention retention;
  /** All streamers whose threads may run. */
  private final Set<SmarthDataStreamer> streamers =
      ConcurrentHashMap.newKeySet();
  private final StreamerThreads threads;
  /** The streamer that the writer fills. Written under the monitor. */
  private volatile SmarthDataStreamer current;
  private volatile long artificialSlowdown;
  /** Whether nothing more is written. */
  private volatile boolean ending;
  /**
   * Told what may be held when all is sent; null if nobody asked. Written under
   * the monitor.
   */
  private volatile LongConsumer sentListener;
  private volatile boolean closing;
  /** Whether the writer has flushed. Guarded by the monitor. */
  private boolean flushed;
  /** What the flush that closed the file has thrown. Guarded by the monitor. */
  private IOException told;
  /** Whether the namenode has closed the file. Guarded by the monitor. */
  private boolean completed;

  SmarthOutputStream(DFSClient client, String src, HdfsFileStatus stat,
      EnumSet<CreateFlag> flag, Progressable progress, DataChecksum checksum,
      String[] favoredNodes) throws IOException {
    super(client, src, stat, flag, progress, checksum, favoredNodes);
    this.file = new SmarthFile(this, stat, progress, checksum, favoredNodes,
        streamers);
    this.threads = file.getThreads();
    this.pipelines = file.getPipelines();
    this.retention = file.getRetention();
    boolean made = false;
    try {
      fill(newStreamer(null));
      client.smarth.fileOpened();
      made = true;
    } finally {
      if (!made) {
        retention.close();
      }
    }
  }

  /** Whoever creates a file gets no stream to close if this fails. */
  @Override
  protected synchronized void start() {
    boolean started = false;
    try {
      super.start();
      started = true;
    } finally {
      if (!started) {
        retention.close();
      }
    }
  }

  private void fill(SmarthDataStreamer next) {
    current = next;
    streamer = next;
  }

  /**
   * @return a stream of several pipelines, or stock's own where SMARTH is off
   *     or has nothing to gain: one replica, or replicas in memory only
   */
  static DFSOutputStream create(DFSClient client, String src,
      HdfsFileStatus stat, EnumSet<CreateFlag> flag, Progressable progress,
      DataChecksum checksum, String[] favoredNodes) throws IOException {
    boolean several = client.smarth != null
        && client.smarth.getConf().isEnabled() && stat.getReplication() > 1
        && !DataStreamer.isLazyPersist(stat);
    return several
        ? new SmarthOutputStream(client, src, stat, flag, progress, checksum,
            favoredNodes)
        : StockOutputStream.create(client, src, stat, flag, progress, checksum,
            favoredNodes);
  }

  private SmarthDataStreamer newStreamer(SmarthDataStreamer previous) {
    SmarthDataStreamer next =
        new SmarthDataStreamer(file, this, pipelines.add(), previous);
    file.getClient().smarth.blockBegins();
    next.setArtificialSlowdown(artificialSlowdown);
    next.isHflushed = flushed;
    streamers.add(next);
    return next;
  }

  @Override
  protected SmarthDataStreamer getStreamer() {
    return current;
  }

  // Writing.

  /**
   * What is thrown amid a chunk leaves the chunks before it in the buffer of
   * FSOutputSummer, which would write them again: the file has failed.
   */
  @Override
  protected synchronized void writeChunk(byte[] b, int offset, int len,
      byte[] sums, int sumOffset, int sumLen) throws IOException {
    try {
      super.writeChunk(b, offset, len, sums, sumOffset, sumLen);
    } catch (Throwable e) {
      torn(e);
      throw e;
    }
  }

  /** Of stock's callers only a flush that does not end the block keeps. */
  @Override
  protected synchronized int flushBuffer(boolean keep, boolean flushPartial)
      throws IOException {
    int kept = super.flushBuffer(keep, flushPartial);
    if (keep && current.getBytesCurBlock() > 0) {
      current.flushing();
    }
    return kept;
  }

  /** Nothing can be written any more that fits to what was written before. */
  private void torn(Throwable cause) {
    if (!isClosed()) {
      pipelines.fail(cause instanceof IOException ? (IOException) cause
          : new IOException("A write of " + src + " was left unfinished: "
              + cause, cause));
    }
  }

  /**
   * As in stock, an interruption ends a wait and no write. A packet that is
   * there goes: a sync that has nothing new replaces what flushing the last
   * chunk made.
   */
  @Override
  protected DFSPacket createPacket(int size, int chunks, long offsetInBlock,
      long seqno, boolean lastPacketInBlock) {
    try {
      dropPacket();
      return lastPacketInBlock
          ? SmarthPacket.endOfBlock(offsetInBlock, seqno)
          : newPacket(PacketHeader.PKT_MAX_HEADER_LEN + size,
              new SmarthPacket.Shape(chunks, getChecksumSize(), offsetInBlock,
                  seqno));
    } catch (Throwable e) {
      torn(e);
      throw e;
    }
  }

  /** Gives back what is not queued. */
  private void dropPacket() {
    DFSPacket packet = currentPacket;
    currentPacket = null;
    if (packet != null) {
      packet.releaseBuffer(byteArrayManager);
    }
  }

  private SmarthPacket newPacket(int size, SmarthPacket.Shape shape) {
    long reserved = size;
    byte[] free = null;
    // Nothing gives memory back without one for which an interrupted call waited.
    threads.beginLeft();
    try {
      free = retention.reserve(size, pipelines::check);
    } catch (InterruptedException e) {
      // A chunk cannot be refused, so the packet goes beyond the budget.
      Thread.currentThread().interrupt();
      retention.reserveAnyway(size);
    } catch (IOException e) {
      // The file has failed; the caller gets the cause when it queues this.
      reserved = 0;
    }
    SmarthPacket made = null;
    try {
      made = new SmarthPacket(free != null ? free : newBuffer(size, reserved),
          shape, retention, reserved);
      return made;
    } finally {
      if (made == null) {
        retention.dropped(reserved);
        retention.release(reserved, free);
      }
    }
  }

  /** Others' writers wait for the buffers of a manager with a limit. */
  private byte[] newBuffer(int size, long reserved) {
    boolean beyondStock = reserved == 0 || retention.isMoreThanInStock();
    return file.hasLimitedBuffers() && beyondStock
        ? SmarthPacket.newUncounted(size)
        : SmarthPacket.newBuffer(byteArrayManager, size);
  }

  /** The end of a block is queued in its pipeline; writing goes on in a new. */
  @Override
  void enqueueCurrentPacket() throws IOException {
    try {
      SmarthDataStreamer filled = current;
      DFSPacket packet = currentPacket;
      if (packet.isLastPacketInBlock()) {
        // First the new one: the filled one may close as soon as it has the
        // end.
        fill(newStreamer(filled));
      }
      // It is queued, or given back.
      currentPacket = null;
      filled.waitAndQueuePacket(packet);
    } catch (Throwable e) {
      torn(e);
      throw e;
    }
  }

  // Failing and closing.

  @Override
  protected void checkClosed() throws IOException {
    pipelines.checkFailure();
    super.checkClosed();
  }

  /**
   * From now on a datanode that is lost is replaced more eagerly. As in stock,
   * that is so for all later blocks, too.
   */
  @Override
  public void hflushed() {
    retention.flushed();
    flushed = true;
    for (SmarthDataStreamer streamer : streamers) {
      streamer.isHflushed = true;
    }
  }

  @Override
  public void ended(SmarthDataStreamer which) {
    streamers.remove(which);
    try {
      retention.trim();
      IOException failure = pipelines.getFailure();
      if (failure != null && !closing) {
        // Who waits for the pipeline being filled learns of the failure.
        current.getLastException().set(failure);
        current.close(false);
      }
    } finally {
      threads.ended(which);
    }
  }

  @Override
  protected synchronized void closeImpl() throws IOException {
    ending = true;
    boolean first = !closed;
    IOException failure = pipelines.getFailure();
    if (failure != null && (first || isFailureLeft())) {
      // The failed pipeline's threads may not have come to say so yet, or say
      // what follows from it.
      current.getLastException().set(failure);
      current.close(false);
    }
    try {
      super.closeImpl();
    } catch (IOException e) {
      // Try-with-resources may add it to what it is itself.
      throw e == told || e == failure ? Failures.again(e) : e;
    }
    if (first) {
      if (!completed) {
        closeFailed();
      }
      // The streamer being filled need not know of another pipeline's failure.
      pipelines.checkFailure();
      if (!completed) {
        // A streamer that has just ended has yet to say why.
        throw new ClosedChannelException();
      }
    }
  }

  /** @return whether the next call of close has a failure to tell. */
  private boolean isFailureLeft() {
    try {
      current.getLastException().check(false);
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /**
   * The datanodes' reports are sometimes a moment behind their acknowledgements.
   * Stock asks again after 400 ms. Here shorter waits come first, and mostly
   * one is enough.
   */
  @Override
  protected void completeFile(ExtendedBlock last) throws IOException {
    long most =
        dfsClient.getConf().getBlockWriteLocateFollowingInitialDelayMs();
    long wait = REPORT_WAIT.getMillis();
    long waited = 0;
    while (wait < most && waited < most && dfsClient.clientRunning) {
      completed = dfsClient.namenode.complete(src, dfsClient.clientName, last,
          fileId);
      if (completed) {
        break;
      }
      wait = Math.min(wait, most - waited);
      sleep(wait);
      waited += wait;
      wait *= 2;
    }
    if (!completed) {
      super.completeFile(last);
      completed = true;
    }
    if (waited > 0) {
      REPORT_WAIT.sufficed(waited);
    }
  }

  /** As stock: a file that is all stored is closed, whatever comes. */
  private void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      SUMMARY.debug("{}: interrupted while it was closed", src, e);
    }
  }

  /** Stock leaves a stream whose streamer has ended to the collector. */
  @Override
  void abort() throws IOException {
    super.abort();
    synchronized (this) {
      if (!closed) {
        closeThreads(true);
      }
    }
  }

  @Override
  protected void closeThreads(boolean force) throws IOException {
    if (!ending) {
      told = current.cause();
    }
    closing = true;
    pipelines.close(told);
    threads.close();
    try {
      closeOthers(force);
    } finally {
      try {
        super.closeThreads(force);
      } finally {
        giveBack();
      }
    }
  }

  /** Tells all before it waits for one: the wait may be interrupted. */
  private void closeOthers(boolean force) throws IOException {
    List<SmarthDataStreamer> others = new ArrayList<>(streamers);
    others.remove(current);
    for (SmarthDataStreamer other : others) {
      other.close(force);
    }
    long end = Time.monotonicNow() + CLOSE_MILLIS;
    try {
      for (SmarthDataStreamer other : others) {
        other.join(TELL_AGAIN_MILLIS);
        while (other.isAlive() && Time.monotonicNow() < end) {
          // Stock's code may have lost the interrupt.
          other.close(force);
          other.join(TELL_AGAIN_MILLIS);
        }
        if (other.isAlive()) {
          SUMMARY.warn("{}: the pipeline of {} has not ended yet", src, other);
        }
      }
    } catch (InterruptedException e) {
      throw new IOException("Failed to shutdown streamer", e);
    }
  }

  private void giveBack() {
    try {
      // Those whose threads have ended hold none any more.
      for (SmarthDataStreamer holder : streamers) {
        holder.release();
      }
      dropPacket();
    } finally {
      dfsClient.smarth.getOpenPipelines().ends(pipelines);
      retention.close();
      SUMMARY.debug("SMARTH {}: blocks={} pipelines.max={} retained.peak={}"
              + " spilled={} spill.read={} spill.peak={}",
          src, pipelines.getBlocks(), pipelines.getMaxOpen(),
          dfsClient.smarth.getBudget().getPeak(), retention.getSpilledBytes(),
          retention.getLoadedBytes(),
          dfsClient.smarth.getSpillSpace().getPeak());
    }
  }

  @Override
  public boolean isEnding() {
    return ending;
  }

  /**
   * Whoever closes the file has more to send then.
   *
   * @param listener told once at the most, by the thread that closes the file,
   *     when all first datanodes have their blocks, but not all datanodes
   */
  synchronized void whenSent(LongConsumer listener) {
    if (!closed) {
      sentListener = listener;
    }
  }

  @Override
  public boolean isFollowed() {
    return sentListener != null;
  }

  /**
   * The next file may need the threads of this one, and what quotas and
   * datanodes keep for it.
   */
  @Override
  public boolean letNextBegin() {
    synchronized (this) {
      if (closed || SpareThreads.areLimited()
          || !dfsClient.smarth.mayDrain(pipelines)) {
        return false;
      }
      threads.drains();
    }
    Measuring.attempt(() -> sentListener.accept(file.getAllowance()));
    return true;
  }

  @Override
  public boolean isClosing() {
    return closing;
  }

  /** @return what its pipelines share. */
  SmarthFile getFile() {
    return file;
  }

  @Override
  public void setArtificialSlowdown(long period) {
    artificialSlowdown = period;
    super.setArtificialSlowdown(period);
  }
}
