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
import java.util.stream.IntStream;

import org.smarth.hadoop.benchmarks.soak.api.Call.Kind;

/**
 * Draws what happens to DataNodes while a program runs. It strikes at positions of the program:
 * when a call has begun, when so much was written, when a replica is final.
 *
 * @param calls of the program so far, that faults are added to
 */
record FaultGenerator(Random random, int dataNodes, int threads, List<Call> calls) {
  private static final int SHORT_STALL = 2500;
  /** Longer than datanodes and clients wait for each other. */
  private static final int LONG_STALL = 20_000;
  private static final int SHORT_PAUSE = 400;
  private static final int FEW_OPERATIONS = 6;
  private static final int MANY_OPERATIONS = 60;

  private boolean one(int of) {
    return random.nextInt(of) == 0;
  }

  private int node() {
    return 1 + random.nextInt(dataNodes);
  }

  private int stallMillis() {
    return one(20) ? LONG_STALL + random.nextInt(LONG_STALL / 2) : 1 + random.nextInt(SHORT_STALL);
  }

  /** In threads of the writers. Some of them end before the program does. */
  void betweenCalls() {
    int times = 1 + random.nextInt(3);
    for (int i = 0; i < times; i++) {
      int at = random.nextInt(calls.size() + 1);
      int node = node();
      int thread = random.nextInt(threads);
      int kind = random.nextInt(10);
      if (kind < 2) {
        calls.add(at, new Call(thread, Kind.STALL, stallMillis()));
      } else if (kind < 4) {
        calls.add(at, new Call(thread, Kind.HANG, node));
      } else {
        calls.add(at, new Call(thread, kind < 7 ? Kind.KILL : Kind.REFUSE, node));
        if (!one(3)) {
          calls.add(at + 1 + random.nextInt(calls.size() - at),
              new Call(random.nextInt(threads), kind < 7 ? Kind.RESTART : Kind.ADMIT, node));
        }
      }
    }
  }

  /** By another thread, while calls are made. */
  void amidCalls() {
    int thread = faultThread();
    if (!one(3)) {
      calls.add(new Call(0, Kind.CLOSE, 0));
    }
    int all = streamCalls(calls.size());
    int begun = 0;
    int times = 1 + random.nextInt(4);
    for (int i = 0; i < times; i++) {
      begun += random.nextInt(all - begun + 1);
      calls.add(new Call(thread, Kind.AWAIT_CALLS, begun));
      amidCall(thread);
      calls.add(fault(thread));
    }
  }

  private void amidCall(int thread) {
    int kind = random.nextInt(10);
    if (kind < 6) {
      calls.add(new Call(thread, Kind.AWAIT_OPERATIONS, operations()));
    } else if (kind < 8) {
      calls.add(new Call(thread, Kind.AWAIT_FINALS, 1 + random.nextInt(3)));
    } else if (kind < 9) {
      calls.add(new Call(thread, Kind.PAUSE, 1 + random.nextInt(SHORT_PAUSE)));
    }
  }

  private int operations() {
    return 1 + random.nextInt(one(2) ? FEW_OPERATIONS : MANY_OPERATIONS);
  }

  private Call fault(int thread) {
    int kind = random.nextInt(12);
    return kind < 2 ? new Call(thread, Kind.STALL, stallMillis())
        : new Call(thread, kind < 4 ? Kind.HANG : kind < 8 ? Kind.KILL : kind < 10 ? Kind.REFUSE
            : kind < 11 ? Kind.ADMIT : Kind.RESTART, node());
  }

  private int faultThread() {
    return Math.min(threads, ProgramGenerator.MOST_THREADS - 1);
  }

  private int streamCalls(int until) {
    return (int) calls.subList(0, until).stream()
        .filter(c -> c.kind().group() == Call.Group.STREAM).count();
  }

  /**
   * A pipeline dies, one DataNode after the other, while some of them get no further; often when
   * only the end of the file is left to be written.
   *
   * @param lastWrite draws a write
   */
  void allDie(int replication, Runnable lastWrite) {
    int at = one(3) ? random.nextInt(calls.size() + 1) : calls.size();
    List<Call> stuck = new ArrayList<>();
    if (!one(4)) {
      // There is a pipeline then, whose DataNodes are those that are meant.
      stuck.add(new Call(0, Kind.WRITE_BYTE, 0));
      stuck.add(new Call(0, Kind.HFLUSH, 0));
    }
    int begun = streamCalls(at) + stuck.size();
    stuck.addAll(stuck(Math.min(replication, dataNodes)));
    calls.addAll(at, stuck);
    if (at + stuck.size() == calls.size()) {
      IntStream.rangeClosed(0, random.nextInt(3)).forEach(i -> lastWrite.run());
    }
    calls.add(new Call(0, Kind.CLOSE, 0));
    int thread = faultThread();
    calls.add(new Call(thread, Kind.AWAIT_CALLS, begun + 1));
    calls.add(one(3) ? new Call(thread, Kind.AWAIT_OPERATIONS, operations())
        : new Call(thread, Kind.AWAIT_FINALS, 1));
    for (int node : order(one(3) ? dataNodes : Math.min(replication, dataNodes))) {
      calls.add(new Call(thread, Kind.KILL, node));
      if (!one(4)) {
        calls.add(new Call(thread, Kind.AWAIT_OPERATIONS, 1 + random.nextInt(FEW_OPERATIONS)));
      }
    }
  }

  /** What is behind the first DataNode, most often. */
  private List<Call> stuck(int pipeline) {
    int kind = random.nextInt(4);
    if (kind == 0) {
      return List.of(new Call(0, Kind.STALL, SHORT_STALL));
    }
    return IntStream.rangeClosed(1, pipeline).filter(n -> kind == 1 ? one(2) : n > 1)
        .mapToObj(n -> new Call(0, Kind.HANG, n)).toList();
  }

  private List<Integer> order(int nodes) {
    List<Integer> order = new ArrayList<>();
    for (int node = 1; node <= nodes; node++) {
      order.add(random.nextInt(order.size() + 1), node);
    }
    return order;
  }
}
