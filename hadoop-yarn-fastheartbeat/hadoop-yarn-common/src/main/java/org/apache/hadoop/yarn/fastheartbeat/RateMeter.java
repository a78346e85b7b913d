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

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.util.Timer;

/**
 * Events per second over the last ten whole seconds, whoever reads it and
 * however often. Thread-safe.
 */
@InterfaceAudience.Private
public final class RateMeter {
  private static final int SECONDS = 10;

  private final Timer timer;
  /** Events of the running second and of those before. Guarded by this. */
  private final long[] counts = new long[SECONDS + 1];
  /** Guarded by this. */
  private long second;

  public RateMeter(Timer timer) {
    this.timer = timer;
    second = timer.monotonicNow() / 1_000;
  }

  public synchronized void mark() {
    advance();
    counts[(int) (second % counts.length)]++;
  }

  /** @return the mean of the last ten whole seconds. */
  public synchronized double perSecond() {
    advance();
    long sum = 0;
    for (long count : counts) {
      sum += count;
    }
    return (sum - counts[(int) (second % counts.length)]) / (double) SECONDS;
  }

  private void advance() {
    long now = timer.monotonicNow() / 1_000;
    for (int i = 0; second < now && i < counts.length; i++) {
      second++;
      counts[(int) (second % counts.length)] = 0;
    }
    second = Math.max(second, now);
  }
}
