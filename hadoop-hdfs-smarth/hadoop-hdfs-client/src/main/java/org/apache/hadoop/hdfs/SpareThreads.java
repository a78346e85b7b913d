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

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * Threads that files of this process have beyond those of one block, which are
 * all that stock has; and those of files that are sent and not complete, while
 * others are written. A file that is refused one of its own waits for these to
 * end, and meanwhile no file gets more of them. Thread-safe.
 */
@InterfaceAudience.Private
final class SpareThreads {
  static final long PAUSE_MILLIS = 50;
  /** 20 s: so long a thread lasts that tells a namenode of speeds. */
  private static final int TRIES = 400;

  private static final Set<StreamerThreads> HOLDERS =
      ConcurrentHashMap.newKeySet();
  /** A file, or its only thread; once for each thread that is wanted. */
  private static final ConcurrentMap<Object, Integer> WANTING =
      new ConcurrentHashMap<>();
  private static volatile boolean limited;
  private static volatile Consumer<Thread> starter = Thread::start;
  private static volatile int mostTries = TRIES;

  private SpareThreads() {
  }

  /** @param file that has threads for several blocks now, or drains. */
  static void someOf(StreamerThreads file) {
    HOLDERS.add(file);
  }

  /** @param file that has no such threads any more. */
  static void noneOf(StreamerThreads file) {
    HOLDERS.remove(file);
  }

  /**
   * @param file that waits, or its thread
   * @return whether another file has some that end with its blocks. If it waits
   *     itself, they may not: its writer waits, too
   */
  static boolean isAnyBut(Object file) {
    return HOLDERS.stream()
        .anyMatch(other -> other != file && !WANTING.containsKey(other));
  }

  /** @param file that is refused a thread of its first block, or the thread. */
  static void want(Object file) {
    WANTING.merge(file, 1, Integer::sum);
  }

  /** @param file that has the thread, or does without. */
  static void wantNoMore(Object file) {
    WANTING.computeIfPresent(file,
        (any, times) -> times == 1 ? null : times - 1);
  }

  static boolean areWanted() {
    return !WANTING.isEmpty();
  }

  /** A thread was refused. */
  static void refused() {
    limited = true;
  }

  /** @return whether one was ever: another one may be at any time. */
  static boolean areLimited() {
    return limited;
  }

  /**
   * @param start starts a thread, or throws
   * @param tries how often that is tried where no other file has one to spare
   */
  static void setStart(Consumer<Thread> start, int tries) {
    starter = start;
    mostTries = tries;
  }

  /** As in a process that was refused none. */
  static void reset() {
    setStart(Thread::start, TRIES);
    limited = false;
  }

  /** @return how often a thread is asked for that no file has to spare. */
  static int getMostTries() {
    return mostTries;
  }

  /** Starts a thread, or throws what refuses it. */
  static void tryToStart(Thread thread) {
    try {
      starter.accept(thread);
    } catch (Throwable e) {
      refused();
      throw e;
    }
  }

  /**
   * Starts one of the threads that stock has, too. If it is refused, it waits
   * for those that files have beyond stock's, if there are any.
   */
  static void start(Thread thread) {
    start(thread, () -> { });
  }

  /** @param meanwhile done between two attempts */
  static void start(Thread thread, Runnable meanwhile) {
    Throwable refusal = refusalOf(thread);
    if (refusal != null && !HOLDERS.isEmpty()) {
      try {
        refusal = await(thread, refusal, () -> {
          meanwhile.run();
          return refusalOf(thread);
        });
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    if (refusal instanceof Error) {
      throw (Error) refusal;
    } else if (refusal instanceof RuntimeException) {
      throw (RuntimeException) refusal;
    }
  }

  private static Throwable refusalOf(Thread thread) {
    try {
      tryToStart(thread);
      return null;
    } catch (Throwable e) {
      return e;
    }
  }

  /**
   * Tries again as long as other files have threads to spare, and then for a
   * while.
   *
   * @param file that waits, or its thread
   * @param first why it was refused
   * @param attempt tries, and returns why it was refused, or null
   * @return the last of these
   * @throws InterruptedException if a writer is interrupted; not in the middle
   *     of an attempt
   */
  static Throwable await(Object file, Throwable first,
      Supplier<Throwable> attempt) throws InterruptedException {
    Throwable refusal = first;
    want(file);
    try {
      for (int tries = 1; refusal != null && tries < mostTries;) {
        pause();
        refusal = attempt.get();
        tries += isAnyBut(file) ? 0 : 1;
      }
    } finally {
      wantNoMore(file);
    }
    return refusal;
  }

  /** A streamer of ours goes on: whoever ends it closes its file's threads. */
  private static void pause() throws InterruptedException {
    boolean goesOn = Thread.currentThread() instanceof SmarthDataStreamer;
    boolean interrupted = false;
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS);
    for (long left = end - System.nanoTime(); left > 0;
        left = end - System.nanoTime()) {
      try {
        TimeUnit.NANOSECONDS.sleep(left);
      } catch (InterruptedException e) {
        if (!goesOn) {
          throw e;
        }
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
