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
package org.apache.hadoop.hdfs.smarth.namenode.replicas;

import java.util.function.LongSupplier;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.util.Timer;

/**
 * Whether the silence of datanodes says something of them. The namenode itself
 * may have stood still, for a collection of garbage or behind a lock. Then all
 * its datanodes seem silent until their heartbeats have been taken. That takes
 * some time. If the next look is late as well, it may have stood still again,
 * and the time begins anew, but once only: then the next look counts, however
 * late it is, since where there is much to do all looks are late. Used by the
 * thread that looks; the monitor guards all fields.
 */
@InterfaceAudience.Private
public final class NamenodePause {
  /** What a look may be late by, in milliseconds. */
  static final long TOLERANCE_MILLIS = 1_000;

  private final Timer timer;
  private final long roundMillis;
  private final LongSupplier graceMillis;
  private long lookedAt;
  private boolean paused;
  private long overAt;
  /** The last look was late, and the one before was not. */
  private boolean mayRenew;

  /**
   * @param timer the clock of the heartbeats
   * @param roundMillis from one look to the next
   * @param graceMillis how long after a pause heartbeats may be missing
   */
  public NamenodePause(Timer timer, long roundMillis,
      LongSupplier graceMillis) {
    this.timer = timer;
    this.roundMillis = roundMillis;
    this.graceMillis = graceMillis;
    this.lookedAt = timer.monotonicNow();
  }

  /** A look. @return whether who is silent now has been so by itself. */
  public synchronized boolean isOver() {
    long now = timer.monotonicNow();
    boolean late = now - lookedAt > roundMillis + TOLERANCE_MILLIS;
    if (late && (!paused || mayRenew)) {
      mayRenew = !paused;
      paused = true;
      overAt = now + graceMillis.getAsLong();
    } else if (paused) {
      // The second look of a round says nothing of the next round.
      mayRenew = mayRenew && now - lookedAt < roundMillis / 2;
      paused = now < overAt;
    }
    lookedAt = now;
    return !paused;
  }
}
