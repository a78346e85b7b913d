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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.apache.hadoop.hdfs.smarth.client.retention.PacketRetention;
import org.apache.hadoop.hdfs.util.ByteArrayManager;

/**
 * A packet whose buffer is accounted for until it is released. Between being
 * sent and being acknowledged, or sent again, it may be spilled to disk. In
 * this package because DFSPacket is.
 *
 * <p>Thread-safe as DFSPacket: its monitor guards the bytes, and is held while
 * they are sent. A lock of its own guards what the buffer is; it is never held
 * during I/O, so that neither an ack nor another thread that wants to spill
 * waits for a slow datanode or disk.
 */
@InterfaceAudience.Private
class SmarthPacket extends DFSPacket {
  private final Object lock = new Object();
  private final PacketRetention retention;
  private final long size;
  private boolean sending;
  private boolean sent;
  private boolean spilling;
  private boolean released;
  /** Null as long as the packet is in memory. */
  private PacketRetention.Spilled spilled;

  /**
   * @param buffer of this packet
   * @param shape what kind of packet it is
   * @param retention where its memory was reserved
   * @param reserved how many bytes
   */
  SmarthPacket(byte[] buffer, Shape shape, PacketRetention retention,
      long reserved) {
    super(buffer, shape.chunks, shape.offsetInBlock, shape.seqno,
        shape.checksumSize, false);
    this.retention = retention;
    this.size = reserved;
  }

  /**
   * @param length of the block, in bytes
   * @param seqno its number in the file
   * @return the end of a block. It holds no data, and its small buffer is its
   *     own: it waits for nobody's memory, gives none back, and may be released
   *     twice
   */
  static DFSPacket endOfBlock(long length, long seqno) {
    return new DFSPacket(new byte[PacketHeader.PKT_MAX_HEADER_LEN], 0, length,
        seqno, 0, true) {
      @Override
      synchronized void releaseBuffer(ByteArrayManager manager) {
        buf = null;
      }
    };
  }

  /**
   * @param manager where it comes from
   * @param size in bytes
   * @return a new buffer; if interrupted while the manager makes the caller
   *     wait, one beyond the manager's limit, and the caller stays interrupted
   */
  static byte[] newBuffer(ByteArrayManager manager, int size) {
    try {
      return manager.newByteArray(size);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return newUncounted(size);
    }
  }

  /** @return a buffer that no manager counts, now or when it is given back. */
  static byte[] newUncounted(int size) {
    // Managers count those whose size is a power of two.
    return new byte[Integer.bitCount(size) == 1 ? size + 1 : size];
  }

  /** Reads the packet back first if it is out of memory; it stays so. */
  @Override
  public void writeTo(DataOutputStream out) throws IOException {
    PacketRetention.Spilled onDisk;
    synchronized (lock) {
      sending = true;
      onDisk = spilled;
    }
    try {
      if (onDisk != null) {
        byte[] loaded = retention.load(onDisk);
        synchronized (lock) {
          buf = released ? null : loaded;
        }
      }
      super.writeTo(out);
    } finally {
      synchronized (lock) {
        sending = false;
        sent = true;
        if (spilled != null) {
          buf = null;
          freeIfReleased();
        }
      }
    }
  }

  /** What is being read back is freed by its reader. Under the lock. */
  private void freeIfReleased() {
    if (released && !sending) {
      retention.free(spilled);
      spilled = null;
    }
  }

  /** @return whether it was sent and could be moved out of memory. */
  boolean isSpillable() {
    synchronized (lock) {
      return sent && !sending && !spilling && !released && spilled == null;
    }
  }

  /**
   * Moves the packet out of memory, if it is still there and not being sent.
   *
   * @param manager of its buffer
   * @return whether memory was released
   */
  boolean spill(ByteArrayManager manager) {
    byte[] bytes;
    synchronized (lock) {
      if (!isSpillable()) {
        return false;
      }
      spilling = true;
      bytes = buf;
    }
    PacketRetention.Spilled copy = null;
    boolean given = false;
    try {
      // What was sent once does not move any more.
      copy = retention.spill(bytes, checksumStart, dataPos - checksumStart);
    } finally {
      given = endSpill(copy, manager);
    }
    return given;
  }

  /** @param copy null if there is none. */
  private boolean endSpill(PacketRetention.Spilled copy,
      ByteArrayManager manager) {
    synchronized (lock) {
      spilling = false;
      if (copy != null && !released && !sending) {
        spilled = copy;
      } else if (copy != null) {
        retention.free(copy);
      }
      if (!released && spilled == null) {
        return false;
      }
      giveBack(manager);
      return true;
    }
  }

  @Override
  synchronized void releaseBuffer(ByteArrayManager manager) {
    boolean dropped;
    synchronized (lock) {
      if (released) {
        return;
      }
      released = true;
      dropped = !sent && !sending;
      if (spilled != null) {
        buf = null;
        freeIfReleased();
      } else if (!spilling) {
        giveBack(manager);
      }
    }
    if (dropped) {
      retention.dropped(size);
    } else {
      retention.done(size);
    }
  }

  /** Under the lock. */
  private void giveBack(ByteArrayManager manager) {
    byte[] buffer = buf;
    buf = null;
    try {
      manager.release(buffer);
    } finally {
      retention.release(size, buffer);
    }
  }

  /** Where a packet of data belongs and what fits into it. */
  static final class Shape {
    private final int chunks;
    private final int checksumSize;
    private final long offsetInBlock;
    private final long seqno;

    /**
     * @param chunks how many chunks fit into it
     * @param checksumSize bytes of checksum for a chunk
     * @param offsetInBlock of its first byte
     * @param seqno its number in the file
     */
    Shape(int chunks, int checksumSize, long offsetInBlock, long seqno) {
      this.chunks = chunks;
      this.checksumSize = checksumSize;
      this.offsetInBlock = offsetInBlock;
      this.seqno = seqno;
    }
  }

  /**
   * The packets of a block that could be moved out of memory next. They are
   * looked for many at a time: those that are out of memory already stay in the
   * queue, and to pass all of them for a few others takes long in a large block.
   * Guarded by the lock of the queue, but for what is asked of a whole file.
   */
  static final class SpillCandidates {
    /** How many are known at the most, so that few that are acked are kept. */
    static final int KNOWN = 1024;

    /** The number of packets that leave memory together. */
    private static final int AT_ONCE = 16;

    private final Deque<SmarthPacket> known = new ArrayDeque<>();

    /**
     * Moves some packets of a file out of memory. Packets of blocks that their
     * first datanodes have finalized come first: they are needed only if these
     * datanodes fail. Of those blocks the newest drains longest, so it is the
     * first. Packets of the block being sent come last. Called by the writer that
     * needs memory, without a lock.
     *
     * @param holders the streamers of the file
     * @param manager of the packets' buffers
     * @return whether some were moved
     */
    static boolean spillSome(Collection<SmarthDataStreamer> holders,
        ByteArrayManager manager) {
      List<SmarthDataStreamer> finished = new ArrayList<>();
      List<SmarthDataStreamer> others = new ArrayList<>();
      for (SmarthDataStreamer holder : holders) {
        (holder.isFirstFinished() ? finished : others).add(holder);
      }
      return spillNewest(finished, manager) || spillNewest(others, manager);
    }

    private static boolean spillNewest(List<SmarthDataStreamer> holders,
        ByteArrayManager manager) {
      holders.sort(Comparator.comparingLong(SmarthDataStreamer::getFirstSeqno)
          .reversed());
      for (SmarthDataStreamer holder : holders) {
        boolean some = false;
        for (SmarthPacket packet : holder.spillable(AT_ONCE)) {
          some |= packet.spill(manager);
        }
        if (some) {
          return true;
        }
      }
      return false;
    }

    /**
     * @param most how many
     * @param unacked the packets that are sent, the oldest first
     * @return packets that could be moved out of memory; those first that will
     *     be acknowledged last
     */
    List<SmarthPacket> take(int most, Deque<DFSPacket> unacked) {
      List<SmarthPacket> taken = take(most);
      if (taken.isEmpty()) {
        look(unacked);
        taken = take(most);
      }
      return taken;
    }

    private List<SmarthPacket> take(int most) {
      List<SmarthPacket> taken = new ArrayList<>();
      while (!known.isEmpty() && taken.size() < most) {
        SmarthPacket packet = known.poll();
        if (packet.isSpillable()) {
          taken.add(packet);
        }
      }
      return taken;
    }

    private void look(Deque<DFSPacket> unacked) {
      Iterator<DFSPacket> newestFirst = unacked.descendingIterator();
      while (newestFirst.hasNext() && known.size() < KNOWN) {
        DFSPacket packet = newestFirst.next();
        if (packet instanceof SmarthPacket
            && ((SmarthPacket) packet).isSpillable()) {
          known.add((SmarthPacket) packet);
        }
      }
    }
  }
}
