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

import java.util.concurrent.TimeUnit;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.util.Timer;

/**
 * Lets the thread that makes an application master's allocate calls wait for
 * its next turn, and other threads say that something has happened. Owned by
 * that application master. Thread-safe; no wait is longer than the configured
 * interval, and an interrupt ends it.
 */
@InterfaceAudience.Private
public final class AllocatePacer {
  private final Timer timer;
  private final long interval;
  private final long minGap;
  private final boolean eventDriven;
  /** Guarded by this. */
  private final AllocateSchedule schedule;
  /** Guarded by this. */
  private long retries;

  public AllocatePacer(AllocateHeartbeatConf conf, Timer timer) {
    this.timer = timer;
    interval = conf.getInterval();
    minGap = conf.getMinGap();
    eventDriven = conf.isEventDriven();
    schedule = new AllocateSchedule(conf, timer.monotonicNow());
  }

  /** There is something to say: the next call is due as soon as it may be. */
  public synchronized void somethingToSay() {
    schedule.event(timer.monotonicNow());
    notifyAll();
  }

  /**
   * Waits until the next call is due, and takes it for begun. A call that
   * began before and was not reported as succeeded has failed.
   */
  public synchronized void awaitTurn() throws InterruptedException {
    schedule.callFailedUnlessEnded(timer.monotonicNow());
    long left;
    while ((left = schedule.nextCall() - timer.monotonicNow()) > 0) {
      TimeUnit.MILLISECONDS.timedWait(this, left);
    }
    schedule.callBegins(timer.monotonicNow());
  }

  /** @return whether the next call is due; if so it is taken for begun. */
  public synchronized boolean tryTurn() {
    schedule.callFailedUnlessEnded(timer.monotonicNow());
    if (schedule.nextCall() > timer.monotonicNow()) {
      return false;
    }
    schedule.callBegins(timer.monotonicNow());
    return true;
  }

  /**
   * The call has succeeded.
   *
   * @param broughtNews whether the answer had containers
   * @param outstanding how many containers are waited for
   */
  public synchronized void callSucceeded(boolean broughtNews,
      int outstanding) {
    schedule.callEnded(timer.monotonicNow(), broughtNews, outstanding);
  }

  /**
   * How long to wait before a question to which the answer was "not yet" is
   * asked again: the minimum gap, then twice as long each time, up to the
   * interval; always the interval if calls are not event-driven.
   *
   * @return milliseconds
   */
  public synchronized long nextRetryDelay() {
    if (!eventDriven) {
      return interval;
    }
    long delay = minGap << Math.min(retries, 30);
    retries++;
    return Math.min(delay, interval);
  }
}
