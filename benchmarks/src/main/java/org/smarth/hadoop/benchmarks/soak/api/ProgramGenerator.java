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
import java.util.Random;

import org.smarth.hadoop.benchmarks.soak.api.Call.Kind;

/** Draws programs: the same seed gives the same program. */
final class ProgramGenerator {
  static final int MOST_DATA_NODES = 6;
  static final int MOST_THREADS = 5;
  static final int MOST_CALLS = 5000;
  static final int MOST_BYTES = 24 << 20;
  static final int MOST_WRITE = 300_000;
  private static final int BLOCK = 1 << 20;
  private static final int[] CHECKSUMS = {512, 512, 512, 512, 64, 4096, 1000};
  /** Of chunks, of a packet's data, of a block. */
  private static final int[] EDGES = {512, 126 * 512, 4096, 65_536, 1 << 18};
  /** How many DataNodes there are: with few, all of them matter. */
  private static final int[] DATA_NODES = {1, 2, 3, 3, 3, 4, 4, 5, MOST_DATA_NODES};
  /** Most of them go on with the last DataNode. */
  private static final Program.Replacement[] LAST_RESORTS = {Program.Replacement.DEFAULT,
      Program.Replacement.NEVER, Program.Replacement.NEVER, Program.Replacement.BEST_EFFORT,
      Program.Replacement.MIN_ONE};
  /** Of a hundred programs. */
  private static final int LONG = 4;
  private static final int FAULTY = 10;
  private static final int INTERRUPTED = 16;
  private static final int CONCURRENT = 28;
  private static final int WITH_OTHERS = 45;

  private final Random random;
  private final long seed;
  private final List<Call> calls = new ArrayList<>();
  private final int dataNodes;
  private int threads = 1;
  private int mostWrite;
  private int bytes;
  private boolean quick;

  private ProgramGenerator(long seed) {
    this.seed = seed;
    this.random = new Random(seed * 0x9E3779B97F4A7C15L);
    this.dataNodes = begin();
  }

  private int begin() {
    // Neighbouring seeds would begin alike.
    random.nextInt();
    return DATA_NODES[random.nextInt(DATA_NODES.length)];
  }

  static Program of(long seed) {
    return new ProgramGenerator(seed).draw();
  }

  /** Of the cluster of a seed's program. */
  static int dataNodes(long seed) {
    return new ProgramGenerator(seed).dataNodes;
  }

  private Program draw() {
    int kind = random.nextInt(100);
    mostWrite = switch (random.nextInt(4)) {
    case 0 -> 600;
    case 1 -> 20_000;
    case 2 -> 100_000;
    default -> MOST_WRITE;
    };
    int length = 15 + random.nextInt(70);
    if (kind < LONG) {
      length = MOST_CALLS / 4 + random.nextInt(MOST_CALLS * 3 / 4);
      mostWrite = 300;
    } else if (kind < FAULTY) {
      length = 15 + random.nextInt(15);
    }
    boolean severalThreads = kind >= INTERRUPTED && kind < CONCURRENT
        || kind < INTERRUPTED && random.nextInt(3) == 0;
    threads = severalThreads ? 2 + random.nextInt(MOST_THREADS - 1) : 1;
    Program.Options options = options(kind);
    bytes = options.before();
    while (calls.size() < length) {
      step();
    }
    if (kind >= LONG && kind < FAULTY) {
      options = faults(options);
    } else if (kind >= FAULTY && kind < INTERRUPTED) {
      scatter(1 + random.nextInt(3), () -> call(Kind.INTERRUPT, random.nextInt(threads)));
    } else if (kind >= CONCURRENT && kind < WITH_OTHERS || threads > 1 && random.nextInt(4) == 0) {
      scatter(1 + random.nextInt(3), this::others);
    }
    return new Program(seed, dataNodes, options,
        List.copyOf(calls.subList(0, Math.min(calls.size(), MOST_CALLS))));
  }

  private Program.Options options(int kind) {
    int checksum = CHECKSUMS[random.nextInt(CHECKSUMS.length)];
    int block = BLOCK * (1 + (random.nextInt(5) == 0 ? random.nextInt(3) : 0));
    int whole = (block + checksum - 1) / checksum * checksum;
    Program.Replacement replacement = random.nextInt(3) > 0 ? Program.Replacement.DEFAULT
        : Program.Replacement.values()[random.nextInt(Program.Replacement.values().length)];
    int drawn = random.nextInt(12) == 0 ? 1 + random.nextInt(BLOCK + BLOCK / 2) : 0;
    int before = kind < LONG ? 0 : drawn;
    int replication = random.nextInt(4) == 0 ? 1 + random.nextInt(Math.max(3, dataNodes)) : 3;
    int favored =
        random.nextInt(10) == 0 ? 1 + random.nextInt(Math.min(replication, dataNodes)) : 0;
    return new Program.Options(replication, whole, checksum, random.nextBoolean(),
        random.nextInt(10) == 0, replacement, random.nextInt(3) == 0, before,
        before > 0 ? 0 : favored, random.nextInt(6) == 0 ? 1 + random.nextInt(3) : 0,
        random.nextInt(8) == 0 ? 2048 << random.nextInt(4) : 0);
  }

  private Call call(Kind kind, int value) {
    return new Call(threads == 1 ? 0 : random.nextInt(threads), kind, value);
  }

  private void add(Kind kind, int value) {
    calls.add(call(kind, value));
  }

  private void step() {
    int kind = random.nextInt(200);
    if (kind < 90) {
      write();
    } else if (kind < 98) {
      add(Kind.WRITE_BYTE, 0);
      bytes++;
    } else if (kind < 101) {
      add(Kind.WRITE, 0);
    } else if (kind < 160) {
      flush();
    } else if (kind < 175) {
      add(Kind.POSITION, 0);
    } else if (kind < 185) {
      add(Kind.REPLICAS, 0);
    } else if (kind < 190) {
      add(Kind.DROP_BEHIND, random.nextInt(2));
    } else if (kind < 197) {
      read();
    } else if (random.nextInt(10) == 0) {
      add(random.nextInt(3) == 0 ? Kind.ABORT : Kind.CLOSE, 0);
    }
  }

  /** Only what was flushed is there for others, so it is flushed before. */
  private void read() {
    // For each of them a client is made.
    if (!quick) {
      Call flush = call(Kind.HFLUSH, 0);
      calls.add(flush);
      calls.add(new Call(flush.thread(), Kind.READ, 0));
    }
    quick = mostWrite == 300;
  }

  private void write() {
    int left = MOST_BYTES - bytes;
    int size = switch (random.nextInt(6)) {
    case 0 -> 1 + random.nextInt(20);
    case 1 -> EDGES[random.nextInt(EDGES.length)] - 1 + random.nextInt(3);
    default -> 1 + random.nextInt(mostWrite);
    };
    size = Math.min(size, mostWrite);
    if (size <= left) {
      add(Kind.WRITE, size);
      bytes += size;
    }
  }

  /** Often there is nothing new to flush. */
  private void flush() {
    add(flushKind(), 0);
    while (random.nextInt(3) == 0) {
      int again = 1 + random.nextInt(random.nextInt(8) == 0 ? 40 : 4);
      Kind kind = flushKind();
      for (int i = 0; i < again; i++) {
        add(kind, 0);
      }
    }
  }

  private Kind flushKind() {
    int kind = random.nextInt(30);
    return kind < 10 ? Kind.HFLUSH : kind < 19 ? Kind.HSYNC : kind < 25 ? Kind.HSYNC_LENGTH
        : kind < 28 ? Kind.HSYNC_BLOCK : Kind.HSYNC_BOTH;
  }

  /** Draws one more call. */
  private interface Source {
    Call next();
  }

  private void scatter(int times, Source source) {
    for (int i = 0; i < times; i++) {
      calls.add(random.nextInt(calls.size() + 1), source.next());
    }
  }

  private Call others() {
    return switch (random.nextInt(10)) {
    case 0 -> call(Kind.NAMESPACE_QUOTA, 1 + random.nextInt(3));
    case 1, 2 -> call(Kind.SPACE_QUOTA, 1 + random.nextInt(3));
    case 3 -> call(Kind.TYPE_QUOTA, 1 + random.nextInt(3));
    case 4 -> call(Kind.NO_QUOTA, 0);
    case 5, 6 -> call(Kind.SET_REPLICATION, 1 + random.nextInt(3));
    case 7 -> call(Kind.RENAME, 0);
    case 8 -> call(Kind.DELETE, 0);
    default -> call(Kind.RECOVER_LEASE, 0);
    };
  }

  private Program.Options faults(Program.Options options) {
    FaultGenerator faults = new FaultGenerator(random, dataNodes, threads, calls);
    switch (random.nextInt(3)) {
    case 0 -> faults.betweenCalls();
    case 1 -> faults.amidCalls();
    default -> {
      faults.allDie(options.replication(), this::write);
      return options.with(LAST_RESORTS[random.nextInt(LAST_RESORTS.length)]);
    }
    }
    return options;
  }
}
