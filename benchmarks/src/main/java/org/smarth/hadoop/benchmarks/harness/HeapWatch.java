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

import java.lang.management.BufferPoolMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;

/**
 * The most heap that this JVM has used, before and after collections, what it has allocated, and
 * the most that direct buffers had. Thread-safe.
 */
final class HeapWatch {
  private static final long STEP_MS = 50;
  private static final long TOLD_MS = 500;

  private final Set<String> heapPools = ManagementFactory.getMemoryPoolMXBeans().stream()
      .filter(p -> p.getType() == MemoryType.HEAP).map(MemoryPoolMXBean::getName)
      .collect(Collectors.toSet());
  /** Looked up once: that costs more than a thousand looks at it. */
  private final BufferPoolMXBean direct =
      ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
          .filter(p -> p.getName().equals("direct")).findFirst().orElseThrow();
  /** Guarded by this. */
  private long mostUsed;
  /** Guarded by this. */
  private long mostLive;
  /** Until the last collection. Guarded by this. */
  private long allocated;
  /** What the last collection left. Guarded by this. */
  private long left;
  /** Guarded by this. */
  private long told;
  /** Guarded by this. */
  private long mostDirect;

  /** Collections that nobody heard of. */
  private long unheard;

  private HeapWatch() {
  }

  static HeapWatch start() {
    HeapWatch watch = new HeapWatch();
    watch.unheard = watch.collections();
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      ((NotificationEmitter) collector).addNotificationListener(
          (notification, handback) -> watch.collected(notification), null, null);
    }
    Thread thread = new Thread(watch::followDirect, "direct-memory-watch");
    thread.setDaemon(true);
    thread.start();
    return watch;
  }

  private void collected(Notification notification) {
    if (notification.getType()
        .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
      GcInfo info = GarbageCollectionNotificationInfo
          .from((CompositeData) notification.getUserData()).getGcInfo();
      collected(sum(info.getMemoryUsageBeforeGc()), sum(info.getMemoryUsageAfterGc()));
    }
  }

  private synchronized void collected(long before, long after) {
    mostUsed = Math.max(mostUsed, before);
    mostLive = Math.max(mostLive, after);
    allocated += Math.max(0, before - left);
    left = after;
    told++;
    notifyAll();
  }

  private void followDirect() {
    try {
      while (true) {
        mostDirect();
        Thread.sleep(STEP_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** In bytes, of all direct buffers at once. */
  synchronized long mostDirect() {
    mostDirect = Math.max(mostDirect, direct.getMemoryUsed());
    return mostDirect;
  }

  /**
   * In bytes since this was started, by threads that have ended as well, which the JVM itself
   * counts for living ones alone. Collections tell of themselves a moment later; that is waited
   * for. Of objects as large as half a region whole regions count.
   */
  synchronized long allocated() {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TOLD_MS);
    try {
      for (long now = System.nanoTime(); told < collections() && now < end;
          now = System.nanoTime()) {
        TimeUnit.NANOSECONDS.timedWait(this, end - now);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return allocated + Math.max(0,
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() - left);
  }

  private long collections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionCount).sum() - unheard;
  }

  private long sum(Map<String, MemoryUsage> pools) {
    return pools.entrySet().stream().filter(e -> heapPools.contains(e.getKey()))
        .mapToLong(e -> e.getValue().getUsed()).sum();
  }

  /** In bytes, garbage included. */
  synchronized long mostUsed() {
    long now = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    return Math.max(mostUsed, now);
  }

  /** In bytes, what a collection left; 0 when there was none. */
  synchronized long mostLive() {
    return mostLive;
  }
}
