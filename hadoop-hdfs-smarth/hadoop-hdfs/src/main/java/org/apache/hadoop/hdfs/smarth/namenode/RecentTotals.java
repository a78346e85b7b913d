/*
 * Licensed to the Apache Software Foundation (ASF) under one
 * or more contributor license agreements.  See the NOTICE file
 * distributed with this work for additional information
 * regarding copyright ownership.  The ASF licenses this file
 * to you under the Apache License, Version 2.0 (the
 * "License"); you may not use this file except in compliance
 * with the License.  You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.apache.hadoop.hdfs.smarth.namenode;

import java.util.concurrent.TimeUnit;

import org.apache.hadoop.util.Timer;

/**
 * The totals of a table for operators, counted at most every ten seconds, by
 * whoever asks first. Counting holds no lock that choices or reports need.
 * Thread-safe.
 */
final class RecentTotals {
  private static final long MAX_AGE_MILLIS = TimeUnit.SECONDS.toMillis(10);

  private final SpeedTable table;
  private final double limpingFraction;
  private final Timer timer;
  // Null: never counted. Both guarded by this.
  private SpeedTotals latest;
  private long countedAt;

  /** @param limpingFraction of the median, 0 to 1 */
  RecentTotals(SpeedTable table, double limpingFraction, Timer timer) {
    this.table = table;
    this.limpingFraction = limpingFraction;
    this.timer = timer;
  }

  synchronized SpeedTotals get() {
    long now = timer.monotonicNow();
    if (latest == null || now - countedAt >= MAX_AGE_MILLIS) {
      SpeedTotals.Counter counter = new SpeedTotals.Counter(limpingFraction);
      table.count(counter);
      latest = counter.total();
      countedAt = now;
    }
    return latest;
  }
}
