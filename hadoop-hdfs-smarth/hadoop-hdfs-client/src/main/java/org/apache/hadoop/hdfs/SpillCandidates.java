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

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.util.ByteArrayManager;

/**
 * The packets of a block that could be moved out of memory next. They are
 * looked for many at a time: those that are out of memory already stay in the
 * queue, and to pass all of them for a few others takes long in a large block.
 * Guarded by the lock of the queue, but for what is asked of a whole file.
 */
@InterfaceAudience.Private
final class SpillCandidates {
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
