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

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

import org.apache.hadoop.hdfs.server.datanode.WatchedDisks;

/**
 * How far a program is: a fault that waits for a position of it strikes there on fast machines,
 * slow ones, and cold ones. Thread-safe.
 */
final class Progress {
  /** Nothing that was waited for will come if nothing at all happens for so long. */
  private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(700);
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final long LOOK_MILLIS = 1;

  private final WatchedDisks disks;
  private final AtomicInteger calls = new AtomicInteger();
  private volatile boolean over;

  Progress(WatchedDisks disks) {
    this.disks = disks;
  }

  void begins(Call call) {
    if (call.kind().group() == Call.Group.STREAM) {
      calls.incrementAndGet();
    }
  }

  /** The file is closed: what is lost from now on says nothing of the stream. */
  void ends() {
    over = true;
  }

  boolean isOver() {
    return over;
  }

  /** Until so many calls of the stream have begun. */
  void awaitCalls(int wanted) throws InterruptedException {
    await(() -> calls.get() >= wanted);
  }

  /** Until DataNodes have done so much more to replicas on their disks. */
  void awaitOperations(int more) throws InterruptedException {
    long wanted = disks.operations() + more;
    await(() -> disks.operations() >= wanted);
  }

  /** Until so many more replicas have become final. */
  void awaitFinals(int more) throws InterruptedException {
    long wanted = disks.finals() + more;
    await(() -> disks.finals() >= wanted);
  }

  private void await(BooleanSupplier come) throws InterruptedException {
    long begin = System.nanoTime();
    long changed = begin;
    long last = state();
    while (!over && !come.getAsBoolean()) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      long now = System.nanoTime();
      if (state() != last) {
        last = state();
        changed = now;
      }
      if (now - changed > QUIET_NANOS || now - begin > MOST_NANOS) {
        return;
      }
    }
  }

  private long state() {
    return disks.operations() + calls.get();
  }
}
