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
package org.apache.hadoop.hdfs.smarth.datanode;

import java.util.concurrent.CountDownLatch;

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * Memory that one thread waits for, in the order of its coming. Made by
 * ForwardMemory, which decides it once. Thread-safe.
 */
@InterfaceAudience.Private
final class MemoryClaim {
  private final ForwardMemory memory;
  private final long bytes;
  private final CountDownLatch decided = new CountDownLatch(1);
  /** Written once, before the latch opens. */
  private volatile boolean granted;

  MemoryClaim(ForwardMemory memory, long bytes) {
    this.memory = memory;
    this.bytes = bytes;
  }

  long getBytes() {
    return bytes;
  }

  boolean isGranted() {
    return granted;
  }

  /** Called once, by the memory. */
  void decide(boolean grant) {
    granted = grant;
    decided.countDown();
  }

  /**
   * Waits until it is decided. Whoever is interrupted here has no memory.
   *
   * @return whether the memory is taken; false if the claim was withdrawn
   */
  boolean await() throws InterruptedException {
    try {
      decided.await();
    } catch (InterruptedException e) {
      memory.withdraw(this);
      if (granted) {
        memory.giveBack(bytes);
      }
      throw e;
    }
    return granted;
  }
}
