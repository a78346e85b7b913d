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

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waits with a deadline for what another process or daemon brings about. */
public final class Await {
  private static final long POLL_MILLIS = 50;

  private Await() {
  }

  /** A condition that may need the network, or another process. */
  @FunctionalInterface
  public interface Condition {
    boolean holds() throws IOException, InterruptedException;
  }

  /** @throws Failure when the condition does not hold in time; {@code what} completes the line */
  public static void until(String what, Duration limit, Condition condition)
      throws IOException, InterruptedException {
    if (!holdsWithin(limit, condition)) {
      throw new Failure("waited " + limit.toSeconds() + " s in vain for " + what);
    }
  }

  /** Returns when the condition holds, or false when it does not in time. */
  public static boolean holdsWithin(Duration limit, Condition condition)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    return true;
  }
}
