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
package org.smarth.hadoop.models.replicas;

/**
 * The time of the model, for all classes of Hadoop. Of one thread. While no
 * such model runs it is the time that is.
 */
public final class Clock {
  static final long START = 1_000_000_000;
  private static final long REAL = -1;
  private static volatile long millis = REAL;

  private Clock() {
  }

  public static long millis() {
    long now = millis;
    return now == REAL ? System.currentTimeMillis() : now;
  }

  public static long nanos() {
    long now = millis;
    return now == REAL ? System.nanoTime() : now * 1_000_000;
  }

  static void end() {
    millis = REAL;
  }

  static void set(long now) {
    millis = now;
  }
}
