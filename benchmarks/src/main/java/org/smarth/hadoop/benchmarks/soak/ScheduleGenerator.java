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

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

import org.smarth.hadoop.benchmarks.soak.FilePlan.Flush;

/**
 * Derives an iteration from its seed; the same seed gives the same schedule.
 *
 * @param real whether daemons are processes of their own
 */
record ScheduleGenerator(boolean real) {
  private static final int MAX_FILES = 4;
  private static final int MAX_FAULTS = 3;
  private static final int MAX_FLUSHES = 6;
  private static final int MAX_DOWN_MILLIS = 1500;
  private static final int MAX_STALL_MILLIS = 600;
  private static final int MAX_INTERRUPT_MILLIS = 100;
  /** Tiny writes of a large file would only cost time. */
  private static final int TINY_FILE = 64 * 1024;

  Schedule of(long seed) {
    return of(seed, new Random(seed));
  }

  private Schedule of(long seed, Random random) {
    int files = random.nextInt(3) < 2 ? 1 : 2 + random.nextInt(MAX_FILES - 1);
    List<FilePlan> plans = new ArrayList<>();
    for (int i = 0; i < files; i++) {
      plans.add(file(random, seed, i, SoakSettings.MAX_BLOCKS / files));
    }
    List<Fault> faults = new ArrayList<>();
    for (int left = random.nextInt(MAX_FAULTS + 1); left > 0; left--) {
      int file = random.nextInt(files);
      faults.add(fault(random, file, plans.get(file), faults.stream()
          .noneMatch(f -> f.kind() == Fault.Kind.REMOVE_VOLUME)));
    }
    int writerNode = random.nextBoolean() ? WriterHost.OUTSIDE
        : 1 + random.nextInt(SoakSettings.DATA_NODES);
    return new Schedule(seed, List.copyOf(plans), List.copyOf(faults), writerNode);
  }

  private static FilePlan file(Random random, long seed, int index, int mostBlocks) {
    int length = length(random, mostBlocks);
    FilePlan.WriteSizes writes = writes(random, length);
    List<Flush> flushes = new ArrayList<>();
    for (int left = flushes(random, length); left > 0; left--) {
      flushes.add(new Flush(offset(random, length), random.nextInt(3) == 0));
    }
    flushes.sort(Comparator.comparingInt(Flush::offset));
    return new FilePlan("/soak-" + seed + "-" + index, random.nextLong(), length, writes,
        List.copyOf(flushes));
  }

  /** Multiples of the sizes that matter, one byte less and more, and anything between. */
  private static int length(Random random, int mostBlocks) {
    int scale = random.nextInt(20);
    if (scale == 0) {
      return 0;
    }
    int unit = scale < 3 ? SoakSettings.CHUNK
        : scale < 7 ? SoakSettings.PACKET : SoakSettings.BLOCK;
    int most = unit == SoakSettings.BLOCK ? mostBlocks : 16;
    return near(random, unit, 1 + random.nextInt(most), mostBlocks * SoakSettings.BLOCK);
  }

  private static int near(Random random, int unit, int times, int most) {
    int delta = switch (random.nextInt(4)) {
    case 0 -> 0;
    case 1 -> -1;
    case 2 -> 1;
    default -> -random.nextInt(unit);
    };
    return Math.min(most, unit * times + delta);
  }

  private static FilePlan.WriteSizes writes(Random random, int length) {
    int least = length > TINY_FILE ? 1 : 0;
    return switch (least + random.nextInt(7 - least)) {
    case 0 -> new FilePlan.WriteSizes(1, 64);
    case 1 -> new FilePlan.WriteSizes(1, 4096);
    case 2 -> new FilePlan.WriteSizes(SoakSettings.CHUNK, SoakSettings.CHUNK);
    case 3 -> new FilePlan.WriteSizes(500, 70_000);
    case 4 -> new FilePlan.WriteSizes(SoakSettings.PACKET, SoakSettings.PACKET);
    case 5 -> new FilePlan.WriteSizes(1, 200_000);
    default -> new FilePlan.WriteSizes(Math.max(1, length), Math.max(1, length));
    };
  }

  private static int flushes(Random random, int length) {
    return length == 0 || random.nextBoolean() ? 0 : 1 + random.nextInt(MAX_FLUSHES);
  }

  private static int offset(Random random, int length) {
    int unit = switch (random.nextInt(4)) {
    case 0 -> SoakSettings.CHUNK;
    case 1 -> SoakSettings.PACKET;
    case 2 -> SoakSettings.BLOCK;
    default -> 0;
    };
    return unit == 0 || length < unit ? random.nextInt(length + 1)
        : near(random, unit, 1 + random.nextInt(length / unit), length);
  }

  /** @param mayRemove whether a volume may be lost: several are all replicas of some block */
  private Fault fault(Random random, int file, FilePlan plan, boolean mayRemove) {
    Fault.Kind kind = kind(random, mayRemove);
    Fault.Moment moment = moment(random, plan);
    boolean stalled = random.nextInt(5) < 2 && kind != Fault.Kind.STALL
        || moment == Fault.Moment.FIRST_NODE_FINISHED && random.nextBoolean();
    boolean holds = moment == Fault.Moment.BYTES_WRITTEN && !stalled && random.nextBoolean();
    int at = switch (moment) {
    case BYTES_WRITTEN -> plan.length() == 0 ? 0 : offset(random, plan.length());
    // Early in a block that is not the last one.
    case FIRST_NODE_FINISHED -> random.nextInt(plan.blocks() - 1) * SoakSettings.BLOCK + 1
        + random.nextInt(SoakSettings.PACKET);
    case CLOSING -> plan.length();
    };
    int most = switch (kind) {
    case STALL -> MAX_STALL_MILLIS;
    case INTERRUPT -> MAX_INTERRUPT_MILLIS;
    default -> MAX_DOWN_MILLIS;
    };
    // Half of all DataNodes and volumes that go come back at once.
    int millis = random.nextBoolean() ? random.nextInt(most) : 0;
    return new Fault(kind, moment, file, at, random.nextInt(3), stalled, holds, millis);
  }

  private Fault.Kind kind(Random random, boolean mayRemove) {
    Fault.Kind kind;
    do {
      kind = switch (random.nextInt(17)) {
      case 0, 1, 2, 3 -> Fault.Kind.STOP;
      case 4, 5 -> Fault.Kind.UPGRADE;
      case 6, 7 -> Fault.Kind.STALL;
      case 8 -> Fault.Kind.BREAK_MIRROR;
      case 9 -> Fault.Kind.REFUSE_MIRROR;
      case 10 -> Fault.Kind.CORRUPT_PACKET;
      case 11, 12 -> Fault.Kind.INTERRUPT;
      case 13, 14 -> Fault.Kind.REMOVE_VOLUME;
      case 15 -> Fault.Kind.REFUSE_THREAD;
      default -> Fault.Kind.NAME_NODE_RESTART;
      };
    } while (!kind.isPossible(real) || kind == Fault.Kind.REMOVE_VOLUME && !mayRemove);
    return kind;
  }

  private static Fault.Moment moment(Random random, FilePlan plan) {
    int n = random.nextInt(9);
    if (n < 4 && plan.blocks() > 1) {
      return Fault.Moment.FIRST_NODE_FINISHED;
    }
    return n < 7 ? Fault.Moment.BYTES_WRITTEN : Fault.Moment.CLOSING;
  }
}
