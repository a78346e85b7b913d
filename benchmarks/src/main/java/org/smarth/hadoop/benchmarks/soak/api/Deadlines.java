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
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Runs threads of which each says what it does, and notices one that does it for too long. */
final class Deadlines {
  private static final long LOOK_MILLIS = 200;

  private final long millis;
  private final Map<Thread, Doing> doing = new ConcurrentHashMap<>();

  /** @param millis that a call may take */
  Deadlines(long millis) {
    this.millis = millis;
  }

  private record Doing(String what, long since) {
  }

  /** The calling thread begins something, and has ended what it did. */
  void begin(String what) {
    doing.put(Thread.currentThread(), new Doing(what, System.nanoTime()));
  }

  /** Makes threads, to be run. */
  List<Thread> threads(List<Runnable> tasks, CountDownLatch ended) {
    List<Thread> threads = new ArrayList<>();
    for (Runnable task : tasks) {
      Thread thread = new Thread(() -> {
        try {
          task.run();
        } finally {
          doing.remove(Thread.currentThread());
          ended.countDown();
        }
      }, "program-" + threads.size());
      thread.setDaemon(true);
      threads.add(thread);
    }
    return threads;
  }

  /** Runs one task in a thread of its own; returns what took too long. */
  Optional<String> run(Runnable task) throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(1);
    threads(List.of(task), ended).get(0).start();
    return await(ended);
  }

  /** Waits for the end of all threads; returns earlier if one takes too long, with what it does. */
  Optional<String> await(CountDownLatch ended) throws InterruptedException {
    while (!ended.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
      long now = System.nanoTime();
      for (Doing one : doing.values()) {
        if (now - one.since > TimeUnit.MILLISECONDS.toNanos(millis)) {
          return Optional.of(one.what);
        }
      }
    }
    return Optional.empty();
  }
}
