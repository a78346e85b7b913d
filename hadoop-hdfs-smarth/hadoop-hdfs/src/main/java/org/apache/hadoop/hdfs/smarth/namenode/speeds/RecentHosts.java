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

import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToIntBiFunction;

import org.apache.hadoop.util.Timer;

/**
 * What is known of hosts, for those that were heard of most recently; the
 * others are forgotten when one is heard of. Thread-safe. Reads, which block
 * allocations do, cost no more than those of a map: unlike a cache's they are
 * not recorded.
 *
 * @param <V> what is known of one host; equal to itself only
 */
final class RecentHosts<V> {
  /** What the cache holds, and what it is about to hold. */
  private final Map<String, V> known = new ConcurrentHashMap<>();
  private final HostCache<V> heardOf;
  private final LongAdder forgottenForRoom = new LongAdder();

  /**
   * @param max how much is known at once, from 1
   * @param weigher how much of it a host takes when it is heard of
   * @param expiryMillis after how long not heard of one is forgotten
   * @param timer whose monotonic clock is used
   * @param forgotten is told what was known of a host that is forgotten, not
   *     of what is replaced; holds no lock
   */
  RecentHosts(long max, ToIntBiFunction<String, V> weigher, long expiryMillis,
      Timer timer, Consumer<V> forgotten) {
    heardOf = new HostCache<>(max, weigher, expiryMillis, timer,
        (host, gone, forRoom) -> {
          if (forRoom) {
            forgottenForRoom.increment();
          }
          // It may be heard of anew already: then something else is known of it.
          known.remove(host, gone);
          forgotten.accept(gone);
        });
  }

  /** @return null if nothing is known of it. */
  V get(String host) {
    return known.get(host);
  }

  /**
   * A host is heard of.
   *
   * @param unknown makes what is known of it from now on, if nothing is
   * @return what is known of it
   */
  V hear(String host, Supplier<V> unknown) {
    return heardOf.get(host, () -> {
      V created = unknown.get();
      known.put(host, created);
      return created;
    });
  }

  /** Replaces what is known of a host that is heard of. */
  void put(String host, V value) {
    known.put(host, value);
    heardOf.put(host, value);
  }

  /** Forgets a host, if this is what is known of it. */
  void forget(String host, V value) {
    heardOf.remove(host, value);
  }

  /** @return how many hosts had to go for others. */
  long getForgotten() {
    return forgottenForRoom.sum();
  }

  /** Forgets hosts not heard of, which else takes until one is heard of. */
  void forgetExpired() {
    heardOf.cleanUp();
  }

  /** @return what is known, by host; it may change while it is read. */
  Map<String, V> asMap() {
    return Collections.unmodifiableMap(known);
  }
}
