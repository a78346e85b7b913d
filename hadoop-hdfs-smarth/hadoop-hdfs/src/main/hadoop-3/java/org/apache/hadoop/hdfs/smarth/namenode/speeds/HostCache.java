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
package org.apache.hadoop.hdfs.smarth.namenode.speeds;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToIntBiFunction;

import org.apache.hadoop.thirdparty.com.google.common.base.Ticker;
import org.apache.hadoop.thirdparty.com.google.common.cache.Cache;
import org.apache.hadoop.thirdparty.com.google.common.cache.CacheBuilder;
import org.apache.hadoop.thirdparty.com.google.common.cache.RemovalCause;
import org.apache.hadoop.thirdparty.com.google.common.cache.RemovalListener;
import org.apache.hadoop.util.Timer;

/**
 * A cache by hosts, which is Guava's. Thread-safe.
 *
 * @param <V> what it has of one host
 */
final class HostCache<V> {
  private final Cache<String, V> cache;

  /**
   * @param max how much it has at once, from 1
   * @param weigher how much of it a host takes
   * @param expiryMillis after how long without use a host goes
   * @param timer whose monotonic clock is used
   * @param gone is told what goes, not what is replaced; holds no lock
   */
  HostCache(long max, ToIntBiFunction<String, V> weigher, long expiryMillis,
      Timer timer, Gone<V> gone) {
    RemovalListener<String, V> forget = entry -> {
      if (entry.getCause() != RemovalCause.REPLACED) {
        gone.accept(entry.getKey(), entry.getValue(),
            entry.getCause() == RemovalCause.SIZE);
      }
    };
    // One segment, as each has its own part of the weight.
    cache = CacheBuilder.newBuilder().concurrencyLevel(1)
        .maximumWeight(max).weigher(weigher::applyAsInt)
        .expireAfterAccess(expiryMillis, TimeUnit.MILLISECONDS)
        .ticker(new TimerTicker(timer)).removalListener(forget).build();
  }

  /**
   * @param absent makes what it has from now on, if it has nothing
   * @return what it has
   */
  V get(String host, Supplier<V> absent) {
    try {
      return cache.get(host, absent::get);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a supplier throws no such", e);
    }
  }

  void put(String host, V value) {
    cache.put(host, value);
  }

  /** Removes a host, if this is what it has. */
  void remove(String host, V value) {
    cache.asMap().remove(host, value);
  }

  /** Removes what was not used for long. */
  void cleanUp() {
    cache.cleanUp();
  }

  /** Who is told what goes. */
  interface Gone<V> {
    /** @param forRoom whether it goes for others */
    void accept(String host, V value, boolean forRoom);
  }

  /** Guava's clock. */
  private static final class TimerTicker extends Ticker {
    private final Timer timer;

    private TimerTicker(Timer timer) {
      this.timer = timer;
    }

    @Override
    public long read() {
      return TimeUnit.MILLISECONDS.toNanos(timer.monotonicNow());
    }
  }
}
