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
package org.apache.hadoop.hdfs.smarth.namenode.monitor;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.util.Timer;

/**
 * What operators ask for again and again, made at most every ten seconds, by
 * whoever asks first. Thread-safe.
 *
 * @param <T> immutable
 */
@InterfaceAudience.Private
public final class RecentValue<T> {
  static final long MAX_AGE_MILLIS = TimeUnit.SECONDS.toMillis(10);

  private final Supplier<T> maker;
  private final Timer timer;
  // Null: never made. Both guarded by this.
  private T latest;
  private long madeAt;

  /**
   * @param maker is called by one thread at a time, under this object's lock
   * @param timer whose monotonic clock is used
   */
  public RecentValue(Supplier<T> maker, Timer timer) {
    this.maker = maker;
    this.timer = timer;
  }

  public synchronized T get() {
    long now = timer.monotonicNow();
    if (latest == null || now - madeAt >= MAX_AGE_MILLIS) {
      latest = maker.get();
      madeAt = now;
    }
    return latest;
  }
}
