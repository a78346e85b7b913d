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

package org.smarth.hadoop.benchmarks.soak.api;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What was written to a file by several threads, and what of it was acknowledged. Every byte says
 * which thread wrote it, and most of them which write it was. Thread-safe.
 */
final class Ledger {
  /** Wrote what was there before. */
  private static final int BEFORE = ProgramGenerator.MOST_THREADS;
  private static final int THREAD_SHIFT = 5;
  private static final int MIX = 0x9E3779B9;

  /** Of each thread, in the order of its calls. Guarded by this. */
  private final List<List<Write>> writes =
      IntStream.rangeClosed(0, BEFORE).mapToObj(t -> (List<Write>) new ArrayList<Write>()).toList();
  /** How many writes of each thread must be there. Guarded by this. */
  private final int[] acknowledged = new int[BEFORE + 1];

  /** One write; it may have written some of its bytes unless it is done. */
  private static final class Write {
    private final byte[] bytes;
    private boolean ended;
    private boolean done;

    private Write(byte[] bytes) {
      this.bytes = bytes;
    }
  }

  /** The bytes of a write: of a thread, with its number. */
  static byte[] bytes(int thread, int number, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      int mixed = (number * 31 + 1) * MIX + i * 0x85EBCA6B;
      bytes[i] = (byte) (thread << THREAD_SHIFT
          | (mixed ^ mixed >>> 15) >>> 7 & (1 << THREAD_SHIFT) - 1);
    }
    return bytes;
  }

  static byte[] before(int length) {
    return bytes(BEFORE, 0, length);
  }

  /** The file has bytes before the first write. */
  synchronized void existed(int length) {
    Write write = new Write(before(length));
    write.ended = true;
    write.done = true;
    writes.get(BEFORE).add(write);
    acknowledged[BEFORE] = 1;
  }

  synchronized void begin(int thread, byte[] bytes) {
    writes.get(thread).add(new Write(bytes));
  }

  synchronized void end(int thread, boolean done) {
    List<Write> all = writes.get(thread);
    Write last = all.get(all.size() - 1);
    last.ended = true;
    last.done = done;
  }

  /** What a flush that begins now covers: how many writes of each thread. */
  synchronized int[] ended() {
    return writes.stream().mapToInt(all -> (int) all.stream().filter(w -> w.ended).count())
        .toArray();
  }

  synchronized void acknowledge(int[] covered) {
    for (int thread = 0; thread < covered.length; thread++) {
      acknowledged[thread] = Math.max(acknowledged[thread], covered[thread]);
    }
  }

  /** How many writes of each thread must be there now. */
  synchronized int[] acknowledged() {
    return acknowledged.clone();
  }

  /**
   * Null if the file holds what it must and nothing else, or what is wrong.
   *
   * @param must how many writes of each thread were acknowledged before it was read
   */
  synchronized String problem(byte[] content, int[] must) {
    return problem(content, must, 0, new int[BEFORE + 1]);
  }

  private String problem(byte[] content, int[] must, int start, int[] next) {
    int at = start;
    while (at < content.length) {
      int thread = (content[at] & 0xff) >>> THREAD_SHIFT;
      if (thread > BEFORE || next[thread] == writes.get(thread).size()) {
        return "byte " + at + " of " + content.length + " was not written"
            + (content[at] == 0 ? " (0)" : "");
      }
      Write write = writes.get(thread).get(next[thread]);
      int same = same(content, at, write.bytes);
      boolean cut = at + same == content.length;
      if (same == write.bytes.length || !write.done && same == 0
          || cut && must[thread] <= next[thread]) {
        next[thread]++;
        at += same;
      } else if (write.done) {
        return "byte " + (at + same) + " of " + content.length + " is not of write "
            + next[thread] + " of thread " + thread + ", which has " + write.bytes.length
            + " bytes and begins at " + at;
      } else {
        return afterPart(content, must, at, next, thread, same);
      }
    }
    return missing(must, next);
  }

  /** After a write that failed, of which some is there, by chance at times less than it seems. */
  private String afterPart(byte[] content, int[] must, int at, int[] next, int thread, int most) {
    String first = null;
    for (int part = most; part >= Math.max(0, most - 3); part--) {
      int[] then = next.clone();
      then[thread]++;
      String problem = problem(content, must, at + part, then);
      if (problem == null) {
        return null;
      }
      first = first == null ? problem : first;
    }
    return first;
  }

  private String missing(int[] must, int[] next) {
    for (int thread = 0; thread <= BEFORE; thread++) {
      for (int i = next[thread]; i < must[thread]; i++) {
        Write write = writes.get(thread).get(i);
        if (write.done && write.bytes.length > 0) {
          return "write " + i + " of thread " + thread + " is missing though it was acknowledged";
        }
      }
    }
    return null;
  }

  private static int same(byte[] content, int at, byte[] bytes) {
    int most = Math.min(bytes.length, content.length - at);
    int same = 0;
    while (same < most && content[at + same] == bytes[same]) {
      same++;
    }
    return same;
  }
}
