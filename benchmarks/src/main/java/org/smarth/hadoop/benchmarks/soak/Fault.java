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

package org.smarth.hadoop.benchmarks.soak;

/**
 * What goes wrong, and when.
 *
 * @param file whose progress it waits for
 * @param offset bytes written of that file; for {@link Moment#FIRST_NODE_FINISHED} within the block
 *     that is to be final on its first DataNode
 * @param position of the DataNode in the pipeline of that block
 * @param stalled whether nothing passes downstream until it has happened
 * @param holdsWriter whether the writer waits until it has happened
 * @param millis for how long a DataNode is down, a volume is away or a stall lasts, or after which
 *     an interruption comes
 */
record Fault(Kind kind, Moment moment, int file, int offset, int position, boolean stalled,
    boolean holdsWriter, int millis) {

  enum Kind {
    /** A DataNode is killed, and started again later. */
    STOP(true, true),
    /** A DataNode announces its restart to its clients and peers, and starts again later. */
    UPGRADE(true, true),
    /** A DataNode loses one of its volumes, and gets an empty one for it later. */
    REMOVE_VOLUME(true, true),
    /** No packet passes downstream, or with real processes one DataNode of a pipeline sleeps. */
    STALL(true, true),
    /** A DataNode cannot send one packet to its mirror. */
    BREAK_MIRROR(true, false),
    /** A DataNode cannot connect to its mirror once. */
    REFUSE_MIRROR(true, false),
    /** A first DataNode cannot start the thread that forwards one block. */
    REFUSE_THREAD(true, false),
    /** The client sends a packet whose bytes do not fit its checksums. */
    CORRUPT_PACKET(true, true),
    /** The thread of a writer is interrupted in write, hflush, hsync or close. */
    INTERRUPT(true, true),
    NAME_NODE_RESTART(true, true);

    private final boolean embedded;
    private final boolean real;

    Kind(boolean embedded, boolean real) {
      this.embedded = embedded;
      this.real = real;
    }

    boolean isPossible(boolean withRealProcesses) {
      return withRealProcesses ? real : embedded;
    }

    boolean hitsDataNode() {
      return this == STOP || this == UPGRADE || this == REMOVE_VOLUME;
    }
  }

  enum Moment {
    BYTES_WRITTEN,
    /** The block at the offset has a successor. */
    FIRST_NODE_FINISHED,
    CLOSING
  }

  int block() {
    return offset / SoakSettings.BLOCK;
  }

  @Override
  public String toString() {
    boolean lasts = kind.hitsDataNode() || kind == Kind.STALL;
    return kind + " at " + moment + " of file " + file + " offset " + offset + " (block " + block()
        + ")" + (lasts ? ", DataNode " + position : "")
        + (stalled ? ", downstream stalled" : "") + (holdsWriter ? ", writer held" : "")
        + (lasts ? ", for " + millis + " ms" : "")
        + (kind == Kind.INTERRUPT ? ", after " + millis + " ms" : "");
  }
}
