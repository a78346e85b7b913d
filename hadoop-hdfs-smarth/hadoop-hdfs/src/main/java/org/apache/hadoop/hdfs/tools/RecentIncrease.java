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
package org.apache.hadoop.hdfs.tools;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * By how much a daemon's counter grew lately. What JMX tells of a counter may
 * be ten seconds old, so that a shorter time would show leaps. Used by one
 * thread.
 */
final class RecentIncrease {
  private static final long MAX_AGE_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final Deque<long[]> seen = new ArrayDeque<>();

  /**
   * @param now as System.nanoTime()
   * @param value of the counter; less than before if the daemon was restarted
   */
  void add(long now, long value) {
    if (!seen.isEmpty() && value < seen.peekLast()[1]) {
      seen.clear();
    }
    seen.addLast(new long[] {now, value});
    while (seen.size() > 2 && now - seen.peekFirst()[0] > MAX_AGE_NANOS) {
      seen.removeFirst();
    }
  }

  /** @return whether there is a time of which the increase is known. */
  boolean isKnown() {
    return seen.size() > 1;
  }

  /** @return the increase; the counter itself if that is all that is known. */
  long get() {
    return seen.peekLast()[1] - (isKnown() ? seen.peekFirst()[1] : 0);
  }

  /** @return how long it took, in seconds; 0 if it is not known. */
  double getSeconds() {
    return (seen.peekLast()[0] - seen.peekFirst()[0])
        / (double) TimeUnit.SECONDS.toNanos(1);
  }
}
