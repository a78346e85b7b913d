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
package org.apache.hadoop.yarn.fastheartbeat;

import java.util.stream.LongStream;

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * When an application master makes its next allocate call.
 * <p>
 * Something to say (a new request, a release, a finished container) makes the
 * next call due at once, but no sooner than a minimum gap after the last one.
 * So what happens together is said together. What was asked for comes with the
 * answer of a later call. While containers are waited for, the gap to the next
 * call is the time since something happened last. So a container is collected
 * at most twice as late as it could be, and calls grow with the logarithm of
 * the wait. Gaps are longer while the ResourceManager takes long to answer: the
 * calls of all application masters together do not fill its queue. With nothing
 * to say and nothing to wait for, and after a call that
 * failed, the gap is the configured interval.
 * <p>
 * A state machine without clock or threads; its owner, {@link AllocatePacer},
 * guards it. Times are in milliseconds of any monotonic clock.
 */
@InterfaceAudience.Private
final class AllocateSchedule {
  /** The first wait for what was asked for, in minimum gaps. */
  private static final int FIRST_WAIT = 5;
  /**
   * The least gap in durations of a call: so many application masters wait
   * between calls for each that waits for an answer. Stock's ResourceManager
   * has threads to answer fifty.
   */
  private static final int GAP_OF_CALLS = 10;
  /** One that is slow for a cause of its own, as the first, says nothing. */
  private static final int CALLS_REMEMBERED = 3;

  private final long minGap;
  private final long interval;
  private final boolean eventDriven;

  private final long[] durations = new long[CALLS_REMEMBERED];
  private int calls;
  private long callBegan;
  private long lastCall;
  private long lastEvent;
  private boolean somethingToSay;
  private boolean calling;
  private boolean failed;
  private boolean waiting;

  AllocateSchedule(AllocateHeartbeatConf conf, long now) {
    minGap = conf.getMinGap();
    interval = conf.getInterval();
    eventDriven = conf.isEventDriven();
    lastCall = now;
    lastEvent = now;
  }

  /** There is something to say to, or to learn from, the ResourceManager. */
  void event(long now) {
    somethingToSay = true;
    lastEvent = now;
  }

  /** A call begins, which says all that is to be said so far. */
  void callBegins(long now) {
    somethingToSay = false;
    callBegan = now;
    calling = true;
  }

  /**
   * The call has succeeded.
   *
   * @param broughtNews whether the answer had containers
   * @param outstanding how many containers are waited for
   */
  void callEnded(long now, boolean broughtNews, int outstanding) {
    calling = false;
    failed = false;
    durations[calls] = now - callBegan;
    calls = (calls + 1) % CALLS_REMEMBERED;
    waiting = outstanding > 0;
    lastCall = now;
    if (broughtNews && waiting) {
      lastEvent = now;
    }
  }

  /** If the call that began has not ended well, it has failed. */
  void callFailedUnlessEnded(long now) {
    if (calling) {
      calling = false;
      failed = true;
      lastCall = now;
    }
  }

  /** @return when the next call is due. */
  long nextCall() {
    if (!eventDriven || failed) {
      return lastCall + interval;
    } else if (somethingToSay) {
      return lastCall + leastGap();
    } else if (waiting) {
      long wait = Math.max(Math.max(FIRST_WAIT * minGap, leastGap()),
          lastCall - lastEvent);
      return lastCall + Math.min(wait, interval);
    } else {
      return lastCall + interval;
    }
  }

  private long leastGap() {
    long shortest = LongStream.of(durations).min().orElse(0);
    return Math.min(Math.max(minGap, GAP_OF_CALLS * shortest), interval);
  }
}
