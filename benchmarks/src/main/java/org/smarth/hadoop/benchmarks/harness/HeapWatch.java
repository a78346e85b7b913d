/*
 * Licensed to the Apache Software Foundation (ASF) under one or more
 * contributor license agreements.  See the NOTICE file distributed with
 * this work for additional information regarding copyright ownership.
 * The ASF licenses this file to You under the Apache License, Version 2.0
 * (the "License"); you may not use this file except in compliance with
 * the License.  You may obtain a copy of the License at
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

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;

/** The most heap that this JVM has used, before and after collections. Thread-safe. */
final class HeapWatch {
  private final Set<String> heapPools = ManagementFactory.getMemoryPoolMXBeans().stream()
      .filter(p -> p.getType() == MemoryType.HEAP).map(MemoryPoolMXBean::getName)
      .collect(Collectors.toSet());
  /** Guarded by this. */
  private long mostUsed;
  /** Guarded by this. */
  private long mostLive;

  private HeapWatch() {
  }

  static HeapWatch start() {
    HeapWatch watch = new HeapWatch();
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      ((NotificationEmitter) collector).addNotificationListener(
          (notification, handback) -> watch.collected(notification), null, null);
    }
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
