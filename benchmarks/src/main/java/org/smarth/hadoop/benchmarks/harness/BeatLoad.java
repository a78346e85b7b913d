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

package org.smarth.hadoop.benchmarks.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.apache.commons.lang3.concurrent.BasicThreadFactory;

/**
 * Has senders send for some time, each at its moment of a period or as fast as it is answered. Each
 * thread sends for senders of its own. What takes long delays what is due meanwhile, and a delay
 * counts from the moment at which a heartbeat was due: the time in queues is seen.
 */
record BeatLoad(ScriptedSenders senders) {
  private static final int THREADS = 8;
  private static final long END_SECONDS = 30;

  /** Whether a sender that sends as fast as it is answered never waits for the one before it. */
  boolean isEachAlwaysWaiting() {
    return senders.count() <= THREADS;
  }

  /** What came of it: from when each heartbeat was due to its answer. */
  record Sample(double seconds, Latencies delays, long beats) {
    double perSecond() {
      return beats / seconds;
    }
  }

  /** @param periodNanos of each sender; 0: as fast as it is answered */
  Sample run(long periodNanos, double seconds) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS,
        new BasicThreadFactory.Builder().namingPattern("heartbeats").daemon(true).build());
    long start = System.nanoTime();
    long end = start + (long) (seconds * 1e9);
    try {
      List<Future<List<Long>>> all = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int first = i;
        all.add(threads.submit(() -> send(first, periodNanos, start, end)));
      }
      Latencies delays = new Latencies();
      long beats = 0;
      for (Future<List<Long>> some : all) {
        for (long nanos : some.get()) {
          delays.add(nanos);
          beats++;
        }
      }
      return new Sample((System.nanoTime() - start) / 1e9, delays, beats);
    } catch (ExecutionException e) {
      throw new Failure("a heartbeat failed: " + e.getCause(), e);
    } finally {
      threads.shutdownNow();
      threads.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
    }
  }

  private List<Long> send(int first, long periodNanos, long start, long end) throws Exception {
    List<Long> delays = new ArrayList<>();
    for (long round = 0; first < senders.count(); round++) {
      for (int sender = first; sender < senders.count(); sender += THREADS) {
        long due = periodNanos == 0 ? System.nanoTime()
            : start + round * periodNanos + periodNanos * sender / senders.count();
        if (Math.max(due, System.nanoTime()) - end >= 0) {
          return delays;
        }
        TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
        senders.beat(sender);
        delays.add(System.nanoTime() - due);
      }
    }
    return delays;
  }
}
