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
package org.apache.hadoop.hdfs.smarth.client.retention;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import java.util.zip.CRC32;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.util.Timer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the packets of one file are that some datanode has not acknowledged:
 * in memory, as far as the budget of the process goes; then in a spill file,
 * as far as the disk space goes; then the writer waits. Thread-safe.
 */
@InterfaceAudience.Private
public final class PacketRetention implements Closeable {
  private static final Logger LOG =
      LoggerFactory.getLogger(PacketRetention.class);

  /** Moves some packets of the file out of memory. */
  @FunctionalInterface
  public interface Spiller {
    /** @return whether one was moved. */
    boolean spillSome();
  }

  /** A packet that is out of memory. Immutable. */
  public static final class Spilled {
    private final long position;
    private final int offset;
    private final int length;
    private final long checksum;

    private Spilled(long position, int offset, int length, long checksum) {
      this.position = position;
      this.offset = offset;
      this.length = length;
      this.checksum = checksum;
    }
  }

  private final RetentionBudget.Account memory;
  private final SpillFile file;
  private final Spiller spiller;
  private final FlushBacklog backlog;
  private final LongConsumer acked;
  private final LongAdder loaded = new LongAdder();
  /** Why a packet could not be read back; null if none was lost. */
  private volatile IOException failure;

  /**
   * @param memory the file's account
   * @param space on disk
   * @param spiller asked when the memory is used up, by the writer that needs
   *     some
   * @param backlog what a flush or a close would wait for
   * @param acked told of bytes that need not be kept any more
   */
  public PacketRetention(RetentionBudget.Account memory, SpillSpace space,
      Spiller spiller, FlushBacklog backlog, LongConsumer acked) {
    this.memory = memory;
    this.file = new SpillFile(space);
    this.spiller = spiller;
    this.backlog = backlog;
    this.acked = acked;
  }

  /**
   * Takes memory for a packet. If there is too little, moves other packets of
   * the file out of memory, or else waits; first until the file's backlog allows
   * one more.
   *
   * @param bytes how much, at least 0
   * @param liveness asked now and then while waiting
   * @return a buffer of that length to use again; null if there is none
   * @throws InterruptedException if interrupted while waiting; nothing is
   *     taken then
   * @throws IOException what liveness throws; nothing is taken then
   */
  public byte[] reserve(long bytes, RetentionBudget.Liveness liveness)
      throws IOException, InterruptedException {
    backlog.awaitRoom(bytes, liveness);
    // Without room there is no use in looking for packets.
    byte[] free = memory.reserve(bytes, liveness,
        () -> file.hasRoom() && spiller.spillSome());
    backlog.taken(bytes);
    return free;
  }

  /** Takes memory though there may be too little. @param bytes how much. */
  public void reserveAnyway(long bytes) {
    memory.reserveAnyway(bytes);
    backlog.taken(bytes);
  }

  /** @return whether the file holds more than it would in stock. */
  public boolean isMoreThanInStock() {
    return memory.getShared() > 0;
  }

  /**
   * Gives memory back.
   *
   * @param bytes that were reserved
   * @param buffer that is used no more, or null
   */
  public void release(long bytes, byte[] buffer) {
    memory.release(bytes, buffer);
  }

  /** The writer has flushed the file. */
  public void flushed() {
    backlog.flushed();
  }

  /** A packet will never be sent. @param bytes reserved for it once. */
  public void dropped(long bytes) {
    backlog.dropped(bytes);
  }

  /** A packet is not needed any more. @param bytes reserved for it once. */
  public void done(long bytes) {
    backlog.done(bytes);
    acked.accept(bytes);
  }

  /**
   * @param buffer that holds a packet
   * @param offset of its first byte
   * @param length in bytes
   * @return a copy on disk; null if there is no room for it
   */
  public Spilled spill(byte[] buffer, int offset, int length) {
    long position = file.put(buffer, offset, length);
    return position == SpillFile.NONE ? null
        : new Spilled(position, offset, length,
            checksum(buffer, offset, length));
  }

  /**
   * @param spilled a packet on disk
   * @return a new buffer that holds it at the offset where it was
   * @throws IOException if it cannot be read, or is not what was written; the
   *     file has failed then
   */
  public byte[] load(Spilled spilled) throws IOException {
    byte[] buffer = new byte[spilled.offset + spilled.length];
    try {
      file.get(spilled.position, buffer, spilled.offset, spilled.length);
      if (checksum(buffer, spilled.offset, spilled.length)
          != spilled.checksum) {
        throw new IOException("it is not what was written");
      }
      loaded.add(spilled.length);
      return buffer;
    } catch (IOException e) {
      IOException lost = new IOException("A packet that was spilled to the"
          + " local disk, and is needed again, cannot be read: "
          + e.getMessage(), e);
      failure = lost;
      throw lost;
    }
  }

  private static long checksum(byte[] buffer, int offset, int length) {
    CRC32 checksum = new CRC32();
    checksum.update(buffer, offset, length);
    return checksum.getValue();
  }

  /** A packet on disk is not needed any more, or is in memory again. */
  public void free(Spilled spilled) {
    file.free(spilled.position, spilled.length);
    memory.relievable();
  }

  /** Gives disk space back if none of it is in use. */
  public void trim() {
    attempt(file::trim);
  }

  /** @return why the file cannot be recovered any more; null if it can. */
  public IOException getFailure() {
    return failure;
  }

  /** @return bytes that were moved to disk in total. */
  public long getSpilledBytes() {
    return file.getSpilled();
  }

  /** @return bytes that were read back to be sent again, in total. */
  public long getLoadedBytes() {
    return loaded.sum();
  }

  /** No packet is needed any more. Returns at once if called again. */
  @Override
  public void close() {
    memory.close();
    attempt(file::close);
  }

  private static void attempt(Closeable end) {
    try {
      end.close();
    } catch (IOException e) {
      LOG.info("A spill file cannot be closed", e);
    }
  }

  /**
   * How far the writer of a file may be ahead of the datanodes. A flush waits
   * until all datanodes have everything, those of pipelines that drain, too. It
   * should not take minutes; nor should a close take so long that its task counts
   * as dead. So a file has a bound on the bytes under way, a lower one from its
   * first flush on. It is what its datanodes lately acknowledged in a given time,
   * or what stock allows. What stock allows is enough to learn a higher rate, so
   * the file is never slower than in stock. One per file. Thread-safe; the monitor
   * guards the fields that are not final.
   */
  public static final class FlushBacklog {
    /** How long one measurement of the rate takes. */
    static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(1);
    /**
     * How long a close may wait at the rate of before. MapReduce ends a task that
     * told nothing for twice as long.
     */
    private static final double CLOSE_SECONDS = TimeUnit.MINUTES.toSeconds(5);

    private final Timer timer;
    private final long min;
    private final double seconds;
    private boolean flushed;
    /** Bytes that some datanode has not acknowledged. */
    private long pending;
    /** In bytes per second, while some were pending. */
    private double rate;
    private long windowBytes;
    private long windowNanos;
    /** The last time that counts for the window. */
    private long countedAt;

    /**
     * @param timer monotonic
     * @param min bytes that may be on their way in any case, as in stock
     * @param millis how long a flush may wait for the others, in milliseconds
     */
    public FlushBacklog(Timer timer, long min, long millis) {
      this.timer = timer;
      this.min = min;
      this.seconds = millis / 1e3;
    }

    /** The writer has flushed, and will probably again. */
    synchronized void flushed() {
      flushed = true;
    }

    /**
     * Waits until the writer may go on.
     *
     * @param bytes that it will write
     * @param liveness asked now and then while waiting
     * @throws InterruptedException if interrupted while waiting
     * @throws IOException what liveness throws
     */
    synchronized void awaitRoom(long bytes, RetentionBudget.Liveness liveness)
        throws IOException, InterruptedException {
      while (isFull(bytes)) {
        liveness.check();
        wait(RetentionBudget.CHECK_MILLIS);
      }
    }

    synchronized boolean isFull(long bytes) {
      if (pending == 0 || !flushed && rate == 0) {
        return false;
      }
      return pending + bytes
          > Math.max(min, rate * (flushed ? seconds : CLOSE_SECONDS));
    }

    /** A packet is on its way. @param bytes in it. */
    synchronized void taken(long bytes) {
      if (pending == 0) {
        countedAt = timer.monotonicNowNanos();
      }
      pending += bytes;
    }

    /** All datanodes of a pipeline have a packet. @param bytes in it. */
    synchronized void done(long bytes) {
      long now = timer.monotonicNowNanos();
      windowNanos += now - countedAt;
      countedAt = now;
      windowBytes += bytes;
      if (windowNanos >= WINDOW_NANOS) {
        double latest =
            windowBytes * (double) TimeUnit.SECONDS.toNanos(1) / windowNanos;
        // The latest measurement counts for a half.
        rate = rate == 0 ? latest : (rate + latest) / 2;
        windowNanos = 0;
        windowBytes = 0;
      }
      dropped(bytes);
    }

    /** A packet that was taken will never be sent. @param bytes in it. */
    synchronized void dropped(long bytes) {
      pending -= bytes;
      notifyAll();
    }
  }
}
