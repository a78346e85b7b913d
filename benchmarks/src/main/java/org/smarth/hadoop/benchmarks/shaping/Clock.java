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

import java.io.InterruptedIOException;
import java.util.concurrent.locks.LockSupport;

/** Time and waiting, injected so that tests need no real time. */
public interface Clock {
  long nanoTime();

  /** Returns at that time, at the earliest. */
  void waitUntil(long nanoTime) throws InterruptedIOException;

  Clock SYSTEM = new Clock() {
    @Override
    public long nanoTime() {
      return System.nanoTime();
    }

    @Override
    public void waitUntil(long nanoTime) throws InterruptedIOException {
      for (long left = nanoTime - nanoTime(); left > 0; left = nanoTime - nanoTime()) {
        LockSupport.parkNanos(left);
        if (Thread.currentThread().isInterrupted()) {
          throw new InterruptedIOException("interrupted while the link was busy");
        }
      }
    }
  };
}
