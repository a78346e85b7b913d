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

package org.smarth.hadoop.benchmarks.shaping;

import org.smarth.hadoop.benchmarks.model.Rate;

/**
 * One direction of one link. Bytes are booked in the order of arrival; a booking tells when they
 * have passed. What the link did not carry while idle is lost beyond a short burst.
 *
 * <p>Thread-safe. Time is the caller's, in nanoseconds.
 */
final class TokenBucket {
  /** Covers late wake-ups of the readers, as the burst of a tc class does. */
  static final long BURST_NANOS = 10_000_000;

  private final double nanosPerByte;
  /** When everything booked so far has passed. Guarded by this. */
  private double freeAt;

  TokenBucket(Rate rate, long now) {
    this.nanosPerByte = rate.isLimited() ? 1e9 / rate.bytesPerSecond() : 0;
    this.freeAt = now;
  }

  /** Books so many bytes and returns the time at which the last of them has passed. */
  synchronized long book(int bytes, long now) {
    freeAt = Math.max(freeAt, now - BURST_NANOS) + bytes * nanosPerByte;
    return (long) freeAt;
  }
}
