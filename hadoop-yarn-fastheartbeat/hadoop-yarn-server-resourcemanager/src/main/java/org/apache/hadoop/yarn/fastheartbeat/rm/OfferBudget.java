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
package org.apache.hadoop.yarn.fastheartbeat.rm;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.util.Timer;

/**
 * How many nodes may be looked at without a heartbeat. What is not used within
 * a second is lost. Not thread-safe.
 */
@InterfaceAudience.Private
public final class OfferBudget {
  private final long perSecond;
  private final Timer timer;
  private double left;
  private long lastRefill;

  /** @param perSecond at least 1 */
  public OfferBudget(long perSecond, Timer timer) {
    this.perSecond = perSecond;
    this.timer = timer;
    left = perSecond;
    lastRefill = timer.monotonicNow();
  }

  /** @return whether none may be looked at now. */
  public boolean isSpent() {
    long now = timer.monotonicNow();
    left = Math.min(perSecond, left + (now - lastRefill) * perSecond / 1e3);
    lastRefill = now;
    return left < 1;
  }

  /** @return whether one more may be looked at now, which then counts. */
  public boolean take() {
    if (isSpent()) {
      return false;
    }
    left--;
    return true;
  }
}
