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
package org.apache.hadoop.hdfs.smarth.client.speeds;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.util.Timer;

/**
 * A clock of a process that runs n times slower while n of its blocks are sent.
 * If they share a NIC alike, each takes as long by this clock as it would
 * alone. If something else is their limit, a block seems up to n times as fast
 * as it is. Source: the virtual time of "Analysis and Simulation of a Fair
 * Queueing Algorithm" (Demers, Keshav and Shenker). Thread-safe; the monitor
 * guards all fields.
 */
@InterfaceAudience.Private
public final class SharedClock {
  private final Timer timer;
  private int sent;
  private double nanos;
  private long readAt;

  /** @param timer monotonic. */
  public SharedClock(Timer timer) {
    this.timer = timer;
    this.readAt = timer.monotonicNowNanos();
  }

  /** A block is sent from now on. */
  synchronized void sendingBegins() {
    now();
    sent++;
  }

  /** One of these is not, from now on. */
  synchronized void sendingEnds() {
    now();
    sent--;
  }

  /** @return how many blocks are sent now. */
  public synchronized int getSent() {
    return sent;
  }

  /** @return in nanoseconds. */
  synchronized double now() {
    long now = timer.monotonicNowNanos();
    nanos += (now - readAt) / (double) Math.max(1, sent);
    readAt = now;
    return nanos;
  }
}
